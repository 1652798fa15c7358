//===- Privatize.cpp - Expansion of scalars and temporaries ---------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A temporary is often used several times in a region, each time for values of
/// its own: `s` in one nest of depth three, `s` again in one of depth one. The
/// statements between which values flow make a web; each web is expanded by as
/// many iterators as it allows, and shallower webs get zeros behind theirs:
///   { S[i,j,k] -> s[] } and { T[i] -> s[] } become s[i,j,k] and s[i,0,0].
///
//===----------------------------------------------------------------------===//

#include "gputile/Transform/Privatize.h"

#include "gputile/Analysis/Dependences.h"
#include "gputile/Analysis/LiveSets.h"
#include "gputile/Support/IslTools.h"

#include <algorithm>
#include <cmath>
#include <optional>

using namespace gputile;

/// Temporaries of more elements than this are left alone: every iteration of
/// the outer loops would get its own.
static const long MaxElements = 2048;

/// \p scop with the accesses to \p array only. Access indices are those of the
/// result: the same for every Scop with the same accesses.
static Scop onlyArray(const Scop &scop, unsigned array) {
  Scop result = scop;
  for (Statement &s : result.statements)
    std::erase_if(s.accesses, [&](const Access &access) {
      return s.references[access.reference].array != array;
    });
  return result;
}

/// True when \p elements are a fixed number, few enough to be had many times.
static bool isSmall(const isl::set &elements) {
  long count = 1;
  int rank = isl_set_dim(elements.get(), isl_dim_set);
  for (int d = 0; d < rank; ++d) {
    isl::val least = elements.dim_min_val(d);
    isl::val greatest = elements.dim_max_val(d);
    if (!least.is_int() || !greatest.is_int())
      return false;
    std::optional<long> size = asLong(greatest.sub(least).add(1));
    if (!size || *size > MaxElements || count * *size > MaxElements)
      return false;
    count *= *size;
  }
  return true;
}

/// Whether \p array is dead because a clause says so: what pointers may reach is not known to be.
static bool isAskedFor(const Array &array) { return array.exposed && array.deadAfter; }

/// Whether a pointer of the region may lead to any variable.
static bool hasFreePointers(const Scop &scop) {
  return std::any_of(scop.arrays.begin(), scop.arrays.end(), [](const Array &array) {
    return array.storage == ArrayStorage::Pointer && !array.noAlias;
  });
}

/// The elements of the array that the region accesses, { A[a] }, if which one a reference means is
/// always known.
static std::optional<isl::set> knownElements(const Scop &scop, unsigned index) {
  const Array &array = scop.arrays[index];
  isl::set elements =
      isl::set::empty(isl::space::unit(scop.ctx()).add_named_tuple(array.name, array.rank));
  for (const Statement &s : scop.statements)
    for (const Reference &reference : s.references) {
      if (reference.array != index)
        continue;
      if (!reference.affine)
        return std::nullopt;
      elements = elements.unite(reference.index.intersect_domain(s.domain).range());
    }
  elements = elements.intersect_params(scop.context).intersect_params(scop.guard);
  return elements.is_empty() ? std::nullopt : std::optional(elements);
}

/// The same, if the array may be given one copy per outer iteration at all: nobody looks at it after
/// the region or through another name.
static std::optional<isl::set> elementsToExpand(const Scop &scop, unsigned index) {
  const Array &array = scop.arrays[index];
  bool isPrivate = array.storage == ArrayStorage::Private;
  bool hasOtherNames = (array.storage == ArrayStorage::Pointer && !array.noAlias) ||
                       (array.exposed && hasFreePointers(scop));
  if (!isPrivate && (!array.deadAfter || hasOtherNames))
    return std::nullopt;
  return knownElements(scop, index);
}

/// Whether array \p other of the region's function has more dimensions than \p array.
static bool hasMoreDimensions(const Array &other, const Array &array) {
  return other.storage != ArrayStorage::Private && other.rank > array.rank;
}

/// Whether array \p index of \p expanded, which has a copy per iteration, takes no more memory than another array: all
/// positions of its elements are also those of elements that the region accesses there.
static bool isLikeAnother(const Scop &expanded, unsigned index) {
  const auto copies = knownElements(expanded, index);
  for (unsigned other = 0; copies && other < expanded.arrays.size(); ++other) {
    const Array &array = expanded.arrays[other];
    if (array.storage == ArrayStorage::Private || array.rank != expanded.arrays[index].rank)
      continue;
    const auto elements = knownElements(expanded, other);
    if (elements && flatSet(*copies).is_subset(flatSet(*elements)))
      return true;
  }
  return false;
}

/// { [n] }: the parameters for which \p elements, { A[a] }, extend over at most \p most numbers in
/// dimension \p d.
static isl::set whereNarrow(const isl::set &elements, unsigned d, long most) {
  const isl::set numbers = onlyDim(elements, d).coalesce();
  const isl::pw_aff least = numbers.lexmin_pw_multi_aff().at(0);
  const isl::pw_aff greatest = numbers.lexmax_pw_multi_aff().at(0);
  const isl::pw_aff distance = greatest.sub(least);
  const isl::set narrow = distance.lt_set(distance.domain().pw_aff_on_domain(most));
  return narrow.unite(elements.params().complement()).coalesce();
}

/// { [n] }: the parameters for which \p elements are few enough; none where that does not depend
/// on parameters. Dimensions of sizes that do share what the others leave of MaxElements.
static std::optional<isl::set> whereSmall(const isl::set &elements) {
  if (!isl_set_is_bounded(elements.get()))
    return std::nullopt;
  long room = MaxElements;
  std::vector<unsigned> open;
  for (unsigned d = 0; d < setDims(elements); ++d) {
    const isl::val least = elements.dim_min_val(static_cast<int>(d));
    const isl::val greatest = elements.dim_max_val(static_cast<int>(d));
    const auto size = least.is_int() && greatest.is_int() ? asLong(greatest.sub(least).add(1))
                                                          : std::nullopt;
    if (size)
      room /= *size;
    else
      open.push_back(d);
  }
  if (open.empty() || room < 1)
    return std::nullopt;
  const long side = static_cast<long>(std::pow(double(room), 1.0 / double(open.size())) + 1e-9);
  isl::set small = elements.params().space().universe_set();
  for (unsigned d : open)
    small = small.intersect(whereNarrow(elements, d, side));
  return small;
}

namespace {

/// By which iterators the references to one array are expanded, per statement: from number First to
/// a depth. The references of one statement stay together, because a value may pass between them
/// without leaving the instance.
class Expansion {
public:
  /// \param scop with accesses to \p array only; \p flow its flow dependences.
  Expansion(const Scop &scop, unsigned array, const Ddg &flow, unsigned first)
      : Index(array), First(first) {
    for (unsigned s = 0; s < scop.statements.size(); ++s) {
      WebOf.push_back(s);
      Iterators.push_back(iteratorsOf(scop.statements[s]));
    }
    for (const Dependence &edge : flow.edges)
      WebOf[find(edge.source)] = find(edge.target);
    Depths.assign(scop.statements.size(), ~0u);
    for (unsigned s = 0; s < scop.statements.size(); ++s)
      if (refersToArray(scop.statements[s]))
        depth(s) = std::min(depth(s), rangeDims(Iterators[s]));
    for (const Dependence &edge : flow.edges)
      shrink(
          depth(edge.source),
          edge.relation.apply_domain(Iterators[edge.source]).apply_range(Iterators[edge.target]));
    for (unsigned s = 0; s < scop.statements.size(); ++s)
      if (refersToArray(scop.statements[s]) && find(s) == s)
        while (depth(s) > First && tellsNothing(scop, s))
          --depth(s);
    for (unsigned s = 0; s < scop.statements.size(); ++s)
      if (refersToArray(scop.statements[s]) && depth(s) > First)
        Rank = std::max(Rank, depth(s) - First);
  }

  /// Dimensions that the array gets.
  unsigned rank() const { return Rank; }

  /// True when some anti or output dependence goes away: when two instances with copies of
  /// their own reach one element that one of them writes. In the chain of dependences from the
  /// one to the other, some step then leads from copy to copy.
  bool helps(const Scop &scop) const {
    const std::vector<Reached> all = reached(scop);
    for (const Reached &write : all)
      if (write.written && splits(write, write))
        return true; // The temporary of an iteration: no need to look at all pairs.
    for (const Reached &write : all)
      for (const Reached &other : all)
        if (write.written && &write != &other && splits(write, other))
          return true;
    return false;
  }

  Scop apply(const Scop &scop) const {
    Scop result = scop;
    makePrivate(result.arrays[Index]);
    const std::string &name = result.arrays[Index].name;
    for (unsigned s = 0; s < result.statements.size(); ++s) {
      Statement &statement = result.statements[s];
      for (Access &access : statement.accesses)
        if (statement.references[access.reference].array == Index)
          access.relation = expanded(access.relation, s, name);
      for (Reference &reference : statement.references)
        if (reference.array == Index)
          reference.index = expanded(reference.index, s, name);
    }
    return result;
  }

private:
  /// What an access reaches.
  struct Reached {
    unsigned statement;
    bool written;
    std::optional<UpdateClass> updates;
    isl::map elements; ///< { S[i] -> A[a] }
  };

  std::vector<Reached> reached(const Scop &scop) const {
    const isl::set known = scop.context.intersect(scop.guard);
    std::vector<Reached> result;
    for (unsigned s = 0; s < scop.statements.size(); ++s) {
      const Statement &statement = scop.statements[s];
      const auto updates = unorderedUpdates(statement, Index);
      const isl::set domain = statement.domain.intersect_params(known);
      for (const Access &access : statement.accesses)
        result.push_back({s, access.kind != AccessKind::Read, updates,
                          access.relation.intersect_domain(domain)});
    }
    return result;
  }

  /// Whether \p a and \p b reach one element in instances with different copies. Updates
  /// that commute depend on each other in no order.
  bool splits(const Reached &a, const Reached &b) const {
    if (a.updates && a.updates == b.updates)
      return false;
    const isl::map pairs = a.elements.apply_range(b.elements.reverse());
    const isl::map from = prefix(a.statement), to = prefix(b.statement);
    return !pairs.is_subset(from.apply_range(to.reverse()));
  }

  bool refersToArray(const Statement &s) const {
    return std::any_of(s.references.begin(), s.references.end(),
                       [&](const Reference &reference) { return reference.array == Index; });
  }

  unsigned find(unsigned statement) const {
    while (WebOf[statement] != statement)
      statement = WebOf[statement];
    return statement;
  }
  unsigned &depth(unsigned statement) { return Depths[find(statement)]; }
  unsigned depth(unsigned statement) const { return Depths[find(statement)]; }

  /// { S[k…] -> [i…] }: the iterators by which \p s may be expanded.
  static isl::map iteratorsOf(const Statement &s) {
    if (s.unsplit)
      return s.unsplit->as_map();
    const unsigned dims = setDims(s.domain);
    isl_map *same = isl_map_universe(s.domain.space().add_unnamed_tuple(dims).release());
    for (unsigned d = 0; d < dims; ++d)
      same =
          isl_map_equate(same, isl_dim_in, static_cast<int>(d), isl_dim_out, static_cast<int>(d));
    return isl::manage(same);
  }

  /// Lowers \p depth until \p relation, { [i] -> [j] } of iterators, keeps so many leading ones
  /// equal.
  static void shrink(unsigned &depth, const isl::map &relation) {
    auto keepsEqual = [&](unsigned d) {
      int position = static_cast<int>(d);
      isl_map *equal = isl_map_universe(relation.space().release());
      equal = isl_map_equate(equal, isl_dim_in, position, isl_dim_out, position);
      return relation.is_subset(isl::manage(equal));
    };
    for (unsigned d = 0; d < depth; ++d)
      if (!keepsEqual(d))
        depth = d;
  }

  /// Whether the last of the iterators by which the web of \p root is expanded tells no copies apart: the others
  /// and the element determine it, as in { S[i,k] -> t[k] }.
  bool tellsNothing(const Scop &scop, unsigned root) const {
    const unsigned last = depth(root) - 1;
    isl::map found; // { [i_First … i_{last-1}, a…] -> [i_last] }
    for (unsigned s = 0; s < scop.statements.size(); ++s)
      for (const Access &access : scop.statements[s].accesses) {
        if (find(s) != root)
          continue;
        const isl::map iterators = Iterators[s].intersect_domain(scop.statements[s].domain);
        const isl::map copy =
            joinRanges(selectRange(iterators, First, last - First), flatRange(access.relation));
        const isl::map tells = copy.reverse().apply_range(selectRange(iterators, last, 1));
        found = found.is_null() ? tells : found.unite(tells);
      }
    return !found.is_null() && found.is_single_valued();
  }

  void makePrivate(Array &array) const {
    array.rank += Rank;
    array.storage = ArrayStorage::Private;
    array.baseExpr.clear();
    array.strideExprs.clear();
    array.strideConstants.clear();
  }

  /// { S[k…] -> [i_First … i_{depth-1}, 0 …] } with Rank outputs, for statement \p s.
  isl::map prefix(unsigned s) const {
    const isl::map &iterators = Iterators[s];
    isl::map result = selectRange(iterators, 0, 0);
    for (unsigned d = First; d < First + Rank; ++d)
      result = joinRanges(result, d < depth(s) ? selectRange(iterators, d, 1) : zero(iterators));
    return result;
  }

  /// { S[k…] -> [0] }
  static isl::map zero(const isl::map &iterators) {
    isl::map one = selectRange(iterators, 0, 0);
    return isl::manage(
        isl_map_fix_si(isl_map_add_dims(one.release(), isl_dim_out, 1), isl_dim_out, 0, 0));
  }

  /// { S[k…] -> A[a…] } becomes { S[k…] -> A[i_First … i_{depth-1}, 0 …, a…] }.
  isl::map expanded(const isl::map &relation, unsigned s, const std::string &name) const {
    isl_map *result = isl_map_flat_range_product(prefix(s).release(), relation.copy());
    return isl::manage(isl_map_set_tuple_name(result, isl_dim_out, name.c_str()));
  }

  unsigned Index;
  unsigned First;
  unsigned Rank = 0;
  std::vector<unsigned> WebOf;  ///< Union-find forest of statements.
  std::vector<unsigned> Depths; ///< By root.
  std::vector<isl::map> Iterators; ///< By statement.
};

} // namespace

/// True when every read of \p array sees a value that the region computed.
static bool readsOnlyOwnValues(const Scop &scop, unsigned array, const Ddg &flow) {
  const auto unwritten = flow.readUnwritten.find(array);
  return unwritten != flow.readUnwritten.end() ? unwritten->second.is_empty()
                                               : computeLiveness(scop)[array].liveIn.is_empty();
}

/// The expansion of \p array when that is right and helps. The flow of values stays as it is:
/// each read has a last certain write, this and whatever may write behind it flow to the read,
/// and what flows stays in one copy. The other writes of this copy hid or followed before, too.
static std::optional<Expansion> usefulExpansion(const Scop &scop, unsigned array, unsigned first) {
  Scop before = onlyArray(scop, array);
  const Ddg flow = computeFlow(before, array);
  if (!readsOnlyOwnValues(before, array, flow))
    return std::nullopt;
  Expansion expansion(before, array, flow, first);
  if (expansion.rank() == 0 || !expansion.helps(before))
    return std::nullopt;
  return expansion;
}

/// \p scop with copies of \p array, of which it accesses \p elements, for iterators from number
/// \p first on: if these are small, or all copies together are no more than another array of the
/// region.
static std::optional<Scop> expanded(const Scop &scop, unsigned array, const isl::set &elements,
                                    unsigned first) {
  const bool small = isAskedFor(scop.arrays[array]) || isSmall(elements);
  const bool mayBeLikeAnother = std::any_of(
      scop.arrays.begin(), scop.arrays.end(),
      [&](const Array &other) { return hasMoreDimensions(other, scop.arrays[array]); });
  if (!small && !mayBeLikeAnother)
    return std::nullopt;
  const auto expansion = usefulExpansion(scop, array, first);
  if (!expansion)
    return std::nullopt;
  Scop result = expansion->apply(scop);
  return small || isLikeAnother(result, array) ? std::optional(std::move(result)) : std::nullopt;
}

bool gputile::canExpand(const Scop &scop, unsigned array) {
  const auto elements = knownElements(scop, array);
  return elements && expanded(scop, array, *elements, 0);
}

std::optional<Scop> gputile::withSmallTemporaries(const Scop &scop) {
  Scop result = scop;
  bool changed = false;
  for (unsigned array = 0; array < scop.arrays.size(); ++array) {
    const auto elements = scop.arrays[array].rank > 0 ? elementsToExpand(scop, array) : std::nullopt;
    const auto small = elements ? whereSmall(*elements) : std::nullopt;
    if (!small || isAskedFor(scop.arrays[array]))
      continue;
    result.guard = result.guard.intersect(*small).coalesce();
    changed = true;
  }
  if (!changed || result.guard.intersect(result.context).is_empty())
    return std::nullopt;
  return result;
}

Scop gputile::privatize(const Scop &scop, const std::map<unsigned, unsigned> &shared) {
  Scop result = scop;
  for (unsigned array = 0; array < scop.arrays.size(); ++array) {
    const auto loops = shared.find(array);
    const unsigned first = loops == shared.end() ? 0 : loops->second;
    if (const auto elements = elementsToExpand(result, array))
      if (auto changed = expanded(result, array, *elements, first))
        result = std::move(*changed);
  }
  return result;
}
