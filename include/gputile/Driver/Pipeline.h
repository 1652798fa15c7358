//===- Pipeline.h - From a marked region to CUDA text -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_DRIVER_PIPELINE_H
#define GPUTILE_DRIVER_PIPELINE_H

#include "gputile/CodeGen/CodeGen.h"
#include "gputile/Driver/Options.h"
#include "gputile/Frontend/Frontend.h"
#include "gputile/IR/Ddg.h"
#include "gputile/IR/RegionPlan.h"
#include "gputile/IR/Schedule.h"
#include "gputile/IR/Scop.h"
#include "gputile/IR/SplitBand.h"
#include "gputile/Model/Device.h"
#include "gputile/Reader/CheckText.h"
#include "gputile/Transform/CopyPropagation.h"

#include <memory>
#include <optional>
#include <vector>

namespace gputile {

/// What the remark about a transformed region says.
struct Success {
  std::string text; ///< "scheme parallel (model), fuse depth (model), 1 kernel"
  std::vector<DiagNote> notes;
};

/// Everything known about one region, as far as the chain came. The isl context
/// is the first member, so that it outlives the values in it.
struct RegionResult {
  std::unique_ptr<IslContext> isl;
  /// After extract, with partial sums where clauses ask for them, and without the copies that
  /// `versions` are for.
  std::optional<Scop> original;
  std::vector<Versions> versions;
  /// The region as a program whose loops need less order (UnorderedProgram), if there is one. It
  /// becomes `original` where these loops would run in order.
  struct OtherProgram {
    Scop scop;
    std::vector<SourceRef> places; ///< UnorderedProgram::places
  };
  std::optional<OtherProgram> unordered;
  /// Variables of the program of which iterations have copies of their own in `original`, and the last
  /// one stores its value.
  std::vector<std::string> lastValues;
  /// By index of a statement of `original`, where the domains of statements were split: the number
  /// of the statement that it was a part of. Empty elsewhere; statements behind are new.
  std::vector<unsigned> indexSets;
  /// Iterators of the program's own loops over tiles, which are left out.
  std::vector<std::string> tileLoops;
  /// Arrays whose planes are arrays of their own in the program that `original` is, as users know
  /// them.
  std::vector<std::string> planes;
  std::optional<Scop> scop;     ///< After privatize and copies: what is scheduled and mapped.
  std::optional<Ddg> ddg;
  std::optional<ScheduleNode> schedule;
  std::vector<SplitBand> splitBands; ///< For scheme split: the time loops in `schedule`.
  std::optional<RegionPlan> plan;
  std::optional<RegionCode> code;   ///< Set exactly when the region is transformed.
  std::optional<TextVerdict> text;  ///< After text; Differs refuses the region.
  std::optional<Refusal> refusal;   ///< Set exactly when it is not.
  Clauses clauses;                  ///< Merged.
  DeviceProfile device;             ///< That the plan is made for.
  /// Set when copies of arrays that false_deps(remove) asked for were given up: the
  /// arguments of DiagId::CopiesNotProved.
  std::optional<std::vector<std::string>> copiesNotProved;
  /// Options of the command that were left out because the region is refused with them.
  struct OptionsLeftOut {
    std::vector<std::string> options; ///< "scheme=split"
    Refusal refusal;                  ///< With them.
  };
  std::optional<OptionsLeftOut> optionsLeftOut;
  /// Set when `schedule` is the original order, or has parts of it, because the search failed: why.
  std::optional<std::string> whyOriginalOrder;
  /// Warnings of DiagId::OneThread.
  std::vector<DiagNote> oneThread;
  Scheme scheme = Scheme::Parallel; ///< The scheme used; auto is resolved.
  std::string file;
  unsigned line = 0; ///< Of the pragma.
  std::string digest; ///< regionDigest().
  std::string function;
  std::string instantiation; ///< RegionInstance::name, for regions of templates.
  bool timeRanOut = false;   ///< For some phase, perhaps an optional one: chance is at work.
  /// What describeSuccess says, where that was found out earlier and there is no plan.
  std::optional<Success> success;

  RegionResult() = default;
  RegionResult(RegionResult &&) = default;
  RegionResult &operator=(RegionResult &&) = delete;
  bool transformed() const { return code.has_value(); }
  /// Whether false dependences were removed.
  bool hasCopies() const {
    return scop && original && scop->statements.size() > original->statements.size();
  }
};

/// Runs the first phase on \p region, the one that reads Clang's AST. Never throws: whatever
/// goes wrong is a refusal. The refusal is returned, not reported.
RegionResult extractRegion(clang::ASTContext &context, const MarkedRegion &region,
                           const DriverOptions &options, DiagnosticHandler &diagnostics);

/// Runs the other phases on what extractRegion made of \p region, unless that was refused.
/// Reads and writes nothing else: regions may be transformed at the same time.
void transformRegion(RegionResult &result, const MarkedRegion &region,
                     const DriverOptions &options);

/// Both.
RegionResult runPipeline(clang::ASTContext &context, const MarkedRegion &region,
                         const DriverOptions &options, DiagnosticHandler &diagnostics);

/// The result for a region that is refused before the chain starts.
RegionResult refuseRegion(clang::ASTContext &context, const MarkedRegion &region,
                          const DriverOptions &options, Refusal refusal);

/// Gives a transformed region and its code, made with \p options, another name.
void renameRegion(RegionResult &result, const std::string &name, const DriverOptions &options);

/// What was done and where each value came from, with a note for each kernel.
Success describeSuccess(const RegionResult &result);

} // namespace gputile

#endif
