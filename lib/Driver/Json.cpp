//===- Json.cpp - Results for other programs ---------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Driver/Json.h"

#include "gputile/Driver/Pipeline.h"
#include "gputile/Schedule/Scheduler.h"
#include "gputile/Support/IslTools.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/ErrorHandling.h"
#include "llvm/Support/FormatVariadic.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

namespace json = llvm::json;

namespace gputile {
namespace {

template <typename T> std::string islText(const T &value) {
  char *raw = nullptr;
  if constexpr (std::is_same_v<T, isl::set>)
    raw = isl_set_to_str(value.get());
  else if constexpr (std::is_same_v<T, isl::union_map>)
    raw = isl_union_map_to_str(value.get());
  else
    raw = isl_map_to_str(value.get());
  std::string result = raw ? raw : "";
  free(raw);
  return result;
}

const char *kindName(AccessKind kind) {
  switch (kind) {
  case AccessKind::Read:
    return "read";
  case AccessKind::MustWrite:
    return "must-write";
  case AccessKind::MayWrite:
    return "may-write";
  }
  llvm_unreachable("a kind of access");
}

template <typename T> json::Array numbers(const std::vector<T> &values) {
  json::Array array;
  for (const T &value : values)
    array.push_back(static_cast<int64_t>(value));
  return array;
}

json::Object sizesToJson(const Choice<std::vector<long>> &choice) {
  return json::Object{{"value", numbers(choice.value)}, {"origin", originName(choice.origin)}};
}

json::Array statementsToJson(const Scop &scop) {
  json::Array statements;
  for (const Statement &statement : scop.statements) {
    json::Array accesses;
    for (const Access &access : statement.accesses)
      accesses.push_back(
          json::Object{{"kind", kindName(access.kind)}, {"relation", islText(access.relation)}});
    statements.push_back(json::Object{{"name", statement.name},
                                      {"domain", islText(statement.domain)},
                                      {"schedule", islText(statement.schedule)},
                                      {"accesses", std::move(accesses)}});
  }
  return statements;
}

json::Array believedToJson(const Scop &scop) {
  json::Array claims;
  for (const Independence &claim : scop.independent)
    claims.push_back(json::Object{{"clause", "independent"},
                                  {"array", scop.arrays[claim.array].sourceName},
                                  {"apart", islText(claim.apart)}});
  return claims;
}

json::Array textsToJson(const std::vector<std::string> &texts) {
  json::Array array;
  for (const std::string &text : texts)
    array.push_back(text);
  return array;
}

json::Array versionsToJson(const std::vector<Versions> &all) {
  json::Array result;
  for (const Versions &versions : all)
    result.push_back(json::Object{{"array", versions.array},
                                  {"of", textsToJson(versions.sources)},
                                  {"count", int64_t(versions.count)}});
  return result;
}

json::Array dependencesToJson(const Scop &scop, const Ddg &ddg) {
  json::Array dependences;
  for (const Dependence &edge : ddg.edges)
    dependences.push_back(
        json::Object{{"kind", dependenceKindName(edge.kind)},
                     {"from", scop.statements[edge.source].name},
                     {"to", scop.statements[edge.target].name},
                     {"relation", islText(edge.relation)},
                     {"distance", edge.distance ? json::Value(numbers(*edge.distance)) : nullptr},
                     {"hindering", edge.hindering}});
  return dependences;
}

json::Array hyperplanesToJson(const Scop &scop, const ScheduleNode &schedule) {
  json::Array result;
  for (const StatementHyperplanes &planes : hyperplanesOf(scop, schedule)) {
    json::Array matrix;
    for (const std::vector<long> &row : planes.matrix)
      matrix.push_back(numbers(row));
    result.push_back(json::Object{{"statement", scop.statements[planes.statement].name},
                                  {"matrix", std::move(matrix)},
                                  {"shift", numbers(planes.shift)}});
  }
  return result;
}

const char *modeName(LaunchMode mode) {
  switch (mode) {
  case LaunchMode::Kernels:
    return launchName(Launch::Kernels);
  case LaunchMode::Cooperative:
    return launchName(Launch::Cooperative);
  case LaunchMode::Flags:
    return launchName(Launch::Flags);
  }
  llvm_unreachable("a launch mode");
}

json::Value slotsToJson(const SharedTile &tile) {
  return tile.circular ? json::Value(int64_t(tile.circular->slots)) : json::Value(nullptr);
}

json::Object estimateToJson(const LayoutEstimate &estimate) {
  return json::Object{{"scheme", schemeName(estimate.scheme)},
                      {"tile", numbers(estimate.tile)},
                      {"block", numbers(estimate.block)},
                      {"picoseconds", estimate.picoseconds},
                      {"bound", estimate.bound}};
}

/// Null where nobody has estimated anything.
json::Value estimatesToJson(const KernelPlan &kernel) {
  if (!kernel.stream || kernel.stream->estimates.empty())
    return nullptr;
  const auto listed = [](const std::vector<LayoutEstimate> &estimates) {
    json::Array list;
    for (const LayoutEstimate &estimate : estimates)
      list.push_back(estimateToJson(estimate));
    return list;
  };
  json::Object object = estimateToJson(kernel.stream->estimates.front());
  object["runnersUp"] = listed(kernel.stream->runnersUp());
  object["layouts"] = listed(kernel.stream->estimates);
  return object;
}

json::Array kernelsToJson(const Scop &scop, const RegionPlan &plan) {
  json::Array kernels;
  for (const KernelPlan &kernel : plan.kernels) {
    json::Array statements, shared, registers;
    for (unsigned index : kernel.statements)
      statements.push_back(scop.statements[index].name);
    for (const SharedTile &tile : kernel.shared) {
      std::vector<long> size = tile.memory();
      if (!size.empty())
        size.back() -= tile.padding;
      shared.push_back(
          json::Object{{"name", tile.name},
                       {"array", scop.arrays[tile.array].name},
                       {"size", numbers(size)},
                       {"slices", slotsToJson(tile)}, // The former name.
                       {"slots", slotsToJson(tile)},
                       {"padding", int64_t(tile.padding)},
                       {"elementBytes", int64_t(scop.arrays[tile.array].elementBytes)},
                       {"stored", tile.stored.has_value()},
                       {"bankConflictWays", tile.bankConflictWays > 0
                                                ? json::Value(int64_t(tile.bankConflictWays))
                                                : json::Value(nullptr)}});
    }
    for (const RegisterTile &tile : kernel.registers)
      registers.push_back(
          json::Object{{"name", tile.name}, {"array", scop.arrays[tile.array].name}});
    // Threads are kept with x last; users write block(x, y, z).
    const std::vector<long> block(kernel.blockSize.rbegin(), kernel.blockSize.rend());
    kernels.push_back(json::Object{
        {"name", kernel.name},
        {"statements", std::move(statements)},
        {"launch", modeName(kernel.mode)},
        {"launchReason",
         kernel.launchReason.empty() ? json::Value(nullptr) : json::Value(kernel.launchReason)},
        {"launchedBy",
         kernel.leader ? json::Value(plan.kernels[*kernel.leader].name) : json::Value(nullptr)},
        {"tile", numbers(kernel.tileSizes)},
        {"block", numbers(block)},
        {"estimate", estimatesToJson(kernel)},
        {"sharedBytes", int64_t(kernel.sharedBytes)},
        {"shared", std::move(shared)},
        {"registers", std::move(registers)}});
  }
  return kernels;
}

/// The bands of time of the launches of \p kernel.
isl::set bandsOf(const SplitBand &band, const KernelPlan &kernel, unsigned launchDims) {
  const unsigned position = kernel.hostDims[band.around.size()];
  const isl::set upTo = dropDims(kernel.launch.range(), position + 1, launchDims - position - 1);
  return dropDims(upTo, 0, position);
}

/// Launches are bands times colours, as far as tiles of a colour have work.
json::Object splitToJson(const Scop &scop, const SplitBand &band, const RegionPlan &plan) {
  json::Array cone;
  const auto number = [](const Slope &slope) {
    return static_cast<double>(slope.num) / static_cast<double>(slope.den);
  };
  int64_t colours = 1;
  for (const ConeSlopes &r : band.cone) {
    colours *= r.isZero() ? 1 : 2;
    cone.push_back(json::Object{{"up", number(r.up)}, {"down", number(r.down)}});
  }
  const json::Value slopes = std::move(cone);
  const auto kernel = llvm::find_if(plan.kernels, [&](const KernelPlan &one) {
    return one.statements == band.statements;
  });
  json::Array statements;
  for (unsigned s : band.statements)
    statements.push_back(scop.statements[s].name);
  return json::Object{{"statements", std::move(statements)},
                      {"steps", int64_t(band.steps)},
                      {"height", int64_t(kernel->tileSizes.front())},
                      {"bands", islText(bandsOf(band, *kernel, plan.launchDims))},
                      {"colours", colours},
                      {"cone", slopes},
                      {"reach", slopes}}; // The former name.
}

json::Array copiesToJson(const Scop &scop, const RegionPlan &plan, bool in) {
  json::Array copies;
  for (const ArrayTransfer &transfer : plan.transfers)
    if (in ? transfer.copyIn || transfer.byValue : transfer.copyOut)
      copies.push_back(json::Object{{"array", scop.arrays[transfer.array].name},
                                    {"set", islText(in ? transfer.copyInSet : transfer.copyOutSet)},
                                    {"byValue", in && transfer.byValue}});
  return copies;
}

} // namespace

/// The parts of each statement that has several.
static json::Array indexSetsToJson(const RegionResult &result) {
  std::map<unsigned, json::Array> parts;
  for (unsigned s = 0; s < result.indexSets.size(); ++s)
    parts[result.indexSets[s]].push_back(result.original->statements[s].name);
  json::Array split;
  for (auto &[statement, names] : parts)
    if (names.size() > 1)
      split.push_back(json::Object{{"statement", result.original->statements[statement].name},
                                   {"parts", std::move(names)}});
  return split;
}

json::Object regionToJson(const RegionResult &result) {
  json::Object object{{"line", result.line},
                      {"file", result.file},
                      {"function", result.function},
                      {"digest", result.digest},
                      {"outcome", result.transformed() ? "transformed" : "refused"}};
  object["reason"] = result.refusal ? json::Value(diagIdName(result.refusal->id)) : nullptr;
  object["scheme"] = json::Object{
      {"value", schemeName(result.transformed() ? result.scheme : result.clauses.scheme.value)},
      {"origin", originName(result.clauses.scheme.origin)}};
  object["falseDeps"] = json::Object{
      {"value", falseDepsName(result.hasCopies() ? FalseDeps::Remove : FalseDeps::Keep)},
      {"origin", originName(result.clauses.falseDeps.origin)}};
  object["tile"] = sizesToJson(result.clauses.tile);
  object["block"] = sizesToJson(result.clauses.block);
  object["device"] = json::Object{{"value", result.device.name},
                                  {"origin", originName(result.clauses.device.origin)}};
  if (!result.instantiation.empty())
    object["instantiation"] = result.instantiation;
  const Scop *scop = result.scop ? &*result.scop : result.original ? &*result.original : nullptr;
  if (scop) {
    object["name"] = scop->name;
    object["statements"] = statementsToJson(*scop);
    object["believed"] = believedToJson(*scop);
    object["versions"] = versionsToJson(result.versions);
    object["lastValues"] = textsToJson(result.lastValues);
    object["tileLoops"] = textsToJson(result.tileLoops);
    object["indexSets"] = indexSetsToJson(result);
    if (const Scop &original = *result.original; !original.turningPointers.empty())
      object["turns"] = json::Object{{"iterations", original.turns},
                                     {"pointers", textsToJson(original.turningPointers)}};
    if (!result.planes.empty())
      object["planes"] = textsToJson(result.planes);
  }
  if (result.ddg)
    object["dependences"] = dependencesToJson(*scop, *result.ddg);
  if (result.schedule)
    object["hyperplanes"] = hyperplanesToJson(*scop, *result.schedule);
  if (result.plan) {
    object["kernels"] = kernelsToJson(*scop, *result.plan);
    if (!result.splitBands.empty())
      object["split"] = splitToJson(*scop, result.splitBands.front(), *result.plan);
    json::Array timeLoops;
    for (const SplitBand &band : result.splitBands)
      timeLoops.push_back(splitToJson(*scop, band, *result.plan));
    object["timeLoops"] = std::move(timeLoops);
    object["copyIn"] = copiesToJson(*scop, *result.plan, /*in=*/true);
    object["copyOut"] = copiesToJson(*scop, *result.plan, /*in=*/false);
  }
  if (result.code)
    object["guards"] = textsToJson(result.code->guards);
  return object;
}

std::string jsonText(JsonReport report) {
  const json::Value document = json::Object{{"version", 1},
                                            {"regions", std::move(report.regions)},
                                            {"dataBlocks", std::move(report.dataBlocks)}};
  return llvm::formatv("{0:2}\n", document).str();
}

} // namespace gputile
