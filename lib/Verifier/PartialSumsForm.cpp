//===- PartialSumsForm.cpp - The statements of partial sums ----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Verifier/Compare.h"
#include "Verifier/PartialSums.h"
#include "Verifier/PrivacyOrder.h"
#include "Verifier/Updates.h"

#include <set>

using namespace gputile;
using namespace gputile::verifier;

static Outcome bad(std::string what) { return fail(Kind::PartialSums, std::move(what)); }

/// The prelude's type of what ordered updates that take NaN do to a number of type \p type.
static std::string keptType(const std::string &type) { return "gpt_kept<" + type + ">"; }

isl::map SumPrograms::timeAfter(unsigned s) const {
  const Statement &statement = after.statements[s];
  return instances[s].reverse().apply_range(
      statement.schedule.intersect_domain(statement.domain));
}

namespace {

/// One original statement in both programs.
class StatementPair {
public:
  StatementPair(const SumPrograms &programs, unsigned s)
      : Programs(programs), Index(s), X(programs.before.statements[s]),
        Y(programs.after.statements[s]), Instances(programs.instances[s]) {}

  Outcome compare(SumParts &parts) const {
    if (!sameParts())
      return bad("statement " + X.name + " is not the original one");
    std::set<unsigned> redirected;
    for (unsigned r = 0; r < X.references.size(); ++r)
      if (Y.references[r].array != X.references[r].array)
        redirected.insert(X.references[r].array);
      else if (!sameReference(r))
        return bad("a reference of " + X.name + " is not the original one");
    for (unsigned array : redirected)
      if (Outcome failure = takeSum(array, parts))
        return failure;
    return std::nullopt;
  }

private:
  isl::map pulled(const isl::map &map) const { return Instances.apply_range(map); }

  bool sameParts() const {
    bool same = X.name == Y.name && X.references.size() == Y.references.size() &&
                X.accesses.size() == Y.accesses.size() && X.updates.size() == Y.updates.size() &&
                sameText(X.body, Y.body);
    for (unsigned u = 0; same && u < X.updates.size(); ++u)
      same = sameUpdate(X.updates[u], Y.updates[u]);
    for (unsigned k = 0; same && k < X.accesses.size(); ++k)
      same = X.accesses[k].kind == Y.accesses[k].kind &&
             X.accesses[k].reference == Y.accesses[k].reference &&
             pulled(X.accesses[k].relation).domain().is_equal(Y.accesses[k].relation.domain());
    for (unsigned r = 0; same && r < X.references.size(); ++r)
      same = sameSubscripts(X.references[r], Y.references[r]);
    return same;
  }

  bool sameUpdate(const Update &a, const Update &b) const {
    return a.op == b.op && a.reference == b.reference && a.begin == b.begin && a.end == b.end &&
           a.operandType == b.operandType && a.order == b.order &&
           a.unordered == b.unordered && sameText(a.operand, b.operand);
  }

  bool sameSubscripts(const Reference &a, const Reference &b) const {
    return a.affine == b.affine &&
           std::equal(a.subscripts.begin(), a.subscripts.end(), b.subscripts.begin(),
                      b.subscripts.end(),
                      [&](const auto &x, const auto &y) { return sameText(x, y); });
  }

  /// The iterators may have other numbers, but have the same values.
  bool sameText(const std::vector<BodyPiece> &a, const std::vector<BodyPiece> &b) const {
    return std::equal(a.begin(), a.end(), b.begin(), b.end(), [&](const auto &x, const auto &y) {
      return x.kind == y.kind && x.text == y.text &&
             (x.kind == BodyPiece::Kind::Iterator ? sameIterator(x.index, y.index)
                                                  : x.index == y.index);
    });
  }

  bool sameIterator(unsigned before, unsigned after) const {
    return pulled(iterator(X, before)).is_equal(iterator(Y, after));
  }

  /// { S[i…] -> [v] }
  static isl::map iterator(const Statement &statement, unsigned d) {
    const isl::map values = statement.iteratorValues
                                ? statement.iteratorValues->as_map().intersect_domain(statement.domain)
                                : statement.domain.identity();
    return selectRange(values, d, 1);
  }

  bool sameReference(unsigned r) const {
    bool same = pulled(X.references[r].index)
                    .is_equal(Y.references[r].index.intersect_domain(Y.domain));
    for (unsigned k = 0; same && k < X.accesses.size(); ++k)
      if (X.accesses[k].reference == r)
        same = pulled(X.accesses[k].relation).is_equal(Y.accesses[k].relation);
    return same;
  }

  /// All that the statement does with \p array are updates, which go to one new array.
  Outcome takeSum(unsigned array, SumParts &parts) const {
    const std::string where = "the update of " + Programs.before.arrays[array].name + " in " + X.name;
    const auto op = reassociableClass(Programs.before, X, array);
    if (!op)
      return bad(where + " may not be reassociated");
    std::optional<RedirectedSum> sum;
    for (unsigned r = 0; r < X.references.size(); ++r) {
      if (X.references[r].array != array)
        continue;
      const Reference &to = Y.references[r];
      const isl::map index = to.index.intersect_domain(Y.domain);
      const isl::map element = X.references[r].index.intersect_domain(X.domain);
      const bool good = to.array >= Programs.before.arrays.size() &&
                        to.array < Programs.after.arrays.size() &&
                        isPartOf(Programs.before.arrays[array], Programs.after.arrays[to.array],
                                 takesNaN(*op) && isOrdered(array)) &&
                        index.is_single_valued() && index.domain().is_equal(pulled(element).domain()) &&
                        (!sum || (sum->partials == to.array && sum->summands.is_equal(index)));
      if (!good || !writesOnly(r, index))
        return bad(where + " does not go to one element of a new array");
      sum = {Index, array, to.array, *op, isOrdered(array), element, index};
    }
    parts.sums.push_back(*sum);
    return std::nullopt;
  }

  /// With \p kept a part also tells whether there was a NaN.
  static bool isPartOf(const Array &whole, const Array &part, bool kept) {
    return part.elementType == (kept ? keptType(whole.elementType) : whole.elementType) &&
           part.elementBytes == (kept ? 2 : 1) * whole.elementBytes;
  }

  bool isOrdered(unsigned array) const {
    return std::any_of(X.updates.begin(), X.updates.end(), [&](const Update &update) {
      return X.references[update.reference].array == array && isInOrderedParts(update);
    });
  }

  /// The accesses of reference \p r are of elements of \p index.
  bool writesOnly(unsigned r, const isl::map &index) const {
    for (const Access &access : Y.accesses)
      if (access.reference == r && !access.relation.is_subset(index))
        return false;
    return true;
  }

  const SumPrograms &Programs;
  unsigned Index;
  const Statement &X, &Y;
  const isl::map &Instances;
};

/// The original statements of `after` with the instances of `before`.
Scop withOriginalInstances(const SumPrograms &programs) {
  Scop result = programs.after;
  result.statements.resize(programs.before.statements.size());
  for (unsigned s = 0; s < result.statements.size(); ++s) {
    result.statements[s].domain = programs.before.statements[s].domain;
    result.statements[s].schedule = programs.timeAfter(s);
  }
  return result;
}

/// Reads the form of one new statement.
class NewStatement {
public:
  NewStatement(const SumPrograms &programs, unsigned s)
      : Programs(programs), Index(s), S(programs.after.statements[s]) {}

  Outcome read(SumParts &parts) const {
    for (unsigned r = 0; r < S.references.size(); ++r)
      if (!isExact(r))
        return bad("the new statement " + S.name + " has a reference that is not one element");
    if (S.references.size() == 1 && S.body.size() == 4 && takeInitialisation(parts))
      return std::nullopt;
    if (S.references.size() == 2 && takeAddition(parts))
      return std::nullopt;
    return bad("the new statement " + S.name +
               " does not initialise a partial sum or add one to another element");
  }

private:
  const Array &arrayOf(unsigned r) const { return Programs.after.arrays[S.references[r].array]; }
  bool isNew(unsigned r) const { return S.references[r].array >= Programs.before.arrays.size(); }

  /// One element in each instance, and the accesses say so.
  bool isExact(unsigned r) const {
    const Reference &reference = S.references[r];
    bool exact = reference.array < Programs.after.arrays.size() && reference.affine &&
                 reference.subscripts.empty() && reference.index.is_single_valued() &&
                 S.domain.is_subset(reference.index.domain());
    for (const Access &access : S.accesses)
      if (access.reference == r)
        exact = exact && access.relation.is_equal(reference.index.intersect_domain(S.domain));
    return exact;
  }

  bool hasAccesses(const std::vector<std::pair<unsigned, AccessKind>> &wanted) const {
    return std::equal(S.accesses.begin(), S.accesses.end(), wanted.begin(), wanted.end(),
                      [](const Access &access, const auto &want) {
                        return access.reference == want.first && access.kind == want.second;
                      });
  }

  bool hasText(const std::vector<BodyPiece> &text) const { return samePieces(S.body, text); }
  static BodyPiece x(unsigned r) { return BodyPiece::makeReference(r); }
  static BodyPiece t(const std::string &text) { return BodyPiece::makeText(text); }

  bool takeInitialisation(SumParts &parts) const {
    if (!isNew(0) || !isFloating(arrayOf(0)) || !hasAccesses({{0, AccessKind::MustWrite}}) ||
        S.body[2].kind != BodyPiece::Kind::Text ||
        !hasText({x(0), t(" = "), S.body[2], t(";")}))
      return false;
    parts.initialisations.push_back({Index, S.references[0].array, S.body[2].text});
    return true;
  }

  /// The operator that combines the two elements.
  std::optional<UpdateOperator> combination() const {
    using enum UpdateOperator;
    if (hasText({x(0), t(" += "), x(1), t(";")}))
      return Add;
    const auto isCall = [&](const std::string &function) {
      return hasText({x(0), t(" = " + function + "("), x(0), t(", "), x(1), t(");")});
    };
    if (isCall("gpt_mul"))
      return Multiply;
    for (UpdateOperator op : {TakeLess, TakeNotGreater, TakeGreater, TakeNotLess, KeepLess,
                              KeepNotGreater, KeepGreater, KeepNotLess, LeastNumber, GreatestNumber})
      if (isCall(updateText(op)))
        return op;
    return std::nullopt;
  }

  bool takeAddition(SumParts &parts) const {
    const auto op = combination();
    if (!isNew(1) || S.references[0].array == S.references[1].array || !op || !hasTypes(*op) ||
        !hasAccesses({{0, AccessKind::Read}, {0, AccessKind::MustWrite}, {1, AccessKind::Read}}))
      return false;
    parts.additions.push_back({Index, S.references[0].array, S.references[1].array, *op});
    return true;
  }

  /// Parts that tell of NaN are combined with their like, and at last with a number.
  bool hasTypes(UpdateOperator op) const {
    const std::string &target = arrayOf(0).elementType, &source = arrayOf(1).elementType;
    if (isNumber(source))
      return source == target;
    return isFloating(arrayOf(1)) && takesNaN(op) &&
           (source == target || (!isNew(0) && source == keptType(target)));
  }

  static bool isNumber(const std::string &type) { return type == "float" || type == "double"; }
  static bool isFloating(const Array &array) {
    return isNumber(array.elementType) || array.elementType == keptType("float") ||
           array.elementType == keptType("double");
  }

  const SumPrograms &Programs;
  unsigned Index;
  const Statement &S;
};

} // namespace

/// -0.0 leaves each number as it is when it is added, 1.0 when it is multiplied. fmin and fmax
/// of what is no number and e are e. Nothing is above infinity: the other least values of it and
/// e are e, or infinity where e is no number and is not taken.
bool verifier::isNeutral(UpdateOperator op, const std::string &type, const std::string &value) {
  if (type == keptType("float") || type == keptType("double"))
    return takesNaN(op) && value == type + "()"; // Which changes no number.
  const std::string suffix = type == "float" ? "f" : "";
  switch (op) {
  case UpdateOperator::Add:
    return value == "-0.0" + suffix;
  case UpdateOperator::Multiply:
    return value == "1.0" + suffix;
  case UpdateOperator::LeastNumber:
  case UpdateOperator::GreatestNumber:
    return value == "gpt_nan()";
  default:
    return value == (clauseOperator(op) == UpdateOperator::Min ? "gpt_infinity()"
                                                               : "-gpt_infinity()");
  }
}

std::optional<UpdateOperator> verifier::reassociableClass(const Scop &scop,
                                                          const Statement &statement,
                                                          unsigned array) {
  const std::string &type = scop.arrays[array].elementType;
  if (type != "float" && type != "double")
    return std::nullopt;
  std::optional<UpdateOperator> found;
  for (unsigned r = 0; r < statement.references.size(); ++r) {
    if (statement.references[r].array != array)
      continue;
    const auto op = sumOperator(statement, r);
    if (!op || (found && *found != *op) || !statement.references[r].affine)
      return std::nullopt;
    found = op;
  }
  return found;
}

Outcome verifier::compareOriginals(const SumPrograms &programs, SumParts &parts) {
  for (unsigned s = 0; s < programs.before.statements.size(); ++s)
    if (Outcome failure = StatementPair(programs, s).compare(parts))
      return failure;
  return checkSameOrder(programs.before, withOriginalInstances(programs));
}

Outcome verifier::readNewStatements(const SumPrograms &programs, SumParts &parts) {
  std::set<std::string> names;
  for (const Array &array : programs.after.arrays)
    if (!names.insert(array.name).second)
      return bad("two arrays have the name " + array.name);
  for (unsigned s = 0; s < programs.after.statements.size(); ++s) {
    const Statement &statement = programs.after.statements[s];
    if (!names.insert(statement.name).second)
      return bad("two statements have the name " + statement.name);
    if (Outcome failure = checkAccessesComplete(statement))
      return failure;
    if (s < programs.before.statements.size())
      continue;
    if (Outcome failure = NewStatement(programs, s).read(parts))
      return failure;
  }
  return std::nullopt;
}
