//===- LibraryClauses.cpp - Clauses async, present and wait -----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/LibraryClauses.h"

#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace gputile::driver {
namespace {

const char *const NoQueues = "regions have no queues there";

/// An array of memory of the host that \p scop writes for what follows; empty when there is none.
std::string copiedBack(const Scop &scop) {
  for (const Statement &statement : scop.statements)
    for (const Access &access : statement.accesses) {
      const Array &array = scop.arrays[statement.references[access.reference].array];
      if (access.kind != AccessKind::Read && array.storage != ArrayStorage::Private &&
          !array.inDeviceMemory && !array.deadAfter)
        return array.sourceName;
    }
  return "";
}

} // namespace

void reportLibraryClauses(const MarkedRegion &region, const RegionResult &result,
                          Rewriting rewriting, DiagnosticHandler &diagnostics) {
  for (const GivenClause &given : region.pragma->given) {
    const bool isAsync = given.name == "async";
    if (!isAsync && given.name != "present")
      continue;
    const std::string array = isAsync && result.transformed() ? copiedBack(*result.original) : "";
    if (rewriting == Rewriting::Files)
      diagnostics.report({DiagId::ClauseFiles,
                          given.loc,
                          {given.name, isAsync ? NoQueues : "regions copy their arrays there"},
                          {},
                          {}});
    else if (!array.empty())
      diagnostics.report({DiagId::AsyncWaits, given.loc, {array}, {}, {}});
  }
}

std::optional<Diagnostic> misplacedWait(const SourceManager &sources, const MarkedRegion &wait,
                                        const std::vector<MarkedRegion> &regions) {
  const SourceLocation loc = wait.pragma->begin;
  const auto misplaced = [&](const char *why) {
    return Diagnostic{DiagId::WaitPlace, wait.pragma->wait->loc, {why}, {}, {}};
  };
  if (wait.pragma->asOperator.isValid() || !sources.isWrittenInSameFile(loc, wait.pragma->end))
    return misplaced("cannot stand in a macro");
  if (!wait.betweenStatements)
    return misplaced("must stand between the statements of a block");
  for (const MarkedRegion &region : regions)
    if (region.statement && !region.pragma->data &&
        sources.isPointWithin(loc, region.statement->getBeginLoc(), region.statement->getEndLoc()))
      return misplaced("cannot stand inside of a region");
  return std::nullopt;
}

Diagnostic waitInFiles(const MarkedRegion &wait) {
  return {DiagId::ClauseFiles, wait.pragma->wait->loc, {"wait", NoQueues}, {}, {}};
}

} // namespace gputile::driver
