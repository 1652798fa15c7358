//===- TransferText.cpp - Device arrays in the entry ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Host/TransferText.h"

#include "CodeGen/Host/RowsText.h"

#include "gputile/IR/Members.h"

#include <algorithm>

namespace gputile::codegen {

static bool usedByKernel(const std::vector<KernelWithCode> &kernels, unsigned array) {
  for (const KernelWithCode &kernel : kernels)
    if (std::count(kernel.code.arrays.begin(), kernel.code.arrays.end(), array))
      return true;
  return false;
}

static bool anyWritten(const RegionModel &region) {
  for (const ArrayText &array : region.arrays)
    if (array.written)
      return true;
  return false;
}

static bool writesThroughPointers(const RegionModel &region) {
  for (unsigned a = 0; a < region.arrays.size(); ++a)
    if (const Array &array = region.scop.arrays[a];
        region.arrays[a].written && array.storage == ArrayStorage::Pointer && !array.noAlias)
      return true;
  return false;
}

/// True when pointers through which the region writes may lead to \p array.
static bool mayBePointedTo(const RegionModel &region, const Array &array) {
  return array.storage == ArrayStorage::Pointer || (array.exposed && writesThroughPointers(region));
}

std::vector<ArrayUse> findArrayUses(RegionModel &region, const std::vector<KernelWithCode> &kernels) {
  std::vector<ArrayUse> uses(region.arrays.size());
  for (unsigned a = 0; a < uses.size(); ++a) {
    const Array &array = region.scop.arrays[a];
    const ArrayText &text = region.arrays[a];
    if (!text.mentioned)
      continue;
    bool isPrivate = array.storage == ArrayStorage::Private;
    uses[a].onDevice = !text.byValue && usedByKernel(kernels, a);
    uses[a].byAddress = text.byValue && mayBePointedTo(region, array);
    uses[a].isRead = usedByKernel(kernels, a);
    uses[a].described = text.byValue ? uses[a].byAddress && !array.noAlias && anyWritten(region)
                                     : uses[a].onDevice || !isPrivate;
    if (!isPrivate)
      uses[a].argument =
          uses[a].byAddress ? region.names.fresh(array.name + "_address") : text.name;
  }
  return uses;
}

/// Sets one box of array \p array, where \p elements is not empty.
static void printBox(const RegionModel &region, const HostTarget &target, unsigned array,
                     BoxKind kind, const Box &bounds, const isl::set &elements,
                     NodePrinter &printer) {
  isl::set defined = elements.params().intersect(region.context);
  if (defined.is_empty())
    return;
  ParamExprs exprs(defined.coalesce());
  std::vector<std::string> lower, upper;
  for (size_t d = 0; d < bounds.lower.size(); ++d) {
    lower.push_back(printer.expr(exprs.value(bounds.lower[d])));
    upper.push_back(printer.expr(exprs.value(bounds.upper[d])));
  }
  bool always = region.context.is_subset(defined);
  if (!always) {
    std::string condition = printer.expr(ParamExprs(region.context).condition(defined));
    printer.writer().line("if (", condition, ")");
    printer.writer().indent();
  }
  printer.writer().line(target.box(array, kind, lower, upper));
  if (!always)
    printer.writer().outdent();
}

void printArrays(const EntryModel &entry, const HostTarget &target, NodePrinter &printer) {
  for (unsigned a = 0; a < entry.uses.size(); ++a) {
    if (!entry.uses[a].described)
      continue;
    const ArrayTransfer &transfer = entry.region.plan.transfers[a];
    target.printArray(a, printer.writer());
    auto print = [&](BoxKind kind, const Box &box, const isl::set &elements) {
      printBox(entry.region, target, a, kind, box, elements, printer);
    };
    print(BoxKind::All, transfer.box, transfer.footprint);
    if (transfer.copyIn && entry.uses[a].onDevice)
      print(BoxKind::In, transfer.copyInBox, transfer.copyInSet);
    if (transfer.copyOut && entry.uses[a].onDevice)
      print(BoxKind::Out, transfer.copyOutBox, transfer.copyOutSet);
    if (entry.uses[a].onDevice)
      target.printCopies(a, printer.writer());
  }
}

/// True when the two arrays may share memory as far as is known.
static bool needsOverlapCheck(const RegionModel &region, unsigned a, unsigned b) {
  const Array &first = region.scop.arrays[a], &second = region.scop.arrays[b];
  if (first.storage == ArrayStorage::Private || second.storage == ArrayStorage::Private)
    return false;
  if (first.storage == ArrayStorage::Object && second.storage == ArrayStorage::Object)
    return false;
  if (first.noAlias || second.noAlias || areMembersOfOne(first, second))
    return false;
  return region.arrays[a].written || region.arrays[b].written;
}

void printArrayGuards(const EntryModel &entry, const HostTarget &target, NodePrinter &printer,
                      std::vector<std::string> &guards) {
  const RegionModel &region = entry.region;
  TextWriter &writer = printer.writer();
  auto printReturn = [&](const std::string &condition, GiveUp reason, const std::string &why) {
    writer.line("if (", condition, ")");
    writer.line("  ", target.giveUp(reason, why));
  };
  target.printSizes(writer);
  for (unsigned a = 0; a < entry.uses.size(); ++a) {
    if (!entry.uses[a].described)
      continue;
    const Array &array = region.scop.arrays[a];
    printReturn("!" + target.layoutHolds(a), GiveUp::Guard,
                "array '" + array.sourceName + "' is too large");
    if (pointerLevels(array) > 0) {
      printRows(entry, target, a, printer);
      printReturn("!" + target.separateRows(a), GiveUp::Overlap,
                  "rows of array '" + array.sourceName + "' share memory");
      if (region.arrays[a].written)
        guards.push_back("the rows of '" + array.sourceName + "' do not overlap");
      continue;
    }
    bool oneRow = array.rank == 0 || (array.rank == 1 && region.arrays[a].strideNames[0].empty());
    if (oneRow || array.storage == ArrayStorage::Private)
      continue;
    printReturn("!" + target.distinctElements(a), GiveUp::Guard,
                "a subscript of array '" + array.sourceName + "' leaves its row");
    if (array.rank > 1)
      guards.push_back("the inner subscripts of '" + array.sourceName + "' stay within its rows");
  }
  for (unsigned a = 0; a < entry.uses.size(); ++a)
    for (unsigned b = a + 1; b < entry.uses.size(); ++b) {
      if (!entry.uses[a].described || !entry.uses[b].described || !needsOverlapCheck(region, a, b))
        continue;
      const std::string names = "'" + region.scop.arrays[a].sourceName + "' and '" +
                                region.scop.arrays[b].sourceName + "'";
      printReturn(target.overlap(a, b), GiveUp::Overlap, "arrays " + names + " overlap");
      guards.push_back(names + " do not overlap");
    }
}

void printValues(const EntryModel &entry, NodePrinter &printer) {
  const RegionModel &region = entry.region;
  for (unsigned a = 0; a < entry.uses.size(); ++a) {
    if (!entry.uses[a].byAddress || !entry.uses[a].isRead)
      continue;
    const std::string &type = region.scop.arrays[a].elementType;
    isl::set read = region.plan.transfers[a].footprint.params();
    std::string value = "*" + entry.uses[a].argument;
    if (!region.context.is_subset(read))
      value = printer.expr(ParamExprs(region.context).condition(read)) + " ? " + value + " : (" +
              type + ")0";
    printer.writer().line("const ", type, " ", region.arrays[a].name, " = ", value, ";");
  }
}

} // namespace gputile::codegen
