//===- Model.cpp - One kernel, for a symbolic block and thread --*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Kernel/Model.h"

#include <algorithm>
#include <stdexcept>

namespace gputile::codegen {

static std::vector<std::string> freshNames(NameTable &names, const std::string &stem, size_t count) {
  std::vector<std::string> result;
  for (size_t k = 0; k < count; ++k)
    result.push_back(names.fresh(stem + std::to_string(k)));
  return result;
}

static void namePersistent(KernelModel &kernel, NameTable &names) {
  std::vector<std::string> box(kernel.host.begin() + kernel.outerHosts(), kernel.host.end());
  box.insert(box.end(), kernel.block.begin(), kernel.block.end());
  for (const std::string &name : box) {
    kernel.boxFirst.push_back(names.fresh(name + "_low"));
    kernel.boxCount.push_back(names.fresh(name + "_size"));
  }
  kernel.virtualBlock = names.fresh("v");
  kernel.ticket = names.fresh("ticket");
  kernel.earlier = names.fresh("earlier");
  kernel.progress = names.fresh("progress");
  kernel.flag = names.fresh("done");
  kernel.launchIterators =
      freshNames(names, "w", kernel.region.plan.launchDims - kernel.outerLaunchDims());
}

static unsigned orderDimsOf(const KernelPlan &plan) {
  if (!plan.orderIsLoop.empty())
    return plan.orderIsLoop.size();
  if (!plan.actions.empty())
    return rangeDims(plan.actions.front().order);
  unsigned dims = 0;
  plan.order.foreach_map([&](isl::map map) { dims = std::max(dims, rangeDims(map)); });
  return dims;
}

/// More copies of a statement than these are no readable text.
constexpr long mostCopies = 16;

long KernelModel::points() const {
  long points = 1;
  for (auto [low, count] : unrolledRanges)
    points *= count;
  return points;
}

bool KernelModel::loopsOverPoints() const {
  return !plan.registers.empty() && points() > mostCopies;
}

bool KernelModel::hasFewPoints() const {
  return plan.registers.empty() && cyclic.empty() && plan.workingThreads == 0 && points() > 1 &&
         points() <= mostCopies;
}

std::vector<std::string> KernelModel::pointIterators() const {
  std::vector<std::string> names;
  for (unsigned position : plan.unrolled)
    names.push_back(iterators[position]);
  return names;
}

std::vector<std::string> KernelModel::hostAndBlock() const {
  std::vector<std::string> both = host;
  both.insert(both.end(), block.begin(), block.end());
  return both;
}

bool KernelModel::sharesColumns() const {
  return plan.stream && plan.stream->band.rank > 1 && region.scop.clauses.tile.value.size() <= 1;
}

long KernelModel::threadsPerBlock() const { return plan.threadsPerBlock(); }

const std::vector<long> &KernelModel::launchedBlock() const {
  return plan.leader ? region.plan.kernels[*plan.leader].blockSize : plan.blockSize;
}

ExprText KernelModel::threadText(unsigned d) const {
  return ExprText::variable(thread[d], Bound::constant(plan.blockSize[d]));
}

ExprText KernelModel::linearThread(unsigned dims) const {
  ExprText linear{"", Bound::constant(threadsPerBlock()), {thread.begin(), thread.begin() + dims}};
  std::string &text = linear.text;
  for (unsigned d = 0; d < dims; ++d) {
    const std::string &size = std::to_string(plan.blockSize[d]);
    text = d == 0 ? thread[0] : (d > 1 ? "(" + text + ")" : text) + " * " + size + " + " + thread[d];
  }
  if (text.empty())
    text = "0";
  return linear;
}

isl::set KernelModel::blocksAsParams(const isl::set &blocks) const {
  return bindAllDims(blocks, hostAndBlock());
}

bool KernelModel::isCyclic(unsigned threadDim) const {
  return std::any_of(cyclic.begin(), cyclic.end(),
                     [&](const CyclicLoop &loop) { return loop.thread == threadDim; });
}

/// Registers are indexed by the positions of a thread's points.
static std::vector<CyclicLoop> cyclicLoops(const KernelPlan &plan) {
  std::vector<CyclicLoop> result;
  for (unsigned d = 0; plan.registers.empty() && d < plan.cyclicPoints.size(); ++d)
    if (plan.cyclicPoints[d] && plan.blockSize[d] > 1)
      result.push_back({d, *plan.cyclicPoints[d]});
  return result;
}

/// \p map as a function, without its conditions where it is one piece: isl would simplify
/// all that is computed with it by them.
static isl::pw_multi_aff functionOf(const isl::map &map) {
  isl::pw_multi_aff function = map.as_pw_multi_aff();
  return onlyPiece(function).value_or(function);
}

/// { S[i] -> [e…] } with the numbers of points at the positions of block-stride loops.
static isl::map pointOrder(const KernelModel &kernel, const isl::map &order,
                           const isl::map &thread) {
  if (kernel.cyclic.empty())
    return order;
  isl::pw_multi_aff result = functionOf(order), threads = functionOf(thread);
  for (const CyclicLoop &loop : kernel.cyclic) {
    const int position = static_cast<int>(loop.position);
    const isl::val size(order.ctx(), kernel.plan.blockSize[loop.thread]);
    isl::pw_aff number =
        result.at(position).scale(size).add(threads.at(static_cast<int>(loop.thread)));
    result = isl::manage(
        isl_pw_multi_aff_set_pw_aff(result.release(), loop.position, number.coalesce().release()));
  }
  return result.as_map().intersect_domain(order.domain().intersect(thread.domain()));
}

/// The order of the instances of one statement that thread t of block b runs.
static isl::map statementOrder(const KernelModel &kernel, const Statement &statement) {
  const KernelPlan &plan = kernel.plan;
  auto boundTo = [&](const isl::map &map, const std::vector<std::string> &names) {
    return equateRangeWithParams(map, names).domain();
  };
  auto ownOf = [&](const isl::union_map &mapping, size_t dims) {
    return mapOf(mapping, statement.domain, dims);
  };
  const isl::map thread = ownOf(plan.thread, kernel.thread.size());
  isl::set mine = boundTo(ownOf(plan.host, kernel.host.size()), kernel.host)
                      .intersect(boundTo(ownOf(plan.block, kernel.block.size()), kernel.block));
  isl::map own = thread;
  std::vector<std::string> names;
  for (unsigned d = 0; d < kernel.thread.size(); ++d)
    if (kernel.isCyclic(d))
      own = dropRangeDims(own, static_cast<unsigned>(names.size()), 1);
    else
      names.push_back(kernel.thread[d]);
  isl::map order = ownOf(plan.order, kernel.orderDims);
  return pointOrder(kernel, order, thread)
      .intersect_domain(mine.intersect(boundTo(own, names)))
      .detect_equalities();
}

static std::vector<OrderedItem> collectItems(const KernelModel &kernel) {
  std::vector<OrderedItem> items;
  for (unsigned s : kernel.plan.statements)
    items.push_back({OrderedItem::Kind::Statement, s, false,
                     statementOrder(kernel, kernel.region.scop.statements[s])});
  for (unsigned a = 0; a < kernel.plan.actions.size(); ++a) {
    const KernelAction &action = kernel.plan.actions[a];
    bool uniform = action.kind != KernelAction::Kind::RegisterLoad &&
                   action.kind != KernelAction::Kind::RegisterStore;
    isl::set mine = equateWithParams(action.order.domain(), 0, kernel.hostAndBlock());
    items.push_back({OrderedItem::Kind::Action, a, uniform, action.order.intersect_domain(mine)});
  }
  return items;
}

/// { [e_0 … e_{count-1}] } of all threads of one block.
static isl::set prefixPoints(const KernelModel &kernel, const OrderedItem &item, unsigned count) {
  isl::map prefix = dropRangeDims(item.order, count, kernel.orderDims - count);
  return forgetParams(prefix.range(), kernel.thread);
}

/// A superset of prefixPoints for any parameters, launch and block, which mostly is enough.
static isl::set plainPrefix(const KernelModel &kernel, const OrderedItem &item, unsigned count) {
  return dropDims(forAnyParams(item.order.range()), count, kernel.orderDims - count);
}

/// True when the first \p count positions tell uniform items from all others.
static bool separates(const KernelModel &kernel, unsigned count) {
  std::vector<isl::set> points;
  for (const OrderedItem &item : kernel.items)
    points.push_back(plainPrefix(kernel, item, count));
  const auto exact = [&](size_t i) { return prefixPoints(kernel, kernel.items[i], count); };
  for (size_t i = 0; i < points.size(); ++i)
    for (size_t j = 0; j < points.size(); ++j)
      if (i != j && kernel.items[i].uniform && !points[i].is_disjoint(points[j]) &&
          !exact(i).is_disjoint(exact(j)))
        return false;
  return true;
}

static unsigned findUniformDims(const KernelModel &kernel) {
  bool anyUniform = false;
  for (const OrderedItem &item : kernel.items)
    anyUniform |= item.uniform;
  if (!anyUniform)
    return 0;
  unsigned count = 0;
  for (const SharedTile &tile : kernel.plan.shared)
    count = std::max(count, tile.prefix);
  for (; count <= kernel.orderDims; ++count)
    if (separates(kernel, count))
      return count;
  throw std::logic_error("a barrier or copy has the same point as something else");
}

isl::set bindFirst(const isl::set &set, const std::vector<std::string> &names) {
  isl::map map = isl::manage(isl_map_from_range(set.copy()));
  map = isl::manage(isl_map_move_dims(map.release(), isl_dim_in, 0, isl_dim_out, 0, names.size()));
  return bindLeadingDims(map, names).range();
}

isl::set convexRange(const isl::set &blocks, unsigned d) {
  const unsigned after = setDims(blocks) - d - 1;
  isl::set one = freeDims(freeDims(blocks, d + 1, after), 0, d);
  one = dropDims(dropDims(one, d + 1, after), 0, d);
  return isl::set(hullOf(one));
}

isl::basic_set boundsOfLaunches(const isl::set &range, const isl::set &launched) {
  return simpleHull(range.gist_params(launched));
}

isl::set KernelModel::launchedIn(unsigned d) const {
  return convexRange(bindFirst(plan.blocks, host), d);
}

/// \p range, { [b_d] }, as far as LaunchExtents keeps to it: what it says of the parameters
/// alone holds only where each launch has blocks.
static isl::set keptRange(const isl::set &range, const isl::set &launched) {
  if (launched.is_subset(range.params()))
    return range;
  const isl::set bounds(boundsOfLaunches(range, launched));
  return isl::manage(isl_set_drop_constraints_not_involving_dims(bounds.copy(), isl_dim_set, 0, 1));
}

/// Constraints that hold for every block that is launched: convex and without
/// divisibility, so that those which have no work satisfy them too.
static isl::set launchedBlocks(const KernelModel &kernel) {
  const isl::set launched =
      bindAllDims(kernel.launch.domain(), kernel.host).intersect(kernel.region.context);
  isl::set result = paramUniverse(kernel.plan.blocks.ctx());
  for (unsigned d = 0; d < kernel.block.size(); ++d)
    result = result.intersect(
        bindAllDims(keptRange(kernel.launchedIn(d), launched), {kernel.block[d]}));
  return result;
}

/// A superset of \p set in which all that is known besides linear constraints is
/// divisibility: context that isl can use quickly.
static isl::set withoutExistentials(const isl::set &set) {
  return withoutDivs(set).intersect(isl::set(set.affine_hull())).coalesce();
}

/// \p launch, and when it has existentials perhaps more: convex and with no others
/// than strides, because isl needs long for the exact host loops. A launch without
/// work has no blocks.
static isl::map simpleLaunches(const isl::map &launch) {
  // Without the parameters' own ranges, whose limits would become bounds of launches.
  isl::map known = launch.coalesce();
  if (!quantifies(known.wrap()))
    return launch;
  isl::map hull = isl::map(hullOf(known)).intersect(isl::map(known.affine_hull()));
  // No bound may be valid for all parts.
  if (isl_set_is_bounded(hull.domain().get()) != isl_bool_true)
    hull = withoutDivs(known).coalesce();
  return hull.is_single_valued() ? hull : launch;
}

static isl::set threadBox(const KernelModel &kernel) {
  isl::ctx ctx = kernel.region.scop.ctx();
  isl::set box = paramUniverse(ctx);
  for (unsigned d = 0; d < kernel.thread.size(); ++d)
    if (!kernel.isCyclic(d))
      box = box.intersect(paramInterval(ctx, kernel.thread[d], 0, kernel.plan.blockSize[d] - 1));
  return box;
}

static std::vector<std::pair<long, long>> rangesOfUnrolled(const KernelModel &kernel) {
  std::vector<std::pair<long, long>> ranges;
  for (unsigned pos : kernel.plan.unrolled) {
    long low = 0, high = 0;
    bool first = true;
    for (const OrderedItem &item : kernel.items) {
      if (item.kind != OrderedItem::Kind::Statement || item.order.is_empty())
        continue;
      isl::map inTile = item.order.intersect_params(kernel.threadContext);
      auto [lowest, highest] = constantRange(inTile.range(), pos);
      low = first ? lowest : std::min(low, lowest);
      high = first ? highest : std::max(high, highest);
      first = false;
    }
    ranges.emplace_back(low, high - low + 1);
  }
  return ranges;
}

KernelModel::KernelModel(RegionModel &theRegion, const KernelPlan &thePlan)
    : region(theRegion), plan(thePlan) {
  NameTable names = region.names; // Each kernel is a scope of its own.
  host = freshNames(names, "h", plan.hostDims.size());
  block = freshNames(names, "b", plan.blockDims);
  for (unsigned d = 0; d < block.size(); ++d) {
    blockFirst.push_back(names.fresh(block[d] + "_first"));
    blockBegin.push_back(inParts(d) ? names.fresh(block[d] + "_begin") : blockFirst[d]);
    blockCount.push_back(names.fresh(block[d] + "_count"));
  }
  thread = freshNames(names, "t", plan.blockSize.size());
  orderDims = orderDimsOf(plan);
  iterators = freshNames(names, "c", orderDims);
  for (const SharedTile &tile : plan.shared)
    sharedNames.push_back(names.fresh(tile.name));
  sharedMemory = names.fresh("shared_memory");
  for (const RegisterTile &tile : plan.registers)
    registerNames.push_back(names.fresh(tile.name));
  size_t tileRank = 0;
  for (const SharedTile &tile : plan.shared)
    tileRank = std::max(tileRank, tile.size.size());
  copyIndices = freshNames(names, "i", tileRank);
  constexpr size_t mostConditions = 8;
  conditions = freshNames(names, "inside", mostConditions);
  linearIndex = names.fresh("l");
  constexpr size_t MostParts = 6; // Of others each element is tested.
  copyFirst = names.fresh("first");
  copyLast = names.fresh("last");
  copyLow = freshNames(names, "low", MostParts);
  copyHigh = freshNames(names, "high", MostParts);
  copyLeast = freshNames(names, "least", MostParts);
  copyMost = freshNames(names, "most", MostParts);
  if (persistent())
    namePersistent(*this, names);
  cyclic = cyclicLoops(plan);
  if (plan.stream)
    stream.emplace(names, region.scop, *plan.stream);
  else
    items = collectItems(*this);
  uniformDims = findUniformDims(*this);
  prefix = freshNames(names, "e", uniformDims);
  launch = simpleLaunches(plan.launch);
  isl::set launched = simplified(bindAllDims(withoutExistentials(launch.domain()), host));
  blockContext = region.context.intersect(launched).intersect(launchedBlocks(*this)).coalesce();
  threadContext = threadBox(*this);
  if (!plan.unrolled.empty())
    unrolledRanges = rangesOfUnrolled(*this);
}

} // namespace gputile::codegen
