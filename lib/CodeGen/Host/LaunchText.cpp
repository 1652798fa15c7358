//===- LaunchText.cpp - Host loops and launches -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Host/LaunchText.h"

#include "CodeGen/Kernel/LaunchExtents.h"
#include "CodeGen/Kernel/PersistentText.h"

#include <limits>
#include <stdexcept>

namespace gputile::codegen {

/// { K[h…] -> [l_0 … l_{m-1}] } of the launches that the host makes: of a persistent
/// kernel, for its outer h, with zeros for what varies inside. No other kernel
/// launches with the same leading positions, so the order is kept.
static isl::map outerLaunches(const KernelModel &kernel) {
  const KernelPlan &plan = kernel.plan;
  if (!kernel.persistent())
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

/// Those that have to be made for some kernel of one launch.
static isl::map outerLaunches(const KernelWithCode &kernel) {
  isl::map launches = outerLaunches(*kernel.model);
  for (const auto &part : kernel.parts)
    launches = launches.unite(isl::manage(isl_map_set_tuple_name(
        outerLaunches(*part).release(), isl_dim_in, kernel.model->plan.name.c_str())));
  return launches.coalesce();
}

/// Row blocks of which warps take parts: a column has two parts more than blocks at most, and the
/// grid 2^31 - 1 warps.
static constexpr int64_t LargestRowLaunch = INT64_C(1) << 29;

std::string blocksText(const KernelModel &kernel, size_t d, const RowCalls &calls) {
  if (kernel.inParts(static_cast<unsigned>(d)))
    return kernel.blockBegin[d] + " + " + kernel.blockCount[d] + " - " + kernel.blockFirst[d];
  if (d > 0 || !kernel.sharesColumns())
    return kernel.blockCount[d];
  std::string beside;
  for (size_t other = 1; other < kernel.block.size(); ++other)
    beside += (beside.empty() ? "" : " * ") + kernel.blockCount[other];
  const StreamPlan &stream = *kernel.plan.stream;
  return (kernel.sparesEdges() ? calls.rowBlocks : calls.planeParts) + kernel.blockCount[0] + ", " +
         beside + ", " + std::to_string(stream.rows) + ", " + std::to_string(stream.furtherRows()) +
         ", " + std::to_string(stream.residentBlocks(kernel.region.scop)) + ")";
}

std::string rowWarpsText(const KernelModel &kernel) {
  return "row_warps(" + kernel.blockCount[0] + ", " + kernel.blockCount[1] + ", " +
         kernel.stream->blocksEach + ")";
}

namespace {

/// The launch of one kernel inside the host loops.
class LaunchLeaf {
public:
  LaunchLeaf(const EntryModel &entry, const HostTarget &target, unsigned kernel,
             const LeafContext &context);
  void print(NodePrinter &printer) const;

private:
  void declareBlocks(NodePrinter &printer) const;
  void printChecks(NodePrinter &printer) const;
  std::string narrowCondition() const;
  std::vector<std::string> sizes(TextWriter &writer) const;
  void printParts(TextWriter &writer) const;

  const RegionModel &Region;
  const HostTarget &Target;
  unsigned Index; ///< Of the kernel.
  const KernelModel &Kernel;
  const KernelCode &Code;
  std::vector<isl::ast_expr> HostValues; ///< h in terms of the host loops.
  LaunchExtents Extents;
  /// Variables for Extents.
  const std::vector<std::string> &First, &Count;
};

} // namespace

LaunchLeaf::LaunchLeaf(const EntryModel &entry, const HostTarget &target, unsigned kernel,
                       const LeafContext &context)
    : Region(entry.region), Target(target), Index(kernel), Kernel(*entry.kernels[kernel].model),
      Code(entry.kernels[kernel].code),
      Extents(entry.kernels[kernel].models(), Kernel.outerHosts()),
      First(Kernel.persistent() ? Kernel.boxFirst : Kernel.blockBegin),
      Count(Kernel.persistent() ? Kernel.boxCount : Kernel.blockCount) {
  isl::set domain = outerLaunches(entry.kernels[kernel]).domain();
  isl::pw_multi_aff identity = isl::manage(isl_set_identity(domain.copy())).as_pw_multi_aff();
  for (unsigned h = 0; h < Kernel.outerHosts(); ++h)
    HostValues.push_back(context.expr(identity.at(static_cast<int>(h))));
}

void LaunchLeaf::declareBlocks(NodePrinter &printer) const {
  for (unsigned d = 0; d < First.size(); ++d) {
    const std::string first = Extents.first(d, printer);
    printer.writer().line("const long long ", First[d], " = ", first, ";");
    const std::string count = Extents.count(d, First[d], printer);
    printer.writer().line("const long long ", Count[d], " = ", count, ";");
  }
  // Differences of two of these values are computed.
  printer.exprs().record(scaled(printer.exprs().worst(), 2));
}

/// Everything the kernel's index arithmetic depends on: P is the largest.
std::vector<std::string> LaunchLeaf::sizes(TextWriter &writer) const {
  std::vector<std::string> list;
  for (unsigned p : Code.params)
    list.push_back(Region.params[p]);
  for (unsigned h : Code.hosts)
    list.push_back(writer.use(Kernel.host[h]));
  for (unsigned d = 0; d < First.size(); ++d) {
    list.push_back(First[d]);
    list.push_back(First[d] + " + " + Count[d]);
  }
  return list;
}

/// When 32 bits hold every subscript and all arithmetic on the way to it.
std::string LaunchLeaf::narrowCondition() const {
  int64_t safe = largestSafe(Code.worst, std::numeric_limits<int32_t>::max());
  if (safe < 0)
    return "";
  std::string text = "largest <= " + std::to_string(safe);
  for (unsigned a : Code.arrays)
    if (!Region.arrays[a].byValue)
      text += " && " + Target.narrow(a);
  return text;
}

void LaunchLeaf::printChecks(NodePrinter &printer) const {
  const int64_t wide = largestInWide(Code.worst);
  std::vector<std::string> values = sizes(printer.writer());
  if (values.empty())
    values.push_back("0LL");
  printer.writer().line("const long long largest = ", Target.largest(values, 30), ";");
  std::string tooMany;
  if (Kernel.persistent()) {
    // Of a cooperative launch, those between two grid barriers.
    const std::vector<std::string> counts(
        Count.end() - (Kernel.usesFlags() ? Count.size() : Kernel.block.size()), Count.end());
    printer.writer().line("const long long blocks = ", Target.volume(counts, 30), ";");
    tooMany = " || blocks > " + std::to_string(LargestPersistentLaunch);
  } else if (Kernel.sparesEdges()) {
    tooMany =
        " || " + Target.volume(Kernel.blockCount, 30) + " > " + std::to_string(LargestRowLaunch);
  } else if (!Kernel.block.empty()) {
    tooMany = " || " + Kernel.blockCount.back() + " > 2147483647";
  }
  printer.writer().line("if (largest > ", wide, "LL", tooMany, ")");
  printer.writer().line("  ", Target.giveUp(GiveUp::Guard, "the iteration space is too large"));
}

/// A launch for all blocks, or for as many as a grid holds.
void LaunchLeaf::printParts(TextWriter &writer) const {
  unsigned loops = 0;
  for (unsigned d = 0; d < Kernel.block.size(); ++d) {
    if (!Kernel.inParts(d))
      continue;
    const std::string &first = Kernel.blockFirst[d], &begin = Kernel.blockBegin[d];
    writer.open("for (long long ", first, " = ", begin, "; ", first, " < ", begin, " + ",
                Kernel.blockCount[d], "; ", first, " += ", Target.mostYZ(), ")");
    ++loops;
  }
  Target.printLaunch({Index, narrowCondition()}, writer);
  for (; loops > 0; --loops)
    writer.close();
}

void LaunchLeaf::print(NodePrinter &printer) const {
  TextWriter &writer = printer.writer();
  writer.open();
  std::vector<ExprText> values;
  for (unsigned h = 0; h < HostValues.size(); ++h) {
    values.push_back(printer.exprs().print(HostValues[h]));
    printer.exprs().declare(Kernel.host[h], values[h].bound);
  }
  TextWriter inner(writer.depth());
  NodePrinter innerPrinter(inner, printer.exprs(), printer.type());
  declareBlocks(innerPrinter);
  if (Extents.mayBeEmpty()) {
    std::string working;
    for (const std::string &count : Count)
      working += (working.empty() ? "" : " && ") + count + " > 0";
    inner.open("if (", working, ")");
  }
  printChecks(innerPrinter);
  printParts(inner);
  if (Extents.mayBeEmpty())
    inner.close();
  for (unsigned h = 0; h < HostValues.size(); ++h)
    if (inner.uses(Kernel.host[h]))
      writer.line("const long long ", Kernel.host[h], " = ", values[h], ";");
  writer.append(inner);
  writer.close();
}

void printLaunches(const EntryModel &entry, const HostTarget &target, NodePrinter &printer) {
  const RegionModel &region = entry.region;
  AstRequest request;
  request.context = region.context;
  request.depth = region.plan.launchDims;
  request.schedule = isl::union_map(region.context.ctx(), "{ }");
  for (const KernelWithCode &kernel : entry.kernels)
    request.schedule = request.schedule.unite(outerLaunches(kernel));
  NameTable names = region.names;
  for (unsigned l = 0; l < request.depth; ++l)
    request.iterators.push_back(names.fresh("l" + std::to_string(l)));
  request.schedule = request.schedule.intersect_params(region.context);
  isl::ast_node loops = buildAst(request, [&](const LeafContext &context) -> LeafText {
    for (unsigned k = 0; k < entry.kernels.size(); ++k)
      if (entry.kernels[k].model->plan.name == context.name()) {
        LaunchLeaf leaf(entry, target, k, context);
        return [leaf](NodePrinter &at) { leaf.print(at); };
      }
    throw std::logic_error("launch of an unknown kernel");
  });
  printer.print(loops);
}

} // namespace gputile::codegen
