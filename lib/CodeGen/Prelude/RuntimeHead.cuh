//===- RuntimeHead.cuh - Head of kernels for libgputile_rt ----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#pragma once

//===- Emitted from here on -----------------------------------------------===//
#if defined(GPUTILE_CPU)
#include "gputile/cpu/cuda_on_cpu.h"
#include "gputile/cpu/module.h"
#else
#define GPUTILE_SHARED(type, name, dims) __shared__ __align__(16) type name dims
#if !defined(GPUTILE_SHARED_AT_LAUNCH) // Of as many bytes as the launch asks for: dims are for readers.
#define GPUTILE_SHARED_AT_LAUNCH(type, name, dims) extern __shared__ __align__(16) type name[]
#endif
#define GPUTILE_EXPORT(kernel)
#endif

