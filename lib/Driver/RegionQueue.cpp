//===- RegionQueue.cpp - Regions transformed at the same time ------ -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/RegionQueue.h"

#include "Driver/Progress.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/Threading.h"

#include <algorithm>

using namespace clang;

namespace gputile::driver {

/// Waiting results keep their sets: more of them than this for each thread are not worth it.
static constexpr unsigned EntriesPerJob = 4;

RegionQueue::RegionQueue(ASTContext &context, const DriverOptions &options, unsigned jobs,
                         bool progress, DiagnosticHandler &diagnostics, Finish finish)
    : Context(context), Options(options), Diagnostics(diagnostics), FinishRegion(std::move(finish)),
      Cache(options), Jobs(llvm::hardware_concurrency(jobs).compute_thread_count()),
      ShowsProgress(progress) {
  // Text of several phases and times are told apart by their order.
  if (options.timePhases || !options.printAfter.empty()) {
    Jobs = 1;
    ShowsProgress = false;
  }
  if (Jobs > 1)
    Pool = std::make_unique<DefaultThreadPool>(llvm::hardware_concurrency(jobs));
}

RegionQueue::~RegionQueue() = default;

void RegionQueue::add(const MarkedRegion &region) {
  KeptDiagnostics said;
  auto entry = std::make_unique<Entry>(Entry{
      region, extractRegion(Context, region, Options, said), std::move(said), {}});
  Entries.push_back(std::move(entry));
  Entry &last = *Entries.back();
  const auto work = [this, &last] { Cache.transform(last.result, last.region); };
  if (!Pool) {
    {
      const Progress progress(ShowsProgress, title(last));
      work();
    }
    return finishFirst();
  }
  last.done = Pool->async(work);
  if (Entries.size() > EntriesPerJob * Jobs)
    finishFirst();
}

void RegionQueue::finishFirst() {
  Entry &first = *Entries.front();
  if (first.done.valid()) {
    const Progress progress(ShowsProgress, title(first));
    first.done.wait();
  }
  if (first.result.transformed())
    first.said.flush(Diagnostics);
  FinishRegion(first.region, first.result);
  Entries.pop_front();
}

std::string RegionQueue::title(const Entry &entry) {
  return entry.result.file + ": region at line " + std::to_string(entry.result.line) + ": tiling";
}

void RegionQueue::finishAll() {
  while (!Entries.empty())
    finishFirst();
}

bool RegionQueue::isAround(SourceLocation loc) const {
  const SourceManager &sources = Context.getSourceManager();
  return std::any_of(Entries.begin(), Entries.end(), [&](const std::unique_ptr<Entry> &entry) {
    const SourceRange text =
        sources.getExpansionRange(entry->region.statement->getSourceRange()).getAsRange();
    return sources.isPointWithin(sources.getExpansionLoc(loc), text.getBegin(), text.getEnd());
  });
}

} // namespace gputile::driver
