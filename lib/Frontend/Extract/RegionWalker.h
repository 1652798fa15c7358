//===- RegionWalker.h - The walk over a region ------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Walks loops, conditions and blocks in execution order and builds a Statement
/// for everything that is executed.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_REGIONWALKER_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_REGIONWALKER_H

#include "Frontend/Extract/ArrayTable.h"
#include "Frontend/Extract/DeviceFunctions.h"
#include "Frontend/Extract/TileLoops.h"

namespace gputile::frontend {

class StatementBuilder;
class InspectionBuilder;

/// Walks over a region's loops and branches and makes its statements.
class RegionWalker {
public:
  explicit RegionWalker(ExtractState &state)
      : State(state), Flat(state), Arrays(state, Flat), Functions(state) {}

  /// Walks the whole region.
  void run();
  ArrayTable &arrays() { return Arrays; }

private:
  using Statements = std::vector<const clang::Stmt *>;

  ExtractState &State;
  Delinearisation Flat;
  ArrayTable Arrays;
  DeviceFunctions Functions;
  unsigned WalkedLoops = 0; ///< Loops that became dimensions so far.
  unsigned TextLoops = 0;   ///< Loops that became text of statements so far.
  std::vector<Tiles> OpenTiles; ///< Loops over tiles whose elements are still to come.
  TiledDimensions Tiled{0, 0};  ///< Of the loops over tiles around the walk that nothing else separates.
  std::set<const clang::ForStmt *> InTiles; ///< Loops over elements, and those between them and their tiles.

  /// What the walk has made, as far as it can be taken back.
  struct Progress {
    size_t statements, inspections, exits;
    decltype(ExtractState::PrivateLocals) privateLocals;
    decltype(ExtractState::CertainElements) certain, uncertain;
    ScalarValues::Values values;
    size_t culprits;
  };
  Progress progress() const;
  void goBackTo(const Progress &progress);

  void walk(const clang::Stmt *stmt, WalkPoint &point);
  void walkSequence(const Statements &items, WalkPoint &point);
  void walkDeclaration(const clang::DeclStmt *declaration, WalkPoint &point);
  void walkFor(const clang::ForStmt *loop, WalkPoint &point);
  void walkBody(const clang::ForStmt *loop, const std::vector<const clang::Expr *> &after,
                const WalkPoint &point);
  void walkInText(const clang::Stmt *loop, WalkPoint &point, const Refusal &refusal);
  void noteExit(const struct LoopShape &shape, const struct LoopDomain &domain,
                const WalkPoint &point);
  void walkTiles(const TileLoop &tiles, WalkPoint &point);
  void walkTileNest(const TileLoop &tiles, WalkPoint &point);
  struct EnteredLoop;
  EnteredLoop enter(const clang::ForStmt *loop, WalkPoint &point);
  bool isElements(const clang::ForStmt *loop) const;
  LoopDomain enterElementsAt(const LoopShape &shape, const WalkPoint &point);
  void leaveLoop(const EnteredLoop &loop);
  static std::optional<isl::pw_aff> iterationsOf(const EnteredLoop &loop);
  void walkIf(const clang::IfStmt *branch, WalkPoint &point);
  void walkAffineIf(const clang::IfStmt *branch, const isl::set &holds, const isl::set &then, const isl::set &otherwise,
                    WalkPoint &point);
  void walkDataIf(const clang::IfStmt *branch, WalkPoint &point);
  void walkSimple(const clang::Stmt *stmt, WalkPoint &point);
  void walkGroup(const Statements &group, const std::vector<const clang::VarDecl *> &temporaries,
                 WalkPoint &point);
  void inspect(const StatementBuilder &built, const ScalarValues::Values &before,
               const Statements &items, const WalkPoint &point,
               llvm::function_ref<void(InspectionBuilder &)> print);
  template <typename Print>
  void build(const Statements &items, WalkPoint &point, Print print);
  void finish(StatementBuilder &builder, WalkPoint &point);
  size_t groupEnd(const Statements &items, size_t begin, size_t end, const WalkPoint &point);
  struct TemporaryRange tiedRange(const Statements &items, size_t begin, size_t end,
                                  const WalkPoint &point);
  struct TemporaryRange group(const Statements &items, size_t begin, const WalkPoint &point);
};

} // namespace gputile::frontend

#endif
