//===- Difference.h - Where two outputs differ -----------------*- C++ -*--===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_TOOLS_GPUTILERUN_DIFFERENCE_H
#define GPUTILE_TOOLS_GPUTILERUN_DIFFERENCE_H

#include "llvm/ADT/StringRef.h"

#include <string>

namespace gputile::run {

/// The first line in which \p output is not \p original, for a message: "line 3 is 'a', not 'b'".
/// Long lines are cut. They must differ.
std::string firstDifference(llvm::StringRef output, llvm::StringRef original);

} // namespace gputile::run

#endif
