//===- WorkText.cpp - How much a region does --------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Host/WorkText.h"

#include <algorithm>

namespace gputile::codegen {
namespace {

/// { [(f)] }: number of values of dimension \p d in \p domain, gaps included.
isl::pw_aff extent(const isl::set &domain, unsigned d) {
  const isl::set whole = withoutDivs(domain);
  const isl::pw_aff highest = isl::manage(isl_set_dim_max(whole.copy(), static_cast<int>(d)));
  const isl::pw_aff lowest = isl::manage(isl_set_dim_min(whole.copy(), static_cast<int>(d)));
  return highest.sub(lowest).add_constant(1);
}

/// A sum of products, with a term for each count.
class Sum {
public:
  void add(double factor, const std::string &count) {
    const auto term =
        std::find_if(Terms.begin(), Terms.end(), [&](const Term &t) { return t.count == count; });
    if (term == Terms.end())
      Terms.push_back({factor, count});
    else
      term->factor += factor;
  }
  std::string text() const {
    std::string sum;
    for (const Term &term : Terms) {
      const std::string factor = number(term.factor);
      sum += sum.empty() ? "" : " + ";
      sum += term.count == "1" ? factor
                               : (term.factor == 1 ? "" : factor + " * ") + "(double)" + term.count;
    }
    return sum.empty() ? "0" : sum;
  }

private:
  struct Term {
    double factor;
    std::string count;
  };
  std::vector<Term> Terms;
};

} // namespace

std::string WorkText::instances(unsigned s) {
  const auto [known, isNew] = Instances.try_emplace(s);
  if (isNew)
    known->second = volume(Region.scop.statements[s].domain);
  return known->second;
}

std::string WorkText::volume(const isl::set &set) const {
  const isl::set within = set.intersect_params(Region.context);
  std::vector<std::string> extents;
  for (unsigned d = 0; d < setDims(within); ++d) {
    const isl::pw_aff values = extent(within, d);
    const std::string text = Printer.print(ParamExprs(values.domain()).value(values)).text;
    if (text != "1")
      extents.push_back(text);
  }
  return extents.empty() ? "1" : Target.volume(extents, 8);
}

std::string WorkText::mostInstances() {
  std::vector<std::string> volumes;
  for (unsigned s = 0; s < Region.scop.statements.size(); ++s) {
    const std::string volume = instances(s);
    if (std::find(volumes.begin(), volumes.end(), volume) == volumes.end())
      volumes.push_back(volume);
  }
  return volumes.size() == 1 ? volumes.front() : Target.largest(volumes, 8);
}

/// A statement of several kernels is one of each in equal parts.
KernelWork WorkText::workOf(const KernelWithCode &kernel) {
  Sum launches, steps, blocks, instructions;
  for (const KernelModel *model : kernel.models()) {
    const KernelPlan &plan = model->plan;
    const isl::set hosts = flatSet(plan.launch.domain());
    const unsigned outer = plan.outerHostDims();
    if (model == kernel.model.get())
      launches.add(1, volume(dropDims(hosts, outer, plan.innerHostDims)));
    steps.add(1, volume(hosts));
    blocks.add(1, volume(flatSet(plan.blocks)));
    for (unsigned s : plan.statements) {
      const std::vector<KernelPlan> &all = Region.plan.kernels;
      const auto sharing = std::count_if(all.begin(), all.end(), [&](const KernelPlan &other) {
        return std::find(other.statements.begin(), other.statements.end(), s) !=
               other.statements.end();
      });
      instructions.add(Region.plan.costs->statements[s].instructions / static_cast<double>(sharing),
                       instances(s));
    }
  }
  return {launches.text(), steps.text(), blocks.text(), instructions.text()};
}

std::string WorkText::hostNanoseconds() {
  Sum sum;
  for (unsigned s = 0; s < Region.scop.statements.size(); ++s)
    sum.add(Region.plan.costs->statements[s].hostNanoseconds, instances(s));
  return sum.text();
}

CallWork WorkText::call() {
  CallWork work{hostNanoseconds(), {}};
  for (const KernelWithCode &kernel : Entry.kernels)
    work.kernels.push_back(workOf(kernel));
  return work;
}

} // namespace gputile::codegen
