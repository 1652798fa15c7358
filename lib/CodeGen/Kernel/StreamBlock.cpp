//===- StreamBlock.cpp - What a block of scheme stream names --------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Kernel/StreamBlock.h"

#include "CodeGen/Ast/Build.h"

#include <algorithm>

namespace gputile::codegen {

std::string StreamBlock::plus(const std::string &text, long value) {
  if (value == 0)
    return text;
  return text + (value < 0 ? " - " : " + ") + number(std::abs(value));
}

std::string StreamBlock::joined(const std::vector<std::string> &texts, const std::string &between) {
  std::string all;
  for (const std::string &text : texts)
    all += (all.empty() ? "" : between) + text;
  return all;
}

std::string StreamBlock::times(long factor, const std::string &text) {
  return factor == 1 ? text : number(factor) + " * " + text;
}

std::string StreamBlock::cellsText() const {
  std::string text;
  for (const StreamSpan &span : Stream.across)
    text += "[" + number(span.cells) + "]";
  return text;
}

std::string StreamBlock::cellText() const {
  std::string text;
  for (const std::string &cell : Names.cells)
    text += "[" + cell + "]";
  return text;
}

std::string StreamBlock::cellNumber() const {
  if (acrossDims() == 1)
    return Names.cells[0];
  return times(Stream.across[1].cells, Names.cells[0]) + " + " + Names.cells[1];
}

std::string StreamBlock::shift() const {
  return acrossDims() == 1 ? cellNumber() : "(" + cellNumber() + ")";
}

std::string StreamBlock::laneText(size_t d) {
  return acrossDims() > 1 ? Names.lanes[d] : Writer.use(Kernel.thread[0]);
}

void StreamBlock::openCells(TextWriter &writer) const {
  for (size_t d = 0; d < acrossDims(); ++d) {
    writer.line("GPT_UNROLL");
    writer.open("for (int ", Names.cells[d], " = 0; ", Names.cells[d], " < ", Stream.across[d].cells, "; ++",
                Names.cells[d], ")");
  }
}

void StreamBlock::closeCells(TextWriter &writer) const {
  for (size_t d = 0; d < acrossDims(); ++d)
    writer.close();
}

void StreamBlock::appendForCell(TextWriter &writer, const TextWriter &text) const {
  for (size_t d = 0; d < acrossDims(); ++d)
    if (text.uses(Names.places[d]))
      writer.line("const ", I, " ", Names.places[d], " = ", placeText(d), ";");
  writer.append(text);
}

std::string StreamBlock::rowOf(const StreamStage &stage, const std::string &step) const {
  return plus(Names.newest, -stage.lag) + (Band.lag == 0 ? "" : " - " + times(Band.lag, step));
}

std::string StreamBlock::firstTime() {
  return "(2 * " + Writer.use(Kernel.host[0]) + " + " + Writer.use(Kernel.host[1]) + ") * " + number(Stream.steps);
}

isl::set StreamBlock::context() const {
  const std::string &pair = Kernel.host[0], &second = Kernel.host[1];
  const std::string first = times(2 * Stream.steps, pair) + " + " + times(Stream.steps, second);
  const std::string text = "[" + joined({pair, second, Names.time}, ", ") + "] -> { : " + Names.time + " >= " + first + " }";
  return Kernel.blockContext.intersect(isl::set(Region.scop.ctx(), text));
}

std::vector<std::string> StreamBlock::instanceNames() const {
  std::vector<std::string> names = {Names.time};
  if (hasRows())
    names.push_back(Names.row);
  names.insert(names.end(), Names.places.begin(), Names.places.end());
  return names;
}

isl::map StreamBlock::instancesOf(const StreamStage &stage) const {
  if (hasRows())
    return stage.cells;
  return joinRanges(selectRange(stage.cells, 0, 1), selectRange(stage.cells, 2, Band.acrossDims()));
}

std::optional<StreamBlock::Parts> StreamBlock::partsOf(const isl::set &condition) const {
  if (isl_set_n_basic_set(condition.get()) != 1)
    return std::nullopt;
  std::vector<std::string> rows = instanceNames();
  rows.resize(rows.size() - Names.places.size());
  Parts parts{withoutParams(condition, Names.places), withoutParams(condition, rows)};
  if (!parts.rows.intersect(parts.cells).is_equal(condition))
    return std::nullopt;
  parts.cells = parts.cells.gist(parts.rows);
  return parts;
}

isl::ast_expr StreamBlock::testOf(const isl::set &condition) const {
  return ParamExprs(paramUniverse(Region.scop.ctx())).condition(condition);
}

void StreamBlock::writeMask(TextWriter &writer, const std::string &name, const isl::set &condition) {
  TextWriter body(writer.depth() + static_cast<unsigned>(acrossDims()));
  NodePrinter printer(body, Printer.exprs(), I);
  body.line(name, " |= (unsigned)(", printer.expr(testOf(condition)), ") << ", shift(), ";");
  writer.line("unsigned ", name, " = 0;");
  openCells(writer);
  appendForCell(writer, body);
  closeCells(writer);
}

const StreamBlock::Mask *StreamBlock::maskOf(const isl::set &cells) const {
  const auto mask = std::find_if(Masks.begin(), Masks.end(),
                                 [&](const Mask &other) { return other.cells.is_equal(cells); });
  return mask == Masks.end() ? nullptr : &*mask;
}

void StreamBlock::prepareMask(const std::string &name, const isl::set &condition) {
  const std::optional<Parts> parts = partsOf(condition);
  if (!parts || maskOf(parts->cells))
    return;
  writeMask(Writer, name, parts->cells);
  Masks.push_back({parts->cells, name});
}

bool StreamBlock::hasAllRows(const Parts &parts) const {
  return parts.rows.is_equal(paramUniverse(Region.scop.ctx()));
}

void StreamBlock::declareMaskOfRow(TextWriter &writer, const std::string &name, const isl::set &condition) {
  const std::optional<Parts> parts = partsOf(condition);
  if (!parts)
    return writeMask(writer, name, condition);
  const std::string &cells = maskOf(parts->cells)->name;
  if (hasAllRows(*parts))
    return writer.line("const unsigned ", name, " = ", cells, ";");
  NodePrinter printer(writer, Printer.exprs(), I);
  writer.line("const unsigned ", name, " = ", printer.expr(testOf(parts->rows)), " ? ", cells, " : 0u;");
}

std::string StreamBlock::testOfCell(TextWriter &writer, const std::string &name, const isl::set &condition) {
  // A lane has 7 predicates. One row leaves registers for more.
  constexpr size_t MostPredicates = 6;
  const bool fits = !hasRows() || Masks.size() * static_cast<size_t>(Stream.cellsPerLane()) <= MostPredicates;
  const std::optional<Parts> parts = partsOf(condition);
  if (!parts || !fits) {
    declareMaskOfRow(writer, name, condition);
    return name + " >> " + shift() + " & 1";
  }
  const std::string cell = maskOf(parts->cells)->name + " >> " + shift() + " & 1";
  if (hasAllRows(*parts))
    return cell;
  NodePrinter printer(writer, Printer.exprs(), I);
  writer.line("const bool ", name, " = ", printer.expr(testOf(parts->rows)), ";");
  return name + " && " + cell;
}

} // namespace gputile::codegen
