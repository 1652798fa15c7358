//===- FreshNames.h - Names that a program does not have yet ----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_TRANSFORM_FRESHNAMES_H
#define GPUTILE_LIB_TRANSFORM_FRESHNAMES_H

#include "gputile/IR/Scop.h"

#include <set>

namespace gputile::transform {

/// Makes names for new arrays and statements of a program.
class FreshNames {
public:
  explicit FreshNames(const Scop &scop) {
    for (const Parameter &parameter : scop.parameters)
      Names.insert(parameter.name);
    for (const Array &array : scop.arrays)
      Names.insert(array.name);
    for (const Statement &s : scop.statements)
      Names.insert(s.name);
  }

  /// \p stem with the least number behind it that makes it new.
  std::string make(const std::string &stem) {
    unsigned number = 0;
    while (!Names.insert(stem + std::to_string(number)).second)
      ++number;
    return stem + std::to_string(number);
  }

  /// \p name if it is new, else with a number behind it.
  std::string keep(const std::string &name) {
    return Names.insert(name).second ? name : make(name + "_");
  }

private:
  std::set<std::string> Names;
};

} // namespace gputile::transform

#endif
