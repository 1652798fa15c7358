//===- Printer.h - isl syntax trees as C text -------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_CODEGEN_AST_PRINTER_H
#define GPUTILE_LIB_CODEGEN_AST_PRINTER_H

#include "CodeGen/Ast/ExprPrinter.h"
#include "CodeGen/Ast/TextWriter.h"

#include "gputile/Support/Isl.h"

#include <functional>
#include <map>
#include <set>
#include <string>

namespace gputile::codegen {

class NodePrinter;

/// A loop whose iterator's values are distributed cyclically over threads, whatever the first one
/// is: a thread runs those that are congruent to `first` (0 <= first < count) modulo `count`.
struct LoopShare {
  ExprText first; ///< An operand of +.
  long count;
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

  /// From now on the compiler is to unroll loops with constant bounds: all over \p iterators, of
  /// others those with at most \p trips iterations.
  void unroll(const std::vector<std::string> &iterators, long trips) {
    Unrolled.insert(iterators.begin(), iterators.end());
    UnrolledTrips = trips;
  }

  /// From now on the compiler is to unroll loops without others inside, and of lengths that are not
  /// known: \p statements stand in their bodies then.
  void unrollInnermost(long statements) { StatementsUnrolled = statements; }

  /// From now on what a condition has in common for all iterations of loops around it is computed
  /// in front of them, in variables \p names, while there are names left.
  void hoistConditions(const std::vector<std::string> &names) {
    ConditionNames.assign(names.rbegin(), names.rend());
  }

  /// Prints \p expr for use in the writer's text.
  std::string expr(const isl::ast_expr &expr, Precedence place = Precedence::Lowest);
  std::string term(const isl::ast_expr &expr) { return this->expr(expr, Precedence::Sum); }
  std::string factor(const isl::ast_expr &expr) { return this->expr(expr, Precedence::Product); }
  /// Prints what follows "if": see hoistConditions.
  std::string condition(const isl::ast_expr &condition);
  TextWriter &writer() { return Writer; }
  ExprPrinter &exprs() { return Exprs; }
  const std::string &type() const { return Type; }

private:
  /// A loop, or the constant that a loop with one iteration is, around what is being printed.
  struct OpenLoop {
    std::string iterator;
    bool isLoop;
    /// Variables, and their values, that are to stand in front of it.
    std::vector<std::pair<std::string, std::string>> before;
  };

  std::string hoisted(OpenLoop &loop, const std::string &value);
  OpenLoop *outermostLoopWithout(const std::set<std::string> &variables);
  void closeLoop(size_t head);
  long timesUnrolled(const isl::ast_node &body) const;
  void printFor(isl_ast_node *node);
  void printShared(const std::string &iterator, const LoopShare &share, isl_ast_node *node);
  void openShared(const std::string &iterator, const LoopShare &share, isl_ast_node *node);
  std::string startOf(const LoopShare &share, const isl::ast_expr &init);
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
  std::set<std::string> Unrolled;
  long UnrolledTrips = 0;
  long StatementsUnrolled = 0; ///< Where 0, these loops stay as they are.
  std::vector<std::string> ConditionNames; ///< Those left, the next one last.
  std::vector<OpenLoop> Loops;             ///< The outermost first.
};

/// The number of iterations of a loop whose bounds are constants and whose
/// increment is one; 0 when it is anything else.
long constantTrips(isl_ast_node *loop);

/// Whether all loops in \p node over one of \p iterators have constant bounds.
bool haveConstantTrips(const isl::ast_node &node, const std::vector<std::string> &iterators);

/// Attaches \p text to the user node \p node.
isl::ast_node withLeaf(isl::ast_node node, LeafText text);

} // namespace gputile::codegen

#endif
