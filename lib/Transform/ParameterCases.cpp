//===- ParameterCases.cpp - Parameters that tell cases apart --------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Transform/ParameterCases.h"

#include "Transform/FreshNames.h"
#include "gputile/Support/IslTools.h"

#include <isl/aff.h>
#include <isl/constraint.h>
#include <isl/map.h>
#include <isl/set.h>

#include <algorithm>
#include <set>

using namespace gputile;
using namespace gputile::transform;

namespace {

/// More of them are not worth a look.
constexpr size_t MostIntervals = 8;

int find(const isl::set &set, const std::string &name) {
  return isl_set_find_dim_by_name(set.get(), isl_dim_param, name.c_str());
}
int find(const isl::map &map, const std::string &name) {
  return isl_map_find_dim_by_name(map.get(), isl_dim_param, name.c_str());
}
// Relations may have their parameters in other orders after intersections: places are found anew.
template <typename Relation> unsigned placeOf(const Relation &relation, const std::string &name) {
  return static_cast<unsigned>(find(relation, name));
}
isl::set withoutParam(isl::set set, const std::string &name) {
  const unsigned at = placeOf(set, name);
  return isl::manage(isl_set_eliminate(set.release(), isl_dim_param, at, 1));
}
isl::map withoutParam(isl::map map, const std::string &name) {
  const unsigned at = placeOf(map, name);
  return isl::manage(isl_map_eliminate(map.release(), isl_dim_param, at, 1));
}
isl::set withParam(isl::set set, const std::string &name, int value) {
  const unsigned at = placeOf(set, name);
  return isl::manage(isl_set_fix_si(set.release(), isl_dim_param, at, value));
}
isl::map withParam(isl::map map, const std::string &name, int value) {
  const unsigned at = placeOf(map, name);
  return isl::manage(isl_map_fix_si(map.release(), isl_dim_param, at, value));
}
isl::set renamed(isl::set set, const std::string &from, const std::string &to) {
  const unsigned at = placeOf(set, from);
  return isl::manage(isl_set_set_dim_name(set.release(), isl_dim_param, at, to.c_str()));
}
isl::map renamed(isl::map map, const std::string &from, const std::string &to) {
  const unsigned at = placeOf(map, from);
  return isl::manage(isl_map_set_dim_name(map.release(), isl_dim_param, at, to.c_str()));
}
isl::set where(const isl::set &set, const isl::set &params) {
  return isl_set_is_params(set.get()) == isl_bool_true ? set.intersect(params)
                                                       : set.intersect_params(params);
}
isl::map where(const isl::map &map, const isl::set &params) { return map.intersect_params(params); }
isl::set constraintsOf(const isl::set &set) { return set; }
isl::set constraintsOf(const isl::map &map) { return map.wrap(); }

/// Calls \p visit for the sets and maps of the statements of \p scop.
template <typename TheScop, typename Visit>
void forEachStatementRelation(TheScop &scop, const Visit &visit) {
  const auto visitStatement = [&](auto &statement) {
    visit(statement.domain);
    if (!statement.schedule.is_null())
      visit(statement.schedule);
    for (auto &reference : statement.references)
      if (!reference.index.is_null())
        visit(reference.index);
    for (auto &access : statement.accesses)
      visit(access.relation);
  };
  for (auto &statement : scop.statements)
    visitStatement(statement);
  for (auto &inspection : scop.inspections)
    visitStatement(inspection.text);
}

/// The same for all sets and maps but the context.
template <typename TheScop, typename Visit>
void forEachRelation(TheScop &scop, const Visit &visit) {
  visit(scop.guard);
  forEachStatementRelation(scop, visit);
  for (auto &exit : scop.pointerExits)
    visit(exit.when);
}

/// Whether the value of parameter \p index stands in a text of \p scop.
bool isPrinted(const Scop &scop, unsigned index) {
  const auto isValue = [&](const BodyPiece &piece) {
    return piece.kind == BodyPiece::Kind::Parameter && piece.index == index;
  };
  const auto has = [&](const std::vector<BodyPiece> &pieces) {
    return std::any_of(pieces.begin(), pieces.end(), isValue);
  };
  const auto prints = [&](const Statement &s) {
    return has(s.body) || std::any_of(s.references.begin(), s.references.end(), [&](const auto &r) {
             return std::any_of(r.subscripts.begin(), r.subscripts.end(), has);
           });
  };
  return std::any_of(scop.statements.begin(), scop.statements.end(), prints) ||
         std::any_of(scop.inspections.begin(), scop.inspections.end(),
                     [&](const Inspection &inspection) { return prints(inspection.text); });
}

/// Collects the least values of the intervals of a parameter in each of which all relations are the
/// same.
class Bounds {
public:
  explicit Bounds(std::string name) : Name(std::move(name)) {}

  /// \returns false where \p relation compares the parameter with more than constants.
  bool add(const isl::set &relation) {
    bool good = true;
    if (find(relation, Name) >= 0)
      relation.foreach_basic_set([&](const isl::basic_set &part) { good &= addPart(part); });
    return good;
  }

  /// In their order.
  const std::set<int> &values() const { return Values; }

private:
  bool addPart(const isl::basic_set &part) {
    const auto at = static_cast<unsigned>(find(isl::set(part), Name));
    if (hasDivisionsOf(part, at))
      return false;
    isl_constraint_list *list = isl_basic_set_get_constraint_list(part.get());
    bool good = true;
    for (isl_size c = 0; good && c < isl_constraint_list_n_constraint(list); ++c) {
      isl_constraint *constraint = isl_constraint_list_get_constraint(list, c);
      good = addConstraint(constraint, at);
      isl_constraint_free(constraint);
    }
    isl_constraint_list_free(list);
    return good;
  }

  /// Whether parameter \p at is divided, or may be: isl does not know all divisions.
  static bool hasDivisionsOf(const isl::basic_set &part, unsigned at) {
    isl_basic_set *rest =
        isl_basic_set_remove_divs_involving_dims(part.copy(), isl_dim_param, at, 1);
    const bool has =
        isl_basic_set_dim(rest, isl_dim_div) != isl_basic_set_dim(part.get(), isl_dim_div);
    isl_basic_set_free(rest);
    return has;
  }

  bool addConstraint(isl_constraint *constraint, unsigned at) {
    const auto involves = [&](isl_dim_type type, unsigned first, unsigned count) {
      return isl_constraint_involves_dims(constraint, type, first, count) != isl_bool_false;
    };
    const auto count = [&](isl_dim_type type) {
      return static_cast<unsigned>(isl_constraint_dim(constraint, type));
    };
    if (!involves(isl_dim_param, at, 1))
      return true;
    if (involves(isl_dim_param, 0, at) ||
        involves(isl_dim_param, at + 1, count(isl_dim_param) - at - 1) ||
        involves(isl_dim_set, 0, count(isl_dim_set)) ||
        involves(isl_dim_div, 0, count(isl_dim_div)))
      return false;
    const isl::val factor = isl::manage(
        isl_constraint_get_coefficient_val(constraint, isl_dim_param, static_cast<int>(at)));
    const isl::val constant = isl::manage(isl_constraint_get_constant_val(constraint));
    constexpr int Largest = 1 << 20;
    if (!factor.abs().is_one() || constant.abs().gt(Largest))
      return false;
    // p >= -constant, or p <= constant.
    const int value = static_cast<int>(constant.num_si());
    const bool least = factor.is_one(),
               equal = isl_constraint_is_equality(constraint) == isl_bool_true;
    if (least || equal)
      Values.insert(least ? -value : value);
    if (!least || equal)
      Values.insert((least ? -value : value) + 1);
    return true;
  }

  std::string Name;
  std::set<int> Values;
};

/// Values of a parameter from `least` on, or below the first interval's end, that are alike.
struct Interval {
  std::optional<int> least, most;
  unsigned number = 0; ///< Of the case.
  int sample() const { return least ? *least : *most; }
};

/// The replacement of one parameter of a program.
class Replacement {
public:
  Replacement(const Scop &scop, unsigned index)
      : Old(scop), Index(index), Name(scop.parameters[index].name) {}

  /// Whether there are intervals that may be alike.
  bool isPossible() {
    if (!isSuitable())
      return false;
    Intervals = intervals();
    return Intervals.size() >= 3;
  }

  std::optional<Scop> make() {
    if (!isPossible() || !findCases())
      return std::nullopt;
    Scop scop = Old;
    scop.parameters[Index].name = NewName = newName();
    scop.parameters[Index].callExpr = numberText();
    scop.parameters[Index].type = "int";
    bool exact = true;
    const isl::set values = possible();
    forEachRelation(scop, [&](auto &relation) {
      const auto changed = numbered(relation);
      exact = exact && valued(changed).is_equal(where(relation, values));
      relation = changed;
    });
    scop.context = numbered(scop.context);
    if (!exact)
      return std::nullopt;
    forgetInValues(scop);
    return scop;
  }

private:
  bool isSuitable() {
    if (Old.parameters[Index].inspected || !Old.independent.empty() || !isInStatements() ||
        isPrinted(Old, Index) || isInValues())
      return false;
    bool good = true;
    forEachRelation(
        Old, [&](const auto &relation) { good = good && Limits.add(constraintsOf(relation)); });
    return good && Limits.values().size() > 1 && Limits.values().size() < MostIntervals;
  }

  /// Calls \p visit for the expressions of \p scop, with the place of the parameter.
  template <typename TheScop, typename Visit>
  void forEachValue(TheScop &scop, const Visit &visit) const {
    for (auto &exit : scop.exitValues)
      visit(exit.value);
    for (auto &statement : scop.statements) {
      if (statement.iteratorValues)
        visit(*statement.iteratorValues);
      if (statement.unsplit)
        visit(*statement.unsplit);
    }
  }

  int placeIn(const isl::pw_aff &value) const {
    return isl_pw_aff_find_dim_by_name(value.get(), isl_dim_param, Name.c_str());
  }
  int placeIn(const isl::pw_multi_aff &value) const {
    return isl_pw_multi_aff_find_dim_by_name(value.get(), isl_dim_param, Name.c_str());
  }
  bool involves(const isl::pw_aff &value, int at) const {
    return at >= 0 && isl_pw_aff_involves_dims(value.get(), isl_dim_param,
                                               static_cast<unsigned>(at), 1) != isl_bool_false;
  }
  bool involves(const isl::pw_multi_aff &value, int at) const {
    return at >= 0 &&
           isl_pw_multi_aff_involves_dims(value.get(), isl_dim_param, static_cast<unsigned>(at),
                                          1) != isl_bool_false;
  }
  isl::pw_aff without(isl::pw_aff value, int at) const {
    return isl::manage(
        isl_pw_aff_drop_dims(value.release(), isl_dim_param, static_cast<unsigned>(at), 1));
  }
  isl::pw_multi_aff without(isl::pw_multi_aff value, int at) const {
    return isl::manage(
        isl_pw_multi_aff_drop_dims(value.release(), isl_dim_param, static_cast<unsigned>(at), 1));
  }

  /// Parameters that stand in guards only need no other form, and messages name them.
  bool isInStatements() const {
    bool found = false;
    forEachStatementRelation(Old, [&](const auto &relation) {
      const isl::set set = constraintsOf(relation);
      const int at = find(set, Name);
      found = found ||
              (at >= 0 && isl_set_involves_dims(set.get(), isl_dim_param, static_cast<unsigned>(at),
                                                1) != isl_bool_false);
    });
    return found;
  }

  bool isInValues() const {
    bool found = false;
    forEachValue(Old, [&](const auto &value) { found |= involves(value, placeIn(value)); });
    return found;
  }

  void forgetInValues(Scop &scop) const {
    forEachValue(scop, [&](auto &value) {
      if (const int at = placeIn(value); at >= 0)
        value = without(value, at);
    });
  }

  /// The intervals that the context leaves.
  std::vector<Interval> intervals() const {
    std::vector<Interval> result;
    std::optional<int> least;
    for (const int next : Limits.values()) {
      result.push_back({least, next - 1});
      least = next;
    }
    result.push_back({least, std::nullopt});
    std::erase_if(result, [&](const Interval &interval) {
      return Old.context.intersect(valuesOf(interval)).is_empty();
    });
    return result;
  }

  /// All values that the context leaves.
  isl::set possible() const {
    isl::set values = isl::set::empty(Old.context.get_space());
    for (const Interval &interval : Intervals)
      values = values.unite(valuesOf(interval));
    return values;
  }

  /// { : least <= p <= most }
  isl::set valuesOf(const Interval &interval) const {
    isl_set *values = isl_set_universe(Old.context.get_space().release());
    const auto at =
        static_cast<unsigned>(isl_set_find_dim_by_name(values, isl_dim_param, Name.c_str()));
    if (interval.least)
      values = isl_set_lower_bound_si(values, isl_dim_param, at, *interval.least);
    if (interval.most)
      values = isl_set_upper_bound_si(values, isl_dim_param, at, *interval.most);
    return isl::manage(values);
  }

  /// Whether no relation tells values of \p a from those of \p b.
  bool areAlike(const Interval &a, const Interval &b) const {
    bool alike = true;
    forEachRelation(Old, [&](const auto &relation) {
      if (alike && find(relation, Name) >= 0)
        alike = whereValueIs(relation, Name, a.sample())
                    .is_equal(whereValueIs(relation, Name, b.sample()));
    });
    return alike;
  }

  template <typename Relation>
  static Relation whereValueIs(const Relation &relation, const std::string &name, int value) {
    return withoutParam(withParam(relation, name, value), name);
  }

  /// Numbers the intervals. \returns whether there are fewer cases, and more than one.
  bool findCases() {
    for (size_t i = 0; i < Intervals.size(); ++i) {
      const auto same =
          std::find_if(Intervals.begin(), Intervals.begin() + i,
                       [&](const Interval &other) { return areAlike(other, Intervals[i]); });
      Intervals[i].number = same == Intervals.begin() + i ? Cases++ : same->number;
    }
    return Cases > 1 && Cases < Intervals.size();
  }

  /// Whether the cases are one value and all others. \returns that value.
  std::optional<int> onlyValue() const {
    const bool isOne =
        Intervals.size() == 3 && Cases == 2 && Intervals[1].least == Intervals[1].most;
    return isOne && Intervals[1].number == 1 ? Intervals[1].least : std::nullopt;
  }

  std::string newName() const {
    const std::optional<int> value = onlyValue();
    if (!value)
      return FreshNames(Old).make(Name + "_case");
    return FreshNames(Old).keep(Name + "_is_" + (*value < 0 ? "minus_" : "") +
                                std::to_string(std::abs(*value)));
  }

  /// C text of the number of the case.
  std::string numberText() const {
    const std::string value = "(" + Old.parameters[Index].callExpr + ")";
    if (const std::optional<int> only = onlyValue())
      return value + " == " + std::to_string(*only);
    std::string text;
    for (const Interval &interval : Intervals)
      text += &interval == &Intervals.back() ? std::to_string(interval.number)
                                             : value + " <= " + std::to_string(*interval.most) +
                                                   " ? " + std::to_string(interval.number) + " : ";
    return text;
  }

  /// \p relation with the number of the case in place of the value.
  template <typename Relation> Relation numbered(const Relation &relation) const {
    if (find(relation, Name) < 0)
      return relation;
    std::optional<Relation> result;
    for (const Interval &interval : Intervals) {
      const Relation part = withParam(withoutParam(where(relation, valuesOf(interval)), Name), Name,
                                      static_cast<int>(interval.number));
      result = result ? result->unite(part) : part;
    }
    return renamed(result->coalesce(), Name, NewName);
  }

  /// The same back again.
  template <typename Relation> Relation valued(const Relation &relation) const {
    if (find(relation, NewName) < 0)
      return relation;
    std::optional<Relation> result;
    for (const Interval &interval : Intervals) {
      const Relation alike = whereValueIs(relation, NewName, static_cast<int>(interval.number));
      const Relation part = where(renamed(alike, NewName, Name), valuesOf(interval));
      result = result ? result->unite(part) : part;
    }
    return *result;
  }

  const Scop &Old;
  unsigned Index;
  std::string Name, NewName;
  Bounds Limits{Name};
  std::vector<Interval> Intervals;
  unsigned Cases = 0;
};

} // namespace

Scop gputile::withParameterCases(Scop scop) {
  for (unsigned p = 0; p < scop.parameters.size(); ++p)
    if (std::optional<Scop> changed = Replacement(scop, p).make())
      scop = std::move(*changed);
  return scop;
}

bool gputile::mayHaveParameterCases(const Scop &scop) {
  for (unsigned p = 0; p < scop.parameters.size(); ++p)
    if (Replacement(scop, p).isPossible())
      return true;
  return false;
}
