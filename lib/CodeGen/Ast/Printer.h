//===- Printer.h - isl syntax trees as C text -------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// Prints isl's AST. isl's own printer relies on macros (min, floord) that
/// evaluate arguments twice and collide with users' names, and its floord
/// overflows early; this one prints calls of the prelude's functions.

#ifndef GPUTILE_LIB_CODEGEN_AST_PRINTER_H
#define GPUTILE_LIB_CODEGEN_AST_PRINTER_H

#include "CodeGen/Ast/IndexBounds.h"

#include "gputile/Support/Isl.h"

#include <concepts>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace gputile::codegen {

/// An expression as C text, with what is known where it is printed.
struct ExprText {
  std::string text;
  Bound bound;                ///< Of its value.
  std::set<std::string> uses; ///< The variables that it names.

  /// Variable \p name.
  static ExprText variable(const std::string &name, Bound bound) { return {name, bound, {name}}; }
  bool isVariable() const { return uses.size() == 1 && *uses.begin() == text; }
};

/// Lines of C text with indentation, and the variables that they name. Lines are made of
/// pieces: text, numbers, and expressions, whose variables are recorded.
class TextWriter {
public:
  /// Writes one line; text with several lines keeps its own relative indentation.
  template <typename... Pieces> void line(const Pieces &...pieces) {
    writeLines(joined(pieces...));
  }
  template <typename... Pieces> void open(const Pieces &...head) { ///< "head {", indents.
    openBlock(joined(head...));
  }
  void close(const std::string &tail = ""); ///< "}" + tail.
  void append(const TextWriter &finished);  ///< Its lines as they are.
  void indent() { ++Depth; }
  void outdent() { --Depth; }
  const std::string &text() const { return Text; }
  unsigned depth() const { return Depth; }
  explicit TextWriter(unsigned depth = 0) : Depth(depth) {}

  /// Records that the text names \p variable, and returns it.
  const std::string &use(const std::string &variable) { return *Uses.insert(variable).first; }
  /// Records the variables of \p expr, and returns its text.
  const std::string &use(const ExprText &expr);
  /// Whether the text names \p variable.
  bool uses(const std::string &variable) const { return Uses.count(variable) > 0; }

private:
  template <typename... Pieces> std::string joined(const Pieces &...pieces) {
    std::string text;
    (add(text, pieces), ...);
    return text;
  }
  static void add(std::string &text, std::string_view piece) { text += piece; }
  static void add(std::string &text, char character) { text += character; }
  template <std::integral Number> static void add(std::string &text, Number number) {
    text += std::to_string(number);
  }
  void add(std::string &text, const ExprText &expr) { text += use(expr); }
  void writeLines(const std::string &text);
  void openBlock(const std::string &head);

  std::string Text;
  unsigned Depth;
  std::set<std::string> Uses;
};

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

class NodePrinter;

/// A loop whose iterations are dealt out to threads: each starts at its own one,
/// number `first` (0 <= first < count), and goes on `count` iterations later.
struct LoopShare {
  ExprText first; ///< An operand of +.
  long count;
  bool unrolled = true; ///< Where each thread has a few iterations.
  /// The iterator's values are dealt out, whatever the first one is: a thread runs those
  /// that are congruent to `first` modulo `count`.
  bool byValue = false;
};

/// What stands at a leaf of an AST: printed when the printer arrives there, with
/// the loops around it known.
using LeafText = std::function<void(NodePrinter &)>;

/// Prints nodes.
class NodePrinter {
public:
  /// \param type C type of iterators, e.g. "I".
  NodePrinter(TextWriter &writer, ExprPrinter &exprs, std::string type)
      : Writer(writer), Exprs(exprs), Type(std::move(type)) {}

  void print(const isl::ast_node &node);
  /// C text: whether a thread of \p share runs the iteration at \p value, which stands
  /// for it as a whole loop.
  std::string runs(const LoopShare &share, const isl::ast_expr &value);
  /// From now on loops over \p iterator are shared among threads; a count of one
  /// means that each thread runs them as they are.
  void share(const std::string &iterator, LoopShare share) { Shares[iterator] = std::move(share); }

  /// Prints \p expr for use in the writer's text.
  std::string expr(const isl::ast_expr &expr, Precedence place = Precedence::Lowest);
  std::string term(const isl::ast_expr &expr) { return this->expr(expr, Precedence::Sum); }
  std::string factor(const isl::ast_expr &expr) { return this->expr(expr, Precedence::Product); }
  TextWriter &writer() { return Writer; }
  ExprPrinter &exprs() { return Exprs; }
  const std::string &type() const { return Type; }

private:
  void printFor(isl_ast_node *node);
  void printShared(const std::string &iterator, const LoopShare &share, isl_ast_node *node);
  void openShared(const std::string &iterator, const LoopShare &share, isl_ast_node *node);
  std::string startOf(const LoopShare &share, const isl::ast_expr &init, long by);
  std::string firstValue(const LoopShare &share, const isl::ast_expr &low);
  void openPlain(const std::string &iterator, isl_ast_node *node);
  void printTested(const std::string &iterator, const LoopShare &share, isl_ast_node *node);
  void printDegenerate(const std::string &iterator, const isl::ast_expr &init,
                       const isl::ast_node &body);
  void printIf(isl_ast_node *node);
  void printBlock(isl_ast_node *node);
  void printUser(isl_ast_node *node);

  TextWriter &Writer;
  ExprPrinter &Exprs;
  std::string Type;
  std::map<std::string, LoopShare> Shares; ///< By iterator.
};

/// Prints `if (condition) { first } else { second }`, the bodies being one step deeper than
/// \p writer; only one when they are equal.
void printChoice(TextWriter &writer, const ExprText &condition, const TextWriter &first,
                 const TextWriter &second);

/// Attaches \p text to the user node \p node.
isl::ast_node withLeaf(isl::ast_node node, LeafText text);

/// True when \p expr is the integer constant \p value.
bool isConstant(const isl::ast_expr &expr, long value);

} // namespace gputile::codegen

#endif
