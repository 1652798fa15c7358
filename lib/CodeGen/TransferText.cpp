//===- TransferText.cpp - Device arrays in the entry ----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TransferText.h"

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

std::vector<ArrayUse> findArrayUses(RegionModel &region, const std::vector<KernelWithCode> &kernels) {
  std::vector<ArrayUse> uses(region.arrays.size());
  for (unsigned a = 0; a < uses.size(); ++a) {
    const Array &array = region.scop.arrays[a];
    const ArrayText &text = region.arrays[a];
    if (!text.accessed)
      continue;
    bool isPrivate = array.storage == ArrayStorage::Private;
    uses[a].onDevice = !text.byValue && usedByKernel(kernels, a);
    uses[a].byAddress = text.byValue && array.storage == ArrayStorage::Pointer;
    uses[a].described = text.byValue ? uses[a].byAddress && !array.noAlias && anyWritten(region)
                                     : uses[a].onDevice || !isPrivate;
    if (!isPrivate)
      uses[a].argument =
          uses[a].byAddress ? region.names.fresh(array.name + "_address") : text.name;
  }
  return uses;
}

/// `set({0, 0}, {n - 1, m - 1});` of one box, where \p elements is not empty.
static void printBox(const RegionModel &region, const std::string &box, const Box &bounds,
                     const isl::set &elements, NodePrinter &printer) {
  isl::set defined = elements.params().intersect(region.context);
  if (defined.is_empty())
    return;
  ParamExprs exprs(defined.coalesce());
  std::string lower, upper;
  for (size_t d = 0; d < bounds.lower.size(); ++d) {
    lower += (d ? ", " : "") + printer.expr(exprs.value(bounds.lower[d]));
    upper += (d ? ", " : "") + printer.expr(exprs.value(bounds.upper[d]));
  }
  bool always = region.context.is_subset(defined);
  if (!always) {
    std::string condition = printer.expr(ParamExprs(region.context).condition(defined));
    printer.writer().line("if (" + condition + ")");
    printer.writer().indent();
  }
  printer.writer().line(box + ".set({" + lower + "}, {" + upper + "});");
  if (!always)
    printer.writer().outdent();
}

static void printArray(const RegionModel &region, unsigned a, const ArrayUse &use,
                       NodePrinter &printer) {
  const Array &array = region.scop.arrays[a];
  const ArrayTransfer &transfer = region.plan.transfers[a];
  std::string variable = arrayVariable(region, a);
  bool onHost = array.storage != ArrayStorage::Private;
  printer.writer().line("gpt_array " + variable + "(\"" + array.sourceName + "\", \"" +
                        array.elementType + "\", sizeof(" + array.elementType + "), " +
                        (onHost ? use.argument : "nullptr") + ", " + std::to_string(array.rank) + ");");
  for (unsigned d = 0; onHost && d < array.rank; ++d)
    printer.writer().line(variable + ".stride[" + std::to_string(d) +
                          "] = " + region.arrays[a].strides[d] + ";");
  printBox(region, variable + ".box", transfer.box, transfer.footprint, printer);
  if (transfer.copyIn && use.onDevice)
    printBox(region, variable + ".in", transfer.copyInBox, transfer.copyInSet, printer);
  if (transfer.copyOut && use.onDevice)
    printBox(region, variable + ".out", transfer.copyOutBox, transfer.copyOutSet, printer);
}

void printArrays(const RegionModel &region, const std::vector<ArrayUse> &uses, NodePrinter &printer) {
  for (unsigned a = 0; a < uses.size(); ++a)
    if (uses[a].described)
      printArray(region, a, uses[a], printer);
}

static void printReturn(TextWriter &writer, const std::string &condition, const std::string &status,
                        const std::string &why) {
  writer.line("if (" + condition + ")");
  writer.line("  return gpt_fallback(region, " + status + ", \"" + why + "\");");
}

/// True when the two arrays may share memory as far as is known.
static bool needsOverlapCheck(const RegionModel &region, unsigned a, unsigned b) {
  const Array &first = region.scop.arrays[a], &second = region.scop.arrays[b];
  if (first.storage == ArrayStorage::Private || second.storage == ArrayStorage::Private)
    return false;
  if (first.storage == ArrayStorage::Object && second.storage == ArrayStorage::Object)
    return false;
  if (first.noAlias || second.noAlias)
    return false;
  return region.arrays[a].written || region.arrays[b].written;
}

void printArrayGuards(const RegionModel &region, const std::vector<ArrayUse> &uses,
                      NodePrinter &printer, std::vector<std::string> &guards) {
  TextWriter &writer = printer.writer();
  writer.line("gpt_size size;");
  for (unsigned a = 0; a < uses.size(); ++a) {
    if (!uses[a].described)
      continue;
    const Array &array = region.scop.arrays[a];
    std::string variable = arrayVariable(region, a);
    printReturn(writer, "!" + variable + ".layout(size)", "GPT_GUARD",
                "array '" + array.sourceName + "' is too large");
    bool oneRow = array.rank == 0 || (array.rank == 1 && region.arrays[a].strideNames[0].empty());
    if (oneRow || array.storage == ArrayStorage::Private)
      continue;
    printReturn(writer, "!" + variable + ".distinctElements(size)", "GPT_GUARD",
                "a subscript of array '" + array.sourceName + "' leaves its row");
    if (array.rank > 1)
      guards.push_back("the inner subscripts of '" + array.sourceName + "' stay within its rows");
  }
  for (unsigned a = 0; a < uses.size(); ++a)
    for (unsigned b = a + 1; b < uses.size(); ++b) {
      if (!uses[a].described || !uses[b].described || !needsOverlapCheck(region, a, b))
        continue;
      std::string names =
          "'" + region.scop.arrays[a].sourceName + "' and '" + region.scop.arrays[b].sourceName + "'";
      printReturn(writer, "gpt_overlap(" + arrayVariable(region, a) + ", " + arrayVariable(region, b) + ")",
                  "GPT_OVERLAP", "arrays " + names + " overlap");
      guards.push_back(names + " do not overlap");
    }
}

void printValues(const RegionModel &region, const std::vector<ArrayUse> &uses, NodePrinter &printer) {
  for (unsigned a = 0; a < uses.size(); ++a) {
    if (!uses[a].byAddress)
      continue;
    const std::string &type = region.scop.arrays[a].elementType;
    isl::set read = region.plan.transfers[a].footprint.params();
    std::string value = "*" + uses[a].argument;
    if (!region.context.is_subset(read))
      value = printer.expr(ParamExprs(region.context).condition(read)) + " ? " + value + " : " + type + "()";
    printer.writer().line("const " + type + " " + region.arrays[a].name + " = " + value + ";");
  }
}

void printCopyIn(const RegionModel &region, const std::vector<ArrayUse> &uses, TextWriter &writer) {
  std::string condition = "!run.findDevice()";
  for (unsigned a = 0; a < uses.size(); ++a)
    if (uses[a].onDevice)
      condition += " || !run.allocate(" + arrayVariable(region, a) + ")";
  for (unsigned a = 0; a < uses.size(); ++a)
    if (uses[a].onDevice && region.plan.transfers[a].copyIn)
      condition += " || !run.copyIn(" + arrayVariable(region, a) + ")";
  std::vector<std::string> parts;
  for (size_t start = 0, end; start < condition.size(); start = end + 4) {
    end = std::min(condition.find(" || ", start), condition.size());
    parts.push_back(condition.substr(start, end - start));
  }
  std::string text = "if (";
  for (size_t i = 0; i < parts.size(); ++i)
    text += (i ? " ||\n    " : "") + parts[i];
  writer.line(text + ")\n  return run.status();");
}

void printCopyOut(const RegionModel &region, const std::vector<ArrayUse> &uses, TextWriter &writer) {
  writer.line("if (!run.finishKernels())\n  return run.status();");
  for (unsigned a = 0; a < uses.size(); ++a)
    if (uses[a].onDevice && region.plan.transfers[a].copyOut)
      writer.line("run.copyOut(" + arrayVariable(region, a) + ");");
}

} // namespace gputile::codegen
