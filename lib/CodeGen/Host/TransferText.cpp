//===- TransferText.cpp - Device arrays in the entry ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Host/TransferText.h"

#include "CodeGen/Host/RowsText.h"

#include "gputile/IR/Members.h"
#include "gputile/IR/Sharers.h"

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

/// True when pointers through which the region writes, or reads an iterator, may lead to \p array.
static bool mayBePointedTo(const RegionModel &region, const Array &array) {
  return array.storage == ArrayStorage::Pointer ||
         (array.exposed && (array.iterates || writesThroughPointers(region)));
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

void ArrayPrinter::declare(unsigned a) {
  if (!Declared.insert(a).second)
    return;
  const ArrayTransfer &transfer = Entry.region.plan.transfers[a];
  Target.printArray(a, Printer.writer());
  auto print = [&](BoxKind kind, const Box &box, const isl::set &elements) {
    printBox(Entry.region, Target, a, kind, box, elements, Printer);
  };
  print(BoxKind::All, transfer.box, transfer.footprint);
  if (transfer.copyIn && Entry.uses[a].onDevice)
    print(BoxKind::In, transfer.copyInBox, transfer.copyInSet);
  if (transfer.copyOut && Entry.uses[a].onDevice)
    print(BoxKind::Out, transfer.copyOutBox, transfer.copyOutSet);
  if (Entry.uses[a].onDevice)
    Target.printCopies(a, Printer.writer());
}

bool ArrayPrinter::mayOverlap(unsigned a, unsigned b) const {
  const RegionModel &region = Entry.region;
  const Array &first = region.scop.arrays[a], &second = region.scop.arrays[b];
  if (!Entry.uses[a].described || !Entry.uses[b].described)
    return false;
  if (first.storage == ArrayStorage::Private || second.storage == ArrayStorage::Private)
    return false;
  if (first.storage == ArrayStorage::Object && second.storage == ArrayStorage::Object)
    return false;
  if (first.noAlias || second.noAlias || areMembersOfOne(first, second))
    return false;
  return region.arrays[a].written || region.arrays[b].written || first.iterates || second.iterates;
}

void ArrayPrinter::giveUp(const std::string &condition, GiveUp reason, const std::string &why) {
  Printer.writer().line("if (", condition, ")");
  Printer.writer().line("  ", Target.giveUp(reason, why));
}

void ArrayPrinter::layOut(unsigned a) {
  if (!HasSizes)
    Target.printSizes(Printer.writer());
  HasSizes = true;
  if (!LaidOut.insert(a).second)
    return;
  const Array &array = Entry.region.scop.arrays[a];
  giveUp("!" + Target.layoutHolds(a), GiveUp::Guard,
         "array '" + array.sourceName + "' is too large");
  if (pointerLevels(array) > 0) {
    printRows(Entry, Target, a, Printer);
    giveUp("!" + Target.separateRows(a), GiveUp::Overlap,
           "rows of array '" + array.sourceName + "' share memory");
    if (Entry.region.arrays[a].written)
      Guards.push_back("the rows of '" + array.sourceName + "' do not overlap");
    return;
  }
  checkRows(a);
  if (!array.countedIn32Bits)
    return;
  giveUp("!" + Target.countsIn32Bits(a), GiveUp::Guard,
         "a subscript of array '" + array.sourceName + "' may wrap around");
  Guards.push_back("subscripts of '" + array.sourceName + "' do not wrap around");
}

/// Subscripts stay in their rows where the program declares these. Where only strides tell of
/// them, rows begin where the first subscript is: `a[first + i * n + j]`.
void ArrayPrinter::checkRows(unsigned a) {
  const Array &array = Entry.region.scop.arrays[a];
  const std::vector<std::string> &strides = Entry.region.arrays[a].strideNames;
  bool oneRow = array.rank == 0 || (array.rank == 1 && strides[0].empty());
  if (oneRow || array.storage == ArrayStorage::Private)
    return;
  const bool declared = std::all_of(strides.begin(), strides.end(),
                                    [](const std::string &name) { return name.empty(); });
  giveUp("!" + (declared ? Target.staysInRows(a) : Target.distinctElements(a)), GiveUp::Guard,
         "a subscript of array '" + array.sourceName + "' leaves its row");
  if (array.rank > 1)
    Guards.push_back("the inner subscripts of '" + array.sourceName + "' stay within its rows");
}

void ArrayPrinter::checkOverlap(unsigned a, unsigned b) {
  if (!mayOverlap(a, b) || !Separate.insert(std::minmax(a, b)).second)
    return;
  const std::string names = "'" + Entry.region.scop.arrays[a].sourceName + "' and '" +
                            Entry.region.scop.arrays[b].sourceName + "'";
  const bool mayBeOne = areSharers(Entry.region.scop.arrays[a], Entry.region.scop.arrays[b]);
  giveUp(Target.overlap(a, b, mayBeOne), GiveUp::Overlap, "arrays " + names + " overlap");
  Guards.push_back(names + (mayBeOne ? " do not overlap in part" : " do not overlap"));
}

void ArrayPrinter::printSeparate(unsigned a, unsigned b) {
  if (!mayOverlap(a, b))
    return;
  for (const unsigned array : {a, b})
    declare(array);
  for (const unsigned array : {a, b})
    layOut(array);
  checkOverlap(a, b);
}

void ArrayPrinter::printRest() {
  for (unsigned a = 0; a < Entry.uses.size(); ++a)
    if (Entry.uses[a].described)
      declare(a);
  if (!HasSizes)
    Target.printSizes(Printer.writer());
  HasSizes = true;
  for (unsigned a = 0; a < Entry.uses.size(); ++a)
    if (Entry.uses[a].described)
      layOut(a);
  for (unsigned a = 0; a < Entry.uses.size(); ++a)
    for (unsigned b = a + 1; b < Entry.uses.size(); ++b)
      checkOverlap(a, b);
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
