//===- CudaDeclarations.h - What generated text may include ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_READER_CUDADECLARATIONS_H
#define GPUTILE_LIB_READER_CUDADECLARATIONS_H

#include "llvm/ADT/ArrayRef.h"

namespace gputile::reader {

/// A header that exists in memory only.
struct VirtualHeader {
  const char *name, *text;
};

/// What .cu files include: CUDA's headers and those of the C++ library.
llvm::ArrayRef<VirtualHeader> cudaFileHeaders();

/// What CUDA's compilers declare before the first line of any text.
extern const char *const CudaBuiltins;

} // namespace gputile::reader

#endif
