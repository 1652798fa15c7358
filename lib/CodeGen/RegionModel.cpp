//===- RegionModel.cpp - Names and layouts shared by a region's texts -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/RegionModel.h"

#include <algorithm>

namespace gputile::codegen {

bool isSecondBuffer(const KernelPlan &kernel, unsigned array) {
  if (!kernel.stream)
    return false;
  const std::vector<std::optional<unsigned>> &seconds = kernel.stream->seconds;
  return std::find(seconds.begin(), seconds.end(), array) != seconds.end();
}

static bool isWritten(const Scop &scop, unsigned array) {
  for (const Statement &statement : scop.statements)
    for (const Access &access : statement.accesses)
      if (access.kind != AccessKind::Read && statement.references[access.reference].array == array)
        return true;
  return false;
}

/// A text may name an array that no instance accesses, where data never asks for it.
static bool isMentioned(const Scop &scop, unsigned array) {
  for (const Statement &statement : scop.statements)
    for (const Reference &reference : statement.references)
      if (reference.array == array)
        return true;
  return false;
}

static ArrayText makeArrayText(const Scop &scop, const RegionPlan &plan, unsigned index,
                               NameTable &names) {
  const Array &array = scop.arrays[index];
  ArrayText text;
  text.name = names.fresh(array.name);
  text.byValue = plan.transfers[index].byValue;
  text.written = isWritten(scop, index);
  text.mentioned = isMentioned(scop, index) ||
                   std::any_of(plan.kernels.begin(), plan.kernels.end(), [&](const KernelPlan &kernel) {
                     return isSecondBuffer(kernel, index);
                   });
  for (unsigned d = 0; d < array.rank; ++d) {
    bool last = d + 1 == array.rank;
    int64_t constant = array.storage == ArrayStorage::Private ? (last ? 1 : -1)
                                                              : array.strideConstants[d];
    std::string name =
        constant > 0 ? "" : names.fresh(array.name + "_stride" + std::to_string(d));
    text.strideNames.push_back(name);
    text.strides.push_back(constant > 0 ? std::to_string(constant) : name);
  }
  return text;
}

/// Convex constraints on the parameters for which some statement is executed.
static isl::set executedHull(const Scop &scop) {
  return isl::set(hullOf(isl::manage(isl_union_set_params(domainOf(scop).release()))));
}

RegionModel::RegionModel(const Scop &theScop, const RegionPlan &thePlan, EntryTarget theTarget)
    : scop(theScop), plan(thePlan), target(theTarget), names(theScop) {
  for (const Parameter &parameter : scop.parameters)
    params.push_back(names.fresh(parameter.name));
  for (unsigned a = 0; a < scop.arrays.size(); ++a)
    arrays.push_back(makeArrayText(scop, plan, a, names));
  indexType = names.fresh("I");
  guarded = scop.context.intersect(scop.guard).coalesce();
  context = guarded.intersect(executedHull(scop)).coalesce();
}

void RegionModel::renameParams(ExprPrinter &printer) const {
  for (unsigned p = 0; p < params.size(); ++p)
    printer.define(scop.parameters[p].name, ExprText::variable(params[p], Bound::parameter()));
}

std::vector<std::string> RegionModel::givenParams() const {
  std::vector<std::string> given;
  for (unsigned p = 0; p < params.size(); ++p)
    if (!scop.parameters[p].inspected)
      given.push_back(params[p]);
  return given;
}

isl::set RegionModel::parameterBox() const {
  isl::set box = paramUniverse(scop.ctx());
  for (const Parameter &parameter : scop.parameters)
    box = box.intersect(
        paramInterval(scop.ctx(), parameter.name, -LargestParameter, LargestParameter));
  return box;
}

} // namespace gputile::codegen
