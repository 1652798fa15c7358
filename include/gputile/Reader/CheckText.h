//===- CheckText.h - Generated text against the plan -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What stands between the proof and the text is checked by running the text: entry and
/// kernels are interpreted for sampled values of the parameters, and everything that they do
/// to memory is compared with what the region's description and the plan say.
///
/// For each sample: the entry does or declines what guards, sizes and overlaps of arrays say;
/// it reads and writes of the program's arrays what the plan copies, no more and no less; the
/// arrays have the values that the statements' instances, executed in the original order from
/// the Scop alone, give them; kernels touch no memory that is not theirs, use no value that was
/// never written, have no races and no barriers that only some threads meet; no integer leaves
/// its type. Corners of large iteration spaces are run for the last of these.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_READER_CHECKTEXT_H
#define GPUTILE_READER_CHECKTEXT_H

#include "gputile/CodeGen/CodeGen.h"
#include "gputile/Reader/Parse.h"

#include <string>
#include <vector>

namespace gputile {

/// A region and what its text must do.
struct PlannedRegion {
  const Scop &original; ///< As the program has it: statements, domains, order.
  const Scop &scop;     ///< What is mapped.
  const RegionPlan &plan;
  const RegionCode &code; ///< For EntryTarget::Cuda.
};

/// How much of a text is tried.
struct TextCheckLimits {
  /// Instances of statements in all samples of one region.
  unsigned long instances = 60'000;
  /// Expressions evaluated for one sample.
  unsigned long steps = 50'000'000;
  /// Samples with different remainders of the tile sizes, after all others.
  unsigned long remainders = 10;
  /// Whether to call it with one array for two names, where Array::sharers allows that.
  bool sameMemory = true;
};

/// What became of a check.
struct TextVerdict {
  enum Kind {
    Agrees,      ///< Every sample.
    Differs,     ///< The text is wrong.
    NotFollowed, ///< There is something in it that the reader does not know.
  } kind = Agrees;
  std::string message; ///< What is wrong or not known, and for which parameters.
  unsigned samples = 0, instances = 0, launches = 0;
};

/// "checked with 9 samples", "not checked: it has a union"
std::string describe(const TextVerdict &verdict);

/// Text that checkText needs behind a .cu file: the statements of \p regions, as the Scop has
/// them.
std::string referenceText(const std::vector<PlannedRegion> &regions);

/// Checks the text of \p region in \p parsed: a .cu file with its referenceText.
TextVerdict checkText(const ParsedText &parsed, const PlannedRegion &region,
                      const TextCheckLimits &limits);

} // namespace gputile

#endif
