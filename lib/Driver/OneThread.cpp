//===- OneThread.cpp - Loops that one thread runs ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/OneThread.h"

#include "Driver/OrderedUpdates.h"
#include "Driver/Parallelism.h"
#include "gputile/Support/IslTools.h"

#include <algorithm>

namespace gputile::driver {
namespace {

/// A thread is done with so many iterations before another launch would have started. Sums of
/// partial sums have no more …
constexpr long FewIterations = 256;
/// … and extrema in order one of 256 iterations or less: a few where sizes are up to this.
constexpr long UsualSize = 1 << 16;

isl::set ofUsualSizes(const isl::set &domain) {
  isl::set usual = domain;
  for (unsigned p = 0; p < isl_set_dim(domain.get(), isl_dim_param); ++p)
    usual = isl::manage(isl_set_upper_bound_si(usual.release(), isl_dim_param, p, UsualSize));
  return usual;
}

/// Whether a launch of \p kernel may run more than a few instances of \p statement.
bool hasLoop(const KernelPlan &kernel, const Statement &statement) {
  const isl::map launch = mapOf(kernel.host, ofUsualSizes(statement.domain),
                                static_cast<unsigned>(kernel.hostDims.size()));
  const isl::set distances = launch.apply_range(launch.reverse()).deltas();
  long instances = 1;
  for (unsigned d = 0; d < setDims(distances); ++d) {
    const isl::val most = distances.is_empty() ? isl::val::zero(statement.domain.ctx())
                                               : distances.dim_max_val(static_cast<int>(d));
    const std::optional<long> extent = most.is_int() ? asLong(most) : std::nullopt;
    if (!extent || *extent >= FewIterations)
      return true;
    instances *= *extent + 1;
  }
  return instances > FewIterations;
}

/// What would let the statement run in parallel.
std::string cure(const Scop &scop, unsigned s) {
  const std::vector<Reference> &references = scop.statements[s].references;
  for (unsigned r = 0; r < references.size(); ++r)
    if (!references[r].reduction.empty() && clauseHelps(scop, s, r))
      return "; clause '" + references[r].reduction + "' allows another order";
  return "";
}

} // namespace

std::vector<DiagNote> oneThreadLoops(const Scop &scop, const ScheduleNode &schedule,
                                     const RegionPlan &plan) {
  std::vector<DiagNote> warnings;
  const Parallelism parallel = parallelInstances(scop, schedule);
  for (const KernelPlan &kernel : plan.kernels) {
    const auto runsAlone = [&](unsigned s) {
      return parallel.at(s) == 1 && hasLoop(kernel, scop.statements[s]);
    };
    const auto found =
        std::find_if(kernel.statements.begin(), kernel.statements.end(), runsAlone);
    if (found != kernel.statements.end())
      warnings.push_back({DiagId::OneThread, scop.statements[*found].loc,
                          {cure(scop, *found)}});
  }
  return warnings;
}

} // namespace gputile::driver
