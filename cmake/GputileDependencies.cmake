# Finds LLVM and Clang, and isl 0.25 as a static library. Stops with a clear
# message when one is missing or is another version.

# gputile is bound to the release that it is built with: the plugin fits no other. What differs
# between releases is in include/gputile/Support/LlvmCompat.h.
set(GPUTILE_LLVM_MAJOR 19 CACHE STRING "Release of LLVM and Clang, 16 to 19; 16 and 19 are tested")
if(NOT GPUTILE_LLVM_MAJOR MATCHES "^1[6-9]$")
  message(FATAL_ERROR "gputile can be built with LLVM 16 to 19, not with '${GPUTILE_LLVM_MAJOR}'; "
    "pass -DGPUTILE_LLVM_MAJOR=19, for example.")
endif()

# LLVM's version file accepts only an equal minor version, so the major is checked here.
find_package(LLVM CONFIG QUIET HINTS /usr/lib/llvm-${GPUTILE_LLVM_MAJOR})
if(NOT LLVM_FOUND OR NOT LLVM_VERSION_MAJOR EQUAL GPUTILE_LLVM_MAJOR)
  message(FATAL_ERROR "gputile needs LLVM ${GPUTILE_LLVM_MAJOR} (found: '${LLVM_VERSION}'). "
    "On Debian: apt-get install llvm-${GPUTILE_LLVM_MAJOR}-dev llvm-${GPUTILE_LLVM_MAJOR}-tools. "
    "Elsewhere pass -DLLVM_DIR=<dir of LLVMConfig.cmake>, and -DGPUTILE_LLVM_MAJOR for another release.")
endif()
find_package(Clang CONFIG QUIET PATHS "${LLVM_LIBRARY_DIR}/cmake/clang" NO_DEFAULT_PATH)
if(NOT Clang_FOUND)
  message(FATAL_ERROR "gputile needs the Clang ${GPUTILE_LLVM_MAJOR} development files in ${LLVM_LIBRARY_DIR}. "
    "On Debian: apt-get install libclang-${GPUTILE_LLVM_MAJOR}-dev clang-${GPUTILE_LLVM_MAJOR}.")
endif()

# isl must be linked statically and hidden: libLLVM exports the isl of Polly, and a
# shared isl would silently be replaced by it. The one that scripts/isl.sh builds into
# build/isl, on IMath's small integers, takes half the time of Debian's, which is on GMP.
set(GPUTILE_ISL_ROOT "${PROJECT_SOURCE_DIR}/build/isl" CACHE PATH "Where isl is installed, if not in the system")
# Where CMake looks for libraries in a sysroot only, as conda-build makes it do, the folder is none of it.
find_path(ISL_INCLUDE_DIR isl/cpp.h PATHS "${GPUTILE_ISL_ROOT}/include" NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
find_library(ISL_STATIC_LIBRARY libisl.a PATHS "${GPUTILE_ISL_ROOT}/lib" NO_DEFAULT_PATH NO_CMAKE_FIND_ROOT_PATH)
find_path(ISL_INCLUDE_DIR isl/cpp.h)
find_library(ISL_STATIC_LIBRARY libisl.a)
if(NOT ISL_INCLUDE_DIR OR NOT ISL_STATIC_LIBRARY)
  message(FATAL_ERROR "gputile needs isl 0.25 with its C++ bindings as a static library "
    "(headers: '${ISL_INCLUDE_DIR}', libisl.a: '${ISL_STATIC_LIBRARY}'). "
    "Run scripts/isl.sh, or on Debian 12: apt-get install libisl-dev libgmp-dev.")
endif()
# What isl_version() answers: release and kind of integers.
file(STRINGS "${ISL_STATIC_LIBRARY}" GPUTILE_ISL_VERSION REGEX "^isl-[0-9.]+[^ ]*-(GMP|IMath(-32)?)$" LIMIT_COUNT 1)
if(NOT GPUTILE_ISL_VERSION MATCHES "^isl-0\\.25-")
  message(FATAL_ERROR "gputile needs isl 0.25, found '${GPUTILE_ISL_VERSION}' in ${ISL_STATIC_LIBRARY}. "
    "Run scripts/isl.sh, or on Debian 12: apt-get install libisl-dev libgmp-dev.")
endif()
add_library(gputile_isl INTERFACE)
target_include_directories(gputile_isl SYSTEM INTERFACE "${ISL_INCLUDE_DIR}")
target_link_libraries(gputile_isl INTERFACE "${ISL_STATIC_LIBRARY}")
# Functions of lib/Support/Coalesce.cpp and Memory.cpp stand in for isl's and for those that
# isl calls. --undefined: the linker would leave in its library what nothing but isl calls.
foreach(function isl_map_coalesce isl_set_coalesce malloc calloc realloc strdup)
  target_link_options(gputile_isl INTERFACE "LINKER:--wrap=${function}" "LINKER:--undefined=__wrap_${function}")
endforeach()
if(GPUTILE_ISL_VERSION MATCHES "GMP$")
  find_library(GMP_STATIC_LIBRARY libgmp.a REQUIRED)
  target_link_libraries(gputile_isl INTERFACE "${GMP_STATIC_LIBRARY}")
endif()

add_library(gputile_clang_headers INTERFACE)
target_include_directories(gputile_clang_headers SYSTEM INTERFACE ${LLVM_INCLUDE_DIRS} ${CLANG_INCLUDE_DIRS})
separate_arguments(GPUTILE_LLVM_DEFINITIONS UNIX_COMMAND "${LLVM_DEFINITIONS}")
set(GPUTILE_CLANG_OPTIONS "" CACHE STRING "More options for the compiler of files that include Clang, as -O0")
target_compile_options(gputile_clang_headers INTERFACE ${GPUTILE_LLVM_DEFINITIONS} ${GPUTILE_CLANG_OPTIONS})

# The builtin headers of the Clang that is linked (stddef.h, …): tools must name them,
# because Clang looks for them beside the running program.
set(GPUTILE_CLANG_RESOURCE_DIR "${LLVM_LIBRARY_DIR}/clang/${GPUTILE_LLVM_MAJOR}")
if(NOT EXISTS "${GPUTILE_CLANG_RESOURCE_DIR}/include/stddef.h")
  message(FATAL_ERROR "gputile needs Clang's own headers in ${GPUTILE_CLANG_RESOURCE_DIR}/include. "
    "On Debian: apt-get install libclang-common-${GPUTILE_LLVM_MAJOR}-dev.")
endif()
find_program(GPUTILE_CLANG NAMES clang HINTS "${LLVM_TOOLS_BINARY_DIR}" NO_DEFAULT_PATH)
find_program(GPUTILE_CLANGXX NAMES clang++ HINTS "${LLVM_TOOLS_BINARY_DIR}" NO_DEFAULT_PATH)
if(NOT GPUTILE_CLANG OR NOT GPUTILE_CLANGXX)
  message(FATAL_ERROR "gputile needs the compiler clang ${GPUTILE_LLVM_MAJOR} in ${LLVM_TOOLS_BINARY_DIR}. "
    "On Debian: apt-get install clang-${GPUTILE_LLVM_MAJOR}.")
endif()

message(STATUS "gputile: LLVM ${LLVM_VERSION} in ${LLVM_DIR}, ${GPUTILE_ISL_VERSION} in ${ISL_STATIC_LIBRARY}")
