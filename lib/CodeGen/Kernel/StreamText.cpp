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
      declareStates(s);
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
  void declareStates(unsigned s) {
    const StreamStage &stage = Band.stages[s];
    const auto declare = [&](const std::string &name, long levels, long rows) {
      Writer.line(typeOf(s), " ", name, "[", levels, "][", rows, "]", cellsText(), " = {};");
    };
    declare(Names.states[s], levelsOf(s), Band.liveRows(s));
    for (size_t part = 0; part < stage.parts.size(); ++part)
      declare(Names.sums[s][part], Stream.steps, stage.liveRowsOf(part));
  }

  /// The iterations of the time loop. Where each has rows of its own, all are written out, so that registers hold them. A
  /// single row is one state after the other; its loop stays short, as instructions that are executed once come late.
  void step() {
    constexpr long IterationsAtOnce = 4;
    if (countsSteps())
      Writer.line("const int ", Names.stepsLeft, " = ", stepsText(), ";");
    Writer.line(hasRows() ? std::string("GPT_UNROLL") : "GPT_UNROLL_BY(" + number(IterationsAtOnce) + ")");
    if (beginsWithLast())
      Writer.open("for (int ", Names.step, " = ", Stream.steps - 1, "; ", Names.step, " >= 0; --",
                  Names.step, ")");
    else
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

  /// Whether no iteration reads rows that the one before makes of the same newest row: then the
  /// last one comes first, and a register has one row of a state after the other.
  bool beginsWithLast() const {
    return hasRows() && Stream.steps > 1 &&
           std::all_of(Band.stages.begin(), Band.stages.end(), [&](const StreamStage &stage) {
             return (!stage.before.previous || Band.ageBefore(stage) > 0) &&
                    std::all_of(stage.reads.begin(), stage.reads.end(),
                                [&](const StreamRead &read) {
                                  return !read.state.previous || Band.age(stage, read) > 0;
                                });
           });
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

  /// The index of \p row among those of which several stages or parts read cells, if it is one.
  std::optional<size_t> sharedRow(const StreamRow &row) const {
    for (size_t r = 0; r < Shared.size(); ++r)
      if (Shared[r].first == row)
        return r;
    return std::nullopt;
  }

  using RowNames = std::map<StreamRow, std::string>;

  /// By row of which part \p part of \p stage reads cells beside its own, the variable that has
  /// them.
  RowNames exchangedRows(const StreamStage &stage, size_t part) const {
    RowNames result;
    for (const auto &[row, reach] : Band.reaches(stage, part)) {
      const std::optional<size_t> shared = sharedRow(row);
      result.emplace(row, shared ? Names.sharedRows[*shared] : Names.rows[result.size()]);
    }
    return result;
  }

  /// Declares what part \p part of \p stage is the first to read of the rows that several stages or
  /// parts read: the compiler would not find that they exchange the same cells.
  void exchangeShared(const StreamStage &stage, size_t part) {
    for (const auto &[row, reach] : Band.reaches(stage, part)) {
      const std::optional<size_t> shared = sharedRow(row);
      if (shared && Exchanged.insert(*shared).second)
        exchange(Names.sharedRows[*shared], row, Shared[*shared].second);
    }
  }

  /// Declares as \p name the cells of the row \p from, \p reach beside those of the lane too.
  void exchange(const std::string &name, const StreamRow &from, const StreamReach &reach) {
    const StreamSpan &along = Stream.across.back();
    const std::string &type = typeOf(from.state.stage), row = rowText(from.state, from.age);
    const std::optional<size_t> edges = edgesOf(from.state, reach);
    const long age = from.age;
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
    return Band.keepsOthers(stage) ? rowText(stage.before, Band.ageBefore(stage)) + cellText()
                                   : "0";
  }

  /// The parts of \p stage and its other text, in an order of their computation: those that take
  /// what the ones before them gave of earlier rows come first, so that a register has one sum
  /// after the other.
  static std::vector<size_t> orderOfParts(const StreamStage &stage) {
    std::vector<size_t> order;
    size_t place = 0;
    for (size_t part = 0; part <= stage.parts.size(); ++part) {
      const bool takesRow = part > 0 && stage.liveRowsOf(part - 1) == 1;
      place = takesRow ? place + 1 : 0;
      order.insert(order.begin() + static_cast<long>(place), part);
    }
    return order;
  }

  void compute(unsigned s) {
    const StreamStage &stage = Band.stages[s];
    Writer.line("// ", Region.scop.statements[stage.statement].name);
    for (const size_t part : orderOfParts(stage))
      if (part < stage.parts.size())
        computePart(s, part);
      else
        computeStage(s);
  }

  void computeStage(unsigned s) {
    const StreamStage &stage = Band.stages[s];
    const std::string target = rowText({s, false}, 0) + cellText();
    if (!testsCells() && Band.testsRows() && !stage.thin)
      return computeRow(s);
    if (!testsCells() && stage.thin) {
      openCells();
      Writer.line(target, " = ", valueBefore(stage), ";");
      closeCells();
      return;
    }
    exchangeShared(stage, stage.parts.size());
    TextWriter head(Writer.depth() + 1), body(Writer.depth() + 1 + static_cast<unsigned>(acrossDims()));
    NodePrinter printer(body, Printer.exprs(), I);
    const std::string text = bodyText(stage, printer);
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
    exchangeShared(stage, stage.parts.size());
    const std::optional<isl::set> rows = rowsToTest(stage);
    const bool isAlways = !rows;
    const bool isInside = !isAlways && readsMemory(stage);
    TextWriter body(Writer.depth() + 1 + (isAlways ? 0 : 1) + (isInside ? 1 : 0) +
                    static_cast<unsigned>(acrossDims()));
    NodePrinter printer(body, Printer.exprs(), I);
    const std::string text = bodyText(stage, printer);
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
    Writer.open("");
    TextWriter all = head;
    all.append(body);
    declareInstance(stage, all);
    Writer.append(head);
    writeCells(stage, stage.parts.size(), body);
    Writer.close();
  }

  /// \p body for each cell of the lane, behind what part \p part of \p stage alone exchanges.
  void writeCells(const StreamStage &stage, size_t part, const TextWriter &body) {
    const RowNames rows = exchangedRows(stage, part);
    for (const auto &[row, reach] : Band.reaches(stage, part))
      if (!sharedRow(row))
        exchange(rows.at(row), row, reach);
    openCells();
    appendForCell(Writer, body);
    closeCells();
  }

  /// "B_S0_sum1[p][0][u][v]": what part \p part of stage \p s gave, of the row that is \p age rows
  /// old.
  std::string sumText(unsigned s, size_t part, long age) const {
    return Names.sums[s][part] + "[" + Names.step + "][" + number(age) + "]" + cellText();
  }

  /// The sum up to the end of part \p part. It tests nothing: what it reads are registers.
  void computePart(unsigned s, size_t part) {
    const StreamStage &stage = Band.stages[s];
    exchangeShared(stage, part);
    Writer.open("");
    TextWriter body(Writer.depth() + static_cast<unsigned>(acrossDims()));
    NodePrinter printer(body, Printer.exprs(), I);
    const std::string text = textBetween(stage, part == 0 ? stage.sum : stage.parts[part - 1].end,
                                         stage.parts[part].end, printer);
    body.line(sumText(s, part, 0), " = ", part == 0 ? "" : sumBefore(stage, part), text, ";");
    writeCells(stage, part, body);
    Writer.close();
  }

  /// The sum up to part \p part of \p stage, which begins with it.
  std::string sumBefore(const StreamStage &stage, size_t part) const {
    const auto self = static_cast<unsigned>(&stage - Band.stages.data());
    return sumText(self, part - 1, stage.liveRowsOf(part - 1) - 1);
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

  /// The text of \p stage, with the sum up to its last part for these parts.
  std::string bodyText(const StreamStage &stage, NodePrinter &printer) const {
    const std::vector<BodyPiece> &body = Region.scop.statements[stage.statement].body;
    const TextPlace end{static_cast<unsigned>(body.size()), 0};
    if (stage.parts.empty())
      return textBetween(stage, {}, end, printer);
    return textBetween(stage, {}, stage.sum, printer) + sumBefore(stage, stage.parts.size()) +
           textBetween(stage, stage.parts.back().end, end, printer);
  }

  std::string textBetween(const StreamStage &stage, const TextPlace &from, const TextPlace &to,
                          NodePrinter &printer) const {
    const Statement &statement = Region.scop.statements[stage.statement];
    const auto iterator = [&](unsigned d) {
      const isl::map identity = isl::manage(isl_set_identity(statement.domain.copy()));
      return valuesAt(stage,
                      statement.iteratorValues ? statement.iteratorValues->as_map() : identity)[d];
    };
    const std::vector<BodyPiece> pieces = piecesBetween(statement.body, from, to);
    return pieceText(
        pieces.begin(), pieces.end(),
        {[&](unsigned r) { return referenceText(stage, r, printer); },
         [&](unsigned d) { return printer.expr(iterator(d)); },
         [&](unsigned p) { return printer.writer().use(Region.params[p]); },
         [](unsigned) -> std::string { throw std::logic_error("statements note nothing"); }});
  }

  std::string referenceText(const StreamStage &stage, unsigned r, NodePrinter &printer) const {
    const Statement &statement = Region.scop.statements[stage.statement];
    const unsigned self = static_cast<unsigned>(&stage - Band.stages.data());
    if (r == stage.target)
      return rowText({self, false}, 0) + cellText();
    if (const StreamRead *read = stage.readThrough(r)) {
      const StreamRow row{read->state, Band.age(stage, *read)};
      if (!read->isBeside())
        return rowText(row.state, row.age) + cellText();
      return exchangedCell(exchangedRows(stage, read->part).at(row), *read);
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
      moveOn(Names.states[s], levelsOf(s), Band.liveRows(s));
      const StreamStage &stage = Band.stages[s];
      for (size_t part = 0; part < stage.parts.size(); ++part)
        moveOn(Names.sums[s][part], Stream.steps, stage.liveRowsOf(part));
    }
  }

  void moveOn(const std::string &name, long levels, long rows) {
    if (rows == 1)
      return;
    Writer.line("GPT_UNROLL");
    Writer.open("for (int ", Names.step, " = 0; ", Names.step, " < ", levels, "; ++", Names.step,
                ")");
    openCells();
    const std::string level = name + "[" + Names.step + "]", v = cellText();
    for (long age = rows - 1; age > 0; --age)
      Writer.line(level, "[", age, "]", v, " = ", level, "[", age - 1, "]", v, ";");
    closeCells();
    Writer.close();
  }

  const std::vector<StreamEdges> Edges;
  std::vector<std::pair<StreamRow, StreamReach>> Shared; ///< StreamBand::sharedReaches.
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
