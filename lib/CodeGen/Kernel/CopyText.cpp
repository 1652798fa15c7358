//===- CopyText.cpp - Copies between global and shared memory ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Kernel/CopyText.h"

#include "CodeGen/Kernel/CopyRows.h"

#include <algorithm>

namespace gputile::codegen {

namespace {

/// The loops of one cooperative copy over the whole box.
class CopyLoops {
public:
  CopyLoops(const TileCopy &copy, const std::optional<ElementTest> &test)
      : Copy(copy), Kernel(copy.leaf.kernel), Test(test) {}

  void print(NodePrinter &printer) const;

private:
  long rows() const;
  bool rowsSuitBlock() const;
  void printRows(NodePrinter &printer) const;
  void printFlat(NodePrinter &printer) const;
  bool openLoop(NodePrinter &printer, const std::string &index, const ExprText &start, long limit,
                long step) const;
  void splitLinear(NodePrinter &printer, unsigned dims) const;
  void printElement(NodePrinter &printer) const;

  TileCopy Copy;
  const KernelModel &Kernel;
  std::optional<ElementTest> Test; ///< None when the whole box is copied.
};

} // namespace

long CopyLoops::rows() const {
  long count = 1;
  for (unsigned d = 0; d + 1 < Copy.size.size(); ++d)
    count *= Copy.size[d];
  return count;
}

/// The share of threads that work when \p items are distributed cyclically over \p threads.
static double usedShare(long items, long threads) {
  long rounds = (items + threads - 1) / threads;
  return static_cast<double>(items) / static_cast<double>(rounds * threads);
}

/// True when rows over the outer thread dimensions and columns over x keep most
/// threads busy: no division is needed then.
bool CopyLoops::rowsSuitBlock() const {
  if (Copy.size.empty() || Kernel.plan.blockSize.empty())
    return false;
  long x = Kernel.plan.blockSize.back();
  return usedShare(Copy.size.back(), x) * usedShare(rows(), Kernel.threadsPerBlock() / x) >= 0.7;
}

/// A loop from \p start by \p step below \p limit; its trip count is written so
/// that the compiler sees when it is constant. \returns whether a loop is needed:
/// else \p start itself takes the index's place.
bool CopyLoops::openLoop(NodePrinter &printer, const std::string &index, const ExprText &start,
                         long limit, long step) const {
  if (limit == step && start.isVariable()) {
    printer.exprs().define(index, start);
    return false;
  }
  printer.exprs().declare(index, Bound::constant(limit));
  std::string bound = std::to_string(limit);
  if (!Copy.tested() && limit % step == 0 && limit / step <= 16) {
    printer.writer().line("GPT_UNROLL");
    bound = start.text == "0" ? bound : start.text + " + " + bound;
  }
  std::string increment = step == 1 ? "++" + index : index + " += " + std::to_string(step);
  printer.writer().open("for (", printer.type(), " ", index, " = ", start, "; ", index, " < ",
                        bound, "; ", increment, ")");
  return true;
}

/// Declares the indices of dimensions 0 … dims-1 out of the linear index.
void CopyLoops::splitLinear(NodePrinter &printer, unsigned dims) const {
  long inner = 1;
  for (unsigned d = dims; d-- > 0;) {
    std::string value = printer.writer().use(printer.exprs().value(Kernel.linearIndex));
    printer.exprs().declare(Copy.indices[d], Bound::constant(Copy.size[d]));
    if (inner > 1)
      value += " / " + std::to_string(inner);
    if (d > 0)
      value += " % " + std::to_string(Copy.size[d]);
    printer.writer().line("const ", printer.type(), " ", Copy.indices[d], " = ", value, ";");
    inner *= Copy.size[d];
  }
}

void CopyLoops::printElement(NodePrinter &printer) const {
  std::string move = Copy.moveText(printer);
  if (!Test)
    return printer.writer().line(move);
  printer.writer().line("if (", Test->text(printer), ")");
  printer.writer().indent();
  printer.writer().line(move);
  printer.writer().outdent();
}

void CopyLoops::printRows(NodePrinter &printer) const {
  unsigned rank = Copy.size.size(), dims = Kernel.plan.blockSize.size();
  long x = Kernel.plan.blockSize.back(), others = Kernel.threadsPerBlock() / x;
  int open = 0;
  if (rank > 1) {
    const std::string &row = rank == 2 ? Copy.indices[0] : Kernel.linearIndex;
    open += openLoop(printer, row, Kernel.linearThread(dims - 1), rows(), others);
    if (rank > 2) {
      printer.writer().open(); // The indices are local.
      ++open;
      splitLinear(printer, rank - 1);
    }
  }
  open +=
      openLoop(printer, Copy.indices[rank - 1], Kernel.threadText(dims - 1), Copy.size[rank - 1], x);
  printElement(printer);
  for (; open > 0; --open)
    printer.writer().close();
}

void CopyLoops::printFlat(NodePrinter &printer) const {
  unsigned rank = Copy.size.size();
  long total = rank == 0 ? 1 : rows() * Copy.size.back();
  printer.writer().open(); // The indices are local.
  bool loop =
      openLoop(printer, Kernel.linearIndex, Kernel.linearThread(Kernel.plan.blockSize.size()),
               total, Kernel.threadsPerBlock());
  splitLinear(printer, rank);
  printElement(printer);
  if (loop)
    printer.writer().close();
  printer.writer().close();
}

void CopyLoops::print(NodePrinter &printer) const {
  definePrefix(Copy.leaf, printer);
  if (rowsSuitBlock())
    printRows(printer);
  else
    printFlat(printer);
}

/// True when loops over rows keep enough threads busy. Rows of few elements do not.
static bool rowsSuitThreads(const TileCopy &copy, const CopyBounds &bounds) {
  const long threads = copy.leaf.kernel.threadsPerBlock();
  long elements = 1;
  for (long size : copy.size)
    elements *= size;
  return copyRounds(bounds.trips, copyShape(copy, bounds.trips)) * threads <=
         4 * std::max(elements, threads);
}

/// The elements of \p copy as rows, if loops over rows suit them. At borders of tiles that change their width the
/// ends of rows take more registers than there are with indices of 64 bits.
static std::optional<CopyBounds> rowsOf(const TileCopy &copy) {
  if (copy.indices.empty() || (copy.leaf.kernel.plan.unevenThreads && copy.leaf.partial))
    return std::nullopt;
  CopyBounds bounds(copy);
  return bounds.nothing || rowsSuitThreads(copy, bounds) ? std::optional(bounds) : std::nullopt;
}

static CopyForm formOf(const TileCopy &copy) {
  CopyForm form;
  form.nothing = !copy.tested() && copy.nothing();
  if (form.nothing || copy.wholeBox())
    return form;
  form.rows = rowsOf(copy);
  form.nothing = form.rows && form.rows->nothing;
  if (!form.rows)
    form.test.emplace(copy.moved, copy.known, copy.indices);
  return form;
}

const CopyForm &CopyForms::of(const TileCopy &copy) {
  const bool stored = copy.tile.stored.has_value(), tested = copy.tested();
  const auto same = [](const isl::set &a, const isl::set &b) {
    return isl_set_plain_is_equal(a.get(), b.get()) == isl_bool_true;
  };
  for (const Known &known : Forms)
    if (known.stored == stored && known.tested == tested && known.indices == copy.indices &&
        same(known.moved, copy.moved) && same(known.context, copy.context))
      return known.form;
  Forms.push_back({copy.moved, copy.context, copy.indices, stored, tested, formOf(copy)});
  return Forms.back().form;
}

LeafText tileCopyText(const UniformLeaf &leaf, const KernelAction &action, CopyForms &forms) {
  TileCopy copy(leaf, action);
  const CopyForm &form = forms.of(copy);
  if (form.nothing)
    return [](NodePrinter &) {};
  if (form.rows)
    return copyRowsText(copy, *form.rows);
  CopyLoops loops(copy, form.test);
  return [loops](NodePrinter &printer) { loops.print(printer); };
}

} // namespace gputile::codegen
