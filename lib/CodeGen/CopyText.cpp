//===- CopyText.cpp - Copies from global to shared memory -----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CopyText.h"

#include "StatementText.h"

#include <optional>

namespace gputile::codegen {

namespace {

/// The loops of one cooperative copy.
class CopyLoops {
public:
  CopyLoops(const UniformLeaf &leaf, const SharedTile &tile, const std::string &name);

  void print(NodePrinter &printer) const;

private:
  std::vector<std::string> prefixNames() const;
  void makeOffsets(const ParamExprs &exprs, const isl::set &offset);
  void makeCondition(const ParamExprs &exprs, const isl::set &offset);

  long rows() const;
  bool rowsSuitBlock() const;
  std::string linearThread(unsigned dims) const;
  void printRows(NodePrinter &printer) const;
  void printFlat(NodePrinter &printer) const;
  bool openLoop(NodePrinter &printer, const std::string &index, const std::string &start,
                long limit, long step) const;
  void splitLinear(NodePrinter &printer, unsigned dims) const;
  void printElement(NodePrinter &printer) const;

  UniformLeaf Leaf;
  const SharedTile &Tile;
  std::string Name;
  std::vector<std::string> Indices; ///< Names of the positions in the tile.
  std::vector<isl::ast_expr> Offsets;
  bool Nothing = false;    ///< Nothing is copied here.
  std::optional<isl::ast_expr> Condition; ///< None when the whole box is copied.
};

} // namespace

static isl::set indexBox(isl::ctx ctx, const std::string &name, long size) {
  return isl::set(ctx,
                  "[" + name + "] -> { : 0 <= " + name + " < " + std::to_string(size) + " }");
}

CopyLoops::CopyLoops(const UniformLeaf &leaf, const SharedTile &tile, const std::string &name)
    : Leaf(leaf), Tile(tile), Name(name), Indices(leaf.kernel.copyIndices) {
  Indices.resize(tile.size.size());
  isl::set box = paramUniverse(leaf.context.ctx());
  for (unsigned d = 0; d < tile.size.size(); ++d)
    box = box.intersect(indexBox(leaf.context.ctx(), Indices[d], tile.size[d]));
  isl::map offset = isl::manage(isl_map_from_multi_aff(tile.offset.copy()));
  isl::set point = bindLeadingDims(offset, prefixNames()).range();
  ParamExprs exprs(leaf.context.intersect(box));
  makeOffsets(exprs, point);
  makeCondition(exprs, point);
}

std::vector<std::string> CopyLoops::prefixNames() const {
  std::vector<std::string> names = Leaf.kernel.hostAndBlock();
  names.insert(names.end(), Leaf.kernel.prefix.begin(), Leaf.kernel.prefix.begin() + Tile.prefix);
  return names;
}

void CopyLoops::makeOffsets(const ParamExprs &exprs, const isl::set &offset) {
  isl::pw_multi_aff values = offset.as_pw_multi_aff();
  for (unsigned d = 0; d < Tile.size.size(); ++d)
    Offsets.push_back(exprs.value(values.at(static_cast<int>(d))));
}

/// { : element offset + index is copied }
void CopyLoops::makeCondition(const ParamExprs &exprs, const isl::set &offset) {
  isl::set copied = bindLeadingDims(Tile.copied, prefixNames()).range();
  isl::map difference = isl::manage(isl_map_from_domain_and_range(offset.copy(), copied.release()));
  isl::set positions = bindAllDims(difference.deltas(), Indices);
  Nothing = positions.is_disjoint(exprs.context());
  if (!Nothing && !exprs.implied(positions))
    Condition = exprs.condition(positions);
}

long CopyLoops::rows() const {
  long count = 1;
  for (unsigned d = 0; d + 1 < Tile.size.size(); ++d)
    count *= Tile.size[d];
  return count;
}

/// The share of threads that work when \p items are dealt out to \p threads.
static double usedShare(long items, long threads) {
  long rounds = (items + threads - 1) / threads;
  return static_cast<double>(items) / static_cast<double>(rounds * threads);
}

/// True when rows over the outer thread dimensions and columns over x keep most
/// threads busy: no division is needed then.
bool CopyLoops::rowsSuitBlock() const {
  if (Tile.size.empty() || Leaf.kernel.plan.blockSize.empty())
    return false;
  long x = Leaf.kernel.plan.blockSize.back();
  return usedShare(Tile.size.back(), x) * usedShare(rows(), Leaf.kernel.threadsPerBlock() / x) >= 0.7;
}

/// Index of the thread among those of the first \p dims dimensions.
std::string CopyLoops::linearThread(unsigned dims) const {
  std::string text;
  for (unsigned d = 0; d < dims; ++d) {
    const std::string &size = std::to_string(Leaf.kernel.plan.blockSize[d]);
    text = d == 0 ? Leaf.kernel.thread[0]
                  : (d > 1 ? "(" + text + ")" : text) + " * " + size + " + " + Leaf.kernel.thread[d];
  }
  return text.empty() ? "0" : text;
}

/// A loop from \p start by \p step below \p limit; its trip count is written so
/// that the compiler sees when it is constant. \returns whether a loop is needed:
/// else \p start itself takes the index's place.
bool CopyLoops::openLoop(NodePrinter &printer, const std::string &index, const std::string &start,
                         long limit, long step) const {
  std::string declare = printer.type() + " " + index + " = " + start;
  printer.exprs().rename(index, index);
  if (limit == step && identifiersIn(start) == std::set<std::string>{start}) {
    printer.exprs().rename(index, start);
    return false;
  }
  std::string bound = std::to_string(limit);
  if (limit % step == 0 && limit / step <= 16) {
    printer.writer().line("GPT_UNROLL");
    bound = start == "0" ? bound : start + " + " + bound;
  }
  std::string increment = step == 1 ? "++" + index : index + " += " + std::to_string(step);
  printer.writer().open("for (" + declare + "; " + index + " < " + bound + "; " + increment + ")");
  return true;
}

/// Declares the indices of dimensions 0 … dims-1 out of the linear index.
void CopyLoops::splitLinear(NodePrinter &printer, unsigned dims) const {
  long inner = 1;
  for (unsigned d = dims; d-- > 0;) {
    std::string value = printer.exprs().name(Leaf.kernel.linearIndex);
    printer.exprs().rename(Indices[d], Indices[d]);
    if (inner > 1)
      value += " / " + std::to_string(inner);
    if (d > 0)
      value += " % " + std::to_string(Tile.size[d]);
    printer.writer().line("const " + printer.type() + " " + Indices[d] + " = " + value + ";");
    inner *= Tile.size[d];
  }
}

void CopyLoops::printElement(NodePrinter &printer) const {
  std::string target = Name;
  std::vector<std::string> source;
  const ArrayText &array = Leaf.kernel.region.arrays[Tile.array];
  for (unsigned d = 0; d < Tile.size.size(); ++d) {
    printer.bounds().setIdentifier(Indices[d], Bound::constant(Tile.size[d]));
    const std::string index = printer.exprs().name(Indices[d]);
    target += "[" + index + "]";
    std::string position = index;
    if (!isConstant(Offsets[d], 0)) {
      printer.bounds().add(printer.bounds().visit(Offsets[d]) + Bound::constant(Tile.size[d]));
      position = printer.term(Offsets[d]) + " + " + index;
      if (array.strides[d] != "1")
        position = "(" + position + ")";
    }
    source.push_back(position);
  }
  std::string move = target + " = " + globalElement(array, source) + ";";
  if (!Condition)
    return printer.writer().line(move);
  printer.writer().line("if (" + printer.expr(*Condition) + ")");
  printer.writer().indent();
  printer.writer().line(move);
  printer.writer().outdent();
}

void CopyLoops::printRows(NodePrinter &printer) const {
  unsigned rank = Tile.size.size(), dims = Leaf.kernel.plan.blockSize.size();
  long x = Leaf.kernel.plan.blockSize.back(), others = Leaf.kernel.threadsPerBlock() / x;
  int open = 0;
  if (rank > 1) {
    const std::string &row = rank == 2 ? Indices[0] : Leaf.kernel.linearIndex;
    open += openLoop(printer, row, linearThread(dims - 1), rows(), others);
    if (rank > 2) {
      printer.writer().open(""); // The indices are local.
      ++open;
      splitLinear(printer, rank - 1);
    }
  }
  open += openLoop(printer, Indices[rank - 1], Leaf.kernel.thread[dims - 1], Tile.size[rank - 1], x);
  printElement(printer);
  for (; open > 0; --open)
    printer.writer().close();
}

void CopyLoops::printFlat(NodePrinter &printer) const {
  unsigned rank = Tile.size.size();
  long total = rank == 0 ? 1 : rows() * Tile.size.back();
  printer.writer().open(""); // The indices are local.
  bool loop = openLoop(printer, Leaf.kernel.linearIndex,
                       linearThread(Leaf.kernel.plan.blockSize.size()), total,
                       Leaf.kernel.threadsPerBlock());
  splitLinear(printer, rank);
  printElement(printer);
  if (loop)
    printer.writer().close();
  printer.writer().close();
}

void CopyLoops::print(NodePrinter &printer) const {
  if (Nothing)
    return;
  definePrefix(Leaf, printer);
  if (rowsSuitBlock())
    printRows(printer);
  else
    printFlat(printer);
}

LeafText copyInText(const UniformLeaf &leaf, const SharedTile &tile, const std::string &name) {
  CopyLoops loops(leaf, tile, name);
  return [loops](NodePrinter &printer) { loops.print(printer); };
}

} // namespace gputile::codegen
