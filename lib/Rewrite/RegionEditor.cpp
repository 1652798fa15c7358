//===- RegionEditor.cpp - Edits around one region -------------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rewrite/RegionEditor.h"

#include "Rewrite/InstanceTests.h"

#include "gputile/Frontend/StatementText.h"

#include "clang/AST/Attr.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/Stmt.h"
#include "clang/Lex/Lexer.h"
#include "llvm/ADT/StringExtras.h"

using namespace clang;

namespace gputile {

SourceLocation endOfText(const ASTContext &context, const Stmt &statement) {
  const SourceManager &sources = context.getSourceManager();
  const LangOptions &language = context.getLangOpts();
  const Stmt *last = lastPart(&statement);
  const SourceLocation lastToken = sources.getExpansionRange(last->getEndLoc()).getEnd();
  if (isa<CompoundStmt>(last) || isa<NullStmt>(last) || isa<SwitchStmt>(last)) {
    // Behind the end of a macro nothing of it may follow.
    const SourceLocation end = last->getEndLoc();
    if (end.isMacroID() && !Lexer::isAtEndOfMacroExpansion(end, sources, language))
      return SourceLocation();
    return Lexer::getLocForEndOfToken(lastToken, 0, sources, language);
  }
  return Lexer::findLocationAfterToken(lastToken, tok::semi, sources, language,
                                       /*SkipTrailingWhitespaceAndNewLine=*/false);
}

namespace rewrite {

const Decl &outermost(const Decl &decl) {
  const Decl *result = &decl;
  for (const DeclContext *context = decl.getLexicalDeclContext();
       context && !context->isTranslationUnit(); context = context->getLexicalParent())
    if (const auto *space = dyn_cast<NamespaceDecl>(context))
      result = space;
  return *result;
}

std::string RegionEditor::inLanguage(std::string text) const {
  const auto isWord = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  for (size_t at = 0; !isCxx() && (at = text.find("bool", at)) != std::string::npos;) {
    const bool starts = at == 0 || !isWord(text[at - 1]);
    const bool ends = at + 4 == text.size() || !isWord(text[at + 4]);
    text.replace(at, 4, starts && ends ? "_Bool" : "bool");
    at += 5;
  }
  return text;
}

std::string RegionEditor::lineDirective(SourceLocation loc, unsigned linesAfter) const {
  const PresumedLoc place = Sources.getPresumedLoc(loc);
  return "#line " + std::to_string(place.getLine() + linesAfter) + " " +
         quoted(place.getFilename()) + "\n";
}

std::string RegionEditor::placeDirective(SourceLocation loc) const {
  return lineDirective(loc) + std::string(Sources.getExpansionColumnNumber(loc) - 1, ' ');
}

SourceLocation RegionEditor::beginWithAttributes(const Decl &decl) const {
  SourceLocation begin = Sources.getExpansionLoc(decl.getBeginLoc());
  for (const Attr *attr : decl.attrs()) {
    const SourceLocation loc = Sources.getExpansionLoc(attr->getLocation());
    if (loc.isInvalid() || !Sources.isBeforeInTranslationUnit(loc, begin))
      continue;
    const auto [file, offset] = Sources.getDecomposedLoc(loc);
    const StringRef before = Sources.getBufferData(file).take_front(offset);
    const size_t brackets = before.rfind("[[");
    begin = brackets == StringRef::npos ? loc : loc.getLocWithOffset(int(brackets) - int(offset));
  }
  return begin;
}

/// "{ /* gputile: heat.c:12 */": the block that a region becomes.
static std::string blockHead(const RegionEdit &edit) {
  return "{ /* gputile: " + inComment(edit.file) + ":" + std::to_string(edit.line) + " */\n";
}

void RegionEditor::insertCall(const MarkedRegion &region, const std::string &head,
                              const std::string &call) {
  const PragmaRecord &pragma = *region.pragma;
  const SourceLocation begin = Sources.getExpansionLoc(pragma.begin);
  if (!pragma.implied)
    return replacePragma(region, head + call);
  // Where OpenMP is on after all, several threads may come here.
  const bool isSequential = !Context.getLangOpts().OpenMP;
  Editor.InsertTextAfter(begin, head + (isSequential ? "#ifndef _OPENMP\n" + call + "#endif\n" : call) +
                                    lineDirective(begin));
}

void RegionEditor::replacePragma(const MarkedRegion &region, std::string text) {
  const PragmaRecord &pragma = *region.pragma;
  const SourceLocation begin = beginOfText(Sources, region);
  // An operator, or the macro that makes it, stays.
  if (begin != pragma.begin || pragma.asOperator.isValid()) {
    Editor.InsertTextBefore(begin, text + placeDirective(begin));
    text.clear();
  }
  if (pragma.asOperator.isValid())
    return;
  text += lineDirective(pragma.end, 1);
  // The directive's own line break ends the last inserted line.
  text.pop_back();
  Editor.ReplaceText(CharSourceRange::getCharRange(pragma.begin, pragma.end), text);
}

/// "call == 0) { exit statements }"
std::string RegionEditor::callAndExit(const RegionEdit &edit) const {
  return callText(edit) + " == 0) { " + edit.code.exitStatements +
         (edit.code.exitStatements.empty() ? "}" : " }");
}

void RegionEditor::replacePragma(const RegionEdit &edit, const std::string &before,
                                 const std::string &after) {
  const PragmaRecord &pragma = *edit.region.pragma;
  insertCall(edit.region, blockHead(edit),
             before + lineDirective(pragma.begin) + "  if (" + callAndExit(edit) + "\n  else\n" +
                 after);
}

void RegionEditor::replacePragma(llvm::ArrayRef<RegionEdit> variants, const std::string &before,
                                 const std::string &after) {
  const PragmaRecord &pragma = *variants.front().region.pragma;
  const InstanceTests tests(variants);
  const std::string line = lineDirective(pragma.begin);
  std::string text = before + line + "  int gputile_done = 0;\n";
  const char *separator = "  if constexpr (";
  for (const RegionEdit &edit : variants) {
    text += line + separator + tests.condition(edit) + ") { gputile_done = 1; if (" +
            callAndExit(edit) + " else gputile_done = 0; }\n";
    separator = "  else if constexpr (";
  }
  text += line + "  if (gputile_done) { }\n  else\n" + after;
  insertCall(variants.front().region, blockHead(variants.front()), text);
  const auto functions = outerFunctions(variants.front().region);
  for (size_t level = 0; level < tests.levels(); ++level) {
    const auto *body = cast<CompoundStmt>(functions[level]->getBody());
    const SourceLocation inside = body->getLBracLoc().getLocWithOffset(1);
    Editor.InsertTextAfter(inside, "\n" + before + tests.enumerator(level) + after +
                                       placeDirective(inside));
  }
}

void RegionEditor::wrapBlock(const DataBlock &block, const std::string &before,
                             const std::string &after) {
  const SourceLocation begin = block.region.pragma->begin;
  const PresumedLoc place = Sources.getPresumedLoc(begin);
  std::string text = "{ /* gputile: data */\n" + before + lineDirective(begin);
  text += "  const void *const gputile_hosts[] = {";
  for (const std::string &name : block.names)
    text += (text.back() == '{' ? "" : ", ") + ("(const void *)" + name);
  text += "}; gputile_rt_data_begin(" + quoted(place.getFilename()) + ", " +
          std::to_string(place.getLine()) + ", " + std::to_string(block.names.size()) +
          ", gputile_hosts);\n" + after;
  replacePragma(block.region, text);
  Editor.InsertTextAfter(endOfText(Context, *block.region.statement), " gputile_rt_data_end(); }");
}

void RegionEditor::replaceWait(const MarkedRegion &wait, const std::string &before,
                               const std::string &after) {
  std::string calls;
  for (const std::string &text : wait.pragma->wait->queues) {
    const QueueText queue = queueText(text);
    calls += "gputile_rt_wait(" + queue.value + ", " + queue.isStream + "); ";
  }
  replacePragma(wait, "{ /* gputile: wait */\n" + before + lineDirective(wait.pragma->begin) +
                          "  " + (calls.empty() ? "gputile_rt_wait_all(); " : calls) + "\n" +
                          after + "}\n");
}

std::string RegionEditor::callText(const RegionEdit &edit) const {
  std::string text = edit.code.entryName + "(";
  const char *separator = "";
  for (const EntryArgument &argument : edit.code.arguments) {
    const std::string cast = "(" + argument.type + ")";
    const bool casts = StringRef(argument.callExpr).starts_with(cast);
    text += separator + (casts ? "(" + inLanguage(argument.type) + ")" +
                                     argument.callExpr.substr(cast.size())
                               : argument.callExpr);
    separator = ", ";
  }
  text += ")";
  // The compiler cannot call the entry, but run the loops. (What is made from a template
  // may be constexpr where the template is not.)
  const FunctionDecl *function = edit.region.function;
  const bool atCompileTime = !edit.instances.empty() || (function && function->isConstexpr());
  return atCompileTime ? "(__builtin_is_constant_evaluated() ? 1 : " + text + ")" : text;
}

void RegionEditor::closeRegion(const RegionEdit &edit, const std::string &text) {
  Editor.InsertTextAfter(endOfText(Context, *edit.region.statement), text + " }");
}

std::string RegionEditor::text(FileID file) {
  const auto &buffer = Editor.getEditBuffer(file);
  return std::string(buffer.begin(), buffer.end());
}

} // namespace rewrite
} // namespace gputile
