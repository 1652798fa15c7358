//===- EarlyReads.cpp - What is read before the region --------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/EarlyReads.h"

#include "Frontend/CText/Type.h"
#include "Frontend/Extract/ConditionText.h"

#include "clang/AST/ExprCXX.h"

using namespace clang;

namespace gputile::frontend {

/// The parameters with which the region gets to a point of \p domain: { : … }.
static isl::set reachedFor(const ExtractState &state, const isl::set &domain) {
  if (isl_set_plain_is_universe(domain.get()) == isl_bool_true)
    return domain;
  // The guard may have many parts: neither is it projected, nor coalesced again.
  return state.projectIterators(domain).coalesce().intersect(state.TheScop.guard);
}

static bool always(const ExtractState &state, const isl::set &parameters) {
  return state.typeRanges().is_subset(parameters);
}

static bool covers(const ExtractState &state, const isl::set &certain, const isl::set &uses) {
  return uses.intersect(state.typeRanges()).is_subset(certain);
}

/// Notes what computing the address of \p place depends on.
static void noteDependences(ExtractState &state, const Place &place) {
  state.LoadedPointers.insert(place.pointers.begin(), place.pointers.end());
  state.ParameterVariables.insert(place.indices.begin(), place.indices.end());
}

/// The parameters for which the region accesses \p place at \p evaluated; for these it is
/// known to exist from now on, unless conditions on data are around.
static isl::set reach(ExtractState &state, const Place &place, const isl::set &evaluated) {
  noteDependences(state, place);
  const isl::set reached = reachedFor(state, evaluated);
  if (state.DataConditions == 0)
    state.Loads.add(place.needs, reached);
  return reached;
}

/// \p text, evaluated at least for parameters in \p uses and only in \p certain, tested on
/// parameters as in conditionText.
static std::optional<std::string> textWhere(const ExtractState &state, const isl::set &certain,
                                            const isl::set &uses, size_t count,
                                            const std::string &text) {
  if (!covers(state, certain, uses))
    return std::nullopt;
  for (const isl::set &condition : {certain, uses}) // The former tends to be shorter.
    if (const auto printed = conditionText(condition.gist(state.typeRanges()).coalesce(),
                                           state.TheScop.parameters, count))
      return "(" + *printed + " ? " + text + " : 0)";
  return std::nullopt;
}

/// \p expr is certainly evaluated.
static void noteReads(ExtractState &state, const Expr *expr) {
  expr = expr->IgnoreParens();
  if (isa<UnaryExprOrTypeTraitExpr, GenericSelectionExpr, StmtExpr, LambdaExpr>(expr))
    return;
  const auto *load = dyn_cast<CastExpr>(expr);
  if (isa<CallExpr>(expr) || (load && load->getCastKind() == CK_LValueToRValue))
    if (const Place *place = state.Places.find(load ? load->getSubExpr() : expr))
      state.Loads.add(place->needs, state.universe());
  const auto *op = dyn_cast<BinaryOperator>(expr);
  if (isa<AbstractConditionalOperator>(expr) || (op && op->isLogicalOp()))
    return noteReads(state, cast<Expr>(*expr->child_begin()));
  for (const Stmt *child : expr->children())
    if (const auto *part = dyn_cast_or_null<Expr>(child))
      noteReads(state, part);
}

/// \p stmt is certainly executed.
static void noteReads(ExtractState &state, const Stmt *stmt) {
  if (const auto *expr = dyn_cast_or_null<Expr>(stmt))
    return noteReads(state, expr);
  if (const auto *block = dyn_cast_or_null<CompoundStmt>(stmt))
    for (const Stmt *child : block->body())
      noteReads(state, child);
  if (const auto *loop = dyn_cast_or_null<ForStmt>(stmt)) {
    noteReads(state, loop->getInit());
    noteReads(state, static_cast<const Stmt *>(loop->getCond()));
  }
  if (const auto *declaration = dyn_cast_or_null<DeclStmt>(stmt))
    for (const Decl *decl : declaration->decls())
      if (const auto *variable = dyn_cast<VarDecl>(decl); variable && variable->getInit())
        noteReads(state, variable->getInit());
}

void noteUnconditionalReads(ExtractState &state, const Stmt *region) { noteReads(state, region); }

bool isFixedInteger(const ExtractState &state, const Place &place) {
  return isInteger(place.variable->getType()) && !state.Places.written(place);
}

bool canAlwaysRead(const ExtractState &state, const Place &place) {
  return isFixedInteger(state, place) &&
         always(state, state.Loads.where(place.needs, state.universe()));
}

std::optional<unsigned> placeParameter(ExtractState &state, const Place &place,
                                       const isl::set &evaluated) {
  if (!isFixedInteger(state, place))
    return std::nullopt;
  const isl::set reached = reach(state, place, evaluated);
  const isl::set certain = state.Loads.where(place.needs, state.universe());
  const std::optional<unsigned> known = state.findParameter(place.variable);
  std::string text = place.text;
  if (!always(state, certain)) {
    const auto before = state.PlaceUses.find(place.variable);
    const isl::set uses = known ? before->second.unite(reached) : reached;
    const auto conditional =
        textWhere(state, certain, uses, known.value_or(state.TheScop.parameters.size()), place.text);
    if (!conditional)
      return std::nullopt;
    state.PlaceUses[place.variable] = uses;
    text = *conditional;
  }
  const unsigned p = state.parameterFor(place.variable, place.loc);
  state.TheScop.parameters[p].callExpr = text;
  return p;
}

std::optional<std::string> strideText(ExtractState &state, const Place &place) {
  if (!isFixedInteger(state, place))
    return std::nullopt;
  noteDependences(state, place);
  state.ParameterVariables.insert(place.variable);
  state.StridePlaces.insert(place.variable);
  return place.text;
}

void noteLateParameter(ExtractState &state, unsigned parameter,
                       const std::set<const VarDecl *> &places, const isl::set &evaluated) {
  for (const VarDecl *variable : places) {
    const isl::set reached = reach(state, *state.Places.of(variable), evaluated);
    const auto [uses, isNew] = state.LateParameters[parameter].emplace(variable, reached);
    if (!isNew)
      uses->second = uses->second.unite(reached).coalesce();
  }
}

void notePlaceAccess(ExtractState &state, const VarDecl *variable, const isl::set &evaluated) {
  const Place *place = state.Places.of(variable);
  if (!place)
    return;
  const isl::set reached = reach(state, *place, evaluated);
  auto [found, isNew] = state.ArrayUses.emplace(variable, reached);
  if (!isNew)
    found->second = found->second.unite(reached).coalesce();
}

[[noreturn]] static void refusePlace(const Place &place) {
  refuse(DiagId::UnsupportedExpression, place.loc,
         {"'" + place.name + "', which may not exist where the region does not get to it,"});
}

std::string textWhereItExists(const ExtractState &state, const Place &place, const isl::set &uses,
                              const std::string &text) {
  const isl::set certain = state.Loads.where(place.needs, state.universe());
  if (always(state, certain))
    return text;
  const auto conditional =
      textWhere(state, certain, uses, state.TheScop.parameters.size(), text);
  if (!conditional)
    refusePlace(place);
  return *conditional;
}

/// For which parameters the region accesses \p variable, the variable of a place; empty when
/// it is read early in any case.
static isl::set usesOf(const ExtractState &state, const VarDecl *variable) {
  isl::set uses = isl::set::empty(state.universe().space());
  for (const auto *table : {&state.PlaceUses, &state.ArrayUses})
    if (auto found = table->find(variable); found != table->end())
      uses = uses.unite(found->second);
  return uses.coalesce();
}

/// Refuses \p place beside another one that is written and may be the same object.
static void refuseMixed(const ExtractState &state, const Place &place, const ArrayTable &arrays,
                        const std::set<unsigned> &written, bool isWritten) {
  const std::string family = state.Places.familyOf(place.variable);
  for (const auto &[key, array] : arrays.known()) {
    const std::string other = state.Places.familyOf(key.first);
    if (key.first != place.variable && (isWritten || written.count(array)) &&
        (other == family || isPartOf(family, other) || isPartOf(other, family)))
      refuse(DiagId::UnsupportedExpression, place.loc,
             {"'" + place.name + "' beside '" + state.TheScop.arrays[array].sourceName + "'"});
  }
}

static std::set<unsigned> writtenArrays(const ExtractState &state) {
  std::set<unsigned> written;
  for (const PlacedStatement &placed : state.Statements)
    for (const Access &access : placed.statement.accesses)
      if (access.kind != AccessKind::Read)
        written.insert(placed.statement.references[access.reference].array);
  return written;
}

bool mayAlias(const ExtractState &state, QualType type, const Array &array) {
  const auto bytes = state.Ast.getTypeSizeInChars(type).getQuantity();
  if (!state.Region.strictAliasing || array.elementBytes == 1 || bytes == 1)
    return true;
  const bool isFloating = array.elementType == "double" || array.elementType == "float";
  return !type->isPointerType() && type->isRealFloatingType() == isFloating &&
         bytes == array.elementBytes;
}

/// Refuses a call, a parameter, that may read an array that the region writes.
static void refuseChanged(const ExtractState &state, const Place &call,
                          const std::set<unsigned> &written) {
  for (unsigned number : written)
    for (QualType type : *call.callReads)
      if (const Array &array = state.TheScop.arrays[number];
          array.storage != ArrayStorage::Private && mayAlias(state, type, array))
        refuse(DiagId::UnsupportedExpression, call.loc,
               {"'" + call.name + "', which may read '" + array.sourceName + "',"});
}

/// The size of the container of \p place, like the place, is read where it exists.
static void finishSize(ExtractState &state, const Place &place) {
  const isl::set certain = state.Loads.where(place.needs, state.universe());
  if (place.container.empty() || always(state, certain))
    return;
  for (size_t p = 0; p < state.TheScop.parameters.size(); ++p) {
    std::string &text = state.TheScop.parameters[p].callExpr;
    if (text != sizeText(place))
      continue;
    const auto conditional = textWhere(state, certain, usesOf(state, place.variable), p, text);
    if (!conditional)
      refusePlace(place);
    text = *conditional;
  }
}

/// Strides that are computed from \p place are read where it exists.
static void finishStrides(ExtractState &state, const Place &place) {
  for (Array &array : state.TheScop.arrays)
    for (std::string &stride : array.strideExprs)
      if (stride.find(place.text) != std::string::npos)
        stride = textWhereItExists(state, place, isl::set::empty(state.universe().space()), stride);
}

/// Parameters that are computed from places are computed where these exist.
static void finishLateParameters(ExtractState &state) {
  for (const auto &[parameter, places] : state.LateParameters)
    for (const auto &[variable, uses] : places) {
      const Place &place = *state.Places.of(variable);
      const isl::set certain = state.Loads.where(place.needs, state.universe());
      std::string &text = state.TheScop.parameters[parameter].callExpr;
      if (always(state, certain))
        continue;
      const auto conditional = textWhere(state, certain, uses, parameter, text);
      if (!conditional)
        refusePlace(place);
      text = *conditional;
    }
}

void finishPlaces(ExtractState &state, const ArrayTable &arrays) {
  const std::set<unsigned> written = writtenArrays(state);
  for (const auto &[key, array] : arrays.known())
    if (const auto &[variable, member] = key; const Place *place = state.Places.of(variable)) {
      std::string &base = state.TheScop.arrays[array].baseExpr;
      base = textWhereItExists(state, *place, usesOf(state, variable), base);
      finishSize(state, *place);
      if (!place->viaPointer)
        refuseMixed(state, *place, arrays, written, written.count(array) != 0);
    }
  for (const VarDecl *variable : state.StridePlaces)
    finishStrides(state, *state.Places.of(variable));
  finishLateParameters(state);
  for (const VarDecl *variable : state.ParameterVariables) {
    const Place *place = state.Places.of(variable);
    if (place && place->callReads)
      refuseChanged(state, *place, written);
    else if (place && !place->viaPointer)
      refuseMixed(state, *place, arrays, written, false);
  }
}

} // namespace gputile::frontend
