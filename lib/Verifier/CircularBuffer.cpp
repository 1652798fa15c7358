//===- CircularBuffer.cpp - Shared tiles with slots -----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In a circular buffer an element has one place, which it shares with those elements
/// that differ from it by a multiple of the number of slots in one dimension. All else that
/// is proved of tiles is about elements. It is right for such a tile, too, when each element
/// is loaded before it is accessed and stored after it is written, and when of two elements
/// in one place one is done with, all that happens to it, before anything happens
/// to the other one, a barrier lying between.
///
/// Moments are compared by those leading coordinates that tell barriers apart: what
/// is separated by a barrier in these is separated. All that is looked at must hold for all
/// pairs of moments, so that more pairs, in simple terms, only make the proof harder. First
/// those of slices are compared, then those of elements that this leaves.
///
//===----------------------------------------------------------------------===//

#include "Verifier/CircularBuffer.h"

#include <isl/aff.h>
#include <isl/map.h>

#include <algorithm>

using namespace gputile;
using namespace gputile::verifier;

/// The number of leading positions of e that tell barriers apart.
static unsigned momentDims(const MappedKernel &kernel) {
  unsigned dims = 1;
  for (const PlacedAction &action : kernel.actions)
    dims = std::max(dims, domainDims(action.point) - kernel.groupDims() + 1);
  return std::min(dims, kernel.orderDims);
}

namespace {

/// { [h, b, e, s] -> A[a] }, and moments { [h, b, e, s] } of these events, or more that are
/// simpler.
struct Events {
  isl::map all;
  isl::set moments;
};

class CircularBufferCheck {
public:
  explicit CircularBufferCheck(const TileFacts &facts);

  Outcome check(const isl::map &accesses, const isl::map &writes, bool exact) const;
  /// \p all with its moments, exactly or in simple terms.
  Events eventsIn(const isl::map &all, bool exact) const;
  /// Pairs of moments at which \p first and then not surely later \p second are about
  /// one element.
  isl::map unordered(const Events &first, const Events &second) const;

private:
  Outcome copies(KernelAction::Kind kind, Events &events) const;
  isl::map withoutBarrier(const isl::map &pairs) const;
  isl::map overtaken(const isl::set &moments, bool backwards) const;

  const TileFacts &F;
  const MappedKernel &K;
  unsigned Dims;      ///< Of a moment [h, b, e, s].
  isl::map SameBlock; ///< { [h, b, e, s] -> [h, b, e', s'] }
  isl::map Before;    ///< The same with e << e'.
  isl::set Barriers;  ///< { [h, b, e, s] } for all s.
  isl::set Run;       ///< { [h, b, e, s] } of blocks that are run.
};

} // namespace

CircularBufferCheck::CircularBufferCheck(const TileFacts &facts)
    : F(facts), K(facts.kernel), Dims(K.groupDims() + momentDims(K) + 1), SameBlock(facts.copied),
      Before(facts.copied), Barriers(K.blocks), Run(K.blocks) {
  const isl::ctx ctx = F.program.ctx();
  const isl::map group = projection(ctx, Dims, 0, K.groupDims());
  const isl::map order = projection(ctx, Dims, K.groupDims(), momentDims(K));
  const isl::map moment = projection(ctx, Dims, 0, Dims - 1);
  SameBlock = sameImage(group, group);
  Before = lexLess(order, order).intersect(SameBlock);
  Barriers = isl::set::empty(moment.domain().space());
  for (const PlacedAction &action : K.actions)
    if (action.action->kind == KernelAction::Kind::Barrier)
      Barriers =
          Barriers.unite(selectRange(action.point, 0, Dims - 1).range().apply(moment.reverse()));
  Barriers = Barriers.coalesce();
  Run = K.blocks.apply(group.reverse());
}

Events CircularBufferCheck::eventsIn(const isl::map &all, bool exact) const {
  isl::set moments = all.domain();
  if (!exact)
    moments = withoutDivs(moments);
  // Instances lie in blocks that are run, which moments without divisions no longer tell.
  return {all, moments.intersect(Run).coalesce()};
}

/// { A[a] -> [a_dim] } for the array of \p elements = { x -> A[a] }.
static isl::map indexIn(const isl::map &elements, unsigned dim) {
  isl::set all = isl::set::universe(elements.range().space());
  return selectRange(all.identity(), dim, 1);
}

/// { [h, b, e] -> [s] }: when actions of \p kind copy which slice, each once.
static Outcome copiedSlices(const TileFacts &facts, KernelAction::Kind kind, isl::map &slices) {
  const MappedKernel &kernel = facts.kernel;
  const std::string verb = kind == KernelAction::Kind::CopyIn ? "loaded" : "stored";
  const unsigned dims = kernel.groupDims() + kernel.orderDims;
  const isl::map group = projection(facts.program.ctx(), dims, 0, kernel.groupDims());
  slices = isl::map::empty(projection(facts.program.ctx(), dims, 0, 1).space());
  for (const PlacedAction &action : kernel.actions) {
    if (action.action->kind != kind || action.action->tile != facts.index)
      continue;
    const std::string name = "action " + action.action->name;
    if (!action.action->slice)
      return facts.bad(name + " does not say which slice it copies");
    const isl::map slice = flatDomain(isl::manage(isl_map_from_aff(action.action->slice->copy())));
    if (domainDims(slice) != domainDims(action.point))
      return facts.bad("the slice of " + name + " has the wrong number of dimensions");
    slices = slices.unite(action.point.reverse().apply_range(slice));
  }
  isl::map twice = sameImage(slices, slices).intersect(sameImage(group, group));
  twice = twice.subtract(identityLike(twice));
  if (!twice.is_empty())
    return facts.bad("a slice is " + verb + " at " + samplePair(twice).source + " and again at " +
                     samplePair(twice).target);
  slices = slices.coalesce();
  return std::nullopt;
}

Outcome verifier::copiedElements(const TileFacts &facts, KernelAction::Kind kind,
                                 isl::map &elements) {
  isl::map slices = elements;
  if (Outcome failure = copiedSlices(facts, kind, slices))
    return failure;
  const isl::map group =
      projection(facts.program.ctx(), domainDims(slices), 0, facts.kernel.groupDims());
  const isl::map held = group.reverse().apply_range(slices).coalesce().apply_range(
      indexIn(elements, facts.tile.circular->dim).reverse());
  const isl::map inBlocks = elements.intersect_domain(facts.kernel.blocks);
  if (!inBlocks.is_subset(held))
    elements = elements.intersect(held).coalesce();
  return std::nullopt;
}

/// When actions of \p kind copy what.
Outcome CircularBufferCheck::copies(KernelAction::Kind kind, Events &events) const {
  const isl::map elements =
      flatDomain(kind == KernelAction::Kind::CopyIn ? F.tile.copied : *F.tile.stored);
  isl::map slices = elements;
  if (Outcome failure = copiedSlices(F, kind, slices))
    return failure;
  const isl::ctx ctx = F.program.ctx();
  const isl::map moment = projection(ctx, domainDims(slices), 0, Dims - 1);
  const isl::map index = indexIn(elements, F.tile.circular->dim);
  events.moments = flatSet(moment.reverse().apply_range(slices).wrap()).coalesce();
  events.all = projection(ctx, Dims, 0, K.groupDims())
                   .apply_range(elements)
                   .intersect(projection(ctx, Dims, Dims - 1, 1).apply_range(index.reverse()))
                   .intersect_domain(events.moments);
  return std::nullopt;
}

/// Those of \p pairs, { p -> q } in one block, with no barrier after p and before q.
isl::map CircularBufferCheck::withoutBarrier(const isl::map &pairs) const {
  return pairs.subtract(Before.intersect_domain(pairs.domain())
                            .intersect_range(Barriers)
                            .apply_range(Before.intersect_range(pairs.range())));
}

isl::map CircularBufferCheck::unordered(const Events &first, const Events &second) const {
  const isl::map slice = projection(F.program.ctx(), Dims, Dims - 1, 1);
  const isl::map open = withoutBarrier(SameBlock.intersect(sameImage(slice, slice))
                                           .intersect_domain(first.moments)
                                           .intersect_range(second.moments));
  if (open.is_empty())
    return open;
  return first.all.intersect_domain(open.domain())
      .apply_range(second.all.intersect_domain(open.range()).reverse())
      .intersect(open);
}

/// Pairs of \p moments of a slice and a later one in its slot, or an earlier one if
/// \p backwards, that no barrier separates. Slices that lie between two of one slot only make
/// the set simpler.
isl::map CircularBufferCheck::overtaken(const isl::set &moments, bool backwards) const {
  const std::string slots = std::to_string(F.tile.circular->slots);
  const isl::map later(F.program.ctx(), backwards ? "{ [s] -> [r] : r <= s - " + slots + " }"
                                                  : "{ [s] -> [r] : r >= s + " + slots + " }");
  const isl::map slice = projection(F.program.ctx(), Dims, Dims - 1, 1);
  return withoutBarrier(SameBlock.intersect(sameImage(slice.apply_range(later), slice))
                            .intersect_domain(moments)
                            .intersect_range(moments));
}

Outcome CircularBufferCheck::check(const isl::map &accesses, const isl::map &writes,
                                   bool exact) const {
  const Events accessed = eventsIn(accesses, exact);
  Events loads = eventsIn(accesses.empty(accesses.space()), exact), stores = loads;
  if (Outcome failure = copies(KernelAction::Kind::CopyIn, loads))
    return failure;
  if (F.tile.stored)
    if (Outcome failure = copies(KernelAction::Kind::CopyOut, stores))
      return failure;
  isl::map open = unordered(loads, accessed);
  if (!open.is_empty())
    return F.bad("no barrier between the load at " + samplePair(open).source +
                 " and the access at " + samplePair(open).target);
  open = unordered(eventsIn(writes, exact), stores).unite(unordered(loads, stores));
  if (!open.is_empty())
    return F.bad("no barrier between the write at " + samplePair(open).source +
                 " and the store at " + samplePair(open).target);
  const isl::set moments = loads.moments.unite(accessed.moments).unite(stores.moments).coalesce();
  open = overtaken(moments, false);
  if (!open.is_empty() && !overtaken(moments, true).is_empty())
    return F.bad("no barrier between the use of a slice at " + samplePair(open).source +
                 " and that of another one in its slot at " + samplePair(open).target);
  return std::nullopt;
}

isl::map verifier::eventsOf(const TileFacts &facts, const isl::map &point,
                            const isl::map &relation) {
  const unsigned dims = facts.kernel.groupDims() + momentDims(facts.kernel);
  const isl::map index = relation.apply_range(indexIn(relation, facts.tile.circular->dim));
  // The index tells the references to different slices apart.
  return joinRanges(selectRange(point, 0, dims), index)
      .reverse()
      .apply_range(relation)
      .intersect(projection(point.ctx(), dims + 1, dims, 1)
                     .apply_range(indexIn(relation, facts.tile.circular->dim).reverse()));
}

Outcome verifier::checkCircularBuffer(const TileFacts &facts, const isl::map &accesses,
                                      const isl::map &writes, bool exact) {
  return CircularBufferCheck(facts).check(accesses, writes, exact);
}

bool verifier::writesComeFirst(const TileFacts &facts, const isl::map &writes,
                               const isl::map &reads) {
  const CircularBufferCheck check(facts);
  return check.unordered(check.eventsIn(writes, false), check.eventsIn(reads, false)).is_empty();
}
