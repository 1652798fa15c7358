//===- PragmaFixes.cpp - Fix-its for misplaced pragmas ----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/PragmaFixes.h"

#include "gputile/Rewrite/Rewrite.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Stmt.h"
#include "clang/Basic/SourceManager.h"

using namespace clang;

namespace gputile::driver {
namespace {

SourceRef refOf(SourceLocation loc) { return {loc.getRawEncoding()}; }
SourceLocation locationOf(SourceRef ref) { return SourceLocation::getFromRawEncoding(ref.raw); }

/// Whether \p pragma is a directive: it and its clauses can be moved as text.
bool inText(const PragmaRecord &pragma) { return pragma.asOperator.isInvalid(); }

/// What stands before \p loc in its line.
StringRef lineBefore(const SourceManager &sources, SourceLocation loc) {
  const auto [file, offset] = sources.getDecomposedLoc(loc);
  const StringRef before = sources.getBufferData(file).take_front(offset);
  return before.drop_front(before.rfind('\n') + 1);
}

/// The directive as it is written, `#` included.
StringRef textOf(const SourceManager &sources, const PragmaRecord &pragma) {
  const auto [file, begin] = sources.getDecomposedLoc(pragma.begin);
  return sources.getBufferData(file).slice(begin, sources.getFileOffset(pragma.end)).rtrim();
}

/// The clauses of \p pragma as they are written.
StringRef clausesText(const SourceManager &sources, const PragmaRecord &pragma) {
  const auto [file, begin] = sources.getDecomposedLoc(locationOf(pragma.given.front().loc));
  return sources.getBufferData(file).slice(begin, sources.getFileOffset(locationOf(pragma.given.back().end)));
}

/// Whether \p given is a clause of \p pragma: with the same values, or with any.
bool hasClause(const PragmaRecord &pragma, const GivenClause &given, bool anyValue) {
  return llvm::any_of(pragma.given, [&](const GivenClause &other) {
    return other.name == given.name && (anyValue || other.text == given.text);
  });
}

/// Moves \p pragma to the line before \p loop.
std::vector<FixIt> moved(const SourceManager &sources, const PragmaRecord &pragma, SourceLocation loop) {
  const StringRef before = lineBefore(sources, loop);
  const bool startsLine = before.trim().empty() || before.ltrim().starts_with("#");
  const SourceLocation place = startsLine ? loop.getLocWithOffset(-int(before.size())) : loop;
  const std::string text = textOf(sources, pragma).str() + "\n";
  return {removalOf(sources, pragma),
          {refOf(place), refOf(place), startsLine ? text : "\n" + text}};
}

} // namespace

FixIt removalOf(const SourceManager &sources, const PragmaRecord &pragma) {
  if (!inText(pragma)) { // An edit inside of a macro is none.
    const SourceLocation end = pragma.asOperator.getEnd();
    return {refOf(pragma.asOperator.getBegin()),
            refOf(end.isFileID() ? end.getLocWithOffset(1) : end), ""};
  }
  const StringRef before = lineBefore(sources, pragma.begin);
  const auto [file, end] = sources.getDecomposedLoc(pragma.end);
  const bool endsLine = sources.getBufferData(file).drop_front(end).starts_with("\n");
  if (!before.trim().empty() || !endsLine)
    return {refOf(pragma.begin), refOf(pragma.end), ""};
  return {refOf(pragma.begin.getLocWithOffset(-int(before.size()))),
          refOf(pragma.end.getLocWithOffset(1)), ""};
}

std::vector<FixIt> merged(const SourceManager &sources, const PragmaRecord &first,
                          const PragmaRecord &second) {
  const auto all = [&](auto holds) { return llvm::all_of(second.given, holds); };
  if (all([&](const GivenClause &given) { return hasClause(first, given, /*anyValue=*/false); }))
    return {removalOf(sources, second)};
  if (first.given.empty())
    return {removalOf(sources, first)};
  const bool inFiles = inText(second) && locationOf(second.given.back().end).isFileID();
  if (!inFiles || !all([&](const GivenClause &given) { return !hasClause(first, given, /*anyValue=*/true); }))
    return {};
  const SourceRef end = first.given.back().end;
  return {{end, end, " " + clausesText(sources, second).str()}, removalOf(sources, second)};
}

std::vector<FixIt> bracesAround(const ASTContext &context, const Stmt &statement) {
  const SourceLocation begin = statement.getBeginLoc(), end = endOfText(context, statement);
  if (begin.isMacroID() || end.isInvalid() || end.isMacroID())
    return {};
  return {{refOf(begin), refOf(begin), "{ "}, {refOf(end), refOf(end), " }"}};
}

std::vector<FixIt> regionAt(const ASTContext &context, const MarkedRegion &region) {
  const SourceManager &sources = context.getSourceManager();
  if (region.later && inText(*region.pragma) && region.later->getBeginLoc().isFileID())
    return moved(sources, *region.pragma, region.later->getBeginLoc());
  if (region.next && isa<IfStmt>(region.next))
    return bracesAround(context, *region.next);
  return {};
}

} // namespace gputile::driver
