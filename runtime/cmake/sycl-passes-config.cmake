# SYCL with stock clang 22: find_package(sycl-passes), after CMAKE_PREFIX_PATH names where it is installed.
#
#   add_sycl_to_target(TARGET app)
#       compiles and links app as a SYCL program with <sycl/sycl.hpp>: nothing else is needed to build and run it
#   target_link_libraries(app PRIVATE sycl-passes::sycl)
#       compiles app's sources as SYCL code with the header sycl_passes.hpp, and links the device code of app and of
#       the static libraries that it uses
#   target_link_libraries(app PRIVATE sycl-passes::embedded)
#       the same for a program without a SYCL runtime: its kernels are part of it, and run on the processor
#   sycl_passes_target(app TARGETS spirv64 nvptx64:sm_90 [SPLIT kernel] [SPEC_CONST mode] [DEVICE_LIBS file...]
#                      [CONFIG file] [OPTIONS option...])
#       says what app's device code is built for, and how; options are those of `sycl-link --help`, without `--sycl-`
#   sycl_add_device_images(app SOURCES a.bc b.bc TARGETS spirv64 intel_gpu_pvc [SPLIT kernel] [SPEC_CONST mode]
#                          [DEVICE_LIBS file...] [OPTIONS option...])
#       builds device code of another front end, or objects of clang -fsycl, into images that app registers; it is built
#       again when a file or program changes that it depends on. Options are those of `sycl-packager build --help`
#
# The SYCL runtime, its headers and its library, is looked for in SYCL_ROOT and CMAKE_PREFIX_PATH; without its headers a
# project that links to sycl-passes::sycl is refused. Variables: SYCL_PASSES_DRIVER_DIR, SYCL_PASSES_PACKAGER,
# SYCL_PASSES_RUNTIME_INCLUDE_DIR, SYCL_PASSES_RUNTIME_LIBRARY.

cmake_minimum_required(VERSION 3.16)

get_filename_component(_sycl_passes_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
set(SYCL_PASSES_DRIVER_DIR "${_sycl_passes_prefix}/lib/sycl-passes/driver")
set(SYCL_PASSES_PACKAGER "${_sycl_passes_prefix}/bin/sycl-packager")
set(SYCL_PASSES_CONFIG "${_sycl_passes_prefix}/lib/sycl-passes/sycl.cfg")

set(_sycl_passes_problem "")
foreach(_sycl_passes_file IN ITEMS
    "${SYCL_PASSES_DRIVER_DIR}/clang-linker-wrapper" "${SYCL_PASSES_PACKAGER}" "${SYCL_PASSES_CONFIG}"
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
  else()
    # A target that there is not, whose name is the message: CMake reports it only if something links to this one.
    target_link_libraries(sycl-passes::sycl INTERFACE
      "sycl-passes::sycl found no SYCL runtime, so set SYCL_ROOT or link to sycl-passes::embedded")
  endif()
  if(SYCL_PASSES_RUNTIME_LIBRARY)
    target_link_libraries(sycl-passes::sycl INTERFACE "${SYCL_PASSES_RUNTIME_LIBRARY}")
  endif()
endif()

# add_sycl_to_target(TARGET name [SOURCES file...]): SYCL as sycl.cfg has it. All C++ files of a target are compiled with
# it, as clang does with SYCL, so SOURCES are read and mean nothing more.
function(add_sycl_to_target)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "TARGET" "SOURCES")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "add_sycl_to_target: found `${arg_UNPARSED_ARGUMENTS}`; expected TARGET and SOURCES")
  endif()
  if(NOT TARGET "${arg_TARGET}")
    message(FATAL_ERROR "add_sycl_to_target: there is no target `${arg_TARGET}`; expected a program or library")
  endif()
  target_compile_features(${arg_TARGET} PRIVATE cxx_std_17)
  target_compile_options(${arg_TARGET} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:--config=${SYCL_PASSES_CONFIG}>)
  # Programs that use a static library link it.
  target_link_options(${arg_TARGET} INTERFACE "--config=${SYCL_PASSES_CONFIG}")
  get_target_property(type ${arg_TARGET} TYPE)
  if(NOT type STREQUAL "STATIC_LIBRARY" AND NOT type STREQUAL "OBJECT_LIBRARY")
    target_link_options(${arg_TARGET} PRIVATE "--config=${SYCL_PASSES_CONFIG}")
  endif()
endfunction()

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

# sycl_add_device_images(NAME SOURCES file... TARGETS target... [SPLIT mode] [SPEC_CONST mode] [DEVICE_LIBS file...]
#                        [OPTIONS option...])
function(sycl_add_device_images name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "SPLIT;SPEC_CONST" "SOURCES;TARGETS;DEVICE_LIBS;OPTIONS")
  if(NOT TARGET ${name})
    message(FATAL_ERROR "sycl_add_device_images: there is no target `${name}`; expected a program or shared library")
  endif()
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "sycl_add_device_images(${name}): found `${arg_UNPARSED_ARGUMENTS}`; expected SOURCES, TARGETS, "
      "SPLIT, SPEC_CONST, DEVICE_LIBS or OPTIONS")
  endif()
  foreach(required IN ITEMS SOURCES TARGETS)
    if(NOT arg_${required})
      message(FATAL_ERROR "sycl_add_device_images(${name}): found no ${required}; expected at least one")
    endif()
  endforeach()
  get_target_property(type ${name} TYPE)
  if(NOT type MATCHES "^(EXECUTABLE|SHARED_LIBRARY|MODULE_LIBRARY)$")
    message(FATAL_ERROR "sycl_add_device_images(${name}): found a target of type ${type}; expected a program or shared "
      "library, since linkers leave out of archives what nothing refers to")
  endif()
  # A target can have images of several calls.
  get_target_property(number ${name} SYCL_PASSES_IMAGES)
  if(NOT number)
    set(number 0)
  endif()
  math(EXPR next "${number} + 1")
  set_target_properties(${name} PROPERTIES SYCL_PASSES_IMAGES ${next})
  set(object "${CMAKE_CURRENT_BINARY_DIR}/CMakeFiles/${name}.dir/sycl_device_images_${number}.o")
  set(command "${SYCL_PASSES_PACKAGER}" build)
  set(depends "${SYCL_PASSES_PACKAGER}")
  foreach(file IN LISTS arg_SOURCES)
    get_filename_component(file "${file}" ABSOLUTE)
    list(APPEND command "${file}")
    list(APPEND depends "${file}")
  endforeach()
  foreach(target IN LISTS arg_TARGETS)
    list(APPEND command --target "${target}")
  endforeach()
  foreach(file IN LISTS arg_DEVICE_LIBS)
    get_filename_component(file "${file}" ABSOLUTE)
    list(APPEND command --device-lib "${file}")
    list(APPEND depends "${file}")
  endforeach()
  if(arg_SPLIT)
    list(APPEND command --split "${arg_SPLIT}")
  endif()
  if(arg_SPEC_CONST)
    list(APPEND command --spec-const "${arg_SPEC_CONST}")
  endif()
  foreach(option IN LISTS arg_OPTIONS)
    list(APPEND command "--${option}")
  endforeach()
  # What is built depends on this call alone, and not on a settings file somewhere above the build directory.
  list(APPEND command --output "${object}" --quiet --settings none)
  set(extras "")
  if(CMAKE_GENERATOR MATCHES "Ninja" OR NOT CMAKE_VERSION VERSION_LESS 3.20)
    list(APPEND command --depfile "${object}.d")
    list(APPEND extras DEPFILE "${object}.d")
  endif()
  if(NOT CMAKE_VERSION VERSION_LESS 3.28)
    list(APPEND extras JOB_SERVER_AWARE TRUE)
  endif()
  # An object that is made again with the same content keeps its time; Ninja sees that, make would make it each time.
  set(touch "")
  if(NOT CMAKE_GENERATOR MATCHES "Ninja")
    set(touch COMMAND "${CMAKE_COMMAND}" -E touch "${object}")
  endif()
  if(POLICY CMP0116)
    # Names in the file are absolute, or from the directory of this call.
    cmake_policy(SET CMP0116 NEW)
  endif()
  add_custom_command(OUTPUT "${object}" COMMAND ${command} ${touch} DEPENDS ${depends} ${extras} VERBATIM
    WORKING_DIRECTORY "${CMAKE_CURRENT_SOURCE_DIR}" COMMENT "Building device images of ${name}")
  set_source_files_properties("${object}" PROPERTIES EXTERNAL_OBJECT TRUE GENERATED TRUE)
  target_sources(${name} PRIVATE "${object}")
endfunction()
