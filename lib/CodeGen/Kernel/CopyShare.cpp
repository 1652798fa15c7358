//===- CopyShare.cpp - Copies of what is not a box --------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The elements of a skewed tile lie in rows of different length. isl generates
/// the loops over exactly these, with bounds per row; each loop is then shared
/// among the threads of one dimension of the block, which for this purpose is
/// folded into a shape that suits the tile.
///
//===----------------------------------------------------------------------===//

#include "CodeGen/Ast/ElementTest.h"
#include "CodeGen/Kernel/TileCopy.h"

#include <algorithm>
#include <optional>

namespace gputile::codegen {

/// Projects \p set on the position \p kept of \p copy.
static isl::set onlyIndex(const TileCopy &copy, const isl::set &set, size_t kept) {
  std::vector<std::string> others = copy.indices;
  others.erase(others.begin() + kept);
  return forgetParams(set, others);
}

bool needsSharedLoops(const TileCopy &copy) {
  if (copy.indices.empty() || copy.wholeBox())
    return false;
  if (copy.tile.stored || quantifies(copy.moved))
    return true;
  isl::set moved = copy.moved.intersect(copy.context), box = copy.context;
  for (size_t d = 0; d < copy.indices.size(); ++d)
    box = box.intersect(onlyIndex(copy, moved, d));
  return !box.is_subset(moved);
}

namespace {

/// Threads per dimension of a tile, the last being the fastest; their product is
/// the number of threads.
using Shape = std::vector<long>;

/// Loops shared among the threads.
class SharedLoops {
public:
  explicit SharedLoops(const TileCopy &copy);

  void print(NodePrinter &printer) const;

private:
  Shape blockShape() const;
  Shape bestShape() const;
  long rounds(const Shape &shape) const;
  bool isFolded() const;
  std::vector<ExprText> threadTexts() const;
  isl::ast_node buildLoops(const isl::set &positions) const;
  LeafText elementText(const LeafContext &context) const;
  void printElement(NodePrinter &printer, const std::vector<isl::ast_expr> &index) const;

  TileCopy Copy;
  const KernelModel &Kernel;
  Shape Threads;
  std::optional<ElementTest> Test; ///< Of an element; none when the loops are exact.
  std::optional<isl::ast_node> Loops;
};

} // namespace

/// { gpt_copy[i] : position i is in \p positions }
static isl::set asElements(const isl::set &positions, const std::vector<std::string> &indices) {
  isl_set *set = isl_set_add_dims(positions.copy(), isl_dim_set, indices.size());
  isl::set elements = named(isl::manage(set), "gpt_copy");
  return forgetParams(equateWithParams(elements, 0, indices), indices);
}

/// One element, where the loops of the dimensions that have only one position are
/// gone: there the first thread of the dimension is the one that copies.
LeafText SharedLoops::elementText(const LeafContext &context) const {
  isl_set *everywhere =
      isl_set_universe(isl_space_domain(isl_map_get_space(context.schedule.get())));
  isl::pw_multi_aff identity = isl::manage(isl_set_identity(everywhere)).as_pw_multi_aff();
  std::vector<isl::ast_expr> index;
  for (size_t d = 0; d < Copy.indices.size(); ++d)
    index.push_back(context.expr(identity.at(static_cast<int>(d))));
  SharedLoops self = *this;
  return [self, index](NodePrinter &printer) { self.printElement(printer, index); };
}

void SharedLoops::printElement(NodePrinter &printer,
                               const std::vector<isl::ast_expr> &index) const {
  const std::vector<ExprText> texts = threadTexts();
  std::vector<ExprText> iterators;
  std::vector<std::string> tests;
  for (size_t d = 0; d < index.size(); ++d) {
    const std::string &name = Copy.indices[d];
    const ExprText value = printer.exprs().print(index[d], Precedence::Unary);
    bool looped = value.text == name;
    iterators.push_back(printer.exprs().value(name));
    printer.exprs().define(name, value);
    if (!looped && Threads[d] > 1)
      tests.push_back(printer.writer().use(texts[d]) + " == 0");
  }
  if (Test)
    tests.push_back(Test->text(printer));
  std::string test, move = Copy.moveText(printer);
  for (const std::string &one : tests)
    test += (test.empty() ? "" : " && ") + one;
  for (size_t d = 0; d < index.size(); ++d)
    printer.exprs().define(Copy.indices[d], iterators[d]);
  if (test.empty())
    return printer.writer().line(move);
  printer.writer().line("if (", test, ")");
  printer.writer().indent();
  printer.writer().line(move);
  printer.writer().outdent();
}

isl::ast_node SharedLoops::buildLoops(const isl::set &positions) const {
  isl::set elements = asElements(positions, Copy.indices);
  isl_map *identity = isl_set_identity(elements.copy());
  isl::map schedule = isl::manage(isl_map_reset_tuple_id(identity, isl_dim_out));
  AstRequest request;
  request.context = Copy.leaf.context;
  request.schedule = schedule.intersect_params(Copy.leaf.context);
  request.depth = Copy.indices.size();
  request.iterators = Copy.indices;
  return buildAst(request, [this](const LeafContext &context) { return elementText(context); });
}

/// Elements that are not convex are copied in loops over their hull.
SharedLoops::SharedLoops(const TileCopy &copy)
    : Copy(copy), Kernel(copy.leaf.kernel), Threads(bestShape()) {
  isl::set positions = copy.moved.intersect(isl::set(copy.known)).detect_equalities();
  isl::basic_set hull = hullOf(positions).intersect(copy.known);
  ElementTest test(copy.moved, hull, copy.indices);
  if (!test.always())
    Test = std::move(test);
  Loops = buildLoops(isl::set(hull));
}

/// The block as it is: x over the last dimension, all else over the one before.
Shape SharedLoops::blockShape() const {
  Shape shape(Copy.indices.size(), 1);
  shape.back() = Kernel.plan.blockSize.back();
  if (shape.size() == 1)
    shape.back() = Kernel.threadsPerBlock();
  else
    shape[shape.size() - 2] = Kernel.threadsPerBlock() / shape.back();
  return shape;
}

/// Elements that one thread copies of the whole box.
long SharedLoops::rounds(const Shape &shape) const {
  long product = 1;
  for (size_t d = 0; d < shape.size(); ++d)
    product *= (Copy.size[d] + shape[d] - 1) / shape[d];
  return product;
}

/// A shape with the fewest rounds: the block's own if it is as good as another one.
/// At least eight threads go along the last dimension, so that memory is accessed
/// in whole segments.
Shape SharedLoops::bestShape() const {
  if (Kernel.plan.blockSize.empty())
    return Shape(Copy.indices.size(), 1);
  Shape best = blockShape();
  long all = Kernel.threadsPerBlock(), fewest = rounds(best);
  for (long x = std::min(all, 128L); x >= 8; --x) {
    Shape shape(best.size(), 1);
    if (all % x != 0)
      continue;
    shape.back() = shape.size() == 1 ? all : x;
    long rest = all / x;
    for (size_t d = shape.size() - 1; d-- > 0; rest /= shape[d]) {
      shape[d] = d == 0 ? rest : std::min(rest, Copy.size[d]);
      while (rest % shape[d] != 0)
        --shape[d];
    }
    long count = rounds(shape);
    if (count * 10 < fewest * 9) {
      best = shape;
      fewest = count;
    }
  }
  return best;
}

/// Whether the shape is not the block's: then indices are computed out of
/// KernelModel::linearIndex.
bool SharedLoops::isFolded() const {
  return Threads.size() > 1 && (Kernel.plan.blockSize.empty() || Threads != blockShape());
}

/// The thread's index in each dimension of the shape.
std::vector<ExprText> SharedLoops::threadTexts() const {
  unsigned dims = Kernel.plan.blockSize.size();
  if (Threads.size() == 1)
    return {Kernel.linearThread(dims)};
  std::vector<ExprText> texts(Threads.size());
  if (!isFolded()) {
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
      text = (inner > 1 ? "(" + text + ")" : text) + " % " + std::to_string(Threads[d]);
  }
  return texts;
}

void SharedLoops::print(NodePrinter &printer) const {
  definePrefix(Copy.leaf, printer);
  const std::vector<ExprText> texts = threadTexts();
  const bool linear =
      isFolded() && std::any_of(Threads.begin(), Threads.end(), [](long count) { return count > 1; });
  for (size_t d = 0; d < Threads.size(); ++d) {
    printer.exprs().declare(Copy.indices[d], Bound::constant(Copy.size[d]));
    // Copies of a test take more registers than are left by the statements.
    printer.share(Copy.indices[d], {texts[d], Threads[d], !Test});
  }
  if (linear) {
    printer.writer().open();
    printer.writer().line("const ", printer.type(), " ", Kernel.linearIndex, " = ",
                          Kernel.linearThread(Kernel.plan.blockSize.size()), ";");
  }
  printer.print(*Loops);
  if (linear)
    printer.writer().close();
}

LeafText sharedLoopsText(const TileCopy &copy) {
  SharedLoops loops(copy);
  return [loops](NodePrinter &printer) { loops.print(printer); };
}

} // namespace gputile::codegen
