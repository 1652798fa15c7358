//===- Parts.cpp - Sums that are computed row by row ----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Schedule/Stream/Parts.h"

#include "gputile/Analysis/StreamLags.h"

#include <algorithm>
#include <optional>
#include <set>

namespace gputile::schedule {
namespace {

/// The sums of one stage.
class StageDivision {
public:
  StageDivision(const Scop &scop, StreamBand &band, StreamStage &stage)
      : TheScop(scop), Band(band), Stage(stage), TheStatement(scop.statements[stage.statement]) {}

  /// Takes the sum with which the fewest rows are exchanged, if no more values are kept than
  /// without.
  void divide() {
    size_t fewest = exchangedRows();
    if (fewest < 2)
      return;
    const long most = valuesKept();
    StreamStage best = Stage;
    const std::string &type = TheScop.arrays[Band.fields[Stage.field]].elementType;
    for (const SumText &sum : sumsOf(TheScop, TheStatement, type)) {
      divideAt(sum);
      if (const size_t rows = exchangedRows(); rows < fewest && valuesKept() <= most) {
        fewest = rows;
        best = Stage;
      }
    }
    Stage = std::move(best);
    setLags(Band);
  }

private:
  /// Of a cell, from one row to the next: rows of states, and sums.
  long valuesKept() const {
    long values = 0;
    for (unsigned s = 0; s < Band.stages.size(); ++s)
      values += Band.rowsRead(s) - 1 + Band.stages[s].sumsKept();
    return values;
  }

  size_t exchangedRows() const {
    std::set<StreamRow> rows;
    for (size_t part = 0; part <= Stage.parts.size(); ++part)
      for (const auto &[row, reach] : Band.reaches(Stage, part))
        rows.insert(row);
    return rows.size();
  }

  /// A part ends where what follows, up to the next operator, reads a row that comes later than all
  /// rows before.
  void divideAt(const SumText &sum) {
    Stage.parts.clear();
    Stage.sum = sum.begin;
    std::optional<long> last;
    for (size_t o = 0; o < sum.operators.size(); ++o) {
      const TextPlace from = o == 0 ? sum.begin : sum.operators[o - 1], to = sum.operators[o];
      // A part may be computed where the stage has no cells, so that there may be nothing in
      // memory.
      if (readsMemory(from, to))
        break;
      last = std::max(last, lastRow(from, to));
      const TextPlace next = o + 1 < sum.operators.size() ? sum.operators[o + 1] : endOfText();
      if (last && lastRow(to, next) > last)
        Stage.parts.push_back({to, 0});
    }
    for (StreamRead &read : Stage.reads)
      read.part = partOf(read);
    if (std::any_of(Stage.reads.begin(), Stage.reads.end(),
                    [](const StreamRead &read) { return read.part == InSeveral; })) {
      Stage.parts.clear();
      for (StreamRead &read : Stage.reads)
        read.part = 0;
    }
    setLags(Band);
  }

  TextPlace endOfText() const { return {static_cast<unsigned>(TheStatement.body.size()), 0}; }

  /// The read of a field that \p piece is, if it is one, and not of the cell that is written.
  const StreamRead *readOf(const BodyPiece &piece) const {
    if (piece.kind != BodyPiece::Kind::Reference || piece.index == Stage.target)
      return nullptr;
    return Stage.readThrough(piece.index);
  }

  /// Whether elements of arrays other than fields, or the cell that is written, are mentioned
  /// between \p from and \p to.
  bool readsMemory(const TextPlace &from, const TextPlace &to) const {
    const std::vector<BodyPiece> pieces = piecesBetween(TheStatement.body, from, to);
    return std::any_of(pieces.begin(), pieces.end(), [&](const BodyPiece &piece) {
      return piece.kind == BodyPiece::Kind::Reference && !readOf(piece) &&
             TheScop.arrays[TheStatement.references[piece.index].array].rank > 0;
    });
  }

  /// The last row that is read between \p from and \p to, relative to the one that is written.
  std::optional<long> lastRow(const TextPlace &from, const TextPlace &to) const {
    std::optional<long> last;
    for (const BodyPiece &piece : piecesBetween(TheStatement.body, from, to))
      if (const StreamRead *read = readOf(piece))
        last = std::max(last.value_or(read->row), read->row);
    return last;
  }

  static constexpr unsigned InSeveral = ~0u;

  unsigned partOf(const StreamRead &read) const {
    std::set<unsigned> found;
    for (unsigned p = 0; p < TheStatement.body.size(); ++p)
      if (const BodyPiece &piece = TheStatement.body[p];
          piece.kind == BodyPiece::Kind::Reference && piece.index == read.reference)
        found.insert(Stage.partAt({p, 0}));
    if (found.empty())
      return static_cast<unsigned>(Stage.parts.size());
    return found.size() == 1 ? *found.begin() : InSeveral;
  }

  const Scop &TheScop;
  StreamBand &Band;
  StreamStage &Stage;
  const Statement &TheStatement;
};

} // namespace

void divideSums(const Scop &scop, StreamBand &band) {
  if (band.rank == 1) // There is one row.
    return;
  for (StreamStage &stage : band.stages)
    if (!stage.thin)
      StageDivision(scop, band, stage).divide();
}

} // namespace gputile::schedule
