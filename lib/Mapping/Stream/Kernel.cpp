//===- Kernel.cpp - The kernel of scheme stream ---------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Mapping/Mapping.h"

#include "Mapping/Stream/Sizes.h"
#include "gputile/Analysis/LiveSets.h"
#include "gputile/Support/IslTools.h"

#include <algorithm>
#include <isl/map.h>
#include <isl/set.h>

namespace gputile {

using namespace mapping;

namespace {

class StreamMapper {
public:
  StreamMapper(const Scop &scop, StreamPlan stream, std::vector<ArrayTransfer> transfers)
      : TheScop(scop), Stream(std::move(stream)), Transfers(std::move(transfers)) {}

  RegionPlan map() {
    addSecondBuffers();
    Kernel.name = TheScop.name + "_k0";
    for (const StreamStage &stage : Stream.band.stages)
      Kernel.statements.push_back(stage.statement);
    std::sort(Kernel.statements.begin(), Kernel.statements.end());
    Kernel.hostDims = {0, 1};
    Kernel.blockDims = blockDims();
    Kernel.blockSize = {Stream.threads()};
    Kernel.sharedBytes = Stream.sharedBytes(TheScop);
    Kernel.tileSizes = {Stream.steps, Stream.rows};
    for (const StreamSpan &span : Stream.across)
      Kernel.tileSizes.push_back(span.own());
    // Iterations of streaming, time steps, stages, and cells of a lane.
    Kernel.orderIsLoop = {true, true, false, true};
    Kernel.unevenThreads = true; // Those at the ends of a warp own no cells.
    placeInstances();
    placeLaunches();
    placeBlocks();
    Kernel.stream = Stream;
    RegionPlan plan;
    plan.launchDims = 2;
    plan.launch = Kernel.host;
    plan.kernels.push_back(std::move(Kernel));
    plan.transfers = std::move(Transfers);
    return checkedPlan(TheScop, std::move(plan));
  }

private:
  unsigned blockDims() const { return 1 + Stream.band.acrossDims(); }

  /// The last arrays of the program, as large as the fields that launches hand on.
  void addSecondBuffers() {
    const std::vector<unsigned> &fields = Stream.band.fields;
    auto second = static_cast<unsigned>(TheScop.arrays.size() - Stream.band.carried().size());
    for (unsigned f = 0; f < fields.size(); ++f) {
      if (Stream.band.isTransient(f)) {
        Stream.seconds.push_back(std::nullopt);
        continue;
      }
      Stream.seconds.push_back(second);
      Transfers[second].box = Transfers[fields[f]].box;
      Transfers[second].footprint = named(Transfers[fields[f]].footprint, TheScop.arrays[second].name);
      ++second;
    }
  }

  /// { [x…] -> [f…] } for functions of \p space.
  isl::map functions(const isl::space &space, const std::vector<isl::aff> &list) const {
    isl::aff_list affs(TheScop.ctx(), static_cast<int>(list.size()));
    for (const isl::aff &f : list)
      affs = affs.add(f);
    return isl::multi_aff(space.add_unnamed_tuple(static_cast<unsigned>(list.size())), affs).as_map();
  }

  static isl::aff quotient(const isl::aff &f, long by) {
    return f.scale_down(isl::val(f.ctx(), by)).floor();
  }

  /// Where each instance runs for the block that owns its cell.
  void placeInstances() {
    Kernel.host = Kernel.block = Kernel.thread = Kernel.order = isl::union_map::empty(TheScop.ctx());
    for (unsigned s = 0; s < Stream.band.stages.size(); ++s) {
      const StreamStage &stage = Stream.band.stages[s];
      const isl::space cells = stage.cells.range().space();
      const isl::aff t = coordinateOn(cells, 0), i = coordinateOn(cells, 1);
      const isl::aff pair = quotient(t, 2 * Stream.steps), band = quotient(t, Stream.steps);
      const isl::aff step = t.sub(band.scale(Stream.steps));
      std::vector<isl::aff> block = {quotient(i, Stream.rows)};
      isl::aff lane = cells.zero_aff_on_domain(), own = lane;
      for (unsigned d = 0; d < Stream.across.size(); ++d) {
        const StreamSpan &span = Stream.across[d];
        const isl::aff x = coordinateOn(cells, 2 + d);
        block.push_back(quotient(x, span.own()));
        const isl::aff place = x.sub(block.back().scale(span.own())).add_constant(span.left);
        const isl::aff laneAlong = quotient(place, span.cells);
        lane = lane.scale(span.lanes).add(laneAlong);
        own = own.scale(span.cells).add(place.sub(laneAlong.scale(span.cells)));
      }
      const isl::aff row = i.add(step.scale(Stream.band.lag)).add_constant(stage.lag);
      const auto place = [&](const std::vector<isl::aff> &list) {
        return stage.cells.apply_range(functions(cells, list));
      };
      Kernel.host = Kernel.host.unite(place({pair, band.sub(pair.scale(2))}));
      Kernel.block = Kernel.block.unite(place(block));
      Kernel.thread = Kernel.thread.unite(place({lane}));
      const isl::aff rank = cells.zero_aff_on_domain().add_constant(static_cast<long>(s));
      Kernel.order = Kernel.order.unite(place({row, step, rank, own}));
    }
  }

  /// { low <= f <= high } in the space of \p f's domain.
  static isl::set between(const isl::aff &f, const isl::aff &low, const isl::aff &high) {
    return f.ge_set(low).intersect(f.le_set(high));
  }

  /// Launches in pairs: the last one leaves its result in the fields.
  void placeLaunches() {
    isl::set times;
    for (const StreamStage &stage : Stream.band.stages) {
      const isl::set own = selectRange(stage.cells, 0, 1).range();
      times = times.is_null() ? own : times.unite(own);
    }
    // { [e, s, t] : the pair e has iteration t }
    const isl::space space = TheScop.context.space().add_unnamed_tuple(3);
    const isl::aff pair = coordinateOn(space, 0).scale(2 * Stream.steps);
    isl::set working = between(coordinateOn(space, 2), pair,
                               pair.add_constant(2 * Stream.steps - 1))
                           .intersect(times.coalesce().apply(
                               projection(TheScop.ctx(), 3, 2, 1).reverse()));
    working = fixedRange(working, 1, 0, 1);
    const isl::set launches = dropDims(working, 2, 1).coalesce();
    Kernel.launch = identityLike(allPairs(launches, launches))
                        .intersect_domain(launches)
                        .set_domain_tuple(Kernel.name);
    Launches = launches;
  }

  /// { x : low <= x_d <= high }
  static isl::set fixedRange(const isl::set &set, unsigned d, long low, long high) {
    const isl::aff x = coordinateOn(set.space(), d), zero = set.space().zero_aff_on_domain();
    return set.intersect(between(x, zero.add_constant(low), zero.add_constant(high)));
  }

  /// Its cells { [i, j…] }.
  isl::set boxOfField(unsigned field) const {
    const ArrayTransfer &transfer = Transfers[Stream.band.fields[field]];
    const isl::set elements = flatSet(boxElements(transfer.box, transfer.footprint));
    if (Stream.band.rank > 1)
      return elements;
    return fixDim(isl::manage(isl_set_insert_dims(elements.copy(), isl_dim_set, 0, 1)), 0, 0);
  }

  /// What a block has of rows: its own cells, or all of its lanes' cells.
  enum class Across { Own, All };

  /// { [Z, X…] -> [i, j…] } for the rows from \p first to \p last, counted from the first that a block
  /// owns.
  isl::map window(long first, long last, Across which) const {
    const isl::space space = TheScop.context.space().add_unnamed_tuple(2 * blockDims());
    const isl::aff row = coordinateOn(space, 0).scale(Stream.rows);
    isl::set points = between(coordinateOn(space, blockDims()), row.add_constant(first),
                              row.add_constant(last));
    for (unsigned d = 0; d < Stream.across.size(); ++d) {
      const StreamSpan &span = Stream.across[d];
      const isl::aff own = coordinateOn(space, 1 + d).scale(span.own());
      const bool all = which == Across::All;
      points = points.intersect(between(
          coordinateOn(space, blockDims() + 1 + d), own.add_constant(all ? -span.left : 0),
          own.add_constant(all ? span.width() - 1 - span.left : span.own() - 1)));
    }
    return asMap(points, blockDims());
  }

  /// { [x…, y…] } as { [x…] -> [y…] } with \p dims dimensions x.
  static isl::map asMap(const isl::set &set, unsigned dims) {
    isl_map *map = isl_map_from_range(set.copy());
    return isl::manage(isl_map_move_dims(map, isl_dim_in, 0, isl_dim_out, 0, dims));
  }

  void placeBlocks() {
    const isl::map own = window(0, Stream.rows - 1, Across::Own);
    isl::set working = isl::set::empty(own.domain().space());
    for (unsigned f = 0; f < Stream.band.fields.size(); ++f)
      working = working.unite(boxOfField(f).apply(own.reverse()));
    Kernel.blocks = flatSet(Launches.product(working.coalesce())).intersect_params(TheScop.context);
    Kernel.fullBlocks = Kernel.blocks.subtract(partialBlocks()).coalesce();
  }

  /// { [e, s, Z, X…] }: blocks that load elements that do not exist, execute instances that do not,
  /// or have thin stages.
  isl::set partialBlocks() const {
    const long last = Stream.rows - 1 + Stream.longestLag();
    isl::set cut = isl::set::empty(window(0, 0, Across::All).domain().space());
    for (unsigned f = 0; f < Stream.band.fields.size(); ++f) {
      if (Stream.band.isTransient(f))
        continue;
      const long ahead = Stream.loadAhead(f);
      const isl::map loaded = window(ahead - Stream.above, ahead + last, Across::All);
      cut = cut.unite(loaded.intersect_range(missing(boxOfField(f))).domain());
    }
    isl::set partial = flatSet(Launches.product(cut));
    for (const StreamStage &stage : Stream.band.stages) {
      const isl::map cells = window(-Stream.above - stage.lag - (Stream.steps - 1) * Stream.band.lag,
                                    last - stage.lag, Across::All);
      // { [e, s, Z, X…] -> [t, i, j…] }
      const isl::map executed = flatDomain(flatRange(timesOfLaunch().product(cells)));
      const isl::set domain = stage.cells.range();
      partial =
          partial.unite(executed.intersect_range(stage.thin ? domain : missing(domain)).domain());
    }
    return partial;
  }

  /// What a full block must not have beside \p set, { […, i, j…] }: of planes, only cells in rows
  /// that have others.
  isl::set missing(const isl::set &set) const {
    if (!Stream.band.testsRows())
      return set.complement();
    const unsigned dims = setDims(set);
    const isl::map row = projection(TheScop.ctx(), dims, 0, dims - Stream.band.acrossDims());
    return set.apply(row).apply(row.reverse()).subtract(set);
  }

  /// { [e, s] -> [t] }
  isl::map timesOfLaunch() const {
    const isl::space space = TheScop.context.space().add_unnamed_tuple(3);
    const isl::aff first = coordinateOn(space, 0)
                               .scale(2 * Stream.steps)
                               .add(coordinateOn(space, 1).scale(Stream.steps));
    return asMap(between(coordinateOn(space, 2), first, first.add_constant(Stream.steps - 1)), 2)
        .intersect_domain(Launches);
  }

  const Scop &TheScop;
  StreamPlan Stream;
  std::vector<ArrayTransfer> Transfers;
  KernelPlan Kernel;
  isl::set Launches; ///< { [e, s] }
};

} // namespace

Result<RegionPlan> mapStream(const Scop &scop, const StreamBand &band, const DeviceProfile &device,
                             const Ddg &ddg, TileSearch search) {
  if (const Launch launch = scop.clauses.launch.value;
      launch == Launch::Cooperative || launch == Launch::Flags)
    return Refusal{DiagId::LaunchNotApplicable,
                   scop.loc,
                   {launchName(launch), "scheme 'stream' launches kernels; use launch(kernels)"},
                   {},
                   {}};
  if (!device.costs.hasShuffles())
    return Refusal{DiagId::SchemeNotApplicable,
                   scop.loc,
                   {schemeName(Scheme::Stream), "device '" + device.name + "' has no shuffles"},
                   {},
                   {}};
  Result<StreamPlan> stream = chooseStreamSizes(scop, band, device, search);
  if (!stream)
    return stream.refusal();
  return StreamMapper(scop, std::move(*stream), planTransfers(scop, computeLiveness(scop, ddg))).map();
}

} // namespace gputile
