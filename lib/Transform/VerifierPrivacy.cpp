//===- VerifierPrivacy.cpp - Expansion keeps the flow of values ----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The transformed Scop is the original one, except that some arrays have become
/// private and have other subscripts. For these every read must see the value of
/// the same write in both, none may read a value from outside the region, and
/// nobody may look at them afterwards.
///
//===----------------------------------------------------------------------===//

#include "VerifierProgram.h"

#include <isl/aff.h>
#include <isl/flow.h>
#include <isl/map.h>
#include <isl/union_map.h>

#include <algorithm>

using namespace gputile;
using namespace gputile::verifier;

static Outcome bad(std::string what) { return fail(Kind::Privacy, std::move(what)); }

static bool sameText(const std::vector<BodyPiece> &a, const std::vector<BodyPiece> &b) {
  auto same = [](const BodyPiece &x, const BodyPiece &y) {
    return x.kind == y.kind && x.text == y.text && x.index == y.index;
  };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), same);
}

/// The statements agree in everything but subscripts.
static Outcome compareStatement(const Statement &a, const Statement &b) {
  bool same = a.name == b.name && a.domain.is_equal(b.domain) && a.schedule.is_equal(b.schedule) &&
              sameText(a.body, b.body) && a.iteratorTypes == b.iteratorTypes &&
              a.references.size() == b.references.size() && a.accesses.size() == b.accesses.size();
  for (unsigned r = 0; same && r < a.references.size(); ++r) {
    const Reference &x = a.references[r], &y = b.references[r];
    same = x.array == y.array && x.affine == y.affine &&
           x.subscripts.size() == y.subscripts.size() &&
           std::equal(x.subscripts.begin(), x.subscripts.end(), y.subscripts.begin(), sameText);
  }
  for (unsigned k = 0; same && k < a.accesses.size(); ++k)
    same = a.accesses[k].kind == b.accesses[k].kind &&
           a.accesses[k].reference == b.accesses[k].reference &&
           a.accesses[k].relation.domain().is_equal(b.accesses[k].relation.domain());
  return same ? Outcome() : bad("statement " + a.name + " is not the original one");
}

/// The accesses of a statement say all that its references touch, so that the
/// rest of the proof, which looks at accesses, knows of every element.
static Outcome checkAccessesComplete(const Statement &statement) {
  for (unsigned r = 0; r < statement.references.size(); ++r) {
    isl::map open = statement.references[r].index.intersect_domain(statement.domain);
    for (const Access &access : statement.accesses)
      if (access.reference == r)
        open = open.subtract(access.relation);
    if (!open.is_empty())
      return bad("a reference of " + statement.name + " touches " + samplePair(open).target +
                 " without an access that says so");
  }
  return std::nullopt;
}

static bool sameArray(const Array &a, const Array &b) {
  return a.name == b.name && a.elementType == b.elementType && a.elementBytes == b.elementBytes &&
         a.rank == b.rank && a.storage == b.storage && a.deadAfter == b.deadAfter &&
         a.baseExpr == b.baseExpr && a.strideExprs == b.strideExprs;
}

/// Whether all references to \p array and their accesses have the same relations.
static bool sameSubscripts(const Scop &a, const Scop &b, unsigned array) {
  for (unsigned s = 0; s < a.statements.size(); ++s) {
    const Statement &x = a.statements[s], &y = b.statements[s];
    for (unsigned r = 0; r < x.references.size(); ++r)
      if (x.references[r].array == array && !x.references[r].index.is_equal(y.references[r].index))
        return false;
    for (unsigned k = 0; k < x.accesses.size(); ++k)
      if (x.references[x.accesses[k].reference].array == array &&
          !x.accesses[k].relation.is_equal(y.accesses[k].relation))
        return false;
  }
  return true;
}

/// { S_k[i] -> A[a] } for access k of S: its own tuple name tells which access wrote.
static isl::map tagged(const Statement &statement, unsigned access, const isl::map &map) {
  return map.set_domain_tuple(statement.name + "_" + std::to_string(access));
}

namespace {

/// Which writes one read may see.
struct Flow {
  isl::union_map must, may;               ///< { S_k[i] -> T_l[j] }
  isl::union_set mustOutside, mayOutside; ///< Reads that see, may see a value from outside.
};

} // namespace

/// The writes of \p array in \p scop of the kind \p kind, and their schedule.
static isl::union_map taggedWrites(const Scop &scop, unsigned array, AccessKind kind,
                                   isl::union_map &schedule) {
  isl::union_map result = isl::union_map::empty(scop.ctx());
  for (const Statement &s : scop.statements)
    for (unsigned k = 0; k < s.accesses.size(); ++k) {
      if (s.references[s.accesses[k].reference].array != array || s.accesses[k].kind != kind)
        continue;
      result = result.unite(tagged(s, k, s.accesses[k].relation).to_union_map());
      schedule = schedule.unite(tagged(s, k, s.schedule).to_union_map());
    }
  return result;
}

/// The flow into access \p k of statement \p s.
static Flow flowInto(const Scop &scop, const isl::set &context, unsigned s, unsigned k) {
  const Statement &sink = scop.statements[s];
  unsigned array = sink.references[sink.accesses[k].reference].array;
  isl::union_map schedule = tagged(sink, k, sink.schedule).to_union_map();
  isl::union_map must = taggedWrites(scop, array, AccessKind::MustWrite, schedule);
  isl::union_map may = taggedWrites(scop, array, AccessKind::MayWrite, schedule);
  isl::map read = tagged(sink, k, sink.accesses[k].relation).intersect_params(context);
  isl_union_access_info *info = isl_union_access_info_from_sink(read.to_union_map().release());
  info = isl_union_access_info_set_must_source(info, must.intersect_params(context).release());
  info = isl_union_access_info_set_may_source(info, may.intersect_params(context).release());
  info = isl_union_access_info_set_schedule_map(info, schedule.release());
  isl_union_flow *flow = isl_union_access_info_compute_flow(info);
  Flow result;
  result.must = isl::manage(isl_union_flow_get_must_dependence(flow));
  result.may = isl::manage(isl_union_flow_get_may_dependence(flow));
  result.mustOutside = isl::manage(isl_union_flow_get_must_no_source(flow)).domain();
  result.mayOutside = isl::manage(isl_union_flow_get_may_no_source(flow)).domain();
  isl_union_flow_free(flow);
  return result;
}

/// Each read of \p array sees the same writes in both Scops.
static Outcome compareFlow(const Scop &a, const Scop &b, const isl::set &context, unsigned array) {
  bool wasPrivate = a.arrays[array].storage == ArrayStorage::Private;
  for (unsigned s = 0; s < a.statements.size(); ++s) {
    const Statement &statement = a.statements[s];
    for (unsigned k = 0; k < statement.accesses.size(); ++k) {
      const Access &access = statement.accesses[k];
      if (access.kind != AccessKind::Read || statement.references[access.reference].array != array)
        continue;
      std::string where = "the read of " + a.arrays[array].name + " in " + statement.name;
      Flow before = flowInto(a, context, s, k), after = flowInto(b, context, s, k);
      if (!before.must.is_equal(after.must) || !before.may.is_equal(after.may))
        return bad(where + " sees other writes after the expansion");
      if (!before.mayOutside.is_equal(after.mayOutside) ||
          !before.mustOutside.is_equal(after.mustOutside))
        return bad(where +
                   " sees values from outside the region at other instances after the expansion");
      if (!wasPrivate && !(before.mayOutside.is_empty() && before.mustOutside.is_empty()))
        return bad(where +
                   " may see a value from before the region, which a private copy does not have");
    }
  }
  return std::nullopt;
}

/// Two references of one instance are to one element in both Scops or in neither.
static Outcome compareReferences(const Scop &a, const Scop &b, const isl::set &context,
                                 unsigned array) {
  for (unsigned s = 0; s < a.statements.size(); ++s) {
    const std::vector<Reference> &x = a.statements[s].references, &y = b.statements[s].references;
    isl::set domain = a.statements[s].domain.intersect_params(context);
    for (unsigned r = 0; r < x.size(); ++r) {
      if (x[r].array != array)
        continue;
      if (!x[r].affine || !y[r].index.is_single_valued() || !domain.is_subset(y[r].index.domain()))
        return bad("a reference of " + a.statements[s].name + " to the expanded array " +
                   a.arrays[array].name + " has no exact subscript");
      for (unsigned q = 0; q < r; ++q) {
        if (x[q].array != array)
          continue;
        isl::set before = x[r].index.intersect(x[q].index).domain().intersect(domain);
        isl::set after = y[r].index.intersect(y[q].index).domain().intersect(domain);
        if (!before.is_equal(after))
          return bad("two references of " + a.statements[s].name + " to " + a.arrays[array].name +
                     " no longer meet at the same instances");
      }
    }
  }
  return std::nullopt;
}

/// The change of array \p array from \p a to \p b.
static Outcome checkExpanded(const Scop &a, const Scop &b, const isl::set &context,
                             unsigned array) {
  const Array &before = a.arrays[array], &after = b.arrays[array];
  if (after.storage != ArrayStorage::Private)
    return bad("array " + before.name + " has changed but is not private");
  if (after.name != before.name || after.elementType != before.elementType ||
      after.elementBytes != before.elementBytes)
    return bad("array " + before.name + " has changed its name or type");
  if (before.storage != ArrayStorage::Private && !before.deadAfter)
    return bad("array " + before.name + " has become private but is used after the region");
  if (before.storage == ArrayStorage::Pointer && !before.noAlias)
    return bad("array " + before.name +
               " has become private but may share memory with another array");
  if (Outcome failure = compareReferences(a, b, context, array))
    return failure;
  return compareFlow(a, b, context, array);
}

/// { [v] } for an expression over the parameters.
static isl::set valueSet(const isl::pw_aff &value) {
  return isl::manage(isl_set_from_pw_aff(value.copy()));
}

/// What is not a statement or an array: parameters, values after the region and
/// the declarations that statements use.
static bool sameSurroundings(const Scop &a, const Scop &b) {
  bool parameters =
      std::equal(a.parameters.begin(), a.parameters.end(), b.parameters.begin(), b.parameters.end(),
                 [](const Parameter &x, const Parameter &y) {
                   return x.name == y.name && x.callExpr == y.callExpr && x.type == y.type;
                 });
  bool exits =
      std::equal(a.exitValues.begin(), a.exitValues.end(), b.exitValues.begin(), b.exitValues.end(),
                 [](const ExitValue &x, const ExitValue &y) {
                   return x.variable == y.variable && valueSet(x.value).is_equal(valueSet(y.value));
                 });
  return parameters && exits && a.deviceDeclarations == b.deviceDeclarations;
}

Outcome verifier::checkPrivacy(const Scop &a, const Scop &b) {
  if (!sameSurroundings(a, b))
    return bad("the region's parameters or the values after it have changed");
  if (!a.context.is_equal(b.context) || !a.guard.is_equal(b.guard))
    return bad("the region's assumptions have changed");
  if (a.statements.size() != b.statements.size() || a.arrays.size() != b.arrays.size())
    return bad("statements or arrays have been added or removed");
  for (unsigned s = 0; s < a.statements.size(); ++s) {
    if (Outcome failure = compareStatement(a.statements[s], b.statements[s]))
      return failure;
    if (Outcome failure = checkAccessesComplete(b.statements[s]))
      return failure;
  }
  for (unsigned array = 0; array < a.arrays.size(); ++array) {
    if (sameArray(a.arrays[array], b.arrays[array]) && sameSubscripts(a, b, array))
      continue;
    if (Outcome failure = checkExpanded(a, b, a.context.intersect(a.guard), array))
      return failure;
  }
  return std::nullopt;
}
