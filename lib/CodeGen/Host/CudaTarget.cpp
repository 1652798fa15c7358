//===- CudaTarget.cpp - Entries in C++ on the CUDA runtime ------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Host/Target.h"

namespace gputile::codegen {

std::string arrayVariable(const RegionModel &region, unsigned array) {
  return "gpt_array_" + region.arrays[array].name;
}

bool hasStrides(const Array &array) {
  return array.storage != ArrayStorage::Private && pointerLevels(array) == 0;
}

/// "a, b"
static std::string commaSeparated(const std::vector<std::string> &values) {
  std::string text;
  for (const std::string &value : values)
    text += (text.empty() ? "" : ", ") + value;
  return text;
}

namespace {

class CudaTarget : public HostTarget {
public:
  explicit CudaTarget(const EntryModel &entry) : Entry(entry), Region(entry.region) {}

  std::string largest(const std::vector<std::string> &values, unsigned indent) const override {
    return wrapList("gpt_largest({", values, "})", indent);
  }
  std::string volume(const std::vector<std::string> &values, unsigned indent) const override {
    return wrapList("gpt_volume({", values, "})", indent);
  }
  std::string mostYZ() const override { return "run.mostYZ"; }
  std::string layoutHolds(unsigned array) const override {
    return variable(array) + ".layout(size)";
  }
  std::string distinctElements(unsigned array) const override {
    return variable(array) + ".distinctElements(size)";
  }
  std::string staysInRows(unsigned array) const override {
    return variable(array) + ".staysInRows(size)";
  }
  std::string countsIn32Bits(unsigned array) const override {
    return variable(array) + ".countsIn32Bits()";
  }
  std::string overlap(unsigned a, unsigned b, bool partly) const override {
    return (partly ? "gpt_overlap_partly(" : "gpt_overlap(") + variable(a) + ", " + variable(b) +
           ")";
  }
  std::string narrow(unsigned array) const override { return variable(array) + ".narrow()"; }
  std::string giveUp(GiveUp reason, const std::string &why) const override {
    const char *status = reason == GiveUp::Overlap ? "GPT_OVERLAP" : "GPT_GUARD";
    return std::string("return gpt_fallback(region, ") + status + ", " + quoted(why) + ");";
  }
  std::string nothingToDo() const override { return "return gpt_run::nothing();"; }

  std::string head() const override;
  std::string tail() const override { return ""; }
  void printEarly(const EarlyTests &tests, TextWriter &writer) const override;
  void printArray(unsigned array, TextWriter &writer) const override;
  void printCopies(unsigned array, TextWriter &writer) const override;
  std::string box(unsigned array, BoxKind kind, const std::vector<std::string> &lower,
                  const std::vector<std::string> &upper) const override;
  std::string row(unsigned array, const std::vector<std::string> &values) const override;
  std::string separateRows(unsigned array) const override {
    return variable(array) + ".separateRows()";
  }
  void printInspect(TextWriter &) const override {} // The program's memory is always new.
  void printSizes(TextWriter &writer) const override {
    writer.line("// Sizes are to be numbers of 64 bits, elements distinct, and arrays apart.");
    writer.line("gpt_size size;");
  }
  bool weighsCalls() const override { return false; } // Who compiles the file wants it to run.
  void printWeigh(const CallWork &, TextWriter &) const override {}
  void printStart(TextWriter &writer) const override;
  void printLaunch(const LaunchSite &site, TextWriter &writer) const override;
  void printFinish(TextWriter &writer) const override;

private:
  std::string variable(unsigned array) const { return arrayVariable(Region, array); }
  std::string gridText(const KernelModel &kernel) const;
  std::string blockText(const KernelModel &kernel) const;
  std::string launch(const KernelWithCode &kernel, const char *macro,
                     const std::string &type) const;
  void printTyped(const KernelWithCode &kernel, const std::string &type, TextWriter &writer) const;

  EntryModel Entry;
  const RegionModel &Region;
};

} // namespace

std::string CudaTarget::head() const {
  std::vector<std::string> list;
  for (const EntryArgument &argument : Entry.code.arguments) {
    bool pointer = argument.type.back() == '*';
    list.push_back(argument.type + (pointer ? "" : " ") + argument.name);
  }
  return wrapList("extern \"C\" int " + Entry.code.entryName + "(", list, ") {", 0) + "\n";
}

void CudaTarget::printEarly(const EarlyTests &tests, TextWriter &writer) const {
  const Scop &scop = Region.scop;
  writer.line("static gpt_region region = {", quoted(scop.name), ", ", quoted(scop.file), ", ",
              scop.line, ", {0}};");
  writer.line("if (gpt_environment(\"GPUTILE_DISABLE\"))");
  writer.line("  return gpt_decline(region, GPT_DISABLED, \"GPUTILE_DISABLE is set\");");
  if (tests.hasIf) {
    writer.line("if (!gputile_if)");
    writer.line("  return gpt_decline(region, GPT_DISABLED, \"clause if(...) does not hold\");");
  }
  if (Region.givenParams().empty())
    return;
  writer.line("if (", tests.needsFits ? "!gputile_fits || " : "", largest(Region.givenParams(), 8), " > ",
              tests.largest, "LL)");
  writer.line("  return gpt_fallback(region, GPT_GUARD, \"a size is too large\");");
}

void CudaTarget::printArray(unsigned a, TextWriter &writer) const {
  const Array &array = Region.scop.arrays[a];
  const bool onHost = hasStrides(array);
  writer.line("gpt_array ", variable(a), "(\"", array.sourceName, "\", \"", array.elementType,
              "\", sizeof(", array.elementType, "), ", onHost ? Entry.uses[a].argument : "nullptr",
              ", ", array.rank, ");");
  for (unsigned d = 0; onHost && d < array.rank; ++d)
    writer.line(variable(a), ".stride[", d, "] = ", Region.arrays[a].strides[d], ";");
  if (const unsigned levels = pointerLevels(array))
    writer.line(variable(a), ".behind(", Entry.uses[a].argument, ", ", levels,
                array.assumedExtent ? ", gpt_probe" : "", ");");
}

void CudaTarget::printCopies(unsigned a, TextWriter &writer) const {
  const ArrayTransfer &transfer = Region.plan.transfers[a];
  for (size_t d = 0; d < transfer.copyOutSteps.size(); ++d)
    if (transfer.copyOutSteps[d] > 1)
      writer.line(variable(a), ".step[", d, "] = ", transfer.copyOutSteps[d], ";");
  if (transfer.probed)
    writer.line(variable(a), ".probed = true;");
  if (transfer.compared)
    writer.line(variable(a), ".compared = true;");
  if (transfer.copyOut && Region.scop.arrays[a].looselyRounded)
    writer.line(variable(a), ".looselyRounded = true;");
}

std::string CudaTarget::box(unsigned array, BoxKind kind, const std::vector<std::string> &lower,
                            const std::vector<std::string> &upper) const {
  const char *name = kind == BoxKind::All ? ".box" : kind == BoxKind::In ? ".in" : ".out";
  return variable(array) + name + ".set({" + commaSeparated(lower) + "}, {" + commaSeparated(upper) + "});";
}

std::string CudaTarget::row(unsigned array, const std::vector<std::string> &values) const {
  const std::vector<std::string> index(values.begin(), values.end() - 2);
  return variable(array) + ".row({" + commaSeparated(index) + "}, " + values.end()[-2] + ", " +
         values.back() + ");";
}

void CudaTarget::printStart(TextWriter &writer) const {
  // Lets builds with -DGPUTILE_TIMING execute the region several times.
  std::vector<std::string> names;
  for (const EntryArgument &argument : Entry.code.arguments)
    names.push_back(argument.name);
  writer.line(wrapList("GPT_REHEARSE(" + Entry.code.entryName + "(", names, "));", 2));
  writer.line("gpt_run run(region);");
  std::string text = "if (!run.findDevice()";
  for (unsigned a = 0; a < Entry.uses.size(); ++a)
    if (Entry.uses[a].onDevice)
      text += " ||\n    !run.allocate(" + variable(a) + ")";
  for (unsigned a = 0; a < Entry.uses.size(); ++a)
    if (Entry.uses[a].onDevice && Region.plan.transfers[a].copyIn)
      text += " ||\n    !run.copyIn(" + variable(a) + ")";
  writer.line(text, ")\n  return run.status();");
  writer.line("run.startKernels();");
}

static const RowCalls Calls{"run.rowBlocks(", "run.planeParts("};

std::string CudaTarget::gridText(const KernelModel &kernel) const {
  if (kernel.sparesEdges())
    return "const dim3 grid(gpt_grid_x(gpt_" + rowWarpsText(kernel) + "));";
  std::vector<std::string> axes;
  for (size_t d = kernel.block.size(); d-- > 0;)
    axes.push_back((axes.empty() ? "gpt_grid_x(" : "run.gridYZ(") + blocksText(kernel, d, Calls) +
                   ")");
  if (axes.empty())
    axes.push_back("1");
  return wrapList("const dim3 grid(", axes, ");", 6);
}

std::string CudaTarget::blockText(const KernelModel &kernel) const {
  std::string text;
  for (size_t d = kernel.plan.blockSize.size(); d-- > 0;)
    text += (text.empty() ? "" : ", ") + std::to_string(kernel.plan.blockSize[d]);
  return "const dim3 block(" + (text.empty() ? "1" : text) + ");";
}

std::string CudaTarget::launch(const KernelWithCode &kernel, const char *macro,
                               const std::string &type) const {
  const KernelModel &model = *kernel.model;
  const KernelCode &code = kernel.code;
  std::vector<std::string> list = {code.name + "<" + type + ">", "grid", "block", std::to_string(code.sharedBytes), "0"};
  for (unsigned a : code.arrays)
    list.push_back(Region.arrays[a].byValue
                       ? Region.arrays[a].name
                       : variable(a) + ".pointer<" + Region.scop.arrays[a].elementType + ">()");
  if (model.usesFlags())
    list.push_back(model.progress);
  // The values are of type long long; the condition of this launch makes narrowing right.
  const std::string cast = type == "int" ? "(int)" : "";
  auto index = [&](const std::string &name) { list.push_back(cast + name); };
  for (unsigned p : code.params)
    index(Region.params[p]);
  for (auto [a, d] : code.strides)
    index(variable(a) + ".stride[" + std::to_string(d) + "]");
  for (const std::string &name : varyingArguments(model, code))
    index(name);
  return wrapList(std::string(macro) + "(", list, ");", 6);
}

/// The launch with indices of \p type.
void CudaTarget::printTyped(const KernelWithCode &kernel, const std::string &type,
                            TextWriter &writer) const {
  const std::string bytes = std::to_string(kernel.code.sharedBytes);
  if (kernel.code.sharedBytes > 0) {
    writer.line("if (!run.sharedMemory(", kernel.code.name, "<", type, ">, ", bytes, "))");
    writer.line("  return run.status();");
  }
  if (!kernel.model->persistent())
    return writer.line(launch(kernel, "GPUTILE_LAUNCH", type));
  const bool cooperative = !kernel.model->usesFlags();
  writer.line("const unsigned grid = run.resident(", kernel.code.name, "<", type,
              ">, block, blocks, ", cooperative ? "true" : "false",
              kernel.code.sharedBytes > 0 ? ", " + bytes : "", ");");
  writer.line("if (grid > 0)");
  writer.indent();
  writer.line(
      launch(kernel, cooperative ? "GPUTILE_LAUNCH_COOPERATIVE" : "GPUTILE_LAUNCH_TOGETHER", type));
  writer.outdent();
}

void CudaTarget::printLaunch(const LaunchSite &site, TextWriter &writer) const {
  const KernelWithCode &kernel = Entry.kernels[site.kernel];
  const KernelModel &model = *kernel.model;
  if (model.sparesEdges())
    writer.line("const long long ", model.stream->blocksEach, " = ", blocksText(model, 0, Calls),
                ";");
  if (!model.persistent())
    writer.line(gridText(model));
  writer.line(blockText(model));
  if (model.usesFlags()) {
    writer.line("unsigned *const ", model.progress, " = run.progress(blocks);");
    writer.line("if (!", model.progress, ")");
    writer.line("  return run.status();");
  }
  if (!site.narrow.empty()) {
    writer.open("if (", site.narrow, ")");
    printTyped(kernel, "int", writer);
    writer.outdent();
    writer.open("} else");
  } else if (model.persistent()) {
    writer.open(""); // The grid is local.
  }
  printTyped(kernel, "long long", writer);
  if (!site.narrow.empty() || model.persistent())
    writer.close();
  writer.line("if (!run.launched(\"", kernel.code.name, "\"))");
  writer.line("  return run.status();");
}

void CudaTarget::printFinish(TextWriter &writer) const {
  writer.line("if (!run.finishKernels())\n  return run.status();");
  for (unsigned a = 0; a < Entry.uses.size(); ++a)
    if (Entry.uses[a].onDevice && Region.plan.transfers[a].copyOut)
      writer.line("run.copyOut(", variable(a), ");");
  writer.line("return run.finish();");
}

std::unique_ptr<HostTarget> makeCudaTarget(const EntryModel &entry) {
  return std::make_unique<CudaTarget>(entry);
}

} // namespace gputile::codegen
