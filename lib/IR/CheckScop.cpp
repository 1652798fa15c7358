//===- CheckScop.cpp - The invariants of a Scop ---------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR/CheckTools.h"

#include <set>

using namespace gputile;
using namespace gputile::ir;

namespace {

/// Checks one Scop; stops at the first thing that is wrong.
class Checker {
public:
  explicit Checker(const Scop &scop) : TheScop(scop) {}

  std::string run() {
    bool good = checkNames() && checkParameterSets() && checkArrays();
    for (unsigned i = 0; good && i < TheScop.statements.size(); ++i)
      good = checkStatement(TheScop.statements[i]);
    good = good && checkSchedules() && checkInspections() && checkIndependent() &&
           checkExitValues() && checkPointerExits();
    return good ? std::string() : Wrong;
  }

private:
  bool fail(const std::string &what) {
    Wrong = what;
    return false;
  }

  bool checkNames() {
    std::set<std::string> seen;
    auto take = [&](const std::string &name) {
      if (!isIdentifier(name))
        return fail("'" + name + "' is not an identifier");
      return seen.insert(name).second || fail("name '" + name + "' is used twice");
    };
    for (const Parameter &parameter : TheScop.parameters)
      if (!take(parameter.name))
        return false;
    for (const Array &array : TheScop.arrays)
      if (!take(array.name))
        return false;
    for (const Statement &statement : TheScop.statements)
      if (!take(statement.name))
        return false;
    return isIdentifier(TheScop.name) ||
           fail("region name '" + TheScop.name + "' is no identifier");
  }

  /// Every parameter in \p set is one of the Scop's.
  bool knowsParameters(const isl::set &set, const std::string &where) {
    for (int i = 0; i < isl_set_dim(set.get(), isl_dim_param); ++i) {
      std::string name = isl_set_get_dim_name(set.get(), isl_dim_param, i);
      bool known = false;
      for (const Parameter &parameter : TheScop.parameters)
        known |= parameter.name == name;
      if (!known)
        return fail(where + " uses the unknown parameter '" + name + "'");
    }
    return true;
  }

  bool checkParameterSets() {
    if (TheScop.context.is_null() || !isl_set_is_params(TheScop.context.get()))
      return fail("the context is not a set of parameters");
    if (TheScop.guard.is_null() || !isl_set_is_params(TheScop.guard.get()))
      return fail("the guard is not a set of parameters");
    return knowsParameters(TheScop.context, "the context") &&
           knowsParameters(TheScop.guard, "the guard");
  }

  bool checkArrays() {
    for (const Array &array : TheScop.arrays) {
      if (array.elementType.empty() || array.elementBytes == 0)
        return fail("array " + array.name + " has no element type");
      if (array.storage == ArrayStorage::Private)
        continue;
      if (array.baseExpr.empty())
        return fail("array " + array.name + " has no base address");
      if (array.strideExprs.size() != array.rank || array.strideConstants.size() != array.rank)
        return fail("array " + array.name + " does not have one stride per dimension");
    }
    return true;
  }

  bool checkStatement(const Statement &s) {
    if (s.domain.is_null() || s.domain.is_wrapping() || !isOfStatement(s.domain, s))
      return fail("the domain of " + s.name + " is not in the space " + s.name + "[…]");
    if (s.iterators.size() != depthOf(s) || s.iteratorTypes.size() != depthOf(s))
      return fail(s.name + " does not name every dimension of its domain");
    if (!knowsParameters(s.domain, "the domain of " + s.name) || !checkIteratorValues(s) ||
        !checkUnsplit(s))
      return false;
    for (unsigned r = 0; r < s.references.size(); ++r)
      if (!checkReference(s, r))
        return false;
    for (const Access &access : s.accesses)
      if (!checkAccess(s, access))
        return false;
    return checkPieces(s, s.body) && checkUpdates(s) && checkSchedule(s);
  }

  /// Updates name references and pieces that exist.
  bool checkUpdates(const Statement &s) {
    size_t behind = 0;
    for (const Update &update : s.updates) {
      if (update.reference >= s.references.size() || update.begin < behind ||
          update.begin >= update.end || update.end > s.body.size())
        return fail("an update of " + s.name + " is no part of its text");
      if (!checkPieces(s, update.operand))
        return false;
      behind = update.end;
    }
    return true;
  }

  static unsigned depthOf(const Statement &s) { return *dimsOf(s.domain); }

  bool checkIteratorValues(const Statement &s) {
    if (!s.iteratorValues)
      return true;
    isl::set known = s.iteratorValues->domain();
    bool good = nameIs(isl_set_get_tuple_name(known.get()), s.name) &&
                isl_pw_multi_aff_dim(s.iteratorValues->get(), isl_dim_out) ==
                    static_cast<int>(depthOf(s)) &&
                s.domain.is_subset(known);
    return good || fail("the iterators of " + s.name + " have no values in its whole domain");
  }

  bool checkUnsplit(const Statement &s) {
    if (!s.unsplit)
      return true;
    const isl::map before = s.unsplit->as_map();
    bool good = nameIs(isl_map_get_tuple_name(before.get(), isl_dim_in), s.name) &&
                s.domain.is_subset(before.domain()) &&
                before.intersect_domain(s.domain).is_injective();
    return good || fail("the loops of " + s.name +
                        " before they were split are not known in its whole domain");
  }

  /// \p relation maps instances of \p s to elements of \p array.
  bool checkSpace(const Statement &s, const isl::map &relation, unsigned array,
                  const std::string &where) {
    const Array &target = TheScop.arrays[array];
    const bool good = isOfStatement(relation, s) && leadsToArray(relation, target);
    return good || fail(where + " does not map " + s.name + "[…] to " + target.name + "[…]");
  }

  bool checkReference(const Statement &s, unsigned index) {
    const Reference &r = s.references[index];
    std::string where = "reference " + std::to_string(index) + " of " + s.name;
    if (r.array >= TheScop.arrays.size())
      return fail(where + " has no array");
    if (!checkSpace(s, r.index, r.array, where))
      return false;
    if (r.affine)
      return r.subscripts.empty()
                 ? r.index.is_single_valued() || fail(where + " is not one element")
                 : fail(where + " is affine and has subscript texts");
    if (r.subscripts.size() != TheScop.arrays[r.array].rank)
      return fail(where + " does not have one subscript text per dimension");
    for (const std::vector<BodyPiece> &subscript : r.subscripts)
      if (!checkPieces(s, subscript))
        return false;
    return true;
  }

  bool checkAccess(const Statement &s, const Access &access) {
    std::string where = "an access of " + s.name;
    if (access.reference >= s.references.size())
      return fail(where + " has no reference");
    const Reference &reference = s.references[access.reference];
    where += " to " + TheScop.arrays[reference.array].name;
    if (!checkSpace(s, access.relation, reference.array, where))
      return false;
    if (!knowsParameters(access.relation.domain(), where))
      return false;
    if (!access.relation.domain().is_subset(s.domain))
      return fail(where + " lies outside the statement's domain");
    if (access.kind == AccessKind::MustWrite && !reference.affine)
      return fail(where + " is a certain write through a subscript that is not affine");
    return access.relation.is_subset(reference.index) || fail(where + " is not of its reference");
  }

  bool checkPieces(const Statement &s, const std::vector<BodyPiece> &pieces) {
    for (const BodyPiece &piece : pieces) {
      size_t bound = 0;
      switch (piece.kind) {
      case BodyPiece::Kind::Text:
        continue;
      case BodyPiece::Kind::Reference:
        bound = s.references.size();
        break;
      case BodyPiece::Kind::Iterator:
        bound = depthOf(s);
        break;
      case BodyPiece::Kind::Parameter:
        bound = TheScop.parameters.size();
        break;
      case BodyPiece::Kind::Noted:
        bound = isInspection(s) ? s.references.size() : 0;
        break;
      }
      if (piece.index >= bound)
        return fail("the text of " + s.name + " refers to something that it does not have");
    }
    return true;
  }

  bool isInspection(const Statement &s) const {
    return std::any_of(TheScop.inspections.begin(), TheScop.inspections.end(),
                       [&](const Inspection &inspection) { return &inspection.text == &s; });
  }

  /// Statements whose text only notes and reads, and arrays with two parameters of their own.
  bool checkInspections() {
    for (const InspectedArray &inspected : TheScop.inspected)
      for (const unsigned parameter : {inspected.least, inspected.most})
        if (inspected.array >= TheScop.arrays.size() || parameter >= TheScop.parameters.size() ||
            !TheScop.parameters[parameter].inspected)
          return fail("an inspected array has no parameters of its own");
    for (const Inspection &inspection : TheScop.inspections) {
      const Statement &s = inspection.text;
      if (s.domain.is_null() || !isOfStatement(s.domain, s) || !s.accesses.empty() ||
          s.iterators.size() != depthOf(s) || s.iteratorTypes.size() != depthOf(s))
        return fail("the inspection of " + s.name + " is not in the space " + s.name + "[…]");
      if (!knowsParameters(s.domain, "the inspection of " + s.name) || !checkPieces(s, s.body))
        return false;
      for (const Reference &reference : s.references) {
        if (reference.array >= TheScop.arrays.size())
          return fail("the inspection of " + s.name + " reads an array that is none");
        for (const std::vector<BodyPiece> &subscript : reference.subscripts)
          if (!checkPieces(s, subscript))
            return false;
      }
    }
    return true;
  }

  /// Arrays that exist, each once, and pairs of instances of statements that exist.
  bool checkIndependent() {
    std::set<unsigned> named;
    for (const Independence &claim : TheScop.independent) {
      if (claim.array >= TheScop.arrays.size() || !named.insert(claim.array).second)
        return fail("what is independent is no array, or named twice");
      const isl::union_set all = domainOf(TheScop).universe();
      if (claim.apart.is_null() || !claim.apart.domain().is_subset(all) ||
          !claim.apart.range().is_subset(all))
        return fail("pairs that are apart in " + TheScop.arrays[claim.array].name +
                    " are no instances of statements");
    }
    return true;
  }

  bool checkSchedule(const Statement &s) {
    bool good =
        isOfStatement(s.schedule, s) && !isl_map_has_tuple_name(s.schedule.get(), isl_dim_out) &&
        rangeDims(s.schedule) == rangeDims(TheScop.statements.front().schedule);
    if (!good)
      return fail("the schedule of " + s.name + " is not in the space of the others");
    if (!s.domain.is_subset(s.schedule.domain()))
      return fail("the schedule of " + s.name + " does not order all of its instances");
    return s.schedule.is_single_valued() ||
           fail("the schedule of " + s.name + " is not a function");
  }

  bool checkSchedules() {
    isl::union_map schedule = scheduleOf(TheScop).intersect_domain(domainOf(TheScop));
    return schedule.is_injective() || fail("two statement instances have the same time");
  }

  bool checkExitValues() {
    for (const ExitValue &exit : TheScop.exitValues) {
      if (exit.variable.empty() || exit.value.is_null() ||
          !isl_set_is_params(exit.value.domain().get()))
        return fail("the exit value of '" + exit.variable +
                    "' is not a function of the parameters");
      if (!knowsParameters(exit.value.domain(), "the exit value of '" + exit.variable + "'"))
        return false;
    }
    return true;
  }

  bool checkPointerExits() {
    isl::set known;
    for (const PointerExit &exit : TheScop.pointerExits) {
      if (exit.when.is_null() || !isl_set_is_params(exit.when.get()) ||
          !knowsParameters(exit.when, "the exit of pointers"))
        return fail("pointers have other values where that is no set of parameters");
      if (!known.is_null() && !known.is_disjoint(exit.when))
        return fail("pointers have two exits for the same parameters");
      known = known.is_null() ? exit.when : known.unite(exit.when);
      std::set<std::string> changed, emptied;
      for (const auto &[pointer, source, moved] : exit.values)
        if (pointer.empty() || source.empty() || !changed.insert(pointer).second ||
            (moved && !emptied.insert(source).second))
          return fail("the exit of pointer '" + pointer + "' is not one value");
    }
    return true;
  }

  const Scop &TheScop;
  std::string Wrong;
};

} // namespace

std::string gputile::checkScop(const Scop &scop) { return Checker(scop).run(); }
