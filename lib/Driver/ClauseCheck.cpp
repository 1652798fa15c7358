//===- ClauseCheck.cpp - The expressions in clauses -------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/ClauseCheck.h"

#include "Driver/ParseFiles.h"

#include "gputile/Frontend/ClauseValues.h"
#include "gputile/Frontend/DynamicVisitor.h"
#include "gputile/Frontend/SideEffects.h"
#include "gputile/Frontend/StatementText.h"

#include "clang/Basic/Diagnostic.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"

#include <map>
#include <set>

using namespace clang;

namespace gputile::driver {
namespace {

/// An expression in the text that is parsed.
struct Probe {
  const PragmaRecord *pragma;
  const ClauseExpression *expression;
  std::string file;
  size_t statement, begin; ///< Offsets of the `if` and of the expression.
  bool seen = false;       ///< It is in the syntax tree.
};

/// The texts in which probes stand for pragmas.
class ProbedTexts {
public:
  explicit ProbedTexts(const SourceManager &sources) : Sources(sources) {}

  void add(const std::vector<MarkedRegion> &regions) {
    std::map<FileID, std::vector<const MarkedRegion *>> files;
    for (const MarkedRegion &region : regions)
      if (!region.pragma->expressions.empty())
        files[Sources.getFileID(region.pragma->begin)].push_back(&region);
    for (auto &[file, marked] : files)
      addFile(file, marked);
  }

  std::vector<ChangedFile> files() const { return {Texts.begin(), Texts.end()}; }
  std::vector<Probe> &probes() { return Probes; }

private:
  void addFile(FileID file, std::vector<const MarkedRegion *> &regions) {
    llvm::sort(regions, [](auto *a, auto *b) { return a->pragma->begin < b->pragma->begin; });
    const std::string name = Sources.getFileEntryRefForID(file)->getName().str();
    const StringRef original = Sources.getBufferData(file);
    std::string &text = Texts[name];
    size_t done = 0;
    for (const MarkedRegion *region : regions) {
      const PragmaRecord *pragma = region->pragma;
      const size_t begin = Sources.getFileOffset(beginOfText(Sources, *region));
      text += original.slice(done, begin);
      for (const ClauseExpression &expression : pragma->expressions)
        addProbe({pragma, &expression, name, 0, 0}, text);
      if (pragma->wait) // Nothing else needs to follow.
        text += ";";
      if (const size_t end = Sources.getFileOffset(pragma->begin); begin < end)
        text += "\n" + original.slice(begin, end).str();
      done = Sources.getFileOffset(pragma->end);
    }
    text += original.drop_front(done);
  }

  void addProbe(Probe probe, std::string &text) {
    probe.statement = text.size();
    text += "if ((";
    probe.begin = text.size();
    text += probe.expression->text + ")) ; else ";
    Probes.push_back(std::move(probe));
  }

  const SourceManager &Sources;
  std::map<std::string, std::string> Texts; ///< By file.
  std::vector<Probe> Probes;                ///< In each file in order.
};

/// What was found, and the probe that stands at a place.
class Findings {
public:
  explicit Findings(std::vector<Probe> &probes) : Probes(probes) {}

  /// The last probe that begins at or before \p loc, if any.
  Probe *before(const SourceManager &sources, SourceLocation loc) {
    const auto [name, offset] = place(sources, loc);
    Probe *found = nullptr;
    for (Probe &probe : Probes)
      if (probe.file == name && probe.statement <= offset)
        found = &probe;
    return found;
  }

  /// The probe whose statement begins at \p loc, if any.
  Probe *at(const SourceManager &sources, SourceLocation loc) {
    Probe *probe = before(sources, loc);
    return probe && probe->statement == place(sources, loc).second ? probe : nullptr;
  }

  /// One error for each expression: others may follow from it.
  void error(const Probe &probe, SourceRef loc, const std::string &message) {
    if (Failed.insert(probe.expression).second)
      All[probe.pragma].errors.push_back(
          {DiagId::ClauseExpression, loc, {probe.expression->clause, message}, {}, {}});
  }

  void constant(const Probe &probe, std::optional<llvm::APSInt> value) {
    const ClauseExpression &expression = *probe.expression;
    const std::optional<int64_t> number = value ? value->tryExtValue() : std::nullopt;
    if (number && *number >= 1 && *number <= LargestSize)
      All[probe.pragma].constants.emplace_back(&expression, *number);
    else if (Failed.insert(&expression).second)
      All[probe.pragma].errors.push_back({DiagId::PragmaBadValue,
                                          expression.tokens.front().second,
                                          {expression.text, expression.clause, expectedSize()},
                                          {},
                                          {}});
  }

  /// In what an expression makes of a template, say. The program itself has no errors.
  void errorElsewhere(const std::string &message) { Elsewhere.push_back(message); }

  /// To be called at the end: no error goes lost.
  void finish() {
    for (const Probe &probe : Probes)
      if (!probe.seen && Failed.count(probe.expression) == 0)
        error(probe, "'" + probe.expression->text + "' cannot be checked here");
    if (Failed.empty() && !Elsewhere.empty())
      error(Probes.front(), Elsewhere.front());
  }

  /// About the whole expression.
  void error(const Probe &probe, const std::string &message) {
    error(probe, probe.expression->tokens.front().second, message);
  }

  void sideEffect(const Probe &probe, SourceRef loc, const std::string &text) {
    auto &refusal = All[probe.pragma].refusal;
    if (!refusal)
      refusal = Refusal{DiagId::ClauseSideEffect, loc, {text, probe.expression->clause}, {}, {}};
  }

  /// Where the token of \p probe's expression at \p loc stands in the pragma.
  static SourceRef tokenAt(const Probe &probe, const SourceManager &sources, SourceLocation loc) {
    const size_t offset = place(sources, loc).second;
    SourceRef token = probe.expression->tokens.front().second;
    for (const auto &[begin, ref] : probe.expression->tokens)
      if (probe.begin + begin <= offset)
        token = ref;
    return token;
  }

  bool hasSideEffects() const {
    return llvm::any_of(All, [](const auto &found) { return found.second.refusal.has_value(); });
  }
  std::map<const PragmaRecord *, ClauseFindings> take() { return std::move(All); }

private:
  static std::pair<StringRef, size_t> place(const SourceManager &sources, SourceLocation loc) {
    const auto [file, offset] = sources.getDecomposedLoc(sources.getFileLoc(loc));
    const auto entry = sources.getFileEntryRefForID(file);
    return {entry ? entry->getName() : "", offset};
  }

  std::vector<Probe> &Probes;
  std::set<const ClauseExpression *> Failed;
  std::vector<std::string> Elsewhere;
  std::map<const PragmaRecord *, ClauseFindings> All;
};

/// Clang's own errors, as errors of clauses.
class ErrorReader : public DiagnosticConsumer {
public:
  explicit ErrorReader(Findings &findings) : Found(findings) {}

  void HandleDiagnostic(DiagnosticsEngine::Level level, const clang::Diagnostic &info) override {
    if (level < DiagnosticsEngine::Error || !info.hasSourceManager())
      return;
    const SourceManager &sources = info.getSourceManager();
    llvm::SmallString<128> message;
    info.FormatDiagnostic(message);
    if (const Probe *probe = Found.before(sources, info.getLocation()))
      Found.error(*probe, Findings::tokenAt(*probe, sources, info.getLocation()),
                  message.str().str());
    else
      Found.errorElsewhere(message.str().str());
  }

private:
  Findings &Found;
};

/// Looks at each probe, in templates at those of the functions that are made from them.
class ProbeVisitor : public DynamicVisitor {
public:
  ProbeVisitor(ASTContext &context, Findings &findings)
      : Context(context), Sources(context.getSourceManager()), Found(findings) {}

  bool shouldVisitTemplateInstantiations() const override { return true; }

  void run() {
    for (Decl *decl : Context.getTranslationUnitDecl()->decls())
      if (!Sources.isInSystemHeader(decl->getLocation()))
        TraverseDecl(decl);
  }

  bool VisitIfStmt(IfStmt *statement) override {
    if (Probe *probe = Found.at(Sources, statement->getIfLoc())) {
      probe->seen = true;
      const Expr *value = statement->getCond()->IgnoreParenImpCasts();
      if (probe->expression->kind == ClauseExpression::Kind::Constant)
        checkConstant(*probe, *value);
      else if (!statement->getCond()->isInstantiationDependent())
        check(*probe, statement->getCond(), *value);
    }
    return true;
  }

private:
  /// One that depends on template parameters is none: the pragma stands for all instances.
  void checkConstant(const Probe &probe, const Expr &value) {
    if (value.isInstantiationDependent())
      Found.constant(probe, std::nullopt);
    else
      Found.constant(probe, value.getIntegerConstantExpr(Context));
  }

  void check(const Probe &probe, const Expr *condition, const Expr &value) {
    const ClauseExpression &expression = *probe.expression;
    const bool isInteger = value.getType()->isIntegralOrUnscopedEnumerationType();
    if (expression.kind == ClauseExpression::Kind::Integer && !isInteger)
      Found.error(probe, "'" + expression.text + "' is no integer");
    if (expression.kind == ClauseExpression::Kind::Queue && !isInteger &&
        !value.getType()->isAnyPointerType())
      Found.error(probe, "'" + expression.text + "' is neither an integer nor a CUDA stream");
    if (const Expr *effect = findSideEffect(Context, condition))
      Found.sideEffect(probe, Findings::tokenAt(probe, Sources, effect->getBeginLoc()),
                       textOf(*effect, probe));
  }

  std::string textOf(const Expr &part, const Probe &probe) const {
    const CharSourceRange range = Lexer::makeFileCharRange(
        CharSourceRange::getTokenRange(part.getSourceRange()), Sources, Context.getLangOpts());
    const StringRef text = Lexer::getSourceText(range, Sources, Context.getLangOpts());
    return text.empty() ? probe.expression->text : text.str();
  }

  ASTContext &Context;
  const SourceManager &Sources;
  Findings &Found;
};

Findings findAll(CompilerInstance &compiler, ProbedTexts &texts, Bodies bodies) {
  for (Probe &probe : texts.probes())
    probe.seen = false;
  Findings findings(texts.probes());
  ErrorReader errors(findings);
  parseFiles(compiler, texts.files(), bodies, errors,
             [&](ASTContext &context) { ProbeVisitor(context, findings).run(); });
  findings.finish();
  return findings;
}

} // namespace

std::map<const PragmaRecord *, ClauseFindings>
checkClauses(CompilerInstance &compiler, const std::vector<MarkedRegion> &regions) {
  ProbedTexts texts(compiler.getSourceManager());
  texts.add(regions);
  if (texts.probes().empty())
    return {};
  Findings findings = findAll(compiler, texts, Bodies::OfChangedFiles);
  // What a function in a header does takes longer to find out.
  if (findings.hasSideEffects())
    return findAll(compiler, texts, Bodies::All).take();
  return findings.take();
}

} // namespace gputile::driver
