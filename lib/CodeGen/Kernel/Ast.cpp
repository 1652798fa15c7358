//===- Ast.cpp - Loops of a kernel ------------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Kernel/Ast.h"

#include "CodeGen/Ast/BoxLoops.h"
#include "CodeGen/Ast/ElementTest.h"
#include "CodeGen/Kernel/CopyText.h"
#include "CodeGen/Kernel/RegisterText.h"
#include "CodeGen/Kernel/StatementText.h"

#include <algorithm>
#include <optional>
#include <set>
#include <stdexcept>

namespace gputile::codegen {

static const char *const ThreadPart = "gpt_thread_part";

/// How loop \p loop of \p kernel is distributed cyclically.
static LoopShare shareOf(const KernelModel &kernel, const CyclicLoop &loop) {
  return {kernel.threadText(loop.thread), kernel.plan.blockSize[loop.thread]};
}

/// \p text for the thread whose point it is, where no loop deals points out because there
/// is one only.
static LeafText ownPointText(const KernelModel &kernel, const OrderedItem &item,
                             const LeafContext &context, LeafText text) {
  std::vector<std::pair<const CyclicLoop *, isl::ast_expr>> points;
  if (kernel.cyclic.empty())
    return text;
  isl::pw_multi_aff values = item.order.as_pw_multi_aff();
  for (const CyclicLoop &loop : kernel.cyclic) {
    isl::ast_expr value = context.expr(values.at(static_cast<int>(loop.position)));
    const bool isLoop =
        isl_ast_expr_get_type(value.get()) == isl_ast_expr_id &&
        isl::manage(isl_ast_expr_get_id(value.get())).name() == kernel.iterators[loop.position];
    if (!isLoop)
      points.emplace_back(&loop, value);
  }
  if (points.empty())
    return text;
  return [&kernel, points, text](NodePrinter &printer) {
    std::string test;
    for (const auto &[loop, value] : points)
      test += (test.empty() ? "" : " && ") + printer.runs(shareOf(kernel, *loop), value);
    printer.writer().open("if (", test, ")");
    text(printer);
    printer.writer().close();
  };
}

/// The text of one thread's part at \p context: { order of S } below the prefix.
static LeafText threadItemText(const KernelModel &kernel, const LeafContext &context) {
  std::string name = context.name();
  for (const OrderedItem &item : kernel.items) {
    if (item.uniform)
      continue;
    if (item.kind == OrderedItem::Kind::Action) {
      if (kernel.plan.actions[item.index].name == name)
        return registerText(kernel, kernel.plan.actions[item.index], context);
    } else if (kernel.region.scop.statements[item.index].name == name) {
      return ownPointText(kernel, item, context, statementText(kernel, item, context));
    }
  }
  throw std::logic_error("unknown item '" + name + "' in a kernel's AST");
}

/// The thread items restricted to prefix e, as a schedule over what is below it.
static isl::union_map innerSchedule(const KernelModel &kernel) {
  isl::union_map schedule(kernel.region.scop.ctx(), "{ }");
  for (const OrderedItem &item : kernel.items) {
    if (item.uniform)
      continue;
    isl::map order = equateRangeWithParams(item.order, kernel.prefix);
    schedule = schedule.unite(dropRangeDims(order, 0, kernel.uniformDims));
  }
  return schedule;
}

/// All parameters of \p set except \p kept.
static std::vector<std::string> otherParams(const isl::set &set, const std::vector<std::string> &kept) {
  std::vector<std::string> names;
  int count = isl_set_dim(set.get(), isl_dim_param);
  for (int p = 0; p < count; ++p) {
    std::string name = isl_set_get_dim_name(set.get(), isl_dim_param, p);
    if (std::find(kept.begin(), kept.end(), name) == kept.end())
      names.push_back(name);
  }
  return names;
}

/// { : constraints } on parameters, h, b and the prefix e: the iterations of the
/// uniform loops in which each thread has, of every statement, all the work it has
/// in any of them for any size, or none: tiles of a sequential loop that are not
/// cut off by its end. Their loops have constant bounds. No value when that is no
/// iteration, every iteration, or too complex to test.
static std::optional<isl::set> fullPrefixes(const UniformLeaf &leaf) {
  const KernelModel &kernel = leaf.kernel;
  isl::set context = leaf.context.intersect(kernel.threadContext);
  isl::set partial = leaf.context.subtract(leaf.context);
  for (const OrderedItem &item : kernel.items) {
    if (item.kind != OrderedItem::Kind::Statement)
      continue;
    isl::map order = equateRangeWithParams(item.order, kernel.prefix).intersect_params(context);
    isl::set work = dropRangeDims(order, 0, kernel.uniformDims).range().coalesce();
    isl::set anywhere = forgetParams(work, otherParams(work, kernel.thread)).coalesce();
    isl::set lacking = anywhere.intersect_params(context).subtract(work).params();
    isl::set active = forgetParams(work.params(), kernel.thread);
    partial = partial.unite(forgetParams(lacking, kernel.thread).intersect(active));
  }
  isl::set full = leaf.context.subtract(partial.coalesce()).coalesce().gist(leaf.context);
  bool trivial = full.intersect(leaf.context).is_empty() || leaf.context.is_subset(full);
  if (trivial || isl_set_n_basic_set(full.get()) > 2)
    return std::nullopt;
  return full;
}

/// Sequential loops of so many iterations are unrolled around the loops over points.
constexpr long mostUnrolledTrips = 16;

/// The points of a thread below the prefix.
static std::vector<PositionRange> pointRanges(const KernelModel &kernel) {
  std::vector<PositionRange> ranges;
  for (size_t u = 0; u < kernel.plan.unrolled.size(); ++u)
    if (kernel.plan.unrolled[u] >= kernel.uniformDims)
      ranges.push_back({kernel.plan.unrolled[u] - kernel.uniformDims,
                        kernel.unrolledRanges[u].first, kernel.unrolledRanges[u].second});
  return ranges;
}

/// Loops over a thread's points with constant bounds. What most probably succeeds is tried first:
/// isl takes long for either.
static std::optional<LeafText> pointLoops(const KernelModel &kernel, const AstRequest &request,
                                          const LeafCallback &leaf) {
  const std::vector<PositionRange> ranges = pointRanges(kernel);
  const bool fills = fillsRanges(request, ranges);
  std::optional<LeafText> loops;
  if (!fills)
    loops = testedLoopsText(request, ranges, true, leaf);
  if (!loops)
    loops = constantLoopsText(request, kernel.pointIterators(), leaf);
  if (!loops && fills)
    loops = testedLoopsText(request, ranges, true, leaf);
  return loops;
}

/// What the loops of a thread's part are told of where they are: a convex superset where the exact
/// set has many parts, with which isl would tell as many cases apart.
static isl::set knownOf(const UniformLeaf &leaf) {
  constexpr int MostParts = 2;
  isl::set known = leaf.context.intersect(leaf.kernel.threadContext);
  return isl_set_n_basic_set(known.get()) > MostParts ? isl::set(simpleHull(known)) : known;
}

/// Whether \p request has no loop inside those over \p ranges.
static bool areInnermost(const AstRequest &request, const std::vector<PositionRange> &ranges) {
  std::set<unsigned> points;
  for (const PositionRange &range : ranges)
    points.insert(range.position);
  bool innermost = !points.empty();
  request.schedule.foreach_map([&](const isl::map &map) {
    const isl::set positions = map.range();
    for (unsigned d = innermost ? *points.begin() : request.depth; d < request.depth; ++d)
      innermost = innermost && (points.count(d) || plainFixedDim(positions, d));
  });
  return innermost;
}

/// Loops over a thread's few points, where some threads have not all of them. The points that are
/// there are tested: loops between bounds of their own are not unrolled, so that each point
/// computes all of its addresses.
static std::optional<LeafText> fewPointLoops(const KernelModel &kernel, const AstRequest &request,
                                             const LeafCallback &leaf) {
  if (!kernel.hasFewPoints())
    return std::nullopt;
  const std::vector<PositionRange> ranges = pointRanges(kernel);
  if (!areInnermost(request, ranges) || fillsRanges(request, ranges))
    return std::nullopt;
  return testedLoopsText(request, ranges, false, leaf);
}

/// Threads that load in loops of their own, where there may be few of them: what several iterations
/// load is to be under way together.
static bool loadsInLoops(const KernelModel &kernel) {
  constexpr long FewThreads = 64;
  if (kernel.plan.workingThreads > 0)
    return true;
  return kernel.plan.blockSize.size() == 1 && kernel.threadsPerBlock() <= FewThreads &&
         kernel.plan.shared.empty();
}

/// \p loops, unrolled where that lets more loads wait together.
static LeafText withLoadsTogether(const KernelModel &kernel, LeafText loops) {
  constexpr long StatementsTogether = 16;
  if (!loadsInLoops(kernel))
    return loops;
  return [loops = std::move(loops)](NodePrinter &printer) {
    printer.unrollInnermost(StatementsTogether);
    loops(printer);
  };
}

/// The loops of one thread's part.
static LeafText threadLoops(const UniformLeaf &leaf) {
  const KernelModel &kernel = leaf.kernel;
  AstRequest request;
  request.context = knownOf(leaf);
  request.schedule = innerSchedule(kernel);
  request.depth = kernel.orderDims - kernel.uniformDims;
  request.iterators.assign(kernel.iterators.begin() + kernel.uniformDims, kernel.iterators.end());
  const LeafCallback leafText = [&](const LeafContext &context) {
    return threadItemText(kernel, context);
  };
  if (kernel.loopsOverPoints()) {
    if (const std::optional<LeafText> loops = pointLoops(kernel, request, leafText))
      return [&kernel, loops = *loops](NodePrinter &printer) {
        printer.unroll(kernel.pointIterators(), mostUnrolledTrips);
        loops(printer);
      };
  }
  if (const std::optional<LeafText> loops = fewPointLoops(kernel, request, leafText))
    return *loops;
  // Without registers nothing needs constant positions, and a loop of constant
  // length is printed, and unrolled by nvcc, much faster than copies of its body.
  const bool copies = !kernel.plan.registers.empty();
  for (unsigned pos : kernel.plan.unrolled)
    if (copies && pos >= kernel.uniformDims)
      request.unrolled.push_back(pos - kernel.uniformDims);
  return withLoadsTogether(
      kernel, loopsText(request, withoutParams(request.context, kernel.block), leafText));
}

/// What is known of e at a leaf of the uniform loops, and its expressions there.
/// \param order { D[i] -> [e_0 … e_{Q-1}] }
static UniformLeaf makeUniformLeaf(const KernelModel &kernel, const isl::map &order,
                                   const LeafContext &at, const isl::set &context) {
  UniformLeaf leaf{kernel, context, {}, false};
  isl::set points = at.schedule.domain().apply(order);
  leaf.context = bindAllDims(points, kernel.prefix).intersect(context).coalesce();
  isl::pw_multi_aff prefix = order.as_pw_multi_aff();
  for (unsigned e = 0; e < kernel.uniformDims; ++e)
    leaf.prefix.push_back(at.expr(prefix.at(e)));
  return leaf;
}

static TextWriter printedApart(const LeafText &text, NodePrinter &like, unsigned depth) {
  TextWriter writer(depth);
  NodePrinter printer(writer, like.exprs(), like.type());
  text(printer);
  return writer;
}

static LeafText threadPartText(const UniformLeaf &leaf, bool separate) {
  const LeafText any = threadLoops(leaf);
  // Threads with different numbers of points have no full work.
  separate &= !leaf.kernel.plan.unevenThreads;
  std::optional<isl::set> full = separate ? fullPrefixes(leaf) : std::nullopt;
  if (!full)
    return [leaf, any](NodePrinter &printer) {
      definePrefix(leaf, printer);
      for (const CyclicLoop &loop : leaf.kernel.cyclic)
        printer.share(leaf.kernel.iterators[loop.position], shareOf(leaf.kernel, loop));
      any(printer);
    };
  isl::ast_expr condition = ParamExprs(leaf.context).condition(*full);
  const LeafText whole =
      threadLoops({leaf.kernel, leaf.context.intersect(*full), leaf.prefix, false});
  return [leaf, any, whole, condition](NodePrinter &printer) {
    definePrefix(leaf, printer);
    unsigned depth = printer.writer().depth() + 1;
    const ExprText test = printer.exprs().print(condition);
    const TextWriter first = printedApart(whole, printer, depth);
    printChoice(printer.writer(), test, first, printedApart(any, printer, depth));
  };
}

static LeafText uniformItemText(const KernelAction &action, const UniformLeaf &leaf,
                                CopyForms &forms) {
  if (action.kind == KernelAction::Kind::Barrier)
    return [](NodePrinter &printer) { printer.writer().barrier(); };
  return tileCopyText(leaf, action, forms);
}

/// \p wider, a superset of \p points, if loops over it end.
static isl::set widerIfBounded(const isl::set &wider, const isl::set &points) {
  return isl_set_is_bounded(wider.get()) == isl_bool_true ? wider : points;
}

/// What \p points, { [e_0 … e_{Q-1}] }, has for any parameters, launch and block, if that is
/// bounded: then loops with constant bounds do, since each thread tests what it does.
static isl::set forAnyBlock(const isl::set &points) {
  return widerIfBounded(forAnyParams(points), points);
}

/// { [e_0 … e_{Q-1}] } at which some thread has something to do, and
/// perhaps some more: the exact condition for all threads together can be much
/// longer than that of each thread, which stands below it anyway.
static isl::set threadPartDomain(const KernelModel &kernel) {
  isl::set domain;
  for (const OrderedItem &item : kernel.items) {
    if (item.uniform)
      continue;
    isl::map order = item.order.intersect_params(kernel.threadContext);
    isl::set points =
        dropRangeDims(order, kernel.uniformDims, kernel.orderDims - kernel.uniformDims).range();
    points = simplified(forgetParams(points, kernel.thread));
    // Where threads have different numbers of points, loops without any are cheaper than the
    // condition, on all of the block's sides, that there are some.
    if (kernel.plan.unevenThreads && kernel.plan.workingThreads == 0)
      points = widerIfBounded(withoutParams(points, kernel.block), points);
    points = forAnyBlock(points);
    domain = domain.is_null() ? points : domain.unite(points);
  }
  return domain.detect_equalities().coalesce();
}

/// \p points without the dimensions that are one constant.
static isl::set withoutFixedDims(isl::set points) {
  for (unsigned d = setDims(points); d-- > 0;)
    if (plainFixedDim(points, d))
      points = isl::manage(isl_set_project_out(points.release(), isl_dim_set, d, 1));
  return points;
}

/// Which points some block has to do with mostly all blocks have: loops over all of them do.
/// Copies of the same form differ in their place in the order, so each form is tested once.
class PointsOfAllBlocks {
public:
  explicit PointsOfAllBlocks(const isl::set &context) : Context(context) {}

  /// What \p points, { [e_0 … e_{Q-1}] }, has for any block if that is the same for each, else
  /// the points themselves.
  isl::set of(const isl::set &points) {
    return isSameForAll(withoutFixedDims(points)) ? forAnyBlock(points) : points;
  }

private:
  bool isSameForAll(const isl::set &form) {
    for (const auto &[tested, isSame] : Tested)
      if (isl_set_plain_is_equal(tested.get(), form.get()) == isl_bool_true)
        return isSame;
    const bool isSame = forAnyBlock(form).intersect_params(Context).is_subset(form);
    Tested.emplace_back(form, isSame);
    return isSame;
  }

  isl::set Context;
  std::vector<std::pair<isl::set, bool>> Tested;
};

/// { name[e…] -> [e…] } on \p points, { [e…] }.
static isl::map identityOrder(const isl::set &points, const std::string &name) {
  isl::map identity = isl::manage(isl_set_identity(named(points, name).release()));
  return isl::manage(isl_map_reset_tuple_id(identity.release(), isl_dim_out));
}

/// { D[e_0 … e_{Q-1}] -> [e_0 … e_{Q-1}] } of everything the uniform loops contain.
static std::map<std::string, isl::map> uniformOrders(const KernelModel &kernel,
                                                     const isl::set &context) {
  std::map<std::string, isl::map> orders;
  PointsOfAllBlocks allBlocks(context);
  unsigned below = kernel.orderDims - kernel.uniformDims;
  for (const OrderedItem &item : kernel.items) {
    if (!item.uniform)
      continue;
    const std::string &name = kernel.plan.actions[item.index].name;
    // Its launch and block are parameters here.
    const isl::set points =
        allBlocks.of(dropRangeDims(item.order, kernel.uniformDims, below).range());
    orders.emplace(name, identityOrder(points, name));
  }
  orders.emplace(ThreadPart, identityOrder(threadPartDomain(kernel), ThreadPart));
  for (auto &[name, order] : orders)
    order = order.gist_params(context);
  return orders;
}

static const KernelAction *actionNamed(const KernelModel &kernel, const std::string &name) {
  for (const KernelAction &action : kernel.plan.actions)
    if (action.name == name)
      return &action;
  return nullptr;
}

/// The parameters of \p context that \p schedule does not depend on.
static std::vector<std::string> paramsNotIn(const isl::union_map &schedule,
                                            const isl::set &context) {
  std::set<std::string> involved;
  schedule.foreach_map([&](const isl::map &map) {
    const unsigned params = static_cast<unsigned>(isl_map_dim(map.get(), isl_dim_param));
    for (unsigned p = 0; p < params; ++p)
      if (isl_map_involves_dims(map.get(), isl_dim_param, p, 1))
        involved.insert(isl_map_get_dim_name(map.get(), isl_dim_param, p));
  });
  return otherParams(context, {involved.begin(), involved.end()});
}

/// { [e_0] } of \p order if it is one constant.
static std::optional<long> fixedPhase(const isl::map &order) {
  isl::val value = isl::manage(isl_map_plain_get_val_if_fixed(order.get(), isl_dim_out, 0));
  if (!value.is_int())
    return std::nullopt;
  return value.num_si();
}

/// What the uniform loops contain, by constant first positions where all have one: parts
/// that follow each other, of which isl then needs to see one at a time.
static std::vector<isl::union_map> phasesOf(const std::map<std::string, isl::map> &orders) {
  std::map<long, isl::union_map> phases;
  isl::union_map all(orders.begin()->second.ctx(), "{ }");
  bool fixed = true;
  for (const auto &[name, order] : orders) {
    all = all.unite(order);
    std::optional<long> phase = fixedPhase(order);
    fixed &= phase.has_value();
    if (phase) {
      auto [entry, isNew] = phases.try_emplace(*phase, order);
      if (!isNew)
        entry->second = entry->second.unite(order);
    }
  }
  if (!fixed)
    return {all};
  std::vector<isl::union_map> result;
  for (const auto &[phase, schedule] : phases)
    result.push_back(schedule);
  return result;
}

/// The loops over \p schedule, a part of what the uniform loops contain.
static AstRequest uniformRequest(const KernelModel &kernel, const isl::union_map &schedule,
                                 const isl::set &context) {
  AstRequest request;
  request.context = context;
  request.depth = kernel.uniformDims;
  request.schedule = schedule;
  // What is known of other parameters does not make these loops simpler, only slower to find.
  request.context = withoutParams(context, paramsNotIn(request.schedule, context));
  request.iterators.assign(kernel.iterators.begin(), kernel.iterators.begin() + kernel.uniformDims);
  for (unsigned pos : kernel.plan.unrolled)
    if (pos < kernel.uniformDims)
      request.unrolled.push_back(pos);
  for (unsigned pos = 0; pos < kernel.uniformDims; ++pos)
    if (pos < kernel.plan.orderIsLoop.size())
      (kernel.plan.orderIsLoop[pos] ? request.atomic : request.unrolled).push_back(pos);
  return request;
}

std::vector<LeafText> kernelLoops(const KernelModel &kernel, const isl::set &context,
                                  bool separate) {
  // Without a barrier or a copy each thread's conditions are all that is needed.
  if (kernel.uniformDims == 0)
    return {threadLoops({kernel, context, {}, false})};
  std::map<std::string, isl::map> orders = uniformOrders(kernel, context);
  CopyForms forms;
  const auto leafText = [&](const LeafContext &at) {
    std::string name = at.name();
    UniformLeaf leaf = makeUniformLeaf(kernel, orders.at(name), at, context);
    leaf.partial = !separate;
    const KernelAction *action = actionNamed(kernel, name);
    return action ? uniformItemText(*action, leaf, forms) : threadPartText(leaf, separate);
  };
  std::vector<LeafText> parts;
  for (const isl::union_map &phase : phasesOf(orders)) {
    const isl::ast_node loops = buildAst(uniformRequest(kernel, phase, context), leafText);
    parts.push_back([loops](NodePrinter &printer) { printer.print(loops); });
  }
  return parts;
}

} // namespace gputile::codegen
