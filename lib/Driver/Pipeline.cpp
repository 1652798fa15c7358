//===- Pipeline.cpp - The chain from a region to CUDA text -------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Driver/Pipeline.h"

#include "Driver/KeptDiagnostics.h"

#include "gputile/Analysis/Dependences.h"
#include "gputile/Mapping/Mapping.h"
#include "gputile/Support/TimeLimit.h"
#include "gputile/Transform/FalseDeps.h"
#include "gputile/Transform/Privatize.h"
#include "gputile/Schedule/Scheduler.h"
#include "gputile/Schedule/SplitTiling.h"
#include "gputile/Verifier/Verifier.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "llvm/Support/Format.h"
#include "llvm/Support/raw_ostream.h"

#include <chrono>
#include <stdexcept>

namespace gputile {
namespace {

/// Carries a refusal out of the chain.
struct Refused {
  Refusal refusal;
};

/// The value, or the end of the chain.
template <typename T> T need(Result<T> result) {
  if (!result)
    throw Refused{result.refusal()};
  return std::move(*result);
}

/// The verifier's result, for --print-after.
struct Proved {};

Proved need(const std::optional<VerificationFailure> &failure) {
  if (failure)
    throw Refused{{DiagId::VerificationFailed, {}, {failure->what}, {}, {}}};
  return {};
}

TextVerdict need(TextVerdict verdict) {
  if (verdict.kind == TextVerdict::Differs)
    throw Refused{{DiagId::VerificationFailed, {}, {"its text " + verdict.message}, {}, {}}};
  return verdict;
}

std::string printText(const Scop &scop) { return printScop(scop); }
std::string printText(const Ddg &ddg) { return printDdg(ddg); }
std::string printText(const std::optional<CopiedScop> &copied) {
  return copied ? printScop(copied->scop) + printDdg(copied->ddg) : "no copies\n";
}
std::string printText(const ScheduleNode &node) { return printSchedule(node); }
std::string printText(const RegionPlan &plan) { return printRegionPlan(plan); }
std::string printText(const Proved &) { return "proved equal to the original loops\n"; }
std::string printText(const TextVerdict &verdict) { return describe(verdict) + '\n'; }
std::string printText(const RegionCode &code) { return code.kernels + code.entry; }

/// Runs the text that is in a .cu file of its own.
TextVerdict checkRegionText(const RegionResult &result) {
  const PlannedRegion region{*result.original, *result.scop, *result.plan, *result.code};
  const ParsedText parsed = parseText(
      cudaPrelude() + result.code->kernels + result.code->entry + referenceText({region}),
      TextKind::CudaFile);
  if (parsed.error())
    return {TextVerdict::NotFollowed, describe(*parsed.error())};
  return checkText(parsed, region, {});
}

bool isTooExpensive(const Refused &refused) {
  return refused.refusal.id == DiagId::QuotaExceeded;
}

/// "2.5 s of processor time"
std::string secondsText(double seconds) {
  std::string text;
  llvm::raw_string_ostream(text) << llvm::format("%.3g", seconds) << " s of processor time";
  return text;
}

/// Runs one phase at a time: within limits, timed, printed; remembers which one
/// it is, for messages. A phase that exceeds its limits ends in Refused.
class PhaseRunner {
public:
  PhaseRunner(RegionResult &result, const DriverOptions &options)
      : Result(result), Options(options) {}

  template <typename F> auto operator()(Phase phase, F &&work) {
    Current = phase;
    if (Options.failIn == phase)
      fail();
    const auto start = std::chrono::steady_clock::now();
    auto value = withinLimits(work);
    reportTime(std::chrono::steady_clock::now() - start);
    if (Options.printAfter.count(phase))
      llvm::errs() << title() << printText(value) << '\n';
    return value;
  }

  Phase current() const { return Current; }
  const DriverOptions &options() const { return Options; }

  /// Whether what runs has an alternative: then it may cost only a part of what is allowed.
  void setOptional(bool isOptional) { IsOptional = isOptional; }

private:
  template <typename F> auto withinLimits(F &&work) {
    const double seconds = secondsAllowed();
    TimeLimit limit(Result.isl->get(), seconds);
    IslQuota quota(Result.isl->get(), operationsAllowed());
    try {
      return work();
    } catch (const isl::exception_quota &) {
      throw tooManyOperations();
    } catch (const std::exception &) {
      // C functions that were stopped return null, which has other exceptions.
      if (limit.passed())
        throw tooExpensive(secondsText(seconds), "--max-seconds");
      if (quotaWasExceeded(Result.isl->get()))
        throw tooManyOperations();
      throw;
    }
  }

  unsigned long operationsAllowed() const {
    const unsigned long most = Options.maxOperations;
    return IsOptional && most != 0 ? std::max(1UL, most / OptionalOperations) : most;
  }

  /// The proof and what follows may take longer than the phases before them.
  double secondsAllowed() const {
    const double most = Options.maxSeconds;
    if (most == 0)
      return 0;
    const bool isEarly = Current < Phase::Verify;
    const double share = most * (isEarly ? EarlySeconds : LateSeconds) * (IsOptional ? OptionalSeconds : 1);
    const double left = Started + most - threadSeconds();
    return std::max(std::min(share, left), LeastSeconds);
  }

  Refused tooManyOperations() const {
    return tooExpensive(std::to_string(operationsAllowed()) + " operations", "--max-operations");
  }

  Refused tooExpensive(const std::string &amount, const std::string &option) const {
    return {{DiagId::QuotaExceeded, {}, {phaseTitle(Current), amount, option}, {}, {}}};
  }

  /// What --fail-in asks for: the paths that only a mistake of gputile reaches.
  [[noreturn]] void fail() const {
    if (Current == Phase::Verify)
      need(std::optional(
          VerificationFailure{VerificationFailure::Kind::Order, "as --fail-in asks"}));
    throw std::runtime_error("as --fail-in asks");
  }

  std::string title() const {
    return "=== " + Result.file + ":" + std::to_string(Result.line) + " after " +
           phaseName(Current) + " ===\n";
  }

  void reportTime(std::chrono::duration<double> time) const {
    if (Options.timePhases)
      llvm::errs() << phaseTimeText(Result.file + ":" + std::to_string(Result.line), Current,
                                    time.count());
  }

  RegionResult &Result;
  const DriverOptions &Options;
  const double Started = threadSeconds();
  bool IsOptional = false;
  Phase Current = Phase::Extract;

  static constexpr unsigned long OptionalOperations = 20; ///< Of this many parts one is allowed.
  static constexpr double OptionalSeconds = 0.5, EarlySeconds = 0.25, LateSeconds = 0.5; ///< Parts that are allowed.
  static constexpr double LeastSeconds = 0.001; ///< Nothing would mean no limit.
};

/// What a user asks for must not be answered with something different.
void checkScheme(const Choice<Scheme> &scheme) {
  if (scheme.value != Scheme::Auto && scheme.value != Scheme::Parallel &&
      scheme.value != Scheme::Wavefront && scheme.value != Scheme::Split)
    throw Refused{{DiagId::SchemeNotApplicable,
                   {},
                   {schemeName(scheme.value), "it is not available yet; use scheme(parallel)"},
                   {},
                   {}}};
}

SchedulerOptions schedulerOptions(Scheme scheme, const Clauses &clauses) {
  SchedulerOptions options;
  options.fuse = clauses.fuse.value;
  // Scheme parallel needs a coincident row to start each kernel with.
  options.outerCoincidence = scheme != Scheme::Wavefront;
  options.balanced = clauses.balance.value != Balance::Off;
  return options;
}

/// How often false_deps(auto) may copy an array: once for each direction along an axis.
constexpr unsigned MaxUnaskedCopies = 2;

/// The program without its hindering false dependences, when that is asked for, or
/// gives tiles of a better shape. Scheme parallel cuts the loops apart that a copy
/// would hold together: without being asked for, copies are left out.
/// So is more than one copy for each direction along an axis: each takes as much shared
/// memory as its array, and the tiles would get smaller than less slant makes up for.
/// \param schedule set to the schedule of the program to go on with, if it is known
std::optional<CopiedScop> removeHindering(const Scop &scop, const Ddg &ddg, Scheme scheme,
                                          const Clauses &clauses,
                                          std::optional<ScheduleNode> &schedule) {
  const FalseDeps wish = clauses.falseDeps.value;
  if (wish == FalseDeps::Keep || (wish == FalseDeps::Auto && scheme != Scheme::Wavefront))
    return std::nullopt;
  std::optional<CopiedScop> copied = wish == FalseDeps::Auto
                                         ? removeFalseDependences(scop, ddg, MaxUnaskedCopies)
                                         : removeFalseDependences(scop, ddg);
  if (!copied)
    return std::nullopt;
  copied->ddg = markHindering(copied->scop, copied->ddg);
  if (wish != FalseDeps::Auto)
    return copied;
  const SchedulerOptions options = schedulerOptions(scheme, clauses);
  ScheduleNode before = findSchedule(scop, ddg, options);
  ScheduleNode after = findSchedule(copied->scop, copied->ddg, options);
  const bool improves = improvesHyperplanes(scop, before, copied->scop, after);
  schedule.emplace(std::move(improves ? after : before));
  if (!improves)
    return std::nullopt;
  return copied;
}

RegionPlan mapScheme(const RegionResult &result) {
  const Scop &scop = *result.scop;
  const DeviceLimits limits;
  RegionPlan plan = need(result.scheme == Scheme::Split ? mapSplit(scop, *result.splitBand, limits)
                         : result.scheme == Scheme::Wavefront
                             ? mapWavefront(scop, *result.ddg, *result.schedule, limits)
                             : mapParallel(scop, *result.schedule, limits));
  return need(applyLaunchMode(scop, std::move(plan), result.clauses.launch.value));
}

/// From the dependences of a region to its proved plan and code: one attempt after the
/// other, until one works out or there is none left.
class RegionPlanner {
public:
  RegionPlanner(RegionResult &result, PhaseRunner &run)
      : Program{*result.scop, *result.ddg}, Result(result), Run(run) {}

  void plan() {
    const Scheme wish = Result.clauses.scheme.value;
    scheduleFor(wish == Scheme::Auto ? Scheme::Parallel : wish, Copies::AsAsked);
    if (wish == Scheme::Auto && launchesSkewedLoops(*Result.scop, *Result.schedule)) {
      if (tryWavefront())
        return;
      scheduleFor(Scheme::Parallel, Copies::AsAsked);
    }
    finishOrDropCopies();
  }

private:
  /// Whether arrays may be copied, as clause false_deps says.
  enum class Copies { AsAsked, None };

  void scheduleFor(Scheme scheme, Copies copies) {
    const Clauses &clauses = Result.clauses;
    Result.scheme = scheme;
    std::optional<ScheduleNode> known;
    std::optional<CopiedScop> copied;
    if (copies == Copies::AsAsked)
      copied = copiesFor(scheme, known);
    Result.scop.emplace(copied ? copied->scop : Program.scop);
    Result.ddg.emplace(copied ? copied->ddg : Program.ddg);
    Result.schedule.emplace(Run(Phase::Schedule, [&] {
      if (scheme == Scheme::Split) {
        Result.splitBand.emplace(need(findSplitBand(*Result.scop, *Result.ddg)));
        return splitSchedule(*Result.splitBand);
      }
      return known ? *known
                   : findSchedule(*Result.scop, *Result.ddg, schedulerOptions(scheme, clauses));
    }));
  }

  /// What removeHindering makes; nothing where that is too expensive and was not asked for.
  std::optional<CopiedScop> copiesFor(Scheme scheme, std::optional<ScheduleNode> &schedule) {
    const Clauses &clauses = Result.clauses;
    try {
      return Run(Phase::Copies, [&] {
        return removeHindering(Program.scop, Program.ddg, scheme, clauses, schedule);
      });
    } catch (const Refused &refused) {
      if (!isTooExpensive(refused) || clauses.falseDeps.value != FalseDeps::Auto)
        throw;
      schedule.reset();
      return std::nullopt;
    }
  }

  /// From a schedule to a proved plan and its code.
  void finish() {
    Result.plan.emplace(Run(Phase::Map, [&] { return mapScheme(Result); }));
    // The proof is about the final plan, and no text is made from an unproved one.
    Run(Phase::Verify, [&] { return need(verify(*Result.original, *Result.scop, *Result.plan)); });
    Result.code.emplace(Run(Phase::CodeGen, [&] {
      return generateRegion(*Result.scop, *Result.plan, Run.options().entryTarget);
    }));
  }

  /// The same; where the proof fails with copies of arrays, once more without them.
  void finishOrDropCopies() {
    Result.copiesNotProved.reset();
    try {
      return finish();
    } catch (const Refused &refused) {
      if (!Result.hasCopies() || refused.refusal.id != DiagId::VerificationFailed)
        throw;
      if (Result.clauses.falseDeps.value == FalseDeps::Remove)
        Result.copiesNotProved = refused.refusal.args;
    }
    scheduleFor(Result.scheme, Copies::None);
    finish();
  }

  /// What scheme auto does where scheme parallel would launch wavefronts of single
  /// points: time-tiled wavefronts, if that works out. \returns whether it did.
  bool tryWavefront() {
    Run.setOptional(true);
    bool done = false;
    try {
      scheduleFor(Scheme::Wavefront, Copies::AsAsked);
      if (hasWavefronts(*Result.scop, *Result.schedule)) {
        finishOrDropCopies();
        done = true;
      }
    } catch (const Refused &) {
      done = false;
    }
    Run.setOptional(false);
    return done;
  }

  const CopiedScop Program;
  RegionResult &Result;
  PhaseRunner &Run;
};

/// The phases behind extraction.
void runPhases(RegionResult &result, PhaseRunner &run) {
  // Before dependence analysis: reused temporaries would serialise their loops.
  result.scop.emplace(run(Phase::Privatize, [&] { return privatize(*result.original); }));
  result.ddg.emplace(run(Phase::Dependences, [&] {
    return markHindering(*result.scop, computeDependences(*result.scop));
  }));
  RegionPlanner(result, run).plan();
  // The proof is about the plan: whether the text does the same is tried out.
  if (run.options().checkText && run.options().entryTarget == EntryTarget::Cuda)
    result.text = run(Phase::Text, [&] { return need(checkRegionText(result)); });
}

Refusal internalRefusal(Phase phase, const char *what) {
  return {DiagId::InternalError, {}, {phaseTitle(phase), what}, {}, {}};
}

/// Runs \p phases; what they throw becomes the result's refusal.
template <typename F>
void runGuarded(RegionResult &result, const MarkedRegion &region, const DriverOptions &options,
                F &&phases) {
  PhaseRunner run(result, options);
  try {
    phases(run);
  } catch (const Refused &refused) {
    result.refusal = refused.refusal;
  } catch (const NumberTooLarge &number) {
    result.refusal = Refusal{DiagId::NumberTooLarge,
                             {region.statement->getBeginLoc().getRawEncoding()},
                             {number.what()},
                             {},
                             {}};
  } catch (const std::exception &error) {
    result.refusal = internalRefusal(run.current(), error.what());
  }
  if (!result.refusal)
    return;
  result.code.reset(); // The last phase may have refused it.
  if (!result.refusal->loc.valid())
    result.refusal->loc.raw = region.pragma->loc.getRawEncoding();
}

RegionResult startRegion(clang::ASTContext &context, const MarkedRegion &region,
                         const DriverOptions &options) {
  RegionResult result;
  result.isl = std::make_unique<IslContext>();
  result.clauses = mergeClauses(region.pragma->clauses, options.clauses);
  const clang::PresumedLoc place = context.getSourceManager().getPresumedLoc(region.pragma->loc);
  result.file = place.isValid() ? place.getFilename() : "";
  result.line = place.isValid() ? place.getLine() : 0;
  result.function = region.function ? region.function->getNameAsString() : "";
  return result;
}

} // namespace

RegionResult extractRegion(clang::ASTContext &context, const MarkedRegion &region,
                           const DriverOptions &options, DiagnosticHandler &diagnostics) {
  RegionResult result = startRegion(context, region, options);
  runGuarded(result, region, options, [&](PhaseRunner &run) {
    checkScheme(result.clauses.scheme);
    result.original.emplace(run(Phase::Extract, [&] {
      return need(extractScop(*result.isl, context, region, result.clauses, diagnostics));
    }));
  });
  return result;
}

void transformRegion(RegionResult &result, const MarkedRegion &region,
                     const DriverOptions &options) {
  if (!result.refusal)
    runGuarded(result, region, options, [&](PhaseRunner &run) { runPhases(result, run); });
}

RegionResult runPipeline(clang::ASTContext &context, const MarkedRegion &region,
                         const DriverOptions &options, DiagnosticHandler &diagnostics) {
  KeptDiagnostics kept;
  RegionResult result = extractRegion(context, region, options, kept);
  transformRegion(result, region, options);
  if (result.transformed())
    kept.flush(diagnostics);
  return result;
}

RegionResult refuseRegion(clang::ASTContext &context, const MarkedRegion &region,
                          const DriverOptions &options, Refusal refusal) {
  RegionResult result = startRegion(context, region, options);
  result.refusal = std::move(refusal);
  return result;
}

void renameRegion(RegionResult &result, const std::string &name, const DriverOptions &options) {
  result.original->name = result.scop->name = name;
  result.code.emplace(generateRegion(*result.scop, *result.plan, options.entryTarget));
}

/// "32x8".
static std::string sizesText(const std::vector<long> &sizes) {
  std::string text;
  for (long size : sizes)
    text += (text.empty() ? "" : "x") + std::to_string(size);
  return text.empty() ? "1" : text;
}

/// True when a kernel got less than the block (x, y, z) the user gave: its loops are
/// not as deep as those the block was meant for.
static bool blockWasCut(std::vector<long> given, std::vector<long> block) {
  given.resize(3, 1);
  block.resize(3, 1);
  return given != block;
}

static std::string describeKernel(const KernelPlan &kernel, const Clauses &clauses) {
  // Threads are kept with x last; users write block(x, y, z).
  const std::vector<long> block(kernel.blockSize.rbegin(), kernel.blockSize.rend());
  std::string text = "tile " + sizesText(kernel.tileSizes) + " (" +
                     originName(clauses.tile.origin) + "), block " + sizesText(block) + " (" +
                     originName(clauses.block.origin);
  if (!clauses.block.value.empty() && blockWasCut(clauses.block.value, block))
    text += ", cut to these loops";
  text += ")";
  if (kernel.mode != LaunchMode::Kernels)
    text += std::string(", launch ") + launchName(clauses.launch.value) + " (" +
            originName(clauses.launch.origin) + ")";
  return text + ", " + std::to_string(kernel.sharedBytes) + " bytes of shared memory";
}

std::string describeSuccess(const RegionResult &result) {
  const std::vector<KernelPlan> &kernels = result.plan->kernels;
  std::string text =
      std::string("scheme ") + schemeName(result.scheme) + " (" +
      originName(result.clauses.scheme.origin) + "), fuse " + fuseName(result.clauses.fuse.value) +
      " (" + originName(result.clauses.fuse.origin) + "), " + std::to_string(kernels.size()) +
      (kernels.size() == 1 ? " kernel" : " kernels");
  if (result.hasCopies())
    text +=
        std::string(", false_deps remove (") + originName(result.clauses.falseDeps.origin) + ")";
  if (result.text)
    text += ", text " + describe(*result.text);
  for (const KernelPlan &kernel : kernels)
    text += "; " + kernel.name + ": " + describeKernel(kernel, result.clauses);
  return text;
}

} // namespace gputile
