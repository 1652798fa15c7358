//===- Driver.cpp - One translation unit, all its regions --------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Driver/Driver.h"

#include "Driver/ClauseCheck.h"
#include "Driver/DataBlocks.h"
#include "Driver/LibraryClauses.h"
#include "Driver/MessageLog.h"
#include "Driver/ParseBack.h"
#include "Driver/Pictures.h"
#include "Driver/PragmaFixes.h"
#include "Driver/Recall/Environment.h"
#include "Driver/Recall/RegionMemory.h"
#include "Driver/RegionQueue.h"
#include "Driver/TemplateRegion.h"

#include "gputile/Config.h"
#include "gputile/Driver/Json.h"
#include "gputile/Driver/Pipeline.h"
#include "gputile/Frontend/StatementText.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/ASTContext.h"
#include "clang/Frontend/CompilerInstance.h"
#include "llvm/Support/raw_ostream.h"

#include <algorithm>
#include <chrono>
#include <map>
#include <set>
#include <utility>

using namespace clang;

namespace gputile {

using namespace driver;

namespace {

Diagnostic simple(DiagId id, SourceLocation loc, std::vector<std::string> args) {
  return {id, {loc.getRawEncoding()}, std::move(args), {}, {}};
}

/// "'scheme=split' and 'tile=8'"
std::string quotedList(const std::vector<std::string> &names) {
  std::string text;
  for (size_t k = 0; k < names.size(); ++k)
    text += (k == 0 ? "'" : k + 1 < names.size() ? ", '" : " and '") + names[k] + "'";
  return text;
}

/// Whether \p scheme does not act upon \p clause.
bool hasNoEffect(const std::string &clause, Scheme scheme) {
  return clause == "balance" && scheme != Scheme::Wavefront;
}

/// Passes messages on, and keeps them until they are taken.
class Recorder : public DiagnosticHandler {
public:
  explicit Recorder(DiagnosticHandler &next) : Next(next) {}
  void report(const Diagnostic &diagnostic) override {
    Recorded.push_back(diagnostic);
    Next.report(diagnostic);
  }
  std::vector<Diagnostic> take() { return std::exchange(Recorded, {}); }

private:
  DiagnosticHandler &Next;
  std::vector<Diagnostic> Recorded;
};

/// Analyses a whole unit after it was parsed.
class UnitConsumer : public ASTConsumer {
public:
  UnitConsumer(CompilerInstance &compiler, UnitRequest request,
               std::function<void(UnitResult)> done)
      : Compiler(compiler), Request(std::move(request)), Done(std::move(done)),
        Pragmas(std::make_shared<PragmaState>()), Diagnostics(compiler, Request.flags),
        Said(Diagnostics), Blocks(compiler, Request.rewriting, Diagnostics) {
    addPragmaHandler(compiler, Pragmas);
    if (Request.options.regions != RegionChoice::Marked)
      addDirectiveRecorder(compiler, Pragmas);
  }

  void HandleTranslationUnit(ASTContext &context) override {
    const SourceManager &sources = context.getSourceManager();
    if (auto main = sources.getFileEntryRefForID(sources.getMainFileID()))
      Unit.file = main->getName().str();
    // A file that does not compile has an AST with holes, and Clang has said
    // what is wrong with it; -Werror makes no holes. (Preambles of editors have no
    // function bodies.)
    const bool broken = Compiler.getDiagnostics().hasUncompilableErrorOccurred();
    if (!broken && !Compiler.getFrontendOpts().SkipFunctionBodies)
      analyse(context);
    Unit.errors = Diagnostics.errorCount() + broken;
    const bool changes = !Unit.edits.empty() || !Unit.waits.empty();
    if (Unit.errors == 0 && changes && Request.rewriting != Rewriting::None)
      rewrite(context);
    // What rewriting found may be an error too.
    Unit.errors = Diagnostics.errorCount() + broken;
    Unit.json.dataBlocks = Blocks.takeJson();
    addCures(sources, Diagnostics.curable(), Unit.cures);
    Done(std::move(Unit));
  }

private:
  void analyse(ASTContext &context) {
    const SourceManager &sources = context.getSourceManager();
    const std::vector<MarkedRegion> regions = findRegions(context, *Pragmas, Request.options.regions);
    for (const MarkedRegion &region : regions) {
      const FileID file = sources.getFileID(sources.getExpansionLoc(region.pragma->loc));
      if (auto entry = sources.getFileEntryRefForID(file))
        Inclusions[&entry->getFileEntry()].insert(file);
    }
    AnyData = std::any_of(regions.begin(), regions.end(), [](const MarkedRegion &region) {
      return region.pragma->data.has_value();
    });
    checkExpressions(regions);
    if (Request.remembers && !AnyData)
      Memory.emplace(context, environmentOf(Compiler));
    const auto finish = [&](const MarkedRegion &region, RegionResult &result) {
      finishPipeline(context, region, result);
    };
    Queue.emplace(context, Request.options, Request.options.jobs, Request.progress, Said, finish);
    for (const MarkedRegion &region : regions) {
      if (region.pragma->wait) {
        addWait(region, regions);
        continue;
      }
      if (!reportPragma(region))
        continue;
      if (region.pragma->data) {
        Queue->finishAll();
        Blocks.addBlock(context, region, checkPlace(context, region));
        continue;
      }
      analyseRegion(context, region);
    }
    Queue->finishAll();
    Queue.reset();
    Unit.dataBlocks = Blocks.check(context);
  }

  void addWait(const MarkedRegion &wait, const std::vector<MarkedRegion> &regions) {
    const SourceManager &sources = Compiler.getSourceManager();
    const bool isWritten = reportErrors(*wait.pragma);
    if (const auto misplaced = misplacedWait(sources, wait, regions))
      report(*misplaced);
    else if (includedTwice(sources, sources.getFileID(wait.pragma->begin)))
      report({DiagId::WaitPlace,
              wait.pragma->wait->loc,
              {"cannot stand in a file that is included several times"},
              {},
              {}});
    else if (isWritten && Request.rewriting == Rewriting::Files)
      report(waitInFiles(wait));
    else if (isWritten)
      Unit.waits.push_back(wait);
  }

  /// Of all regions whose text can be edited; the others are refused anyway.
  void checkExpressions(const std::vector<MarkedRegion> &regions) {
    const SourceManager &sources = Compiler.getSourceManager();
    std::vector<MarkedRegion> editable;
    for (const MarkedRegion &region : regions) {
      const PragmaRecord &pragma = *region.pragma;
      const FileID file = sources.getFileID(pragma.begin);
      if ((region.statement || region.pragma->wait) &&
          beginsText(Compiler.getASTContext(), pragma) &&
          sources.isWrittenInSameFile(pragma.begin, pragma.end) &&
          sources.getFileEntryRefForID(file) && !includedTwice(sources, file))
        editable.push_back(region);
    }
    Expressions = checkClauses(Compiler, editable);
    for (PragmaRecord &pragma : Pragmas->pragmas)
      for (const auto &[expression, value] : Expressions[&pragma].constants) {
        Clauses &clauses = pragma.clauses;
        auto &sizes = expression->clause == "tile" ? clauses.tile : clauses.block;
        sizes.value[expression->index] = value;
      }
  }

  bool includedTwice(const SourceManager &sources, FileID file) const {
    const auto entry = sources.getFileEntryRefForID(file);
    return entry && Inclusions.at(&entry->getFileEntry()).size() > 1;
  }

  /// Makes the texts that replace regions, of all whose text has no error.
  void rewrite(ASTContext &context) {
    if (Request.options.failIn == Phase::Parse)
      spoil(Unit.edits);
    UnitTexts texts = makeTexts(context, Unit.edits, {});
    while (const auto error = timedParse(texts)) {
      if (Unit.edits.empty()) {
        const SourceRef loc = Unit.waits.front().pragma->wait->loc;
        Diagnostics.report(
            {DiagId::WaitPlace, loc, {"cannot become a call here: " + describe(*error)}, {}, {}});
        return;
      }
      withdraw(context, findCulprits(Compiler, withoutImages(context), Unit.edits, *error));
      if ((Unit.edits.empty() && Unit.waits.empty()) || Diagnostics.errorCount() > 0)
        return;
      texts = makeTexts(context, Unit.edits, {});
    }
    if (Request.rewriting == Rewriting::Sources && Request.compileImages)
      texts = makeTexts(context, Unit.edits, compileImages());
    Unit.generated = std::move(texts.generated);
    Unit.sources = std::move(texts.sources);
  }

  std::vector<std::vector<KernelImage>> compileImages() const {
    std::vector<std::vector<KernelImage>> images;
    for (const RegionEdit &edit : Unit.edits)
      images.push_back(Request.compileImages(edit));
    return images;
  }

  UnitTexts makeTexts(ASTContext &context, const std::vector<RegionEdit> &edits,
                      std::vector<std::vector<KernelImage>> images) const {
    if (Request.rewriting == Rewriting::Files)
      return {rewriteUnit(context, edits, Request.check,
                          Request.options.selfContained ? HelperText::Inlined : HelperText::Included),
              {}};
    images.resize(edits.size());
    return {{}, rewriteSources(context, edits, images, Unit.dataBlocks, Unit.waits)};
  }

  MakeTexts withoutImages(ASTContext &context) const {
    return [this, &context](const std::vector<RegionEdit> &edits) {
      return makeTexts(context, edits, {});
    };
  }

  std::optional<TextError> timedParse(const UnitTexts &texts) const {
    const auto start = std::chrono::steady_clock::now();
    auto error = parseBack(Compiler, texts, Unit.edits);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    if (Request.options.timePhases)
      llvm::errs() << phaseTimeText(Unit.file, Phase::Parse, time.count());
    if (Request.options.printAfter.count(Phase::Parse))
      llvm::errs() << "=== " << Unit.file << " after " << phaseName(Phase::Parse) << " ===\n"
                   << (error ? describe(*error) : "no errors") << "\n\n";
    return error;
  }

  /// Leaves the regions of \p culprits as they were, and all where arrays stay on the device
  /// between them.
  void withdraw(ASTContext &context, std::vector<Culprit> culprits) {
    if (!Unit.dataBlocks.empty()) {
      const TextError error = culprits.front().error;
      culprits.clear();
      for (size_t i = 0; i < Unit.edits.size(); ++i)
        culprits.push_back({i, error});
      Unit.dataBlocks.clear();
      Blocks.withdraw(context);
    }
    std::set<const PragmaRecord *> withdrawn;
    for (const Culprit &culprit : culprits) {
      const PragmaRecord *pragma = Unit.edits[culprit.edit].region.pragma;
      if (!withdrawn.insert(pragma).second)
        continue;
      const Refusal refusal = simple(DiagId::GeneratedText, pragma->loc, {describe(culprit.error)});
      Diagnostics.report(refusal);
      reportNeedOfDevice(*pragma, refusal, Diagnostics);
      for (size_t index : JsonOf[pragma])
        refuseInJson(*Unit.json.regions[index].getAsObject(), refusal);
    }
    llvm::erase_if(Unit.edits, [&](const RegionEdit &edit) {
      return withdrawn.count(edit.region.pragma) != 0;
    });
  }

  void refuseInJson(llvm::json::Object &object, const Refusal &refusal) {
    if (object.getString("outcome") != "transformed")
      return;
    object["outcome"] = "refused";
    object["reason"] = diagIdName(refusal.id);
    object["messages"] = llvm::json::Array{messageToJson(refusal, Compiler.getSourceManager())};
    --Unit.transformed;
    countRefusal(refusal.id);
  }

  void countRefusal(DiagId id) {
    ++Unit.refused;
    ++Unit.reasons[diagIdName(id)];
  }

  /// Reports \p diagnostic after those of the regions before it.
  void report(const Diagnostic &diagnostic) {
    Queue->finishAll();
    Diagnostics.report(diagnostic);
  }

  /// Reports what is wrong with the clauses of \p pragma. \returns true when nothing is.
  bool reportErrors(const PragmaRecord &pragma) {
    const ClauseFindings &expressions = Expressions[&pragma];
    for (const std::vector<Diagnostic> &errors : {pragma.errors, expressions.errors})
      for (const Diagnostic &error : errors)
        report(error);
    return pragma.errors.empty() && expressions.errors.empty();
  }

  /// Reports what is wrong with the pragma itself. \returns true when the region
  /// can be looked at.
  bool reportPragma(const MarkedRegion &region) {
    const bool isWritten = reportErrors(*region.pragma);
    if (region.pragma->implied && !region.pragma->errors.empty())
      return false;
    // What stands before what in the expansion of a macro cannot be told by place,
    // nor can the pragma's text be replaced there.
    if (!beginsText(Compiler.getASTContext(), *region.pragma)) {
      Queue->finishAll();
      refuse(region, simple(DiagId::PragmaPlace, region.pragma->asOperator.getBegin(),
                            {"other text of a macro stands before the pragma"}));
      return false;
    }
    const bool data = region.pragma->data.has_value();
    if (!region.statement || (data && !isa<CompoundStmt>(region.statement))) {
      Diagnostic error =
          simple(data ? DiagId::DataNotABlock : DiagId::PragmaNotALoop, region.pragma->loc, {});
      if (region.culprit.isValid())
        error.notes.push_back(
            {DiagId::NoteHere, {region.culprit.getRawEncoding()}, {"what follows the pragma"}});
      error.fixIts = region.statement ? bracesAround(Compiler.getASTContext(), *region.statement)
                                      : regionAt(Compiler.getASTContext(), region);
      report(error);
      return false;
    }
    auto [first, isNew] = Marked.try_emplace(region.statement, region.pragma);
    if (!isNew) {
      Diagnostic error = simple(DiagId::PragmaRepeated, region.pragma->loc, {});
      error.notes.push_back(
          {DiagId::NoteHere, {first->second->loc.getRawEncoding()}, {"the first pragma"}});
      error.fixIts = merged(Compiler.getSourceManager(), *first->second, *region.pragma);
      report(error);
      return false;
    }
    return isWritten;
  }

  std::optional<Refusal> checkPlace(ASTContext &context, const MarkedRegion &region) const {
    const SourceManager &sources = context.getSourceManager();
    // Regions come in the order of the text, and transformed ones do not nest.
    if (LastTransformed.isValid() &&
        sources.isPointWithin(sources.getExpansionLoc(region.pragma->loc),
                              LastTransformed.getBegin(), LastTransformed.getEnd()))
      return Refusal{DiagId::NestedRegion,
                     {region.pragma->loc.getRawEncoding()},
                     {},
                     {},
                     {removalOf(sources, *region.pragma)}};
    if (!Request.unreachable.empty())
      return simple(DiagId::PragmaPlace, region.pragma->loc, {Request.unreachable});
    // One text would have to stand for all inclusions, which macros can make differ.
    if (includedTwice(sources, sources.getFileID(region.pragma->loc)))
      return simple(DiagId::PragmaPlace, region.pragma->loc,
                    {"its file is included several times"});
    if (Request.rewriting == Rewriting::Files && !region.pragma->devicePointers.empty())
      return Refusal{
          DiagId::DevicePointerFiles, region.pragma->devicePointers.front().loc, {}, {}, {}};
    return checkRewritable(context, region,
                           Request.rewriting == Rewriting::Files ? RewriteScope::MainFile
                                                                 : RewriteScope::UserFiles);
  }

  void analyseRegion(ASTContext &context, const MarkedRegion &region) {
    if (Queue->isAround(region.pragma->loc))
      Queue->finishAll();
    auto misplaced = checkPlace(context, region);
    if (misplaced && misplaced->id == DiagId::NestedRegion && region.pragma->implied)
      return; // The loop around it is on the GPU already.
    if (!misplaced)
      misplaced = Expressions[region.pragma].refusal;
    const auto culprit = misplaced ? std::nullopt : dependsOnTemplate(region);
    if (!misplaced && !culprit) {
      if (const auto outcome = Memory ? Memory->find(region) : std::nullopt)
        return repeat(context, region, *outcome);
      return Queue->add(region);
    }
    Queue->finishAll();
    if (culprit)
      return analyseTemplate(context, region, *culprit);
    refuse(region, *misplaced);
  }

  /// Reports of \p region what was reported before.
  void repeat(ASTContext &context, const MarkedRegion &region, const RegionOutcome &outcome) {
    Queue->finishAll();
    for (const Diagnostic &diagnostic : outcome.said)
      Diagnostics.report(diagnostic);
    if (outcome.refusal)
      countRefusal(*outcome.refusal);
    else
      countSuccess(context, region, outcome.believed);
  }

  /// Reports and records what the whole chain made of \p region.
  void finishPipeline(ASTContext &context, const MarkedRegion &region, RegionResult &result) {
    MessageLog messages(Said, context.getSourceManager());
    reportChoices(region, result, messages);
    reportLibraryClauses(region, result, Request.rewriting, messages);
    finishRegion(context, region, result, messages);
    std::vector<Diagnostic> said = Said.take();
    if (Memory && !result.timeRanOut)
      Memory->keep(region, {result.refusal ? std::optional(result.refusal->id) : std::nullopt,
                            result.original ? result.original->name : "",
                            result.transformed() ? claimsOf(result) : std::vector<std::string>(),
                            std::move(said)});
    if (result.transformed())
      Unit.edits.push_back({region, result.original->name, result.file, result.line, *result.code});
  }

  /// Every function made from the template is a region of its own. There are none yet in
  /// a header that others use: that is no reason to warn.
  /// \param culprit what depends on template parameters
  void analyseTemplate(ASTContext &context, const MarkedRegion &region, SourceLocation culprit) {
    if (Request.rewriting == Rewriting::Files)
      return refuse(region,
                    simple(DiagId::InvalidCode, culprit,
                           {"code that depends on template parameters, which the plugin can "
                            "compile (clang-" GPUTILE_LLVM_MAJOR " $(gputile-config --cflags))"}));
    if (const std::string pack = packIn(region); !pack.empty())
      return refuse(region, simple(DiagId::InvalidCode, culprit, {"the parameter pack '" + pack + "'"}));
    const auto instances = findInstances(context, region);
    if (!instances)
      return refuse(
          region,
          simple(DiagId::InvalidCode, culprit,
                 {"code of a lambda that depends on the parameters of a variable template"}));
    if (instances->empty())
      return refuse(region, simple(DiagId::NotInstantiated, region.pragma->loc, {}));
    InstanceDiagnostics merged;
    auto results = runInstances(context, region, *instances, Request.options, merged);
    std::vector<RegionEdit> edits = variantsOf(region, results, Request.options);
    for (const auto &[instance, result] : results) {
      merged.startInstance(instance);
      MessageLog messages(merged, context.getSourceManager());
      reportChoices(region, result, messages);
      reportLibraryClauses(region, result, Request.rewriting, messages);
      finishRegion(context, instance.regionOf(region), result, messages);
    }
    merged.flush(Diagnostics);
    std::move(edits.begin(), edits.end(), std::back_inserter(Unit.edits));
  }

  void refuse(const MarkedRegion &region, const Refusal &refusal) {
    ASTContext &context = Compiler.getASTContext();
    MessageLog messages(Diagnostics, context.getSourceManager());
    finishRegion(context, region, refuseRegion(context, region, Request.options, refusal),
                 messages);
  }

  /// Records and reports what became of \p region.
  void finishRegion(ASTContext &context, const MarkedRegion &region, const RegionResult &result,
                    MessageLog &messages) {
    if (AnyData)
      Blocks.addRegion(region, result);
    if (!Request.options.draw.empty() || !Request.options.report.empty())
      drawRegion(result, Request.options, Unit.pictures);
    if (result.transformed())
      reportSuccess(context, region, result, messages);
    else
      reportRefusal(region, *result.refusal, messages);
    JsonOf[region.pragma].push_back(Unit.json.regions.size());
    llvm::json::Object object = regionToJson(result);
    object["messages"] = messages.take();
    if (region.statement)
      object["endLine"] =
          context.getSourceManager().getExpansionLineNumber(region.statement->getEndLoc());
    Unit.json.regions.push_back(std::move(object));
    if (!Request.options.report.empty())
      keepText(context.getSourceManager(), region, result.file);
  }

  /// Keeps what the page of the regions shows.
  void keepText(const SourceManager &sources, const MarkedRegion &region, const std::string &file) {
    Unit.texts.try_emplace(file, sources.getBufferData(sources.getFileID(
                                     sources.getExpansionLoc(region.pragma->loc))));
  }

  void reportRefusal(const MarkedRegion &region, const Refusal &refusal,
                     DiagnosticHandler &messages) {
    messages.report(refusal);
    countRefusal(refusal.id);
    reportNeedOfDevice(*region.pragma, refusal, messages);
  }

  /// Loops on the CPU cannot access device memory. (Of directives other compilers know better.)
  static void reportNeedOfDevice(const PragmaRecord &pragma, const Refusal &refusal,
                                 DiagnosticHandler &messages) {
    const bool isError = diagSeverity(refusal.id) == DiagSeverity::Error;
    if (!pragma.devicePointers.empty() && !pragma.implied && !isError)
      messages.report({DiagId::DevicePointerOnCpu, pragma.devicePointers.front().loc, {}, {}, {}});
  }

  void reportSuccess(ASTContext &context, const MarkedRegion &region, const RegionResult &result,
                     DiagnosticHandler &messages) {
    const DiagId success =
        Request.rewriting != Rewriting::None ? DiagId::RegionTransformed : DiagId::RegionTransformable;
    Success description = describeSuccess(result);
    messages.report({success,
                     {region.pragma->loc.getRawEncoding()},
                     {description.text},
                     std::move(description.notes),
                     {}});
    countSuccess(context, region, claimsOf(result));
  }

  /// The clauses that the transformed region of \p result rests on.
  static std::vector<std::string> claimsOf(const RegionResult &result) {
    std::vector<std::string> claims;
    for (const Independence &claim : result.original->independent)
      claims.push_back("independent(" + result.original->arrays[claim.array].sourceName + ")");
    return claims;
  }

  void countSuccess(ASTContext &context, const MarkedRegion &region,
                    const std::vector<std::string> &claims) {
    ++Unit.transformed;
    Unit.believed.insert(claims.begin(), claims.end());
    LastTransformed = expansionRange(context, *region.statement);
  }

  /// Clauses that came to nothing, and a search for a schedule that did.
  static void reportChoices(const MarkedRegion &region, const RegionResult &result,
                            DiagnosticHandler &diagnostics) {
    for (const GivenClause &given : region.pragma->given)
      if (hasNoEffect(given.name, result.scheme))
        diagnostics.report(
            {DiagId::ClauseNoEffect, given.loc, {given.name, schemeName(result.scheme)}, {}, {given.removal}});
    if (result.copiesNotProved) {
      Diagnostic warning =
          simple(DiagId::CopiesNotProved, region.pragma->loc, *result.copiesNotProved);
      for (const GivenClause &given : region.pragma->given)
        if (given.name == "false_deps")
          warning.fixIts.push_back(given.removal);
      diagnostics.report(warning);
    }
    if (result.optionsLeftOut)
      diagnostics.report(simple(DiagId::OptionLeftOut, region.pragma->loc,
                                {quotedList(result.optionsLeftOut->options),
                                 reasonOf(result.optionsLeftOut->refusal)}));
    for (const DiagNote &warning : result.oneThread)
      diagnostics.report({warning.id, warning.loc, warning.args, {}, {}});
    if (result.whyOriginalOrder)
      diagnostics.report(
          simple(DiagId::OriginalOrder, region.pragma->loc, {*result.whyOriginalOrder}));
  }

  static SourceRange expansionRange(ASTContext &context, const Stmt &statement) {
    return context.getSourceManager().getExpansionRange(statement.getSourceRange()).getAsRange();
  }

  CompilerInstance &Compiler;
  UnitRequest Request;
  std::function<void(UnitResult)> Done;
  std::shared_ptr<PragmaState> Pragmas;
  ClangDiagnosticHandler Diagnostics;
  Recorder Said; ///< Of the region that the queue hands out.
  DataBlocks Blocks;
  UnitResult Unit;
  bool AnyData = false;                                     ///< Some pragma has clause data.
  std::map<const FileEntry *, std::set<FileID>> Inclusions; ///< Of files with regions.
  std::map<const PragmaRecord *, std::vector<size_t>> JsonOf; ///< Indices of a region's results.
  std::map<const PragmaRecord *, ClauseFindings> Expressions;
  std::map<const Stmt *, const PragmaRecord *> Marked;
  SourceRange LastTransformed;
  std::optional<RegionQueue> Queue; ///< While regions are analysed.
  std::optional<RegionMemory> Memory; ///< None: nothing is remembered.
};

} // namespace

std::unique_ptr<ASTConsumer> makeConsumer(CompilerInstance &compiler, UnitRequest request,
                                          std::function<void(UnitResult)> done) {
  applyToDiagnostics(request.options, compiler.getDiagnosticOpts());
  request.options.entryTarget =
      request.rewriting == Rewriting::Sources ? EntryTarget::Runtime : EntryTarget::Cuda;
  return std::make_unique<UnitConsumer>(compiler, std::move(request), std::move(done));
}

} // namespace gputile
