//===- RuntimeTarget.cpp - Entries in C on libgputile_rt --------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

/// \file
/// The text is C11 and C++17 at once, and uses what include/gputile/rt/gputile_rt.h
/// declares. Names at file scope start with the entry's.

#include "CodeGen/Host/Target.h"

#include <algorithm>
#include <cmath>

namespace gputile::codegen {

namespace {

/// The local variable that holds the gputile_rt_call.
const char *const Call = "gputile_call";

class RuntimeTarget : public HostTarget {
public:
  explicit RuntimeTarget(const EntryModel &entry);

  std::string largest(const std::vector<std::string> &values, unsigned indent) const override {
    return variadic("gputile_rt_largest(", values, indent);
  }
  std::string volume(const std::vector<std::string> &values, unsigned indent) const override {
    return variadic("gputile_rt_volume(", values, indent);
  }
  std::string mostYZ() const override { return std::string("gputile_rt_most_yz(") + Call + ")"; }
  std::string layoutHolds(unsigned array) const override { return onArray("layout", array); }
  std::string distinctElements(unsigned array) const override {
    return onArray("distinct", array);
  }
  std::string staysInRows(unsigned array) const override { return onArray("in_rows", array); }
  std::string countsIn32Bits(unsigned array) const override {
    return onArray("counts_in_32_bits", array);
  }
  std::string overlap(unsigned a, unsigned b, bool partly) const override {
    return std::string(partly ? "gputile_rt_overlap_partly(" : "gputile_rt_overlap(") + Call +
           ", " + number(a) + ", " + number(b) + ")";
  }
  std::string narrow(unsigned array) const override { return onArray("narrow", array); }
  std::string giveUp(GiveUp reason, const std::string &why) const override {
    const char *status =
        reason == GiveUp::Overlap ? "GPUTILE_RT_OVERLAP" : "GPUTILE_RT_GUARD";
    return std::string("return gputile_rt_fallback(") + Call + ", " + status + ", " + quoted(why) +
           ");";
  }
  std::string nothingToDo() const override {
    return std::string("return gputile_rt_nothing(") + Call + ");";
  }

  std::string head() const override;
  std::string tail() const override;
  void printEarly(const EarlyTests &tests, TextWriter &writer) const override;
  void printArray(unsigned array, TextWriter &writer) const override;
  void printCopies(unsigned array, TextWriter &writer) const override;
  std::string box(unsigned array, BoxKind kind, const std::vector<std::string> &lower,
                  const std::vector<std::string> &upper) const override;
  std::string row(unsigned array, const std::vector<std::string> &values) const override;
  std::string separateRows(unsigned array) const override {
    return onArray("separate_rows", array);
  }
  void printInspect(TextWriter &writer) const override {
    writer.line("gputile_rt_inspect(", Call, ");");
  }
  void printSizes(TextWriter &) const override {}
  bool weighsCalls() const override { return Region.plan.costs.has_value(); }
  void printWeigh(const CallWork &work, TextWriter &writer) const override;
  void printStart(TextWriter &writer) const override;
  void printLaunch(const LaunchSite &site, TextWriter &writer) const override;
  void printFinish(TextWriter &writer) const override;

private:
  std::string variadic(const std::string &head, const std::vector<std::string> &values,
                       unsigned indent) const;
  /// The number of array \p array among the described ones.
  std::string number(unsigned array) const { return std::to_string(Numbers[array]); }
  std::string onArray(const char *what, unsigned array) const {
    return std::string("gputile_rt_") + what + "(" + Call + ", " + number(array) + ")";
  }
  std::string opening(const std::string &name) const;
  void printArrayTable(TextWriter &writer) const;
  void printParameters(unsigned kernel, TextWriter &writer) const;
  void printKernelTable(TextWriter &writer) const;
  std::vector<std::string> values(const KernelWithCode &kernel) const;
  void printResult(const std::string &call, TextWriter &writer) const;

  EntryModel Entry;
  const RegionModel &Region;
  std::vector<unsigned> Numbers; ///< Per Scop::arrays.
};

} // namespace

RuntimeTarget::RuntimeTarget(const EntryModel &entry) : Entry(entry), Region(entry.region) {
  unsigned next = 0;
  for (const ArrayUse &use : Entry.uses)
    Numbers.push_back(use.described ? next++ : 0);
}

/// A function with a count and so many arguments of type long long.
std::string RuntimeTarget::variadic(const std::string &head, const std::vector<std::string> &values,
                                    unsigned indent) const {
  std::vector<std::string> list;
  for (const std::string &value : values)
    list.push_back("(long long)(" + value + ")");
  return wrapList(head + std::to_string(values.size()) + ", ", list, ")", indent);
}

void RuntimeTarget::printArrayTable(TextWriter &writer) const {
  writer.line("static const struct gputile_rt_array_info ", Entry.code.entryName, "_arrays[] = {");
  bool any = false;
  for (unsigned a = 0; a < Entry.uses.size(); ++a) {
    if (!Entry.uses[a].described)
      continue;
    const Array &array = Region.scop.arrays[a];
    const bool isPrivate = array.storage == ArrayStorage::Private;
    any = true;
    // Types of the prelude are not known here.
    const std::string size = isPrivate ? std::to_string(array.elementBytes)
                                       : "sizeof(" + array.elementType + ")";
    writer.line("  {", quoted(array.sourceName), ", ", size, ", ", array.rank, ", ",
                Entry.uses[a].onDevice ? "1" : "0", ", ", isPrivate ? "1" : "0", "},");
  }
  writer.line(any ? "};" : "  {0, 0, 0, 0, 0}};");
}

/// Parameters in the order of KernelWriter::signature.
void RuntimeTarget::printParameters(unsigned k, TextWriter &writer) const {
  const KernelModel &model = *Entry.kernels[k].model;
  const KernelCode &code = Entry.kernels[k].code;
  writer.line("static const struct gputile_rt_param ", Entry.code.entryName, "_params", k,
              "[] = {");
  auto print = [&](char kind, unsigned dim, const std::string &index, const std::string &name) {
    writer.line("  {'", kind, "', ", dim, ", ", index, ", ", name.empty() ? "0" : quoted(name),
                "},");
  };
  for (unsigned a : code.arrays)
    if (Region.arrays[a].byValue)
      print('v', 0, "sizeof(" + Region.scop.arrays[a].elementType + ")", "");
    else
      print('a', 0, number(a), "");
  if (model.usesFlags())
    print('f', 0, "0", "");
  for (unsigned p : code.params)
    print('n', 0, "0", Region.params[p]);
  for (auto [a, d] : code.strides)
    print('s', d, number(a), Region.arrays[a].strideNames[d]);
  const std::vector<std::string> varying = varyingArguments(model, code);
  for (size_t i = 0; i < varying.size(); ++i)
    print('x', 0, "0", "");
  // C has no arrays without elements.
  writer.line("  {0, 0, 0, 0}};");
}

void RuntimeTarget::printKernelTable(TextWriter &writer) const {
  for (unsigned k = 0; k < Entry.kernels.size(); ++k)
    printParameters(k, writer);
  writer.line("static const struct gputile_rt_kernel_info ", Entry.code.entryName,
              "_kernels[] = {");
  for (unsigned k = 0; k < Entry.kernels.size(); ++k) {
    const KernelModel &model = *Entry.kernels[k].model;
    const KernelCode &code = Entry.kernels[k].code;
    std::string block;
    for (size_t axis = 0; axis < 3; ++axis) {
      const std::vector<long> &sizes = model.plan.blockSize;
      block += (axis ? ", " : "") +
               std::to_string(axis < sizes.size() ? sizes[sizes.size() - 1 - axis] : 1);
    }
    const size_t count = code.arrays.size() + model.usesFlags() + code.params.size() +
                         code.strides.size() + varyingArguments(model, code).size();
    const char *mode = !model.persistent() ? "GPUTILE_RT_PLAIN"
                       : model.usesFlags() ? "GPUTILE_RT_FLAGS"
                                           : "GPUTILE_RT_COOPERATIVE";
    writer.line("  {", quoted(code.name), ", {", block, "}, ", mode, ", ", count, ", ",
                code.sharedBytes, ", ", Entry.code.entryName, "_params", k, "},");
  }
  writer.line("};");
}

std::string RuntimeTarget::head() const {
  TextWriter writer(0);
  printArrayTable(writer);
  printKernelTable(writer);
  const std::string name = Entry.code.entryName + (usesDeviceMemory(Region.scop) ? "_call" : "");
  return writer.text() + opening(name) + "\n";
}

/// `static int <name>(<arguments of the entry>) {`
std::string RuntimeTarget::opening(const std::string &name) const {
  std::vector<std::string> list;
  for (const EntryArgument &argument : Entry.code.arguments) {
    const bool pointer = argument.type.back() == '*';
    list.push_back(argument.type + (pointer ? "" : " ") + argument.name);
  }
  if (list.empty())
    list.push_back("void");
  return wrapList("static int " + name + "(", list, ") {", 0);
}

std::string RuntimeTarget::tail() const {
  if (!usesDeviceMemory(Region.scop))
    return "";
  TextWriter writer(0);
  std::vector<std::string> names;
  for (const EntryArgument &argument : Entry.code.arguments)
    names.push_back(argument.name);
  writer.line("");
  writer.line(opening(Entry.code.entryName));
  writer.indent();
  writer.line(
      wrapList("const int gputile_status = " + Entry.code.entryName + "_call(", names, ");", 6));
  for (unsigned a = 0; a < Entry.uses.size(); ++a)
    if (Region.scop.arrays[a].inDeviceMemory && !Entry.uses[a].argument.empty())
      writer.line("if (gputile_status) gputile_rt_needed_on_host(&", Entry.code.entryName,
                  "_region, ", quoted(Region.scop.arrays[a].sourceName), ", ",
                  Entry.uses[a].argument, ");");
  writer.line("return gputile_status;");
  writer.outdent();
  writer.line("}");
  return writer.text();
}

void RuntimeTarget::printEarly(const EarlyTests &tests, TextWriter &writer) const {
  const std::string region = "&" + Entry.code.entryName + "_region";
  if (tests.hasIf) {
    writer.line("if (!gputile_if)");
    writer.line("  return gputile_rt_decline(", region,
                ", GPUTILE_RT_DISABLED, \"clause if(...) does not hold\");");
  }
  const bool bounded = !Region.givenParams().empty();
  if (bounded)
    writer.line("const int gputile_large = ", tests.needsFits ? "!gputile_fits || " : "",
                largest(Region.givenParams(), 8), " > ", tests.largest, "LL;");
  writer.line("struct gputile_rt_call *const ", Call, " = gputile_rt_begin(", region, ", ",
              usesDeviceMemory(Region.scop) ? "0x7fffffffffffffffLL"
              : bounded                     ? "gputile_large ? 0x7fffffffffffffffLL : " + tests.work
                                            : tests.work,
              ");");
  writer.line("if (!", Call, ")");
  writer.line("  return GPUTILE_RT_DISABLED;");
  if (tests.hasQueue)
    writer.line("gputile_rt_async(", Call, ", gputile_queue, gputile_is_stream);");
  if (bounded) {
    writer.line("if (gputile_large)");
    writer.line("  ", giveUp(GiveUp::Guard, "a size is too large"));
  }
}

void RuntimeTarget::printArray(unsigned a, TextWriter &writer) const {
  const Array &array = Region.scop.arrays[a];
  if (const unsigned levels = pointerLevels(array)) {
    writer.line("gputile_rt_rows(", Call, ", ", number(a), ", ", Entry.uses[a].argument, ", ",
                levels, ", ", array.assumedExtent ? "1" : "0", ");");
    return;
  }
  const bool onHost = hasStrides(array);
  std::vector<std::string> list{Call, number(a), onHost ? Entry.uses[a].argument : "0"};
  for (unsigned d = 0; onHost && d < array.rank; ++d)
    list.push_back("(long long)" + Region.arrays[a].strides[d]);
  writer.line(wrapList("gputile_rt_array(", list, ");", 2));
  if (array.inDeviceMemory)
    writer.line(onArray("device_memory", a), ";");
  if (array.present)
    writer.line(onArray("present", a), ";");
}

void RuntimeTarget::printCopies(unsigned a, TextWriter &writer) const {
  const ArrayTransfer &transfer = Region.plan.transfers[a];
  if (!transfer.copyOutSteps.empty()) {
    std::vector<std::string> list{Call, number(a)};
    for (int64_t step : transfer.copyOutSteps)
      list.push_back(std::to_string(step) + "LL");
    writer.line(wrapList("gputile_rt_steps(", list, ");", 4));
  }
  if (transfer.probed)
    writer.line(onArray("probed", a), ";");
  if (transfer.compared)
    writer.line(onArray("compared", a), ";");
}

std::string RuntimeTarget::box(unsigned array, BoxKind kind, const std::vector<std::string> &lower,
                               const std::vector<std::string> &upper) const {
  const char *name = kind == BoxKind::All  ? "GPUTILE_RT_ALL"
                     : kind == BoxKind::In ? "GPUTILE_RT_IN"
                                           : "GPUTILE_RT_OUT";
  std::vector<std::string> list{Call, number(array), name};
  for (size_t d = 0; d < lower.size(); ++d)
    for (const std::string &value : {lower[d], upper[d]})
      list.push_back("(long long)(" + value + ")");
  return wrapList("gputile_rt_box(", list, ");", 4);
}

std::string RuntimeTarget::row(unsigned array, const std::vector<std::string> &values) const {
  std::vector<std::string> list{Call, number(array)};
  for (const std::string &value : values)
    list.push_back("(long long)(" + value + ")");
  return wrapList("gputile_rt_row(", list, ");", 4);
}

void RuntimeTarget::printResult(const std::string &call, TextWriter &writer) const {
  writer.open("");
  writer.line("const int gputile_status = ", call, ";");
  writer.line("if (gputile_status)");
  writer.line("  return gputile_status;");
  writer.close();
}

void RuntimeTarget::printWeigh(const CallWork &work, TextWriter &writer) const {
  const RegionCosts &costs = *Region.plan.costs;
  constexpr double nanoseconds = 1000; // Of a microsecond.
  // Devices that cannot do it have no kernels that do.
  const auto rate = [](double value) {
    return std::isfinite(value) ? gputile::number(value) : "0";
  };
  writer.open("");
  writer.line("static const struct gputile_rt_rates gputile_rates = {", costs.multiprocessors, ", ",
              rate(costs.laneInstructionsPerNanosecond), ", ", rate(costs.clockGigahertz), ", ",
              rate(costs.launchMicroseconds * nanoseconds), ", ",
              rate(costs.gridBarrierMicroseconds * nanoseconds), ", ",
              rate(costs.flagMicroseconds * nanoseconds), ", ",
              rate(costs.hostToDeviceGigabytesPerSecond), ", ",
              rate(costs.deviceToHostGigabytesPerSecond), "};");
  writer.line("const struct gputile_rt_kernel_work gputile_work[] = {");
  for (const KernelWork &kernel : work.kernels)
    writer.line("  {", kernel.launches, ", ", kernel.steps, ", ", kernel.blocks, ", ",
                kernel.instructions, "},");
  writer.line("};");
  writer.line("const double gputile_host = ", work.hostNanoseconds, ";");
  printResult(std::string("gputile_rt_weigh(") + Call +
                  ", &gputile_rates, gputile_host, gputile_work)",
              writer);
  writer.close();
}

void RuntimeTarget::printStart(TextWriter &writer) const {
  printResult(std::string("gputile_rt_start(") + Call + ")", writer);
}

/// Addresses of the arguments of kinds 'v', 'n' and 'x'.
std::vector<std::string> RuntimeTarget::values(const KernelWithCode &kernel) const {
  std::vector<std::string> list;
  for (unsigned a : kernel.code.arrays)
    if (Region.arrays[a].byValue)
      list.push_back("&" + Region.arrays[a].name);
  for (unsigned p : kernel.code.params)
    list.push_back("&" + Region.params[p]);
  for (const std::string &name : varyingArguments(*kernel.model, kernel.code))
    list.push_back("&" + name);
  list.push_back("0");
  return list;
}

void RuntimeTarget::printLaunch(const LaunchSite &site, TextWriter &writer) const {
  const KernelWithCode &kernel = Entry.kernels[site.kernel];
  const KernelModel &model = *kernel.model;
  const RowCalls calls{std::string("gputile_rt_row_blocks(") + Call + ", ",
                       std::string("gputile_rt_plane_parts(") + Call + ", "};
  if (model.sparesEdges())
    writer.line("const long long ", model.stream->blocksEach, " = ", blocksText(model, 0, calls),
                ";");
  writer.line(wrapList("const void *const gputile_values[] = {", values(kernel), "};", 6));
  std::vector<std::string> list{Call, std::to_string(site.kernel),
                                site.narrow.empty() ? "1" : "!(" + site.narrow + ")"};
  if (model.persistent())
    list.push_back("blocks");
  if (model.sparesEdges())
    list.push_back("gputile_rt_" + rowWarpsText(model));
  else
    for (size_t d = model.persistent() ? 0 : model.block.size(); d-- > 0;)
      list.push_back(blocksText(model, d, calls));
  while (list.size() < 6)
    list.push_back("1");
  list.push_back("gputile_values");
  printResult(wrapList("gputile_rt_launch(", list, ")", 8), writer);
}

void RuntimeTarget::printFinish(TextWriter &writer) const {
  writer.line("return gputile_rt_finish(", Call, ");");
}

std::unique_ptr<HostTarget> makeRuntimeTarget(const EntryModel &entry) {
  return std::make_unique<RuntimeTarget>(entry);
}

} // namespace gputile::codegen
