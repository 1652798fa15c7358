//===- PlanBuilder.cpp - Region plans from isl strings, for tests -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "PlanBuilder.h"

namespace gputile::test {

KernelBuilder::KernelBuilder(const Scop &scop, std::string parameters, const std::string &name)
    : TheScop(scop), Prefix(parameters + " -> ") {
  isl::ctx ctx = scop.ctx();
  Plan.name = name;
  Plan.host = Plan.block = Plan.thread = Plan.order = isl::union_map(ctx, "{ }");
}

isl::map KernelBuilder::map(const std::string &text) const {
  return isl::map(TheScop.ctx(), Prefix + text);
}
isl::set KernelBuilder::set(const std::string &text) const {
  return isl::set(TheScop.ctx(), Prefix + text);
}

KernelBuilder &KernelBuilder::statements(std::vector<unsigned> list) {
  Plan.statements = std::move(list);
  return *this;
}

KernelBuilder &KernelBuilder::launch(const std::string &text, std::vector<unsigned> hostDims) {
  Plan.launch = map(text);
  Plan.hostDims = std::move(hostDims);
  return *this;
}

static isl::union_set domainsOf(const Scop &scop, const std::vector<unsigned> &statements) {
  isl::union_set domains(scop.ctx(), "{ }");
  for (unsigned s : statements)
    domains = domains.unite(scop.statements[s].domain);
  return domains;
}

KernelBuilder &KernelBuilder::host(const std::string &text) {
  Plan.host = isl::union_map(TheScop.ctx(), Prefix + text)
                  .intersect_domain(domainsOf(TheScop, Plan.statements));
  return *this;
}

KernelBuilder &KernelBuilder::blocks(const std::string &text, const std::string &full) {
  Plan.block = isl::union_map(TheScop.ctx(), Prefix + text)
                   .intersect_domain(domainsOf(TheScop, Plan.statements));
  Plan.fullBlocks = set(full);
  isl_union_map *both = isl_union_map_flat_range_product(Plan.host.copy(), Plan.block.copy());
  Plan.blocks = isl::manage(isl_union_map_range(both)).as_set();
  Plan.blockDims = static_cast<unsigned>(isl_set_dim(Plan.blocks.get(), isl_dim_set)) -
                   static_cast<unsigned>(Plan.hostDims.size());
  return *this;
}

KernelBuilder &KernelBuilder::allBlocks(const std::string &all) {
  Plan.blocks = set(all);
  return *this;
}

KernelBuilder &KernelBuilder::threads(const std::string &text, std::vector<long> sizes) {
  Plan.thread = isl::union_map(TheScop.ctx(), Prefix + text)
                    .intersect_domain(domainsOf(TheScop, Plan.statements));
  Plan.blockSize = std::move(sizes);
  return *this;
}

KernelBuilder &KernelBuilder::order(const std::string &text, std::vector<bool> isLoop,
                                    std::vector<unsigned> unrolled) {
  Plan.order = isl::union_map(TheScop.ctx(), Prefix + text)
                   .intersect_domain(domainsOf(TheScop, Plan.statements));
  Plan.orderIsLoop = std::move(isLoop);
  Plan.unrolled = std::move(unrolled);
  return *this;
}

KernelBuilder &KernelBuilder::shared(const std::string &name, const std::string &array,
                                     std::vector<ReferenceId> references, unsigned prefix,
                                     const std::string &offset, std::vector<long> size,
                                     const std::string &copied, long padding) {
  SharedTile tile;
  tile.name = name;
  tile.array = arrayIndex(TheScop, array);
  tile.references = std::move(references);
  tile.prefix = prefix;
  tile.offset = isl::multi_aff(TheScop.ctx(), Prefix + offset);
  tile.size = std::move(size);
  tile.copied = map(copied);
  tile.padding = padding;
  Plan.shared.push_back(tile);
  return *this;
}

KernelBuilder &KernelBuilder::stored(const std::string &elements) {
  Plan.shared.back().stored = map(elements);
  return *this;
}

KernelBuilder &KernelBuilder::registers(const std::string &name, const std::string &array,
                                        std::vector<ReferenceId> references,
                                        const std::string &element, const std::string &loaded,
                                        const std::string &stored) {
  RegisterTile tile;
  tile.name = name;
  tile.array = arrayIndex(TheScop, array);
  tile.references = std::move(references);
  tile.element = map(element);
  tile.loaded = map(loaded);
  tile.stored = map(stored);
  Plan.registers.push_back(tile);
  return *this;
}

KernelBuilder &KernelBuilder::action(KernelAction::Kind kind, unsigned tile,
                                     const std::string &order) {
  KernelAction action;
  action.kind = kind;
  action.tile = tile;
  action.order = map(order);
  action.name = isl_map_get_tuple_name(action.order.get(), isl_dim_in);
  Plan.actions.push_back(action);
  return *this;
}

KernelPlan KernelBuilder::build() { return Plan; }

static Box boundingBoxOf(const isl::set &elements) {
  Box box;
  int dims = isl_set_dim(elements.get(), isl_dim_set);
  for (int d = 0; d < dims; ++d) {
    box.lower.push_back(isl::manage(isl_set_dim_min(elements.copy(), d)));
    box.upper.push_back(isl::manage(isl_set_dim_max(elements.copy(), d)));
  }
  return box;
}

static ArrayTransfer transferOf(const Scop &scop, unsigned array) {
  ArrayTransfer transfer;
  transfer.array = array;
  isl::set all, written;
  for (const Statement &statement : scop.statements)
    for (const Access &access : statement.accesses) {
      if (statement.references[access.reference].array != array)
        continue;
      isl::set elements = access.relation.range();
      all = all.is_null() ? elements : all.unite(elements);
      if (access.kind != AccessKind::Read)
        written = written.is_null() ? elements : written.unite(elements);
    }
  transfer.footprint = transfer.copyInSet = all.coalesce();
  transfer.box = transfer.copyInBox = boundingBoxOf(all);
  bool isPrivate = scop.arrays[array].storage == ArrayStorage::Private;
  transfer.byValue = scop.arrays[array].rank == 0 && written.is_null();
  transfer.copyIn = !isPrivate && !transfer.byValue;
  transfer.copyOut = !isPrivate && !written.is_null();
  transfer.copyOutSet = written.is_null() ? all.subtract(all) : written.coalesce();
  if (transfer.copyOut) {
    transfer.copyOutBox = boundingBoxOf(written);
  }
  return transfer;
}

RegionPlan makePlan(const Scop &scop, unsigned launchDims, std::vector<KernelPlan> kernels) {
  RegionPlan plan;
  plan.launchDims = launchDims;
  plan.launch = isl::union_map(scop.ctx(), "{ }");
  plan.kernels = std::move(kernels);
  for (unsigned a = 0; a < scop.arrays.size(); ++a)
    plan.transfers.push_back(transferOf(scop, a));
  return plan;
}

} // namespace gputile::test
