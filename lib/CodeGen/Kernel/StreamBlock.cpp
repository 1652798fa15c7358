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

StreamBlock::StreamBlock(const KernelModel &kernel, ExprPrinter &exprs, StreamBlocks blocks,
                         unsigned depth)
    : Kernel(kernel), Region(kernel.region), Stream(*kernel.plan.stream), Band(Stream.band),
      Names(*kernel.stream), I(kernel.region.indexType), Blocks(blocks), Writer(depth),
      Printer(Writer, exprs, I) {
  if (!hasRows() && testsCells())
    LastTime = findLastTime();
}

isl::set StreamBlock::timesOf(const StreamStage &stage) const {
  return selectRange(stage.cells, 0, 1).range().intersect_params(Region.context);
}

/// The last iteration of all stages, and of all transient fields, if it is the same.
std::optional<isl::pw_aff> StreamBlock::findLastTime() const {
  const auto lastOf = [](const isl::set &times) {
    return isl::manage(isl_set_dim_max(times.copy(), 0));
  };
  const auto isSame = [&](const isl::pw_aff &a, const isl::pw_aff &b) {
    const auto graph = [&](const isl::pw_aff &value) {
      return isl::manage(isl_set_from_pw_aff(value.copy()))
          .intersect_params(timesOf(Band.stages.front()).params());
    };
    return graph(a).is_equal(graph(b));
  };
  const isl::pw_aff last = lastOf(timesOf(Band.stages.front()));
  for (const StreamStage &stage : Band.stages)
    if (!isSame(last, lastOf(timesOf(stage))))
      return std::nullopt;
  for (const std::optional<isl::pw_aff> &write : Band.lastWrites)
    if (write && !isSame(last, *write))
      return std::nullopt;
  return last;
}

std::string StreamBlock::stepsText() {
  const std::string last =
      Printer.expr(ParamExprs(paramUniverse(Region.scop.ctx())).value(*LastTime), Precedence::Sum);
  return "(int)gpt_min((" + I + ")" + number(Stream.steps) + ", " + last + " - " + firstTime() +
         " + 1)";
}

std::string StreamBlock::firstTime() {
  return "(2 * " + Writer.use(Kernel.host[0]) + " + " + Writer.use(Kernel.host[1]) + ") * " + number(Stream.steps);
}

isl::set StreamBlock::iterationsFrom(const std::string &bound) const {
  const std::string &pair = Kernel.host[0], &second = Kernel.host[1];
  const std::string first = times(2 * Stream.steps, pair) + " + " + times(Stream.steps, second);
  const std::string text =
      "[" + joined({pair, second, Names.time}, ", ") + "] -> { : " + Names.time + " >= " + first +
      (bound.empty() ? "" : " and " + Names.time + " < " + first + " + " + bound) + " }";
  return Kernel.blockContext.intersect(isl::set(Region.scop.ctx(), text));
}

isl::set StreamBlock::rowsOf(const StreamStage &stage) const {
  isl::set rows = bindAllDims(instancesOf(stage).range(), instanceNames());
  for (const std::string &place : Names.places)
    if (const int p = isl_set_find_dim_by_name(rows.get(), isl_dim_param, place.c_str()); p >= 0)
      rows = isl::manage(
          isl_set_project_out(rows.release(), isl_dim_param, static_cast<unsigned>(p), 1));
  return rows.gist(context()).coalesce();
}

isl::set StreamBlock::iterationsOfLaunch() const { return iterationsFrom(number(Stream.steps)); }

isl::set StreamBlock::context() const {
  const isl::set all = iterationsFrom("");
  if (!countsSteps())
    return all;
  isl_map *earlier =
      isl_map_universe(isl_space_map_from_set(isl_space_set_alloc(Region.scop.ctx().get(), 0, 1)));
  earlier = isl_map_order_ge(earlier, isl_dim_in, 0, isl_dim_out, 0);
  const isl::set upToLast =
      isl::manage(isl_set_from_pw_aff(LastTime->copy())).apply(isl::manage(earlier));
  return all.intersect(bindAllDims(upToLast, {Names.time}));
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
  Masks.push_back({parts->cells, name, ""});
}

bool StreamBlock::hasAllRows(const Parts &parts) const {
  return parts.rows.is_equal(paramUniverse(Region.scop.ctx()));
}

void StreamBlock::declareMaskOfRow(TextWriter &writer, const std::string &name,
                                   const isl::set &condition, const std::string &unless) {
  const std::optional<Parts> parts = partsOf(condition);
  if (!parts)
    return writeMask(writer, name, condition);
  const std::string &cells = maskOf(parts->cells)->name;
  if (hasAllRows(*parts))
    return writer.line("const unsigned ", name, " = ", cells, ";");
  NodePrinter printer(writer, Printer.exprs(), I);
  const std::string test = printer.expr(testOf(parts->rows));
  writer.line("const unsigned ", name, " = ", unless.empty() ? test : unless + "(" + test + ")",
              " ? ", cells, " : 0u;");
}

void StreamBlock::spreadMask(const std::string &name, const isl::set &condition) {
  // Many rows leave no registers. For one there is room for the masks of two stages.
  constexpr size_t Most = 32;
  const std::optional<Parts> parts = partsOf(condition);
  if (hasRows() || !parts || Masks.size() * static_cast<size_t>(Stream.cellsPerLane()) > Most)
    return;
  Mask &mask = *maskOf(parts->cells);
  if (!mask.spread.empty())
    return;
  mask.spread = name;
  Writer.line("int ", name, cellsText(), ";");
  openCells();
  // Of what the compiler knows, it makes predicates.
  Writer.line(name, cellText(), " = gpt_own(", mask.name, " >> ", shift(), " & 1 ? -1 : 0);");
  closeCells();
}

std::optional<std::string> StreamBlock::numberOfCell(TextWriter &writer, const std::string &name,
                                                     const isl::set &condition) {
  const std::optional<Parts> parts = partsOf(condition);
  const Mask *mask = parts ? maskOf(parts->cells) : nullptr;
  if (!mask || mask->spread.empty())
    return std::nullopt;
  const std::string cell = mask->spread + cellText();
  if (hasAllRows(*parts))
    return cell;
  NodePrinter printer(writer, Printer.exprs(), I);
  writer.line("const int ", name, " = ", printer.expr(testOf(parts->rows)), " ? -1 : 0;");
  return cell + " & " + name;
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
