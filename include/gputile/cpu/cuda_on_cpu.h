// CUDA on a CPU: what a .cu file emitted by gputile needs to compile as C++17 and
// run without a GPU.
//
//   clang++ -x c++ -std=c++17 -DGPUTILE_CPU -I<include> kernel.cu
//
// Every CUDA thread is a fiber; barriers, shuffles and memory behave as on a GPU,
// only slowly, and mistakes that a GPU hides become errors. See
// docs/cpu-execution.md for what is checked and for the environment variables.
#pragma once

#if __cplusplus < 201703L
#error "gputile's CPU execution needs C++17"
#endif

#include "gputile/cpu/detail/qualifiers.h"

#include "gputile/cpu/detail/vector_types.h"

#include "gputile/cpu/detail/barrier.h"
#include "gputile/cpu/detail/warp.h"

#include "gputile/cpu/detail/async_copy.h"
#include "gputile/cpu/detail/atomics.h"
#include "gputile/cpu/detail/cooperative_groups.h"
#include "gputile/cpu/detail/flags.h"
#include "gputile/cpu/detail/intrinsics.h"
#include "gputile/cpu/detail/shared.h"

#include "gputile/cpu/detail/device_api.h"
#include "gputile/cpu/detail/memory_3d_api.h"
#include "gputile/cpu/detail/memory_api.h"

#include "gputile/cpu/detail/launch.h"
#include "gputile/cpu/detail/race_probe.h"
