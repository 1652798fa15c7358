//===- Options.cpp - Reading the one table of options ------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Driver/Options.h"

#include "Driver/GivenDevice.h"
#include "gputile/Frontend/ClauseValues.h"

#include "clang/Basic/DiagnosticOptions.h"
#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/ErrorHandling.h"

namespace gputile {
namespace {

struct OptionRow {
  OptionId id;
  const char *name, *value, *help;
  bool needsValue() const { return *value != '\0'; }
};

constexpr OptionRow Table[] = {
#define OPTION(ID, NAME, VALUE, HELP) {OptionId::ID, NAME, VALUE, HELP},
#include "gputile/Driver/Options.def"
};

const OptionRow *findRow(llvm::StringRef name) {
  for (const OptionRow &row : Table)
    if (name == row.name)
      return &row;
  return nullptr;
}

/// Stores a value that a clause of the same meaning could give. The setters
/// below return what was expected, or an empty string when all is well.
template <typename T, size_t N>
std::string setKeyword(Choice<T> &choice, const NamedValue<T> (&values)[N],
                       const std::string &text) {
  if (auto value = valueByName(values, text)) {
    choice = {*value, Origin::Option};
    return "";
  }
  return namesOf(values);
}

std::string setSizes(Choice<std::vector<long>> &choice, size_t most, llvm::StringRef text) {
  llvm::SmallVector<llvm::StringRef> parts;
  text.split(parts, ',');
  std::vector<long> sizes;
  for (llvm::StringRef part : parts) {
    const auto size = sizeByText(part.str());
    if (!size)
      return expectedSize() + ", or several separated by commas";
    sizes.push_back(*size);
  }
  if (sizes.size() > most)
    return "at most " + std::to_string(most) + " sizes";
  choice = {sizes, Origin::Option};
  return "";
}

std::string phaseNames() {
  std::string names;
  for (unsigned i = 0; i < PhaseCount; ++i)
    names += std::string(i ? ", " : "") + "'" + phaseName(static_cast<Phase>(i)) + "'";
  return names;
}

std::string setPrintAfter(std::set<Phase> &phases, const std::string &text) {
  for (unsigned i = 0; i < PhaseCount; ++i)
    if (text == "all" || text == phaseName(static_cast<Phase>(i)))
      phases.insert(static_cast<Phase>(i));
  return text == "all" || phaseByName(text) ? "" : phaseNames() + " or 'all'";
}

std::string setPhase(std::optional<Phase> &phase, const std::string &text) {
  phase = phaseByName(text);
  return phase ? "" : phaseNames();
}

std::string setSeconds(double &seconds, llvm::StringRef text) {
  return text.getAsDouble(seconds) || !(seconds >= 0) ? "a number of seconds" : "";
}

std::string setText(std::string &target, const std::string &text, const char *expected) {
  target = text;
  return text.empty() ? expected : "";
}

std::string setDrawDims(std::vector<std::string> &dims, llvm::StringRef text) {
  const auto [vertical, horizontal] = text.split(',');
  if (vertical.empty() || horizontal.empty() || horizontal.contains(','))
    return "the names of two iterators, separated by a comma";
  dims = {vertical.str(), horizontal.str()};
  return "";
}

/// Stores what no clause says.
template <typename To, typename T, size_t N>
std::string setValue(To &to, const NamedValue<T> (&values)[N], const std::string &text) {
  if (auto value = valueByName(values, text)) {
    to = *value;
    return "";
  }
  return namesOf(values);
}

std::string setWarnings(std::optional<WarningMode> &mode, const std::string &text) {
  static constexpr NamedValue<WarningMode> Values[] = {
      {"on", WarningMode::On}, {"off", WarningMode::Off}, {"error", WarningMode::Error}};
  return setValue(mode, Values, text);
}

std::string setRegions(RegionChoice &choice, const std::string &text) {
  static constexpr NamedValue<RegionChoice> Values[] = {
      {"marked", RegionChoice::Marked}, {"omp", RegionChoice::Omp}, {"all", RegionChoice::All}};
  return setValue(choice, Values, text);
}

std::string setDevice(DriverOptions &options, const std::string &text) {
  llvm::Expected<DeviceProfile> device = driver::givenDevice(text);
  if (!device)
    return llvm::toString(device.takeError());
  options.device = std::move(*device);
  options.clauses.device = {text, Origin::Option};
  return "";
}

std::string setLayouts(DriverOptions &options, const std::string &text) {
  llvm::Expected<Layouts> layouts = readLayouts(text);
  if (!layouts)
    return "a file of layouts (docs/tuning.md): " + llvm::toString(layouts.takeError());
  options.layouts = std::move(*layouts);
  options.layoutsFile = text;
  return "";
}

template <typename Flag> std::string setSwitch(Flag &flag, const std::string &text) {
  static constexpr NamedValue<bool> Values[] = {{"on", true}, {"off", false}};
  return setValue(flag, Values, text);
}

std::string setTileSearch(TileSearch &search, const std::string &text) {
  static constexpr NamedValue<TileSearch> Values[] = {{"pruned", TileSearch::Pruned},
                                                      {"exhaustive", TileSearch::Exhaustive}};
  return setValue(search, Values, text);
}

std::string setOption(OptionId id, const std::string &text, DriverOptions &options) {
  Clauses &clauses = options.clauses;
  switch (id) {
  case OptionId::Regions:
    return setRegions(options.regions, text);
  case OptionId::Scheme:
    return setKeyword(clauses.scheme, SchemeValues, text);
  case OptionId::Tile:
    return setSizes(clauses.tile, 16, text);
  case OptionId::Block:
    return setSizes(clauses.block, 3, text);
  case OptionId::Fuse:
    return setKeyword(clauses.fuse, FuseValues, text);
  case OptionId::Balance:
    return setKeyword(clauses.balance, BalanceValues, text);
  case OptionId::FalseDeps:
    return setKeyword(clauses.falseDeps, FalseDepsValues, text);
  case OptionId::PropagateCopies:
    return setSwitch(options.propagateCopies, text);
  case OptionId::Launch:
    return setKeyword(clauses.launch, LaunchValues, text);
  case OptionId::Device:
    return setDevice(options, text);
  case OptionId::Layouts:
    return setLayouts(options, text);
  case OptionId::ExactDivision:
    return setSwitch(options.exactDivision, text);
  case OptionId::TileSearch:
    return setTileSearch(options.tileSearch, text);
  case OptionId::Fp:
    return setKeyword(clauses.fp, FpValues, text);
  case OptionId::OutputDir:
    return setText(options.outputDir, text, "a folder");
  case OptionId::SelfContained:
    options.selfContained = true;
    return "";
  case OptionId::DumpJson:
    return setText(options.dumpJson, text, "a file");
  case OptionId::Report:
    return setText(options.report, text, "a file");
  case OptionId::Draw:
    return setText(options.draw, text, "a folder");
  case OptionId::DrawDims:
    return setDrawDims(options.drawDims, text);
  case OptionId::PrintAfter:
    return setPrintAfter(options.printAfter, text);
  case OptionId::CheckText:
    return setSwitch(options.checkText, text);
  case OptionId::TimePhases:
    options.timePhases = true;
    return "";
  case OptionId::MaxOperations:
    return llvm::StringRef(text).getAsInteger(10, options.maxOperations) ? "a number" : "";
  case OptionId::MaxSeconds:
    return setSeconds(options.maxSeconds, text);
  case OptionId::Jobs:
    return llvm::StringRef(text).getAsInteger(10, options.jobs) ? "a number" : "";
  case OptionId::FailIn:
    return setPhase(options.failIn, text);
  case OptionId::Cache:
    return setText(options.cache, text, "a folder, or 'off'");
  case OptionId::Warnings:
    return setWarnings(options.warnings, text);
  case OptionId::Remarks:
    return setSwitch(options.remarks, text);
  }
  llvm_unreachable("an option of Options.def");
}

} // namespace

std::optional<OptionError> applyOption(const std::string &text, DriverOptions &options) {
  const auto [name, value] = llvm::StringRef(text).split('=');
  const bool hasValue = name.size() < text.size();
  const OptionRow *row = findRow(name);
  if (!row)
    return OptionError{name.str(), "unknown option"};
  if (row->needsValue() != hasValue)
    return OptionError{name.str(),
                       hasValue ? "takes no value" : std::string("needs a value: ") + row->value};
  const std::string expected = setOption(row->id, value.str(), options);
  if (expected.empty())
    return std::nullopt;
  return OptionError{name.str(), "invalid value '" + value.str() + "'; expected " + expected};
}

bool isOption(const std::string &text) {
  return findRow(llvm::StringRef(text).split('=').first) != nullptr;
}

bool optionNeedsValue(const std::string &text) {
  const OptionRow *row = findRow(text);
  return row && row->needsValue();
}

std::string optionHelp() {
  constexpr size_t column = 30;
  std::string help;
  for (const OptionRow &row : Table) {
    std::string line = std::string("  --") + row.name;
    if (row.needsValue())
      line += std::string("=") + row.value;
    line += line.size() < column ? std::string(column - line.size(), ' ')
                                 : "\n" + std::string(column, ' ');
    help += line + row.help + "\n";
  }
  return help;
}

template <typename T> static Choice<T> prefer(const Choice<T> &clause, const Choice<T> &option) {
  return clause.origin == Origin::Clause ? clause : option;
}

Clauses mergeClauses(const Clauses &pragma, const Clauses &options) {
  Clauses merged = pragma;
  merged.scheme = prefer(pragma.scheme, options.scheme);
  merged.tile = prefer(pragma.tile, options.tile);
  merged.block = prefer(pragma.block, options.block);
  merged.falseDeps = prefer(pragma.falseDeps, options.falseDeps);
  merged.balance = prefer(pragma.balance, options.balance);
  merged.fuse = prefer(pragma.fuse, options.fuse);
  merged.launch = prefer(pragma.launch, options.launch);
  merged.fp = prefer(pragma.fp, options.fp);
  merged.device = prefer(pragma.device, options.device);
  return merged;
}

void applyToDiagnostics(const DriverOptions &options, clang::DiagnosticOptions &diagnostics) {
  static constexpr const char *Warnings[] = {"gpu-tile", "no-gpu-tile", "error=gpu-tile"};
  if (options.warnings)
    diagnostics.Warnings.push_back(Warnings[static_cast<int>(*options.warnings)]);
  if (options.remarks)
    diagnostics.Remarks.push_back(*options.remarks ? "gpu-tile" : "no-gpu-tile");
}

} // namespace gputile
