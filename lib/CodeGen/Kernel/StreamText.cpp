//===- StreamText.cpp - A block of scheme stream --------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Kernel/StreamText.h"

#include "CodeGen/Kernel/ElementText.h"
#include "CodeGen/PieceText.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <stdexcept>

namespace gputile::codegen {
namespace {

std::string number(long value) { return std::to_string(value); }

/// "z - 3", "z", "z + 3"
std::string plus(const std::string &text, long value) {
  if (value == 0)
    return text;
  return text + (value < 0 ? " - " : " + ") + number(std::abs(value));
}

/// "a && b"
std::string joined(const std::vector<std::string> &texts, const std::string &between) {
  std::string all;
  for (const std::string &text : texts)
    all += (all.empty() ? "" : between) + text;
  return all;
}

/// "8 * p", "p"
std::string times(long factor, const std::string &text) {
  return factor == 1 ? text : number(factor) + " * " + text;
}

class BlockWriter {
public:
  BlockWriter(const KernelModel &kernel, ExprPrinter &exprs, bool whole, unsigned depth)
      : Kernel(kernel), Region(kernel.region), Stream(*kernel.plan.stream), Band(Stream.band),
        Names(*kernel.stream), I(kernel.region.indexType), Whole(whole), Writer(depth),
        Printer(Writer, exprs, I) {
    for (const unsigned array : Band.fields)
      Existing.push_back(Region.plan.transfers[array]
                             .footprint.params()
                             .intersect(Region.context)
                             .coalesce());
  }

  TextWriter write() {
    recordBounds();
    declareBlock();
    for (unsigned f = 0; f < Band.fields.size(); ++f)
      if (Band.isTransient(f))
        declareTransient(f);
      else
        declareField(f);
    for (unsigned s = 0; s < Band.stages.size(); ++s)
      Writer.line(typeOf(s), " ", Names.states[s], "[", levelsOf(s), "][", Band.liveRows(s), "]",
                  cellsText(), " = {};");
    if (!hasRows()) {
      for (unsigned f : carriedFields())
        loadRow(f, stateFound(f), "0");
      step();
      store();
      return std::move(Writer);
    }
    for (unsigned f : carriedFields())
      fillAhead(f);
    Writer.line("GPT_UNROLL_BY(", unrolling(), ")");
    Writer.open("for (", I, " ", Names.newest, " = ", Names.first, "; ", Names.newest, " <= ",
                Names.last, "; ++", Names.newest, ")");
    for (unsigned f : carriedFields())
      load(f);
    step();
    store();
    moveOn();
    Writer.close();
    return std::move(Writer);
  }

private:
  /// Fields of rank 1 are one row.
  bool hasRows() const { return Band.rank > 1; }
  /// Rows of each field that are loaded before they are the newest. Planes take more registers.
  long rowsAhead() const { return Band.rank == 2 ? 2 : 1; }
  size_t acrossDims() const { return Stream.across.size(); }

  std::vector<unsigned> carriedFields() const {
    std::vector<unsigned> result;
    for (unsigned f = 0; f < Band.fields.size(); ++f)
      if (!Band.isTransient(f))
        result.push_back(f);
    return result;
  }

  void step() {
    Writer.line("GPT_UNROLL");
    Writer.open("for (int ", Names.step, " = 0; ", Names.step, " < ", Stream.steps, "; ++",
                Names.step, ")");
    for (unsigned s = 0; s < Band.stages.size(); ++s)
      compute(s);
    Writer.close();
  }

  /// The cells of a lane, "[2][4]".
  std::string cellsText() const {
    std::string text;
    for (const StreamSpan &span : Stream.across)
      text += "[" + number(span.cells) + "]";
    return text;
  }
  /// One of them, "[u][v]".
  std::string cellText() const {
    std::string text;
    for (const std::string &cell : Names.cells)
      text += "[" + cell + "]";
    return text;
  }
  /// Its place in dimension \p d across the rows, "x + v".
  std::string placeText(size_t d) const { return Names.starts[d] + " + " + Names.cells[d]; }

  void openCells(size_t first, size_t count) {
    for (size_t d = first; d < first + count; ++d) {
      Writer.line("GPT_UNROLL");
      Writer.open("for (int ", Names.cells[d], " = 0; ", Names.cells[d], " < ",
                  Stream.across[d].cells, "; ++", Names.cells[d], ")");
    }
  }
  void closeCells(size_t count) {
    for (size_t d = 0; d < count; ++d)
      Writer.close();
  }
  void openCells() { openCells(0, acrossDims()); }
  void closeCells() { closeCells(acrossDims()); }

  bool isLast(unsigned stage) const { return Band.lastStageOf(Band.stages[stage].field) == stage; }
  /// Of the last stage of a field also what the launch finds.
  long levelsOf(unsigned stage) const { return Stream.steps + (isLast(stage) ? 1 : 0); }
  const Array &arrayOf(unsigned field) const { return Region.scop.arrays[Band.fields[field]]; }
  const std::string &typeOf(unsigned stage) const {
    return arrayOf(Band.stages[stage].field).elementType;
  }

  /// "B_S0[p + 1][0]"
  std::string rowText(const StreamState &state, long age) const {
    const bool next = !state.previous && isLast(state.stage);
    return Names.states[state.stage] + "[" + plus(Names.step, next ? 1 : 0) + "][" + number(age) +
           "]";
  }

  /// So many iterations of the loop over rows that registers need not be moved.
  long unrolling() const {
    long count = rowsAhead();
    for (unsigned s = 0; s < Band.stages.size(); ++s)
      count = std::lcm(count, Band.liveRows(s));
    return count <= 8 ? count : rowsAhead();
  }

  void recordBounds() {
    const long rows = Stream.rows + Stream.above + 2 * Stream.longestLag() + rowsAhead() +
                      std::abs(Band.lag);
    // Of launches and blocks, which are arguments.
    const Bound row{Stream.rows, rows}, time{3 * Stream.steps, Stream.steps};
    const auto declare = [&](const std::string &name, const Bound &bound) {
      Printer.exprs().record(bound);
      Printer.exprs().declare(name, bound);
    };
    declare(Names.row, row);
    declare(Names.time, time);
    for (size_t d = 0; d < acrossDims(); ++d)
      declare(Names.places[d], Bound{Stream.across[d].own(), Stream.across[d].width()});
  }

  void declareBlock() {
    if (hasRows()) {
      const std::string z = times(Stream.rows, Writer.use(Kernel.block[0]));
      Writer.line("const ", I, " ", Names.first, " = ", plus(z, -Stream.above), ", ", Names.last,
                  " = ", plus(z, Stream.rows - 1 + Stream.longestLag()), ";");
    }
    if (acrossDims() > 1) {
      const std::string along = number(Stream.across.back().lanes), lane = Writer.use(Kernel.thread[0]);
      Writer.line("const int ", Names.lanes.front(), " = (int)", lane, " / ", along, ", ",
                  Names.lanes.back(), " = (int)", lane, " % ", along, ";");
    }
    for (size_t d = 0; d < acrossDims(); ++d) {
      const StreamSpan &span = Stream.across[d];
      Writer.line("const ", I, " ", Names.starts[d], " = ",
                  plus(times(span.own(), Writer.use(Kernel.block[1 + d])), -span.left), " + ",
                  times(span.cells, laneText(d)), ";");
    }
  }

  /// The place of the lane in dimension \p d across the rows.
  std::string laneText(size_t d) {
    return acrossDims() > 1 ? Names.lanes[d] : Writer.use(Kernel.thread[0]);
  }

  std::string strideOf(unsigned array, unsigned d) {
    const ArrayText &text = Region.arrays[array];
    return text.strideNames[d].empty() ? text.strides[d] : Writer.use(text.strideNames[d]);
  }

  /// Whether field \p f has elements that are accessed, and memory, whatever the parameters are.
  bool alwaysExists(unsigned f) const { return Region.context.is_subset(Existing[f]); }

  /// The buffers, which take turns.
  void declareField(unsigned f) {
    const StreamNames::Field &names = Names.fields[f];
    const unsigned first = Band.fields[f], second = Stream.seconds[f].value();
    const std::string &type = arrayOf(f).elementType, even = Writer.use(Kernel.host[1]) + " == 0 ? ";
    const std::string a = Writer.use(Region.arrays[first].name),
                      b = Writer.use(Region.arrays[second].name);
    Writer.line("const ", type, " *const ", names.from, " = ", even, a, " : ", b, ";");
    Writer.line(type, " *const ", names.to, " = ", even, b, " : ", a, ";");
    for (unsigned d = 0; d + 1 < Band.rank; ++d) {
      const std::string pitch = strideOf(first, d), other = strideOf(second, d);
      Writer.line("const ", I, " ", names.fromPitches[d], " = ", even, pitch, " : ", other, ", ",
                  names.toPitches[d], " = ", even, other, " : ", pitch, ";");
    }
    if (Whole) {
      declareAligned(names.fromAligned, names.from, names.fromPitches);
      declareAligned(names.toAligned, names.to, names.toPitches);
    } else {
      const Box &box = Region.plan.transfers[first].box;
      const ParamExprs exprs(Existing[f]);
      const auto bound = [&](const isl::pw_aff &value) { return Printer.expr(exprs.value(value)); };
      if (!alwaysExists(f))
        Writer.line("const bool ", names.exists, " = ",
                    Printer.expr(ParamExprs(Region.context).condition(Existing[f])), ";");
      for (unsigned d = 0; d < Band.rank; ++d)
        Writer.line("const ", I, " ", names.firsts[d], " = ", bound(box.lower[d]), ", ",
                    names.lasts[d], " = ", bound(box.upper[d]), ";");
    }
    if (hasRows())
      Writer.line(type, " ", names.ahead, "[", rowsAhead(), "]", cellsText(), ";");
  }

  void declareAligned(const std::string &name, const std::string &pointer,
                      const std::vector<std::string> &pitches) {
    Writer.line("const bool ", name, " = gpt_cells_aligned<", Stream.across.back().cells, ">(", pointer,
                " + ", Names.starts.back(), ", ", pitches.empty() ? "0" : joined(pitches, " | "), ");");
  }

  /// What the launch with the last iteration stores.
  void declareTransient(unsigned f) {
    const StreamNames::Field &names = Names.fields[f];
    const unsigned array = Band.fields[f];
    Writer.line(arrayOf(f).elementType, " *const ", names.to, " = ",
                Writer.use(Region.arrays[array].name), ";");
    for (unsigned d = 0; d + 1 < Band.rank; ++d)
      Writer.line("const ", I, " ", names.toPitches[d], " = ", strideOf(array, d), ";");
    if (Whole)
      declareAligned(names.toAligned, names.to, names.toPitches);
    const std::string last =
        Printer.expr(ParamExprs(paramUniverse(Region.scop.ctx())).value(*Band.lastWrites[f]));
    Writer.line("const bool ", names.stores, " = ", last, " >= ", firstTime(), " && ", last, " < ",
                plus(firstTime(), Stream.steps), ";");
  }

  /// The first iteration of the time loop in the launch.
  std::string firstTime() {
    return "(2 * " + Writer.use(Kernel.host[0]) + " + " + Writer.use(Kernel.host[1]) + ") * " +
           number(Stream.steps);
  }

  static std::string clamped(const std::string &value, const std::string &low,
                             const std::string &high) {
    return "gpt_min(gpt_max(" + value + ", " + low + "), " + high + ")";
  }

  /// The address of the cell in row \p row at \p places of a buffer, from its start: "row * pitch + x".
  static std::string offset(const std::vector<std::string> &pitches, const std::string &row,
                            const std::vector<std::string> &places) {
    std::string text;
    for (size_t d = 0; d < pitches.size(); ++d)
      text += (d == 0 ? row : places[d - 1]) + " * " + pitches[d] + " + ";
    return text + places.back();
  }

  /// Puts the lane's cells of row \p row of what field \p f holds before the launch into \p target; where there
  /// are none, others.
  void loadRow(unsigned f, const std::string &target, const std::string &row) {
    const StreamNames::Field &names = Names.fields[f];
    const size_t outer = acrossDims() - 1;
    if (Whole) {
      openCells(0, outer);
      std::vector<std::string> places;
      for (size_t d = 0; d < outer; ++d)
        places.push_back("(" + placeText(d) + ")");
      places.push_back(Names.starts.back());
      Writer.line("gpt_load_cells<", Stream.across.back().cells, ">(", target,
                  outer == 0 ? "" : "[" + Names.cells.front() + "]", ", ", names.from, " + ",
                  offset(names.fromPitches,
                         "gpt_min(" + row + ", " + plus(Names.last, Stream.loadAhead(f)) + ")", places),
                  ", ", names.fromAligned, ");");
      closeCells(outer);
      return;
    }
    openCells();
    std::vector<std::string> places;
    const size_t rows = Band.rank - acrossDims();
    for (size_t d = 0; d < acrossDims(); ++d)
      places.push_back(clamped(placeText(d), names.firsts[rows + d], names.lasts[rows + d]));
    const std::string element =
        names.from + "[" +
        offset(names.fromPitches, clamped(row, names.firsts[0], names.lasts[0]), places) + "]";
    Writer.line(target, cellText(), " = ",
                alwaysExists(f) ? element
                                : names.exists + " ? " + element + " : (" + arrayOf(f).elementType + ")0",
                ";");
    closeCells();
  }

  /// Row \p ahead behind number \p z, as the row \p k of those that are loaded early.
  void loadAhead(unsigned f, const std::string &z, long ahead, long k) {
    loadRow(f, Names.fields[f].ahead + "[" + number(k) + "]",
            "(" + I + ")(" + plus(z, Stream.loadAhead(f) + ahead) + ")");
  }

  void fillAhead(unsigned f) {
    for (long k = 0; k < rowsAhead(); ++k)
      loadAhead(f, Names.first, k, k);
  }

  /// The newest row of what a launch finds of field \p f.
  std::string stateFound(unsigned f) const { return Names.states[Band.lastStageOf(f)] + "[0][0]"; }

  void load(unsigned f) {
    const std::string &ahead = Names.fields[f].ahead, v = cellText();
    openCells();
    Writer.line(stateFound(f), v, " = ", ahead, "[0]", v, ";");
    for (long k = 0; k + 1 < rowsAhead(); ++k)
      Writer.line(ahead, "[", k, "]", v, " = ", ahead, "[", k + 1, "]", v, ";");
    closeCells();
    loadAhead(f, Names.newest, rowsAhead(), rowsAhead() - 1);
  }

  /// By reach of \p stage, the variable that has its cells.
  using RowKey = std::tuple<unsigned, bool, long>;
  std::map<RowKey, std::string> exchangedRows(const StreamStage &stage) const {
    std::map<RowKey, std::string> result;
    for (const auto &[key, reach] : stage.reaches())
      result.emplace(key, Names.rows[result.size()]);
    return result;
  }

  /// Declares the cells of \p row, \p reach beside those of the lane too.
  void exchange(const std::string &name, const std::string &type, const std::string &row,
                const StreamReach &reach) {
    const StreamSpan &along = Stream.across.back();
    if (acrossDims() == 1)
      Writer.line("const gpt_cells<", type, ", ", along.cells, ", ", reach.left[0], ", ",
                  reach.right[0], "> ", name, "(", row, ");");
    else
      Writer.line("const gpt_plane<", type, ", ", along.lanes, ", ", Stream.across.front().cells, ", ",
                  along.cells, ", ", reach.left[0], ", ", reach.right[0], ", ", reach.left[1], ", ",
                  reach.right[1], ", ", reach.corners ? "true" : "false", "> ", name, "(", row, ");");
  }

  /// "r0[v + 1]", "r0(u, v + 1)"
  std::string exchangedCell(const std::string &name, const StreamRead &read) const {
    if (acrossDims() == 1)
      return name + "[" + plus(Names.cells[0], read.across[0]) + "]";
    return name + "(" + plus(Names.cells[0], read.across[0]) + ", " +
           plus(Names.cells[1], read.across[1]) + ")";
  }

  /// The iteration of the time loop of an instance, its row if there are several, and its place across.
  std::vector<std::string> instanceNames() const {
    std::vector<std::string> names = {Names.time};
    if (hasRows())
      names.push_back(Names.row);
    names.insert(names.end(), Names.places.begin(), Names.places.end());
    return names;
  }
  /// { S[x] -> [t, i, j…] }, without i where there is one row.
  isl::map instancesOf(const StreamStage &stage) const {
    if (hasRows())
      return stage.cells;
    return joinRanges(selectRange(stage.cells, 0, 1), selectRange(stage.cells, 2, Band.acrossDims()));
  }

  isl::set domainOf(const StreamStage &stage) const {
    return bindAllDims(instancesOf(stage).range(), instanceNames())
        .gist(Kernel.blockContext)
        .coalesce();
  }

  void compute(unsigned s) {
    const StreamStage &stage = Band.stages[s];
    const Statement &statement = Region.scop.statements[stage.statement];
    const StreamState own{s, false};
    const std::string target = rowText(own, 0) + cellText(),
                      before = rowText(stage.before, Band.age(stage, stage.before, 0)) + cellText();
    Writer.line("// ", statement.name);
    if (Whole && stage.thin) {
      openCells();
      Writer.line(target, " = ", before, ";");
      closeCells();
      return;
    }
    const auto rows = exchangedRows(stage);
    TextWriter body(Writer.depth() + 1 + static_cast<unsigned>(acrossDims()));
    NodePrinter printer(body, Printer.exprs(), I);
    const std::string text = bodyText(stage, rows, printer);
    const bool keeps = std::any_of(stage.reads.begin(), stage.reads.end(), [&](const StreamRead &read) {
      return read.reference == stage.target;
    });
    if (!Whole || keeps)
      body.line(target, " = ", before, ";");
    if (!Whole) {
      const std::string test =
          printer.expr(ParamExprs(paramUniverse(Region.scop.ctx())).condition(domainOf(stage)));
      body.open("if (", test, ")");
    }
    body.line(text);
    if (!Whole)
      body.close();
    Writer.open("");
    if (body.uses(Names.time))
      Writer.line("const ", I, " ", Names.time, " = ", firstTime(), " + ", Names.step, ";");
    if (body.uses(Names.row))
      Writer.line("const ", I, " ", Names.row, " = ", plus(Names.newest, -stage.lag),
                  Band.lag == 0 ? "" : " - " + times(Band.lag, Names.step), ";");
    for (const auto &[key, reach] : stage.reaches()) {
      const auto &[state, previous, row] = key;
      const StreamState from{state, previous};
      exchange(rows.at(key), typeOf(state), rowText(from, Band.age(stage, from, row)), reach);
    }
    openCells();
    for (size_t d = 0; d < acrossDims(); ++d)
      if (body.uses(Names.places[d]))
        Writer.line("const ", I, " ", Names.places[d], " = ", placeText(d), ";");
    Writer.append(body);
    closeCells();
    Writer.close();
  }

  /// { [t, i, j…] -> [f…] } of \p map, { S[x] -> [f…] }, over the names of t, i, j….
  std::vector<isl::ast_expr> valuesAt(const StreamStage &stage, const isl::map &map) const {
    const isl::pw_multi_aff values =
        bindLeadingDims(instancesOf(stage).reverse().apply_range(map), instanceNames())
            .range()
            .detect_equalities()
            .as_pw_multi_aff();
    const ParamExprs exprs(paramUniverse(Region.scop.ctx()));
    std::vector<isl::ast_expr> result;
    const isl::pw_multi_aff plain = onlyPiece(values).value_or(values);
    for (unsigned d = 0; d < rangeDims(map); ++d)
      result.push_back(exprs.value(plain.at(static_cast<int>(d))));
    return result;
  }

  std::string bodyText(const StreamStage &stage, const std::map<RowKey, std::string> &rows,
                       NodePrinter &printer) const {
    const Statement &statement = Region.scop.statements[stage.statement];
    isl::map identity = isl::manage(isl_set_identity(statement.domain.copy()));
    const std::vector<isl::ast_expr> iterators =
        valuesAt(stage, statement.iteratorValues ? statement.iteratorValues->as_map() : identity);
    return pieceText(
        statement.body.begin(), statement.body.end(),
        {[&](unsigned r) { return referenceText(stage, rows, r, printer); },
         [&](unsigned d) { return printer.expr(iterators[d]); },
         [&](unsigned p) { return printer.writer().use(Region.params[p]); },
         [](unsigned) -> std::string { throw std::logic_error("statements note nothing"); }});
  }

  std::string referenceText(const StreamStage &stage, const std::map<RowKey, std::string> &rows,
                            unsigned r, NodePrinter &printer) const {
    const Statement &statement = Region.scop.statements[stage.statement];
    const unsigned self = static_cast<unsigned>(&stage - Band.stages.data());
    if (r == stage.target)
      return rowText({self, false}, 0) + cellText();
    for (const StreamRead &read : stage.reads) {
      if (read.reference != r)
        continue;
      if (!read.isBeside())
        return rowText(read.state, Band.age(stage, read.state, read.row)) + cellText();
      return exchangedCell(rows.at({read.state.stage, read.state.previous, read.row}), read);
    }
    const Reference &reference = statement.references[r];
    const ArrayText &array = Region.arrays[reference.array];
    if (array.byValue)
      return printer.writer().use(array.name);
    std::vector<std::string> indices;
    const std::vector<isl::ast_expr> values = valuesAt(stage, reference.index);
    for (unsigned d = 0; d < values.size(); ++d)
      indices.push_back(array.strides[d] == "1" ? printer.term(values[d])
                                                : printer.factor(values[d]));
    return globalElement(array, indices, printer.writer());
  }

  /// By the lanes that own cells.
  void store() {
    const StreamSpan &along = Stream.across.back();
    const std::string lane = laneText(acrossDims() - 1);
    Writer.open("if (", lane, " >= ", along.left / along.cells, " && ", lane, " < ",
                (along.left + along.own()) / along.cells, ")");
    for (unsigned f = 0; f < Band.fields.size(); ++f)
      storeField(f);
    Writer.close();
  }

  /// Under which the block owns the place of the cell in dimension \p d across, the last one excepted.
  std::string isOwn(size_t d) {
    const std::string first = times(Stream.across[d].own(), Writer.use(Kernel.block[1 + d]));
    return placeText(d) + " >= " + first + " && " + placeText(d) + " < " +
           plus(first, Stream.across[d].own());
  }

  void storeField(unsigned f) {
    const StreamNames::Field &names = Names.fields[f];
    std::vector<std::string> tests;
    if (Band.isTransient(f))
      tests.push_back(names.stores);
    if (hasRows()) {
      Writer.open("");
      Writer.line("const ", I, " ", Names.row, " = ", plus(Names.newest, -Stream.storeLag(f)), ";");
      const std::string z = times(Stream.rows, Kernel.block[0]);
      tests.push_back(Names.row + " >= " + z + " && " + Names.row + " < " + plus(z, Stream.rows));
    }
    const bool hasBox = !Whole && !Band.isTransient(f);
    if (hasBox && !alwaysExists(f))
      tests.push_back(names.exists);
    if (hasBox && hasRows())
      tests.push_back(Names.row + " >= " + names.firsts[0] + " && " + Names.row + " <= " + names.lasts[0]);
    Writer.open(tests.empty() ? "" : "if (" + joined(tests, " && ") + ")");
    const std::string state =
        Names.states[Band.lastStageOf(f)] + "[" + number(Stream.steps) + "][0]";
    if (Whole)
      storeWhole(names, state);
    else
      storePart(f, state);
    Writer.close();
    if (hasRows())
      Writer.close();
  }

  /// Under which a stage writes the cell of field \p f.
  isl::set written(unsigned f) const {
    isl::set cells;
    for (const StreamStage &stage : Band.stages)
      if (stage.field == f) {
        const isl::set own = instancesOf(stage).range();
        cells = cells.is_null() ? own : cells.unite(own);
      }
    std::vector<std::string> names = instanceNames();
    names.erase(names.begin());
    return bindAllDims(dropDims(cells, 0, 1), names).gist(Kernel.blockContext).coalesce();
  }

  void storeWhole(const StreamNames::Field &names, const std::string &state) {
    const size_t outer = acrossDims() - 1;
    openCells(0, outer);
    std::vector<std::string> places;
    for (size_t d = 0; d < outer; ++d) {
      places.push_back("(" + placeText(d) + ")");
      Writer.open("if (", isOwn(d), ")");
    }
    places.push_back(Names.starts.back());
    Writer.line("gpt_store_cells<", Stream.across.back().cells, ">(", names.to, " + ",
                offset(names.toPitches, Names.row, places), ", ", state,
                outer == 0 ? "" : "[" + Names.cells.front() + "]", ", ", names.toAligned, ");");
    for (size_t d = 0; d < outer; ++d)
      Writer.close();
    closeCells(outer);
  }

  void storePart(unsigned f, const std::string &state) {
    const StreamNames::Field &names = Names.fields[f];
    const size_t rows = Band.rank - acrossDims();
    openCells();
    std::vector<std::string> tests, places;
    for (size_t d = 0; d < acrossDims(); ++d) {
      const std::string place = placeText(d);
      if (d + 1 < acrossDims())
        tests.push_back(isOwn(d));
      if (!Band.isTransient(f))
        tests.push_back(place + " >= " + names.firsts[rows + d] + " && " + place + " <= " +
                        names.lasts[rows + d]);
      places.push_back(d + 1 < acrossDims() ? "(" + place + ")" : place);
    }
    if (Band.isTransient(f)) {
      for (size_t d = 0; d < acrossDims(); ++d)
        Writer.line("const ", I, " ", Names.places[d], " = ", placeText(d), ";");
      tests.push_back("(" + Printer.expr(ParamExprs(paramUniverse(Region.scop.ctx())).condition(written(f))) + ")");
    }
    Writer.line("if (", joined(tests, " && "), ")");
    Writer.line("  ", names.to, "[", offset(names.toPitches, Names.row, places), "] = ", state,
                cellText(), ";");
    closeCells();
  }

  /// What was the newest row is the one before it.
  void moveOn() {
    for (unsigned s = 0; s < Band.stages.size(); ++s) {
      const long rows = Band.liveRows(s);
      if (rows == 1)
        continue;
      Writer.line("GPT_UNROLL");
      Writer.open("for (int ", Names.step, " = 0; ", Names.step, " < ", levelsOf(s), "; ++",
                  Names.step, ")");
      openCells();
      const std::string state = Names.states[s] + "[" + Names.step + "]", v = cellText();
      for (long age = rows - 1; age > 0; --age)
        Writer.line(state, "[", age, "]", v, " = ", state, "[", age - 1, "]", v, ";");
      closeCells();
      Writer.close();
    }
  }

  const KernelModel &Kernel;
  const RegionModel &Region;
  const StreamPlan &Stream;
  const StreamBand &Band;
  const StreamNames &Names;
  const std::string &I;
  bool Whole;
  TextWriter Writer;
  NodePrinter Printer;
  /// By field: { : constraints } under which it has elements that are accessed, and memory.
  std::vector<isl::set> Existing;
};

} // namespace

TextWriter streamText(const KernelModel &kernel, ExprPrinter &printer, bool whole, unsigned depth) {
  return BlockWriter(kernel, printer, whole, depth).write();
}

} // namespace gputile::codegen
