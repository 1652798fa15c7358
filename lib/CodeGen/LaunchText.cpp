//===- LaunchText.cpp - Host loops and launches ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LaunchText.h"

#include "JoinedText.h"
#include "LaunchExtents.h"

#include <limits>
#include <stdexcept>

namespace gputile::codegen {

std::string arrayVariable(const RegionModel &region, unsigned array) {
  return "gpt_array_" + region.arrays[array].name;
}

/// { K[h…] -> [l_0 … l_{m-1}] } of the launches that the host makes: of a joined
/// kernel, for its outer h, with zeros for what varies inside. No other kernel
/// launches with the same leading positions, so the order is kept.
static isl::map outerLaunches(const KernelModel &kernel) {
  const KernelPlan &plan = kernel.plan;
  if (!kernel.joined())
    return kernel.launch;
  unsigned outer = kernel.outerHosts(), fixed = kernel.outerLaunchDims();
  isl::map launch = kernel.launch.intersect_params(kernel.region.context);
  launch =
      isl::manage(isl_map_project_out(launch.release(), isl_dim_in, outer, plan.innerHostDims));
  launch = dropRangeDims(launch, fixed, kernel.region.plan.launchDims - fixed);
  for (unsigned l = fixed; l < kernel.region.plan.launchDims; ++l) {
    launch = isl::manage(isl_map_add_dims(launch.release(), isl_dim_out, 1));
    launch = isl::manage(isl_map_fix_si(launch.release(), isl_dim_out, l, 0));
  }
  return isl::manage(isl_map_set_tuple_name(launch.release(), isl_dim_in, plan.name.c_str()));
}

namespace {

/// The launch of one kernel inside the host loops.
class LaunchLeaf {
public:
  LaunchLeaf(const RegionModel &region, const KernelWithCode &kernel, const LeafContext &context);
  void print(NodePrinter &printer) const;

private:
  void declareBlocks(NodePrinter &printer) const;
  void printChecks(NodePrinter &printer) const;
  void printLaunch(NodePrinter &printer) const;
  std::string gridText() const;
  std::string blockText() const;
  std::string narrowCondition() const;
  std::string launch(const char *macro, const std::string &type) const;
  void printStart(TextWriter &writer, const std::string &type) const;
  std::vector<std::string> sizes() const;

  const RegionModel &Region;
  const KernelModel &Kernel;
  const KernelCode &Code;
  std::vector<isl::ast_expr> HostValues; ///< h in terms of the host loops.
  LaunchExtents Extents;
  /// Variables for Extents.
  const std::vector<std::string> &First, &Count;
};

} // namespace

LaunchLeaf::LaunchLeaf(const RegionModel &region, const KernelWithCode &kernel,
                       const LeafContext &context)
    : Region(region), Kernel(*kernel.model), Code(kernel.code),
      Extents(Kernel, Kernel.outerHosts()),
      First(Kernel.joined() ? Kernel.boxFirst : Kernel.blockFirst),
      Count(Kernel.joined() ? Kernel.boxCount : Kernel.blockCount) {
  isl::set domain = outerLaunches(Kernel).domain();
  isl::pw_multi_aff identity = isl::manage(isl_set_identity(domain.copy())).as_pw_multi_aff();
  for (unsigned h = 0; h < Kernel.outerHosts(); ++h)
    HostValues.push_back(context.expr(identity.at(static_cast<int>(h))));
}

void LaunchLeaf::declareBlocks(NodePrinter &printer) const {
  for (unsigned d = 0; d < First.size(); ++d) {
    const std::string first = Extents.first(d, printer);
    printer.writer().line("const long long " + First[d] + " = " + first + ";");
    const std::string count = Extents.count(d, First[d], printer);
    printer.writer().line("const long long " + Count[d] + " = " + count + ";");
  }
  // Differences of two of these values are computed.
  printer.bounds().add(scaled(printer.bounds().worst(), 2));
}

/// Everything the kernel's index arithmetic depends on: P is the largest.
std::vector<std::string> LaunchLeaf::sizes() const {
  std::vector<std::string> list;
  for (unsigned p : Code.params)
    list.push_back(Region.params[p]);
  for (unsigned h : Code.hosts)
    list.push_back(Kernel.host[h]);
  for (unsigned d = 0; d < First.size(); ++d) {
    list.push_back(First[d]);
    list.push_back(First[d] + " + " + Count[d]);
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

std::string LaunchLeaf::launch(const char *macro, const std::string &type) const {
  std::vector<std::string> list = {Code.name + "<" + type + ">", "grid", "block", "0", "0"};
  for (unsigned a : Code.arrays)
    list.push_back(Region.arrays[a].byValue
                       ? Region.arrays[a].name
                       : arrayVariable(Region, a) + ".pointer<" + Region.scop.arrays[a].elementType +
                             ">()");
  if (Kernel.usesFlags())
    list.push_back(Kernel.progress);
  auto index = [&](const std::string &name) { list.push_back("(" + type + ")" + name); };
  for (unsigned p : Code.params)
    index(Region.params[p]);
  for (auto [a, d] : Code.strides)
    list.push_back("(" + type + ")" + arrayVariable(Region, a) + ".stride[" + std::to_string(d) + "]");
  for (unsigned h : Code.hosts)
    index(Kernel.host[h]);
  for (const std::string &name : Code.boxes)
    index(name);
  for (unsigned d = 0; !Kernel.joined() && d < Kernel.block.size(); ++d) {
    index(Kernel.blockFirst[d]);
    if (blockDimLoops(Kernel, d))
      index(Kernel.blockCount[d]);
  }
  return wrapList(std::string(macro) + "(", list, ");", 6);
}

/// The launch with indices of \p type.
void LaunchLeaf::printStart(TextWriter &writer, const std::string &type) const {
  if (!Kernel.joined())
    return writer.line(launch("GPUTILE_LAUNCH", type));
  const bool cooperative = !Kernel.usesFlags();
  writer.line("const unsigned grid = run.resident(" + Code.name + "<" + type +
              ">, block, blocks, " + (cooperative ? "true" : "false") + ");");
  writer.line("if (grid > 0)");
  writer.indent();
  writer.line(launch(cooperative ? "GPUTILE_LAUNCH_COOPERATIVE" : "GPUTILE_LAUNCH_TOGETHER", type));
  writer.outdent();
}

void LaunchLeaf::printChecks(NodePrinter &printer) const {
  int64_t wide = largestSafe(Code.worst, Bound::Infinite - 1);
  std::vector<std::string> values = sizes();
  if (values.empty())
    values.push_back("0LL");
  printer.writer().line(wrapList("const long long largest = gpt_largest({", values, "});", 6));
  std::string tooMany;
  if (Kernel.joined()) {
    // Of a cooperative launch, those between two grid barriers.
    const std::vector<std::string> counts(
        Count.end() - (Kernel.usesFlags() ? Count.size() : Kernel.block.size()), Count.end());
    printer.writer().line(wrapList("const long long blocks = gpt_volume({", counts, "});", 6));
    tooMany = " || blocks > " + std::to_string(LargestJoinedLaunch);
  } else if (!Kernel.block.empty()) {
    tooMany = " || " + Kernel.blockCount.back() + " > 2147483647";
  }
  printer.writer().line("if (largest > " + std::to_string(wide) + "LL" + tooMany + ")");
  printer.writer().line("  return gpt_fallback(region, GPT_GUARD, \"the iteration space is too large\");");
}

void LaunchLeaf::printLaunch(NodePrinter &printer) const {
  TextWriter &writer = printer.writer();
  printChecks(printer);
  if (!Kernel.joined())
    writer.line(gridText());
  writer.line(blockText());
  if (Kernel.usesFlags()) {
    writer.line("unsigned *const " + Kernel.progress + " = run.progress(blocks);");
    writer.line("if (!" + Kernel.progress + ")");
    writer.line("  return run.status();");
  }
  std::string narrow = narrowCondition();
  if (!narrow.empty()) {
    writer.open("if (" + narrow + ")");
    printStart(writer, "int");
    writer.outdent();
    writer.open("} else");
  } else if (Kernel.joined()) {
    writer.open(""); // The grid is local.
  }
  printStart(writer, "long long");
  if (!narrow.empty() || Kernel.joined())
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
  declareBlocks(innerPrinter);
  if (Extents.mayBeEmpty()) {
    std::string working;
    for (const std::string &count : Count)
      working += (working.empty() ? "" : " && ") + count + " > 0";
    inner.open("if (" + working + ")");
  }
  printLaunch(innerPrinter);
  if (Extents.mayBeEmpty())
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
    request.schedule = request.schedule.unite(outerLaunches(*kernel.model));
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
