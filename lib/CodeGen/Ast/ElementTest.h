//===- ElementTest.h - Whether a point lies in a set ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// Tests of single elements. An element of a skewed tile is one for which there is a
/// time between some bounds. As constraints on elements alone such a set falls into
/// very many pieces; the test instead compares the largest lower bound with the
/// smallest upper bound.

#ifndef GPUTILE_LIB_CODEGEN_AST_ELEMENTTEST_H
#define GPUTILE_LIB_CODEGEN_AST_ELEMENTTEST_H

#include "CodeGen/Ast/Build.h"

#include <optional>
#include <string>
#include <vector>

namespace gputile::codegen {

/// The condition under which an element belongs to a set, as C text.
class ElementTest {
public:
  /// \param set { : constraints }, tested where \p known, { : constraints }, holds
  /// \param loops parameters that are loops around the test, outermost first
  ElementTest(const isl::set &set, const isl::basic_set &known,
              const std::vector<std::string> &loops);

  /// True when nothing is left to test.
  bool always() const;
  /// C text, an operand of &&; not to be asked for when the test holds always.
  std::string text(NodePrinter &printer) const;

private:
  /// The condition of one convex part of the set.
  struct Part {
    std::optional<isl::ast_expr> condition;  ///< None: holds.
    std::vector<isl::ast_expr> lower, upper; ///< Of the quantified variable.

    bool always() const { return !condition && lower.empty(); }
    std::string text(NodePrinter &printer) const;
  };

  static Part makePart(const isl::basic_set &set, const isl::basic_set &known,
                       const std::vector<std::string> &loops);

  std::vector<Part> Parts; ///< One of them holds.
};

/// The bounds that the constraints of a convex set, { [y] }, set to its only
/// dimension: rational functions of the parameters.
struct DimensionBounds {
  std::vector<isl::aff> lower, upper;

  explicit DimensionBounds(const isl::basic_set &set);
  bool complete() const { return !lower.empty() && !upper.empty(); }
};

/// \p bounds with as few terms as possible: only their differences are of interest, so a
/// function that is an integer may be taken from all.
void shiftBounds(DimensionBounds &bounds);

/// True when, as is easily seen, an integer lies between the rational bounds \p lower and
/// \p upper wherever \p known, { : constraints }, holds.
bool surelyBetween(const isl::aff &lower, const isl::aff &upper, const isl::basic_set &known);

/// "function(function(a, b), c)"
std::string nestedCalls(const char *function, const std::vector<isl::ast_expr> &values,
                        NodePrinter &printer);

} // namespace gputile::codegen

#endif
