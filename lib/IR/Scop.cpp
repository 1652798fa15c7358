//===- Scop.cpp - Queries on a Scop ---------------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/IR/Scop.h"

#include <cassert>

using namespace gputile;

/// The union of the relations of the accesses that \p wanted accepts.
template <typename Predicate>
static isl::union_map accessesWhere(const Scop &scop, Predicate wanted) {
  isl::union_map result = isl::union_map::empty(scop.ctx());
  for (const Statement &statement : scop.statements)
    for (const Access &access : statement.accesses)
      if (wanted(access.kind))
        result = result.unite(isl::union_map(access.relation));
  return result;
}

isl::union_map gputile::readsOf(const Scop &scop) {
  return accessesWhere(scop, [](AccessKind kind) { return kind == AccessKind::Read; });
}

isl::union_map gputile::mayWritesOf(const Scop &scop) {
  return accessesWhere(scop, [](AccessKind kind) { return kind != AccessKind::Read; });
}

isl::union_map gputile::mustWritesOf(const Scop &scop) {
  return accessesWhere(scop, [](AccessKind kind) { return kind == AccessKind::MustWrite; });
}

bool gputile::usesDeviceMemory(const Scop &scop) {
  for (const Array &array : scop.arrays)
    if (array.inDeviceMemory)
      return true;
  return false;
}

isl::union_set gputile::domainOf(const Scop &scop) {
  isl::union_set result = isl::union_set::empty(scop.ctx());
  for (const Statement &statement : scop.statements)
    result = result.unite(isl::union_set(statement.domain));
  return result;
}

isl::union_map gputile::scheduleOf(const Scop &scop) {
  isl::union_map result = isl::union_map::empty(scop.ctx());
  for (const Statement &statement : scop.statements)
    result = result.unite(isl::union_map(statement.schedule));
  return result;
}

unsigned gputile::statementIndex(const Scop &scop, const std::string &name) {
  for (unsigned i = 0; i < scop.statements.size(); ++i)
    if (scop.statements[i].name == name)
      return i;
  assert(false && "no statement of that name");
  __builtin_unreachable();
}

UpdateOperator gputile::commutingClass(UpdateOperator op) {
  return op == UpdateOperator::Subtract ? UpdateOperator::Add : op;
}

UpdateOperator gputile::clauseOperator(UpdateOperator op) {
  switch (op) {
  case UpdateOperator::TakeLess:
  case UpdateOperator::TakeNotGreater:
  case UpdateOperator::KeepLess:
  case UpdateOperator::KeepNotGreater:
  case UpdateOperator::LeastNumber:
    return UpdateOperator::Min;
  case UpdateOperator::TakeGreater:
  case UpdateOperator::TakeNotLess:
  case UpdateOperator::KeepGreater:
  case UpdateOperator::KeepNotLess:
  case UpdateOperator::GreatestNumber:
    return UpdateOperator::Max;
  default:
    return commutingClass(op);
  }
}

bool gputile::isExtremum(UpdateOperator op) {
  const UpdateOperator named = clauseOperator(op);
  return named == UpdateOperator::Min || named == UpdateOperator::Max;
}

const char *gputile::updateText(UpdateOperator op) {
  static const char *const Texts[] = {
      "+=",           "-=",           "*=",           "&=",           "|=",           "^=",
      "&&",           "||",           "=",            "?:",
      "gpt_min",      "gpt_max",      "gpt_take_lt",  "gpt_take_le",  "gpt_take_gt",  "gpt_take_ge",
      "gpt_keep_lt",  "gpt_keep_le",  "gpt_keep_gt",  "gpt_keep_ge",  "gpt_fmin",     "gpt_fmax"};
  return Texts[static_cast<size_t>(op)];
}

const Update *gputile::updateOf(const Statement &statement, unsigned reference) {
  for (const Update &update : statement.updates)
    if (update.reference == reference)
      return &update;
  return nullptr;
}

static UpdateClass classOf(const Update &update) {
  UpdateClass result{commutingClass(update.op), ""};
  if (update.op == UpdateOperator::Assign || update.op == UpdateOperator::Fill)
    for (const BodyPiece &piece : update.operand)
      result.constant += piece.text;
  return result;
}

std::optional<UpdateClass> gputile::unorderedUpdates(const Statement &statement, unsigned array) {
  std::optional<UpdateClass> found;
  for (unsigned r = 0; r < statement.references.size(); ++r) {
    if (statement.references[r].array != array)
      continue;
    const Update *update = updateOf(statement, r);
    if (!update || !update->unordered || (found && *found != classOf(*update)))
      return std::nullopt;
    found = classOf(*update);
  }
  return found;
}

const isl::union_map *gputile::apartIn(const Scop &scop, unsigned array) {
  for (const Independence &claim : scop.independent)
    if (claim.array == array)
      return &claim.apart;
  return nullptr;
}

unsigned gputile::arrayIndex(const Scop &scop, const std::string &name) {
  for (unsigned i = 0; i < scop.arrays.size(); ++i)
    if (scop.arrays[i].name == name)
      return i;
  assert(false && "no array of that name");
  __builtin_unreachable();
}
