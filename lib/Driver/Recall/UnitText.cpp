//===- UnitText.cpp - The text that a region's result rests on ------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Recall/UnitText.h"

#include "Driver/Hash.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/DeclTemplate.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Lex/Lexer.h"

#include <algorithm>
#include <set>

using namespace clang;

namespace gputile::driver {
namespace {

/// Whether the rest of the file is the same without the body \p text: it defines no macro, and
/// declares nothing of the file.
bool isApart(llvm::StringRef text) {
  for (size_t at = text.find('#'); at != llvm::StringRef::npos; at = text.find('#', at + 1)) {
    llvm::StringRef directive = text.substr(at + 1).ltrim(" \t");
    if (!directive.consume_front("pragma"))
      return false;
    directive = directive.ltrim(" \t");
    if (!directive.starts_with("gpu_tile") && !directive.starts_with("omp") &&
        !directive.starts_with("acc"))
      return false;
  }
  return !text.contains("_Pragma") && !text.contains("__COUNTER__") && !text.contains("extern");
}

/// Whether other code can call \p function only by its name, and sees nothing of its body.
bool isOrdinary(const FunctionDecl &function) {
  return !isa<CXXMethodDecl>(function) && !function.isTemplated() &&
         !function.isTemplateInstantiation() && !function.isConstexpr() &&
         !function.isOverloadedOperator() && !function.getReturnType()->getContainedDeducedType();
}

} // namespace

UnitText::UnitText(ASTContext &context)
    : Sources(context.getSourceManager()), Language(context.getLangOpts()),
      Text(Sources.getBufferData(Sources.getMainFileID())) {
  findParts(context.getTranslationUnitDecl());
  std::sort(Bodies.begin(), Bodies.end(),
            [](const Body &a, const Body &b) { return a.begin < b.begin; });
  joinOverlapping();
  hashAround();
  std::vector<const FunctionDecl *> functions;
  for (const Body &body : Bodies)
    functions.push_back(body.function);
  Named.emplace(context, std::move(functions));
}

void UnitText::findParts(const DeclContext *scope) {
  for (const Decl *decl : scope->decls()) {
    if (decl->isImplicit() || !Sources.isInMainFile(Sources.getExpansionLoc(decl->getLocation())))
      continue;
    if (isa<NamespaceDecl, LinkageSpecDecl>(decl)) {
      findParts(cast<DeclContext>(decl));
      continue;
    }
    const auto *function = dyn_cast<FunctionDecl>(decl);
    if (const auto body = function ? bodyOf(*function) : std::nullopt) {
      Bodies.push_back(*body);
      Parts.push_back({body->declaration, body->begin, isFirst(*decl)});
    } else if (const auto part = partOf(*decl)) {
      Parts.push_back(*part);
    }
  }
}

std::optional<UnitText::Part> UnitText::partOf(const Decl &decl) const {
  const CharSourceRange range = Lexer::makeFileCharRange(
      CharSourceRange::getTokenRange(decl.getSourceRange()), Sources, Language);
  if (range.isInvalid())
    return std::nullopt;
  const auto [file, begin] = Sources.getDecomposedLoc(range.getBegin());
  if (file != Sources.getMainFileID())
    return std::nullopt;
  return Part{begin, Sources.getFileOffset(range.getEnd()), isNew(decl)};
}

/// In C++ calls in templates find functions that are declared later.
bool UnitText::isFirst(const Decl &decl) const {
  const bool isKnown = Language.CPlusPlus ? isa<VarDecl>(decl)
                                          : isa<VarDecl, FunctionDecl, TagDecl, TypedefDecl>(decl);
  return isKnown && !decl.getPreviousDecl() && !decl.hasAttrs();
}

bool UnitText::isNew(const Decl &decl) const {
  if (!isFirst(decl))
    return false;
  // What it names may be asked for all its uses (see Mentions).
  const Mentioned named = mentionedIn(decl);
  return named.functions.empty() && named.variables.empty();
}

std::optional<UnitText::Body> UnitText::bodyOf(const FunctionDecl &function) const {
  if (!function.doesThisDeclarationHaveABody() || !isOrdinary(function))
    return std::nullopt;
  const auto *block = dyn_cast_or_null<CompoundStmt>(function.getBody());
  if (!block || block->getLBracLoc().isMacroID() || block->getRBracLoc().isMacroID() ||
      function.getBeginLoc().isMacroID())
    return std::nullopt;
  const auto [file, declaration] = Sources.getDecomposedLoc(function.getBeginLoc());
  const auto [first, begin] = Sources.getDecomposedLoc(block->getLBracLoc());
  const auto [last, end] = Sources.getDecomposedLoc(block->getRBracLoc());
  if (file != Sources.getMainFileID() || first != file || last != file || declaration > begin ||
      !isApart(Text.slice(begin, end + 1)))
    return std::nullopt;
  return Body{&function, declaration, begin, end + 1};
}

/// `struct S { … } s;` and `int a, b;` are several declarations with common text.
void UnitText::joinOverlapping() {
  std::sort(Parts.begin(), Parts.end(),
            [](const Part &a, const Part &b) { return a.begin < b.begin; });
  std::vector<Part> joined;
  for (const Part &part : Parts) {
    if (joined.empty() || part.begin >= joined.back().end) {
      joined.push_back(part);
      continue;
    }
    joined.back().end = std::max(joined.back().end, part.end);
    joined.back().isNew &= part.isNew;
  }
  Parts = std::move(joined);
}

std::string UnitText::tokens(unsigned begin, unsigned end) const {
  std::string all;
  const SourceLocation start = Sources.getLocForStartOfFile(Sources.getMainFileID());
  Lexer lexer(start, Language, Text.begin(), Text.begin() + begin, Text.end());
  auto part = std::partition_point(Parts.begin(), Parts.end(),
                                   [&](const Part &other) { return other.end <= begin; });
  bool behindNew = false;
  for (Token token; !lexer.LexFromRawLexer(token) || token.isNot(tok::eof);) {
    const unsigned at = Sources.getFileOffset(token.getLocation());
    if (at >= end || token.is(tok::eof))
      break;
    while (part != Parts.end() && part->end <= at)
      ++part;
    const bool isInNew = part != Parts.end() && part->begin <= at && part->isNew;
    if (!isInNew && !(behindNew && token.is(tok::semi)))
      all += (Text.substr(at, token.getLength()) + " ").str();
    behindNew = isInNew;
  }
  return all;
}

void UnitText::hashAround() {
  Before.resize(Bodies.size());
  Behind.resize(Bodies.size());
  for (size_t k = 0; k < Bodies.size(); ++k)
    Before[k] = k == 0
                    ? hashOf(Text.take_front(Bodies[k].begin))
                    : hashOf(Before[k - 1] + Text.slice(Bodies[k - 1].end, Bodies[k].begin).str());
  std::string behind;
  for (size_t k = Bodies.size(); k-- > 0;) {
    const size_t next = k + 1;
    const std::string text =
        tokens(Bodies[k].end, next < Bodies.size() ? Bodies[next].begin : unsigned(Text.size()));
    if (!text.empty())
      behind = hashOf(text + behind);
    Behind[k] = behind;
  }
}

size_t UnitText::bodyAt(unsigned offset) const {
  const auto found = std::partition_point(Bodies.begin(), Bodies.end(),
                                          [&](const Body &body) { return body.end <= offset; });
  return static_cast<size_t>(found - Bodies.begin());
}

std::optional<RegionText> UnitText::textOf(const MarkedRegion &region) {
  const SourceLocation loc = region.pragma->loc;
  const auto [file, offset] = Sources.getDecomposedLoc(loc);
  if (loc.isMacroID() || file != Sources.getMainFileID())
    return std::nullopt;
  const size_t own = bodyAt(offset);
  if (own == Bodies.size() || offset < Bodies[own].begin)
    return std::nullopt;
  const std::set<size_t> used = Named->usedBy(own);
  RegionText text = {{}, {used.begin(), used.end()}, own};
  std::string parts =
      Before[own] + ";" + Behind[own] + ";" + std::to_string(offset - Bodies[own].begin) + ";";
  for (size_t k : text.bodies) {
    const Body &body = Bodies[k];
    const llvm::StringRef code = Text.slice(body.declaration, body.end);
    parts += (k == own ? "own:" : "") + hashOf(code) + ";";
    // The only thing in which the line of a text is part of it.
    if (code.contains("__LINE__"))
      parts += std::to_string(Sources.getLineNumber(file, body.begin)) + ";";
  }
  text.hash = hashOf(parts);
  return text;
}

std::optional<TextPlace> UnitText::placeOf(SourceRef place, const RegionText &text) const {
  const auto loc = SourceLocation::getFromRawEncoding(place.raw);
  if (loc.isInvalid() || loc.isMacroID())
    return std::nullopt;
  const auto [file, offset] = Sources.getDecomposedLoc(loc);
  if (file != Sources.getMainFileID())
    return std::nullopt;
  const size_t next = bodyAt(offset);
  if (next != Bodies.size() && offset >= Bodies[next].begin) {
    const auto found = std::find(text.bodies.begin(), text.bodies.end(), next);
    if (found == text.bodies.end())
      return std::nullopt;
    return TextPlace{static_cast<size_t>(found - text.bodies.begin()), offset - Bodies[next].begin};
  }
  if (next > text.own)
    return std::nullopt;
  unsigned before = 0;
  for (size_t k = 0; k < next; ++k)
    before += Bodies[k].end - Bodies[k].begin;
  return TextPlace{std::nullopt, offset - before};
}

SourceRef UnitText::locationOf(const TextPlace &place, const RegionText &text) const {
  unsigned offset = place.offset;
  if (place.body)
    offset += Bodies[text.bodies[*place.body]].begin;
  else
    for (const Body &body : Bodies) {
      if (offset < body.begin)
        break;
      offset += body.end - body.begin;
    }
  return {Sources.getLocForStartOfFile(Sources.getMainFileID())
              .getLocWithOffset(static_cast<int>(offset))
              .getRawEncoding()};
}

} // namespace gputile::driver
