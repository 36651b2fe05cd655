# What AddSYCLExecutable.cmake of SYCL-CTS expects of an implementation.
add_library(SYCL::SYCL INTERFACE IMPORTED GLOBAL)
# Code that includes the headers and has no kernels.
target_compile_options(SYCL::SYCL INTERFACE "--config=${SYCL_PASSES_CONFIG}")

function(add_sycl_executable_implementation)
  cmake_parse_arguments(PARSE_ARGV 0 args "" "NAME;OBJECT_LIBRARY" "TESTS")
  add_library(${args_OBJECT_LIBRARY} OBJECT ${args_TESTS})
  add_executable(${args_NAME} $<TARGET_OBJECTS:${args_OBJECT_LIBRARY}>)
  add_sycl_to_target(TARGET ${args_OBJECT_LIBRARY} SOURCES ${args_TESTS})
  add_sycl_to_target(TARGET ${args_NAME})
  foreach(property IN ITEMS INCLUDE_DIRECTORIES COMPILE_DEFINITIONS COMPILE_OPTIONS COMPILE_FEATURES)
    set_target_properties(${args_OBJECT_LIBRARY} PROPERTIES
      ${property} "$<TARGET_PROPERTY:${args_NAME},${property}>")
  endforeach()
endfunction()
