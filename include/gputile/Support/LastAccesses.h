//===- LastAccesses.h - Accesses before others --------------------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// isl's analysis of array dataflow (Feautrier 1991), for all schedules. isl takes a dimension of
/// the time that is fixed for two statements for their order in the text, also where it is that of
/// a loop around both, of which each runs in one iteration: `if (i == 0) a[0] = 2;` and `if (i ==
/// 1) … = a[0];`. A third statement in the loop, which runs in all iterations, then hides the
/// first: its accesses are found and nothing between is looked for.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_SUPPORT_LASTACCESSES_H
#define GPUTILE_SUPPORT_LASTACCESSES_H

#include "gputile/Support/Isl.h"

namespace gputile {

/// As `isl_union_flow`: the last sources before each sink.
struct LastAccesses {
  isl::union_map must, may; ///< { T[j] -> S[i] }: sources to sinks. `may` holds `must`.
  isl::union_map mustNoSource, mayNoSource; ///< { S[i] -> A[a] }: sinks.
};

/// \param sinks { S[i] -> A[a] }
/// \param must, may { T[j] -> A[a] }: sources that surely and that perhaps access the element
/// \param schedule { S[i] -> [t…] }, of all sinks and sources
LastAccesses lastAccesses(const isl::union_map &sinks, const isl::union_map &must,
                          const isl::union_map &may, const isl::union_map &schedule);

} // namespace gputile

#endif
