//===- ExtractTestSupport.cpp - Scops from C text -------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExtractTestSupport.h"

#include "Frontend/FunctionAnalyses.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/AST/Stmt.h"
#include "clang/Frontend/ASTUnit.h"
#include "clang/Tooling/Tooling.h"

#include <stdexcept>

using namespace clang;

namespace gputile::test {

namespace {
class CollectRemarks : public DiagnosticHandler {
public:
  explicit CollectRemarks(std::vector<std::string> &remarks) : Remarks(remarks) {}
  void report(const Diagnostic &diagnostic) override {
    Remarks.push_back(std::string(diagIdName(diagnostic.id)) + ": " +
                      (diagnostic.args.empty() ? "" : diagnostic.args[0]));
  }

private:
  std::vector<std::string> &Remarks;
};

const FunctionDecl *findFunction(const DeclContext *scope) {
  for (const Decl *decl : scope->decls()) {
    if (const auto *function = dyn_cast<FunctionDecl>(decl))
      if (function->getNameAsString() == "f" && function->doesThisDeclarationHaveABody())
        return function;
    if (const auto *functionTemplate = dyn_cast<FunctionTemplateDecl>(decl))
      if (functionTemplate->getNameAsString() == "f")
        return functionTemplate->getTemplatedDecl();
  }
  throw std::logic_error("the text has no function f");
}

/// The first for statement or block in \p stmt, not looking into loops after it.
const Stmt *findRegion(const Stmt *stmt, bool top = true) {
  if (!stmt || (!top && isa<ForStmt, CompoundStmt>(stmt)))
    return stmt;
  if (const auto *loop = dyn_cast<WhileStmt>(stmt))
    return findRegion(*cast<CompoundStmt>(loop->getBody())->body_begin(), false);
  for (const Stmt *child : stmt->children())
    if (child && !isa<Expr, DeclStmt>(child))
      if (const Stmt *found = findRegion(child, false))
        return found;
  return nullptr;
}
} // namespace

Extraction::Extraction(const std::string &code, std::vector<std::string> args, FpMode fp,
                       const std::string &file, const std::vector<std::string> &independent)
    : Isl(std::make_unique<IslContext>()) {
  args.push_back("-w");
  Ast = tooling::buildASTFromCodeWithArgs(code, args, file);
  ASTContext &context = Ast->getASTContext();
  MarkedRegion region;
  region.function = findFunction(context.getTranslationUnitDecl());
  region.topLevel = region.function;
  region.statement = findRegion(region.function->getBody());
  region.analyses = std::make_shared<FunctionAnalyses>();
  PragmaRecord pragma;
  for (const std::string &name : independent)
    pragma.independents.push_back({name, {}});
  if (!independent.empty())
    region.pragma = &pragma;
  Clauses clauses;
  clauses.fp.value = fp;
  CollectRemarks handler(Remarks);
  std::optional<UnorderedProgram> unordered;
  Extracted = std::make_unique<Result<Scop>>(
      extractScop(*Isl, context, region, clauses, handler, &unordered));
  if (unordered)
    Unordered = std::make_unique<Result<Scop>>(unordered->extract());
  if (accepted()) {
    std::string wrong = checkScop(**Extracted);
    if (!wrong.empty())
      throw std::logic_error("invalid Scop: " + wrong);
  }
}

Extraction::~Extraction() {
  Extracted.reset();
  Unordered.reset();
  Ast.reset();
}

const Scop &Extraction::scop() const {
  if (!accepted())
    throw std::logic_error("refused: " + refusal() + " at " + refusalPlace() + ": " +
                           formatDiag(Extracted->refusal().id, Extracted->refusal().args));
  return **Extracted;
}

std::string Extraction::refusal() const {
  return accepted() ? "accepted" : diagIdName(Extracted->refusal().id);
}

std::string Extraction::refusalPlace() const {
  if (accepted())
    return "accepted";
  SourceLocation loc = SourceLocation::getFromRawEncoding(Extracted->refusal().loc.raw);
  const SourceManager &sources = Ast->getSourceManager();
  return std::to_string(sources.getExpansionLineNumber(loc)) + ":" +
         std::to_string(sources.getExpansionColumnNumber(loc));
}

static std::string bodyOf(const Statement &statement) {
  std::string text;
  for (const BodyPiece &piece : statement.body) {
    switch (piece.kind) {
    case BodyPiece::Kind::Text: text += piece.text; break;
    case BodyPiece::Kind::Reference: text += "$" + std::to_string(piece.index); break;
    case BodyPiece::Kind::Iterator: text += "#" + std::to_string(piece.index); break;
    case BodyPiece::Kind::Parameter: text += "@" + std::to_string(piece.index); break;
    case BodyPiece::Kind::Noted: text += "!" + std::to_string(piece.index); break;
    }
  }
  return text;
}

std::string Extraction::body(unsigned index) const { return bodyOf(statement(index)); }

std::vector<std::string> Extraction::unorderedBodies() const {
  std::vector<std::string> bodies;
  if (Unordered && *Unordered)
    for (const Statement &statement : (**Unordered).statements)
      bodies.push_back(bodyOf(statement));
  return bodies;
}

bool Extraction::domainIs(unsigned index, const std::string &text) const {
  isl::set known = scop().context.intersect(scop().guard);
  const Statement &s = statement(index);
  isl::set values = s.domain;
  if (s.iteratorValues) {
    values = values.apply(isl::manage(isl_map_from_pw_multi_aff(s.iteratorValues->copy())));
    values = isl::manage(isl_set_set_tuple_name(values.release(), s.name.c_str()));
  }
  return values.intersect_params(known).is_equal(set(text).intersect_params(known));
}

bool Extraction::accessIs(unsigned index, AccessKind kind, const std::string &text) const {
  const Statement &s = statement(index);
  isl::union_map all = isl::union_map::empty(Isl->get());
  for (const Access &access : s.accesses)
    if (access.kind == kind)
      all = all.unite(access.relation);
  isl::union_map expected = isl::union_map(Isl->get(), text).intersect_domain(s.domain);
  return all.is_equal(expected);
}

bool Extraction::scheduleIs(unsigned index, const std::string &text) const {
  const Statement &s = statement(index);
  return s.schedule.is_equal(map(text).intersect_domain(s.domain));
}

bool Extraction::guardIs(const std::string &text) const {
  isl::set context = scop().context;
  return scop().guard.intersect(context).is_equal(set(text).intersect(context));
}

bool Extraction::exitIs(unsigned index, const std::string &variable,
                        const std::string &text) const {
  const ExitValue &exit = scop().exitValues.at(index);
  isl::set known = scop().context.intersect(scop().guard);
  isl::pw_aff expected(Isl->get(), text);
  isl::set own = exit.value.domain().intersect(known);
  return exit.variable == variable && own.is_equal(expected.domain().intersect(known)) &&
         own.is_subset(exit.value.eq_set(expected));
}

} // namespace gputile::test
