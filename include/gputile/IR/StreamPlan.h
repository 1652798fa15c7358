//===- StreamPlan.h - Time steps streamed through registers -----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Scheme `stream` (N.5-D blocking: Nguyen et al. 2010, "3.5-D Blocking Optimization for Stencil
/// Computations on Modern CPUs and GPUs"; Matsumura et al. 2020, "AN5D"): a launch computes several
/// iterations of the time loop. Rows of the arrays pass through a warp's registers, and every
/// iteration of the time loop works on its own row of them, some rows behind the iteration before.
/// Warps compute what they need of their neighbours' cells themselves.
///
/// A *field* is an array of rank 1, 2 or 3 that the region writes, all of the same rank, and a *cell*
/// (i, j…) an element of each field: i is its *row*, in three dimensions a plane, and j… is its place
/// *across* it. Arrays of rank 1 have one row, with i = 0. A *stage* is a statement inside the time loop:
/// in iteration t it gives cells of one field new values, all at once. The *state* of a field is what it
/// holds after a stage.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_IR_STREAMPLAN_H
#define GPUTILE_IR_STREAMPLAN_H

#include "gputile/IR/Clauses.h"
#include "gputile/IR/SumText.h"
#include "gputile/Support/Isl.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>
#include <vector>

namespace gputile {

struct Scop;

/// What a field holds after a stage that writes it.
struct StreamState {
  unsigned stage = 0;    ///< Index into StreamBand::stages.
  bool previous = false; ///< Of the iteration of the time loop before, or of what the launch finds.
};

/// A read of a field.
struct StreamRead {
  unsigned reference; ///< Index into Statement::references.
  StreamState state;  ///< The last one before the stage.
  long row;           ///< For cell (i, j…) it reads element (i + row, j + across…).
  std::vector<long> across;
  unsigned part = 0; ///< Of its stage: index into StreamStage::parts, or their number.

  /// Whether it is of another cell of the row.
  bool isBeside() const;
  /// Whether that cell is beside its own in several dimensions.
  bool isAtCorner() const;
};

/// What a stage reads of one row of a state beside its own cell: how far the reads reach in each dimension
/// across.
struct StreamReach {
  std::vector<long> left, right;
  bool corners = false; ///< Some are beside it in several dimensions.

  void include(const StreamReach &other);
};

/// The terms of a sum from its first one, or from the end of the part before, to `end`.
struct StreamPart {
  TextPlace end;
  /// As StreamStage::lag: when the part of the sum of a row is computed, not after the next part.
  long lag = 0;
};

/// A row of a state, when the stage that reads it is at work.
struct StreamRow {
  StreamState state;
  long age; ///< So many rows later is the newest one.

  /// Older ones come first.
  bool operator<(const StreamRow &other) const {
    return std::tie(state.stage, state.previous, other.age) <
           std::tie(other.state.stage, other.state.previous, age);
  }
  bool operator==(const StreamRow &other) const { return !(*this < other) && !(other < *this); }
};

/// A statement of the time loop.
struct StreamStage {
  unsigned statement;
  /// { S[x] -> [t, i, j…] }: its iteration of the time loop, counted from 0, and the element that it
  /// writes; injective.
  isl::map cells;
  unsigned field;                ///< Index into StreamBand::fields.
  unsigned target;               ///< The reference that it writes through.
  StreamState before;            ///< The state of its field that it changes.
  std::vector<StreamRead> reads; ///< Of fields. What else it reads, no stage writes.
  /// It works on row z - lag - t * StreamBand::lag when the row with number z is the newest.
  long lag = 0;
  /// Its cells do not fill an area, as those of a boundary: blocks in the midst of the fields have
  /// none of them.
  bool thin = false;
  /// Of a sum in its text, all but the last one: parts which are computed before the other text is,
  /// as soon as the rows that they read are there, so that fewer rows have to be kept and
  /// exchanged. They only read cells of fields and scalars.
  std::vector<StreamPart> parts;
  TextPlace sum; ///< Where the first part begins.

  /// The part that has \p place, or the number of parts: of the other text.
  unsigned partAt(const TextPlace &place) const;
  /// Of part \p part, or of the other text.
  long lagOf(size_t part) const { return part < parts.size() ? parts[part].lag : lag; }
  /// Of the part that is the first to be computed.
  long firstLag() const { return lagOf(0); }
  /// Rows of part \p part that are alive at a time.
  long liveRowsOf(size_t part) const { return lagOf(part + 1) - lagOf(part) + 1; }
  /// Of a cell, sums that are not complete from one row to the next.
  long sumsKept() const;
  /// The first of `reads` that is through \p reference, or null.
  const StreamRead *readThrough(unsigned reference) const;
};

/// A time loop around stages.
struct StreamBand {
  std::vector<unsigned> fields;    ///< Indices into Scop::arrays.
  std::vector<StreamStage> stages; ///< In the order of an iteration.
  unsigned rank = 0;               ///< Of the fields.
  /// By field: none, or the iteration of the time loop, of the parameters, that is the last to write each of the
  /// cells that any writes. Such a field is *transient*: iterations read only cells of it that they have
  /// written themselves, so launches do not find it, and only the one with that iteration leaves it.
  std::vector<std::optional<isl::pw_aff>> lastWrites;
  /// By field: it is transient, but stages also read cells of it that no iteration writes, as at a
  /// boundary. Those stay what they are in memory, where blocks find them in every iteration.
  std::vector<bool> findsOthers;
  long lag = 0;                    ///< Rows by which an iteration is behind the one before.

  /// Dimensions of a cell beside its row.
  unsigned acrossDims() const { return rank == 1 ? 1 : rank - 1; }

  /// Whether full blocks may have rows in which a field has no cells, or a stage no instances.
  /// There are few tests of planes for each cell, and many blocks at the ends of columns.
  bool testsRows() const { return rank == 3; }
  bool isTransient(unsigned field) const { return lastWrites[field].has_value(); }
  /// Those of `fields` that are not.
  std::vector<unsigned> carried() const;
  /// Whether every iteration gives \p field new cells before it reads any, but for those at its
  /// boundary: full blocks load none.
  bool isRenewed(unsigned field) const;
  /// Whether cells that \p stage does not write must keep their values. Of a transient field, iterations read
  /// only cells that they have written: its first stage in an iteration may leave anything in others.
  bool keepsOthers(const StreamStage &stage) const;
  /// Whether cells that \p stage does not write get their values from memory, see `findsOthers`.
  bool loadsOthers(const StreamStage &stage) const;
  /// The last stage that writes \p field.
  unsigned lastStageOf(unsigned field) const;
  /// The rows of which part \p part of \p stage reads cells beside its own.
  std::map<StreamRow, StreamReach> reaches(const StreamStage &stage, size_t part) const;
  /// Rows of which several stages or parts of an iteration read cells beside their own: what all of
  /// them read.
  std::map<StreamRow, StreamReach> sharedReaches() const;
  /// How many rows later than the row that \p reader reads is the newest row of the state at that
  /// moment. Not negative.
  long age(const StreamStage &reader, const StreamRead &read) const {
    return ageAt(reader.lagOf(read.part), read.state, read.row);
  }
  /// The same for its own cell of the state that it changes.
  long ageBefore(const StreamStage &stage) const { return ageAt(stage.lag, stage.before, 0); }
  /// Rows of the state behind \p stage that are alive at a time.
  long liveRows(unsigned stage) const;
  /// Those that stages read. Further ones are for cells at borders, which keep their values.
  long rowsRead(unsigned stage) const;
  /// Of a cell, what a lane of a block in the midst of the fields keeps of \p stage from one row to
  /// the next: values of its state, and sums that are not complete.
  long valuesKept(unsigned stage) const;
  /// By stage: so many rows below the first one that is the newest, after \p steps iterations of
  /// the time loop, the state behind it begins that depends on none above what is loaded. Rows
  /// above have no values of the program, and none that has reads them.
  std::vector<long> firstRows(long steps) const;

private:
  /// Of the row of \p state that is \p row below what is worked on, \p lag rows behind the newest
  /// one.
  long ageAt(long lag, const StreamState &state, long row) const;
};

/// The cells of a warp in one dimension across the rows: `left` and `right` of those that its lanes have
/// it does not own. In the last dimension, lanes own all of their cells or none.
struct StreamSpan {
  long lanes = 1, cells = 1; ///< Each lane has `cells` neighbouring ones.
  long left = 0, right = 0;

  long width() const { return lanes * cells; }
  long own() const { return width() - left - right; }
};

/// What the lanes of a block hand on of the rows of a state to those before and behind them in the
/// first dimension across. They do when a row has the least age that stages need it at, into the
/// next of so many slots in turn that a lane may write one while others still read.
struct StreamEdges {
  StreamState state;             ///< As the stages that read it see it.
  long youngest = 0, oldest = 0; ///< Ages of the rows that they read.
  long before = 0, behind = 0;   ///< How far their reads reach.

  long slots() const { return oldest - youngest + 2; }
};

/// What a layout is estimated to take, by counts and by the costs of the device.
struct LayoutEstimate {
  Scheme scheme = Scheme::Stream;
  std::vector<long> tile, block; ///< As the clauses have them; empty where the scheme has its own.
  double picoseconds = 0;        ///< A cell in an iteration of the time loop.
  /// Of what it waits for most: "instructions", "device memory" or "launches".
  std::string bound;
};

/// Its launches (e, s), s being 0 or 1, for iterations (2 e + s) * steps … (2 e + s + 1) * steps -
/// 1 of the time loop. Block (Z, X…) has `warps` warps. It owns the cells of rows Z * rows … (Z +
/// 1) * rows - 1 and, in each dimension across, X * own() … (X + 1) * own() - 1, and works on those
/// beside them, and on `above` rows before them. Lanes are numbered along the last dimension first.
/// Those of a warp exchange their cells by shuffles. Where a block has several warps, lanes hand on
/// cells in the first of two dimensions across through shared memory. Launches with s = 0 read the
/// fields and write their second buffers, others the other way round, all cells of the boxes that
/// are allocated for the fields. Transient fields are only written.
struct StreamPlan {
  static constexpr long lanes = 32;
  /// Each has a bit in a word.
  static constexpr long mostCellsPerLane = 32;
  StreamBand band;
  /// Per field the array (ArrayStorage::Private, without accesses) that is its second buffer, if it is
  /// not transient.
  std::vector<std::optional<unsigned>> seconds;
  /// Iterations of the time loop in a launch; rows of a block, and those that it computes above. A warp may take
  /// several blocks that lie below each other at once, as one with all of their rows: rows between them, which each
  /// of them would compute, are then computed once, with the same values.
  long steps = 1, rows = 1, above = 0;
  std::vector<StreamSpan> across; ///< Outermost first.
  /// Of a block. Several only with two dimensions across; then `lanes` of the first one are those
  /// of all warps.
  long warps = 1;
  /// Of all layouts that were compared, the best first, which is this one, among them scheme
  /// `parallel`; empty where nothing was estimated.
  std::vector<LayoutEstimate> estimates;

  long cellsPerLane() const;
  long threads() const { return lanes * warps; }
  /// The next best layouts, up to three, in their order.
  std::vector<LayoutEstimate> runnersUp() const;
  /// What its lanes hand on through shared memory: nothing with one warp.
  std::vector<StreamEdges> edges() const;
  /// Of all their slots.
  long sharedBytes(const Scop &scop) const;
  /// Rows that are computed besides those of a block.
  long furtherRows() const { return above + longestLag(); }
  /// Warps that reside together on a multiprocessor when indices have 32 bits: its registers hold 8, 12 or 16 with
  /// 255, 168 or 128 of them each. Estimated from the rows that a lane keeps (measured with ptxas, without spilling).
  long residentWarps(const Scop &scop) const;
  /// The same in blocks, at least one.
  long residentBlocks(const Scop &scop) const { return std::max(1L, residentWarps(scop) / warps); }
  /// Rows by which the state of \p field that a launch leaves is behind the newest.
  long storeLag(unsigned field) const;
  /// Rows by which the oldest of them is behind.
  long longestLag() const;
  /// The row with number z that a launch loads of \p field is row z + loadAhead.
  long loadAhead(unsigned field) const;
};

} // namespace gputile

#endif
