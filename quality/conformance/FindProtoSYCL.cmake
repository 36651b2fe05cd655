# SYCL-CTS takes implementations from a list in its CMakeLists.txt; this stands in for ProtoSYCL, of whose name its tests
# make nothing but the list of test cases that do not compile with it.
find_package(sycl-passes REQUIRED)
set(ProtoSYCL_FOUND TRUE)
