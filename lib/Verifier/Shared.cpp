//===- Shared.cpp - Reads through shared memory see the right value -------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A tile instance [h, b, e_0 … e_{prefix-1}] is loaded once, between barriers.
/// The element a read wants must be in the instance that is loaded at that
/// moment, at the index the read uses, and nothing in the launch may write it.
///
//===----------------------------------------------------------------------===//

#include "Verifier/CircularBuffer.h"
#include "Verifier/ReadWrite.h"

#include <isl/aff.h>

#include <algorithm>

using namespace gputile;
using namespace gputile::verifier;

/// Whether a reference writes through \p tile.
static bool writesThrough(const Scop &scop, const SharedTile &tile) {
  for (const ReferenceId &id : tile.references) {
    if (id.statement >= scop.statements.size())
      continue;
    for (const Access &access : scop.statements[id.statement].accesses)
      if (access.reference == id.reference && access.kind != AccessKind::Read)
        return true;
  }
  return false;
}

namespace {

class SharedCheck {
public:
  SharedCheck(const Program &program, const MappedKernel &kernel, const Sync &order, unsigned index)
      : P(program), K(kernel), Tile(kernel.plan->shared[index]), Index(index), Order(order),
        Copied(Tile.copied), Copies(Tile.copied) {}

  Outcome check();

private:
  Outcome checkForm();
  Outcome collectCopies();
  Outcome checkReadOnly() const;
  Outcome addReference(const ReferenceId &id, std::map<unsigned, isl::map> &reads) const;
  Outcome collectReads();
  Outcome checkCopyBeforeRead() const;
  Outcome checkBarriers() const;

  unsigned keyDims() const { return K.groupDims() + Tile.prefix; }
  /// Copied in the blocks that are run.
  isl::map copiedInBlocks() const {
    return Copied.intersect_domain(
        K.blocks.apply(projection(P.ctx(), keyDims(), 0, K.groupDims()).reverse()));
  }
  TileFacts facts() const { return {P, K, Tile, Order, Index, Copied, Copies}; }
  Outcome bad(std::string what) const { return facts().bad(std::move(what)); }

  const Program &P;
  const MappedKernel &K;
  const SharedTile &Tile;
  unsigned Index;
  const Sync &Order;
  isl::map Copied, Copies; ///< See TileFacts::copied and loads.
  isl::set Reads;          ///< { [h, b, e] }: the moments of the reads.
};

} // namespace

/// Indices and dimensions.
Outcome SharedCheck::checkForm() {
  if (Tile.array >= P.scop.arrays.size() || Tile.prefix > K.orderDims)
    return bad("its array or its prefix does not exist");
  unsigned rank = P.scop.arrays[Tile.array].rank;
  if (Tile.size.size() != rank || rangeDims(Tile.copied) != rank ||
      isl_multi_aff_dim(Tile.offset.get(), isl_dim_out) != static_cast<isl_size>(rank))
    return bad("its box does not have the rank of array " + P.arrayName(Tile.array));
  if (domainDims(Tile.copied) != keyDims() ||
      isl_multi_aff_dim(Tile.offset.get(), isl_dim_in) != static_cast<isl_size>(keyDims()))
    return bad("its maps do not have one dimension per host loop, block and prefix position");
  if (!P.arraySpace(Tile.array))
    return bad("its array is never accessed");
  if (Tile.circular && (Tile.circular->dim >= rank || Tile.circular->slots < 1 || Tile.prefix != 0))
    return bad("it is circular in a dimension that it does not have or without slots, or "
               "does not live as long as its block");
  return std::nullopt;
}

/// What is loaded, and when.
Outcome SharedCheck::collectCopies() {
  TileFacts facts = this->facts();
  if (Tile.circular) { // Each slice has a moment of its own.
    Copies = isl::map::empty(
        projection(P.ctx(), K.groupDims() + K.orderDims, 0, K.groupDims()).reverse().space());
    Copied = flatDomain(Tile.copied);
    if (Outcome failure = copiedElements(facts, KernelAction::Kind::CopyIn, Copied))
      return failure;
    return checkElements(this->facts(), copiedInBlocks(), "loaded");
  }
  if (Outcome failure = momentsOf(facts, KernelAction::Kind::CopyIn, Copies))
    return failure;
  Copied = flatDomain(Tile.copied).intersect_domain(Copies.domain());
  return checkElements(facts, copiedInBlocks(), "loaded");
}

/// No instance of a launch writes an element that the launch loads.
Outcome SharedCheck::checkReadOnly() const {
  isl::map host = projection(P.ctx(), keyDims(), 0, K.hostDims);
  isl::map loaded = host.reverse().apply_range(copiedInBlocks());
  for (const Placed &placed : K.placed) {
    auto found = P.accesses[placed.statement].find(Tile.array);
    if (found == P.accesses[placed.statement].end() || found->second.mayWrites.is_empty())
      continue;
    isl::map written = placed.host.reverse().apply_range(found->second.mayWrites);
    isl::map both = written.intersect(loaded);
    if (!both.is_empty())
      return bad(samplePair(both).target + " is loaded by a launch in which " +
                 P.statementName(placed.statement) + " writes it" + samplePair(both).where);
  }
  return std::nullopt;
}

/// Adds the index of reference \p id to the reads of its statement.
Outcome SharedCheck::addReference(const ReferenceId &id,
                                  std::map<unsigned, isl::map> &reads) const {
  if (!K.find(id.statement) || id.reference >= P.scop.statements[id.statement].references.size())
    return bad("it lists a reference that the kernel does not have");
  const Statement &statement = P.scop.statements[id.statement];
  const Reference &reference = statement.references[id.reference];
  if (reference.array != Tile.array)
    return bad("a reference of statement " + statement.name + " is to another array");
  auto [entry, isNew] = reads.try_emplace(id.statement, reference.index);
  if (!isNew)
    entry->second = entry->second.unite(reference.index);
  return std::nullopt;
}

/// The reads, each of an element of its own instance of the tile.
Outcome SharedCheck::collectReads() {
  Reads = isl::set::empty(projection(P.ctx(), K.groupDims() + K.orderDims, 0, 0).domain().space());
  std::map<unsigned, isl::map> reads;
  for (const ReferenceId &id : Tile.references)
    if (Outcome failure = addReference(id, reads))
      return failure;
  for (const auto &[s, index] : reads) {
    const Placed &placed = *K.find(s);
    isl::map key = selectRange(placed.point, 0, keyDims());
    // As the key is a function of the instance, it is enough to look at keys.
    isl::map wanted = key.reverse().apply_range(index.coalesce());
    if (!wanted.is_subset(Copied)) {
      PairText pair = samplePair(wanted.subtract(Copied));
      return bad("statement " + P.statementName(s) + " reads " + pair.target +
                 ", which is not loaded for " + pair.source + pair.where);
    }
    Reads = Reads.unite(placed.point.intersect_domain(index.domain()).range());
  }
  Reads = Reads.coalesce();
  return std::nullopt;
}

/// The last load before a read is the load of the read's own instance.
Outcome SharedCheck::checkCopyBeforeRead() const {
  isl::set moments = Copies.range();
  isl::map key = projection(P.ctx(), K.groupDims() + K.orderDims, 0, keyDims());
  isl::map own = key.intersect_domain(Reads).apply_range(Copies);
  isl::map earlier = Order.before(moments, Reads).reverse();
  isl::set unloaded = Reads.subtract(own.intersect(earlier).domain());
  if (!unloaded.is_empty())
    return bad("a read at " + sampleText(unloaded) + " comes before the load of what it reads");
  isl::map between = own.apply_range(Order.before(moments, moments)).intersect(earlier);
  if (!between.is_empty())
    return bad("a read at " + samplePair(between).source +
               " comes after the tile is loaded again at " + samplePair(between).target);
  return std::nullopt;
}

/// Loads are separated by barriers from each other and from all reads.
Outcome SharedCheck::checkBarriers() const {
  isl::set moments = Copies.range();
  isl::map early = Order.before(moments, Reads).subtract(Order.separated(moments, Reads));
  if (!early.is_empty())
    return bad("no barrier between the load at " + samplePair(early).source + " and the read at " +
               samplePair(early).target);
  isl::map late = Order.before(Reads, moments).subtract(Order.separated(Reads, moments));
  if (!late.is_empty())
    return bad("no barrier between the read at " + samplePair(late).source +
               " and the next load at " + samplePair(late).target);
  isl::map twice = Order.before(moments, moments).subtract(Order.separated(moments, moments));
  if (!twice.is_empty())
    return bad("no barrier between the loads at " + samplePair(twice).source + " and at " +
               samplePair(twice).target);
  return std::nullopt;
}

Outcome SharedCheck::check() {
  if (Outcome failure = checkForm())
    return failure;
  if (Outcome failure = collectCopies())
    return failure;
  if (Tile.stored || Tile.circular || writesThrough(P.scop, Tile))
    return checkReadWriteTile(facts());
  if (Outcome failure = checkReadOnly())
    return failure;
  if (Outcome failure = collectReads())
    return failure;
  if (Outcome failure = checkCopyBeforeRead())
    return failure;
  return checkBarriers();
}

/// No reference goes through two tiles of the kernel.
static Outcome checkOneTileEach(const KernelPlan &plan) {
  std::vector<ReferenceId> all;
  for (const SharedTile &tile : plan.shared)
    all.insert(all.end(), tile.references.begin(), tile.references.end());
  for (const RegisterTile &tile : plan.registers)
    all.insert(all.end(), tile.references.begin(), tile.references.end());
  std::sort(all.begin(), all.end());
  if (std::adjacent_find(all.begin(), all.end()) == all.end())
    return std::nullopt;
  return fail(plan.registers.empty() ? Kind::SharedTile : Kind::Register,
              "a reference goes through two tiles of kernel " + plan.name);
}

Outcome verifier::checkSharedTiles(const Program &program) {
  for (const MappedKernel &kernel : program.kernels) {
    if (Outcome failure = checkOneTileEach(*kernel.plan))
      return failure;
    const Sync order(kernel);
    for (unsigned i = 0; i < kernel.plan->shared.size(); ++i)
      if (Outcome failure = SharedCheck(program, kernel, order, i).check())
        return failure;
  }
  return std::nullopt;
}
