//===- StreamPlan.cpp - Time steps streamed through registers -------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/IR/StreamPlan.h"

#include "gputile/IR/Scop.h"

#include <algorithm>
#include <stdexcept>

namespace gputile {

bool StreamRead::isBeside() const {
  return std::any_of(across.begin(), across.end(), [](long distance) { return distance != 0; });
}

bool StreamRead::isAtCorner() const {
  return std::count(across.begin(), across.end(), 0) + 1 < static_cast<long>(across.size());
}

unsigned StreamStage::partAt(const TextPlace &place) const {
  const auto count = static_cast<unsigned>(parts.size());
  for (unsigned part = 0; part < count && !(place < sum); ++part)
    if (place < parts[part].end)
      return part;
  return count;
}

long StreamStage::sumsKept() const {
  long sums = 0;
  for (size_t part = 0; part < parts.size(); ++part)
    sums += liveRowsOf(part) - 1;
  return sums;
}

const StreamRead *StreamStage::readThrough(unsigned reference) const {
  const auto read = std::find_if(reads.begin(), reads.end(),
                                 [&](const StreamRead &r) { return r.reference == reference; });
  return read == reads.end() ? nullptr : &*read;
}

void StreamReach::include(const StreamReach &other) {
  left.resize(other.left.size());
  right.resize(other.right.size());
  for (size_t d = 0; d < other.left.size(); ++d) {
    left[d] = std::max(left[d], other.left[d]);
    right[d] = std::max(right[d], other.right[d]);
  }
  corners |= other.corners;
}

std::map<StreamRow, StreamReach> StreamBand::reaches(const StreamStage &stage, size_t part) const {
  std::map<StreamRow, StreamReach> result;
  for (const StreamRead &read : stage.reads) {
    if (read.part != part || !read.isBeside())
      continue;
    StreamReach reach;
    for (const long distance : read.across) {
      reach.left.push_back(std::max(0L, -distance));
      reach.right.push_back(std::max(0L, distance));
    }
    reach.corners = read.isAtCorner();
    result[{read.state, age(stage, read)}].include(reach);
  }
  return result;
}

std::vector<unsigned> StreamBand::carried() const {
  std::vector<unsigned> arrays;
  for (unsigned field = 0; field < fields.size(); ++field)
    if (!isTransient(field))
      arrays.push_back(fields[field]);
  return arrays;
}

bool StreamBand::isRenewed(unsigned field) const {
  return std::none_of(stages.begin(), stages.end(), [&](const StreamStage &stage) {
    return !stage.thin &&
           std::any_of(stage.reads.begin(), stage.reads.end(), [&](const StreamRead &read) {
             return read.state.previous && stages[read.state.stage].field == field;
           });
  });
}

bool StreamBand::keepsOthers(const StreamStage &stage) const {
  return !isTransient(stage.field) || !stage.before.previous;
}

bool StreamBand::loadsOthers(const StreamStage &stage) const {
  return findsOthers[stage.field] && stage.before.previous;
}

unsigned StreamBand::lastStageOf(unsigned field) const {
  for (size_t s = stages.size(); s-- > 0;)
    if (stages[s].field == field)
      return static_cast<unsigned>(s);
  throw std::logic_error("no stage writes the field");
}

long StreamBand::ageAt(long readerLag, const StreamState &state, long row) const {
  return readerLag + (state.previous ? lag : 0) - row - stages[state.stage].lag;
}

std::map<StreamRow, StreamReach> StreamBand::sharedReaches() const {
  std::map<StreamRow, StreamReach> once, shared;
  for (const StreamStage &stage : stages)
    for (size_t part = 0; part <= stage.parts.size(); ++part)
      for (const auto &[row, reach] : reaches(stage, part)) {
        const bool isFirst = once.count(row) == 0;
        once[row].include(reach);
        if (!isFirst)
          shared[row] = once[row];
      }
  return shared;
}

long StreamBand::rowsRead(unsigned stage) const {
  long rows = 1;
  for (const StreamStage &reader : stages)
    for (const StreamRead &read : reader.reads)
      if (read.state.stage == stage)
        rows = std::max(rows, age(reader, read) + 1);
  return rows;
}

long StreamBand::liveRows(unsigned stage) const {
  long rows = rowsRead(stage);
  for (const StreamStage &reader : stages)
    if (reader.before.stage == stage && keepsOthers(reader))
      rows = std::max(rows, ageBefore(reader) + 1);
  return rows;
}

long StreamBand::valuesKept(unsigned stage) const {
  const auto isReadByPart = [&](const StreamStage &reader) {
    return std::any_of(reader.reads.begin(), reader.reads.end(), [&](const StreamRead &read) {
      return read.state.stage == stage && read.part < reader.parts.size();
    });
  };
  long values = rowsRead(stage) - 1;
  // The row stays until all parts are computed.
  if (std::any_of(stages.begin(), stages.end(), isReadByPart))
    values = std::max(values, 1L);
  return values + stages[stage].sumsKept();
}

std::vector<long> StreamBand::firstRows(long steps) const {
  std::vector<long> after;
  // What is loaded is as far ahead as the last stage of the field would leave it.
  for (const StreamStage &stage : stages)
    after.push_back(lag - stage.lag);
  for (long step = 0; step < steps; ++step) {
    const std::vector<long> before = after;
    for (size_t s = 0; s < stages.size(); ++s) {
      const auto of = [&](const StreamState &state) {
        return (state.previous ? before : after)[state.stage];
      };
      long first = of(stages[s].before);
      for (const StreamRead &read : stages[s].reads)
        first = std::max(first, of(read.state) - read.row);
      after[s] = first;
    }
  }
  return after;
}

long StreamPlan::cellsPerLane() const {
  long cells = 1;
  for (const StreamSpan &span : across)
    cells *= span.cells;
  return cells;
}

std::vector<LayoutEstimate> StreamPlan::runnersUp() const {
  constexpr size_t Most = 3;
  if (estimates.empty())
    return {};
  const size_t count = std::min(Most, estimates.size() - 1);
  return {estimates.begin() + 1, estimates.begin() + 1 + static_cast<long>(count)};
}

/// Adds to \p all what lanes above and below hand on of \p row.
static void addEdges(std::vector<StreamEdges> &all, const StreamRow &row,
                     const StreamReach &reach) {
  if (reach.left[0] == 0 && reach.right[0] == 0)
    return;
  auto edges = std::find_if(all.begin(), all.end(), [&](const StreamEdges &other) {
    return other.state.stage == row.state.stage && other.state.previous == row.state.previous;
  });
  if (edges == all.end())
    edges = all.insert(edges, {row.state, row.age, row.age});
  edges->youngest = std::min(edges->youngest, row.age);
  edges->oldest = std::max(edges->oldest, row.age);
  edges->before = std::max(edges->before, reach.left[0]);
  edges->behind = std::max(edges->behind, reach.right[0]);
}

std::vector<StreamEdges> StreamPlan::edges() const {
  std::vector<StreamEdges> result;
  if (warps == 1)
    return result;
  for (const StreamStage &reader : band.stages)
    for (size_t part = 0; part <= reader.parts.size(); ++part)
      for (const auto &[row, reach] : band.reaches(reader, part))
        addEdges(result, row, reach);
  return result;
}

long StreamPlan::sharedBytes(const Scop &scop) const {
  long bytes = 0;
  for (const StreamEdges &edges : this->edges())
    bytes += edges.slots() * steps * across[0].lanes * (edges.before + edges.behind) *
             across[1].width() *
             scop.arrays[band.fields[band.stages[edges.state.stage].field]].elementBytes;
  return bytes;
}

long StreamPlan::residentWarps(const Scop &scop) const {
  constexpr long Fewest = 8, PerCorners = 8, PerField = 24, PerRenewedField = 12,
                 PerFieldWithOthers = 12, MostForTwelve = 80, MostForSixteen = 56,
                 MostOfPlanes = 75, MostOfPlanesForTwelve = 84, PerRow = 3, PerDividedSum = 12;
  const auto isRenewed = [this](unsigned field) { return band.rank < 3 && band.isRenewed(field); };
  long words = -PerField;
  for (unsigned field = 0; field < band.fields.size(); ++field)
    words += band.findsOthers[field]   ? PerFieldWithOthers
             : band.isTransient(field) ? 0
             : isRenewed(field)        ? PerRenewedField
                                       : PerField;
  bool wide = false;
  if (band.rank == 1) // Its warps, which are few, may have all registers.
    return Fewest;
  for (unsigned s = 0; s < band.stages.size(); ++s) {
    const unsigned field = band.stages[s].field;
    const bool isFound = !band.isTransient(field) && !isRenewed(field);
    const long levels = steps + (band.lastStageOf(field) == s && isFound ? 1 : 0);
    const long bytes = scop.arrays[band.fields[field]].elementBytes;
    // Of planes, blocks at borders also keep the values before.
    if (band.rank == 3 && !band.stages[s].parts.empty())
      words += PerDividedSum;
    words += band.valuesKept(s) * cellsPerLane() * levels * ((bytes + 3) / 4);
    wide |= bytes > 4;
  }
  const auto hasCorners = [](const StreamStage &stage) {
    return std::any_of(stage.reads.begin(), stage.reads.end(),
                       [](const StreamRead &read) { return read.isAtCorner(); });
  };
  if (warps > 1 && std::any_of(band.stages.begin(), band.stages.end(), hasCorners))
    words += PerCorners;
  const long addresses = band.rank == 3 ? PerRow * std::max(0L, across[0].cells - 2) : 0;
  if (!wide && words + addresses <= (band.rank == 3 ? MostOfPlanes : MostForSixteen))
    return 16;
  return words <= (band.rank == 3 ? MostOfPlanesForTwelve : MostForTwelve) ? 12 : Fewest;
}

long StreamPlan::storeLag(unsigned field) const {
  return band.stages[band.lastStageOf(field)].lag + (steps - 1) * band.lag;
}

long StreamPlan::longestLag() const {
  long lag = 0;
  for (unsigned field = 0; field < band.fields.size(); ++field)
    lag = std::max(lag, storeLag(field));
  return lag;
}

long StreamPlan::loadAhead(unsigned field) const {
  return band.lag - band.stages[band.lastStageOf(field)].lag;
}

} // namespace gputile
