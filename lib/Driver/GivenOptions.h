//===- GivenOptions.h - Options of the command that act as clauses --*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_GIVENOPTIONS_H
#define GPUTILE_LIB_DRIVER_GIVENOPTIONS_H

#include "gputile/IR/Clauses.h"

#include <string>
#include <vector>

namespace gputile::driver {

/// Clauses without some of those that come from options of the command.
struct FewerOptions {
  Clauses clauses;
  std::vector<std::string> left; ///< The options left out: "scheme=split".
};

/// \p clauses without one of its options, or of what was measured, for each of them, and without
/// all of them, where these are several. Options stand for all regions of a program: what one
/// region cannot do with them, it may do without.
std::vector<FewerOptions> withFewerOptions(const Clauses &clauses);

} // namespace gputile::driver

#endif
