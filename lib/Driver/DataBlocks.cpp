//===- DataBlocks.cpp - Clause data in one translation unit ------ -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/DataBlocks.h"

#include "gputile/Analysis/LiveSets.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/CodeGenOptions.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"

#include <algorithm>

namespace gputile::driver {
namespace {

/// Per array of \p scop, whether values from before the region may be read.
std::vector<bool> readFirst(const Scop &scop) {
  std::vector<bool> result(scop.arrays.size(), false);
  try {
    const std::vector<ArrayLiveness> liveness = computeLiveness(scop);
    for (size_t i = 0; i < result.size(); ++i)
      result[i] = !liveness[i].liveIn.is_empty();
  } catch (const isl::exception &) {
    // Beyond the limit of operations; what is lost is a warning.
  }
  return result;
}

std::vector<ArrayUse> usesOf(const Scop &scop) {
  const std::vector<bool> read = readFirst(scop);
  std::vector<ArrayUse> uses;
  for (size_t i = 0; i < scop.arrays.size(); ++i)
    uses.push_back({scop.arrays[i].loc, read[i], false});
  for (const Statement &statement : scop.statements)
    for (const Access &access : statement.accesses)
      if (access.kind != AccessKind::Read)
        uses[statement.references[access.reference].array].written = true;
  return uses;
}

std::string listOf(const std::vector<std::string> &names) {
  std::string text;
  for (const std::string &name : names)
    text += (text.empty() ? "" : ", ") + name;
  return text;
}

/// \param kept the arrays that stay on the device
llvm::json::Object blockToJson(clang::ASTContext &context, const MarkedRegion &block,
                               const std::vector<std::string> &kept) {
  const clang::PresumedLoc place = context.getSourceManager().getPresumedLoc(block.pragma->loc);
  llvm::json::Array arrays;
  for (const DataArray &array : block.pragma->data->arrays)
    arrays.push_back(llvm::json::Object{
        {"name", array.name},
        {"in", array.in},
        {"out", array.out},
        {"kept", std::find(kept.begin(), kept.end(), array.name) != kept.end()}});
  return llvm::json::Object{{"line", place.isValid() ? place.getLine() : 0},
                            {"file", std::string(place.isValid() ? place.getFilename() : "")},
                            {"function", block.function ? block.function->getNameAsString() : ""},
                            {"arrays", std::move(arrays)}};
}

} // namespace

void DataBlocks::addBlock(clang::ASTContext &context, const MarkedRegion &block,
                          const std::optional<Refusal> &misplaced) {
  Json.push_back(blockToJson(context, block, {}));
  if (!misplaced && !dependsOnTemplate(block)) {
    Blocks.emplace_back(block, Json.size() - 1);
    return;
  }
  const std::string why = !misplaced ? "the block depends on template parameters"
                          : misplaced->id == DiagId::PragmaPlace
                              ? misplaced->args[0]
                              : "an enclosing region already runs on the GPU";
  Diagnostics.report({DiagId::DataNotUsed, block.pragma->data->loc, {why}, {}, {}});
}

void DataBlocks::addRegion(const MarkedRegion &region, const RegionResult &result) {
  RegionUse use{region, result.transformed(), result.clauses.ifCondition, result.clauses.queue, {}};
  if (use.transformed) {
    use.arrays = usesOf(*result.original);
    for (const Parameter &parameter : result.original->parameters)
      if (!parameter.inspected)
        use.parameters.push_back(parameter.callExpr);
  }
  Regions.push_back(std::move(use));
}

std::vector<DataBlock> DataBlocks::check(clang::ASTContext &context) {
  std::vector<DataBlock> result;
  const bool strictAliasing = !Compiler.getCodeGenOpts().RelaxedAliasing;
  for (const auto &[block, index] : Blocks) {
    auto checked = checkDataBlock(context, block, Regions, strictAliasing, Diagnostics);
    if (!checked)
      continue;
    const SourceRef loc = block.pragma->data->loc;
    const char *stay =
        Mode == Rewriting::Sources ? "arrays stay" : "compiled with the plugin, arrays stay";
    if (Mode == Rewriting::Files)
      Diagnostics.report({DiagId::DataNoEffect, loc, {}, {}, {}});
    else
      Diagnostics.report({DiagId::DataKept, loc, {stay, listOf(checked->names)}, {}, {}});
    if (Mode != Rewriting::Files)
      Json[index] = blockToJson(context, block, checked->names);
    result.push_back(std::move(*checked));
  }
  return result;
}

void DataBlocks::withdraw(clang::ASTContext &context) {
  for (const auto &[block, index] : Blocks)
    Json[index] = blockToJson(context, block, {});
}

} // namespace gputile::driver
