//===- RegionChoice.h - Which loops are regions -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_FRONTEND_REGIONCHOICE_H
#define GPUTILE_FRONTEND_REGIONCHOICE_H

namespace gputile {

/// Which loops are regions: option `regions`.
enum class RegionChoice {
  Marked, ///< Those behind `#pragma gpu_tile`.
  Omp,    ///< Those, and loops behind directives of OpenMP and OpenACC that share iterations.
  All     ///< Those, and every outermost loop of the main file.
};

} // namespace gputile

#endif
