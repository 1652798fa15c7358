//===- Runtime.cpp - The head of kernels for libgputile_rt ------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Prelude/Text.h"

namespace gputile::codegen {

/// NVRTC compiles this without any header, so the barrier of the grid is written out.
/// Every block of the launch is resident; the last to arrive lets the others go on.
static const char *const Head =
    R"CUDA(#if defined(GPUTILE_CPU)
#include "gputile/cpu/cuda_on_cpu.h"
#include "gputile/cpu/module.h"
#else
#define GPUTILE_SHARED(type, name, dims) __shared__ type name dims
#define GPUTILE_EXPORT(kernel)
#endif

)CUDA";

static const char *const GridBarrier =
    R"CUDA(#if !defined(GPUTILE_CPU)
static __device__ unsigned gpt_arrived, gpt_generation;
#endif
static __device__ inline void gpt_grid_barrier() {
#if defined(GPUTILE_CPU)
  cooperative_groups::this_grid().sync();
#else
  __syncthreads();
  if (gpt_first_thread()) {
    const unsigned generation = *(volatile unsigned *)&gpt_generation;
    __threadfence();
    if (atomicAdd(&gpt_arrived, 1u) == gridDim.x * gridDim.y * gridDim.z - 1) {
      gpt_arrived = 0;
      __threadfence();
      atomicAdd(&gpt_generation, 1u);
    } else {
      while (*(volatile unsigned *)&gpt_generation == generation)
        ;
    }
    __threadfence();
  }
  __syncthreads();
#endif
}

)CUDA";

std::string runtimePrelude(const std::string &indexType,
                           const std::vector<KernelWithCode> &kernels) {
  std::string text = Head;
  text += "#if GPT_WIDE\ntypedef long long " + indexType + ";\n#else\ntypedef int " + indexType +
          ";\n#endif\n";
  bool cooperative = false;
  for (const KernelWithCode &kernel : kernels) {
    const std::string macro = "GPT_SIZES_" + kernel.code.name;
    text += "#ifndef " + macro + "\n#define " + macro + "\n#endif\n";
    cooperative |= kernel.model->plan.mode == LaunchMode::Cooperative;
  }
  return text + "\n" + PreludeDevice + (cooperative ? GridBarrier : "");
}

} // namespace gputile::codegen

namespace gputile {

const char *const RuntimeArithmetic =
    R"C(#ifndef GPUTILE_ARITHMETIC
#define GPUTILE_ARITHMETIC
static __inline long long gpt_min(long long gpt_a, long long gpt_b) {
  return gpt_a < gpt_b ? gpt_a : gpt_b;
}
static __inline long long gpt_max(long long gpt_a, long long gpt_b) {
  return gpt_a > gpt_b ? gpt_a : gpt_b;
}
static __inline long long gpt_floord(long long gpt_n, long long gpt_d) {
  return gpt_n / gpt_d - (gpt_n % gpt_d < 0);
}
#endif
)C";

} // namespace gputile
