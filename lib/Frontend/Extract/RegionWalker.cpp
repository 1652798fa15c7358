//===- RegionWalker.cpp - The walk over a region --------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/RegionWalker.h"

#include "Frontend/Describe.h"
#include "Frontend/Extract/BranchValues.h"
#include "Frontend/Extract/Continue.h"
#include "Frontend/Extract/EarlyEnds.h"
#include "Frontend/Extract/Inductions.h"
#include "Frontend/Extract/InspectionBuilder.h"
#include "Frontend/Extract/LocalGroups.h"
#include "Frontend/Extract/OpenMPLoop.h"
#include "Frontend/Extract/Parts.h"
#include "Frontend/Extract/PointerExits.h"
#include "Frontend/Extract/StatementBuilder.h"
#include "Frontend/Extract/TemporaryRanges.h"
#include "Frontend/Extract/Updates.h"

#include "gputile/Frontend/StatementText.h"

using namespace clang;

namespace gputile::frontend {

void RegionWalker::run() {
  for (const Stmt *directive = State.Region.directive;
       directive && directive != State.Region.statement; directive = directedStatement(*directive))
    checkDirective(State, directive);
  WalkPoint root{State.universe(), {}, {0}, {}};
  walk(State.Inlined.statement, root);
}

/// Loop hints and branch weights change nothing; other attributes may.
static bool isHarmless(const AttributedStmt *stmt) {
  for (const Attr *attr : stmt->getAttrs())
    if (!isa<LoopHintAttr, LikelyAttr, UnlikelyAttr>(attr))
      return false;
  return true;
}

void RegionWalker::walk(const Stmt *stmt, WalkPoint &point) {
  if (isa<NullStmt>(stmt) || !State.canRun(point.domain))
    return;
  State.DataConditions = point.conditions.size();
  if (const auto *attributed = dyn_cast<AttributedStmt>(stmt); attributed && isHarmless(attributed))
    return walk(attributed->getSubStmt(), point);
  if (const auto *label = dyn_cast<LabelStmt>(stmt); label && isUnused(label))
    return walk(label->getSubStmt(), point);
  if (const auto *block = dyn_cast<CompoundStmt>(stmt))
    return State.handle(block, [&] {
      walkSequence(Statements(block->body_begin(), block->body_end()), point);
    });
  if (const auto *loop = dyn_cast<ForStmt>(stmt))
    return walkFor(loop, point);
  if (const auto *branch = dyn_cast<IfStmt>(stmt))
    return walkIf(branch, point);
  if (const auto *declaration = dyn_cast<DeclStmt>(stmt))
    return walkDeclaration(declaration, point);
  if (isa<Expr, SwitchStmt>(stmt))
    return walkSimple(stmt, point);
  if (isa<WhileStmt, DoStmt>(stmt))
    return walkInText(stmt, point, *State.attempt([&] { refuseStatement(stmt); }));
  if (const Stmt *loop = directedStatement(*stmt)) {
    checkDirective(State, stmt);
    return walk(loop, point);
  }
  refuseStatement(stmt);
}

//===-- Blocks and locals -------------------------------------------------------===//

/// Whether \p items declare a pointer, behind \p begin, whose first value \p variable has a part in: accesses through
/// the pointer depend on it, where nothing mentions it.
static bool movesPointer(const std::vector<const Stmt *> &items, size_t begin, const VarDecl *variable) {
  return llvm::any_of(llvm::drop_begin(items, begin + 1), [&](const Stmt *item) {
    const auto *declared = dyn_cast<DeclStmt>(item);
    return declared && llvm::any_of(declared->decls(), [&](const Decl *decl) {
             const auto *pointer = dyn_cast<VarDecl>(decl);
             return pointer && pointer->getType()->isPointerType() && pointer->getInit() &&
                    anyPart(pointer->getInit(), [&](const Stmt *part) {
                      const auto *ref = dyn_cast<DeclRefExpr>(part);
                      return ref && ref->getDecl() == variable;
                    });
           });
  });
}

/// Finds the end (exclusive) of the run of statements, from \p begin to at least \p end, that
/// locals tie together. Locals that live across a loop tie nothing: they become
/// Private. Returns \p end when there is nothing to tie.
size_t RegionWalker::groupEnd(const Statements &items, size_t begin, size_t end,
                              const WalkPoint &point) {
  for (size_t k = begin; k < items.size() && (k == begin || k < end); ++k) {
    const auto *declaration = dyn_cast<DeclStmt>(items[k]);
    if (!declaration)
      continue;
    for (const Decl *decl : declaration->decls()) {
      const auto *variable = dyn_cast<VarDecl>(decl);
      if (!variable || State.Scalars.follows(variable) ||
          registerAffineLocal(State, variable, point.domain) ||
          registerDerivedPointer(State, variable) ||
          State.Facts.iterators.count(variable))
        continue;
      size_t last = lastUse(items, k, variable);
      // Text of CUDA has no arrays of variable length.
      bool crosses = variable->getType()->isVariableArrayType();
      for (size_t inner = k; inner <= last; ++inner)
        crosses = crosses || containsLoop(items[inner]);
      if ((crosses || movesPointer(items, k, variable)) && registerLoadedLocal(State, variable))
        continue;
      if (crosses)
        State.PrivateLocals.emplace(variable, point.conditions.size());
      else
        end = std::max(end, last + 1);
    }
  }
  return end;
}

/// The end of the run of simple statements that begins at \p begin.
static size_t endOfRun(const std::vector<const Stmt *> &items, size_t begin) {
  size_t end = begin;
  while (end < items.size() && isa<Expr>(items[end]))
    ++end;
  return end;
}

/// The statements from \p begin to at least \p end that locals and temporaries tie together.
TemporaryRange RegionWalker::tiedRange(const Statements &items, size_t begin, size_t end,
                                       const WalkPoint &point) {
  TemporaryRange range{end, {}};
  do {
    end = range.end;
    range = temporariesFrom(State, items, begin, end);
    range.end = groupEnd(items, begin, range.end, point);
  } while (end != range.end);
  return range;
}

/// As many simple statements become one even without temporaries: analyses take time that
/// grows with the square of the number of statements.
static constexpr size_t ManyStatements = 4;

/// The statements from \p begin on that become one: those that locals tie together, and where
/// that keeps no loop from being parallel those that temporaries tie, with their neighbours,
/// and many simple ones.
TemporaryRange RegionWalker::group(const Statements &items, size_t begin, const WalkPoint &point) {
  const size_t declared = groupEnd(items, begin, begin, point);
  std::vector<size_t> ends{std::max(declared, begin + 1)};
  if (begin == 0 || !isa<Expr>(items[begin - 1]))
    ends.insert(ends.begin(), std::max(declared, endOfRun(items, begin)));
  for (size_t end : ends) {
    TemporaryRange range = tiedRange(items, begin, end, point);
    const auto tied = llvm::ArrayRef(items).slice(begin, range.end - begin);
    const auto before = llvm::ArrayRef(items).take_front(begin);
    const bool ties = range.end > declared;
    if ((!range.variables.empty() || tied.size() >= ManyStatements) &&
        llvm::none_of(tied, containsLoop) &&
        (!ties || mayBeOneStatement(State, before, tied, range.variables)))
      return range;
  }
  return {declared, {}};
}

void RegionWalker::walkSequence(const Statements &items, WalkPoint &point) {
  for (size_t k = 0; k < items.size();) {
    State.DataConditions = point.conditions.size();
    TemporaryRange range = group(items, k, point);
    if (range.end == k) {
      State.step([&] { walk(items[k], point); });
      ++k;
      continue;
    }
    walkGroup(Statements(items.begin() + static_cast<long>(k),
                         items.begin() + static_cast<long>(range.end)),
              range.variables, point);
    k = range.end;
  }
}

void RegionWalker::finish(StatementBuilder &builder, WalkPoint &point) {
  if (builder.finish() || builder.assigns())
    ++point.positions.back();
}

/// Makes what finds the gathers of \p built before the region.
/// \param before the values of followed variables before it
/// \param print prints \p items
void RegionWalker::inspect(const StatementBuilder &built, const ScalarValues::Values &before,
                           const Statements &items, const WalkPoint &point,
                           llvm::function_ref<void(InspectionBuilder &)> print) {
  std::set<const Expr *> reads;
  for (const StatementBuilder::Gather &gather : built.gathers())
    reads.insert(gather.read);
  const Refusal &refusal = built.gathers().front().refusal;
  const Slice slice(items, std::move(reads));
  const ScalarValues::Values after = State.Scalars.current();
  const size_t exits = State.Exits.size();
  State.Scalars.restore(before);
  InspectionBuilder builder(State, Functions, Arrays, point, items.front()->getBeginLoc(), slice);
  const auto failed = State.attempt([&] {
    print(builder);
    builder.finishInspection(refusal);
  });
  State.Scalars.restore(after);
  State.Exits.erase(State.Exits.begin() + static_cast<long>(exits), State.Exits.end());
  if (failed)
    throw RefusalError{refusal};
}

/// Makes the statement that \p print, called with a builder, prints for \p items; \p print
/// returns whether it could.
template <typename Print>
void RegionWalker::build(const Statements &items, WalkPoint &point, Print print) {
  const ScalarValues::Values before = State.Scalars.current();
  StatementBuilder builder(State, Functions, Arrays, point, items.front()->getBeginLoc());
  if (!print(builder))
    return;
  if (!builder.gathers().empty())
    inspect(builder, before, items, point,
            [&](InspectionBuilder &inspection) { print(inspection); });
  finish(builder, point);
}

void RegionWalker::walkGroup(const Statements &group,
                             const std::vector<const VarDecl *> &temporaries, WalkPoint &point) {
  build(group, point, [&](StatementBuilder &builder) {
    builder.useOtherwise(usedBesideUpdates(State.Ast, group));
    builder.open();
    for (const VarDecl *variable : temporaries)
      builder.declare(variable);
    bool good = true;
    for (const Stmt *stmt : group) {
      good &= State.step([&] { builder.statement(stmt); });
      builder.space();
    }
    builder.close();
    return good;
  });
}

void RegionWalker::walkSimple(const Stmt *stmt, WalkPoint &point) {
  build({stmt}, point, [&](StatementBuilder &builder) {
    builder.statement(stmt);
    return true;
  });
}

void RegionWalker::walkDeclaration(const DeclStmt *declaration, WalkPoint &point) {
  for (const Decl *decl : declaration->decls()) {
    const auto *variable = dyn_cast<VarDecl>(decl);
    if (!variable) {
      if (!isa<TypedefNameDecl, TagDecl, EmptyDecl, StaticAssertDecl>(decl))
        refuseStatement(declaration);
      continue;
    }
    if (!variable->getInit() && State.Facts.iterators.count(variable))
      continue;
    const ScalarValues::Values before = State.Scalars.current();
    StatementBuilder builder(State, Functions, Arrays, point, variable->getLocation());
    builder.local(variable);
    if (!builder.gathers().empty())
      inspect(builder, before, {variable->getInit()}, point,
              [&](InspectionBuilder &inspection) { inspection.noteValue(variable->getInit()); });
    finish(builder, point);
  }
}

//===-- Loops -------------------------------------------------------------------===//

void RegionWalker::noteExit(const LoopShape &shape, const LoopDomain &domain,
                            const WalkPoint &point) {
  if (State.Facts.declared.count(shape.iterator))
    return;
  isl::pw_aff iterator =
      isl::pw_aff::param_on_domain(State.universe(), isl::id(State.Isl, domain.level.id));
  isl::pw_aff exit = isl::pw_aff::param_on_domain(State.universe(), isl::id(State.Isl, ExitId));
  isl::set value = domain.exit.intersect(exit.eq_set(iterator)).project_out_param(domain.level.id);
  State.Exits.push_back({shape.iterator, value, point.loops, point.positions,
                         shape.loop->getForLoc(), !point.conditions.empty(), State.universe()});
}

static isl::pw_aff iteratorOf(const ExtractState &state, const LoopLevel &level) {
  return isl::pw_aff::param_on_domain(state.universe(), isl::id(state.Isl, level.id));
}

static void registerLocals(ExtractState &state, const LoopShape &shape, const isl::set &outer) {
  for (const VarDecl *other : shape.otherLocals)
    if (!registerAffineLocal(state, other, outer))
      refuse(DiagId::LoopForm, other->getLocation(),
             {"'" + other->getName().str() + "' changes or has no affine value"});
}

/// What iterations of \p loop assign.
static ScalarValues::Variables assignedInIterations(const ForStmt *loop) {
  ScalarValues::Variables all;
  for (const Stmt *part : {static_cast<const Stmt *>(loop->getCond()),
                           static_cast<const Stmt *>(loop->getInc()), loop->getBody()})
    if (part)
      all.merge(assignedIn(part));
  return all;
}

/// Lets the guard exclude parameters for which \p loop, that stands for a do loop, has no iteration
/// at some point of \p outer: the original one has.
static void excludeIdle(ExtractState &state, const LoopDomain &domain, const isl::set &outer,
                        const ForStmt *loop) {
  const isl::set known = state.possible(outer);
  const isl::set idle = known.subtract(domain.iterations.project_out_param(domain.level.id));
  if (!state.exclude(idle, known))
    refuse(DiagId::LoopForm, loop->getForLoc(),
           {"it is a 'do' loop whose condition does not hold in front of it"});
}

/// A loop at a point of the walk.
struct RegionWalker::EnteredLoop {
  LoopShape shape;
  std::vector<const Expr *> after; ///< Behind the body of each iteration.
  Affine lower;
  LoopDomain domain;
  LoopInductions inductions;
};

/// Walks what runs in front of \p loop, and enters it. Leaves the loop's level on State.Loops.
RegionWalker::EnteredLoop RegionWalker::enter(const ForStmt *loop, WalkPoint &point) {
  const LoopHeader header = headerOf(loop);
  const LoopShape shape = analyseLoop(State, loop);
  const bool inTiles = isElements(loop);
  for (const Expr *part : header.before)
    walk(part, point);
  registerLocals(State, shape, point.domain);
  // Tiles cover what they cover from the first one on: nothing asks where that is.
  const Affine lower = inTiles ? Affine{State.universe().pw_aff_on_domain(0), State.universe()}
                               : firstValue(State, shape, point.domain);
  LoopInductions inductions(State, loop, point.domain);
  State.Scalars.forget(assignedInIterations(loop)); // What the iteration before has left.
  if (inTiles)
    return {shape, header.after, lower, enterElementsAt(shape, point), std::move(inductions)};
  const LoopDomain domain = enterLoop(State, shape, lower, point.domain);
  if (State.Inlined.runsOnce(loop))
    excludeIdle(State, domain, point.domain, loop);
  inductions.assign(shape, lower.value, iteratorOf(State, domain.level));
  return {shape, header.after, lower, domain, std::move(inductions)};
}

/// The values of followed variables behind the loop.
void RegionWalker::leaveLoop(const EnteredLoop &loop) {
  const auto last = exitValue(loop.domain);
  if (!last)
    return;
  loop.inductions.assign(loop.shape, loop.lower.value, *last);
  const VarDecl *iterator = loop.shape.iterator;
  if (State.Scalars.follows(iterator))
    State.Scalars.assign(iterator, {*last, typeRange(State.Ast, *last, iterator->getType()), textOf(State, *last)});
}

/// How often \p loop runs, if that is known.
std::optional<isl::pw_aff> RegionWalker::iterationsOf(const EnteredLoop &loop) {
  const auto last = exitValue(loop.domain);
  return last ? std::optional(iterationsBefore(loop.shape, loop.lower.value, *last)) : std::nullopt;
}

//===-- Loops over tiles ----------------------------------------------------------===//

/// Walks the loops of \p tiles as loops over elements. Where that fails, their step is no constant.
void RegionWalker::walkTiles(const TileLoop &tiles, WalkPoint &point) {
  const Progress before = progress();
  const std::vector<Tiles> open = OpenTiles;
  const TiledDimensions around = Tiled;
  WalkPoint inner = point;
  const auto refusal = State.attempt([&] { walkTileNest(tiles, inner); });
  OpenTiles = open;
  if (open.empty() || refusal)
    Tiled = around;
  if (!refusal) {
    point.positions = inner.positions;
    return;
  }
  goBackTo(before);
  walkInText(tiles.tiles(), point, *refusal);
}

void RegionWalker::walkTileNest(const TileLoop &tiles, WalkPoint &point) {
  const bool outermost = OpenTiles.empty();
  const size_t first = State.Statements.size(), exits = State.Exits.size(), depth = point.loops.size();
  for (const ForStmt *loop : tiles.nest)
    refuseIfRead(State, tiles, headerOf(loop).iterator);
  State.Scalars.forget(assignedIn(tiles.tiles()));
  if (outermost)
    Tiled = {depth, depth};
  OpenTiles.push_back(enterTiles(State, tiles, point.domain));
  InTiles.insert(tiles.nest.begin() + 1, tiles.nest.end());
  walk(tiles.tiles()->getBody(), point);
  State.Scalars.forget(assignedIn(tiles.tiles()));
  for (size_t e = exits; e < State.Exits.size(); ++e)
    refuseIfRead(State, tiles, State.Exits[e].variable);
  if (outermost)
    refuseReordered(State, first, Tiled, tiles);
}

bool RegionWalker::isElements(const ForStmt *loop) const {
  return llvm::any_of(OpenTiles, [&](const Tiles &tiles) { return tiles.loop.elements() == loop; });
}

/// Enters a loop over elements, the last one of its tiles.
LoopDomain RegionWalker::enterElementsAt(const LoopShape &shape, const WalkPoint &point) {
  const auto tiles = llvm::find_if(
      OpenTiles, [&](const Tiles &open) { return open.loop.elements() == shape.loop; });
  LoopDomain domain = enterElements(State, *tiles, shape, point.domain);
  Tiled.end = std::max(Tiled.end, point.loops.size() + 1);
  OpenTiles.erase(tiles);
  return domain;
}

//===-- Loops in general ----------------------------------------------------------===//

void RegionWalker::walkFor(const ForStmt *loop, WalkPoint &point) {
  if (const auto tiles = tileLoopAt(State.Ast, loop))
    return walkTiles(*tiles, point);
  std::optional<EnteredLoop> entered;
  const Progress before = progress();
  if (auto refusal = State.attempt([&] { entered.emplace(enter(loop, point)); })) {
    goBackTo(before);
    return walkInText(loop, point, *refusal);
  }
  const LoopDomain &domain = entered->domain;
  WalkPoint inner = point;
  inner.domain = domain.iterations;
  inner.loops.push_back(domain.level);
  inner.positions.push_back(0);
  noteExit(entered->shape, domain, point);
  const auto refusal = State.attempt([&] { walkBody(loop, entered->after, inner); });
  State.Loops.pop_back();
  if (refusal && refusal->id != DiagId::JumpInRegion)
    throw RefusalError{*refusal};
  if (refusal) {
    goBackTo(before);
    return walkInText(loop, point, *refusal);
  }
  State.Scalars.forget(assignedInIterations(loop)); // It may not have run.
  leaveLoop(*entered);
  if (State.Inlined.turns && State.Inlined.turns->counting == loop)
    notePointerExits(State, iterationsOf(*entered));
  ++WalkedLoops;
  ++point.positions.back();
}

/// A block of \p body and \p after; \p body itself where there is nothing after it.
static const Stmt *followedBy(ASTContext &ast, const Stmt *body,
                              const std::vector<const Expr *> &after) {
  if (after.empty())
    return body;
  std::vector<Stmt *> items{const_cast<Stmt *>(body)};
  for (const Expr *part : after)
    items.push_back(const_cast<Expr *>(part));
  return CompoundStmt::Create(ast, items, FPOptionsOverride(), body->getBeginLoc(),
                              body->getEndLoc());
}

/// Walks the body of \p loop, with \p after behind it. Where all loops in it run in the text of statements, the whole
/// body becomes one statement: its scalars are variables of a thread.
void RegionWalker::walkBody(const ForStmt *loop, const std::vector<const Expr *> &after,
                            const WalkPoint &point) {
  const Stmt *body = withoutContinue(State.Ast, loop->getBody());
  if (!body)
    refuseStatement(findContinue(loop->getBody()));
  body = followedBy(State.Ast, body, after);
  const Progress before = progress();
  const unsigned walked = WalkedLoops, text = TextLoops;
  WalkPoint inner = point;
  const auto refusal = State.attempt([&] { walk(body, inner); });
  if (TextLoops > text && WalkedLoops == walked) {
    goBackTo(before);
    inner = point;
    build({body}, inner, [&](StatementBuilder &builder) {
      builder.withTemporaries(State.Inlined.originalOf(loop->getBody()), body);
      return true;
    });
  } else if (refusal) {
    throw RefusalError{*refusal};
  }
}

/// A loop of which \p refusal says why it cannot be a dimension runs in the text of a statement
/// where loops around it may be parallel, and where its form or its jumps are the reason.
void RegionWalker::walkInText(const Stmt *loop, WalkPoint &point, const Refusal &refusal) {
  static const std::set<DiagId> reasons = {DiagId::LoopForm,      DiagId::NonAffineBound,
                                           DiagId::BoundModified, DiagId::IteratorModified,
                                           DiagId::JumpInRegion,  DiagId::UnsupportedLoop};
  const auto *counted = dyn_cast<ForStmt>(loop);
  // What stands for a do loop is one in another form of the region.
  const bool isElsewhere = counted && (InTiles.count(counted) || State.Inlined.runsOnce(counted));
  if (point.loops.empty() || !reasons.count(refusal.id) || isElsewhere)
    throw RefusalError{refusal};
  ++TextLoops;
  walkSimple(loop, point);
}

RegionWalker::Progress RegionWalker::progress() const {
  return {State.Statements.size(), State.Inspections.size(), State.Exits.size(), State.PrivateLocals, State.CertainElements,
          State.UncertainElements, State.Scalars.current(),
          State.Culprits ? State.Culprits->size() : 0};
}

void RegionWalker::goBackTo(const Progress &progress) {
  State.Statements.erase(State.Statements.begin() + static_cast<long>(progress.statements),
                         State.Statements.end());
  State.Inspections.erase(State.Inspections.begin() + static_cast<long>(progress.inspections),
                          State.Inspections.end());
  State.Exits.erase(State.Exits.begin() + static_cast<long>(progress.exits), State.Exits.end());
  State.PrivateLocals = progress.privateLocals;
  State.CertainElements = progress.certain;
  State.UncertainElements = progress.uncertain;
  State.Scalars.restore(progress.values);
  if (State.Culprits)
    State.Culprits->resize(progress.culprits);
}

//===-- Conditions ----------------------------------------------------------------===//

void RegionWalker::walkIf(const IfStmt *branch, WalkPoint &point) {
  if (branch->getInit() || branch->getConditionVariable() || branch->isConsteval())
    refuseStatement(branch);
  if (const auto other = withoutEnd(State, branch, point.domain))
    return walk(*other, point);
  AffineBuilder builder(State, point.domain);
  if (auto condition = builder.condition(branch->getCond())) {
    State.require(condition->valid, point.domain, branch->getCond()->getExprLoc());
    isl::set then = point.domain.intersect(condition->holds).coalesce();
    isl::set otherwise =
        branch->getElse() ? point.domain.subtract(condition->holds).coalesce() : isl::set();
    if (!isScattered(then) && (otherwise.is_null() || !isScattered(otherwise)))
      return walkAffineIf(branch, condition->holds, then, otherwise, point);
  }
  if (containsLoop(branch))
    return walkDataIf(branch, point);
  if (branch->getElse())
    return walkSimple(branch, point);
  WalkPoint narrowed = point;
  narrowed.domain =
      point.domain.intersect(conditionBounds(State, branch->getCond(), point.domain)).coalesce();
  walkSimple(branch, narrowed);
  point.positions = narrowed.positions;
}

/// \param holds [n, i…] -> { : … } where the condition holds
/// \param then the same within the domain
/// \param otherwise where it does not; null without `else`
void RegionWalker::walkAffineIf(const IfStmt *branch, const isl::set &holds, const isl::set &then,
                                const isl::set &otherwise, WalkPoint &point) {
  WalkPoint inner = point;
  inner.domain = then;
  const ScalarValues::Values before = State.Scalars.current();
  walk(branch->getThen(), inner);
  const ScalarValues::Values after = State.Scalars.current();
  State.Scalars.restore(before);
  if (branch->getElse()) {
    inner.domain = otherwise;
    walk(branch->getElse(), inner);
  }
  joinBranches(State, holds, after);
  point.positions = inner.positions;
}

/// A condition on data around loops is computed once into a Private scalar, on
/// which every statement inside then depends.
void RegionWalker::walkDataIf(const IfStmt *branch, WalkPoint &point) {
  const Expr *expr = branch->getCond();
  unsigned array = Arrays.makePrivateScalar("condition", "bool", 1, expr->getExprLoc());
  const ScalarValues::Values values = State.Scalars.current();
  StatementBuilder builder(State, Functions, Arrays, point, expr->getExprLoc());
  builder.storeCondition(array, expr);
  if (!builder.gathers().empty())
    inspect(builder, values, {expr}, point,
            [&](InspectionBuilder &inspection) { inspection.noteCondition(expr); });
  finish(builder, point);

  WalkPoint inner = point;
  inner.domain =
      point.domain.intersect(conditionBounds(State, expr, point.domain)).coalesce();
  inner.conditions.emplace_back(array, true);
  const ScalarValues::Values before = State.Scalars.current();
  walk(branch->getThen(), inner);
  const ScalarValues::Values after = State.Scalars.current();
  State.Scalars.restore(before);
  if (branch->getElse()) {
    inner.domain = point.domain;
    inner.conditions.back().second = false;
    walk(branch->getElse(), inner);
  }
  State.Scalars.join(after);
  point.positions = inner.positions;
}

} // namespace gputile::frontend
