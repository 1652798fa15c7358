//===- PointerMoves.h - How a loop hands pointers on ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_POINTERMOVES_H
#define GPUTILE_LIB_FRONTEND_INLINE_POINTERMOVES_H

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"
#include "llvm/ADT/FoldingSet.h"

#include <map>
#include <optional>
#include <set>
#include <utility>
#include <vector>

namespace gputile::frontend {

/// What a loop hands on.
enum class Moved {
  Pointers, ///< And containers of the library.
  Integers, ///< Local variables: which of the planes of an array is the next one.
};

/// Pointers that get values of others, and containers of the library that exchange their elements,
/// as lvalues, by number. Or integers, and `1 - k` where that is what k becomes.
class MovedPointers {
public:
  MovedPointers(const clang::ASTContext &ast, Moved kind) : Kind(kind), Ast(ast) {}
  const Moved Kind;

  /// The number of \p place: `p`, `s.p`, `g->s.p`, `this->p`. None where it is none.
  std::optional<unsigned> find(const clang::Expr *place) const;
  /// The same; \p place becomes one, where it may.
  std::optional<unsigned> add(const clang::Expr *place);
  /// The number of \p value, which is the difference of a constant and integer number \p of.
  unsigned addDifference(unsigned of, const clang::Expr *value);
  /// By integer of which there is one: its difference.
  const std::map<unsigned, unsigned> &differences() const { return Differences; }
  /// Integers whose differences stand for what is the same only where they are 0 or 1: `!k`.
  const std::set<unsigned> &bits() const { return Bits; }
  void addBit(unsigned integer) { Bits.insert(integer); }
  const clang::Expr *at(unsigned pointer) const { return Places[pointer]; }
  unsigned size() const { return static_cast<unsigned>(Places.size()); }

private:
  const clang::ASTContext &Ast;
  std::vector<const clang::Expr *> Places;
  std::map<llvm::FoldingSetNodeID, unsigned> Numbers;
  std::map<unsigned, unsigned> Differences;
  std::set<unsigned> Bits;
};

/// What a part of the body of a loop does: \p item is executed, or pointers get values of others.
struct PointerStep {
  const clang::Stmt *item = nullptr;
  std::vector<std::pair<unsigned, unsigned>> moves; ///< Target and source, all at once.
};

/// By pointer: the one whose value from some time before it has.
using PointerValues = std::vector<unsigned>;

/// The body of a loop.
struct PointerMoves {
  MovedPointers pointers;
  std::vector<PointerStep> steps; ///< In order. Blocks that move pointers are taken apart.

  /// Makes \p values those behind \p step, of which they are those in front of it. Differences
  /// follow their integers. \returns false where one of those gets a value that is neither its own
  /// nor the difference
  bool apply(const PointerStep &step, PointerValues &values) const;
};

PointerMoves pointerMovesIn(clang::ASTContext &ast, const clang::Stmt *body, Moved kind);

/// The constant in \p value, which is the difference of it and an integer; null for other values.
const clang::Expr *minuend(const clang::Expr *value);

/// How the iterations of a loop change pointers.
struct IterationTurns {
  PointerValues iteration; ///< What one iteration does.
  std::vector<bool> live;  ///< By pointer: an iteration reads the value from before it.
  size_t count = 1;        ///< The iterations behind which those that are read stand as before.

  /// The values behind \p iterations, of those before the first one.
  PointerValues after(size_t iterations) const;
};

/// None where an iteration changes no pointer that is read from one before, where it hands on more
/// than their values, and for more than \p most iterations.
std::optional<IterationTurns> turnsOf(const PointerMoves &moves, size_t most);

} // namespace gputile::frontend

#endif
