//===- EntryText.cpp - The host function of a region ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Host/EntryText.h"

#include "CodeGen/Host/GuardText.h"
#include "CodeGen/Host/InspectionText.h"
#include "CodeGen/Host/LaunchText.h"
#include "CodeGen/Host/TransferText.h"
#include "CodeGen/Host/WorkText.h"

#include "gputile/Support/Text.h"

#include <algorithm>

namespace gputile {
namespace codegen {

namespace {

/// Writes one entry function.
class EntryWriter {
public:
  EntryWriter(RegionModel &region, const std::vector<KernelWithCode> &kernels, RegionCode &code);
  void write();

private:
  void addParameters();
  void addArrays();
  void addFlags();
  void addArgument(const std::string &type, const std::string &name, const std::string &call) {
    Code.arguments.push_back({type, name, call});
  }
  std::string early();
  std::string execution();
  int64_t largestParameter() const;
  /// Files run their regions one after the other.
  bool hasQueue() const {
    return Region.target == EntryTarget::Runtime && !Region.scop.clauses.queue.empty();
  }
  std::string unusedValues() const;

  RegionModel &Region;
  const std::vector<KernelWithCode> &Kernels;
  RegionCode &Code;
  std::vector<ArrayUse> Uses;
  EntryModel Entry;
  std::unique_ptr<HostTarget> Target;
  bool NeedsFits = false;
  ExprPrinter Printer;
  WorkText Work;
};

} // namespace

/// True when every value of the C type \p type is a value of long long.
static bool fitsLongLong(const std::string &type) {
  static const char *const Types[] = {"char",          "signed char", "unsigned char",  "short",
                                      "unsigned short", "int",        "unsigned int",   "unsigned",
                                      "long",          "long long",   "long int",       "long long int",
                                      "short int",     "_Bool",       "bool"};
  return std::find(std::begin(Types), std::end(Types), type) != std::end(Types);
}

EntryWriter::EntryWriter(RegionModel &region, const std::vector<KernelWithCode> &kernels,
                         RegionCode &code)
    : Region(region), Kernels(kernels), Code(code),
      Uses(findArrayUses(region, kernels)), Entry{region, kernels, Uses, code},
      Target(region.target == EntryTarget::Runtime ? makeRuntimeTarget(Entry)
                                                   : makeCudaTarget(Entry)),
      Work(Entry, *Target, Printer) {
  Region.renameParams(Printer);
  Code.entryName = "gputile_" + Region.scop.name;
}

void EntryWriter::addParameters() {
  for (unsigned p = 0; p < Region.params.size(); ++p)
    if (!Region.scop.parameters[p].inspected)
      addArgument("long long", Region.params[p],
                  "(long long)(" + Region.scop.parameters[p].callExpr + ")");
  for (unsigned a = 0; a < Uses.size(); ++a) {
    const Array &array = Region.scop.arrays[a];
    if (!Uses[a].described || !hasStrides(array))
      continue;
    for (unsigned d = 0; d < array.rank; ++d)
      if (!Region.arrays[a].strideNames[d].empty())
        addArgument("long long", Region.arrays[a].strideNames[d],
                    "(long long)(" + array.strideExprs[d] + ")");
  }
}

/// The value at address \p base: "alpha" for "&alpha".
static std::string valueAt(const std::string &base) {
  bool plain = base.size() > 1 && base[0] == '&' &&
               identifiersIn(base) == std::set<std::string>{base.substr(1)};
  return plain ? base.substr(1) : "*(" + base + ")";
}

void EntryWriter::addArrays() {
  for (unsigned a = 0; a < Uses.size(); ++a) {
    const Array &array = Region.scop.arrays[a];
    if (Uses[a].argument.empty())
      continue;
    if (Region.arrays[a].byValue && !Uses[a].byAddress) {
      addArgument(array.elementType, Uses[a].argument, valueAt(array.baseExpr));
      continue;
    }
    if (pointerLevels(array) > 0) {
      addArgument("const void *", Uses[a].argument, "(const void *)(" + array.baseExpr + ")");
      continue;
    }
    std::string type = (Region.arrays[a].written ? "" : "const ") + array.elementType + " *";
    addArgument(type, Uses[a].argument, "(" + type + ")(" + array.baseExpr + ")");
  }
}

/// Conditions that only the caller can evaluate, on the program's own types.
void EntryWriter::addFlags() {
  std::string fits;
  for (const Parameter &parameter : Region.scop.parameters) {
    if (fitsLongLong(parameter.type))
      continue;
    const std::string value = "(" + parameter.callExpr + ")";
    fits += (fits.empty() ? "" : " && ") + ("(" + value + " > 0) == ((long long)" + value + " > 0)");
  }
  NeedsFits = !fits.empty();
  if (NeedsFits)
    addArgument("int", "gputile_fits", "(" + fits + ")");
  if (!Region.scop.clauses.ifCondition.empty())
    addArgument("int", "gputile_if", "((" + Region.scop.clauses.ifCondition + ") ? 1 : 0)");
  if (hasQueue()) {
    const QueueText queue = queueText(Region.scop.clauses.queue);
    addArgument("const void *", "gputile_queue", queue.value);
    addArgument("int", "gputile_is_stream", queue.isStream);
  }
}

/// Values of larger magnitude could overflow the entry's own arithmetic.
int64_t EntryWriter::largestParameter() const {
  return std::min(RegionModel::LargestParameter, largestInWide(Printer.worst()));
}

std::string EntryWriter::early() {
  TextWriter writer(1);
  const std::string work = Region.target == EntryTarget::Runtime ? Work.mostInstances() : "";
  Target->printEarly(
      {NeedsFits, !Region.scop.clauses.ifCondition.empty(), hasQueue(), largestParameter(), work},
      writer);
  return writer.text();
}

/// By-value scalars that no kernel uses would draw a warning.
std::string EntryWriter::unusedValues() const {
  TextWriter writer(1);
  for (const ArrayUse &use : Uses)
    if (!use.argument.empty() && !use.described && !use.isRead)
      writer.line("(void)", use.argument, ";");
  return writer.text();
}

std::string EntryWriter::execution() {
  TextWriter writer(1);
  NodePrinter printer(writer, Printer, "long long");
  printGuards(Region, *Target, printer, Code.guards);
  ArrayPrinter arrays(Entry, *Target, printer, Code.guards);
  printInspections(Entry, *Target, arrays, printer);
  arrays.printRest();
  printValues(Entry, printer);
  if (Target->weighsCalls())
    Target->printWeigh(Work.call(), writer);
  Target->printStart(writer);
  printLaunches(Entry, *Target, printer);
  Target->printFinish(writer);
  return writer.text();
}

void EntryWriter::write() {
  addParameters();
  addArrays();
  addFlags();
  std::string body = execution();
  Code.describedArrays = std::count_if(Uses.begin(), Uses.end(),
                                       [](const ArrayUse &use) { return use.described; });
  Code.launchedKernels = Kernels.size();
  Code.entry = "// Runs " + inComment(Region.scop.file) + ":" + std::to_string(Region.scop.line) +
               " on the device. Unless it returns 0, the original loops have to run.\n" +
               Target->head() + early() + unusedValues() + body + "}\n" + Target->tail();
}

void writeEntry(RegionModel &region, const std::vector<KernelWithCode> &kernels, RegionCode &code) {
  EntryWriter(region, kernels, code).write();
}

} // namespace codegen
} // namespace gputile
