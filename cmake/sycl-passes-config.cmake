# SYCL with stock clang 22: find_package(sycl-passes), after CMAKE_PREFIX_PATH names where it is installed.
#
#   target_link_libraries(app PRIVATE sycl-passes::sycl)
#       compiles app's sources as SYCL code with the header sycl_passes.hpp, and links the device code of app and of
#       the static libraries that it uses
#   target_link_libraries(app PRIVATE sycl-passes::embedded)
#       the same for a program without a SYCL runtime: its kernels are part of it, and run on the processor
#   sycl_passes_target(app TARGETS spirv64 nvptx64:sm_90 [SPLIT kernel] [SPEC_CONST mode] [DEVICE_LIBS file...]
#                      [CONFIG file] [OPTIONS option...])
#       says what app's device code is built for, and how; options are those of `sycl-link --help`, without `--sycl-`
#
# The SYCL runtime, its headers and its library, is looked for in SYCL_ROOT and CMAKE_PREFIX_PATH; without one
# sycl-passes::sycl has only what compiling device code needs. Variables: SYCL_PASSES_DRIVER_DIR, SYCL_PASSES_PACKAGER,
# SYCL_PASSES_RUNTIME_INCLUDE_DIR, SYCL_PASSES_RUNTIME_LIBRARY.

cmake_minimum_required(VERSION 3.16)

get_filename_component(_sycl_passes_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(SYCL_PASSES_DRIVER_DIR "${_sycl_passes_prefix}/lib/sycl-passes/driver")
set(SYCL_PASSES_PACKAGER "${_sycl_passes_prefix}/bin/sycl-packager")

set(_sycl_passes_problem "")
foreach(_sycl_passes_file IN ITEMS
    "${SYCL_PASSES_DRIVER_DIR}/clang-linker-wrapper" "${SYCL_PASSES_PACKAGER}"
    "${_sycl_passes_prefix}/lib/libsycl_passes_plugin.so" "${_sycl_passes_prefix}/include/sycl_passes.hpp"
    "${_sycl_passes_prefix}/include/sycl_passes/embedded.hpp")
  if(NOT EXISTS "${_sycl_passes_file}")
    set(_sycl_passes_problem "${_sycl_passes_file} is missing; install sycl-passes again")
  endif()
endforeach()
if(NOT CMAKE_CXX_COMPILER_ID STREQUAL "Clang" OR NOT CMAKE_CXX_COMPILER_VERSION MATCHES "^22\\.")
  string(CONCAT _sycl_passes_problem
    "the C++ compiler is ${CMAKE_CXX_COMPILER_ID} ${CMAKE_CXX_COMPILER_VERSION}; expected clang 22, "
    "for example -DCMAKE_CXX_COMPILER=clang++-22")
endif()
if(_sycl_passes_problem)
  set(${CMAKE_FIND_PACKAGE_NAME}_FOUND FALSE)
  set(${CMAKE_FIND_PACKAGE_NAME}_NOT_FOUND_MESSAGE "${_sycl_passes_problem}")
  return()
endif()

find_path(SYCL_PASSES_RUNTIME_INCLUDE_DIR sycl/sycl.hpp HINTS "${SYCL_ROOT}" ENV SYCL_ROOT PATH_SUFFIXES include)
find_library(SYCL_PASSES_RUNTIME_LIBRARY sycl HINTS "${SYCL_ROOT}" ENV SYCL_ROOT PATH_SUFFIXES lib lib64)
mark_as_advanced(SYCL_PASSES_RUNTIME_INCLUDE_DIR SYCL_PASSES_RUNTIME_LIBRARY)

if(NOT TARGET sycl-passes::sycl)
  include(CMakeFindDependencyMacro)
  find_dependency(Threads)
  foreach(_sycl_passes_name IN ITEMS sycl embedded)
    add_library(sycl-passes::${_sycl_passes_name} INTERFACE IMPORTED)
    target_include_directories(sycl-passes::${_sycl_passes_name} INTERFACE "${_sycl_passes_prefix}/include")
    target_compile_features(sycl-passes::${_sycl_passes_name} INTERFACE cxx_std_20)
    target_compile_options(sycl-passes::${_sycl_passes_name} INTERFACE $<$<COMPILE_LANGUAGE:CXX>:-fsycl>)
    target_link_options(sycl-passes::${_sycl_passes_name} INTERFACE -fsycl "-B${SYCL_PASSES_DRIVER_DIR}")
  endforeach()
  target_compile_definitions(sycl-passes::embedded INTERFACE $<$<COMPILE_LANGUAGE:CXX>:SYP_EMBEDDED>)
  target_link_libraries(sycl-passes::embedded INTERFACE Threads::Threads)
  if(SYCL_PASSES_RUNTIME_INCLUDE_DIR)
    # Imported, so its warnings are not the user's.
    target_include_directories(sycl-passes::sycl SYSTEM INTERFACE "${SYCL_PASSES_RUNTIME_INCLUDE_DIR}")
  endif()
  if(SYCL_PASSES_RUNTIME_LIBRARY)
    target_link_libraries(sycl-passes::sycl INTERFACE "${SYCL_PASSES_RUNTIME_LIBRARY}")
  endif()
endif()

# sycl_passes_target(NAME TARGETS target... [SPLIT mode] [SPEC_CONST mode] [DEVICE_LIBS file...] [CONFIG file]
#                    [OPTIONS option...])
function(sycl_passes_target name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SPLIT;SPEC_CONST;CONFIG" "TARGETS;DEVICE_LIBS;OPTIONS")
  if(NOT TARGET ${name})
    message(FATAL_ERROR "sycl_passes_target: there is no target `${name}`; expected a program or shared library")
  endif()
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "sycl_passes_target(${name}): found `${arg_UNPARSED_ARGUMENTS}`; expected TARGETS, SPLIT, "
      "SPEC_CONST, DEVICE_LIBS, CONFIG or OPTIONS")
  endif()
  get_target_property(type ${name} TYPE)
  if(NOT type MATCHES "^(EXECUTABLE|SHARED_LIBRARY|MODULE_LIBRARY)$")
    message(FATAL_ERROR "sycl_passes_target(${name}): found a target of type ${type}; expected a program or shared "
      "library, where device code is linked")
  endif()
  set(options "")
  foreach(target IN LISTS arg_TARGETS)
    list(APPEND options "target=${target}")
  endforeach()
  foreach(file IN LISTS arg_DEVICE_LIBS)
    get_filename_component(file "${file}" ABSOLUTE)
    list(APPEND options "device-lib=${file}")
  endforeach()
  if(arg_SPLIT)
    list(APPEND options "split=${arg_SPLIT}")
  endif()
  if(arg_SPEC_CONST)
    list(APPEND options "spec-const=${arg_SPEC_CONST}")
  endif()
  if(arg_CONFIG)
    get_filename_component(file "${arg_CONFIG}" ABSOLUTE)
    list(APPEND options "config=${file}")
    # Another configuration makes another program.
    set_property(TARGET ${name} APPEND PROPERTY LINK_DEPENDS "${file}")
  endif()
  list(APPEND options ${arg_OPTIONS})
  foreach(option IN LISTS options)
    if(option MATCHES ",")
      message(FATAL_ERROR "sycl_passes_target(${name}): found a comma in `${option}`; expected it in a file for CONFIG")
    endif()
    target_link_options(${name} PRIVATE "LINKER:--sycl-${option}")
  endforeach()
endfunction()
