//===- TileLoops.cpp - Loops over tiles of a size known at run time -------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/TileLoops.h"

#include "Frontend/AssignedVariable.h"
#include "Frontend/Extract/LocalGroups.h"
#include "Frontend/Extract/UseAfter.h"
#include "Frontend/Extract/VariableStep.h"
#include "Frontend/Inline/Inline.h"

#include <algorithm>

using namespace clang;

namespace gputile::frontend {

//===-- Syntax ----------------------------------------------------------------===//

/// Whether \p condition is `j < n` or `j <= n`: once it fails, it fails for all greater j.
static bool isUpperBound(const Expr *condition, const VarDecl *variable) {
  const auto *op = dyn_cast_or_null<BinaryOperator>(condition ? condition->IgnoreParenImpCasts() : nullptr);
  if (!op || !op->isRelationalOp())
    return false;
  const bool less = op->getOpcode() == BO_LT || op->getOpcode() == BO_LE;
  const Expr *low = less ? op->getLHS() : op->getRHS(), *high = less ? op->getRHS() : op->getLHS();
  return namedVariable(low->IgnoreParenImpCasts()) == variable && !mentions(high, variable);
}

/// The loop that \p stmt is or holds alone.
static const ForStmt *onlyLoop(const Stmt *stmt) {
  const auto *block = dyn_cast<CompoundStmt>(stmt);
  if (block && block->size() == 1)
    return onlyLoop(block->body_front());
  return dyn_cast<ForStmt>(stmt);
}

std::optional<TileLoop> tileLoopAt(ASTContext &ast, const ForStmt *loop) {
  LoopHeader header = headerOf(loop);
  const VarDecl *start = header.iterator;
  const auto step = isAlone(header) ? variableStep(ast, header) : std::nullopt;
  if (!step || step->down || mentions(step->size, start) || !onlyFirstValue(loop, header) ||
      !isUpperBound(loop->getCond(), start))
    return std::nullopt;
  TileLoop tile{{loop}, start, step->size->IgnoreParenImpCasts()};
  while (const ForStmt *inner = onlyLoop(tile.nest.back()->getBody())) {
    header = headerOf(inner);
    const Expr *first = isAlone(header) ? onlyFirstValue(inner, header) : nullptr;
    if (!first || header.iterator == start)
      return std::nullopt;
    tile.nest.push_back(inner);
    if (namedVariable(first->IgnoreParenImpCasts()) == start)
      return mentions(inner->getBody(), start) ? std::nullopt : std::optional(tile);
    for (const Stmt *part : {inner->getInit(), static_cast<const Stmt *>(inner->getCond()),
                             static_cast<const Stmt *>(inner->getInc())})
      if (!part || mentions(part, start))
        return std::nullopt;
  }
  return std::nullopt;
}

//===-- Domains ---------------------------------------------------------------===//

static isl::pw_aff valueOf(const ExtractState &state, const LoopLevel &level) {
  return isl::pw_aff::param_on_domain(state.universe(), isl::id(state.Isl, level.id));
}

[[noreturn]] static void refuseTiles(const ForStmt *loop, const std::string &what) {
  refuse(DiagId::LoopForm, headerOf(loop).step->getExprLoc(), {what});
}

static isl::set atLeast(const isl::pw_aff &value, long least) {
  return value.ge_set(value.domain().pw_aff_on_domain(isl::val(value.ctx(), least)));
}

Tiles enterTiles(ExtractState &state, const TileLoop &loop, const isl::set &outer) {
  const SourceLocation loc = loop.size->getExprLoc();
  AffineBuilder builder(state, outer);
  const auto size = builder.value(loop.size);
  if (!size)
    refuseTiles(loop.tiles(), "its step is not a constant");
  state.require(size->valid, outer, loc);
  const LoopShape shape = analyseLoop(state, loop.tiles(), StepKind::Tile);
  const LoopDomain domain = enterLoop(state, shape, firstValue(state, shape, outer), outer);
  state.Loops.pop_back();
  state.require(atLeast(size->value, 1), domain.iterations, loc);
  const isl::pw_aff next = valueOf(state, domain.level).add(size->value);
  state.require(typeRange(state.Ast, next, loop.start->getType()), domain.iterations, loc);
  return {loop, domain.level, domain.iterations, size->value};
}

/// \p set with the level \p to in the place of \p from.
static isl::set renamed(const isl::set &set, const LoopLevel &from, const LoopLevel &to) {
  const int at = isl_set_find_dim_by_name(set.get(), isl_dim_param, from.id.c_str());
  return at < 0 ? set
                : isl::manage(isl_set_set_dim_name(set.copy(), isl_dim_param,
                                                   static_cast<unsigned>(at), to.id.c_str()));
}

LoopDomain enterElements(ExtractState &state, const Tiles &tiles, const LoopShape &shape,
                         const isl::set &outer) {
  const ForStmt *loop = tiles.loop.tiles();
  if (shape.step != 1 || !state.Ast.hasSameUnqualifiedType(shape.iterator->getType(), tiles.loop.start->getType()))
    refuseTiles(loop, "its step is not a constant");
  const isl::set around = outer.intersect(tiles.range);
  const isl::pw_aff start = valueOf(state, tiles.level);
  state.Loops.push_back(tiles.level);
  const LoopDomain tile = enterLoop(state, shape, {start, state.universe()}, around);
  state.Loops.erase(state.Loops.end() - 2, state.Loops.end());

  const isl::set all = renamed(tiles.range, tiles.level, tile.level);
  const isl::pw_aff element = valueOf(state, tile.level);
  const isl::set wanted =
      around.intersect(all).intersect(element.ge_set(start)).intersect(element.lt_set(start.add(tiles.size)));
  const isl::set known = state.TheScop.guard.intersect(state.typeRanges()).intersect(atLeast(tiles.size, 1));
  if (!tile.iterations.intersect(known).is_equal(wanted.intersect(known)))
    refuseTiles(loop, "its step is not a constant, and the loop over '" + shape.iterator->getName().str() +
                          "' does not divide what it runs over into tiles");
  state.Loops.push_back(tile.level);
  return {tile.level, outer.intersect(all).coalesce(), isl::set::empty(all.space())};
}

void refuseIfRead(ExtractState &state, const TileLoop &loop, const VarDecl *variable) {
  const Stmt *original = state.Inlined.originalOf(loop.tiles());
  if (!state.Facts.declared.count(variable) && mayBeReadBehind(state, original, variable))
    refuseTiles(loop.tiles(), "its step is not a constant, and '" + variable->getName().str() +
                                  "' may be read behind it");
}

//===-- Order -----------------------------------------------------------------===//

/// "i2 < j2", where dimension 2 counts down "i2 > j2": i comes first, or \p later than j.
static std::string compared(const PlacedStatement &placed, size_t d, bool later) {
  const std::string n = std::to_string(d);
  return "i" + n + (later == placed.countsDown[d] ? " < " : " > ") + "j" + n;
}

/// "S[i0, i1]"
static std::string tupleText(const Statement &statement, const std::string &prefix) {
  std::string text;
  for (size_t d = 0; d < statement.iterators.size(); ++d)
    text += (d == 0 ? "" : ", ") + prefix + std::to_string(d);
  return statement.name + "[" + text + "]";
}

/// { S[i] -> T[j] }: S[i] comes first in the order of the dimensions, and may run behind T[j].
static isl::map reordered(const ExtractState &state, const PlacedStatement &a,
                          const PlacedStatement &b, const TiledDimensions &tiled) {
  std::string same = "true", first = "false", behind = "false";
  for (size_t d = 0; d < tiled.begin; ++d)
    same += " and i" + std::to_string(d) + " = j" + std::to_string(d);
  std::string before = same;
  for (size_t d = tiled.begin; d < tiled.end; ++d) {
    first += " or (" + before + " and " + compared(a, d, false) + ")";
    behind += " or " + compared(a, d, true);
    before += " and i" + std::to_string(d) + " = j" + std::to_string(d);
  }
  return isl::map(state.Isl, "{ " + tupleText(a.statement, "i") + " -> " + tupleText(b.statement, "j") +
                                 " : (" + first + ") and (" + behind + ") }");
}

/// Whether each iteration of \p loop has an \p array of its own: a variable declared in its body.
static bool isLocal(const ExtractState &state, const Array &array, const ForStmt *loop) {
  const SourceManager &sources = state.Ast.getSourceManager();
  const SourceLocation loc = SourceLocation::getFromRawEncoding(array.loc.raw);
  const Stmt *body = loop->getBody();
  return array.storage == ArrayStorage::Private && loc.isValid() &&
         !sources.isBeforeInTranslationUnit(loc, body->getBeginLoc()) &&
         !sources.isBeforeInTranslationUnit(body->getEndLoc(), loc);
}

void refuseReordered(const ExtractState &state, size_t first, const TiledDimensions &tiled,
                     const TileLoop &loop) {
  if (tiled.end - tiled.begin < 2)
    return;
  for (size_t s = first; s < state.Statements.size(); ++s)
    for (size_t t = first; t < state.Statements.size(); ++t) {
      const PlacedStatement &a = state.Statements[s], &b = state.Statements[t];
      const isl::map pairs = reordered(state, a, b, tiled);
      for (const Access &x : a.statement.accesses)
        for (const Access &y : b.statement.accesses) {
          const unsigned array = a.statement.references[x.reference].array;
          if (array != b.statement.references[y.reference].array ||
              isLocal(state, state.TheScop.arrays[array], loop.elements()) || (x.kind == AccessKind::Read && y.kind == AccessKind::Read) ||
              x.relation.apply_range(y.relation.reverse()).intersect(pairs).is_empty())
            continue;
          refuseTiles(loop.tiles(), "its step is not a constant, and the order of its tiles matters for '" +
                                        state.TheScop.arrays[array].sourceName + "'");
        }
    }
}

} // namespace gputile::frontend
