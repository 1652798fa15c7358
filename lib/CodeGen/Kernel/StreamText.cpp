//===- StreamText.cpp - A block of scheme stream --------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Kernel/StreamText.h"

#include "CodeGen/Kernel/ElementText.h"
#include "CodeGen/Kernel/StreamRows.h"
#include "CodeGen/PieceText.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <set>
#include <stdexcept>

namespace gputile::codegen {
namespace {

class BlockWriter : public StreamRows {
public:
  BlockWriter(const KernelModel &kernel, ExprPrinter &exprs, StreamBlocks blocks, bool tellsLast,
              unsigned depth)
      : StreamRows(kernel, exprs, blocks, tellsLast, depth), Edges(Stream.edges()) {
    for (const auto &[row, reach] : Band.sharedReaches())
      Shared.push_back({row, reach});
  }

  std::optional<isl::set> beforeLast() const {
    const bool hasTransient = std::any_of(Band.lastWrites.begin(), Band.lastWrites.end(),
                                          [](const auto &last) { return last.has_value(); });
    if (!hasRows() || !hasTransient)
      return std::nullopt;
    isl::set iterations = iterationsMissing();
    for (const std::optional<isl::pw_aff> &last : Band.lastWrites)
      if (last)
        iterations = iterations.unite(iterationsOfLaunch().intersect(
            bindAllDims(isl::manage(isl_set_from_pw_aff(last->copy())), {Names.time})));
    return launchesWithout(iterations);
  }

  TextWriter write() {
    recordBounds();
    declareBlock();
    declareFields();
    if (testsCells())
      for (unsigned s = 0; s < Band.stages.size(); ++s)
        if (isTested(Band.stages[s]))
          prepareMask(Names.masks[s], domainOf(Band.stages[s]));
    if (testsCells())
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
    declareOut();
    loopOverRows([this] {
      for (unsigned f : carriedFields())
        load(f);
      handOn();
      step();
      store();
      moveOn();
    });
    return std::move(Writer);
  }

  TextWriter writeAlignment() {
    const std::string test = alignmentText();
    Writer.line("if (", test, ")");
    return std::move(Writer);
  }

  TextWriter writeClipped(const std::string &before) {
    const std::string test = alignmentText(), clipped = clippedText();
    Writer.line(before, "if (", clipped == "true" ? test : clipped + " && " + test, ")");
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
    const std::string ready = hasRows() ? isReady() : "";
    if (!ready.empty())
      Writer.open("if (", orFull(), ready, ")");
    for (unsigned s = 0; s < Band.stages.size(); ++s) {
      compute(s);
      storeLastIteration(s);
    }
    if (!ready.empty())
      Writer.close();
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

  /// "A_edges[turn % 2][p]": edges \p e of rows of an age.
  std::string edgesText(size_t e, long age) {
    const long slots = Edges[e].slots(), back = age - Edges[e].youngest;
    const std::string turn = back == 0 ? Names.turn : "(" + plus(Names.turn, slots - back) + ")";
    return Writer.use(Names.edges[e]) + "[" + turn + " % " + number(slots) + "][" + Names.step +
           "]";
  }

  /// What lanes below and above need of rows that have moved on. One slot is written in front of
  /// the barrier, the others are read behind it: of lanes that come late, too, while others may
  /// already write the next one.
  void handOn() {
    if (Edges.empty())
      return;
    Writer.line("const unsigned ", Names.turn, " = (unsigned)(", Names.newest, " - ", Names.first,
                ");");
    Writer.line("GPT_UNROLL");
    Writer.open("for (int ", Names.step, " = 0; ", Names.step, " < ", Stream.steps, "; ++",
                Names.step, ")");
    for (size_t e = 0; e < Edges.size(); ++e)
      Writer.line("gpt_hand_on<", Edges[e].before, ", ", Edges[e].behind, ", ",
                  Stream.across.front().cells, ">(", edgesText(e, Edges[e].youngest), "[",
                  Names.lanes.front(), "], ", rowText(Edges[e].state, Edges[e].youngest), ", ",
                  Names.lanes.back(), ");");
    Writer.close();
    Writer.line("__syncthreads();");
  }

  /// Those of \p state, if they are handed on and lanes above or below the reader's are among \p
  /// reach.
  std::optional<size_t> edgesOf(const StreamState &state, const StreamReach &reach) const {
    if (reach.left[0] == 0 && reach.right[0] == 0)
      return std::nullopt;
    const auto edges = std::find_if(Edges.begin(), Edges.end(), [&](const StreamEdges &other) {
      return other.state.stage == state.stage && other.state.previous == state.previous;
    });
    return edges == Edges.end() ? std::nullopt
                                : std::optional(static_cast<size_t>(edges - Edges.begin()));
  }

  /// "B_S0[p + 1][0]"
  std::string rowText(const StreamState &state, long age) const {
    const long next = !state.previous && isLast(state.stage) ? 1 : 0;
    return Names.states[state.stage] + "[" + (hasRows() ? plus(Names.step, next) : number(next)) + "][" +
           number(age) + "]";
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
    if (hasRows())
      declareRange();
    if (acrossDims() > 1) {
      const std::string along = number(Stream.across.back().lanes), lane = Writer.use(Kernel.thread[0]);
      Writer.line("const int ", Names.lanes.front(), " = (int)", lane, " / ", along, ", ",
                  Names.lanes.back(), " = (int)", lane, " % ", along, ";");
      if (!Edges.empty())
        Writer.line("const int ", Names.laneBefore, " = gpt_max(", Names.lanes.front(),
                    " - 1, 0), ", Names.laneBehind, " = gpt_min(", Names.lanes.front(), " + 1, ",
                    Stream.across.front().lanes - 1, ");");
    }
    for (size_t d = 0; d < acrossDims(); ++d) {
      const StreamSpan &span = Stream.across[d];
      Writer.line("const ", I, " ", Names.starts[d], " = ",
                  plus(times(span.own(), Writer.use(Kernel.block[1 + d])), -span.left), " + ",
                  times(span.cells, laneText(d)), ";");
    }
  }

  using RowKey = std::tuple<unsigned, bool, long>;

  /// The index of what several stages read of the row of reach \p key of \p stage, if they do.
  std::optional<size_t> sharedRow(const StreamStage &stage, const RowKey &key) const {
    const auto &[state, previous, row] = key;
    const RowKey at{state, previous, Band.age(stage, {state, previous}, row)};
    for (size_t r = 0; r < Shared.size(); ++r)
      if (Shared[r].first == at)
        return r;
    return std::nullopt;
  }

  /// By reach of \p stage, the variable that has its cells.
  std::map<RowKey, std::string> exchangedRows(const StreamStage &stage) const {
    std::map<RowKey, std::string> result;
    for (const auto &[key, reach] : stage.reaches()) {
      const std::optional<size_t> shared = sharedRow(stage, key);
      result.emplace(key, shared ? Names.sharedRows[*shared] : Names.rows[result.size()]);
    }
    return result;
  }

  /// Declares what \p stage is the first to read of the rows that several stages read: the
  /// compiler would not find that they exchange the same cells.
  void exchangeShared(const StreamStage &stage) {
    for (const auto &[key, reach] : stage.reaches()) {
      const std::optional<size_t> shared = sharedRow(stage, key);
      if (!shared || !Exchanged.insert(*shared).second)
        continue;
      const auto &[state, previous, age] = Shared[*shared].first;
      exchange(Names.sharedRows[*shared], {state, previous}, age, Shared[*shared].second);
    }
  }

  /// Declares as \p name the cells of the row of \p state that is \p age rows old, \p reach beside
  /// those of the lane too.
  void exchange(const std::string &name, const StreamState &state, long age,
                const StreamReach &reach) {
    const StreamSpan &along = Stream.across.back();
    const std::string &type = typeOf(state.stage), row = rowText(state, age);
    const std::optional<size_t> edges = edgesOf(state, reach);
    if (edges)
      Writer.line("const gpt_block_plane<", type, ", ", Stream.across.front().cells, ", ",
                  along.cells, ", ", reach.left[0], ", ", reach.right[0], ", ", reach.left[1], ", ",
                  reach.right[1], ", ", reach.corners ? "true" : "false", "> ", name, "(", row,
                  ", ", edgesText(*edges, age), "[", Names.laneBefore, "]",
                  plus("", Edges[*edges].before - reach.left[0]), ", ", edgesText(*edges, age), "[",
                  Names.laneBehind, "]", plus("", Edges[*edges].before), ", ", Names.lanes.back(),
                  ");");
    else if (acrossDims() == 1)
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
    isl::set known = context();
    if (isClipped() && TellsLast)
      known = known.intersect(bindAllDims(timesOf(stage), {Names.time}));
    return bindAllDims(instancesOf(stage).range(), instanceNames()).gist(known).coalesce();
  }
  /// What stands in front of a test of rows of \p stage that holds for full ones, if there are any.
  std::string orFullOf(const StreamStage &stage) const { return fullRows(stage) ? orFull() : ""; }

  /// Whether \p stage reads the cell that it writes through the same reference, as "+=" does.
  static bool readsTarget(const StreamStage &stage) {
    return std::any_of(stage.reads.begin(), stage.reads.end(),
                       [&](const StreamRead &read) { return read.reference == stage.target; });
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
    if (!testsCells() && Band.testsRows() && !stage.thin)
      return computeRow(s);
    if (!testsCells() && stage.thin) {
      openCells();
      Writer.line(target, " = ", valueBefore(stage), ";");
      closeCells();
      return;
    }
    exchangeShared(stage);
    const auto rows = exchangedRows(stage);
    TextWriter head(Writer.depth() + 1), body(Writer.depth() + 1 + static_cast<unsigned>(acrossDims()));
    NodePrinter printer(body, Printer.exprs(), I);
    const std::string text = bodyText(stage, rows, printer);
    std::optional<std::string> chosen;
    if (testsCells() && isChosen(stage))
      chosen = numberOfCell(head, Names.active, domainOf(stage));
    const bool restored = testsCells() && !chosen && restores(stage);
    const bool tested = testsCells() && isTested(stage) && !chosen && !restored;
    if (tested || readsTarget(stage))
      body.line(target, " = ", valueBefore(stage), ";");
    if (tested)
      body.open("if (", testOfCell(head, Names.active, domainOf(stage)), ")");
    body.line(text);
    if (tested)
      body.close();
    if (chosen)
      body.line(target, " = gpt_choose(", *chosen, ", ", target, ", ", valueBefore(stage), ");");
    writeStage(s, head, body);
    if (testsCells() && Band.loadsOthers(stage))
      restoreFromMemory(s);
    else if (restored)
      restore(s);
  }

  /// Whether all cells of \p stage get new values before those that it does not write get theirs
  /// back: most lanes have none of them, and planes enough cells that this is worth a branch.
  bool restores(const StreamStage &stage) const {
    return Band.rank == 3 && isTested(stage) && !readsMemory(stage);
  }

  void restore(unsigned s) {
    const StreamStage &stage = Band.stages[s];
    Writer.open("");
    const std::string target = rowText({s, false}, 0);
    TextWriter head(Writer.depth());
    declareMaskOfRow(head, Names.active, domainOf(stage), orFullOf(stage));
    declareInstance(stage, head);
    Writer.append(head);
    Writer.open("if (", Names.active, " != ", number((2L << (Stream.cellsPerLane() - 1)) - 1),
                "u)");
    // Else the compiler would test it in front of the loop, and keep the results in registers.
    Writer.line("const unsigned ", Names.restored, " = ~gpt_own(", Names.active, ");");
    openCells();
    Writer.line("if (", Names.restored, " >> ", shift(), " & 1)");
    Writer.line("  ", target, cellText(), " = ", valueBefore(stage), ";");
    closeCells();
    Writer.close();
    Writer.close();
  }

  void restoreFromMemory(unsigned s) {
    const StreamStage &stage = Band.stages[s];
    Writer.open("");
    Writer.line("const ", I, " ", Names.row, " = ", rowOf(stage), ";");
    // Rows that its only stage works on exist.
    const bool isOnly =
        std::count_if(Band.stages.begin(), Band.stages.end(),
                      [&](const StreamStage &other) { return other.field == stage.field; }) == 1;
    loadOthers(stage.field, rowText({s, false}, 0), isOnly ? orFullOf(stage) : "");
    Writer.close();
  }

  /// Its iteration of the time loop and its row, if \p text names them.
  void declareInstance(const StreamStage &stage, const TextWriter &text) {
    if (text.uses(Names.time))
      Writer.line("const ", I, " ", Names.time, " = ", firstTime(), " + ", Names.step, ";");
    if (text.uses(Names.row))
      Writer.line("const ", I, " ", Names.row, " = ", rowOf(stage), ";");
  }

  /// The same where all cells of a row or none are those of the stage.
  void computeRow(unsigned s) {
    const StreamStage &stage = Band.stages[s];
    exchangeShared(stage);
    const std::optional<isl::set> rows = rowsToTest(stage);
    const bool isAlways = !rows;
    const bool isInside = !isAlways && readsMemory(stage);
    TextWriter body(Writer.depth() + 1 + (isAlways ? 0 : 1) + (isInside ? 1 : 0) +
                    static_cast<unsigned>(acrossDims()));
    NodePrinter printer(body, Printer.exprs(), I);
    const std::string text = bodyText(stage, exchangedRows(stage), printer);
    const std::string target = rowText({s, false}, 0) + cellText();
    if (readsTarget(stage))
      body.line(target, " = ", valueBefore(stage), ";");
    body.line(text);
    if (isAlways)
      return writeStage(s, TextWriter(Writer.depth()), body);
    TextWriter test(Writer.depth());
    const ExprText isThere = Printer.exprs().print(testOf(*rows));
    const std::string fullOr = orFullOf(stage) + "(";
    test.use(isThere);
    Writer.open("");
    if (Band.loadsOthers(stage))
      test.use(Names.row);
    declareInstance(stage, test);
    if (isInside) {
      Writer.open("if (", fullOr, isThere, "))");
      writeStage(s, TextWriter(Writer.depth()), body);
      Writer.close();
      Writer.open("else");
      keepRow(s);
    } else {
      writeStage(s, TextWriter(Writer.depth()), body);
      Writer.open("if (!(", fullOr, isThere, ")))");
      keepRow(s);
    }
    Writer.close();
    Writer.close();
  }

  /// What a stage that has no cell of a row leaves there.
  void keepRow(unsigned s) {
    const StreamStage &stage = Band.stages[s];
    if (Band.loadsOthers(stage))
      return loadOtherRow(stage.field, rowText({s, false}, 0));
    openCells();
    Writer.line(rowText({s, false}, 0), cellText(), " = ", valueBefore(stage), ";");
    closeCells();
  }

  /// \p head for all cells of the lane, then \p body for each.
  void writeStage(unsigned s, const TextWriter &head, const TextWriter &body) {
    const StreamStage &stage = Band.stages[s];
    const auto rows = exchangedRows(stage);
    Writer.open("");
    TextWriter all = head;
    all.append(body);
    declareInstance(stage, all);
    Writer.append(head);
    for (const auto &[key, reach] : stage.reaches()) {
      const auto &[state, previous, row] = key;
      const StreamState from{state, previous};
      if (!sharedRow(stage, key))
        exchange(rows.at(key), from, Band.age(stage, from, row), reach);
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

  const std::vector<StreamEdges> Edges;
  std::vector<std::pair<RowKey, StreamReach>> Shared; ///< StreamBand::sharedReaches.
  std::set<size_t> Exchanged;                         ///< Those that have been declared.
};

} // namespace

TextWriter ifStreamAligned(const KernelModel &kernel, ExprPrinter &printer, unsigned depth) {
  return BlockWriter(kernel, printer, StreamBlocks::Full, /*tellsLast=*/false, depth)
      .writeAlignment();
}

TextWriter ifStreamClipped(const KernelModel &kernel, ExprPrinter &printer,
                           const std::string &before, unsigned depth) {
  return BlockWriter(kernel, printer, StreamBlocks::Clipped, /*tellsLast=*/false, depth)
      .writeClipped(before);
}

TextWriter streamText(const KernelModel &kernel, ExprPrinter &printer, StreamBlocks blocks,
                      bool tellsLast, unsigned depth) {
  return BlockWriter(kernel, printer, blocks, tellsLast, depth).write();
}

std::optional<isl::set> launchesBeforeLast(const KernelModel &kernel) {
  ExprPrinter printer;
  return BlockWriter(kernel, printer, StreamBlocks::Full, /*tellsLast=*/false, 0).beforeLast();
}

} // namespace gputile::codegen
