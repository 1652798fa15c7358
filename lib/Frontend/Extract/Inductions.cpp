//===- Inductions.cpp - Integers that loops change by constants -----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/Inductions.h"

#include "Frontend/CText/Type.h"
#include "Frontend/Extract/BindTuples.h"
#include "Frontend/Extract/Continue.h"
#include "gputile/Frontend/StatementText.h"

using namespace clang;

namespace gputile::frontend {

/// How often \p stmt assigns each variable.
static std::map<const VarDecl *, unsigned> assignmentsIn(const Stmt *stmt) {
  std::map<const VarDecl *, unsigned> counts;
  std::vector<const Stmt *> pending{stmt};
  while (!pending.empty()) {
    const Stmt *part = pending.back();
    pending.pop_back();
    if (!part)
      continue;
    if (const VarDecl *variable = assignedVariable(dyn_cast<Expr>(part)))
      ++counts[variable];
    appendParts(*part, pending);
  }
  return counts;
}

/// What every iteration of \p loop evaluates once.
static std::vector<const Expr *> unconditionalParts(const ForStmt *loop, const LoopHeader &header) {
  std::vector<const Expr *> parts = header.after;
  const auto *body = dyn_cast<CompoundStmt>(loop->getBody());
  if (body && !findContinue(body) && !findBreak(body))
    for (const Stmt *item : body->body())
      if (const auto *expr = dyn_cast<Expr>(item))
        parts.push_back(expr->IgnoreParens());
  return parts;
}

std::vector<Induction> inductionsOf(ASTContext &ast, const ForStmt *loop) {
  const LoopHeader header = headerOf(loop);
  const auto parts = unconditionalParts(loop, header);
  std::vector<Induction> inductions;
  std::map<const VarDecl *, unsigned> counts;
  for (const Expr *part : parts) {
    const VarDecl *variable = assignedVariable(part);
    const auto step = variable && variable != header.iterator ? stepOf(ast, variable, part) : std::nullopt;
    if (!step || !isInteger(variable->getType()))
      continue;
    if (counts.empty())
      counts = assignmentsIn(loop);
    auto before = llvm::count_if(header.before, [&](const Expr *set) { return assignedVariable(set) == variable; });
    if (counts[variable] == 1 + before)
      inductions.push_back({variable, part, *step});
  }
  return inductions;
}

std::optional<Affine> currentValue(ExtractState &state, const VarDecl *variable) {
  if (const ScalarValue *known = state.Scalars.find(variable))
    return known->value ? std::optional(Affine{*known->value, known->valid}) : std::nullopt;
  if (!state.Scalars.follows(variable) || !state.Scalars.isInitial(variable) ||
      state.Facts.declared.count(variable))
    return std::nullopt;
  const unsigned p = state.parameterFor(variable, variable->getLocation());
  const isl::id id(state.Isl, state.TheScop.parameters[p].name);
  return Affine{isl::pw_aff::param_on_domain(state.universe(), id), state.universe()};
}

Affine stepped(const ExtractState &state, const VarDecl *variable, const Affine &value,
               const isl::pw_aff &step) {
  Affine result{value.value.add(step), value.valid};
  const QualType type = integerType(variable->getType());
  const bool wraps = type->isUnsignedIntegerType() || state.Ast.getLangOpts().isSignedOverflowDefined() ||
                     state.Ast.getIntWidth(type) < state.Ast.getIntWidth(state.Ast.IntTy);
  if (wraps)
    result.valid = result.valid.intersect(typeRange(state.Ast, result.value, type));
  return result;
}

/// Where the value of the isl parameter \p name comes from.
static std::optional<BodyPiece> pieceFor(const ExtractState &state, const std::string &name) {
  for (unsigned d = 0; d < state.Loops.size(); ++d)
    if (state.Loops[d].id == name)
      return BodyPiece::makeIterator(d, "long long");
  const std::vector<Parameter> &parameters = state.TheScop.parameters;
  for (unsigned p = 0; p < parameters.size(); ++p)
    if (parameters[p].name == name)
      return BodyPiece::makeParameter(p, "long long");
  return std::nullopt;
}

/// \p size as a C constant; none where that is large or no integer.
static std::optional<std::string> constantText(const isl::val &size) {
  constexpr long largest = 1L << 31;
  if (!size.is_int() || size.abs().gt(isl::val(size.ctx(), largest)))
    return std::nullopt;
  return "(" + std::to_string(size.num_si()) + "LL)";
}

std::vector<BodyPiece> textOf(const ExtractState &state, const isl::pw_aff &value) {
  if (!value.isa_aff())
    return {};
  const isl::aff sum = value.as_aff();
  auto constant = constantText(sum.constant_val());
  if (isl_aff_dim(sum.get(), isl_dim_div) > 0 || !constant)
    return {};
  std::vector<BodyPiece> text{BodyPiece::makeText(*constant)};
  for (int d = 0; d < isl_aff_dim(sum.get(), isl_dim_param); ++d) {
    const isl::val factor = isl::manage(isl_aff_get_coefficient_val(sum.get(), isl_dim_param, d));
    if (factor.is_zero())
      continue;
    auto size = constantText(factor);
    auto piece = pieceFor(state, isl_aff_get_dim_name(sum.get(), isl_dim_param, unsigned(d)));
    if (!size || !piece)
      return {};
    text.push_back(BodyPiece::makeText(" + " + *size + " * "));
    text.push_back(*piece);
  }
  return text;
}

LoopInductions::LoopInductions(ExtractState &state, const ForStmt *loop) : State(state) {
  for (const Induction &induction : inductionsOf(state.Ast, loop))
    if (state.Scalars.follows(induction.variable))
      if (auto value = currentValue(state, induction.variable))
        Starts.emplace_back(induction, *value);
}

void LoopInductions::assign(const LoopShape &shape, const isl::pw_aff &lower,
                            const isl::pw_aff &iterator) const {
  for (const auto &[induction, start] : Starts) {
    const isl::val step(State.Isl, llvm::toString(induction.step, 10));
    const isl::pw_aff way = iterationsBefore(shape, lower, iterator).scale(step);
    Affine now = stepped(State, induction.variable, start, way);
    now.value = now.value.coalesce();
    State.Scalars.assign(induction.variable, {now.value, now.valid, textOf(State, now.value)});
  }
}

std::optional<isl::pw_aff> exitValue(const LoopDomain &domain) {
  if (isScattered(domain.exit) || domain.exit.is_empty())
    return std::nullopt;
  const isl::set value = bindSet(domain.exit, "E", {domain.level.id});
  return value.as_pw_multi_aff().at(0).gist(value.params()).coalesce();
}

} // namespace gputile::frontend
