//===- Sizes.cpp - Iterations, rows and cells of a block ------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Stream/Sizes.h"

#include "Mapping/Stream/Margins.h"
#include "gputile/Model/Sizes.h"

#include <algorithm>
#include <set>

namespace gputile::mapping {
namespace {

/// Rows of a block without clause tile: few, as warps take several blocks.
constexpr long defaultRows = 8;
/// About as many rows a warp then has.
constexpr double assumedRows = 80;

long roundedUp(long value, long to) { return (value + to - 1) / to * to; }

class SizeSearch {
public:
  SizeSearch(const Scop &scop, const StreamBand &band, const DeviceProfile &device)
      : TheScop(scop), Band(band), Limits(device.limits), Costs(device.costs) {}

  Result<StreamPlan> find() const {
    // Rows of arrays with one row are not tiled.
    if (auto refusal = checkSizeClauses(TheScop, Band.rank == 1 ? 1 : 2, 1, Limits))
      return *refusal;
    const std::vector<long> &block = TheScop.clauses.block.value;
    if (!block.empty() && block.front() != StreamPlan::lanes)
      return refuse(DiagId::BadTileSize, "'block(" + std::to_string(block.front()) + ")'",
                    "a block of scheme 'stream' is a warp of 32 threads");
    std::optional<StreamPlan> best;
    for (const long steps : stepsToTry())
      for (const std::vector<StreamSpan> &across : spansToTry()) {
        const std::optional<StreamPlan> plan = planWith(steps, across);
        if (plan && (!best || costOf(*plan) < costOf(*best)))
          best = plan;
      }
    if (best && TheScop.clauses.scheme.value == Scheme::Auto && costOf(*best) >= costOfLaunches())
      return refuse(DiagId::SchemeNotApplicable, schemeName(Scheme::Stream),
                    "several iterations in a launch would cost more than a launch for each");
    if (best)
      return std::move(*best);
    const std::vector<long> &tile = TheScop.clauses.tile.value;
    if (!tile.empty())
      return refuse(DiagId::BadTileSize, "'tile(" + std::to_string(tile.front()) + ", …)'",
                    "a warp's registers do not hold so many iterations; use fewer");
    return refuse(DiagId::SchemeNotApplicable, schemeName(Scheme::Stream),
                  "a warp's registers do not hold one iteration of the outermost loop");
  }

private:
  Refusal refuse(DiagId id, std::string what, std::string why) const {
    return {id, TheScop.loc, {std::move(what), std::move(why)}, {}, {}};
  }

  std::vector<long> stepsToTry() const {
    const std::vector<long> &tile = TheScop.clauses.tile.value;
    if (!tile.empty())
      return {tile.front()};
    if (Band.rank == 1)
      return {192, 128, 96, 64, 48, 32, 24, 16, 12, 8, 6, 4, 3, 2, 1};
    return {12, 8, 6, 4, 3, 2, 1};
  }

  /// Cells of lanes, and how lanes lie beside one another.
  std::vector<std::vector<StreamSpan>> spansToTry() const {
    std::vector<std::vector<StreamSpan>> result;
    if (Band.rank < 3) {
      const std::vector<long> cells = Band.rank == 1 ? std::vector<long>{16, 8, 4, 2, 1}
                                                     : std::vector<long>{4, 2, 1};
      for (const long along : cells)
        result.push_back({{StreamPlan::lanes, along, 0, 0}});
      return result;
    }
    for (const long along : {4L, 2L, 1L})
      for (const long down : {8L, 6L, 4L, 3L, 2L, 1L})
        for (const long lanes : {8L, 4L, 16L, 32L})
          result.push_back({{StreamPlan::lanes / lanes, down, 0, 0}, {lanes, along, 0, 0}});
    return result;
  }

  std::optional<StreamPlan> planWith(long steps, std::vector<StreamSpan> across) const {
    // Iterations with rows of their own are written out: code grows with them, whatever the registers are.
    constexpr long MostSteps = 64;
    if (Band.rank > 1 && steps > MostSteps)
      return std::nullopt;
    const Margins margins = marginsAfter(Band, steps);
    const std::vector<long> &tile = TheScop.clauses.tile.value;
    StreamPlan plan;
    plan.band = Band;
    plan.steps = steps;
    plan.rows = Band.rank == 1 ? 1 : tile.size() > 1 ? tile[1] : defaultRows;
    plan.above = margins.above;
    for (size_t d = 0; d < across.size(); ++d) {
      // In the last dimension, lanes own all of their cells or none.
      const long unit = d + 1 == across.size() ? across[d].cells : 1;
      across[d].left = roundedUp(margins.left[d], unit);
      across[d].right = roundedUp(margins.right[d], unit);
      if (across[d].own() < across[d].cells)
        return std::nullopt;
    }
    plan.across = std::move(across);
    if (registersOf(plan) > mostRegisters())
      return std::nullopt;
    return plan;
  }

  /// What is left by addresses, the rows that are made, and the tests of blocks at borders (measured
  /// with ptxas, with indices of 64 bits).
  long mostRegisters() const {
    constexpr long Base = 120, PerFurtherField = 16, PerWideField = 8, PerOtherArray = 40;
    std::set<unsigned> others; // Read in device memory.
    for (const StreamStage &stage : Band.stages)
      for (const Reference &reference : TheScop.statements[stage.statement].references)
        if (!stage.thin && TheScop.arrays[reference.array].rank > 0 &&
            std::find(Band.fields.begin(), Band.fields.end(), reference.array) == Band.fields.end())
          others.insert(reference.array);
    const long wide = std::count_if(Band.fields.begin(), Band.fields.end(), [&](unsigned array) {
      return TheScop.arrays[array].elementBytes > 4;
    });
    // Addresses of the rows of planes, with the tests of their blocks at borders.
    constexpr long PerWidePlane = 16;
    const std::vector<unsigned> carried = Band.carried();
    const long widePlanes =
        Band.rank < 3 ? 0 : std::count_if(carried.begin(), carried.end(), [&](unsigned array) {
          return TheScop.arrays[array].elementBytes > 4;
        });
    const long further = std::max(0L, static_cast<long>(Band.fields.size()) - 2);
    return Limits.registersPerThread - Base - PerFurtherField * further -
           PerWideField * wide - PerWidePlane * widePlanes - PerOtherArray * static_cast<long>(others.size());
  }

  static long wordsOf(const Array &array) { return (array.elementBytes + 3) / 4; }

  /// For the rows that stay from one iteration of the loop over rows to the next; for those that are
  /// loaded and worked on, and for cells of other lanes, where they are more than mostRegisters() leaves
  /// room for; and for the addresses of further rows of planes.
  long registersOf(const StreamPlan &plan) const {
    constexpr long CellsCounted = 4, ExchangedCounted = 16, PerFurtherRow = 2, LoadedToo = 6;
    const long further = std::max(0L, plan.cellsPerLane() - CellsCounted);
    long words = 0;
    for (const unsigned array : Band.carried())
      words += further * wordsOf(TheScop.arrays[array]);
    words += (PerFurtherRow * static_cast<long>(Band.fields.size()) +
              LoadedToo * static_cast<long>(Band.carried().size())) *
             (plan.cellsPerLane() / plan.across.back().cells - 1);
    long exchanged = 0;
    for (const StreamStage &stage : Band.stages)
      exchanged = std::max(exchanged, exchangedCells(stage, plan) *
                                          wordsOf(TheScop.arrays[Band.fields[stage.field]]));
    words += std::max(0L, exchanged - ExchangedCounted);
    for (unsigned s = 0; s < Band.stages.size(); ++s) {
      const Array &array = TheScop.arrays[Band.fields[Band.stages[s].field]];
      if (!Band.stages[s].thin)
        words += (Band.liveRows(s) - 1) * plan.cellsPerLane() * plan.steps * wordsOf(array);
    }
    return words;
  }

  /// Of other lanes, that \p stage needs for the cells of one lane.
  static long exchangedCells(const StreamStage &stage, const StreamPlan &plan) {
    long cells = 0;
    for (const auto &[row, beside] : stage.reaches()) {
      long around = 1;
      for (size_t d = 0; d < plan.across.size(); ++d) {
        const long here = plan.cellsPerLane() / plan.across[d].cells;
        cells += here * (beside.left[d] + beside.right[d]);
        around *= beside.left[d] + beside.right[d];
      }
      if (beside.corners)
        cells += around;
    }
    return cells;
  }

  /// Seconds, but for a factor, that instructions and bytes of device memory take.
  double secondsOf(double instructions, double bytes) const {
    return instructions / Costs.instructionsPerSecond() + bytes / Costs.bytesPerSecond();
  }

  double referencesOf(const StreamStage &stage) const {
    return static_cast<double>(TheScop.statements[stage.statement].references.size());
  }

  /// secondsOf() a cell in an iteration.
  double costOf(const StreamPlan &plan) const {
    double instructions = 0, bytes = 0;
    for (const StreamStage &stage : Band.stages)
      if (!stage.thin)
        instructions += (referencesOf(stage) + static_cast<double>(exchangedCells(stage, plan)) /
                                                   static_cast<double>(plan.cellsPerLane())) *
                        slownessOfElements(stage);
    for (unsigned field = 0; field < Band.fields.size(); ++field)
      if (!Band.isTransient(field))
        bytes += (Band.rank < 3 && Band.isRenewed(field) ? 1.0 : 2.0) *
                 TheScop.arrays[Band.fields[field]].elementBytes;
    double wide = 1;
    for (const StreamSpan &span : plan.across)
      wide *= static_cast<double>(span.width()) / static_cast<double>(span.own());
    const bool isGiven = Band.rank == 1 || TheScop.clauses.tile.value.size() > 1;
    const double rows = isGiven ? static_cast<double>(plan.rows) : assumedRows;
    const double high = (rows + static_cast<double>(plan.furtherRows())) / rows;
    return wide * high * slownessOfLanes(plan) *
               secondsOf(instructions * slowness(plan), bytes / static_cast<double>(plan.steps)) +
           secondsOfLaunch() / static_cast<double>(plan.steps);
  }

  /// In two dimensions, lanes with less than 16 bytes of a row have as many addresses and tests to
  /// compute for them (measured on an H200, with two floats instead of four).
  double slownessOfLanes(const StreamPlan &plan) const {
    constexpr long Whole = 16;
    const long bytes = plan.cellsPerLane() * TheScop.arrays[Band.fields.front()].elementBytes;
    return Band.rank == 2 && bytes < Whole ? 1.7 : 1;
  }

  /// Arithmetic of 64 bits has half of the rate, and shuffles are two; half of all is neither. On
  /// an H200, doubles take 1.65 to 1.9 times as long as floats with the same sizes, with the time
  /// for twice the bytes.
  double slownessOfElements(const StreamStage &stage) const {
    return 0.5 * static_cast<double>(1 + wordsOf(TheScop.arrays[Band.fields[stage.field]]));
  }

  /// Instructions wait for one another where few warps reside together (measured on an H200, with time steps of 4 to 12
  /// iterations of two-dimensional Jacobi).
  double slowness(const StreamPlan &plan) const {
    const long warps = plan.residentWarps(TheScop);
    return warps >= 16 || Band.rank == 1 ? 1 : warps >= 12 ? 1.25 : 1.75;
  }

  /// A launch, with what it waits for its first loads and its last stores, in seconds a cell.
  /// Fields of one dimension whose size is not known are taken to have 65,536 cells: with many more
  /// of them, the iterations of a launch that suit so few cost a quarter more; with so few, those
  /// that suit many do (measured on an H200). Other fields are taken to have so many that launches
  /// do not count.
  double secondsOfLaunch() const {
    constexpr double UnknownCells = 1 << 16;
    return Band.rank == 1 ? Costs.secondsOfLaunch() / knownCells().value_or(UnknownCells) : 0;
  }

  /// Of a field of one dimension: those that are written, where their number is known.
  std::optional<double> knownCells() const {
    std::optional<double> most;
    for (const StreamStage &stage : Band.stages)
      for (const Access &access : TheScop.statements[stage.statement].accesses) {
        if (stage.thin || access.kind == AccessKind::Read)
          continue;
        const isl::set cells = access.relation.intersect_params(TheScop.context).range();
        const int last = static_cast<int>(cells.tuple_dim()) - 1;
        const isl::val low = cells.dim_min_val(last), high = cells.dim_max_val(last);
        if (!low.is_int() || !high.is_int())
          return std::nullopt;
        most = std::max(most.value_or(1), static_cast<double>(*asLong(high.sub(low).add(1))));
      }
    return most;
  }

  /// The same for a launch for each stage and iteration, as scheme parallel has them. Each reads and writes whole arrays; its
  /// index arithmetic is counted (bench/counts).
  double costOfLaunches() const {
    constexpr double IndexArithmetic = 40;
    double instructions = 0, bytes = 0;
    for (const StreamStage &stage : Band.stages) {
      if (stage.thin)
        continue;
      instructions += IndexArithmetic + referencesOf(stage) * slownessOfElements(stage);
      std::set<unsigned> read;
      for (const StreamRead &r : stage.reads)
        read.insert(Band.stages[r.state.stage].field);
      for (const unsigned field : read)
        bytes += TheScop.arrays[Band.fields[field]].elementBytes;
      bytes += TheScop.arrays[Band.fields[stage.field]].elementBytes;
    }
    return secondsOf(instructions, bytes) + static_cast<double>(Band.stages.size()) * secondsOfLaunch();
  }

  const Scop &TheScop;
  const StreamBand &Band;
  const DeviceLimits &Limits;
  const DeviceCosts &Costs;
};

} // namespace

Result<StreamPlan> chooseStreamSizes(const Scop &scop, const StreamBand &band,
                                     const DeviceProfile &device) {
  return SizeSearch(scop, band, device).find();
}

} // namespace gputile::mapping
