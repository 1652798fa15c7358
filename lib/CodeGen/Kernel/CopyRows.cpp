//===- CopyRows.cpp - Loops over the rows of a copy -------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Each loop is shared among the threads of one dimension of the block, which for this purpose is
/// folded into a shape that suits the tile. The loop over the columns of a row has constant length
/// where it is short: a compiler then makes one address of all its elements.
///
//===----------------------------------------------------------------------===//

#include "CodeGen/Kernel/CopyRows.h"

#include <algorithm>
#include <map>

namespace gputile::codegen {

/// Loops of so many iterations are unrolled in blocks of so many threads. In smaller blocks a
/// thread has as many more loads under way.
constexpr long MostUnrolled = 8, ManyThreads = 256;

namespace {

class CopyRows {
public:
  CopyRows(const TileCopy &copy, const CopyBounds &bounds)
      : Copy(copy), Kernel(copy.leaf.kernel), Bounds(bounds),
        Threads(copyShape(copy, bounds.trips)) {}

  void print(NodePrinter &printer) const;

private:
  /// Iterations of a thread in the loop over a position, at most.
  long rounds(size_t position) const {
    return (Bounds.trips[position] + Threads[position] - 1) / Threads[position];
  }
  long mostUnrolled() const {
    return MostUnrolled * std::max(1L, ManyThreads / Kernel.threadsPerBlock());
  }
  bool isFolded() const;
  std::vector<ExprText> threadTexts() const;
  size_t loopOf(const std::string &name) const;
  ExprText limit(NodePrinter &printer, const std::vector<isl::aff> &bounds, bool lower) const;
  void define(NodePrinter &printer, const std::string &name, const ExprText &value) const;
  ExprText named(NodePrinter &printer, const std::string &name, const ExprText &value) const;
  ExprText startOf(NodePrinter &printer, size_t position, const ExprText &value,
                   const ExprText &thread) const;
  bool isEven(size_t position, const PositionBounds &bounds) const;
  void openLoop(NodePrinter &printer, size_t position, const ExprText &thread) const;
  void openFor(NodePrinter &printer, size_t position, const ExprText &start,
               const std::string &end) const;
  void openUnrolled(NodePrinter &printer, size_t position, const ExprText &start) const;
  void printColumns(NodePrinter &printer, const PositionBounds &columns, const ExprText &thread,
                    const std::string &test) const;
  void defineTimes(NodePrinter &printer, size_t part) const;
  std::string rowTest(NodePrinter &printer, size_t part) const;
  std::string partTest(NodePrinter &printer, size_t part) const;
  void printInterval(NodePrinter &printer, const ExprText &thread) const;
  void printUnion(NodePrinter &printer, const ExprText &thread) const;

  TileCopy Copy;
  const KernelModel &Kernel;
  CopyBounds Bounds;
  ThreadShape Threads;
};

} // namespace

/// The block as it is: x over the last dimension, all else over the one before.
static ThreadShape blockShape(const KernelModel &kernel, size_t rank) {
  ThreadShape shape(rank, 1);
  if (kernel.plan.blockSize.empty())
    return shape;
  shape.back() = kernel.plan.blockSize.back();
  if (rank == 1)
    shape.back() = kernel.threadsPerBlock();
  else
    shape[rank - 2] = kernel.threadsPerBlock() / shape.back();
  return shape;
}

long copyRounds(const std::vector<long> &trips, const ThreadShape &shape) {
  long product = 1;
  for (size_t d = 0; d < shape.size(); ++d)
    product *= (trips[d] + shape[d] - 1) / shape[d];
  return product;
}

/// A shape with the fewest rounds: the block's own if it is as good as another one. At least eight
/// threads go along the last dimension, so that memory is accessed in whole segments.
ThreadShape copyShape(const TileCopy &copy, const std::vector<long> &trips) {
  const KernelModel &kernel = copy.leaf.kernel;
  ThreadShape best = blockShape(kernel, trips.size());
  if (kernel.plan.blockSize.empty())
    return best;
  const long all = kernel.threadsPerBlock();
  long fewest = copyRounds(trips, best);
  for (long x = std::min(all, 128L); x >= 8; --x) {
    ThreadShape shape(best.size(), 1);
    if (all % x != 0)
      continue;
    shape.back() = shape.size() == 1 ? all : x;
    long rest = all / x;
    for (size_t d = shape.size() - 1; d-- > 0; rest /= shape[d]) {
      shape[d] = d == 0 ? rest : std::min(rest, trips[d]);
      while (rest % shape[d] != 0)
        --shape[d];
    }
    const long count = copyRounds(trips, shape);
    if (count * 10 < fewest * 9) {
      best = shape;
      fewest = count;
    }
  }
  return best;
}

/// Whether the shape is not the block's: then indices are computed out of
/// KernelModel::linearIndex.
bool CopyRows::isFolded() const {
  return Threads.size() > 1 && Threads != blockShape(Kernel, Threads.size());
}

/// The thread's index in each dimension of the shape.
std::vector<ExprText> CopyRows::threadTexts() const {
  const unsigned dims = Kernel.plan.blockSize.size();
  if (Threads.size() == 1)
    return {Kernel.linearThread(dims)};
  std::vector<ExprText> texts(Threads.size());
  if (!isFolded()) {
    if (dims == 0)
      return texts;
    texts.back() = Kernel.threadText(dims - 1);
    texts[texts.size() - 2] = Kernel.linearThread(dims - 1);
    return texts;
  }
  long inner = 1;
  for (size_t d = Threads.size(); d-- > 0; inner *= Threads[d]) {
    texts[d] = ExprText::variable(Kernel.linearIndex, Bound::constant(Kernel.threadsPerBlock()));
    std::string &text = texts[d].text;
    if (inner > 1)
      text += " / " + std::to_string(inner);
    if (inner * Threads[d] < Kernel.threadsPerBlock())
      text += " % " + std::to_string(Threads[d]);
  }
  return texts;
}

/// The number of loops around the definition of \p name.
size_t CopyRows::loopOf(const std::string &name) const {
  for (size_t d = 0; d < Copy.indices.size(); ++d)
    if (Copy.indices[d] == name)
      return d + 1;
  const auto among = [&](const std::vector<std::string> &names) {
    return std::count(names.begin(), names.end(), name) > 0;
  };
  return among(Kernel.copyLeast) || among(Kernel.copyMost) ? Copy.indices.size() : 0;
}

/// The largest of \p bounds if they are lower ones, else the least. What changes in inner loops
/// comes last, so that the rest is computed outside of them.
ExprText CopyRows::limit(NodePrinter &printer, const std::vector<isl::aff> &bounds,
                         bool lower) const {
  const auto innermost = [&](const isl::aff &bound) {
    size_t loop = 0;
    const int params = isl_aff_dim(bound.get(), isl_dim_param);
    for (int p = 0; p < params; ++p)
      if (isl_aff_involves_dims(bound.get(), isl_dim_param, p, 1) == isl_bool_true)
        loop = std::max(loop, loopOf(isl_aff_get_dim_name(bound.get(), isl_dim_param, p)));
    return loop;
  };
  std::multimap<size_t, isl::aff> sorted;
  for (const isl::aff &bound : bounds)
    sorted.emplace(innermost(bound), bound);
  const ParamExprs exprs(paramUniverse(Copy.context.ctx()));
  std::vector<ExprText> values;
  for (const auto &[loop, bound] : sorted)
    values.push_back(printer.exprs().print(exprs.value(lower ? bound.ceil() : bound.floor())));
  return printer.exprs().extremum(values, !lower);
}

/// Makes \p name a variable of the value \p value.
void CopyRows::define(NodePrinter &printer, const std::string &name, const ExprText &value) const {
  printer.writer().line("const ", printer.type(), " ", name, " = ", value, ";");
  printer.exprs().declare(name, value.bound);
}

/// \p value for several uses: itself if it is a variable or a constant.
ExprText CopyRows::named(NodePrinter &printer, const std::string &name,
                         const ExprText &value) const {
  if (value.isVariable() || value.uses.empty())
    return value;
  define(printer, name, value);
  return printer.exprs().value(name);
}

/// \p value, a term, and the threads of position \p position one after the other.
ExprText CopyRows::startOf(NodePrinter &printer, size_t position, const ExprText &value,
                           const ExprText &thread) const {
  if (Threads[position] == 1)
    return value;
  return value.text == "0" ? thread : printer.exprs().sum(value, thread);
}

/// Whether each thread has equally many iterations of the loop between \p bounds.
bool CopyRows::isEven(size_t position, const PositionBounds &bounds) const {
  if (bounds.lower.size() != 1 || bounds.upper.size() != 1)
    return false;
  const isl::aff length = bounds.upper.front().sub(bounds.lower.front());
  return isl_aff_is_cst(length.get()) == isl_bool_true &&
         length.constant_val().add(1).mod(Threads[position]).is_zero();
}

/// The head of a loop from \p start. \param end "< n" or "<= n"
void CopyRows::openFor(NodePrinter &printer, size_t position, const ExprText &start,
                       const std::string &end) const {
  const std::string &index = Copy.indices[position];
  const std::string step =
      Threads[position] == 1 ? "++" + index : index + " += " + std::to_string(Threads[position]);
  printer.writer().open("for (", printer.type(), " ", index, " = ", start, "; ", index, " ", end,
                        "; ", step, ")");
}

/// A loop of constant length, which the compiler unrolls.
void CopyRows::openUnrolled(NodePrinter &printer, size_t position, const ExprText &start) const {
  const std::string length = std::to_string(rounds(position) * Threads[position]);
  printer.writer().line("GPT_UNROLL");
  openFor(printer, position, start,
          "< " + (start.text == "0" ? "" : printer.writer().use(start) + " + ") + length);
}

void CopyRows::openLoop(NodePrinter &printer, size_t position, const ExprText &thread) const {
  const PositionBounds &bounds = Bounds.loops[position];
  const ExprText start = startOf(printer, position, limit(printer, bounds.lower, true), thread);
  const ExprText last = limit(printer, bounds.upper, false);
  printer.exprs().record(last.bound + Bound::constant(Threads[position]));
  printer.exprs().declare(Copy.indices[position], Bound::constant(Copy.size[position]));
  if (!Copy.tested() && isEven(position, bounds) &&
      copyRounds(Bounds.trips, Threads) <= mostUnrolled())
    openUnrolled(printer, position, start);
  else
    openFor(printer, position, start, "<= " + printer.writer().use(last));
}

/// The loop over a row's columns between \p columns. \param test of each element
void CopyRows::printColumns(NodePrinter &printer, const PositionBounds &columns,
                            const ExprText &thread, const std::string &test) const {
  const ExprText first = named(printer, Kernel.copyFirst, limit(printer, columns.lower, true));
  const std::string &index = Copy.indices.back();
  const size_t position = Copy.indices.size() - 1;
  const bool isLoop = rounds(position) > 1, isUnrolled = rounds(position) <= MostUnrolled;
  const bool hasLength = isUnrolled && isEven(position, columns);
  ExprText last = limit(printer, columns.upper, false);
  if (!hasLength)
    last = named(printer, Kernel.copyLast, last);
  const ExprText start = startOf(printer, position, first, thread);
  printer.exprs().record(last.bound + Bound::constant(Threads[position] * rounds(position)));
  printer.exprs().declare(index, Bound::constant(Copy.size[position]));
  const std::string ends = hasLength ? "" : "<= " + printer.writer().use(last);
  std::string condition = isUnrolled && !hasLength ? index + " " + ends : "";
  if (!isLoop)
    printer.writer().line("const ", printer.type(), " ", index, " = ", start, ";");
  else if (isUnrolled)
    openUnrolled(printer, position, start);
  else
    openFor(printer, position, start, ends);
  if (!test.empty())
    condition += (condition.empty() ? "" : " && ") + test;
  const std::string move = Copy.moveText(printer);
  if (!condition.empty()) {
    printer.writer().line("if (", condition, ")");
    printer.writer().indent();
  }
  printer.writer().line(move);
  if (!condition.empty())
    printer.writer().outdent();
  if (isLoop)
    printer.writer().close();
}

/// What is known of the row before its columns: the bounds of its time.
void CopyRows::defineTimes(NodePrinter &printer, size_t part) const {
  const RowPart &row = Bounds.parts[part];
  if (!row.least.empty())
    define(printer, Kernel.copyLeast[part], limit(printer, row.least, true));
  if (!row.most.empty())
    define(printer, Kernel.copyMost[part], limit(printer, row.most, false));
}

/// Whether a part has anything in the row; empty where it always may.
std::string CopyRows::rowTest(NodePrinter &printer, size_t part) const {
  const RowPart &row = Bounds.parts[part];
  std::vector<std::string> tests;
  if (row.condition)
    tests.push_back(printer.expr(*row.condition, Precedence::And));
  for (size_t d = 0; d < row.rows.size(); ++d) {
    const std::string &index = printer.writer().use(Copy.indices[d]);
    if (!row.rows[d].lower.empty())
      tests.push_back(index +
                      " >= " + printer.writer().use(limit(printer, row.rows[d].lower, true)));
    if (!row.rows[d].upper.empty())
      tests.push_back(index +
                      " <= " + printer.writer().use(limit(printer, row.rows[d].upper, false)));
  }
  if (row.empties)
    tests.push_back(printer.writer().use(Kernel.copyLeast[part]) +
                    " <= " + printer.writer().use(Kernel.copyMost[part]));
  std::string text;
  for (const std::string &test : tests)
    text += (text.empty() ? "" : " && ") + test;
  return text;
}

/// Defines the columns of a part in the row, and returns the test of an element.
std::string CopyRows::partTest(NodePrinter &printer, size_t part) const {
  const RowPart &row = Bounds.parts[part];
  if (row.test)
    return row.test->text(printer);
  defineTimes(printer, part);
  const std::string test = rowTest(printer, part), &column = Copy.indices.back();
  const auto compare = [&](const char *with, const std::string &name, ExprText value, long none) {
    if (!test.empty()) {
      value.text = test + " ? " + value.text + " : " + std::to_string(none);
      value.bound = maxOf(value.bound, Bound::constant(Copy.size.back()));
      define(printer, name, value);
      value = printer.exprs().value(name);
    }
    return column + with + printer.writer().use(named(printer, name, value));
  };
  std::vector<std::string> tests;
  if (!row.columns.lower.empty() || row.columns.upper.empty()) {
    const ExprText low = row.columns.lower.empty() ? ExprText{"0", Bound::constant(0), {}}
                                                   : limit(printer, row.columns.lower, true);
    tests.push_back(compare(" >= ", Kernel.copyLow[part], low, Copy.size.back()));
  }
  if (!row.columns.upper.empty()) {
    const ExprText high = limit(printer, row.columns.upper, false);
    tests.push_back(compare(" <= ", Kernel.copyHigh[part], high, -1));
  }
  return tests.size() == 1 ? tests[0] : "(" + tests[0] + " && " + tests[1] + ")";
}

/// The elements of a row are those of one interval.
void CopyRows::printInterval(NodePrinter &printer, const ExprText &thread) const {
  PositionBounds columns = Bounds.loops.back();
  std::string test;
  if (!Bounds.parts.empty()) {
    const RowPart &row = Bounds.parts.front();
    defineTimes(printer, 0);
    test = rowTest(printer, 0);
    columns.lower.insert(columns.lower.end(), row.columns.lower.begin(), row.columns.lower.end());
    columns.upper.insert(columns.upper.end(), row.columns.upper.begin(), row.columns.upper.end());
  }
  if (!test.empty())
    printer.writer().open("if (", test, ")");
  printColumns(printer, columns, thread, "");
  if (!test.empty())
    printer.writer().close();
}

/// The elements of a row are those of any of several intervals.
void CopyRows::printUnion(NodePrinter &printer, const ExprText &thread) const {
  std::string test;
  for (size_t part = 0; part < Bounds.parts.size(); ++part)
    test += (part > 0 ? " || " : "") + partTest(printer, part);
  printColumns(printer, Bounds.loops.back(), thread,
               Bounds.parts.size() > 1 ? "(" + test + ")" : test);
}

void CopyRows::print(NodePrinter &printer) const {
  definePrefix(Copy.leaf, printer);
  const std::vector<ExprText> threads = threadTexts();
  const bool isLocal = Threads.size() == 1 || isFolded(); // Variables outside of the loops.
  if (Bounds.condition)
    printer.writer().open("if (", printer.expr(*Bounds.condition), ")");
  else if (isLocal)
    printer.writer().open();
  if (isFolded())
    printer.writer().line("const ", printer.type(), " ", Kernel.linearIndex, " = ",
                          Kernel.linearThread(Kernel.plan.blockSize.size()), ";");
  for (size_t d = 0; d + 1 < Threads.size(); ++d)
    openLoop(printer, d, threads[d]);
  const bool oneInterval =
      Bounds.parts.empty() || (Bounds.parts.size() == 1 && !Bounds.parts.front().test);
  if (oneInterval)
    printInterval(printer, threads.back());
  else
    printUnion(printer, threads.back());
  for (size_t d = 0; d + 1 < Threads.size(); ++d)
    printer.writer().close();
  if (Bounds.condition || isLocal)
    printer.writer().close();
}

LeafText copyRowsText(const TileCopy &copy, const CopyBounds &bounds) {
  CopyRows rows(copy, bounds);
  return [rows](NodePrinter &printer) { rows.print(printer); };
}

} // namespace gputile::codegen
