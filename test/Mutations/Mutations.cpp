//===- Mutations.cpp - Small mistakes planted in generated text -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mutations.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringSwitch.h"

#include <algorithm>
#include <optional>
#include <set>

using namespace clang;

namespace gputile::test {

const char *const EquivalentByRule =
    "a condition that chooses between two texts for the same work (full and partial blocks, 32 and 64 bits) is only weakened\n"
    "limits of sizes (numbers above 65536, and what is compared with them) keep a reserve and are not moved\n"
    "one test of several for 32 bits may follow from the others\n"
    "more memory than the plan's may be allocated (box.set), and flags may be set twice\n"
    "names and lines in messages are not compared\n"
    "a loop over blocks may meet more blocks: those without work leave\n"
    "minimum and maximum of equal expressions are the same\n";

namespace {

/// Numbers from here on are limits.
constexpr uint64_t LeastLimit = 65536;

class Finder {
public:
  Finder(ASTContext &context, unsigned begin, unsigned end)
      : Context(context), Sources(context.getSourceManager()), Begin(begin), End(end) {}

  void function(const FunctionDecl *function);
  std::vector<Mutation> take();

private:
  void visit(const Stmt *s, bool onlyWeaken);
  void visitIf(const IfStmt *s);
  void visitOperator(const BinaryOperator *op, bool onlyWeaken);
  void visitCall(const CallExpr *call);
  void visitName(const Expr *e, llvm::StringRef name);
  void visitThread(const MemberExpr *member);
  void replace(const std::string &kind, SourceRange range, const std::string &text);
  void replaceToken(const std::string &kind, SourceLocation at, const std::string &text);
  std::string textOf(SourceRange range) const;
  std::optional<std::pair<unsigned, unsigned>> offsets(SourceRange range) const;

  ASTContext &Context;
  SourceManager &Sources;
  unsigned Begin, End;
  std::vector<std::string> Strides; ///< Parameters of the function that are strides.
  std::vector<Mutation> Found;
};

} // namespace

std::optional<std::pair<unsigned, unsigned>> Finder::offsets(SourceRange range) const {
  const CharSourceRange chars = Lexer::makeFileCharRange(CharSourceRange::getTokenRange(range), Sources,
                                                         Context.getLangOpts());
  if (chars.isInvalid() || Sources.getFileID(chars.getBegin()) != Sources.getMainFileID())
    return std::nullopt;
  const unsigned begin = Sources.getFileOffset(chars.getBegin()), end = Sources.getFileOffset(chars.getEnd());
  if (begin < Begin || end > End || end <= begin)
    return std::nullopt;
  return std::pair(begin, end);
}

std::string Finder::textOf(SourceRange range) const {
  const auto at = offsets(range);
  return at ? Sources.getBufferData(Sources.getMainFileID()).slice(at->first, at->second).str() : "";
}

void Finder::replace(const std::string &kind, SourceRange range, const std::string &text) {
  if (const auto at = offsets(range))
    Found.push_back({kind, at->first, at->second, text});
}

void Finder::replaceToken(const std::string &kind, SourceLocation at, const std::string &text) {
  replace(kind, SourceRange(at, at), text);
}

void Finder::function(const FunctionDecl *function) {
  Strides.clear();
  for (const ParmVarDecl *parameter : function->parameters())
    if (parameter->getName().contains("_stride"))
      Strides.push_back(parameter->getNameAsString());
  visit(function->getBody(), false);
}

/// Whether both branches of \p s do the same work.
static bool choosesText(const IfStmt *s) { return s->getElse() != nullptr; }

void Finder::visitIf(const IfStmt *s) {
  const std::string condition = textOf(s->getCond()->getSourceRange());
  const bool limit = condition.find("> ") != std::string::npos && condition.find("largest") != std::string::npos;
  if (condition == "gpt_first_thread()")
    return visit(s->getThen(), false);
  if (condition.find("narrow()") != std::string::npos) {
    replace("condition always true", s->getCond()->getSourceRange(), "true");
  } else if (!limit || choosesText(s)) {
    replace("condition always true", s->getCond()->getSourceRange(), "true");
    if (!choosesText(s) && isa<ReturnStmt>(s->getThen()))
      replace("guard removed", s->getCond()->getSourceRange(), "false");
    visit(s->getCond(), choosesText(s));
  }
  visit(s->getThen(), false);
  if (s->getElse())
    visit(s->getElse(), false);
}

static const char *otherComparison(BinaryOperatorKind op) {
  switch (op) {
  case BO_LT:
    return "<=";
  case BO_LE:
    return "<";
  case BO_GT:
    return ">=";
  case BO_GE:
    return ">";
  default:
    return nullptr;
  }
}

void Finder::visitOperator(const BinaryOperator *op, bool onlyWeaken) {
  if (op->isLogicalOp()) {
    const std::string left = textOf(op->getLHS()->getSourceRange()), right = textOf(op->getRHS()->getSourceRange());
    const bool weaker = op->getOpcode() == BO_LAnd;
    if (!left.empty() && !right.empty() && (weaker || !onlyWeaken)) {
      replace("left condition only", op->getSourceRange(), left);
      replace("right condition only", op->getSourceRange(), right);
    }
  } else if (const char *other = otherComparison(op->getOpcode())) {
    const bool greater = op->getOpcode() == BO_GE || op->getOpcode() == BO_GT;
    if (onlyWeaken)
      replace("condition weaker", op->getRHS()->getSourceRange(),
              "(" + textOf(op->getRHS()->getSourceRange()) + (greater ? ") - 1" : ") + 1"));
    else
      replaceToken("comparison changed", op->getOperatorLoc(), other);
  } else if (op->getOpcode() == BO_EQ && !onlyWeaken) {
    replaceToken("comparison changed", op->getOperatorLoc(), "!=");
  } else if ((op->getOpcode() == BO_Add || op->getOpcode() == BO_Sub) && !onlyWeaken) {
    replaceToken("sign changed", op->getOperatorLoc(), op->getOpcode() == BO_Add ? "-" : "+");
  }
}

void Finder::visitCall(const CallExpr *call) {
  const Expr *callee = call->getCallee()->IgnoreParenImpCasts();
  const std::string name = textOf(callee->getSourceRange());
  const bool same = call->getNumArgs() == 2 && textOf(call->getArg(0)->getSourceRange()) == textOf(call->getArg(1)->getSourceRange());
  if ((name == "gpt_min" || name == "gpt_max") && !same)
    replace("minimum and maximum exchanged", callee->getSourceRange(), name == "gpt_min" ? "gpt_max" : "gpt_min");
  if (name == "__syncthreads" || name == "gpt_wait" || name == "gpt_signal" ||
      llvm::StringRef(name).ends_with(".sync") || llvm::StringRef(name).starts_with("run.copyOut"))
    replace(name == "run.copyOut" ? "copy dropped" : "barrier dropped", call->getSourceRange(), "(void)0");
  if (name == "run.copyIn")
    replace("copy dropped", call->getSourceRange(), "true");
}

/// Another stride in place of one, another index in place of one.
void Finder::visitName(const Expr *e, llvm::StringRef name) {
  if (!name.contains("_stride"))
    return;
  for (const std::string &other : Strides)
    if (other != name)
      return replace("stride exchanged", e->getSourceRange(), other);
}

void Finder::visitThread(const MemberExpr *member) {
  const std::string text = textOf(member->getSourceRange());
  const auto other = llvm::StringSwitch<const char *>(text)
                         .Case("threadIdx.x", "threadIdx.y")
                         .Case("threadIdx.y", "threadIdx.x")
                         .Case("threadIdx.z", "threadIdx.y")
                         .Case("blockIdx.x", "blockIdx.y")
                         .Case("blockIdx.y", "blockIdx.x")
                         .Case("blockIdx.z", "blockIdx.y")
                         .Case("gridDim.x", "gridDim.y")
                         .Case("gridDim.y", "gridDim.x")
                         .Default(nullptr);
  if (other)
    replace("axis exchanged", member->getSourceRange(), other);
}

void Finder::visit(const Stmt *s, bool onlyWeaken) {
  if (!s)
    return;
  if (const auto *choice = dyn_cast<IfStmt>(s))
    return visitIf(choice);
  const llvm::StringRef beginning = llvm::StringRef(Sources.getCharacterData(Sources.getFileLoc(s->getBeginLoc()))).take_until([](char c) { return c == '('; });
  if (isa<DeclStmt>(s) && beginning.starts_with("static gpt_region"))
    return;
  if (isa<CallExpr>(s) && beginning.ends_with(".box.set"))
    return;
  if (const auto *loop = dyn_cast<ForStmt>(s); loop && loop->getInit() && textOf(loop->getInit()->getSourceRange()).find("blockIdx") != std::string::npos)
    return visit(loop->getBody(), false);
  if (const auto *number = dyn_cast<IntegerLiteral>(s); number && !onlyWeaken) {
    const uint64_t value = number->getValue().getZExtValue();
    if (value < LeastLimit) {
      replace("number up", number->getSourceRange(), std::to_string(value + 1));
      replace("number down", number->getSourceRange(), value ? std::to_string(value - 1) : "(-1)");
    }
  }
  if (const auto *op = dyn_cast<BinaryOperator>(s))
    visitOperator(op, onlyWeaken);
  if (const auto *call = dyn_cast<CallExpr>(s))
    visitCall(call);
  if (const auto *name = dyn_cast<DeclRefExpr>(s); name && !onlyWeaken)
    if (const auto *identifier = name->getDecl()->getIdentifier())
      visitName(name, identifier->getName());
  if (const auto *member = dyn_cast<MemberExpr>(s))
    visitThread(member);
  for (const Stmt *child : s->children())
    visit(child, onlyWeaken);
}

/// One of each, in the order of the text.
std::vector<Mutation> Finder::take() {
  std::set<std::tuple<unsigned, unsigned, std::string>> known;
  std::vector<Mutation> result;
  for (Mutation &mutation : Found)
    if (known.insert({mutation.begin, mutation.end, mutation.text}).second)
      result.push_back(std::move(mutation));
  llvm::stable_sort(result,
                    [](const Mutation &a, const Mutation &b) { return a.begin < b.begin; });
  return result;
}

std::vector<Mutation> findMutations(ASTContext &context, unsigned begin, unsigned end) {
  Finder finder(context, begin, end);
  for (const Decl *decl : context.getTranslationUnitDecl()->noload_decls()) {
    const auto *pattern = dyn_cast<FunctionTemplateDecl>(decl);
    const auto *function = pattern ? pattern->getTemplatedDecl() : dyn_cast<FunctionDecl>(decl);
    if (const auto *language = dyn_cast<LinkageSpecDecl>(decl))
      for (const Decl *inner : language->decls())
        if (const auto *one = dyn_cast<FunctionDecl>(inner); one && one->doesThisDeclarationHaveABody())
          finder.function(one);
    if (function && function->doesThisDeclarationHaveABody())
      finder.function(function);
  }
  return finder.take();
}

} // namespace gputile::test
