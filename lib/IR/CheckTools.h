//===- CheckTools.h - What checks of the IR share --------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_IR_CHECKTOOLS_H
#define GPUTILE_LIB_IR_CHECKTOOLS_H

#include "gputile/IR/Scop.h"

#include <optional>
#include <string>
#include <vector>

namespace gputile::ir {

/// Whether \p name can stand in C.
bool isIdentifier(const std::string &name);

/// Whether \p tuple, null for a tuple without name, is \p name.
bool nameIs(const char *tuple, const std::string &name);

/// The number of dimensions; none of a value that is not set, which cannot be copied either.
std::optional<unsigned> dimsOf(const isl::set &set);
std::optional<unsigned> domainDims(const isl::map &map);
std::optional<unsigned> rangeDims(const isl::map &map);

/// Whether \p set is of instances of \p statement, \p map from such instances.
bool isOfStatement(const isl::set &set, const Statement &statement);
bool isOfStatement(const isl::map &map, const Statement &statement);

/// Whether \p set is of elements of \p array, \p map to such elements.
bool isOfArray(const isl::set &set, const Array &array);
bool leadsToArray(const isl::map &map, const Array &array);

/// All of \p positions are below \p bound, and none comes twice.
bool areDistinctBelow(const std::vector<unsigned> &positions, size_t bound);

bool arePositive(const std::vector<long> &sizes);

} // namespace gputile::ir

#endif
