//===- StreamText.cpp - A block of scheme stream --------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Kernel/StreamText.h"

#include "CodeGen/Kernel/ElementText.h"
#include "CodeGen/Kernel/StreamMemory.h"
#include "CodeGen/PieceText.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <stdexcept>

namespace gputile::codegen {
namespace {

class BlockWriter : public StreamMemory {
public:
  BlockWriter(const KernelModel &kernel, ExprPrinter &exprs, bool whole, unsigned depth)
      : StreamMemory(kernel, exprs, whole, depth) {}

  TextWriter write() {
    recordBounds();
    declareBlock();
    declareFields();
    if (!Whole)
      for (unsigned s = 0; s < Band.stages.size(); ++s)
        if (isTested(Band.stages[s]))
          prepareMask(Names.masks[s], domainOf(Band.stages[s]));
    if (!Whole)
      for (unsigned s = 0; s < Band.stages.size(); ++s)
        if (isChosen(Band.stages[s]))
          spreadMask(Names.spread[s], domainOf(Band.stages[s]));
    for (unsigned s = 0; s < Band.stages.size(); ++s)
      Writer.line(typeOf(s), " ", Names.states[s], "[", levelsOf(s), "][", Band.liveRows(s), "]",
                  cellsText(), " = {};");
    if (!hasRows()) {
      for (unsigned f : carriedFields())
        loadOnlyRow(f);
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

  TextWriter writeAlignment() {
    const std::string test = alignmentText();
    Writer.line("if (", test, ")");
    return std::move(Writer);
  }

private:
  /// The iterations of the time loop. Where each has rows of its own, all are written out, so that registers hold them. A
  /// single row is one state after the other; its loop stays short, as instructions that are executed once come late.
  void step() {
    constexpr long IterationsAtOnce = 4;
    if (countsSteps())
      Writer.line("const int ", Names.stepsLeft, " = ", stepsText(), ";");
    Writer.line(hasRows() ? std::string("GPT_UNROLL") : "GPT_UNROLL_BY(" + number(IterationsAtOnce) + ")");
    Writer.open("for (int ", Names.step, " = 0; ", Names.step, " < ",
                countsSteps() ? Names.stepsLeft : number(Stream.steps), "; ++", Names.step, ")");
    for (unsigned s = 0; s < Band.stages.size(); ++s) {
      compute(s);
      keepLastIteration(s);
    }
    if (!hasRows())
      for (unsigned s = 0; s < Band.stages.size(); ++s)
        if (isLast(s)) {
          openCells();
          Writer.line(Names.states[s], "[0][0]", cellText(), " = ", Names.states[s], "[1][0]", cellText(), ";");
          closeCells();
        }
    Writer.close();
  }

  bool isLast(unsigned stage) const { return Band.lastStageOf(Band.stages[stage].field) == stage; }
  /// Of the last stage of a field also what the launch finds.
  long levelsOf(unsigned stage) const { return (hasRows() ? Stream.steps : 1) + (isLast(stage) ? 1 : 0); }
  const std::string &typeOf(unsigned stage) const {
    return arrayOf(Band.stages[stage].field).elementType;
  }

  /// "B_S0[p + 1][0]"
  std::string rowText(const StreamState &state, long age) const {
    const long next = !state.previous && isLast(state.stage) ? 1 : 0;
    return Names.states[state.stage] + "[" + (hasRows() ? plus(Names.step, next) : number(next)) + "][" +
           number(age) + "]";
  }

  /// So many iterations of the loop over rows that registers need not be moved. Blocks at borders move them: with their
  /// tests they have no registers for that, and their code would take the place of the others' in the cache.
  long unrolling() const {
    if (!Whole)
      return 1;
    long count = 1;
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
      Writer.line("const ", I, " ", Names.first, " = ", plus(firstOwnRow(), -Stream.above), ", ", Names.last,
                  " = ", plus(lastBlockRow(), Stream.rows - 1 + Stream.longestLag()), ";");
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

  isl::set domainOf(const StreamStage &stage) const {
    return bindAllDims(instancesOf(stage).range(), instanceNames()).gist(context()).coalesce();
  }

  /// Whether \p stage reads arrays in device memory, which have elements for its own instances only.
  bool readsMemory(const StreamStage &stage) const {
    const std::vector<Reference> &references = Region.scop.statements[stage.statement].references;
    for (unsigned r = 0; r < references.size(); ++r)
      if (r != stage.target && !Region.arrays[references[r].array].byValue &&
          std::none_of(stage.reads.begin(), stage.reads.end(),
                       [&](const StreamRead &read) { return read.reference == r; }))
        return true;
    return false;
  }
  /// Whether it matters what \p stage does to other cells than those that it writes.
  bool isTested(const StreamStage &stage) const {
    return Band.keepsOthers(stage) || Band.loadsOthers(stage) || readsMemory(stage);
  }

  /// Whether all cells get new values, of which only those count that \p stage writes: without
  /// branches, cells are worked on side by side.
  bool isChosen(const StreamStage &stage) const {
    return Band.keepsOthers(stage) && !readsMemory(stage);
  }

  /// The value of the cell before \p stage.
  std::string valueBefore(const StreamStage &stage) const {
    return Band.keepsOthers(stage) ? rowText(stage.before, Band.age(stage, stage.before, 0)) + cellText() : "0";
  }

  void compute(unsigned s) {
    const StreamStage &stage = Band.stages[s];
    Writer.line("// ", Region.scop.statements[stage.statement].name);
    const std::string target = rowText({s, false}, 0) + cellText();
    if (Whole && stage.thin) {
      openCells();
      Writer.line(target, " = ", valueBefore(stage), ";");
      closeCells();
      return;
    }
    const auto rows = exchangedRows(stage);
    TextWriter head(Writer.depth() + 1), body(Writer.depth() + 1 + static_cast<unsigned>(acrossDims()));
    NodePrinter printer(body, Printer.exprs(), I);
    const std::string text = bodyText(stage, rows, printer);
    const bool changes = std::any_of(stage.reads.begin(), stage.reads.end(), [&](const StreamRead &read) {
      return read.reference == stage.target;
    });
    std::optional<std::string> chosen;
    if (!Whole && isChosen(stage))
      chosen = numberOfCell(head, Names.active, domainOf(stage));
    const bool tested = !Whole && isTested(stage) && !chosen;
    const bool loads = !Whole && Band.loadsOthers(stage);
    if ((tested || changes) && !loads)
      body.line(target, " = ", valueBefore(stage), ";");
    if (tested)
      body.open("if (", testOfCell(head, Names.active, domainOf(stage)), ")");
    body.line(text);
    if (tested)
      body.close();
    if (chosen)
      body.line(target, " = gpt_choose(", *chosen, ", ", target, ", ", valueBefore(stage), ");");
    writeStage(s, head, body);
  }

  /// \p head for all cells of the lane, then \p body for each.
  void writeStage(unsigned s, const TextWriter &head, const TextWriter &body) {
    const StreamStage &stage = Band.stages[s];
    const auto rows = exchangedRows(stage);
    const bool loads = !Whole && Band.loadsOthers(stage);
    Writer.open("");
    if (head.uses(Names.time) || body.uses(Names.time))
      Writer.line("const ", I, " ", Names.time, " = ", firstTime(), " + ", Names.step, ";");
    if (loads || head.uses(Names.row) || body.uses(Names.row))
      Writer.line("const ", I, " ", Names.row, " = ", rowOf(stage), ";");
    Writer.append(head);
    if (loads)
      loadOthers(stage.field, rowText({s, false}, 0));
    for (const auto &[key, reach] : stage.reaches()) {
      const auto &[state, previous, row] = key;
      const StreamState from{state, previous};
      exchange(rows.at(key), typeOf(state), rowText(from, Band.age(stage, from, row)), reach);
    }
    openCells();
    appendForCell(Writer, body);
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
};

} // namespace

TextWriter ifStreamAligned(const KernelModel &kernel, ExprPrinter &printer, unsigned depth) {
  return BlockWriter(kernel, printer, /*whole=*/true, depth).writeAlignment();
}

TextWriter streamText(const KernelModel &kernel, ExprPrinter &printer, bool whole, unsigned depth) {
  return BlockWriter(kernel, printer, whole, depth).write();
}

} // namespace gputile::codegen
