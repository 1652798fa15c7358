//===- LaunchText.cpp - Host loops and launches ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchText.h"

#include <limits>
#include <optional>
#include <stdexcept>

namespace gputile::codegen {

std::string arrayVariable(const RegionModel &region, unsigned array) {
  return "gpt_array_" + region.arrays[array].name;
}

namespace {

/// The launch of one kernel inside the host loops.
class LaunchLeaf {
public:
  LaunchLeaf(const RegionModel &region, const KernelWithCode &kernel, const LeafContext &context);
  void print(NodePrinter &printer) const;

private:
  void makeExtents();
  void declareBlocks(NodePrinter &printer) const;
  void printChecks(NodePrinter &printer) const;
  void printLaunch(NodePrinter &printer) const;
  std::string gridText() const;
  std::string blockText() const;
  std::string narrowCondition() const;
  std::string launch(const std::string &type) const;
  std::vector<std::string> sizes() const;

  const RegionModel &Region;
  const KernelModel &Kernel;
  const KernelCode &Code;
  std::vector<isl::ast_expr> HostValues; ///< h in terms of the host loops.
  std::vector<isl::ast_expr> First, Count; ///< Per block dimension.
  std::optional<isl::ast_expr> HasBlocks; ///< None when there are always blocks.
};

} // namespace

LaunchLeaf::LaunchLeaf(const RegionModel &region, const KernelWithCode &kernel,
                       const LeafContext &context)
    : Region(region), Kernel(*kernel.model), Code(kernel.code) {
  isl::set domain = Kernel.plan.launch.domain();
  isl::pw_multi_aff identity = isl::manage(isl_set_identity(domain.copy())).as_pw_multi_aff();
  for (unsigned h = 0; h < Kernel.host.size(); ++h)
    HostValues.push_back(context.expr(identity.at(static_cast<int>(h))));
  makeExtents();
}

/// Evaluates the first and last block of each dimension for a given h.
void LaunchLeaf::makeExtents() {
  isl::set launched = Region.context.intersect(bindAllDims(Kernel.plan.launch.domain(), Kernel.host));
  isl::set any = launched;
  for (unsigned d = 0; d < Kernel.block.size(); ++d)
    any = any.intersect(Kernel.launchedIn(d).params());
  if (!launched.is_subset(any))
    HasBlocks = ParamExprs(launched).condition(any);
  ParamExprs exprs(any);
  for (unsigned d = 0; d < Kernel.block.size(); ++d) {
    isl::set range = Kernel.launchedIn(d).intersect_params(any);
    isl::pw_aff first = isl::manage(isl_set_dim_min(range.copy(), 0));
    isl::pw_aff last = isl::manage(isl_set_dim_max(range.copy(), 0));
    First.push_back(exprs.value(first));
    Count.push_back(exprs.value(last.sub(first).add_constant(1)));
  }
}

void LaunchLeaf::declareBlocks(NodePrinter &printer) const {
  for (unsigned d = 0; d < Kernel.block.size(); ++d) {
    std::string first = Kernel.blockFirst[d];
    printer.bounds().add(printer.bounds().visit(First[d]) + printer.bounds().visit(Count[d]));
    printer.writer().line("const long long " + first + " = " + printer.expr(First[d]) + ";");
    printer.writer().line("const long long " + Kernel.blockCount[d] + " = " + printer.expr(Count[d]) +
                          ";");
  }
}

/// Everything the kernel's index arithmetic depends on: P is the largest.
std::vector<std::string> LaunchLeaf::sizes() const {
  std::vector<std::string> list;
  for (unsigned p : Code.params)
    list.push_back(Region.params[p]);
  for (unsigned h : Code.hosts)
    list.push_back(Kernel.host[h]);
  for (unsigned d = 0; d < Kernel.block.size(); ++d) {
    list.push_back(Kernel.blockFirst[d]);
    list.push_back(Kernel.blockFirst[d] + " + " + Kernel.blockCount[d]);
  }
  return list;
}

std::string LaunchLeaf::gridText() const {
  std::string text;
  for (size_t d = Kernel.block.size(); d-- > 0;)
    text += (text.empty() ? "gpt_grid_x(" : ", gpt_grid_yz(") +
            Kernel.blockCount[d] + ")";
  return "const dim3 grid(" + (text.empty() ? "1" : text) + ");";
}

std::string LaunchLeaf::blockText() const {
  std::string text;
  for (size_t d = Kernel.plan.blockSize.size(); d-- > 0;)
    text += (text.empty() ? "" : ", ") + std::to_string(Kernel.plan.blockSize[d]);
  return "const dim3 block(" + (text.empty() ? "1" : text) + ");";
}

/// When 32 bits hold every subscript and all arithmetic on the way to it.
std::string LaunchLeaf::narrowCondition() const {
  int64_t safe = largestSafe(Code.worst, std::numeric_limits<int32_t>::max());
  if (safe < 0)
    return "";
  std::string text = "largest <= " + std::to_string(safe);
  for (unsigned a : Code.arrays)
    if (!Region.arrays[a].byValue)
      text += " && " + arrayVariable(Region, a) + ".narrow()";
  return text;
}

std::string LaunchLeaf::launch(const std::string &type) const {
  std::vector<std::string> list = {Code.name + "<" + type + ">", "grid", "block", "0", "0"};
  for (unsigned a : Code.arrays)
    list.push_back(Region.arrays[a].byValue
                       ? Region.arrays[a].name
                       : arrayVariable(Region, a) + ".pointer<" + Region.scop.arrays[a].elementType +
                             ">()");
  auto index = [&](const std::string &name) { list.push_back("(" + type + ")" + name); };
  for (unsigned p : Code.params)
    index(Region.params[p]);
  for (auto [a, d] : Code.strides)
    list.push_back("(" + type + ")" + arrayVariable(Region, a) + ".stride[" + std::to_string(d) + "]");
  for (unsigned h : Code.hosts)
    index(Kernel.host[h]);
  for (unsigned d = 0; d < Kernel.block.size(); ++d) {
    index(Kernel.blockFirst[d]);
    if (blockDimLoops(Kernel, d))
      index(Kernel.blockCount[d]);
  }
  return wrapList("GPUTILE_LAUNCH(", list, ");", 6);
}

void LaunchLeaf::printChecks(NodePrinter &printer) const {
  int64_t wide = largestSafe(Code.worst, Bound::Infinite - 1);
  std::vector<std::string> values = sizes();
  if (values.empty())
    values.push_back("0LL");
  printer.writer().line(wrapList("const long long largest = gpt_largest({", values, "});", 6));
  std::string tooMany = Kernel.block.empty()
                            ? ""
                            : " || " + Kernel.blockCount.back() + " > 2147483647";
  printer.writer().line("if (largest > " + std::to_string(wide) + "LL" + tooMany + ")");
  printer.writer().line("  return gpt_fallback(region, GPT_GUARD, \"the iteration space is too large\");");
}

void LaunchLeaf::printLaunch(NodePrinter &printer) const {
  TextWriter &writer = printer.writer();
  declareBlocks(printer);
  printChecks(printer);
  writer.line(gridText());
  writer.line(blockText());
  std::string narrow = narrowCondition();
  if (!narrow.empty()) {
    writer.open("if (" + narrow + ")");
    writer.line(launch("int"));
    writer.outdent();
    writer.open("} else");
  }
  writer.line(launch("long long"));
  if (!narrow.empty())
    writer.close();
  writer.line("if (!run.launched(\"" + Code.name + "\"))");
  writer.line("  return run.status();");
}

void LaunchLeaf::print(NodePrinter &printer) const {
  TextWriter &writer = printer.writer();
  writer.open("");
  for (unsigned h = 0; h < HostValues.size(); ++h)
    printer.bounds().setIdentifier(Kernel.host[h], printer.bounds().visit(HostValues[h]));
  TextWriter inner(writer.depth());
  NodePrinter innerPrinter(inner, printer.exprs(), printer.bounds(), printer.type());
  if (HasBlocks)
    inner.open("if (" + printer.expr(*HasBlocks) + ")");
  printLaunch(innerPrinter);
  if (HasBlocks)
    inner.close();
  for (unsigned h = 0; h < HostValues.size(); ++h)
    if (mentions(inner.text(), Kernel.host[h]))
      writer.line("const long long " + Kernel.host[h] + " = " + printer.expr(HostValues[h]) + ";");
  writer.append(inner.text());
  writer.close();
}

void printLaunches(const RegionModel &region, const std::vector<KernelWithCode> &kernels,
                   NodePrinter &printer) {
  AstRequest request;
  request.context = region.context;
  request.depth = region.plan.launchDims;
  request.schedule = isl::union_map(region.context.ctx(), "{ }");
  for (const KernelWithCode &kernel : kernels)
    request.schedule = request.schedule.unite(kernel.model->plan.launch);
  NameTable names = region.names;
  for (unsigned l = 0; l < request.depth; ++l)
    request.iterators.push_back(names.fresh("l" + std::to_string(l)));
  request.schedule = request.schedule.intersect_params(region.context);
  isl::ast_node loops = buildAst(request, [&](const LeafContext &context) -> LeafText {
    for (const KernelWithCode &kernel : kernels)
      if (kernel.model->plan.name == context.name()) {
        LaunchLeaf leaf(region, kernel, context);
        return [leaf](NodePrinter &at) { leaf.print(at); };
      }
    throw std::logic_error("launch of an unknown kernel");
  });
  printer.print(loops);
}

} // namespace gputile::codegen
