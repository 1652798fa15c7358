//===- TestPlan.h - Region plans from isl strings, for tests ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Builds RegionPlans by hand. Strings leave out the parameters:
/// \code
///   TestPlan plan(scop, "[n]", 0, "{ S0[i] -> [] }");
///   plan.kernel("K0", {0}).launches("{ K0[] -> [] }").host("{ S0[i] -> [] }")
///       .blocks(1, "{ S0[i] -> [floor(i/32)] }", "{ [b] : 0 <= 32b < n }")
///       .threads({32}, "{ S0[i] -> [i mod 32] }")
///       .order({false}, "{ S0[i] -> [0] }");
///   plan.in("A", "{ A[i] : 0 <= i < n }").out("C", "{ C[i] : 0 <= i < n }");
/// \endcode
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_UNITTESTS_VERIFIER_TESTPLAN_H
#define GPUTILE_UNITTESTS_VERIFIER_TESTPLAN_H

#include "gputile/IR/RegionPlan.h"
#include "gputile/IR/Scop.h"

#include <isl/aff.h>
#include <isl/map.h>
#include <isl/set.h>

#include <string>
#include <vector>

namespace gputile::test {

/// Parses isl text over fixed parameters.
class Parser {
public:
  Parser(isl::ctx ctx, std::string parameters) : Ctx(ctx), Prefix(parameters + " -> ") {}
  isl::map map(const std::string &text) const { return isl::map(Ctx, Prefix + text); }
  isl::set set(const std::string &text) const { return isl::set(Ctx, Prefix + text); }
  isl::union_map maps(const std::string &text) const { return isl::union_map(Ctx, Prefix + text); }
  isl::multi_aff affs(const std::string &text) const { return isl::multi_aff(Ctx, Prefix + text); }
  /// The box around a set.
  Box box(const std::string &text) const {
    isl::set elements = set(text);
    Box result;
    int rank = static_cast<int>(isl_set_dim(elements.get(), isl_dim_set));
    for (int d = 0; d < rank; ++d) {
      result.lower.push_back(isl::manage(isl_set_dim_min(elements.copy(), d)));
      result.upper.push_back(isl::manage(isl_set_dim_max(elements.copy(), d)));
    }
    return result;
  }

private:
  isl::ctx Ctx;
  std::string Prefix;
};

/// Fills one kernel.
class TestKernel {
public:
  TestKernel(KernelPlan &plan, const Parser &parse) : K(plan), Parse(parse) {}

  TestKernel &launches(const std::string &text, std::vector<unsigned> hostDims = {}) {
    K.launch = Parse.map(text);
    K.hostDims = hostDims;
    return *this;
  }
  TestKernel &host(const std::string &text) {
    K.host = Parse.maps(text);
    return *this;
  }
  /// No block is full unless \p full says so.
  TestKernel &blocks(unsigned dims, const std::string &text, const std::string &all,
                     const std::string &full = "") {
    K.blockDims = dims;
    K.block = Parse.maps(text);
    K.blocks = Parse.set(all);
    K.fullBlocks = full.empty() ? isl::set::empty(K.blocks.space()) : Parse.set(full);
    return *this;
  }
  TestKernel &threads(std::vector<long> size, const std::string &text) {
    K.blockSize = size;
    K.thread = Parse.maps(text);
    return *this;
  }
  TestKernel &order(std::vector<bool> isLoop, const std::string &text,
                    std::vector<unsigned> unrolled = {}) {
    K.orderIsLoop = isLoop;
    K.order = Parse.maps(text);
    K.unrolled = unrolled;
    return *this;
  }
  TestKernel &shared(const std::string &name, unsigned array, std::vector<ReferenceId> references,
                     unsigned prefix, const std::string &offset, std::vector<long> size,
                     const std::string &copied) {
    K.shared.push_back(
        {name, array, references, prefix, Parse.affs(offset), size, 0, Parse.map(copied), {}});
    return *this;
  }
  /// What the last tile stores.
  TestKernel &stores(const std::string &elements) {
    K.shared.back().stored = Parse.map(elements);
    return *this;
  }
  /// \p loaded and \p stored empty: nothing.
  TestKernel &registers(const std::string &name, unsigned array,
                        std::vector<ReferenceId> references, const std::string &element,
                        bool loaded, bool stored) {
    isl::map map = Parse.map(element), none = isl::map::empty(map.space());
    K.registers.push_back({name, array, references, map, loaded ? map : none, stored ? map : none});
    return *this;
  }
  TestKernel &action(KernelAction::Kind kind, unsigned tile, const std::string &order) {
    isl::map map = Parse.map(order);
    K.actions.push_back({kind, isl_map_get_tuple_name(map.get(), isl_dim_in), tile, map});
    return *this;
  }
  TestKernel &copyIn(unsigned tile, const std::string &order) {
    return action(KernelAction::Kind::CopyIn, tile, order);
  }
  TestKernel &copyOut(unsigned tile, const std::string &order) {
    return action(KernelAction::Kind::CopyOut, tile, order);
  }
  TestKernel &barrier(const std::string &order) {
    return action(KernelAction::Kind::Barrier, 0, order);
  }
  TestKernel &load(unsigned tile, const std::string &order) {
    return action(KernelAction::Kind::RegisterLoad, tile, order);
  }
  TestKernel &store(unsigned tile, const std::string &order) {
    return action(KernelAction::Kind::RegisterStore, tile, order);
  }

private:
  KernelPlan &K;
  const Parser &Parse;
};

/// Builds a RegionPlan from isl's notation.
class TestPlan {
public:
  TestPlan(const Scop &scop, const std::string &parameters, unsigned launchDims,
           const std::string &launch)
      : Parse(scop.ctx(), parameters), TheScop(scop) {
    Plan.launchDims = launchDims;
    Plan.launch = Parse.maps(launch);
    // Null isl values cannot be copied, so growing these vectors must not move.
    Plan.transfers = std::vector<ArrayTransfer>(scop.arrays.size());
    for (unsigned a = 0; a < scop.arrays.size(); ++a)
      Plan.transfers[a].array = a;
    Plan.kernels.reserve(8); // TestKernel holds references, too.
  }

  TestKernel kernel(const std::string &name, std::vector<unsigned> statements) {
    KernelPlan &k = Plan.kernels.emplace_back();
    k.name = name;
    k.statements = statements;
    return TestKernel(k, Parse);
  }

  /// Allocates \p elements only.
  TestPlan &local(const std::string &array, const std::string &elements) {
    ArrayTransfer &t = Plan.transfers[arrayNumber(array)];
    t.footprint = Parse.set(elements);
    t.box = Parse.box(elements);
    if (t.copyInSet.is_null())
      t.copyInSet = t.copyOutSet = isl::set::empty(t.footprint.space());
    return *this;
  }
  /// Allocates \p elements and copies them in.
  TestPlan &in(const std::string &array, const std::string &elements) {
    local(array, elements);
    ArrayTransfer &t = Plan.transfers[arrayNumber(array)];
    t.copyIn = true;
    t.copyInSet = t.footprint;
    t.copyInBox = t.box;
    return *this;
  }
  TestPlan &out(const std::string &array, const std::string &elements) {
    local(array, elements);
    ArrayTransfer &t = Plan.transfers[arrayNumber(array)];
    t.copyOut = true;
    t.copyOutSet = t.footprint;
    t.copyOutBox = t.box;
    return *this;
  }
  /// Copies \p elements in, and back what has changed.
  TestPlan &inOut(const std::string &array, const std::string &elements) {
    in(array, elements).out(array, elements);
    Plan.transfers[arrayNumber(array)].compared = true;
    return *this;
  }

  unsigned arrayNumber(const std::string &name) const {
    unsigned a = 0;
    while (TheScop.arrays.at(a).name != name)
      ++a;
    return a;
  }

  Parser Parse;
  RegionPlan Plan;

private:
  const Scop &TheScop;
};

} // namespace gputile::test

#endif
