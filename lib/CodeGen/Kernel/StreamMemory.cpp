//===- StreamMemory.cpp - What a block of scheme stream loads and stores --===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Kernel/StreamMemory.h"

#include <algorithm>

namespace gputile::codegen {

StreamMemory::StreamMemory(const KernelModel &kernel, ExprPrinter &exprs, StreamBlocks blocks,
                           bool tellsLast, unsigned depth)
    : StreamBlock(kernel, exprs, blocks, depth), TellsLast(tellsLast) {
  for (const unsigned array : Band.fields)
    Existing.push_back(
        Region.plan.transfers[array].footprint.params().intersect(Region.context).coalesce());
}

std::vector<unsigned> StreamMemory::carriedFields() const {
  std::vector<unsigned> result;
  for (unsigned f = 0; f < Band.fields.size(); ++f)
    if (!Band.isTransient(f))
      result.push_back(f);
  return result;
}

std::string StreamMemory::strideOf(unsigned array, unsigned d) {
  const ArrayText &text = Region.arrays[array];
  return text.strideNames[d].empty() ? text.strides[d] : Writer.use(text.strideNames[d]);
}

void StreamMemory::declareFields() {
  declareOwn();
  for (unsigned f = 0; f < Band.fields.size(); ++f)
    if (Band.isTransient(f))
      declareTransient(f);
    else
      declareField(f);
}

/// Under which the block owns the place of the cell in dimension \p d across, the last one excepted.
std::string StreamMemory::isOwn(size_t d) {
  const std::string first = times(Stream.across[d].own(), Writer.use(Kernel.block[1 + d]));
  return placeText(d) + " >= " + first + " && " + placeText(d) + " < " + plus(first, Stream.across[d].own());
}

/// The mask of the cells that the block owns: all or none of those of a lane in the last dimension.
void StreamMemory::declareOwn() {
  const StreamSpan &along = Stream.across.back();
  const std::string lane = laneText(acrossDims() - 1);
  const std::string isOwner = lane + " >= " + number(along.left / along.cells) + " && " + lane + " < " +
                              number((along.left + along.own()) / along.cells);
  const std::string row = number((2L << (along.cells - 1)) - 1) + "u";
  if (acrossDims() == 1)
    return Writer.line("const unsigned ", Names.own, " = ", isOwner, " ? ", row, " : 0u;");
  const std::string &u = Names.cells[0];
  Writer.line("unsigned ", Names.own, " = 0;");
  Writer.line("GPT_UNROLL");
  Writer.open("for (int ", u, " = 0; ", u, " < ", Stream.across[0].cells, "; ++", u, ")");
  Writer.line("if (", isOwner, " && ", isOwn(0), ")");
  Writer.line("  ", Names.own, " |= ", row, " << (", times(along.cells, u), ");");
  Writer.close();
}

/// The buffers, which take turns.
void StreamMemory::declareField(unsigned f) {
  const StreamNames::Field &names = Names.fields[f];
  const unsigned first = Band.fields[f], second = Stream.seconds[f].value();
  const std::string &type = arrayOf(f).elementType, even = Writer.use(Kernel.host[1]) + " == 0 ? ";
  const std::string a = Writer.use(Region.arrays[first].name), b = Writer.use(Region.arrays[second].name);
  Writer.line("const ", type, " *const ", names.from, " = ", even, a, " : ", b, ";");
  Writer.line(type, " *const ", names.to, " = ", even, b, " : ", a, ";");
  for (unsigned d = 0; d + 1 < Band.rank; ++d) {
    const std::string pitch = strideOf(first, d), other = strideOf(second, d);
    Writer.line("const ", I, " ", names.fromPitches[d], " = ", even, pitch, " : ", other, ", ",
                names.toPitches[d], " = ", even, other, " : ", pitch, ";");
  }
  if (masksLoads()) {
    Writer.line("const bool ", names.fromAligned, " = ", alignedText(names.from, names.fromPitches),
                ";");
    Writer.line("const bool ", names.toAligned, " = ", alignedText(names.to, names.toPitches), ";");
  }
  if (testsCells()) {
    declareBox(f, names.cells);
    if (isClipped())
      declareClippedRows(f);
  } else if (Band.testsRows()) {
    declareRows(f, 1);
  }
  if (hasRows())
    Writer.line(type, " ", names.ahead, "[", rowsAhead(), "]", cellsText(),
                Band.testsRows() ? " = {};" : ";");
}

/// What a field has of rows and, in \p dims dimensions, of cells, and whether it has any.
void StreamMemory::declareRows(unsigned f, unsigned dims) {
  const StreamNames::Field &names = Names.fields[f];
  const Box &box = Region.plan.transfers[Band.fields[f]].box;
  const ParamExprs exprs(Existing[f]);
  for (unsigned d = 0; d < dims; ++d)
    Writer.line("const ", I, " ", names.firsts[d], " = ", Printer.expr(exprs.value(box.lower[d])), ", ",
                names.lasts[d], " = ", Printer.expr(exprs.value(box.upper[d])), ";");
  if (!alwaysExists(f))
    Writer.line("const bool ", names.exists, " = ",
                Printer.expr(ParamExprs(Region.context).condition(Existing[f])), ";");
}

/// The rows that a field has, and \p mask of the lane's cells that are in it.
void StreamMemory::declareBox(unsigned f, const std::string &mask) {
  const StreamNames::Field &names = Names.fields[f];
  declareRows(f, Band.rank);
  std::vector<std::string> tests;
  if (!alwaysExists(f))
    tests.push_back(names.exists);
  for (size_t d = 0; d < acrossDims(); ++d) {
    const size_t dim = Band.rank - acrossDims() + d;
    tests.push_back(placeText(d) + " >= " + names.firsts[dim] + " && " + placeText(d) + " <= " +
                    names.lasts[dim]);
  }
  Writer.line("unsigned ", mask, " = 0;");
  openCells();
  Writer.line(mask, " |= (unsigned)(", joined(tests, " && "), ") << ", shift(), ";");
  closeCells();
}

/// Where the lane's rows of cells begin in a plane that a launch finds of field \p f. Those that it
/// does not have are the next ones that it has: loads are not tested.
void StreamMemory::declareClippedRows(unsigned f) {
  const StreamNames::Field &names = Names.fields[f];
  const std::string &u = Names.cells[0];
  const StreamSpan &down = Stream.across[0], &along = Stream.across[1];
  const auto clipped = [&](const std::string &value, size_t d, const std::string &last) {
    return "gpt_min(gpt_max(" + value + ", " + names.firsts[d] + "), " + last + ")";
  };
  Writer.line(I, " ", names.rows, "[", down.cells, "];");
  Writer.line("GPT_UNROLL");
  Writer.line("for (int ", u, " = 0; ", u, " < ", down.cells, "; ++", u, ")");
  Writer.line("  ", names.rows, "[", u, "] = ", clipped(placeText(0), 1, names.lasts[1]), " * ",
              names.fromPitches[1], " + ",
              clipped(Names.starts[1], 2, plus(names.lasts[2], 1 - along.cells)), ";");
}

/// Whether the rows at \p pointer lie at multiples of the vectors that lanes load and store.
std::string StreamMemory::alignedText(const std::string &pointer,
                                      const std::vector<std::string> &pitches) const {
  return "gpt_cells_aligned<" + number(Stream.across.back().cells) + ">(" + pointer + ", " +
         (pitches.empty() ? "0" : joined(pitches, " | ")) + ")";
}

std::string StreamMemory::alignmentText() {
  std::vector<std::string> tests;
  for (unsigned f = 0; f < Band.fields.size(); ++f) {
    if (Band.isTransient(f))
      continue;
    for (const unsigned array : {Band.fields[f], Stream.seconds[f].value()}) {
      std::vector<std::string> pitches;
      for (unsigned d = 0; d + 1 < Band.rank; ++d)
        pitches.push_back(strideOf(array, d));
      tests.push_back(alignedText(Writer.use(Region.arrays[array].name), pitches));
    }
  }
  return tests.empty() ? "true" : joined(tests, " && ");
}

std::string StreamMemory::clippedText() {
  std::vector<std::string> tests;
  const long cells = Stream.across.back().cells;
  const auto divides = [&](const isl::pw_aff &bound) {
    const std::string text =
        Printer.expr(ParamExprs(Region.context).value(bound), Precedence::Product);
    const std::string test = text + " % " + number(cells) + " == 0";
    if (text != "0" && std::find(tests.begin(), tests.end(), test) == tests.end())
      tests.push_back(test);
  };
  for (const unsigned f : carriedFields()) {
    const Box &box = Region.plan.transfers[Band.fields[f]].box;
    divides(box.lower.back());
    divides(box.upper.back().add_constant(isl::val(Region.scop.ctx(), 1)));
  }
  return tests.empty() ? "true" : joined(tests, " && ");
}

/// The argument that says so, of what \p name is the test; transient fields are stored in one
/// launch, element by element.
std::string StreamMemory::alignmentOf(unsigned f, const std::string &name) const {
  return Band.isTransient(f) ? "false" : masksLoads() ? name : isClipped() ? "true" : Names.aligned;
}

std::string StreamMemory::lastWriteOf(unsigned f) {
  return Printer.expr(ParamExprs(paramUniverse(Region.scop.ctx())).value(*Band.lastWrites[f]), Precedence::Sum);
}

/// What the launch with the last iteration stores, and where blocks find cells that no iteration writes.
void StreamMemory::declareTransient(unsigned f) {
  if (!leaves(f) && !Band.findsOthers[f])
    return;
  const StreamNames::Field &names = Names.fields[f];
  const unsigned array = Band.fields[f];
  Writer.line(arrayOf(f).elementType, " *const ", names.to, " = ", Writer.use(Region.arrays[array].name), ";");
  for (unsigned d = 0; d + 1 < Band.rank; ++d)
    Writer.line("const ", I, " ", names.toPitches[d], " = ", strideOf(array, d), ";");
  if (testsCells()) {
    if (Band.findsOthers[f])
      declareBox(f, names.found);
    prepareMask(names.cells, written(f));
  } else if (!leaves(f)) {
    declareRows(f, 1);
  }
  if (!leaves(f))
    return;
  const std::string last = lastWriteOf(f);
  const std::string isHere =
      last + " >= " + firstTime() + " && " + last + " < " + plus(firstTime(), Stream.steps);
  if (!storesIterations(f))
    return Writer.line("const bool ", names.stores, " = ", isHere, ";");
  Writer.line("const int ", names.lastStep, " = ", TellsLast ? Names.lastLaunch + " && " : "",
              isHere, " ? (int)(", last, " - ", firstTime(), ") : -1;");
}

/// The address of the lane's first cell in row \p row of \p buffer. At borders it may lie outside.
std::string StreamMemory::firstCell(const std::string &buffer, const std::string &row,
                                    const std::vector<std::string> &pitches) const {
  std::string text = buffer + " + ";
  for (size_t d = 0; d < pitches.size(); ++d)
    text += (d == 0 ? row : wide(Names.starts[d - 1])) + " * " + pitches[d] + " + ";
  return text + Names.starts.back();
}

/// \p value, whose products with pitches may be larger than subscripts of cells that exist.
std::string StreamMemory::wide(const std::string &value) const {
  return testsCells() ? "(long long)" + value : value;
}

/// Elements between two of the lane's rows of cells.
std::string StreamMemory::lanePitch(const std::vector<std::string> &pitches) const {
  return acrossDims() == 1 ? "0" : masksLoads() ? wide(pitches.back()) : pitches.back();
}

/// The newest row of what a launch finds of field \p f.
std::string StreamMemory::stateFound(unsigned f) const {
  return Names.states[Band.lastStageOf(f)] + "[0][0]";
}

/// The first of the rows of cells that a lane has of \p row.
std::string StreamMemory::firstOf(const std::string &row) const {
  return acrossDims() > 1 ? row : "&" + row;
}

/// Puts the lane's cells of row Names.row of what field \p f holds before the launch into \p target; where there
/// are none, others.
void StreamMemory::loadRow(unsigned f, const std::string &target, bool inLoop) {
  const StreamNames::Field &names = Names.fields[f];
  const std::string pitch = lanePitch(names.fromPitches);
  if (!masksLoads() && Band.testsRows())
    Writer.line("if (", inLoop ? unlessFull(isRowOf(f)) : isRowOf(f), ")");
  if (isClipped())
    return Writer.line("  gpt_load_rows<", sizesText(), ">(", firstOf(target), ", ", names.in, ", ",
                       names.rows, ");");
  if (!masksLoads())
    return Writer.line(
        Band.testsRows() ? "  " : "", "gpt_load_cells<", sizesText(), ">(", firstOf(target), ", ",
        movesPointers() ? names.in : firstCell(names.from, Names.row, names.fromPitches), ", ",
        pitch, ", ", alignmentOf(f, names.fromAligned), ");");
  std::string row, cells = names.cells;
  if (hasRows()) {
    row = rowInBox(f);
    cells = isRowOf(f) + " ? " + cells + " : 0u";
  }
  Writer.line("gpt_load_some<", sizesText(), ">(", firstOf(target), ", ",
              movesPointers() ? names.in : firstCell(names.from, row, names.fromPitches), ", ",
              pitch, ", ", cells, ", ", alignmentOf(f, names.fromAligned), ");");
}

void StreamMemory::loadOthers(unsigned f, const std::string &target, const std::string &unless) {
  const StreamNames::Field &names = Names.fields[f];
  declareMaskOfRow(Writer, names.written, written(f), unless);
  const std::string mask = names.found + " & ~" + names.written;
  const std::string test = unless.empty() ? isRowOf(f) : unless + "(" + isRowOf(f) + ")";
  Writer.line("const unsigned ", names.others, " = ",
              hasRows() ? test + " ? " + mask + " : 0u" : mask, ";");
  Writer.line("if (", names.others, " != 0)");
  Writer.line("  gpt_load_others<", sizesText(), ">(", firstOf(target), ", ",
              firstCell(names.to, hasRows() ? rowInBox(f) : "", names.toPitches), ", ",
              lanePitch(names.toPitches), ", ", names.others, ");");
}

void StreamMemory::loadOtherRow(unsigned f, const std::string &target) {
  const StreamNames::Field &names = Names.fields[f];
  Writer.line("if (", isRowOf(f), ")");
  Writer.line("  gpt_load_cells<", sizesText(), ">(", firstOf(target), ", ",
              firstCell(names.to, Names.row, names.toPitches), ", ", lanePitch(names.toPitches),
              ", false);");
}

/// Arguments of functions for the lane's cells of a row.
std::string StreamMemory::sizesText() const {
  return (acrossDims() > 1 ? number(Stream.across[0].cells) : "1") + ", " +
         number(Stream.across.back().cells);
}

/// Row Names.row, or the one next to it that field \p f has.
std::string StreamMemory::rowInBox(unsigned f) const {
  const StreamNames::Field &names = Names.fields[f];
  return "gpt_min(gpt_max(" + Names.row + ", " + names.firsts[0] + "), " + names.lasts[0] + ")";
}

/// Whether field \p f has row Names.row.
std::string StreamMemory::isRowOf(unsigned f) const {
  const StreamNames::Field &names = Names.fields[f];
  // At borders, masks of cells say so.
  return (!masksLoads() && !alwaysExists(f) ? names.exists + " && " : "") + Names.row +
         " >= " + names.firsts[0] + " && " + Names.row + " <= " + names.lasts[0];
}

void StreamMemory::loadOnlyRow(unsigned f) { loadRow(f, stateFound(f), /*inLoop=*/false); }

/// Row \p ahead behind number \p z, as the row \p k of those that are loaded early.
void StreamMemory::loadAhead(unsigned f, const std::string &z, long ahead, long k, bool inLoop) {
  const std::string row = plus(z, Stream.loadAhead(f) + ahead);
  const std::string clipped =
      "gpt_min((" + I + ")(" + row + "), " + plus(Names.last, Stream.loadAhead(f)) + ")";
  Writer.open("");
  if (masksLoads() || !movesPointers() || Band.testsRows())
    Writer.line("const ", I, " ", Names.row, " = ",
                masksLoads() || movesPointers() ? row
                : inLoop                        ? Names.full + " ? " + row + " : " + clipped
                                                : clipped,
                ";");
  loadRow(f, Names.fields[f].ahead + "[" + number(k) + "]", inLoop);
  Writer.close();
}

/// \p row of \p buffer, which may not exist at borders, as a variable that moves on.
void StreamMemory::declarePointer(const std::string &type, const std::string &name,
                                  const std::string &buffer, const std::string &row,
                                  const std::vector<std::string> &pitches) {
  Writer.line(type, " *", name, " = ", firstCell(buffer, wide("(" + row + ")"), pitches), ";");
}

void StreamMemory::declareOut() {
  for (unsigned f = 0; movesPointers() && f < Band.fields.size(); ++f)
    if (leaves(f) && !storesIterations(f))
      declarePointer(arrayOf(f).elementType, Names.fields[f].out, Names.fields[f].to,
                     plus(Names.first, -Stream.storeLag(f)), Names.fields[f].toPitches);
}

void StreamMemory::fillAhead(unsigned f) {
  const StreamNames::Field &names = Names.fields[f];
  const std::string first = plus(Names.first, Stream.loadAhead(f));
  if (isClipped())
    Writer.line("const ", arrayOf(f).elementType, " *", names.in, " = ", names.from, " + ",
                wide("(" + first + ")"), " * ", names.fromPitches[0], ";");
  else if (movesPointers())
    declarePointer("const " + arrayOf(f).elementType, names.in, names.from, first,
                   names.fromPitches);
  for (long k = 0; k < rowsAhead(); ++k)
    loadAhead(f, Names.first, k, k, /*inLoop=*/false);
}

void StreamMemory::load(unsigned f) {
  const std::string &ahead = Names.fields[f].ahead, v = cellText();
  openCells();
  Writer.line(stateFound(f), v, " = ", ahead, "[0]", v, ";");
  for (long k = 0; k + 1 < rowsAhead(); ++k)
    Writer.line(ahead, "[", k, "]", v, " = ", ahead, "[", k + 1, "]", v, ";");
  closeCells();
  const StreamNames::Field &names = Names.fields[f];
  if (movesPointers())
    Writer.line(names.in, " += ", names.fromPitches[0], ";");
  loadAhead(f, Names.newest, rowsAhead(), rowsAhead() - 1, /*inLoop=*/true);
}

void StreamMemory::store() {
  for (unsigned f = 0; f < Band.fields.size(); ++f)
    if (leaves(f) && !storesIterations(f))
      storeField(f);
}

/// { : constraints } under which a stage writes the cell of field \p f.
isl::set StreamMemory::written(unsigned f) const {
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

/// Under which row Names.row of field \p f is stored.
std::string StreamMemory::rowsStored(unsigned f) {
  const StreamNames::Field &names = Names.fields[f];
  std::vector<std::string> tests;
  if (hasRows()) {
    tests.push_back(Names.row + " >= " + plus(Names.first, Stream.above) + " && " + Names.row +
                    " <= " + plus(Names.last, -Stream.longestLag()));
    if ((testsCells() || Band.testsRows()) && !Band.isTransient(f))
      tests.push_back(isRowOf(f));
    if (!storesIterations(f))
      tests = {unlessFull(joined(tests, " && "))};
  }
  if (Band.isTransient(f) && !storesIterations(f))
    tests = {names.stores + (tests.empty() ? "" : " && (" + joined(tests, " && ") + ")")};
  return tests.empty() ? "" : "if (" + joined(tests, " && ") + ")";
}

/// Stores the lane's \p cells of \p row, in row Names.row of field \p f. Of a transient field it may not be there; then
/// there are no such cells.
void StreamMemory::storeRow(unsigned f, const std::string &row, const std::string &cells) {
  const StreamNames::Field &names = Names.fields[f];
  const bool moves = movesPointers() && !storesIterations(f);
  Writer.line(masksLoads() ? "gpt_store_some<" : "gpt_store_cells<", sizesText(), ">(",
              moves ? names.out
                    : firstCell(names.to, Band.isTransient(f) ? wide(Names.row) : Names.row,
                                names.toPitches),
              ", ", firstOf(row), ", ", lanePitch(names.toPitches), ", ", cells, ", ",
              alignmentOf(f, names.toAligned), ");");
}

void StreamMemory::storeField(unsigned f) {
  Writer.open("");
  if (hasRows())
    Writer.line("const ", I, " ", Names.row, " = ", plus(Names.newest, -Stream.storeLag(f)), ";");
  Writer.open(rowsStored(f));
  std::string cells = Names.own;
  if (testsCells() && Band.isTransient(f)) {
    declareMaskOfRow(Writer, Names.active, written(f));
    cells += " & " + Names.active;
  } else if (testsCells()) {
    cells += " & " + Names.fields[f].cells;
  }
  storeRow(f,
           Names.states[Band.lastStageOf(f)] + "[" + number(hasRows() ? Stream.steps : 0) + "][0]",
           cells);
  Writer.close();
  if (movesPointers())
    Writer.line(Names.fields[f].out, " += ", Names.fields[f].toPitches[0], ";");
  Writer.close();
}

void StreamMemory::storeLastIteration(unsigned s) {
  const unsigned f = Band.stages[s].field;
  if (!storesIterations(f) || Band.lastStageOf(f) != s)
    return;
  Writer.open("if (" + Names.step + " == " + Names.fields[f].lastStep + ")");
  if (hasRows())
    Writer.line("const ", I, " ", Names.row, " = ", rowOf(Band.stages[s]), ";");
  Writer.open(rowsStored(f));
  declareMaskOfRow(Writer, Names.active, written(f));
  storeRow(f, Names.states[s] + "[" + (hasRows() ? plus(Names.step, 1) : "1") + "][0]",
           Names.own + " & " + Names.active);
  Writer.close();
  Writer.close();
}

} // namespace gputile::codegen
