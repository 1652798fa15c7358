//===- MappingTestSupport.cpp - Schedules from text, checks of any plan ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "MappingTestSupport.h"

#include <algorithm>
#include <set>

namespace gputile::test {
namespace {

std::string parameterPrefix(const Scop &scop) {
  std::string text;
  for (const Parameter &p : scop.parameters)
    text += (text.empty() ? "[" : ", ") + p.name;
  return text.empty() ? "" : text + "] -> ";
}

isl::map restricted(const Scop &scop, const isl::union_map &maps, unsigned s) {
  isl::map result;
  maps.foreach_map([&](isl::map m) {
    if (m.domain_tuple_id().name() == scop.statements[s].name)
      result = m;
  });
  return result;
}

/// { S[i] -> [a…, b…, …] }
isl::map together(const Scop &scop, unsigned s, const std::vector<isl::union_map> &parts) {
  isl::map result;
  for (const isl::union_map &part : parts) {
    isl::map m = restricted(scop, part, s);
    result = result.is_null() ? m : isl::manage(isl_map_flat_range_product(
                                        result.release(), m.release()));
  }
  return result;
}


isl::set unnamed(const isl::set &set) {
  return isl::manage(isl_set_reset_tuple_id(set.copy()));
}

class PlanChecker {
public:
  PlanChecker(const Scop &scop, const RegionPlan &plan, const DeviceLimits &limits)
      : TheScop(scop), Plan(plan), Limits(limits) {}

  void check() {
    ASSERT_EQ(Plan.transfers.size(), TheScop.arrays.size());
    std::vector<unsigned> all;
    for (const KernelPlan &kernel : Plan.kernels) {
      all.insert(all.end(), kernel.statements.begin(), kernel.statements.end());
      SCOPED_TRACE(kernel.name);
      checkPlacement(kernel);
      checkLaunch(kernel);
      checkThreads(kernel);
      checkConflicts(kernel);
      checkShared(kernel);
      checkRegisters(kernel);
      checkActions(kernel);
      checkFullBlocks(kernel);
    }
    std::sort(all.begin(), all.end());
    for (unsigned s = 0; s < TheScop.statements.size(); ++s)
      EXPECT_TRUE(s < all.size() && all[s] == s) << "S" << s << " is not in exactly one kernel";
    EXPECT_EQ(all.size(), TheScop.statements.size());
    checkLaunchesApart();
  }

private:
  void checkPlacement(const KernelPlan &k) {
    EXPECT_LE(k.blockDims, 3u);
    ASSERT_FALSE(k.orderIsLoop.empty());
    for (unsigned s : k.statements) {
      isl::map place = together(TheScop, s, {Plan.launch, k.block, k.thread, k.order});
      EXPECT_TRUE(place.domain().is_equal(TheScop.statements[s].domain)) << "S" << s;
      EXPECT_TRUE(place.is_injective()) << "S" << s;
      EXPECT_TRUE(place.is_single_valued()) << "S" << s;
      EXPECT_EQ(restricted(TheScop, k.order, s).range_tuple_dim(), k.orderIsLoop.size());
      EXPECT_EQ(restricted(TheScop, k.block, s).range_tuple_dim(), k.blockDims);
      EXPECT_EQ(restricted(TheScop, Plan.launch, s).range_tuple_dim(), Plan.launchDims);
    }
  }

  void checkLaunch(const KernelPlan &k) {
    isl::set launches;
    for (unsigned s : k.statements) {
      isl::map host = restricted(TheScop, k.host, s);
      isl::map viaHost = isl::manage(isl_map_set_tuple_name(host.release(), isl_dim_out,
                                                            k.name.c_str()))
                             .apply_range(k.launch);
      EXPECT_TRUE(viaHost.is_equal(restricted(TheScop, Plan.launch, s)));
      isl::set h = restricted(TheScop, k.host, s).range();
      launches = launches.is_null() ? h : launches.unite(h);
    }
    EXPECT_TRUE(unnamed(k.launch.domain()).is_equal(launches));
    EXPECT_TRUE(k.launch.is_injective());
    EXPECT_EQ(k.launch.domain_tuple_dim(), k.hostDims.size());
    for (unsigned dim : k.hostDims)
      EXPECT_LT(dim, Plan.launchDims);
  }

  void checkThreads(const KernelPlan &k) {
    long threads = 1;
    for (long size : k.blockSize)
      threads *= size;
    EXPECT_LE(threads, Limits.threadsPerBlock);
    for (unsigned s : k.statements) {
      isl::set used = restricted(TheScop, k.thread, s).range();
      ASSERT_EQ(used.tuple_dim(), k.blockSize.size());
      for (unsigned d = 0; d < used.tuple_dim(); ++d) {
        EXPECT_TRUE(used.dim_min_val(static_cast<int>(d)).ge(0));
        EXPECT_TRUE(used.dim_max_val(static_cast<int>(d)).lt(k.blockSize[d]));
      }
    }
  }

  /// Instances of one launch that touch a common element, one of them writing,
  /// run on one thread, in the original order.
  void checkConflicts(const KernelPlan &k) {
    for (unsigned s : k.statements)
      for (unsigned t : k.statements)
        for (const Access &a : TheScop.statements[s].accesses)
          for (const Access &b : TheScop.statements[t].accesses)
            if (a.kind != AccessKind::Read || b.kind != AccessKind::Read)
              checkConflict(k, s, t, a, b);
  }

  void checkConflict(const KernelPlan &k, unsigned s, unsigned t, const Access &a,
                     const Access &b) {
    const Statement &from = TheScop.statements[s], &to = TheScop.statements[t];
    if (from.references[a.reference].array != to.references[b.reference].array)
      return;
    isl::map before = isl::manage(isl_map_lex_lt_map(from.schedule.copy(), to.schedule.copy()));
    isl::map conflict =
        before.intersect(a.relation.apply_range(b.relation.reverse()));
    isl::map sameLaunch = restricted(TheScop, Plan.launch, s)
                              .apply_range(restricted(TheScop, Plan.launch, t).reverse());
    conflict = conflict.intersect(sameLaunch);
    isl::map sameThread = together(TheScop, s, {k.block, k.thread})
                              .apply_range(together(TheScop, t, {k.block, k.thread}).reverse());
    EXPECT_TRUE(conflict.is_subset(sameThread)) << "S" << s << " and S" << t;
    isl::map inOrder = isl::manage(isl_map_lex_lt_map(
        restricted(TheScop, k.order, s).release(), restricted(TheScop, k.order, t).release()));
    EXPECT_TRUE(conflict.is_subset(inOrder)) << "S" << s << " and S" << t;
  }

  isl::map tileMap(const KernelPlan &k, unsigned s, unsigned prefix) {
    isl::map order = restricted(TheScop, k.order, s);
    order = isl::manage(isl_map_project_out(order.release(), isl_dim_out, prefix,
                                            static_cast<unsigned>(k.orderIsLoop.size()) - prefix));
    isl::map outer = together(TheScop, s, {k.host, k.block});
    return isl::manage(isl_map_flat_range_product(outer.release(), order.release()));
  }

  void checkShared(const KernelPlan &k) {
    long bytes = 0;
    for (const SharedTile &tile : k.shared) {
      SCOPED_TRACE(tile.name);
      isl::map offset = tile.offset.as_map();
      long elements = 1;
      for (size_t d = 0; d < tile.size.size(); ++d)
        elements *= tile.size[d] + (d + 1 == tile.size.size() ? tile.padding : 0);
      bytes += elements * TheScop.arrays[tile.array].elementBytes;
      EXPECT_TRUE(fitsBox(tile));
      EXPECT_TRUE(tile.copied.range().is_subset(allocated(tile.array)));
      for (ReferenceId id : tile.references)
        checkReadThrough(k, tile, id);
    }
    EXPECT_EQ(bytes, k.sharedBytes);
    EXPECT_LE(bytes, Limits.sharedBytesPerBlockOptIn);
  }

  isl::set allocated(unsigned array) { return boundingBoxOf(Plan.transfers[array]); }

  static isl::set boundingBoxOf(const ArrayTransfer &transfer) {
    isl::set result = isl::set::universe(transfer.footprint.space());
    for (unsigned d = 0; d < transfer.box.lower.size(); ++d) {
      isl::pw_aff var = isl::manage(isl_pw_aff_var_on_domain(
          isl_local_space_from_space(transfer.footprint.space().release()), isl_dim_set, d));
      isl::pw_aff low = transfer.box.lower[d].insert_domain(transfer.footprint.space());
      isl::pw_aff high = transfer.box.upper[d].insert_domain(transfer.footprint.space());
      result = result.intersect(var.ge_set(low)).intersect(var.le_set(high));
    }
    return result.intersect_params(transfer.footprint.params());
  }

  static bool fitsBox(const SharedTile &tile) {
    // { [x] -> [a - offset(x)] }
    isl::map relative = isl::manage(isl_map_sum(
        tile.copied.copy(),
        isl_map_neg(isl_map_from_multi_aff(tile.offset.copy()))));
    isl::set index = relative.range();
    for (unsigned d = 0; d < tile.size.size(); ++d)
      if (index.dim_min_val(static_cast<int>(d)).is_neg() ||
          index.dim_max_val(static_cast<int>(d)).ge(tile.size[d]))
        return false;
    return true;
  }

  /// What reference \p id reads lies in the tile, and nobody writes it in the
  /// same launch.
  void checkReadThrough(const KernelPlan &k, const SharedTile &tile, ReferenceId id) {
    EXPECT_TRUE(std::count(k.statements.begin(), k.statements.end(), id.statement));
    isl::map host = restricted(TheScop, k.host, id.statement);
    for (const Access &read : TheScop.statements[id.statement].accesses) {
      if (read.reference != id.reference)
        continue;
      EXPECT_EQ(read.kind, AccessKind::Read);
      isl::map footprint = read.relation.apply_domain(tileMap(k, id.statement, tile.prefix));
      EXPECT_TRUE(footprint.is_subset(tile.copied));
      for (unsigned s : k.statements)
        for (const Access &write : TheScop.statements[s].accesses)
          if (write.kind != AccessKind::Read &&
              TheScop.statements[s].references[write.reference].array == tile.array) {
            EXPECT_TRUE(read.relation.apply_domain(host).is_disjoint(
                write.relation.apply_domain(restricted(TheScop, k.host, s))));
          }
    }
  }

  void checkRegisters(const KernelPlan &k) {
    std::set<std::string> names;
    for (const RegisterTile &tile : k.registers) {
      EXPECT_TRUE(names.insert(tile.name).second);
      EXPECT_TRUE(tile.element.is_single_valued());
      EXPECT_TRUE(tile.loaded.is_subset(tile.element));
      EXPECT_TRUE(tile.stored.is_subset(tile.element));
      EXPECT_EQ(tile.element.domain_tuple_dim(), k.hostDims.size() + k.blockDims +
                                                     k.blockSize.size() + k.unrolled.size());
    }
  }

  /// Copies stand between barriers of their level, all uniform over threads.
  void checkActions(const KernelPlan &k) {
    std::set<std::string> names;
    unsigned outer = static_cast<unsigned>(k.hostDims.size()) + k.blockDims;
    for (const KernelAction &action : k.actions) {
      EXPECT_TRUE(names.insert(action.name).second);
      EXPECT_EQ(action.order.domain_tuple_id().name(), action.name);
      EXPECT_EQ(action.order.range_tuple_dim(), k.orderIsLoop.size());
      EXPECT_TRUE(action.order.is_single_valued());
      if (action.kind != KernelAction::Kind::CopyIn)
        continue;
      const SharedTile &tile = k.shared[action.tile];
      EXPECT_EQ(action.order.domain_tuple_dim(), outer + tile.prefix);
      EXPECT_TRUE(unnamed(action.order.domain()).is_equal(tile.copied.domain()));
      EXPECT_TRUE(hasBarrier(k, action, true)) << action.name;
      EXPECT_TRUE(hasBarrier(k, action, false)) << action.name;
      checkBetween(k, action, tile);
    }
    for (size_t t = 0; t < k.shared.size(); ++t)
      EXPECT_EQ(std::count_if(k.actions.begin(), k.actions.end(),
                              [&](const KernelAction &a) {
                                return a.kind == KernelAction::Kind::CopyIn && a.tile == t;
                              }),
                1);
  }

  /// A barrier happens after the copy and, when \p beforeReads, before every read
  /// through the tile, else after every read.
  bool hasBarrier(const KernelPlan &k, const KernelAction &copy, bool beforeReads) {
    for (const KernelAction &barrier : k.actions) {
      if (barrier.kind != KernelAction::Kind::Barrier ||
          barrier.order.domain_tuple_dim() != copy.order.domain_tuple_dim() ||
          !unnamed(copy.order.domain()).is_subset(unnamed(barrier.order.domain())))
        continue;
      if (separates(k, copy, barrier, beforeReads))
        return true;
    }
    return false;
  }

  bool separates(const KernelPlan &k, const KernelAction &copy, const KernelAction &barrier,
                 bool beforeReads) {
    const SharedTile &tile = k.shared[copy.tile];
    isl::map at = isl::manage(isl_map_reset_tuple_id(barrier.order.copy(), isl_dim_in));
    for (ReferenceId id : tile.references) {
      isl::map reads = tileMap(k, id.statement, tile.prefix).reverse().apply_range(
          restricted(TheScop, k.order, id.statement)); // { [h,b,e…] -> [e] }
      isl::map pairs = at.reverse().apply_range(reads); // { [barrier] -> [read] }
      isl::space space = pairs.domain().space();
      isl::map lt = isl::manage(beforeReads ? isl_map_lex_lt(space.release())
                                            : isl_map_lex_gt(space.release()));
      // Same block: pairs() forgot b, which does not matter for equal prefixes.
      if (!pairs.is_subset(lt) && tile.prefix == 0)
        return false;
      if (tile.prefix != 0 && !samePrefix(pairs, tile.prefix).is_subset(lt))
        return false;
    }
    return true;
  }

  static isl::map samePrefix(isl::map pairs, unsigned prefix) {
    for (unsigned d = 0; d < prefix; ++d)
      pairs = isl::manage(isl_map_equate(pairs.release(), isl_dim_in, static_cast<int>(d),
                                         isl_dim_out, static_cast<int>(d)));
    return pairs;
  }

  void checkBetween(const KernelPlan &k, const KernelAction &copy, const SharedTile &tile) {
    // The first barrier after the copy has a larger point with the same prefix.
    isl::map at = isl::manage(isl_map_reset_tuple_id(copy.order.copy(), isl_dim_in));
    bool found = false;
    for (const KernelAction &barrier : k.actions) {
      if (barrier.kind != KernelAction::Kind::Barrier ||
          barrier.order.domain_tuple_dim() != copy.order.domain_tuple_dim())
        continue;
      isl::map b = isl::manage(isl_map_reset_tuple_id(barrier.order.copy(), isl_dim_in));
      isl::map pairs = samePrefix(at.reverse().apply_range(b), tile.prefix);
      isl::map lt = isl::manage(isl_map_lex_lt(pairs.domain().space().release()));
      found |= !pairs.is_empty() && pairs.is_subset(lt) && separates(k, copy, barrier, true);
    }
    EXPECT_TRUE(found) << copy.name;
  }

  /// In a full block each thread and point has an instance of some statement, but for threads that
  /// only copy.
  void checkFullBlocks(const KernelPlan &k) {
    EXPECT_TRUE(k.fullBlocks.is_subset(k.blocks));
    if (k.fullBlocks.is_empty())
      return;
    isl::set working;
    for (unsigned s : k.statements) {
      isl::set at = together(TheScop, s, {k.host, k.block, k.thread}).range();
      working = working.is_null() ? at : working.unite(at);
    }
    isl::set wanted = isl::manage(isl_set_add_dims(k.fullBlocks.copy(), isl_dim_set,
                                                   static_cast<unsigned>(k.blockSize.size())));
    unsigned first = k.fullBlocks.tuple_dim();
    for (unsigned d = 0; d < k.blockSize.size(); ++d) {
      const long threads = k.workingThreads > 0 ? k.workingThreads : k.blockSize[d];
      wanted = isl::manage(isl_set_lower_bound_si(wanted.release(), isl_dim_set, first + d, 0));
      wanted = isl::manage(isl_set_upper_bound_si(wanted.release(), isl_dim_set, first + d,
                                                  static_cast<int>(threads - 1)));
    }
    EXPECT_TRUE(wanted.is_subset(working));
  }

  void checkLaunchesApart() {
    for (size_t i = 0; i < Plan.kernels.size(); ++i)
      for (size_t j = 0; j < i; ++j)
        EXPECT_TRUE(Plan.kernels[i].launch.range().is_disjoint(Plan.kernels[j].launch.range()));
  }

  const Scop &TheScop;
  const RegionPlan &Plan;
  const DeviceLimits &Limits;
};

template <typename Tile>
const Tile *tileNamed(const std::vector<Tile> &tiles, const std::string &name) {
  for (const Tile &tile : tiles)
    if (tile.name == name)
      return &tile;
  ADD_FAILURE() << "no tile " << name;
  return nullptr;
}

} // namespace

BandRow Tree::row(const std::vector<std::string> &functions, bool coincident) const {
  BandRow result;
  result.coincident = coincident;
  for (const std::string &text : functions) {
    isl::aff f(TheScop.ctx(), parameterPrefix(TheScop) + "{ " + text + " }");
    std::string name = text.substr(0, text.find('['));
    unsigned s = statementIndex(TheScop, name);
    // Read from text, the tuple keeps the dimension names; the domain's space does not matter.
    result.functions.emplace(s, f);
  }
  return result;
}

ScheduleNode Tree::band(std::vector<BandRow> rows, ScheduleNode child) const {
  ScheduleNode node;
  node.kind = ScheduleNode::Kind::Band;
  node.statements = child.statements;
  node.rows = std::move(rows);
  node.children.push_back(std::move(child));
  return node;
}

ScheduleNode Tree::sequence(std::vector<ScheduleNode> children) const {
  ScheduleNode node;
  node.kind = ScheduleNode::Kind::Sequence;
  for (const ScheduleNode &child : children)
    node.statements.insert(node.statements.end(), child.statements.begin(),
                           child.statements.end());
  std::sort(node.statements.begin(), node.statements.end());
  node.children = std::move(children);
  return node;
}

ScheduleNode Tree::leaf(const std::vector<std::string> &statements) const {
  ScheduleNode node;
  for (const std::string &name : statements)
    node.statements.push_back(statementIndex(TheScop, name));
  std::sort(node.statements.begin(), node.statements.end());
  return node;
}

isl::map mapOf(const Scop &scop, const std::string &text) {
  return isl::map(scop.ctx(), parameterPrefix(scop) + text);
}

isl::set setOf(const Scop &scop, const std::string &text) {
  return isl::set(scop.ctx(), parameterPrefix(scop) + text);
}

isl::map statementMap(const Scop &scop, const isl::union_map &maps, const std::string &name) {
  return restricted(scop, maps, statementIndex(scop, name));
}

void expectValidPlan(const Scop &scop, const RegionPlan &plan, const DeviceLimits &limits) {
  PlanChecker(scop, plan, limits).check();
}

RegionPlan expectMapped(const Scop &scop, const ScheduleNode &tree, const DeviceLimits &limits) {
  Result<RegionPlan> plan = mapParallel(scop, tree, limits);
  if (!plan) {
    ADD_FAILURE() << formatDiag(plan.refusal().id, plan.refusal().args);
    return {};
  }
  expectValidPlan(scop, *plan, limits);
  return *plan;
}

Refusal expectRefused(const Scop &scop, const ScheduleNode &tree, const DeviceLimits &limits) {
  Result<RegionPlan> plan = mapParallel(scop, tree, limits);
  if (!plan)
    return plan.refusal();
  ADD_FAILURE() << "mapped";
  return {};
}

const SharedTile *sharedTile(const KernelPlan &kernel, const std::string &name) {
  return tileNamed(kernel.shared, name);
}

const RegisterTile *registerTile(const KernelPlan &kernel, const std::string &name) {
  return tileNamed(kernel.registers, name);
}

} // namespace gputile::test
