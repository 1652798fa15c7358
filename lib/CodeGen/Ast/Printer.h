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

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace gputile::codegen {

/// Lines of C text with indentation.
class TextWriter {
public:
  /// Writes one line; text with several lines keeps its own relative indentation.
  void line(const std::string &text);
  void open(const std::string &head); ///< "head {", indents.
  void close(const std::string &tail = ""); ///< "}" + tail.
  void append(const std::string &lines) { Text += lines; } ///< Finished lines.
  void indent() { ++Depth; }
  void outdent() { --Depth; }
  const std::string &text() const { return Text; }
  unsigned depth() const { return Depth; }
  explicit TextWriter(unsigned depth = 0) : Depth(depth) {}

private:
  std::string Text;
  unsigned Depth;
};

/// Which language the text is for.
enum class Dialect {
  Cuda, ///< May call the prelude's gpt_min, gpt_max, gpt_floord.
  C,    ///< Plain expressions, valid in C and C++.
};

/// Prints expressions. Identifiers go through a table, so that parameters can
/// be renamed or replaced by text.
class ExprPrinter {
public:
  explicit ExprPrinter(Dialect dialect = Dialect::Cuda) : TheDialect(dialect) {}

  /// Prints identifier \p id as \p text, an operand that needs no parentheses.
  void rename(const std::string &id, const std::string &text) { Names[id] = text; }
  /// How identifier \p id is printed.
  std::string name(const std::string &id) const;
  std::string print(const isl::ast_expr &expr) const { return print(expr.get(), 0); }
  /// As an operand of + or - or as a factor: in parentheses where needed.
  std::string printTerm(const isl::ast_expr &expr) const { return print(expr.get(), 5); }
  std::string printFactor(const isl::ast_expr &expr) const { return print(expr.get(), 6); }
  /// The least or greatest of \p values, which are C text.
  std::string extremum(const std::vector<std::string> &values, bool isMin) const;
  /// Where an identifier stood: as any operand.
  std::string printOperand(const isl::ast_expr &expr) const { return print(expr.get(), 7); }

private:
  std::string print(isl_ast_expr *expr, int outer) const;
  std::string printOperation(isl_ast_expr *expr, int outer) const;
  std::string argument(isl_ast_expr *expr, int index, int outer) const;
  std::string floorDivision(isl_ast_expr *expr) const;

  Dialect TheDialect;
  std::map<std::string, std::string> Names;
};

class NodePrinter;

/// A loop whose iterations are dealt out to threads: each starts at its own one,
/// number `first` (0 <= first < count), and goes on `count` iterations later.
struct LoopShare {
  std::string first; ///< C text, an operand of +.
  long count;
  bool unrolled = true; ///< Where each thread has a few iterations.
  /// The iterator's values are dealt out, whatever the first one is: a thread runs those
  /// that are congruent to `first` modulo `count`.
  bool byValue = false;
};

/// What stands at a leaf of an AST: printed when the printer arrives there, with
/// the loops around it known.
using LeafText = std::function<void(NodePrinter &)>;

/// Prints nodes and collects the bounds of all expressions it prints.
class NodePrinter {
public:
  /// \param type C type of iterators, e.g. "I".
  NodePrinter(TextWriter &writer, ExprPrinter &exprs, IndexBounds &bounds, std::string type)
      : Writer(writer), Exprs(exprs), Bounds(bounds), Type(std::move(type)) {}

  void print(const isl::ast_node &node);
  /// C text: whether a thread of \p share runs the iteration at \p value, which stands
  /// for it as a whole loop.
  std::string runs(const LoopShare &share, const isl::ast_expr &value);
  /// From now on loops over \p iterator are shared among threads; a count of one
  /// means that each thread runs them as they are.
  void share(const std::string &iterator, LoopShare share) { Shares[iterator] = std::move(share); }

  /// Prints \p expr for use inside a leaf.
  std::string expr(const isl::ast_expr &expr);
  std::string term(const isl::ast_expr &expr);
  std::string factor(const isl::ast_expr &expr);
  std::string operand(const isl::ast_expr &expr);
  TextWriter &writer() { return Writer; }
  ExprPrinter &exprs() { return Exprs; }
  IndexBounds &bounds() { return Bounds; }
  const std::string &type() const { return Type; }

private:
  void printFor(isl_ast_node *node);
  void printShared(const std::string &iterator, const LoopShare &share, isl_ast_node *node);
  void openShared(const std::string &iterator, const LoopShare &share, isl_ast_node *node);
  std::string startOf(const LoopShare &share, const isl::ast_expr &init, long by);
  void openPlain(const std::string &iterator, isl_ast_node *node);
  void printTested(const std::string &iterator, const LoopShare &share, isl_ast_node *node);
  void printDegenerate(const std::string &iterator, const isl::ast_expr &init,
                       const isl::ast_node &body);
  void printIf(isl_ast_node *node);
  void printBlock(isl_ast_node *node);
  void printUser(isl_ast_node *node);

  TextWriter &Writer;
  ExprPrinter &Exprs;
  IndexBounds &Bounds;
  std::string Type;
  std::map<std::string, LoopShare> Shares; ///< By iterator.
};

/// Prints `if (condition) { first } else { second }`, the bodies being text that
/// is indented one step deeper than \p writer; only one when they are equal.
void printChoice(TextWriter &writer, const std::string &condition, const std::string &first,
                 const std::string &second);

/// Attaches \p text to the user node \p node.
isl::ast_node withLeaf(isl::ast_node node, LeafText text);

/// True when \p expr is the integer constant \p value.
bool isConstant(const isl::ast_expr &expr, long value);

} // namespace gputile::codegen

#endif
