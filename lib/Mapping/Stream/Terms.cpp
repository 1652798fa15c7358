//===- Terms.cpp - What stages compute for a cell -------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mapping/Stream/Terms.h"

#include "gputile/Model/Operations.h"

#include <algorithm>
#include <set>

namespace gputile::mapping {
namespace {

/// A sum of cells of one row, as it is at any place: which row, and the text with the distances of
/// cells from the first one.
struct RowSum {
  StreamRow row;
  std::vector<std::string> text;
  std::vector<std::vector<long>> cells;

  bool operator<(const RowSum &other) const {
    return std::tie(row, text, cells) < std::tie(other.row, other.text, other.cells);
  }
};

class RowSums {
public:
  RowSums(const Scop &scop, const StreamBand &band, const StreamStage &stage)
      : TheScop(scop), Band(band), Stage(stage), TheStatement(scop.statements[stage.statement]) {}

  /// References in sums that are the same as others before them, but for one of each.
  long again() const {
    long references = 0;
    std::set<RowSum> known;
    const std::string &type = TheScop.arrays[Band.fields[Stage.field]].elementType;
    for (const SumText &sum : sumsOf(TheScop, TheStatement, type))
      if (const std::optional<RowSum> cells = rowSum(sum); cells && !known.insert(*cells).second)
        references += static_cast<long>(cells->cells.size()) - 1;
    return references;
  }

private:
  /// \p sum, if its terms are cells of one row.
  std::optional<RowSum> rowSum(const SumText &sum) const {
    if (!sum.end)
      return std::nullopt;
    std::optional<RowSum> result;
    std::vector<long> first;
    for (const BodyPiece &piece : piecesBetween(TheStatement.body, sum.begin, *sum.end)) {
      if (piece.kind == BodyPiece::Kind::Text) {
        if (!result || piece.text.find_first_not_of("+- ") != std::string::npos)
          return std::nullopt;
        result->text.push_back(piece.text);
        continue;
      }
      if (piece.kind != BodyPiece::Kind::Reference)
        return std::nullopt;
      const StreamRead *read = Stage.readThrough(piece.index);
      if (!read)
        return std::nullopt;
      const StreamRow row{read->state, Band.age(Stage, *read)};
      if (!result) {
        result = RowSum{row, {}, {}};
        first = read->across;
      } else if (!(row == result->row)) {
        return std::nullopt;
      }
      std::vector<long> distance;
      for (size_t d = 0; d < first.size(); ++d)
        distance.push_back(read->across[d] - first[d]);
      result->cells.push_back(std::move(distance));
    }
    return result;
  }

  const Scop &TheScop;
  const StreamBand &Band;
  const StreamStage &Stage;
  const Statement &TheStatement;
};

} // namespace

double termsOf(const Scop &scop, const StreamBand &band, const StreamStage &stage) {
  const Statement &statement = scop.statements[stage.statement];
  const auto references = static_cast<double>(statement.references.size());
  OperationCounts operations = operationsOf(statement);
  // Times per reference were measured with sums that are divided by a constant.
  operations.constant = 0;
  return std::max(references, operations.instructions()) -
         static_cast<double>(RowSums(scop, band, stage).again());
}

} // namespace gputile::mapping
