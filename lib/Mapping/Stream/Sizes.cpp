//===- Sizes.cpp - Iterations, rows and cells of a block ------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Stream/Sizes.h"

#include "Mapping/Stream/Margins.h"
#include "Mapping/Stream/Terms.h"
#include "gputile/Analysis/StreamLags.h"
#include "gputile/Model/Operations.h"
#include "gputile/Model/Sizes.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace gputile::mapping {
namespace {

/// Rows of a block without clause tile: few, as warps take several blocks.
constexpr long defaultRows = 8;
/// About as many rows a warp then has.
constexpr double assumedRows = 80;

/// Iterations with rows of their own are written out: code grows with them, whatever the registers
/// are.
constexpr long mostSteps = 64;
/// Of others, more are not tried without a clause: their halos are most of what a warp has.
constexpr long mostStepsOfOneRow = 256;

/// Of a second.
constexpr double picoseconds = 1e12;

long roundedUp(long value, long to) { return (value + to - 1) / to * to; }

/// Of a cell in an iteration, in seconds but for a factor.
struct Time {
  double instructions = 0, memory = 0, launches = 0; ///< Alone.
  double total = 0;

  std::string bound() const {
    if (launches > std::max(instructions, memory))
      return "launches";
    return instructions < memory ? "device memory" : "instructions";
  }
};

/// The best of those with as many iterations and warps: with the same clauses.
struct Candidate {
  StreamPlan plan;
  Time time;
};

class SizeSearch {
public:
  SizeSearch(const Scop &scop, const StreamBand &band, const DeviceProfile &device,
             TileSearch search)
      : TheScop(scop), Band(band), HandingOn(band), Limits(device.limits), Costs(device.costs),
        Search(search), MostRegisters(mostRegisters()) {
    HandsOn = setLags(HandingOn, /*handsOn=*/true);
    for (unsigned d = 0; d < Band.acrossDims(); ++d)
      Extents.push_back(knownExtent(d));
    for (const StreamStage &stage : Band.stages)
      Terms.push_back(termsOf(scop, Band, stage));
  }

  Result<StreamPlan> find() const {
    // Rows of arrays with one row are not tiled.
    if (auto refusal = checkSizeClauses(TheScop, Band.rank == 1 ? 1 : 2, 1, Limits))
      return *refusal;
    const std::vector<long> &block = TheScop.clauses.block.value;
    if (!block.empty() && (Band.rank < 3 ? block.front() != StreamPlan::lanes
                                         : block.front() % StreamPlan::lanes != 0))
      return refuse(DiagId::BadTileSize, "'block(" + std::to_string(block.front()) + ")'",
                    Band.rank < 3 ? "a block of scheme 'stream' is a warp of 32 threads here"
                                  : "blocks of scheme 'stream' are whole warps of 32 threads");
    std::vector<Candidate> candidates;
    for (const long steps : stepsToTry())
      for (const Shape &shape : shapesToTry())
        if (std::optional<StreamPlan> plan = planWith(steps, shape))
          addCandidate(candidates, std::move(*plan));
    const auto isFaster = [](const Candidate &a, const Candidate &b) {
      return a.time.total < b.time.total;
    };
    std::stable_sort(candidates.begin(), candidates.end(), isFaster);
    if (!candidates.empty() && TheScop.clauses.scheme.value == Scheme::Auto &&
        candidates.front().time.total >= timeOfLaunches().total)
      return refuse(DiagId::SchemeNotApplicable, schemeName(Scheme::Stream),
                    "several iterations in a launch would cost more than a launch for each");
    if (!candidates.empty()) {
      candidates.front().plan.estimates = estimatesOf(candidates);
      return std::move(candidates.front().plan);
    }
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

  void addCandidate(std::vector<Candidate> &candidates, StreamPlan plan) const {
    const Time time = timeOf(plan);
    const auto same =
        std::find_if(candidates.begin(), candidates.end(), [&](const Candidate &other) {
          return other.plan.steps == plan.steps && other.plan.warps == plan.warps;
        });
    if (same == candidates.end())
      candidates.push_back({std::move(plan), time});
    else if (time.total < same->time.total)
      *same = {std::move(plan), time};
  }

  /// Of \p candidates in their order, among them a launch for each iteration, which is not the
  /// first.
  std::vector<LayoutEstimate> estimatesOf(const std::vector<Candidate> &candidates) const {
    std::vector<LayoutEstimate> estimates;
    for (const Candidate &candidate : candidates)
      estimates.push_back(estimateOf(candidate));
    const Time launches = timeOfLaunches();
    const LayoutEstimate parallel{
        Scheme::Parallel, {}, {}, picoseconds * launches.total, launches.bound()};
    const auto slower =
        std::find_if(estimates.begin() + 1, estimates.end(),
                     [&](const auto &other) { return other.picoseconds > parallel.picoseconds; });
    estimates.insert(slower, parallel);
    return estimates;
  }

  LayoutEstimate estimateOf(const Candidate &candidate) const {
    const StreamPlan &plan = candidate.plan;
    LayoutEstimate estimate{Scheme::Stream,
                            {plan.steps},
                            {plan.threads()},
                            picoseconds * candidate.time.total,
                            candidate.time.bound()};
    if (TheScop.clauses.tile.value.size() > 1)
      estimate.tile.push_back(plan.rows);
    return estimate;
  }

  /// All numbers from \p most down to 1.
  static std::vector<long> upTo(long most) {
    std::vector<long> numbers;
    for (long number = most; number > 0; --number)
      numbers.push_back(number);
    return numbers;
  }

  bool triesAll() const { return Search == TileSearch::Exhaustive; }

  std::vector<long> stepsToTry() const {
    const std::vector<long> &tile = TheScop.clauses.tile.value;
    if (!tile.empty())
      return {tile.front()};
    if (triesAll())
      return upTo(Band.rank == 1 ? mostStepsOfOneRow : mostSteps);
    if (Band.rank == 1)
      return {192, 128, 96, 64, 48, 32, 24, 16, 12, 8, 6, 4, 3, 2, 1};
    return {12, 8, 6, 4, 3, 2, 1};
  }

  /// Cells of lanes, and how lanes lie beside one another.
  struct Shape {
    std::vector<StreamSpan> across;
    long warps = 1;
  };

  std::vector<Shape> shapesToTry() const {
    std::vector<Shape> result;
    if (Band.rank < 3) {
      // Vectors of two or four elements, or several of them in one dimension.
      const std::vector<long> cells = Band.rank == 1 ? std::vector<long>{16, 8, 4, 2, 1}
                                                     : std::vector<long>{4, 2, 1};
      for (const long along : cells)
        result.push_back({{{StreamPlan::lanes, along, 0, 0}}});
      return result;
    }
    for (const long along : {4L, 2L, 1L})
      for (const long down : triesAll() ? upTo(StreamPlan::mostCellsPerLane / along)
                                        : std::vector<long>{8, 6, 4, 3, 2, 1})
        for (const long lanes : {8L, 4L, 16L, 32L})
          for (const long warps : warpsToTry())
            result.push_back(
                {{{warps * StreamPlan::lanes / lanes, down, 0, 0}, {lanes, along, 0, 0}}, warps});
    return result;
  }

  /// Of a block, in three dimensions.
  std::vector<long> warpsToTry() const {
    const std::vector<long> &block = TheScop.clauses.block.value;
    if (!block.empty())
      return {block.front() / StreamPlan::lanes};
    if (triesAll())
      return upTo(Limits.threadsPerBlock / StreamPlan::lanes);
    return {1, 4, 6, 8, 12, 16};
  }

  std::optional<StreamPlan> planWith(long steps, const Shape &shape) const {
    if (Band.rank > 1 && steps > mostSteps)
      return std::nullopt;
    if (shape.warps > 1 && !HandsOn)
      return std::nullopt;
    const StreamBand &band = shape.warps > 1 ? HandingOn : Band;
    StreamPlan plan;
    plan.steps = steps;
    plan.across = shape.across;
    plan.warps = shape.warps;
    if (plan.threads() > Limits.threadsPerBlock ||
        wordsKept(band) * plan.cellsPerLane() * steps > MostRegisters)
      return std::nullopt;
    const std::vector<long> &tile = TheScop.clauses.tile.value;
    plan.band = band;
    const Margins margins = marginsAfter(plan.band, steps);
    plan.rows = Band.rank == 1 ? 1 : tile.size() > 1 ? tile[1] : defaultRows;
    plan.above = margins.above;
    for (size_t d = 0; d < plan.across.size(); ++d) {
      StreamSpan &span = plan.across[d];
      // In the last dimension, lanes own all of their cells or none.
      const long unit = d + 1 == plan.across.size() ? span.cells : 1;
      span.left = roundedUp(margins.left[d], unit);
      span.right = roundedUp(margins.right[d], unit);
      if (span.own() < span.cells)
        return std::nullopt;
    }
    for (const StreamEdges &edges : plan.edges())
      if (std::max(edges.before, edges.behind) > plan.across[0].cells)
        return std::nullopt;
    if (plan.sharedBytes(TheScop) > Limits.sharedBytesPerBlock)
      return std::nullopt;
    if (registersOf(plan) > MostRegisters || plan.warps > plan.residentWarps(TheScop))
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
  const Array &fieldOf(const StreamStage &stage) const {
    return TheScop.arrays[Band.fields[stage.field]];
  }

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
    const SharedReaches shared = plan.band.sharedReaches();
    long others = 0;
    for (const StreamStage &stage : plan.band.stages)
      others =
          std::max(others, exchanged(stage, plan, shared, cellsOfOthers) * wordsOf(fieldOf(stage)));
    for (const auto &[row, beside] : shared) // These stay from one stage to another.
      others += cellsOfOthers(beside, plan) * wordsOf(fieldOf(Band.stages[row.state.stage]));
    words += std::max(0L, others - ExchangedCounted);
    return words + wordsKept(plan.band) * plan.cellsPerLane() * plan.steps;
  }

  /// Of a cell, from one row to the next, in each iteration.
  long wordsKept(const StreamBand &band) const {
    long words = 0;
    for (unsigned s = 0; s < band.stages.size(); ++s)
      if (!band.stages[s].thin)
        words += band.valuesKept(s) * wordsOf(fieldOf(band.stages[s]));
    return words;
  }

  /// Of other lanes, for \p beside the cells of one lane.
  static long cellsOfOthers(const StreamReach &beside, const StreamPlan &plan) {
    long cells = 0, around = 1;
    for (size_t d = 0; d < plan.across.size(); ++d) {
      const long here = plan.cellsPerLane() / plan.across[d].cells;
      cells += here * (beside.left[d] + beside.right[d]);
      around *= beside.left[d] + beside.right[d];
    }
    return beside.corners ? cells + around : cells;
  }

  /// Instructions that bring them: where blocks have several warps, rows of other lanes come as
  /// vectors from shared memory.
  long exchangesOf(const StreamReach &beside, const StreamPlan &plan) const {
    const long cells = cellsOfOthers(beside, plan);
    if (plan.warps == 1 || Band.rank < 3)
      return cells;
    constexpr long Vector = 16;
    const long along = plan.across.back().cells,
               bytes = along * TheScop.arrays[Band.fields.front()].elementBytes,
               vectors = (bytes + Vector - 1) / Vector;
    return cells - (along - vectors) * (beside.left[0] + beside.right[0]);
  }

  using SharedReaches = decltype(StreamBand().sharedReaches());

  /// What \p count says of the cells of other lanes that \p stage alone needs for those of one
  /// lane.
  template <typename Count>
  static long exchanged(const StreamStage &stage, const StreamPlan &plan,
                        const SharedReaches &shared, const Count &count) {
    long cells = 0;
    for (size_t part = 0; part <= stage.parts.size(); ++part)
      for (const auto &[row, beside] : plan.band.reaches(stage, part))
        if (shared.count(row) == 0)
          cells += count(beside, plan);
    return cells;
  }

  /// Seconds, but for a factor, that instructions and bytes of device memory take. With planes both
  /// go on at the same time (on an H200, a cell of the seven-point Jacobi loop takes 2.1 ps where
  /// each of them takes 1.9), with rows they do so less.
  Time timeOf(double instructions, double bytes) const {
    Time time{instructions / Costs.instructionsPerSecond(), bytes / Costs.bytesPerSecond()};
    const double first = time.instructions, second = time.memory;
    time.total =
        Band.rank == 3 ? std::max(first, second) + 0.1 * std::min(first, second) : first + second;
    return time;
  }

  /// \p time where all goes on \p factor times as long.
  static Time slowed(Time time, double factor) {
    time.instructions *= factor;
    time.memory *= factor;
    time.total *= factor;
    return time;
  }

  /// \p time with that of a launch in every iteration, or of a part of one.
  static Time withLaunches(Time time, double seconds) {
    time.launches = seconds;
    time.total += seconds;
    return time;
  }

  Time timeOf(const StreamPlan &plan) const {
    double instructions = Band.rank == 3 ? instructionsOfPlanes(plan) : 0, bytes = 0;
    const auto cells = static_cast<double>(plan.cellsPerLane());
    const SharedReaches shared = plan.band.sharedReaches();
    const auto exchanges = [this](const StreamReach &beside, const StreamPlan &p) {
      return exchangesOf(beside, p);
    };
    for (size_t s = 0; s < plan.band.stages.size(); ++s)
      if (const StreamStage &stage = plan.band.stages[s]; !stage.thin)
        instructions +=
            (Terms[s] + static_cast<double>(exchanged(stage, plan, shared, exchanges)) / cells) *
            slownessOfElements(stage);
    for (const auto &[row, beside] : shared)
      instructions += static_cast<double>(exchanges(beside, plan)) / cells *
                      slownessOfElements(Band.stages[row.state.stage]);
    for (unsigned field = 0; field < Band.fields.size(); ++field)
      if (!Band.isTransient(field))
        bytes += (Band.rank < 3 && Band.isRenewed(field) ? 1.0 : 2.0) *
                 TheScop.arrays[Band.fields[field]].elementBytes;
    double wide = 1;
    for (const StreamSpan &span : plan.across)
      wide *= static_cast<double>(span.width()) / static_cast<double>(span.own());
    const bool isGiven = Band.rank == 1 || TheScop.clauses.tile.value.size() > 1;
    const double rows = isGiven ? static_cast<double>(plan.rows) : assumedRows;
    // Of the rows above, stages only work on those that have their sources (counted).
    const double WorkedOn = Band.rank == 3 ? 0.7 : 1;
    const double further = static_cast<double>(plan.furtherRows());
    const double high = (rows + further) / rows;
    instructions *= slowness(plan) * (rows + WorkedOn * further) / rows;
    bytes *= high / static_cast<double>(plan.steps);
    if (Band.rank == 3) // What is loaded several times is stored once.
      return slowed(timeOf(instructions * wide * cutBlocks(plan),
                           bytes / 2 *
                               (wide * sectorsOf(plan, plan.across.back().width()) +
                                sectorsOf(plan, plan.across.back().own()) / high)),
                    slownessOfLanes(plan));
    return withLaunches(slowed(timeOf(instructions, bytes), wide * slownessOfLanes(plan)),
                        secondsOfLaunch() / static_cast<double>(plan.steps));
  }

  /// What lanes do for each plane, for each of their rows and for each stage of one, a cell in an
  /// iteration (counted): addresses and tests, and edges where a block has several warps.
  double instructionsOfPlanes(const StreamPlan &plan) const {
    const auto stages = std::count_if(Band.stages.begin(), Band.stages.end(),
                                      [](const StreamStage &stage) { return !stage.thin; });
    constexpr double PerRow = 8;
    const bool handsOn = plan.warps > 1;
    return ((handsOn ? 12.0 : 8.0) * static_cast<double>(stages) +
            (PerRow * static_cast<double>(plan.across[0].cells) + (handsOn ? 40.0 : 30.0)) /
                static_cast<double>(plan.steps)) /
           static_cast<double>(plan.cellsPerLane());
  }

  /// Of planes, what blocks at borders cost besides, as a factor: they reach beyond what is
  /// written, and test cells, which takes half as many instructions again (counted). Where it is
  /// not known how much is written, the last block of each dimension is taken to be cut in the
  /// middle.
  double cutBlocks(const StreamPlan &plan) const {
    constexpr double UnknownExtent = 256, AtBorders = 0.5;
    double factor = 1, inner = 1;
    for (size_t d = 0; Band.rank == 3 && d < plan.across.size(); ++d) {
      const double own = static_cast<double>(plan.across[d].own());
      const double extent = Extents[d].value_or(UnknownExtent);
      const double blocks = Extents[d] ? std::ceil(extent / own) : extent / own + 0.5;
      factor *= blocks * own / extent;
      inner *= std::max(0.0, 1 - 2 / blocks);
    }
    return factor * (1 + AtBorders * (1 - inner));
  }

  /// Of planes, how many bytes are moved for each byte of a row of \p cells: it begins at any
  /// multiple of a lane's cells between the sectors of memory.
  double sectorsOf(const StreamPlan &plan, long cells) const {
    constexpr double Sector = 32;
    const double element = TheScop.arrays[Band.fields.front()].elementBytes,
                 row = static_cast<double>(cells) * element,
                 begin = std::min(Sector, static_cast<double>(plan.across.back().cells) * element);
    return (row + Sector - begin) / row;
  }

  /// In two dimensions, lanes with less than 16 bytes of a row have as many addresses and tests to
  /// compute for them (measured on an H200, with two floats instead of four). In three, so have
  /// those with less than 8 bytes next to each other (counted).
  double slownessOfLanes(const StreamPlan &plan) const {
    constexpr long Whole = 16, Half = 8;
    const long bytes = plan.across.back().cells * TheScop.arrays[Band.fields.front()].elementBytes;
    if (Band.rank == 3)
      return bytes < Half ? 1.08 : 1;
    return Band.rank == 2 && bytes < Whole ? 1.7 : 1;
  }

  /// Arithmetic of 64 bits has half of the rate, and shuffles are two; half of all is neither. On
  /// an H200, doubles take 1.65 to 1.9 times as long as floats with the same sizes, with the time
  /// for twice the bytes.
  double slownessOfElements(const StreamStage &stage) const {
    return 0.5 * static_cast<double>(1 + wordsOf(fieldOf(stage)));
  }

  /// Instructions wait for one another where few warps reside together (measured on an H200, with time steps of 4 to 12
  /// iterations of two-dimensional Jacobi).
  double slowness(const StreamPlan &plan) const {
    // The only block of a multiprocessor waits at its barriers, while another one could work
    // (simulated).
    const double waiting = plan.warps > 1 && plan.residentBlocks(TheScop) == 1 ? 1.16 : 1;
    const long warps = plan.residentBlocks(TheScop) * plan.warps;
    return waiting * (warps >= 16 || Band.rank == 1 ? 1 : warps >= 12 ? 1.25 : 1.75);
  }

  /// A launch, with what it waits for its first loads and its last stores, in seconds a cell.
  /// Fields of one dimension whose size is not known are taken to have 65,536 cells: with many more
  /// of them, the iterations of a launch that suit so few cost a quarter more; with so few, those
  /// that suit many do (measured on an H200). Other fields are taken to have so many that launches
  /// do not count.
  double secondsOfLaunch() const {
    constexpr double UnknownCells = 1 << 16;
    return Band.rank == 1 ? Costs.secondsOfLaunch() / Extents[0].value_or(UnknownCells) : 0;
  }

  /// How many cells are written in dimension \p d across the rows, where that is known.
  std::optional<double> knownExtent(unsigned d) const {
    std::optional<double> most;
    for (const StreamStage &stage : Band.stages)
      for (const Access &access : TheScop.statements[stage.statement].accesses) {
        if (stage.thin || access.kind == AccessKind::Read)
          continue;
        const isl::set cells = access.relation.intersect_params(TheScop.context).range();
        const int dim = static_cast<int>(Band.rank - Band.acrossDims() + d);
        const isl::val low = cells.dim_min_val(dim), high = cells.dim_max_val(dim);
        if (!low.is_int() || !high.is_int())
          return std::nullopt;
        most = std::max(most.value_or(1), static_cast<double>(*asLong(high.sub(low).add(1))));
      }
    return most;
  }

  /// The same for a launch for each stage and iteration, as scheme parallel has them. Each reads
  /// and writes whole arrays. Index arithmetic is counted (bench/counts): of an instance, and of
  /// each access to an element.
  Time timeOfLaunches() const {
    const double OfInstance = Band.rank == 3 ? 50 : Band.rank == 2 ? 20 : 40, OfAccess = 2.3;
    double instructions = 0, bytes = 0;
    for (const StreamStage &stage : Band.stages) {
      if (stage.thin)
        continue;
      const Statement &statement = TheScop.statements[stage.statement];
      instructions += OfInstance + OfAccess * static_cast<double>(statement.references.size()) +
                      operationsOf(statement).instructions() * slownessOfElements(stage);
      std::set<unsigned> read;
      for (const StreamRead &r : stage.reads)
        read.insert(Band.stages[r.state.stage].field);
      for (const unsigned field : read)
        bytes += TheScop.arrays[Band.fields[field]].elementBytes;
      bytes += TheScop.arrays[Band.fields[stage.field]].elementBytes;
    }
    return withLaunches(timeOf(instructions, bytes),
                        static_cast<double>(Band.stages.size()) * secondsOfLaunch());
  }

  const Scop &TheScop;
  const StreamBand &Band;
  StreamBand HandingOn;                       ///< With the lags that blocks of several warps need,
  bool HandsOn;                               ///< if there are any.
  std::vector<std::optional<double>> Extents; ///< By dimension across the rows.
  std::vector<double> Terms;                  ///< By stage, termsOf().
  const DeviceLimits &Limits;
  const DeviceCosts &Costs;
  const TileSearch Search;
  const long MostRegisters;
};

} // namespace

Result<StreamPlan> chooseStreamSizes(const Scop &scop, const StreamBand &band,
                                     const DeviceProfile &device, TileSearch search) {
  return SizeSearch(scop, band, device, search).find();
}

} // namespace gputile::mapping
