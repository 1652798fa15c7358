//===- Mapping.h - Bands to launches, blocks, threads and memory -----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_MAPPING_MAPPING_H
#define GPUTILE_MAPPING_MAPPING_H

#include "gputile/IR/Ddg.h"
#include "gputile/IR/RegionPlan.h"
#include "gputile/IR/Schedule.h"
#include "gputile/IR/Scop.h"
#include "gputile/IR/SplitBand.h"
#include "gputile/Model/Choice.h"
#include "gputile/Model/Device.h"

namespace gputile {

/// Scheme `parallel` (Verdoolaege et al. 2013, sections 6.3, 6.4 and 7): the
/// outermost bands with a coincident row become kernels, what is above them runs
/// on the host; tiles of up to two (three when the band has three) coincident
/// rows over blocks, points over threads, the row with the most unit-stride
/// accesses to x; remaining rows are tiled and run in sequence inside.
/// Reused read-only data goes to shared memory, accumulators to registers.
/// Tile and block sizes come from the Scop's clauses, else from defaults.
/// \param ddg the dependences of \p scop where they are known: they spare some work.
/// \returns a refusal when nothing is parallel or a size cannot be used.
Result<RegionPlan> mapParallel(const Scop &scop, const ScheduleNode &schedule,
                               const DeviceLimits &limits, const Ddg &ddg = {});

/// Scheme `wavefront` (Di et al. 2012, Figures 5 and 10): permutable bands without
/// a coincident row are tiled in all their rows; the wavefronts of tiles are
/// launched in sequence, the tiles of one are blocks; inside a tile wavefronts of
/// points run in sequence over threads, on tiles of the arrays in shared memory.
/// Other parts of the schedule become kernels as in scheme `parallel`.
/// \returns a refusal when there is no such band, or a size cannot be used.
Result<RegionPlan> mapWavefront(const Scop &scop, const Ddg &ddg, const ScheduleNode &schedule,
                                const DeviceLimits &limits);

/// Scheme `split` (Grosser et al. 2013): bands of steps of folded time, one after the
/// other, are partitioned into 2^d colours of tiles that start together; a launch per
/// band and colour, a tile per block. A block runs step after step, with its arrays in
/// shared memory. Clause tile gives the height of a band and the period of the tiles
/// along each dimension of a time loop. Colours become kernels of their own, or for clause
/// launch(flags) host loops of one. Other parts of the schedule become kernels as in scheme
/// `parallel`, with default sizes.
/// \param schedule with the time loops \p bands
/// \param ddg the dependences of \p scop where they are known: they spare some work.
/// \returns a refusal when a size or that clause cannot be used.
Result<RegionPlan> mapSplit(const Scop &scop, const ScheduleNode &schedule,
                            const std::vector<SplitBand> &bands, const DeviceLimits &limits,
                            const Ddg &ddg = {});

/// Scheme `stream`: one kernel, launched once for several iterations of the time loop (see
/// StreamPlan). Clause tile gives that number and the rows of a block.
/// \param scop has a second buffer for each field behind its other arrays, in the order of the
/// fields
///        (Transform/SecondBuffers.h)
/// \param search among which sizes the best are looked for without that clause
/// \returns a refusal when a size cannot be used.
Result<RegionPlan> mapStream(const Scop &scop, const StreamBand &band, const DeviceProfile &device,
                             const Ddg &ddg, TileSearch search = TileSearch::Pruned);

/// Whether mapParallel would launch some kernel once per value of a skewed loop: a
/// hyperplane of several iterators, along which launches are many and small.
bool launchesSkewedLoops(const Scop &scop, const ScheduleNode &schedule);

/// What the kernels of one host loop do in an iteration, where mapParallel launches stencils or the
/// steps of an elimination in turn: kernels with parallel rows only, in no other host loop, with
/// dependences over constant distances of one cell (three in one dimension), or of one value to
/// whole rows. Statements of fewer dimensions, as on boundaries, do not count. \param ddg the
/// dependences of \p scop
std::optional<TimeStep> timeStepOf(const Scop &scop, const Ddg &ddg, const ScheduleNode &schedule);

/// Whether mapWavefront finds such a band.
bool hasWavefronts(const Scop &scop, const ScheduleNode &schedule);

/// Whether it has no host loops but those over wavefronts.
bool tilesHostLoops(const Scop &scop, const ScheduleNode &schedule);

/// Turns host loops into loops of the kernels, whatever scheme made \p plan, whose
/// kernels all have LaunchMode::Kernels. For Launch::Cooperative and Launch::Flags
/// every kernel whose innermost host loops launch nothing else gets that mode, for
/// Launch::Cooperative also those that they launch in turn, in blocks with as many threads as the
/// largest has; for Launch::Auto and Launch::Kernels, and without host loops, the plan stays as it
/// is. \returns a refusal when no host loop can become a loop of a persistent kernel, or when the
/// waits for Launch::Flags are not a few constant distances between blocks, or shared memory of
/// \p device has no room for what they need.
Result<RegionPlan> applyLaunchMode(const Scop &scop, RegionPlan plan, Launch launch,
                                   const DeviceProfile &device);

/// The same without a request: for host loops whose launches cost more than a grid barrier, because they are
/// many and small, or change their size. All kernels in host loops get a launchReason.
/// \param best Launch::Flags gives flags to single kernels that can have them, all others become
///        cooperative. With Launch::Kernels nothing but the reasons changes.
RegionPlan applyLaunchModeWhereItPays(const Scop &scop, RegionPlan plan, Launch best,
                                      const DeviceProfile &device);

} // namespace gputile

#endif
