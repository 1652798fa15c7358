# Helpers that define targets the same way everywhere.

set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
set(CMAKE_RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/bin")
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/lib")
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release)
endif()

find_program(CCACHE_PROGRAM ccache)
if(CCACHE_PROGRAM AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${CCACHE_PROGRAM}")
endif()

add_library(gputile_options INTERFACE)
target_compile_options(gputile_options INTERFACE -Wall -Wextra -Wno-unused-parameter)
# Public headers are included as "gputile/Folder/File.h", private ones as "Folder/File.h".
target_include_directories(gputile_options INTERFACE
  "${PROJECT_SOURCE_DIR}/include" "${PROJECT_SOURCE_DIR}/lib" "${PROJECT_BINARY_DIR}/include")

# gputile_add_library(<Folder> SOURCES … [DEPENDS …]): static library Gputile<Folder>,
# free of Clang headers.
function(gputile_add_library folder)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  add_library(Gputile${folder} STATIC ${ARG_SOURCES})
  target_link_libraries(Gputile${folder} PUBLIC gputile_options gputile_isl ${ARG_DEPENDS})
endfunction()

# Same for layers that include Clang; with a precompiled header for it.
function(gputile_add_clang_library folder)
  cmake_parse_arguments(ARG "" "" "SOURCES;DEPENDS" ${ARGN})
  gputile_add_library(${folder} SOURCES ${ARG_SOURCES} DEPENDS ${ARG_DEPENDS} gputile_clang_headers)
  target_precompile_headers(Gputile${folder} PRIVATE
    <clang/AST/ASTContext.h> <clang/AST/RecursiveASTVisitor.h> <clang/ASTMatchers/ASTMatchFinder.h>
    <clang/Frontend/CompilerInstance.h> <clang/Lex/Preprocessor.h> <isl/cpp.h> <string> <vector> <map>)
endfunction()

# gputile_embed_text(<variable> <name> <file> [AFTER <line>]): sets the variable to a header,
# <name>.h in the current binary folder, that is made from the file and holds it as the
# string gputile::<name>; with AFTER, what follows the line that starts so.
function(gputile_embed_text variable name file)
  cmake_parse_arguments(ARG "" "AFTER" "" ${ARGN})
  set(header "${CMAKE_CURRENT_BINARY_DIR}/${name}.h")
  set(script "${PROJECT_SOURCE_DIR}/cmake/EmbedText.cmake")
  add_custom_command(OUTPUT "${header}"
    COMMAND ${CMAKE_COMMAND} "-DINPUT=${file}" "-DNAME=${name}" "-DOUTPUT=${header}"
      "-DAFTER=${ARG_AFTER}" -P "${script}"
    DEPENDS "${file}" "${script}"
    COMMENT "Embedding ${name}"
    VERBATIM)
  set(${variable} "${header}" PARENT_SCOPE)
endfunction()

# gputile_add_unittest(<name> SOURCES … LIBS … [PROPERTIES …]): a GoogleTest program, each of whose
# tests is one of ctest's.
function(gputile_add_unittest name)
  cmake_parse_arguments(ARG "" "" "SOURCES;LIBS;PROPERTIES" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE ${ARG_LIBS} GTest::gtest GTest::gtest_main)
  set_target_properties(${name} PROPERTIES RUNTIME_OUTPUT_DIRECTORY "${CMAKE_BINARY_DIR}/unittests")
  gtest_discover_tests(${name} TEST_PREFIX unit.${name}. PROPERTIES LABELS quick ${ARG_PROPERTIES}
    DISCOVERY_TIMEOUT 60)
endfunction()

# Hides every symbol of a static library, isl's first of all, and takes isl whole and
# before the shared libraries: libLLVM exports an isl of its own, which must neither
# be called by gputile nor be replaced for LLVM.
function(gputile_hide_isl target)
  target_link_options(${target} PRIVATE
    "LINKER:--whole-archive,${ISL_STATIC_LIBRARY},--no-whole-archive" "LINKER:--exclude-libs,ALL")
endfunction()

# Installed tools find LLVM's libraries by themselves where the system's folders hold
# them, and are told where otherwise.
set(GPUTILE_LLVM_RPATH "${LLVM_LIBRARY_DIR}")
file(REAL_PATH "${LLVM_LIBRARY_DIR}/libLLVM.so" llvm_library)
cmake_path(GET llvm_library PARENT_PATH llvm_folder)
if(llvm_folder IN_LIST CMAKE_CXX_IMPLICIT_LINK_DIRECTORIES)
  set(GPUTILE_LLVM_RPATH "")
endif()

# gputile_add_tool(<name> SOURCES …): a command that uses Clang's shared library.
function(gputile_add_tool name)
  cmake_parse_arguments(ARG "" "" "SOURCES" ${ARGN})
  add_executable(${name} ${ARG_SOURCES})
  target_link_libraries(${name} PRIVATE GputileDriver clang-cpp LLVM)
  gputile_hide_isl(${name})
  set_target_properties(${name} PROPERTIES INSTALL_RPATH "${GPUTILE_LLVM_RPATH}")
  install(TARGETS ${name} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endfunction()
