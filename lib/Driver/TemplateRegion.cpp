//===- TemplateRegion.cpp - A region in all that a template makes -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/TemplateRegion.h"

#include <algorithm>
#include <map>

namespace gputile::driver {

static bool sameNote(const DiagNote &a, const DiagNote &b) {
  return a.id == b.id && a.loc.raw == b.loc.raw && a.args == b.args;
}

static bool sayTheSame(const Diagnostic &a, const Diagnostic &b) {
  return a.id == b.id && a.loc.raw == b.loc.raw && a.args == b.args &&
         std::equal(a.notes.begin(), a.notes.end(), b.notes.begin(), b.notes.end(), sameNote);
}

static DiagNote noteOf(const RegionInstance &instance) {
  return {DiagId::NoteInstance, {instance.requested.getRawEncoding()}, {instance.name}};
}

void InstanceDiagnostics::report(const Diagnostic &diagnostic) {
  const auto same = std::find_if(Kept.begin(), Kept.end(), [&](const Diagnostic &kept) {
    return sayTheSame(kept, diagnostic);
  });
  const auto index = static_cast<size_t>(same - Kept.begin());
  if (same == Kept.end()) {
    Kept.push_back(diagnostic);
    Notes.emplace_back();
  }
  const DiagNote note = noteOf(*Instance);
  if (std::none_of(Notes[index].begin(), Notes[index].end(),
                   [&](const DiagNote &other) { return sameNote(note, other); }))
    Notes[index].push_back(note);
}

void InstanceDiagnostics::flush(DiagnosticHandler &handler) {
  for (size_t i = 0; i < Kept.size(); ++i) {
    Kept[i].notes.insert(Kept[i].notes.end(), Notes[i].begin(), Notes[i].end());
    handler.report(Kept[i]);
  }
  Kept.clear();
  Notes.clear();
}

std::vector<InstanceResult> runInstances(clang::ASTContext &context, const MarkedRegion &region,
                                         const std::vector<RegionInstance> &instances,
                                         const DriverOptions &options,
                                         InstanceDiagnostics &diagnostics) {
  std::vector<InstanceResult> results;
  for (const RegionInstance &instance : instances) {
    diagnostics.startInstance(instance);
    results.push_back(
        {instance, runPipeline(context, instance.regionOf(region), options, diagnostics)});
    results.back().result.instantiation = instance.name;
  }
  return results;
}

/// Whether one call and one definition serve both.
static bool sameCode(const RegionCode &a, const RegionCode &b) {
  const auto sameArgument = [](const EntryArgument &x, const EntryArgument &y) {
    return x.type == y.type && x.name == y.name && x.callExpr == y.callExpr;
  };
  return a.kernels == b.kernels && a.entry == b.entry && a.exitStatements == b.exitStatements &&
         a.hostDeclarations == b.hostDeclarations &&
         std::equal(a.arguments.begin(), a.arguments.end(), b.arguments.begin(), b.arguments.end(),
                    sameArgument);
}

static bool sameOutcome(const RegionResult &a, const RegionResult &b) {
  return a.transformed() == b.transformed() && (!a.transformed() || sameCode(*a.code, *b.code));
}

/// Types that are local to different functions may have the same name.
static void refuseNamesakes(const MarkedRegion &region, std::vector<InstanceResult> &results) {
  std::map<std::vector<std::string>, std::vector<InstanceResult *>> byTexts;
  for (InstanceResult &one : results)
    byTexts[one.instance.functionTexts].push_back(&one);
  for (auto &[texts, namesakes] : byTexts) {
    if (std::all_of(namesakes.begin(), namesakes.end(), [&](const InstanceResult *other) {
          return sameOutcome(namesakes.front()->result, other->result);
        }))
      continue;
    for (InstanceResult *one : namesakes) {
      if (!one->result.transformed())
        continue;
      one->result.code.reset();
      one->result.refusal =
          Refusal{DiagId::InvalidCode,
                  {region.pragma->loc.getRawEncoding()},
                  {"code of a template that is instantiated for different types of the same name"},
                  {},
                  {}};
    }
  }
}

std::vector<RegionEdit> variantsOf(const MarkedRegion &region, std::vector<InstanceResult> &results,
                                   const DriverOptions &options) {
  refuseNamesakes(region, results);
  std::vector<RegionEdit> edits;
  std::vector<RegionCode> known; ///< Of edits, before they got names.
  for (InstanceResult &one : results) {
    if (!one.result.transformed())
      continue;
    const auto same = std::find_if(known.begin(), known.end(), [&](const RegionCode &other) {
      return sameCode(other, *one.result.code);
    });
    const auto index = static_cast<size_t>(same - known.begin());
    if (same == known.end())
      known.push_back(*one.result.code);
    // Names of other regions end in their line.
    if (index > 0)
      renameRegion(one.result, one.result.scop->name + "_v" + std::to_string(index + 1), options);
    if (index == edits.size())
      edits.push_back({region,
                       one.result.original->name,
                       one.result.file,
                       one.result.line,
                       *one.result.code,
                       {}});
    edits[index].instances.push_back(one.instance);
  }
  return edits;
}

} // namespace gputile::driver
