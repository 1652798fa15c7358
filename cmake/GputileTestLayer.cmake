# What tests would compile again and again, compiled once by the compiler that they use.

# The race runtime, as its users compile it.
set(GPUTILE_RACE_OBJECT "${CMAKE_BINARY_DIR}/test/layer/race-runtime.o")
set(race_runtime "${PROJECT_SOURCE_DIR}/lib/Emulation/Race/RaceRuntime.cpp")
file(MAKE_DIRECTORY "${CMAKE_BINARY_DIR}/test/layer")
add_custom_command(OUTPUT "${GPUTILE_RACE_OBJECT}"
  COMMAND ${GPUTILE_CLANGXX} -std=c++17 -O2 -Wall -Wextra -Werror "-I${PROJECT_SOURCE_DIR}/include"
    -MD -MF "${GPUTILE_RACE_OBJECT}.d" -c "${race_runtime}" -o "${GPUTILE_RACE_OBJECT}"
  DEPENDS "${race_runtime}" DEPFILE "${GPUTILE_RACE_OBJECT}.d" VERBATIM)
set(layer_files "${GPUTILE_RACE_OBJECT}")

# gputile_precompile_layer(<variable> <name> flags…): include/gputile/cpu, which all emitted CUDA includes
# that runs on the CPU, precompiled with flags that must be those of the text that uses it. Its functions
# lie in an object. Sets the variable to the arguments with which text is compiled and linked.
function(gputile_precompile_layer variable name)
  set(header "${PROJECT_SOURCE_DIR}/include/gputile/cpu/cuda_on_cpu.h")
  set(precompiled "${CMAKE_BINARY_DIR}/test/layer/${name}.pch")
  set(object "${CMAKE_BINARY_DIR}/test/layer/${name}.o")
  set(flags -std=c++17 -O1 -ffp-contract=off ${ARGN})
  add_custom_command(OUTPUT "${precompiled}" "${object}"
    COMMAND ${GPUTILE_CLANGXX} -x c++-header -DGPUTILE_CPU "-I${PROJECT_SOURCE_DIR}/include" ${flags}
      -fpch-instantiate-templates -fpch-codegen -MD -MF "${precompiled}.d" -MT "${precompiled}" "${header}" -o "${precompiled}"
    COMMAND ${GPUTILE_CLANGXX} ${flags} -Qunused-arguments -c "${precompiled}" -o "${object}"
    DEPENDS "${header}" DEPFILE "${precompiled}.d" VERBATIM)
  list(APPEND layer_files "${precompiled}" "${object}")
  set(layer_files ${layer_files} PARENT_SCOPE)
  set(${variable} "-Qunused-arguments -include-pch ${precompiled} -Wl,${object}" PARENT_SCOPE)
endfunction()
# As gputile-run compiles, also for races, and as the CPU backend compiles modules.
gputile_precompile_layer(GPUTILE_RUN_LAYER run -Wno-pass-failed)
gputile_precompile_layer(GPUTILE_RACE_LAYER race -Wno-pass-failed -fsanitize=thread -g)
gputile_precompile_layer(GPUTILE_MODULE_LAYER module -fPIC -fvisibility=hidden)
add_custom_target(gputile-test-layer ALL DEPENDS ${layer_files})

# For programs of tests whose regions run on the CPU backend.
set(GPUTILE_MODULE_ENVIRONMENT "GPUTILE_CXX=${GPUTILE_CLANGXX}" "GPUTILE_CPU_CXXFLAGS=${GPUTILE_MODULE_LAYER}")
