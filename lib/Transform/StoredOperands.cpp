//===- StoredOperands.cpp - Operands of updates apart from them -----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Transform/StoredOperands.h"

#include "Transform/FreshNames.h"
#include "Transform/Neutral.h"
#include "Transform/PrivateArray.h"
#include "gputile/Support/IslTools.h"

#include <algorithm>
#include <map>

using namespace gputile;
using namespace gputile::transform;

namespace {

using Pieces = std::vector<BodyPiece>;

/// The size of numbers of \p type that a new array can hold, or 0.
unsigned bytesOf(const std::string &type) {
  static const std::map<std::string, unsigned> Sizes = {
      {"float", 4}, {"double", 8}, {"int", 4}, {"unsigned int", 4}};
  const auto found = Sizes.find(type);
  return found == Sizes.end() ? 0 : found->second;
}

BodyPiece ref(unsigned reference) { return BodyPiece::makeReference(reference); }
BodyPiece text(std::string t) { return BodyPiece::makeText(std::move(t)); }

/// `$0 += $1`, or `$0 = f($0, $1)`
Pieces updateOfFirst(UpdateOperator op) {
  if (!isExtremum(op) && op != UpdateOperator::Multiply)
    return {ref(0), text(std::string(" ") + updateText(op) + " "), ref(1)};
  const std::string function = isExtremum(op) ? updateText(op) : "gpt_mul";
  return {ref(0), text(" = " + function + "("), ref(0), text(", "), ref(1), text(")")};
}

/// Takes the updates of one statement out of it.
class Splitter {
public:
  Splitter(Scop &scop, FreshNames &names, unsigned statement)
      : Result(scop), Names(names), Index(statement), Old(scop.statements[statement]) {}

  /// \returns whether there are any.
  bool split() {
    std::vector<Update> taken, left;
    for (const Update &update : Old.updates)
      (canTake(update) ? taken : left).push_back(update);
    if (taken.empty() || !leavesWork(taken))
      return false;
    for (const Update &update : taken)
      take(update);
    rewrite(taken, left);
    return true;
  }

private:
  const Access *accessOf(unsigned reference, bool write) const {
    for (const Access &access : Old.accesses)
      if (access.reference == reference && (access.kind != AccessKind::Read) == write)
        return &access;
    return nullptr;
  }

  /// Whether the statement uses the array of \p update in such updates only: their order stays.
  bool canTake(const Update &update) const {
    const unsigned array = Old.references[update.reference].array;
    for (unsigned r = 0; r < Old.references.size(); ++r) {
      const Update *other = updateOf(Old, r);
      if (Old.references[r].array == array && (!other || !canMove(*other)))
        return false;
    }
    return true;
  }

  bool canMove(const Update &update) const {
    const Access *read = accessOf(update.reference, false),
                 *write = accessOf(update.reference, true);
    return update.order == UpdateOrder::Fixed && Old.references[update.reference].affine && read &&
           write &&
           bytesOf(update.operandType) != 0 && read->relation.is_equal(write->relation) &&
           write->relation.is_single_valued() &&
           (write->kind == AccessKind::MustWrite || canAlwaysUpdate(update));
  }

  /// Elements of other arrays may not exist where nothing is written.
  bool canAlwaysUpdate(const Update &update) const {
    const Array &array = Result.arrays[Old.references[update.reference].array];
    return array.rank == 0 && isNeutralForAll(update.op) &&
           (update.operandType == "float" || update.operandType == "double");
  }

  /// Whether the statement without \p taken does more than to store elements.
  bool leavesWork(const std::vector<Update> &taken) const {
    size_t others = Old.body.size();
    for (const Update &update : taken) {
      if (update.operand.size() > 1)
        return true;
      others -= update.end - update.begin;
    }
    return others > taken.size(); // A semicolon each.
  }

  void take(const Update &update) {
    const Reference &element = Old.references[update.reference];
    const Access &write = *accessOf(update.reference, true);
    const isl::set domain = write.relation.domain();
    const unsigned scalar = addScalar(element.array, update.operandType);
    if (write.kind == AccessKind::MayWrite) {
      Statement s = newStatement(domain);
      addReference(s, scalarReference(scalar, domain), {AccessKind::MustWrite});
      s.body = {ref(0), text(" = "), text(neutralText(update.op, update.operandType)), text(";")};
      add(std::move(s), 0);
    }
    Statement s = newStatement(domain);
    addReference(s, element, {AccessKind::Read, AccessKind::MustWrite});
    addReference(s, scalarReference(scalar, domain), {AccessKind::Read});
    s.body = updateOfFirst(update.op);
    s.updates = {{update.op, 0, 0, s.body.size(), {ref(1)}, update.operandType, false,
                  UpdateOrder::Fixed}};
    s.body.push_back(text(";"));
    add(std::move(s), 2 + Taken++);
    Scalars.emplace(update.reference, scalar);
  }

  unsigned addScalar(unsigned original, const std::string &type) {
    const Array &sum = Result.arrays[original];
    Array scalar = privateLike(sum, Names.make(sum.name + "_operand"));
    scalar.rank = 0;
    scalar.elementType = type;
    scalar.elementBytes = bytesOf(type);
    Result.arrays.push_back(std::move(scalar));
    return static_cast<unsigned>(Result.arrays.size() - 1);
  }

  /// The instances are those of the old statement in \p domain.
  Statement newStatement(const isl::set &domain) {
    Statement s;
    s.name = Names.make("S");
    s.domain = named(domain, s.name);
    s.schedule = Old.schedule.intersect_domain(domain).set_domain_tuple(s.name);
    s.iterators = Old.iterators;
    s.iteratorTypes = Old.iteratorTypes;
    s.loc = Old.loc;
    return s;
  }

  Reference scalarReference(unsigned scalar, const isl::set &domain) const {
    Reference reference;
    reference.array = scalar;
    reference.index = selectRange(domain.identity(), 0, 0).set_range_tuple(Result.arrays[scalar].name);
    reference.loc = Old.loc;
    return reference;
  }

  static void addReference(Statement &s, Reference reference, std::vector<AccessKind> kinds) {
    reference.index = reference.index.set_domain_tuple(s.name).intersect_domain(s.domain);
    for (AccessKind kind : kinds)
      s.accesses.push_back({static_cast<unsigned>(s.references.size()), kind, reference.index});
    s.references.push_back(std::move(reference));
  }

  /// Old statements run at 1 of the last dimension.
  void add(Statement s, unsigned when) {
    const unsigned last = rangeDims(s.schedule) - 1;
    s.schedule = insertFixed(dropRangeDims(s.schedule, last, 1), last, when);
    Result.statements.push_back(std::move(s));
  }

  /// Each of \p taken becomes `t = operand`.
  void rewrite(const std::vector<Update> &taken, std::vector<Update> left) {
    Statement &s = Result.statements[Index];
    for (auto update = taken.rbegin(); update != taken.rend(); ++update) {
      Pieces stored{ref(update->reference), text(" = ")};
      stored.insert(stored.end(), update->operand.begin(), update->operand.end());
      const auto begin = s.body.begin() + static_cast<long>(update->begin);
      s.body.insert(s.body.erase(begin, s.body.begin() + static_cast<long>(update->end)),
                    stored.begin(), stored.end());
      for (Update &other : left)
        if (other.begin >= update->end) {
          other.begin += stored.size() - (update->end - update->begin);
          other.end += stored.size() - (update->end - update->begin);
        }
    }
    s.updates = std::move(left);
    for (const auto &[reference, scalar] : Scalars)
      redirect(s, reference, scalar);
  }

  void redirect(Statement &s, unsigned reference, unsigned scalar) const {
    std::erase_if(s.accesses, [&](const Access &access) {
      return access.reference == reference && access.kind == AccessKind::Read;
    });
    for (Access &access : s.accesses)
      if (access.reference == reference)
        access.relation = scalarReference(scalar, access.relation.domain()).index;
    s.references[reference] = scalarReference(scalar, s.references[reference].index.domain());
  }

  Scop &Result;
  FreshNames &Names;
  unsigned Index;
  const Statement Old;
  std::map<unsigned, unsigned> Scalars; ///< By reference of the old statement.
  unsigned Taken = 0;
};

} // namespace

std::optional<StoredOperands>
gputile::withStoredOperands(const Scop &scop, const std::vector<unsigned> &statements) {
  StoredOperands result{scop, {}};
  for (Statement &s : result.scop.statements)
    s.schedule = insertFixed(s.schedule, rangeDims(s.schedule), 1);
  FreshNames names(scop);
  for (unsigned s : statements)
    if (Splitter(result.scop, names, s).split())
      result.statements.push_back(s);
  return result.statements.empty() ? std::nullopt : std::optional(std::move(result));
}
