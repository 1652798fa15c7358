//===- ExprPrinter.h - isl expressions as C text ----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// Prints isl's expressions. isl's own printer relies on macros (min, floord) that
/// evaluate arguments twice and collide with users' names, and its floord
/// overflows early; this one prints calls of the prelude's functions.

#ifndef GPUTILE_LIB_CODEGEN_AST_EXPRPRINTER_H
#define GPUTILE_LIB_CODEGEN_AST_EXPRPRINTER_H

#include "CodeGen/Ast/TextWriter.h"

#include "gputile/Support/Isl.h"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace gputile::codegen {

/// Which language the text is for.
enum class Dialect {
  Cuda, ///< May call the prelude's gpt_min, gpt_max, gpt_floord.
  C,    ///< Plain expressions, valid in C and C++.
};

/// Binding strength of C operators, stronger is larger. As a place of an expression: what
/// its operator must have to stand there without parentheses.
enum class Precedence { Lowest, Choice, Or, And, Compare, Sum, Product, Unary };

/// The parts of `for (iterator = init; cond; iterator += inc)`.
struct LoopText {
  ExprText init, cond, inc;
};

/// Prints expressions and records how large all values get that they compute, parts of
/// expressions included. Identifiers go through a table, so that parameters can be renamed
/// or replaced by text.
class ExprPrinter {
public:
  explicit ExprPrinter(Dialect dialect = Dialect::Cuda) : TheDialect(dialect) {}

  /// From now on identifier \p id stands for \p value, an operand that needs no parentheses.
  /// Without a definition it is a parameter that is called so.
  void define(const std::string &id, const ExprText &value);
  /// From now on \p name is a variable with this bound.
  void declare(const std::string &name, Bound bound) {
    define(name, ExprText::variable(name, bound));
  }
  /// What identifier \p id stands for.
  ExprText value(const std::string &id) const;
  /// \p expr for a place where \p place is needed.
  ExprText print(const isl::ast_expr &expr, Precedence place = Precedence::Lowest);
  /// Declares \p iterator.
  LoopText printLoop(const std::string &iterator, const isl::ast_expr &init,
                     const isl::ast_expr &cond, const isl::ast_expr &inc);
  /// The least or greatest of \p values.
  ExprText extremum(const std::vector<ExprText> &values, bool isMin) const;
  /// \p a + \p b, both terms.
  ExprText sum(const ExprText &a, const ExprText &b);
  /// Records the bound of a value that is not of an isl expression.
  void record(Bound bound) { Bounds.add(bound); }
  /// Of all values recorded.
  Bound worst() const { return Bounds.worst(); }

private:
  /// The text that stands for an identifier, and the variables in it.
  struct Meaning {
    std::string text;
    std::set<std::string> uses;
  };
  using Uses = std::set<std::string>;

  std::string print(isl_ast_expr *expr, Precedence outer, Uses &uses) const;
  std::string printIdentifier(const std::string &id, Uses &uses) const;
  std::string printOperation(isl_ast_expr *expr, Precedence outer, Uses &uses) const;
  std::string argument(isl_ast_expr *expr, int index, Precedence outer, Uses &uses) const;
  std::string floorDivision(isl_ast_expr *expr, Uses &uses) const;
  std::string extremumOf(const std::vector<std::string> &values, bool isMin) const;

  Dialect TheDialect;
  std::map<std::string, Meaning> Meanings;
  IndexBounds Bounds;
};

/// True when \p expr is the integer constant \p value.
bool isConstant(const isl::ast_expr &expr, long value);

/// \p value as a number. Throws NumberTooLarge where 64 bits do not hold its digits without
/// the sign.
long numberOf(const isl::val &value);

} // namespace gputile::codegen

#endif
