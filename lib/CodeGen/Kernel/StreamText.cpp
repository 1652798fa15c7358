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

/// Rows of each field that are loaded before they are the newest.
constexpr long RowsAhead = 2;

std::string number(long value) { return std::to_string(value); }

/// "z - 3", "z", "z + 3"
std::string plus(const std::string &text, long value) {
  if (value == 0)
    return text;
  return text + (value < 0 ? " - " : " + ") + number(std::abs(value));
}

/// "8 * p", "p"
std::string times(long factor, const std::string &text) {
  return factor == 1 ? text : number(factor) + " * " + text;
}

/// A row of a state that a stage reads with neighbours' cells.
struct ExchangedRow {
  std::string name, row; ///< Of the variable, and of what it is made from.
  long left = 0, right = 0;
};

class BlockWriter {
public:
  BlockWriter(const KernelModel &kernel, ExprPrinter &exprs, bool whole, unsigned depth)
      : Kernel(kernel), Region(kernel.region), Stream(*kernel.plan.stream), Band(Stream.band),
        Names(*kernel.stream), I(kernel.region.indexType), Whole(whole), Writer(depth),
        Printer(Writer, exprs, I), Exprs(kernel.blockContext) {}

  TextWriter write() {
    recordBounds();
    declareBlock();
    for (unsigned f = 0; f < Band.fields.size(); ++f)
      declareField(f);
    for (unsigned s = 0; s < Band.stages.size(); ++s)
      Writer.line(typeOf(s), " ", Names.states[s], "[", levelsOf(s), "][", Band.liveRows(s), "][",
                  Stream.cells, "] = {};");
    for (unsigned f = 0; f < Band.fields.size(); ++f)
      fillAhead(f);
    Writer.line("GPT_UNROLL_BY(", unrolling(), ")");
    Writer.open("for (", I, " ", Names.newest, " = ", Names.first, "; ", Names.newest, " <= ",
                Names.last, "; ++", Names.newest, ")");
    for (unsigned f = 0; f < Band.fields.size(); ++f)
      load(f);
    Writer.line("GPT_UNROLL");
    Writer.open("for (int ", Names.step, " = 0; ", Names.step, " < ", Stream.steps, "; ++",
                Names.step, ")");
    for (unsigned s = 0; s < Band.stages.size(); ++s)
      compute(s);
    Writer.close();
    store();
    moveOn();
    Writer.close();
    return std::move(Writer);
  }

private:
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
    long count = RowsAhead;
    for (unsigned s = 0; s < Band.stages.size(); ++s)
      count = std::lcm(count, Band.liveRows(s));
    return count <= 8 ? count : RowsAhead;
  }

  void recordBounds() {
    const long rows = Stream.rows + Stream.above + 2 * Stream.longestLag() + RowsAhead +
                      std::abs(Band.lag);
    const long columns = Stream.lanes * Stream.cells;
    // Of launches and blocks, which are arguments.
    const Bound row{Stream.rows, rows}, column{Stream.ownColumns(), columns},
        time{3 * Stream.steps, Stream.steps};
    for (const Bound &bound : {row, column, time})
      Printer.exprs().record(bound);
    Printer.exprs().declare(Names.row, row);
    Printer.exprs().declare(Names.place, column);
    Printer.exprs().declare(Names.time, time);
  }

  void declareBlock() {
    const std::string z = times(Stream.rows, Writer.use(Kernel.block[0]));
    Writer.line("const ", I, " ", Names.first, " = ", plus(z, -Stream.above), ", ", Names.last,
                " = ", plus(z, Stream.rows - 1 + Stream.longestLag()), ";");
    Writer.line("const ", I, " ", Names.column, " = ",
                plus(times(Stream.ownColumns(), Writer.use(Kernel.block[1])), -Stream.left), " + ",
                times(Stream.cells, Writer.use(Kernel.thread[0])), ";");
  }

  std::string strideOf(unsigned array, unsigned d) {
    const ArrayText &text = Region.arrays[array];
    return text.strideNames[d].empty() ? text.strides[d] : Writer.use(text.strideNames[d]);
  }

  /// { : constraints } under which field \p f has elements that are accessed, and memory.
  isl::set existing(unsigned f) const {
    return Region.plan.transfers[Band.fields[f]].footprint.params().intersect(Region.context).coalesce();
  }
  bool alwaysExists(unsigned f) const { return Region.context.is_subset(existing(f)); }

  /// The buffers, which take turns.
  void declareField(unsigned f) {
    const StreamNames::Field &names = Names.fields[f];
    const unsigned first = Band.fields[f], second = Stream.seconds[f];
    const std::string &type = arrayOf(f).elementType, even = Writer.use(Kernel.host[1]) + " == 0 ? ";
    const std::string a = Writer.use(Region.arrays[first].name),
                      b = Writer.use(Region.arrays[second].name);
    Writer.line("const ", type, " *const ", names.from, " = ", even, a, " : ", b, ";");
    Writer.line(type, " *const ", names.to, " = ", even, b, " : ", a, ";");
    const std::string pitch = strideOf(first, 0), other = strideOf(second, 0);
    Writer.line("const ", I, " ", names.fromPitch, " = ", even, pitch, " : ", other, ", ",
                names.toPitch, " = ", even, other, " : ", pitch, ";");
    if (Whole) {
      for (const auto &[aligned, pointer, by] :
           {std::tie(names.fromAligned, names.from, names.fromPitch),
            std::tie(names.toAligned, names.to, names.toPitch)})
        Writer.line("const bool ", aligned, " = gpt_cells_aligned<", Stream.cells, ">(", pointer,
                    " + ", Names.column, ", ", by, ");");
    } else {
      const Box &box = Region.plan.transfers[first].box;
      const isl::set defined = existing(f);
      const ParamExprs exprs(defined);
      const auto bound = [&](const isl::pw_aff &value) { return Printer.expr(exprs.value(value)); };
      if (!alwaysExists(f))
        Writer.line("const bool ", names.exists, " = ",
                    Printer.expr(ParamExprs(Region.context).condition(defined)), ";");
      Writer.line("const ", I, " ", names.firstRow, " = ", bound(box.lower[0]), ", ", names.lastRow,
                  " = ", bound(box.upper[0]), ";");
      Writer.line("const ", I, " ", names.firstColumn, " = ", bound(box.lower[1]), ", ",
                  names.lastColumn, " = ", bound(box.upper[1]), ";");
    }
    Writer.line(type, " ", names.ahead, "[", RowsAhead, "][", Stream.cells, "];");
  }

  static std::string clamped(const std::string &value, const std::string &low,
                             const std::string &high) {
    return "gpt_min(gpt_max(" + value + ", " + low + "), " + high + ")";
  }

  /// Puts the lane's cells of the row \p ahead of number \p z of what field \p f holds before the launch
  /// into row \p k of those that are loaded early; where there are none, others.
  void loadAhead(unsigned f, const std::string &z, long ahead, long k) {
    const StreamNames::Field &names = Names.fields[f];
    const std::string row = "(" + I + ")(" + plus(z, Stream.loadAhead(f) + ahead) + ")";
    if (Whole) {
      Writer.line("gpt_load_cells<", Stream.cells, ">(", names.ahead, "[", k, "], ", names.from,
                  " + gpt_min(", row, ", ", plus(Names.last, Stream.loadAhead(f)), ") * ",
                  names.fromPitch, " + ", Names.column, ", ", names.fromAligned, ");");
      return;
    }
    openCells();
    const std::string element =
        names.from + "[" + clamped(row, names.firstRow, names.lastRow) + " * " + names.fromPitch +
        " + " + clamped(Names.column + " + " + Names.cell, names.firstColumn, names.lastColumn) + "]";
    Writer.line(names.ahead, "[", k, "][", Names.cell, "] = ",
                alwaysExists(f) ? element
                                : names.exists + " ? " + element + " : (" + arrayOf(f).elementType + ")0",
                ";");
    Writer.close();
  }

  void openCells() {
    Writer.line("GPT_UNROLL");
    Writer.open("for (int ", Names.cell, " = 0; ", Names.cell, " < ", Stream.cells, "; ++",
                Names.cell, ")");
  }

  void fillAhead(unsigned f) {
    for (long k = 0; k < RowsAhead; ++k)
      loadAhead(f, Names.first, k, k);
  }

  void load(unsigned f) {
    const std::string &ahead = Names.fields[f].ahead, v = "[" + Names.cell + "]";
    openCells();
    Writer.line(Names.states[Band.lastStageOf(f)], "[0][0]", v, " = ", ahead, "[0]", v, ";");
    for (long k = 0; k + 1 < RowsAhead; ++k)
      Writer.line(ahead, "[", k, "]", v, " = ", ahead, "[", k + 1, "]", v, ";");
    Writer.close();
    loadAhead(f, Names.newest, RowsAhead, RowsAhead - 1);
  }

  /// The rows of \p stage of which neighbours' cells are read, by (stage of the state, previous, age).
  using RowKey = std::tuple<unsigned, bool, long>;
  std::map<RowKey, ExchangedRow> exchangedRows(const StreamStage &stage) const {
    std::map<RowKey, ExchangedRow> result;
    for (const StreamRead &read : stage.reads) {
      if (read.column == 0)
        continue;
      const long age = Band.age(stage, read.state, read.row);
      auto [entry, isNew] = result.try_emplace({read.state.stage, read.state.previous, age});
      ExchangedRow &row = entry->second;
      if (isNew) {
        row.name = Names.rows[result.size() - 1];
        row.row = rowText(read.state, age);
      }
      row.left = std::max(row.left, -read.column);
      row.right = std::max(row.right, read.column);
    }
    return result;
  }

  isl::set domainOf(const StreamStage &stage) const {
    return bindAllDims(stage.cells.range(), {Names.time, Names.row, Names.place})
        .gist(Kernel.blockContext)
        .coalesce();
  }

  void compute(unsigned s) {
    const StreamStage &stage = Band.stages[s];
    const Statement &statement = Region.scop.statements[stage.statement];
    const StreamState own{s, false};
    const std::string target = rowText(own, 0) + "[" + Names.cell + "]",
                      before = rowText(stage.before, Band.age(stage, stage.before, 0)) + "[" +
                               Names.cell + "]";
    Writer.line("// ", statement.name);
    if (Whole && stage.thin) {
      openCells();
      Writer.line(target, " = ", before, ";");
      Writer.close();
      return;
    }
    const auto rows = exchangedRows(stage);
    TextWriter body(Writer.depth() + 2);
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
      Writer.line("const ", I, " ", Names.time, " = (2 * ", Writer.use(Kernel.host[0]), " + ",
                  Writer.use(Kernel.host[1]), ") * ", Stream.steps, " + ", Names.step, ";");
    if (body.uses(Names.row))
      Writer.line("const ", I, " ", Names.row, " = ", plus(Names.newest, -stage.lag),
                  Band.lag == 0 ? "" : " - " + times(Band.lag, Names.step), ";");
    for (const auto &[key, row] : rows)
      Writer.line("const gpt_cells<", typeOf(std::get<0>(key)), ", ", Stream.cells, ", ", row.left,
                  ", ", row.right, "> ", row.name, "(", row.row, ");");
    openCells();
    if (body.uses(Names.place))
      Writer.line("const ", I, " ", Names.place, " = ", Names.column, " + ", Names.cell, ";");
    Writer.append(body);
    Writer.close();
    Writer.close();
  }

  /// { [t, i, j] -> [f…] } of \p map, { S[x] -> [f…] }, over the names of t, i and j.
  std::vector<isl::ast_expr> valuesAt(const StreamStage &stage, const isl::map &map) const {
    const isl::pw_multi_aff values =
        bindLeadingDims(stage.cells.reverse().apply_range(map), {Names.time, Names.row, Names.place})
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

  std::string bodyText(const StreamStage &stage, const std::map<RowKey, ExchangedRow> &rows,
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

  std::string referenceText(const StreamStage &stage, const std::map<RowKey, ExchangedRow> &rows,
                            unsigned r, NodePrinter &printer) const {
    const Statement &statement = Region.scop.statements[stage.statement];
    const unsigned self = static_cast<unsigned>(&stage - Band.stages.data());
    if (r == stage.target)
      return rowText({self, false}, 0) + "[" + Names.cell + "]";
    for (const StreamRead &read : stage.reads) {
      if (read.reference != r)
        continue;
      const long age = Band.age(stage, read.state, read.row);
      if (read.column == 0)
        return rowText(read.state, age) + "[" + Names.cell + "]";
      const ExchangedRow &row = rows.at({read.state.stage, read.state.previous, age});
      return row.name + "[" + plus(Names.cell, read.column) + "]";
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

  /// Lanes own all of their cells or none.
  void store() {
    const std::string &lane = Kernel.thread[0];
    Writer.open("if (", lane, " >= ", Stream.left / Stream.cells, " && ", lane, " < ",
                (Stream.left + Stream.ownColumns()) / Stream.cells, ")");
    for (unsigned f = 0; f < Band.fields.size(); ++f) {
      const StreamNames::Field &names = Names.fields[f];
      const unsigned stage = Band.lastStageOf(f);
      Writer.open("");
      Writer.line("const ", I, " ", Names.row, " = ", plus(Names.newest, -Stream.storeLag(f)), ";");
      const std::string z = times(Stream.rows, Kernel.block[0]);
      std::string test = Names.row + " >= " + z + " && " + Names.row + " < " + plus(z, Stream.rows);
      if (!Whole)
        test += (alwaysExists(f) ? "" : " && " + names.exists) + (" && " + Names.row + " >= " + names.firstRow) + " && " + Names.row + " <= " +
                names.lastRow;
      const std::string state = Names.states[stage] + "[" + number(Stream.steps) + "][0]";
      Writer.open("if (", test, ")");
      if (Whole) {
        Writer.line("gpt_store_cells<", Stream.cells, ">(", names.to, " + ", Names.row, " * ",
                    names.toPitch, " + ", Names.column, ", ", state, ", ", names.toAligned, ");");
      } else {
        const std::string column = Names.column + " + " + Names.cell;
        openCells();
        Writer.line("if (", column, " >= ", names.firstColumn, " && ", column, " <= ",
                    names.lastColumn, ")");
        Writer.line("  ", names.to, "[", Names.row, " * ", names.toPitch, " + ", column, "] = ",
                    state, "[", Names.cell, "];");
        Writer.close();
      }
      Writer.close();
      Writer.close();
    }
    Writer.close();
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
      const std::string state = Names.states[s] + "[" + Names.step + "]",
                        v = "[" + Names.cell + "]";
      for (long age = rows - 1; age > 0; --age)
        Writer.line(state, "[", age, "]", v, " = ", state, "[", age - 1, "]", v, ";");
      Writer.close();
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
  ParamExprs Exprs;
};

} // namespace

TextWriter streamText(const KernelModel &kernel, ExprPrinter &printer, bool whole, unsigned depth) {
  return BlockWriter(kernel, printer, whole, depth).write();
}

} // namespace gputile::codegen
