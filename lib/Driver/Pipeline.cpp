//===- Pipeline.cpp - The chain from a region to CUDA text -------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Driver/Pipeline.h"

#include "Driver/AssumedContext.h"
#include "Driver/Candidates.h"
#include "Driver/CopyVersions.h"
#include "Driver/GivenOptions.h"
#include "Driver/IndexSets.h"
#include "Driver/KeptDiagnostics.h"
#include "Driver/LastValues.h"
#include "Driver/OneThread.h"
#include "Driver/OperandsInParallel.h"
#include "Driver/OrderedUpdates.h"
#include "Driver/Parallelism.h"
#include "Driver/ParameterCases.h"
#include "Driver/PhaseRunner.h"
#include "Driver/Planes.h"
#include "Driver/Reassociation.h"
#include "Driver/SharedTemporaries.h"
#include "Driver/Sharers.h"
#include "Driver/SmallTemporaries.h"
#include "Driver/UnorderedLoops.h"
#include "Driver/Untile.h"

#include "gputile/Analysis/Dependences.h"
#include "gputile/Mapping/Mapping.h"
#include "gputile/Model/CallCosts.h"
#include "gputile/Model/DeviceFile.h"
#include "gputile/Schedule/Scheduler.h"
#include "gputile/Schedule/Streaming.h"
#include "gputile/Transform/Privatize.h"
#include "gputile/Transform/SecondBuffers.h"
#include "gputile/Transform/Updates.h"
#include "gputile/Verifier/Verifier.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"

namespace gputile {
namespace {

using driver::Candidates;
using driver::FoundSchedule;
using driver::KeptDiagnostics;
using driver::need;
using driver::PhaseRunner;
using driver::Refused;

TextVerdict need(TextVerdict verdict) {
  if (verdict.kind == TextVerdict::Differs)
    throw Refused{{DiagId::VerificationFailed, {}, {"its text " + verdict.message}, {}, {}}};
  return verdict;
}

/// Runs the text that is in a .cu file of its own.
TextVerdict checkRegionText(const RegionResult &result) {
  const PlannedRegion region{*result.original, *result.scop, *result.plan, *result.code};
  const ParsedText parsed = parseText(
      cudaPrelude() + result.code->helpers + result.code->kernels + result.code->entry +
          referenceText({region}),
      TextKind::CudaFile);
  if (parsed.error())
    return {TextVerdict::NotFollowed, describe(*parsed.error())};
  TextCheckLimits limits;
  // A program without copies may read later what they have kept; that is not tried.
  limits.sameMemory = !verifySharers(*result.original);
  return checkText(parsed, region, limits);
}

/// How far an attempt came: everything, or up to a refusal.
struct Tried {
  Attempt attempt;
  CopiedScop program; ///< What was scheduled and mapped.
  std::optional<FoundSchedule> schedule;
  std::optional<RegionPlan> plan;
  std::optional<RegionCode> code;
  std::optional<Refusal> refusal;
  /// Why copies that a user asked for were left out.
  std::optional<std::vector<std::string>> copiesNotProved;

  bool unproved() const { return refusal && refusal->id == DiagId::VerificationFailed; }
};

/// Proves \p mapped, the plan with a launch for each iteration of host loops, for a way to launch it,
/// and makes its code. Throws Refused.
void launchAs(Launch launch, const Scop &original, const RegionPlan &mapped, Tried &tried,
              PhaseRunner &run) {
  const Scop &scop = tried.program.scop;
  const bool asked = scop.clauses.launch.value != Launch::Auto;
  tried.plan = run(Phase::Map, [&] {
    return asked ? need(applyLaunchMode(scop, mapped, launch, run.device()))
                 : applyLaunchModeWhereItPays(scop, mapped, launch, run.device());
  });
  tried.plan->costs = callCosts(scop, run.device());
  // The proof is about the final plan, and no text is made from an unproved one.
  run(Phase::Verify, [&] { return need(verify(original, scop, *tried.plan)); });
  tried.code = run(Phase::CodeGen, [&] {
    return generateRegion(scop, *tried.plan, run.options().entryTarget);
  });
}

/// Maps \p tried's schedule, and takes the first way to launch that works. Throws Refused.
void launchAsPossible(const Scop &original, Tried &tried, PhaseRunner &run) {
  const auto &[scop, ddg] = tried.program;
  std::optional<RegionPlan> mapped;
  run(Phase::Map, [&] {
    mapped = need(driver::stepsOf(tried.attempt.scheme)
                      .map(scop, ddg, *tried.schedule, run.device(), run.options().tileSearch));
    return true; // What is printed is the plan with its launches.
  });
  const std::vector<Launch> ways =
      driver::launchesFor(tried.attempt.scheme, scop.clauses.launch.value);
  for (const Launch way : ways)
    try {
      const auto share =
          run.within(way == ways.back() ? driver::Whole : driver::Share{0.5, 1, 0.5});
      return launchAs(way, original, *mapped, tried, run);
    } catch (const Refused &) {
      if (way == ways.back())
        throw;
    }
}

/// From a program to the code of its proved plan.
Tried tryOut(const Attempt &attempt, const Scop &original, Candidates &candidates,
             PhaseRunner &run) {
  Tried tried{attempt, candidates.program(attempt.copies), {}, {}, {}, {}, {}};
  const auto share = run.within(attempt.optional ? driver::Optional : driver::Whole);
  try {
    tried.schedule = candidates.schedule(attempt.scheme, attempt.copies);
    if (const std::optional<StreamBand> &band = tried.schedule->stream)
      tried.program.scop = withSecondBuffers(tried.program.scop, band->carried());
    launchAsPossible(original, tried, run);
  } catch (const Refused &refused) {
    tried.refusal = refused.refusal;
  }
  return tried;
}

/// Whether another attempt may succeed where \p tried did not. Copies that are not proved
/// are left out, everything else that a user asked for is answered.
bool mayGoOn(const Tried &tried) {
  return tried.attempt.optional || (tried.attempt.copies && tried.unproved());
}

/// Whether \p next is of another scheme than \p before, leaves out its unproved copies, or has to
/// do.
bool follows(const Attempt &next, const std::optional<Tried> &before) {
  return !before || before->attempt.scheme != next.scheme || before->unproved() || !next.optional;
}

bool ranOut(const Tried &tried) {
  return tried.refusal && tried.refusal->id == DiagId::QuotaExceeded;
}

/// The first of \p attempts that succeeds when it may use all that is left.
std::optional<Tried> firstWithMore(std::vector<Attempt> attempts, const Scop &original,
                                   Candidates &candidates, PhaseRunner &run) {
  for (Attempt &attempt : attempts) {
    attempt.optional = false;
    Tried tried = tryOut(attempt, original, candidates, run);
    if (!tried.refusal)
      return tried;
  }
  return std::nullopt;
}

/// What the model's attempts come to: the first that succeeds, or the last. Where that is too
/// expensive, those that had been given up for others go on.
Tried firstProved(const Scop &original, Candidates &candidates, PhaseRunner &run) {
  std::optional<Tried> last;
  std::vector<Attempt> givenUp;
  for (const Attempt &attempt : chooseAttempts(original.clauses)) {
    if (!follows(attempt, last) || !candidates.isWorthwhile(attempt))
      continue;
    Tried tried = tryOut(attempt, original, candidates, run);
    if (last && last->attempt.scheme == attempt.scheme &&
        original.clauses.falseDeps.value == FalseDeps::Remove)
      tried.copiesNotProved = last->refusal->args;
    last.emplace(std::move(tried));
    if (!last->refusal || !mayGoOn(*last))
      break;
    if (ranOut(*last))
      givenUp.push_back(attempt);
  }
  if (ranOut(*last))
    if (auto tried = firstWithMore(std::move(givenUp), original, candidates, run))
      return std::move(*tried);
  return std::move(*last);
}

/// What the attempts come to, a refusal included.
Tried tryAll(const Scop &original, Candidates &candidates, PhaseRunner &run) {
  try {
    return firstProved(original, candidates, run);
  } catch (const Refused &refused) {
    return {{}, candidates.program(false), {}, {}, {}, refused.refusal, {}};
  }
}

Tried tryUnder(const Clauses &clauses, RegionResult &result, PhaseRunner &run) {
  result.original->clauses = result.scop->clauses = clauses;
  Candidates candidates({*result.scop, *result.ddg}, run);
  return tryAll(*result.original, candidates, run);
}

/// With all options, as \p candidates have them, or without those that the region fails with.
Tried withOptions(RegionResult &result, Candidates &candidates, PhaseRunner &run) {
  Tried first = tryAll(*result.original, candidates, run);
  if (!first.refusal)
    return first;
  for (driver::FewerOptions &fewer : driver::withFewerOptions(result.clauses)) {
    Tried tried = tryUnder(fewer.clauses, result, run);
    if (tried.refusal)
      continue;
    result.clauses = std::move(fewer.clauses);
    result.optionsLeftOut = {std::move(fewer.left), std::move(*first.refusal)};
    return tried;
  }
  result.original->clauses = result.clauses;
  return first;
}

void take(RegionResult &result, Tried tried) {
  result.scheme = tried.attempt.scheme;
  result.scop.emplace(std::move(tried.program.scop));
  result.ddg.emplace(std::move(tried.program.ddg));
  if (tried.schedule) {
    result.schedule.emplace(std::move(tried.schedule->tree));
    result.splitBands = std::move(tried.schedule->bands);
    result.whyOriginalOrder = std::move(tried.schedule->whyOriginal);
  }
  result.plan = std::move(tried.plan);
  result.code = std::move(tried.code);
  result.refusal = std::move(tried.refusal);
  result.copiesNotProved = std::move(tried.copiesNotProved);
  if (result.code && (result.scheme == Scheme::Parallel || result.scheme == Scheme::Split))
    result.oneThread = driver::oneThreadLoops(*result.scop, *result.schedule, *result.plan);
  if (result.refusal && result.refusal->id == DiagId::NoParallelism)
    result.refusal->notes = driver::orderedUpdates(*result.scop, *result.ddg);
}

/// Drops what is known of an earlier form of the program.
void forget(RegionResult &result) {
  result.scop.reset();
  result.ddg.reset();
  result.schedule.reset();
  result.splitBands.clear();
  result.whyOriginalOrder.reset();
  result.plan.reset();
  result.code.reset();
  result.refusal.reset();
  result.copiesNotProved.reset();
  result.oneThread.clear();
}

/// The same, and how it came about.
void forgetProgram(RegionResult &result) {
  forget(result);
  result.versions.clear();
  result.lastValues.clear();
  result.indexSets.clear();
  result.tileLoops.clear();
  result.planes.clear();
  result.text.reset();
}

Ddg dependencesOf(const Scop &scop, PhaseRunner &run) {
  return run(Phase::Dependences, [&] { return markHindering(scop, run.dependences().of(scop)); });
}

CopiedScop withDependences(Scop scop, PhaseRunner &run) {
  Ddg ddg = dependencesOf(scop, run);
  return {std::move(scop), std::move(ddg)};
}

void findDependences(RegionResult &result, PhaseRunner &run) {
  result.ddg.reset();
  result.ddg.emplace(dependencesOf(*result.scop, run));
}

/// Updates whose order keeps their statements from running in parallel may run in any order.
/// Elsewhere they stay ordinary ones: atomic steps cost more.
std::optional<Scop> withFreedUpdates(const Scop &scop, Candidates &ordered) {
  if (!hasUpdates(scop, UpdateOrder::Any))
    return std::nullopt;
  const FoundSchedule &schedule = ordered.schedule(Scheme::Parallel, /*copies=*/false);
  std::vector<unsigned> sequential;
  for (const auto &[statement, instances] : driver::parallelInstances(scop, schedule.tree))
    if (instances == 1)
      sequential.push_back(statement);
  return withUnorderedUpdates(scop, sequential);
}

/// Makes of the original program the one that is scheduled.
void prepare(RegionResult &result, std::unique_ptr<Candidates> &candidates, PhaseRunner &run) {
  forget(result);
  // Before dependence analysis: reused temporaries would serialise their loops.
  result.scop.emplace(run(Phase::Privatize, [&] { return privatize(*result.original); }));
  findDependences(result, run);
  candidates = std::make_unique<Candidates>(CopiedScop{*result.scop, *result.ddg}, run);
  if (auto freed = withFreedUpdates(*result.scop, *candidates)) {
    result.scop.emplace(std::move(*freed));
    findDependences(result, run);
    candidates = std::make_unique<Candidates>(CopiedScop{*result.scop, *result.ddg}, run);
  }
}

/// The same for statements in parts that run in parallel, for sums in order: what they sum up
/// is computed in parallel, and for parameters under which more runs in parallel.
void prepareAll(RegionResult &result, std::unique_ptr<Candidates> &candidates, PhaseRunner &run) {
  result.indexSets.clear();
  prepare(result, candidates, run);
  if (auto split = driver::withIndexSetsSplit(*result.original, *candidates, run)) {
    result.original.emplace(std::move(split->scop));
    result.indexSets = std::move(split->origins);
    prepare(result, candidates, run);
  }
  if (auto stored = driver::withOperandsInParallel(*result.original, *candidates, run)) {
    result.original.emplace(std::move(*stored));
    prepare(result, candidates, run);
  }
  if (auto assumed = driver::withAssumedContext(*result.original, *candidates, run)) {
    result.original.emplace(std::move(*assumed));
    prepare(result, candidates, run);
  }
}

/// Whether scheme parallel comes first.
bool takesParallel(const Scop &scop, Candidates &candidates) {
  for (const Attempt &attempt : chooseAttempts(scop.clauses))
    if (attempt.scheme != Scheme::Parallel ? candidates.isWorthwhile(attempt) : !attempt.copies)
      return attempt.scheme == Scheme::Parallel;
  return false;
}

/// Where kernels hand temporaries on with copies for each iteration of a host loop, these share
/// copies.
void shareTemporaries(RegionResult &result, std::unique_ptr<Candidates> &candidates,
                      PhaseRunner &run) {
  const auto share = run.within({0.5, 1, 1, 0.4});
  try {
    if (!takesParallel(*result.original, *candidates))
      return;
    const driver::ScheduledScop before{*result.scop,
                                       candidates->schedule(Scheme::Parallel, false).tree};
    const auto copies = driver::copiesForHostLoops(*result.original, before);
    if (copies.empty())
      return;
    Scop shared = run(Phase::Privatize, [&] { return privatize(*result.original, copies); });
    auto with = std::make_unique<Candidates>(withDependences(std::move(shared), run), run);
    if (auto freed = withFreedUpdates(with->program(false).scop, *with))
      with = std::make_unique<Candidates>(withDependences(std::move(*freed), run), run);
    const CopiedScop &program = with->program(false);
    if (!driver::staysParallel(before,
                               {program.scop, with->schedule(Scheme::Parallel, false).tree}))
      return;
    result.scop.emplace(program.scop);
    result.ddg.emplace(program.ddg);
    candidates = std::move(with);
  } catch (const Refused &) {
    // Each iteration keeps its copies.
  }
}

/// From the program to the code of its proved plan.
void scheduleAndMap(RegionResult &result, PhaseRunner &run) {
  std::unique_ptr<Candidates> candidates;
  prepareAll(result, candidates, run);
  shareTemporaries(result, candidates, run);
  take(result, withOptions(result, *candidates, run));
}

/// Whether scheme stream is tried before all others.
bool mayStream(const Scop &scop) {
  const Clauses &clauses = scop.clauses;
  return clauses.scheme.value == Scheme::Auto && driver::leavesSizesOpen(clauses) &&
         clauses.falseDeps.origin == Origin::Model && looksLikeStream(scop);
}

/// The same by scheme stream. \returns whether that is chosen.
bool scheduleAndMapStream(RegionResult &result, PhaseRunner &run) {
  std::unique_ptr<Candidates> candidates;
  const auto optional = run.within(driver::Optional);
  try {
    if (!run(Phase::Schedule, [&] { return mayStream(*result.original); }))
      return false;
    prepare(result, candidates, run);
    Tried tried = tryOut({Scheme::Stream, false, false}, *result.original, *candidates, run);
    if (tried.refusal)
      return false;
    take(result, std::move(tried));
    return true;
  } catch (const Refused &) {
    return false;
  }
}

/// The same for a program with planes of its arrays as arrays. \returns whether that is chosen, by
/// a clause or an option also where the region is refused then.
bool scheduleAndMapPlanes(RegionResult &result, PhaseRunner &run) {
  auto apart = driver::withPlanesApart(*result.original, run);
  if (!apart)
    return false;
  Scop folded = std::move(*result.original);
  result.original.emplace(std::move(apart->scop));
  result.planes = driver::planesOf(folded, *apart);
  if (scheduleAndMapStream(result, run))
    return true;
  if (folded.clauses.scheme.value == Scheme::Stream) {
    scheduleAndMap(result, run);
    return true;
  }
  result.original.emplace(std::move(folded));
  result.planes.clear();
  return false;
}

/// The same for a program without copies between its arrays. \returns whether there are such copies,
/// and the region is not refused without them: options go first.
bool scheduleAndMapVersions(RegionResult &result, PhaseRunner &run) {
  if (result.clauses.scheme.value == Scheme::Stream)
    return false; // Its states of arrays are versions.
  auto changed = driver::withVersions(*result.original, run);
  if (!changed)
    return false;
  Scop plain = std::move(*result.original);
  result.original.emplace(std::move(changed->scop));
  result.versions = std::move(changed->versions);
  try {
    const auto share = run.within({0.25, 0.5}); // The program with its copies must have time left.
    std::unique_ptr<Candidates> candidates;
    prepareAll(result, candidates, run);
    take(result, tryAll(*result.original, *candidates, run));
  } catch (const Refused &refused) {
    result.refusal = refused.refusal;
  }
  if (!result.refusal)
    return true;
  result.original.emplace(std::move(plain));
  result.versions.clear();
  return false;
}

/// The phases behind extraction, for the program that `original` is.
void transformProgram(RegionResult &result, PhaseRunner &run) {
  if (auto cases = driver::withParameterCases(*result.original, run))
    result.original.emplace(std::move(*cases));
  // Before what follows: it is about the program as it was written.
  if (auto shared = driver::withSharers(*result.original, run))
    result.original.emplace(std::move(*shared));
  // These come next, so that what follows is proved of the program with them.
  if (auto untiled = driver::withoutOwnTiles(*result.original, run)) {
    result.original.emplace(std::move(untiled->scop));
    result.tileLoops = std::move(untiled->loops);
  }
  if (auto last = driver::withLastValues(*result.original, run)) {
    result.original.emplace(std::move(last->scop));
    result.lastValues = std::move(last->variables);
  }
  if (auto sums = driver::reassociated(*result.original, run))
    result.original.emplace(std::move(*sums));
  if (auto small = driver::withSmallTemporaries(*result.original, run))
    result.original.emplace(std::move(*small));
  if (!scheduleAndMapPlanes(result, run) && !scheduleAndMapStream(result, run) &&
      !scheduleAndMapVersions(result, run))
    scheduleAndMap(result, run);
  // The proof is about the plan: whether the text does the same is tried out.
  if (result.code && run.options().checkText && run.options().entryTarget == EntryTarget::Cuda)
    result.text = run(Phase::Text, [&] { return need(checkRegionText(result)); });
}

/// The same for a program whose loops need less order. \returns whether that is chosen.
bool transformUnordered(RegionResult &result, PhaseRunner &run) {
  if (!result.unordered || !driver::runInOrder(*result.original, *result.unordered, run))
    return false;
  Scop plain = std::move(*result.original);
  result.original.emplace(result.unordered->scop);
  try {
    const auto share = run.within({0.5, 0.5}); // The program as it was written must have time left.
    transformProgram(result, run);
  } catch (const Refused &refused) {
    result.refusal = refused.refusal;
  }
  if (!result.refusal)
    return true;
  forgetProgram(result);
  result.original.emplace(std::move(plain));
  return false;
}

/// The phases behind extraction.
void runPhases(RegionResult &result, PhaseRunner &run) {
  if (!transformUnordered(result, run))
    transformProgram(result, run);
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

/// A clause has been checked to name a device.
DeviceProfile deviceFor(const Clauses &clauses, const DriverOptions &options) {
  return clauses.device.origin == Origin::Clause ? *deviceProfileOf(clauses.device.value)
                                                 : options.device;
}

RegionResult startRegion(clang::ASTContext &context, const MarkedRegion &region,
                         const DriverOptions &options) {
  RegionResult result;
  result.isl = std::make_unique<IslContext>();
  result.clauses = mergeClauses(region.pragma->clauses, options.clauses);
  result.device = deviceFor(result.clauses, options);
  result.digest = regionDigest(context, region);
  result.clauses = withMeasured(result.clauses, options.layouts, result.digest, result.device.name);
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
  std::optional<UnorderedProgram> unordered;
  runGuarded(result, region, options, [&](PhaseRunner &run) {
    result.original.emplace(run(Phase::Extract, [&] {
      MarkedRegion marked = region;
      marked.multipliesToDivide = options.exactDivision;
      return need(
          extractScop(*result.isl, context, marked, result.clauses, diagnostics, &unordered));
    }));
    if (!unordered)
      return;
    const auto optional = run.within(driver::Optional);
    try {
      result.unordered = {run(Phase::Extract, [&] { return need(unordered->extract()); }),
                          unordered->places};
    } catch (const Refused &) {
      // The program as it was written is there.
    }
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

} // namespace gputile
