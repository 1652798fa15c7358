//===- CheckRegionPlan.cpp - The invariants of a mapped program -----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "IR/CheckKernelPlan.h"
#include "IR/CheckTools.h"

#include <algorithm>
#include <set>
#include <stdexcept>

using namespace gputile;
using namespace gputile::ir;

namespace {

/// Checks one plan; stops at the first thing that is wrong.
class Checker {
public:
  Checker(const Scop &scop, const RegionPlan &plan) : TheScop(scop), Plan(plan) {}

  std::string run() {
    return checkLaunches() && checkKernels() && checkTransfers() ? std::string() : Wrong;
  }

private:
  bool fail(const std::string &what) {
    Wrong = what;
    return false;
  }

  bool checkLaunches() {
    if (Plan.launch.is_null())
      return fail("the plan has no launch map");
    bool good = true;
    Plan.launch.foreach_map([&](const isl::map &map) { good &= rangeDims(map) == Plan.launchDims; });
    return good || fail("the launch map does not have " + std::to_string(Plan.launchDims) +
                        " dimensions");
  }

  bool checkKernels() {
    std::set<std::string> names;
    std::set<unsigned> mapped;
    for (unsigned k = 0; k < Plan.kernels.size(); ++k) {
      const KernelPlan &kernel = Plan.kernels[k];
      if (!names.insert(kernel.name).second)
        return fail("two kernels are called '" + kernel.name + "'");
      if (std::string wrong = checkKernelPlan(TheScop, Plan, k); !wrong.empty())
        return fail(wrong);
      mapped.insert(kernel.statements.begin(), kernel.statements.end());
    }
    for (unsigned s = 0; s < TheScop.statements.size(); ++s)
      if (!mapped.count(s))
        return fail("no kernel runs statement " + TheScop.statements[s].name);
    return true;
  }

  bool checkTransfers() {
    if (Plan.transfers.size() != TheScop.arrays.size())
      return fail("there is not one transfer per array");
    for (unsigned a = 0; a < Plan.transfers.size(); ++a)
      if (!checkTransfer(Plan.transfers[a], a))
        return false;
    return true;
  }

  bool checkTransfer(const ArrayTransfer &transfer, unsigned index) {
    const Array &array = TheScop.arrays[index];
    const std::string where = "the transfer of array " + array.name;
    if (transfer.array != index)
      return fail(where + " belongs to another array");
    for (const isl::set *set : {&transfer.footprint, &transfer.copyInSet, &transfer.copyOutSet})
      if (!isOfArray(*set, array))
        return fail(where + " has a set that is not of elements of the array");
    if (!hasRank(transfer.box, array) || (transfer.copyIn && !hasRank(transfer.copyInBox, array)) ||
        (transfer.copyOut && !hasRank(transfer.copyOutBox, array)))
      return fail(where + " has a box without bounds for every dimension");
    return checkForm(transfer, array, where);
  }

  static bool hasRank(const Box &box, const Array &array) {
    return box.lower.size() == array.rank && box.upper.size() == array.rank;
  }

  /// What is set together and what excludes each other.
  bool checkForm(const ArrayTransfer &transfer, const Array &array, const std::string &where) {
    if (transfer.byValue && (array.rank > 0 || transfer.copyIn || transfer.copyOut))
      return fail(where + " is by value, but not of a scalar that is only read");
    if (array.storage == ArrayStorage::Private && (transfer.copyIn || transfer.copyOut))
      return fail(where + " copies a private array");
    if (transfer.compared && !(transfer.copyIn && transfer.copyOut))
      return fail(where + " compares with what was not copied in");
    if (transfer.probed && !transfer.copyIn)
      return fail(where + " probes what is not copied in");
    const std::vector<int64_t> &steps = transfer.copyOutSteps;
    const bool positive =
        std::all_of(steps.begin(), steps.end(), [](int64_t step) { return step > 0; });
    if (!steps.empty() && (!transfer.copyOut || steps.size() != array.rank || !positive))
      return fail(where + " does not have one step per dimension that is copied out");
    return true;
  }

  const Scop &TheScop;
  const RegionPlan &Plan;
  std::string Wrong;
};

} // namespace

std::string gputile::checkRegionPlan(const Scop &scop, const RegionPlan &plan) {
  return Checker(scop, plan).run();
}

RegionPlan gputile::checkedPlan(const Scop &scop, RegionPlan plan) {
  if (std::string wrong = checkRegionPlan(scop, plan); !wrong.empty())
    throw std::logic_error(wrong);
  return plan;
}
