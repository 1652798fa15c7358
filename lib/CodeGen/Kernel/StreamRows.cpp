//===- StreamRows.cpp - The rows that a block of scheme stream has --------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Kernel/StreamRows.h"

#include "CodeGen/Ast/ElementTest.h"

#include <algorithm>
#include <numeric>

namespace gputile::codegen {

void StreamRows::declareRange() {
  Writer.line("const ", I, " ", Names.first, " = ", plus(firstOwnRow(), -Stream.above), ", ",
              Names.last, " = ", plus(lastBlockRow(), Stream.rows - 1 + Stream.longestLag()), ";");
}

bool StreamRows::readsMemory(const StreamStage &stage) const {
  const std::vector<Reference> &references = Region.scop.statements[stage.statement].references;
  for (unsigned r = 0; r < references.size(); ++r)
    if (r != stage.target && !Region.arrays[references[r].array].byValue &&
        std::none_of(stage.reads.begin(), stage.reads.end(),
                     [&](const StreamRead &read) { return read.reference == r; }))
      return true;
  return false;
}

bool StreamRows::isTested(const StreamStage &stage) const {
  return Band.keepsOthers(stage) || Band.loadsOthers(stage) || readsMemory(stage);
}

std::optional<isl::set> StreamRows::rowsToTest(const StreamStage &stage) const {
  if (!Band.testsRows() || stage.thin || !isTested(stage))
    return std::nullopt;
  isl::set rows = rowsOf(stage);
  if (TellsLast) // Before the last launch, all iterations have instances.
    rows = rows.gist(bindAllDims(timesOf(stage), {Names.time}));
  if (rows.is_equal(paramUniverse(Region.scop.ctx())))
    return std::nullopt;
  return rows;
}

std::optional<isl::set> StreamRows::fullRows(const StreamStage &stage) const {
  const std::optional<isl::set> tested = rowsToTest(stage);
  if (!tested)
    return std::nullopt;
  isl::set rows = tested->gist(bindAllDims(timesOf(stage), {Names.time})).coalesce();
  const int time = isl_set_find_dim_by_name(rows.get(), isl_dim_param, Names.time.c_str());
  if (isl_set_n_basic_set(rows.get()) != 1 ||
      (time >= 0 &&
       isl_set_involves_dims(rows.get(), isl_dim_param, static_cast<unsigned>(time), 1)))
    return std::nullopt;
  return rows;
}

isl::set StreamRows::iterationsMissing() const {
  const isl::set all = iterationsOfLaunch();
  isl::set missing = isl::set::empty(all.space());
  for (const StreamStage &stage : Band.stages)
    missing = missing.unite(all.subtract(bindAllDims(timesOf(stage), {Names.time})));
  return missing;
}

isl::set StreamRows::launchesWithout(const isl::set &iterations) const {
  return Kernel.blockContext.subtract(forgetParams(iterations, {Names.time})).coalesce();
}

/// By iteration of the launch: so many rows pass before a stage, or the first of its parts, works
/// on a row whose sources are there, or, with \p all, before all do.
std::vector<long> StreamRows::rowsPassed(bool all) const {
  std::vector<long> passed;
  for (long step = 0; step < Stream.steps; ++step) {
    const std::vector<long> first = Band.firstRows(step + 1);
    std::vector<long> rows;
    for (unsigned s = 0; s < Band.stages.size(); ++s)
      rows.push_back(first[s] + step * Band.lag +
                     (all ? Band.stages[s].lag : Band.stages[s].firstLag()));
    const auto [least, most] = std::minmax_element(rows.begin(), rows.end());
    passed.push_back(all ? *most : *least);
  }
  return passed;
}

std::string StreamRows::isReady() const {
  const std::vector<long> passed = rowsPassed(/*all=*/false);
  // No more of them than a linear function has: rows are computed that nothing reads.
  long each = passed.back();
  for (long step = 1; step < Stream.steps; ++step)
    each = std::min(each, (passed[static_cast<size_t>(step)] - passed[0]) / step);
  each = Stream.steps == 1 ? 0 : std::max(0L, each);
  if (passed[0] <= 0 && each == 0)
    return "";
  return Names.newest + " >= " + plus(Names.first, passed[0]) +
         (each == 0 ? "" : " + " + times(each, Names.step));
}

/// So many iterations of the loop over full rows that registers need not be moved: in blocks in the
/// midst of the fields, of rows that stages read. Clipped blocks keep further rows; with sums, they
/// leave no registers for several iterations.
long StreamRows::unrolling() const {
  if (isClipped() && std::any_of(Band.stages.begin(), Band.stages.end(),
                                 [](const StreamStage &stage) { return !stage.parts.empty(); }))
    return 1;
  long count = 1;
  for (unsigned s = 0; s < Band.stages.size(); ++s)
    count = std::lcm(count, isClipped() ? Band.liveRows(s) : Band.rowsRead(s));
  return count <= 8 ? count : rowsAhead();
}

void StreamRows::loopOverRows(const std::function<void()> &work) {
  if (hasFullRows())
    return loopOverFullRows(work);
  Writer.line("GPT_UNROLL_BY(1)");
  Writer.open("for (", I, " ", Names.newest, " = ", Names.first, "; ", Names.newest,
              " <= ", Names.last, "; ++", Names.newest, ")");
  work();
  Writer.close();
}

/// The first rows, until all stages have what they read, those that are full, and the rest.
void StreamRows::loopOverFullRows(const std::function<void()> &work) {
  const std::string &z = Names.newest;
  declareFullRows();
  Writer.line(I, " ", z, " = ", Names.first, ";");
  Writer.open("const auto ", Names.work, " = [&](const bool ", Names.full,
              ") __attribute__((always_inline))");
  work();
  Writer.close(";");
  Writer.line("GPT_UNROLL_BY(1)");
  Writer.open("for (", I, " ", Names.stop, " = gpt_min(", Names.firstFull, ", (", I, ")(",
              plus(Names.last, 1), ")); ", z, " <= ", Names.last, "; ", Names.stop, " = ",
              plus(Names.last, 1), ")");
  Writer.line("GPT_UNROLL_BY(1)");
  Writer.line("for (; ", z, " < ", Names.stop, "; ++", z, ")");
  Writer.line("  ", Names.work, "(false);");
  const long count = unrolling();
  Writer.line("GPT_UNROLL_BY(1)");
  Writer.line("while (", plus(z, count - 1), " <= ", Names.lastFull, ")");
  Writer.indent();
  Writer.line("GPT_UNROLL");
  Writer.line("for (int ", Names.unrolled, " = 0; ", Names.unrolled, " < ", count, "; ++",
              Names.unrolled, ", ++", z, ")");
  Writer.line("  ", Names.work, "(true);");
  Writer.outdent();
  Writer.close();
}

void StreamRows::addStage(const StreamStage &stage) {
  const std::optional<isl::set> rows = fullRows(stage);
  if (!rows)
    return;
  const int row = isl_set_find_dim_by_name(rows->get(), isl_dim_param, Names.row.c_str());
  isl_set *moved = isl_set_add_dims(isl_set_from_params(rows->copy()), isl_dim_set, 1);
  if (row >= 0) {
    moved = isl_set_equate(moved, isl_dim_param, static_cast<unsigned>(row), isl_dim_set, 0);
    moved = isl_set_project_out(moved, isl_dim_param, static_cast<unsigned>(row), 1);
  }
  const isl::basic_set simple = isl::manage(isl_set_simple_hull(moved));
  const DimensionBounds bounds(simple);
  const ParamExprs exprs(paramUniverse(Region.scop.ctx()));
  const long behind = (Stream.steps - 1) * Band.lag, least = stage.lag + std::min(0L, behind),
             most = stage.lag + std::max(0L, behind);
  const auto add = [&](std::vector<std::string> &texts, const isl::aff &bound, long lag) {
    const isl::pw_aff moved =
        isl::aff(isl::manage(isl_aff_add_constant_si(bound.copy(), static_cast<int>(lag))));
    texts.push_back(asIndex(Printer.expr(exprs.value(moved))));
  };
  for (const isl::aff &bound : bounds.lower)
    add(FirstRows, bound.ceil(), most);
  for (const isl::aff &bound : bounds.upper)
    add(LastRows, bound.floor(), least);
  const isl::set rest = isl::manage(isl_set_from_basic_set(isl_basic_set_params(
      isl_basic_set_drop_constraints_involving_dims(simple.copy(), isl_dim_set, 0, 1))));
  if (!rest.is_equal(paramUniverse(Region.scop.ctx())))
    Conditions.push_back("(" + Printer.expr(exprs.condition(rest)) + ")");
}

void StreamRows::declareFullRows() {
  // Rows that pass before all stages work on what is there, and stores begin; and those at the end
  // in which some store no more, or, of a field without a test for it, the last one is loaded
  // again.
  long before = rowsPassed(/*all=*/true).back(), behind = Band.testsRows() ? 0 : rowsAhead();
  for (unsigned f = 0; f < Band.fields.size(); ++f) {
    before = std::max(before, Stream.above + Stream.storeLag(f));
    if (leaves(f))
      behind = std::max(behind, Stream.longestLag() - Stream.storeLag(f));
  }
  FirstRows.push_back(asIndex(plus(Names.first, before)));
  LastRows.push_back(asIndex(plus(Names.last, -behind)));
  for (unsigned f = 0; f < Band.fields.size(); ++f) {
    const StreamNames::Field &names = Names.fields[f];
    if (!Band.testsRows() || Band.isTransient(f))
      continue;
    // Of the one that is loaded and of the one that is stored.
    const long loaded = -Stream.loadAhead(f) - rowsAhead(), stored = Stream.storeLag(f);
    FirstRows.push_back(asIndex(plus(names.firsts[0], std::max(loaded, stored))));
    LastRows.push_back(asIndex(plus(names.lasts[0], std::min(loaded, stored))));
    if (!alwaysExists(f))
      Conditions.push_back(names.exists);
  }
  for (const StreamStage &stage : Band.stages)
    addStage(stage);
  if (!TellsLast && Band.testsRows()) {
    const isl::set launches = launchesWithout(iterationsMissing());
    if (!Kernel.blockContext.is_subset(launches))
      Conditions.push_back("(" + Printer.expr(ParamExprs(Kernel.blockContext).condition(launches)) +
                           ")");
  }
  const auto nested = [](const std::string &function, const std::vector<std::string> &values) {
    std::string text = values.front();
    for (size_t v = 1; v < values.size(); ++v)
      text = function + "(" + text + ", " + values[v] + ")";
    return text;
  };
  const std::string last = nested("gpt_min", LastRows);
  Writer.line("const ", I, " ", Names.firstFull, " = ", nested("gpt_max", FirstRows), ";");
  Writer.line("const ", I, " ", Names.lastFull, " = ",
              Conditions.empty()
                  ? last
                  : joined(Conditions, " && ") + " ? " + last + " : " + plus(Names.first, -1),
              ";");
}

} // namespace gputile::codegen
