//===- PersistentText.cpp - Many launches as one kernel ---------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Kernel/PersistentText.h"

#include "CodeGen/Kernel/LaunchExtents.h"

#include <algorithm>
#include <stdexcept>

namespace gputile::codegen {

namespace {

/// A constant distance (h', b') - (h, b) over inner h and b, all waits of it.
struct WaitDistance {
  std::vector<long> back; ///< (h, b) - (h', b')
  isl::set waiting;       ///< { : constraints } on parameters, h and b.
};

class PersistentWriter {
public:
  PersistentWriter(const PersistentPart &part, const LeafContext &context);
  void print(NodePrinter &printer) const;

private:
  void printCooperative(NodePrinter &printer) const;
  void printFlags(NodePrinter &printer) const;
  void printWaits(NodePrinter &printer) const;
  void declareBlock(TextWriter &writer, const std::string &type, const TextWriter &body) const;
  void declareLaunch(NodePrinter &printer, const TextWriter &body) const;
  std::string blocksText() const;
  std::string positionText(const std::vector<std::string> &values, bool areSums,
                           TextWriter &writer) const;
  std::string ownPosition(TextWriter &writer) const;

  const PersistentPart &Part;
  const KernelModel &Kernel;
  std::vector<isl::ast_expr> HostValues; ///< Inner h in terms of the loops.
  LaunchExtents Extents;
};

} // namespace

PersistentWriter::PersistentWriter(const PersistentPart &part, const LeafContext &context)
    : Part(part), Kernel(*part.kernel), Extents({part.kernel}, part.kernel->host.size()) {
  isl::set domain = Kernel.launch.domain();
  isl::pw_multi_aff identity = isl::manage(isl_set_identity(domain.copy())).as_pw_multi_aff();
  for (unsigned h = Kernel.outerHosts(); h < Kernel.host.size(); ++h)
    HostValues.push_back(context.expr(identity.at(static_cast<int>(h))));
}

static std::string product(const std::vector<std::string> &factors) {
  std::string text;
  for (const std::string &factor : factors)
    text += (text.empty() ? "" : " * ") + factor;
  return text.empty() ? "1" : text;
}

/// Number of blocks of the launch.
std::string PersistentWriter::blocksText() const { return product(Kernel.blockCount); }

/// The position of \p values, sums or constants, in the box of all launches; constants may be
/// distances.
std::string PersistentWriter::positionText(const std::vector<std::string> &values, bool areSums,
                                           TextWriter &writer) const {
  std::string text;
  bool isSum = areSums;
  for (size_t d = 0; d < values.size(); ++d) {
    if (text.empty() || text == "0") {
      text = values[d];
      continue;
    }
    text = (isSum ? "(" + text + ")" : text) + " * " + writer.use(Kernel.boxCount[d]);
    isSum = true;
    if (values[d][0] == '-')
      text += " - " + values[d].substr(1);
    else if (values[d] != "0")
      text += " + " + values[d];
  }
  return text;
}

/// Block b out of its number in the launch.
void PersistentWriter::declareBlock(TextWriter &writer, const std::string &type,
                                    const TextWriter &body) const {
  size_t dims = Kernel.block.size();
  for (size_t d = 0; d < dims; ++d) {
    const std::vector<std::string> inner(Kernel.blockCount.begin() + d + 1,
                                         Kernel.blockCount.end());
    std::string number = Kernel.virtualBlock;
    if (inner.size() == 1)
      number += " / " + inner.front();
    else if (!inner.empty())
      number += " / (" + product(inner) + ")";
    if (d > 0)
      number += " % " + Kernel.blockCount[d];
    writer.line("const ", type, " ", Kernel.block[d], " = ", Kernel.blockFirst[d], " + ", number,
                ";");
    if (!body.uses(Kernel.block[d])) // All blocks do the same.
      writer.line("(void)", Kernel.block[d], ";");
  }
}

/// Every block of the launch by some block of the grid, then all wait for all.
void PersistentWriter::printCooperative(NodePrinter &printer) const {
  TextWriter &writer = printer.writer();
  const std::string &type = printer.type(), &v = Kernel.virtualBlock;
  const TextWriter body = Part.blockBody(writer.depth() + 1);
  const std::string axis = writer.use("x"); // As in axisOf.
  writer.open("for (", type, " ", v, " = (", type, ")blockIdx.", axis, "; ", v, " < ", blocksText(),
              "; ", v, " += (", type, ")gridDim.", axis, ")");
  declareBlock(writer, type, body);
  writer.append(body);
  if (Kernel.usesShared())
    writer.line("__syncthreads(); // The next block's tiles use the same memory.");
  writer.close();
  writer.line(Kernel.region.target == EntryTarget::Runtime
                  ? "gpt_grid_barrier();"
                  : "cooperative_groups::this_grid().sync();");
}

/// Distances of which the plan's waits consist.
static std::vector<WaitDistance> waitDistances(const KernelModel &kernel) {
  std::vector<WaitDistance> result;
  unsigned outer = kernel.outerHosts();
  isl::set back = kernel.plan.waits->reverse().deltas().project_out_all_params();
  back.foreach_point([&](isl::point point) {
    isl::map at = isl::manage(isl_map_universe(kernel.plan.waits->space().release()));
    isl::map same = isl::manage(isl_set_translation(isl_set_from_point(point.copy()))).reverse();
    std::vector<long> values;
    for (unsigned d = outer; d < setDims(back); ++d)
      values.push_back(
          isl::manage(isl_point_get_coordinate_val(point.get(), isl_dim_set, static_cast<int>(d)))
              .num_si());
    isl::set waiting = kernel.plan.waits->intersect(at.intersect(same)).domain();
    result.push_back({std::move(values), kernel.blocksAsParams(waiting)});
  });
  std::sort(result.begin(), result.end(),
            [](const WaitDistance &a, const WaitDistance &b) { return a.back < b.back; });
  return result;
}

void PersistentWriter::printWaits(NodePrinter &printer) const {
  TextWriter &writer = printer.writer();
  const std::vector<WaitDistance> distances = waitDistances(Kernel);
  if (distances.empty())
    return;
  writer.open("if (gpt_first_thread())");
  for (const WaitDistance &distance : distances) {
    std::vector<std::string> values;
    for (long value : distance.back)
      values.push_back(std::to_string(value));
    ParamExprs exprs(Kernel.blockContext);
    const std::string wait =
        "gpt_wait(" + Kernel.flag + " - (" + positionText(values, false, writer) + "));";
    if (exprs.implied(distance.waiting)) {
      writer.line(wait);
      continue;
    }
    writer.line("if (", printer.expr(exprs.condition(distance.waiting)), ")");
    writer.indent();
    writer.line(wait);
    writer.outdent();
  }
  writer.close();
  writer.line("__syncthreads();");
}

/// The position of launch h and block b in the box of all launches.
std::string PersistentWriter::ownPosition(TextWriter &writer) const {
  std::vector<std::string> position;
  const std::vector<std::string> names = Kernel.hostAndBlock();
  for (size_t d = 0; d < Kernel.boxFirst.size(); ++d)
    position.push_back(writer.use(names[Kernel.outerHosts() + d]) + " - " +
                       writer.use(Kernel.boxFirst[d]));
  return positionText(position, true, writer);
}

/// Blocks in the order of their tickets; each waits for those it depends on.
void PersistentWriter::printFlags(NodePrinter &printer) const {
  TextWriter &writer = printer.writer();
  const std::string &type = printer.type(), &ticket = Kernel.ticket;
  writer.open("for (; ", ticket, " < ", Kernel.earlier, " + ", blocksText(), "; ", ticket, " = (",
              type, ")gpt_take_ticket(", Kernel.progress, "))");
  if (!Kernel.block.empty())
    writer.line("const ", type, " ", Kernel.virtualBlock, " = ", ticket, " - ", Kernel.earlier,
                ";");
  const TextWriter work = Part.blockBody(writer.depth());
  TextWriter body(writer.depth());
  NodePrinter bodyPrinter(body, printer.exprs(), type);
  body.line("unsigned *const ", Kernel.flag, " = ", Kernel.progress, " + 1 + (", ownPosition(body),
            ");");
  printWaits(bodyPrinter);
  body.append(work);
  declareBlock(writer, type, body);
  writer.append(body);
  writer.line("gpt_signal(", Kernel.flag, ");");
  writer.close();
  writer.line(Kernel.earlier, " += ", blocksText(), ";");
}

/// h and the blocks of the launch, as far as \p body needs them. Where several kernels are
/// one, what each computes with h alone would else be kept in registers for all of them.
void PersistentWriter::declareLaunch(NodePrinter &printer, const TextWriter &body) const {
  TextWriter &writer = printer.writer();
  const std::string &type = printer.type();
  for (size_t h = 0; h < HostValues.size(); ++h) {
    const std::string &name = Kernel.host[Kernel.outerHosts() + h];
    const ExprText value = printer.exprs().print(HostValues[h]);
    if (!body.uses(name))
      continue;
    if (Part.isOneOfSeveral)
      writer.line("const ", type, " ", name, " = gpt_own((", type, ")(", value, "));");
    else
      writer.line("const ", type, " ", name, " = ", value, ";");
  }
}

void PersistentWriter::print(NodePrinter &printer) const {
  if (Part.isOneOfSeveral)
    printer.writer().open();
  TextWriter inner(printer.writer().depth());
  NodePrinter innerPrinter(inner, printer.exprs(), printer.type());
  for (unsigned d = 0; d < Kernel.block.size(); ++d) {
    std::string first = Extents.first(d, innerPrinter);
    std::string count = Extents.count(d, Kernel.blockFirst[d], innerPrinter);
    if (Kernel.usesFlags()) {
      // Bounds for one launch may be looser than those of all; flags exist for these.
      const std::string &boxFirst = inner.use(Kernel.boxFirst[HostValues.size() + d]);
      const std::string &boxCount = inner.use(Kernel.boxCount[HostValues.size() + d]);
      first = "gpt_max(" + boxFirst + ", " + first + ")";
      count = "gpt_max(0, gpt_min(" + boxFirst + " + " + boxCount + " - " + Kernel.blockFirst[d] +
              ", " + count + "))";
    }
    inner.line("const ", printer.type(), " ", Kernel.blockFirst[d], " = ", first, ";");
    inner.line("const ", printer.type(), " ", Kernel.blockCount[d], " = ", count, ";");
  }
  // Block counts and ends are at most twice the largest block of the box.
  printer.exprs().record({2, 2});
  if (Kernel.usesFlags())
    printFlags(innerPrinter);
  else
    printCooperative(innerPrinter);
  declareLaunch(printer, inner);
  if (Part.isOneOfSeveral)
    printer.writer().append(Part.declarations(inner));
  printer.writer().append(inner);
  if (Part.isOneOfSeveral)
    printer.writer().close();
}

/// The launches that \p parts run for given outer h, as loops.
static isl::ast_node innerLaunches(const std::vector<PersistentPart> &parts,
                                   const LeafCallback &leaf) {
  const KernelModel &leader = *parts.front().kernel;
  const std::vector<std::string> outer(leader.host.begin(),
                                       leader.host.begin() + leader.outerHosts());
  AstRequest request;
  request.context = isl::set::empty(leader.region.context.space());
  request.depth = leader.launchIterators.size();
  request.iterators = leader.launchIterators;
  for (unsigned l = 0; l < request.depth; ++l)
    request.atomic.push_back(l);
  request.schedule = isl::union_map::empty(leader.region.context.ctx());
  for (const PersistentPart &part : parts) {
    const isl::set mine = equateWithParams(part.kernel->launch.domain(), 0, outer);
    const isl::set context = leader.region.context.intersect(mine.params());
    const isl::map launch = part.kernel->launch.intersect_domain(mine).intersect_params(context);
    request.context = request.context.unite(context);
    request.schedule =
        request.schedule.unite(isl::union_map(dropRangeDims(launch, 0, leader.outerLaunchDims())));
  }
  return buildAst(request, leaf);
}

TextWriter persistentText(const std::vector<PersistentPart> &parts, ExprPrinter &exprs) {
  const KernelModel &leader = *parts.front().kernel;
  TextWriter writer(1);
  const std::string &type = leader.region.indexType;
  NodePrinter printer(writer, exprs, type);
  isl::ast_node loops = innerLaunches(parts, [&](const LeafContext &context) -> LeafText {
    const auto named = [&](const PersistentPart &part) {
      return part.kernel->plan.name == context.name();
    };
    PersistentWriter leaf(*std::find_if(parts.begin(), parts.end(), named), context);
    return [leaf](NodePrinter &at) { leaf.print(at); };
  });
  if (leader.usesFlags()) {
    writer.line(type, " ", leader.earlier, " = 0; // Tickets of the launches before.");
    writer.line(type, " ", leader.ticket, " = (", type, ")gpt_take_ticket(", leader.progress, ");");
  }
  printer.print(loops);
  return writer;
}

} // namespace gputile::codegen
