//===- EntryText.cpp - The host function of a region ----------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryText.h"

#include "GuardText.h"
#include "TransferText.h"

#include <algorithm>

namespace gputile::codegen {

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
  std::string head() const;
  std::string early() const;
  std::string rehearsal() const;
  std::string execution();
  int64_t largestParameter() const;
  std::string unusedValues(const std::string &body) const;

  RegionModel &Region;
  const std::vector<KernelWithCode> &Kernels;
  RegionCode &Code;
  std::vector<ArrayUse> Uses;
  bool NeedsFits = false;
  IndexBounds Bounds;
  ExprPrinter Printer;
};

} // namespace

static std::string quoted(const std::string &text) {
  std::string result = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\')
      result += '\\';
    result += c;
  }
  return result + "\"";
}

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
    : Region(region), Kernels(kernels), Code(code), Uses(findArrayUses(region, kernels)) {
  Region.renameParams(Printer);
  Code.entryName = "gputile_" + Region.scop.name;
}

void EntryWriter::addParameters() {
  for (unsigned p = 0; p < Region.params.size(); ++p)
    addArgument("long long", Region.params[p],
                "(long long)(" + Region.scop.parameters[p].callExpr + ")");
  for (unsigned a = 0; a < Uses.size(); ++a) {
    const Array &array = Region.scop.arrays[a];
    if (!Uses[a].described || array.storage == ArrayStorage::Private)
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
}

std::string EntryWriter::head() const {
  std::vector<std::string> list;
  for (const EntryArgument &argument : Code.arguments) {
    bool pointer = argument.type.back() == '*';
    list.push_back(argument.type + (pointer ? "" : " ") + argument.name);
  }
  return "// " + Region.scop.file + ":" + std::to_string(Region.scop.line) + "\n" +
         wrapList("extern \"C\" int " + Code.entryName + "(", list, ") {", 0) + "\n";
}

/// Values of larger magnitude could overflow the entry's own arithmetic.
int64_t EntryWriter::largestParameter() const {
  return std::min(RegionModel::LargestParameter, largestSafe(Bounds.worst(), Bound::Infinite - 1));
}

/// What is tested before anything is computed from the parameters.
std::string EntryWriter::early() const {
  TextWriter writer(1);
  writer.line("static gpt_region region = {" + quoted(Region.scop.name) + ", " +
              quoted(Region.scop.file) + ", " + std::to_string(Region.scop.line) + ", {0}};");
  writer.line("if (gpt_environment(\"GPUTILE_DISABLE\"))");
  writer.line("  return gpt_decline(region, GPT_DISABLED, \"GPUTILE_DISABLE is set\");");
  if (!Region.scop.clauses.ifCondition.empty()) {
    writer.line("if (!gputile_if)");
    writer.line("  return gpt_decline(region, GPT_DISABLED, \"clause if(...) does not hold\");");
  }
  if (Region.params.empty())
    return writer.text();
  std::string list = wrapList("gpt_largest({", Region.params, "})", 8);
  writer.line(std::string("if (") + (NeedsFits ? "!gputile_fits || " : "") + list + " > " +
              std::to_string(largestParameter()) + "LL)");
  writer.line("  return gpt_fallback(region, GPT_GUARD, \"a size is too large\");");
  return writer.text();
}

/// By-value scalars that no kernel uses would draw a warning.
std::string EntryWriter::unusedValues(const std::string &body) const {
  TextWriter writer(1);
  for (unsigned a = 0; a < Uses.size(); ++a) {
    if (Uses[a].argument.empty() || mentions(body, Uses[a].argument))
      continue;
    writer.line("(void)" + Uses[a].argument + ";");
  }
  return writer.text();
}

/// Lets builds with -DGPUTILE_TIMING execute the region several times.
std::string EntryWriter::rehearsal() const {
  std::vector<std::string> names;
  for (const EntryArgument &argument : Code.arguments)
    names.push_back(argument.name);
  return wrapList("GPT_REHEARSE(" + Code.entryName + "(", names, "));", 2);
}

std::string EntryWriter::execution() {
  TextWriter writer(1);
  NodePrinter printer(writer, Printer, Bounds, "long long");
  printGuards(Region, printer, Code.guards);
  printArrays(Region, Uses, printer);
  printArrayGuards(Region, Uses, printer, Code.guards);
  printValues(Region, Uses, printer);
  writer.line(rehearsal());
  writer.line("gpt_run run(region);");
  printCopyIn(Region, Uses, writer);
  writer.line("run.startKernels();");
  printLaunches(Region, Kernels, printer);
  printCopyOut(Region, Uses, writer);
  writer.line("return run.finish();");
  return writer.text();
}

void EntryWriter::write() {
  addParameters();
  addArrays();
  addFlags();
  std::string body = execution();
  Code.entry = head() + early() + unusedValues(body) + body + "}\n";
}

void writeEntry(RegionModel &region, const std::vector<KernelWithCode> &kernels, RegionCode &code) {
  EntryWriter(region, kernels, code).write();
}

} // namespace gputile::codegen
