//===- Pragma.cpp - The handler of #pragma gpu_tile -----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Pragma/Pragma.h"

#include "clang/Basic/CodeGenOptions.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/TokenConcatenation.h"

#include <utility>

namespace gputile {

using namespace frontend;

namespace {

SourceRef toRef(clang::SourceLocation loc) { return {loc.getRawEncoding()}; }

PragmaToken::Kind kindOf(const clang::Token &token) {
  if (token.is(clang::tok::eod))
    return PragmaToken::Kind::End;
  if (token.isAnyIdentifier() || token.getIdentifierInfo())
    return PragmaToken::Kind::Name;
  if (token.isOneOf(clang::tok::numeric_constant, clang::tok::string_literal))
    return PragmaToken::Kind::Other;
  return PragmaToken::Kind::Punctuation;
}

PragmaToken toPragmaToken(const clang::Preprocessor &pp, const clang::Token &token) {
  PragmaToken result;
  result.kind = kindOf(token);
  result.loc = toRef(token.getLocation());
  result.end = result.loc;
  if (result.kind == PragmaToken::Kind::End)
    return result;
  result.text = pp.getSpelling(token);
  result.spaceBefore = token.hasLeadingSpace();
  if (token.getLocation().isFileID())
    result.end = toRef(token.getEndLoc());
  return result;
}

/// Records the directive; it leaves no trace in the token stream. Regions are
/// paired with pragmas by location afterwards, so nothing here depends on what
/// follows.
class GpuTilePragmaHandler : public clang::PragmaHandler {
public:
  explicit GpuTilePragmaHandler(std::shared_ptr<PragmaState> state)
      : PragmaHandler("gpu_tile"), State(std::move(state)) {}

  void HandlePragma(clang::Preprocessor &pp, clang::PragmaIntroducer introducer,
                    clang::Token &first) override {
    PragmaRecord record;
    record.begin = introducer.Loc;
    record.loc = first.getLocation();
    std::vector<PragmaToken> tokens = readTokens(pp, first);
    record.end = clang::SourceLocation::getFromRawEncoding(tokens.back().loc.raw);
    if (introducer.Kind == clang::PIK__Pragma)
      placeOperator(pp.getSourceManager(), introducer.Loc, record);
    parseClauses(tokens, record);
    State->pragmas.push_back(std::move(record));
  }

private:
  /// Clang gives the operator's tokens places in a text of its own, expanded from the operator.
  static void placeOperator(const clang::SourceManager &sources, clang::SourceLocation begin,
                            PragmaRecord &record) {
    record.asOperator = {begin, sources.getImmediateExpansionRange(record.loc).getEnd()};
    record.begin = record.loc = record.end = sources.getExpansionLoc(begin);
  }

  /// The rest of the directive. Macros are expanded, so that tile(TILE_X, TILE_Y) works.
  static std::vector<PragmaToken> readTokens(clang::Preprocessor &pp, const clang::Token &first) {
    const clang::TokenConcatenation concatenation(pp);
    std::vector<PragmaToken> tokens;
    clang::Token before, last = first, token;
    before.startToken();
    do {
      pp.Lex(token);
      tokens.push_back(toPragmaToken(pp, token));
      // As text, "-" and a macro's "-1" must not become "--1".
      tokens.back().spaceBefore |= token.isNot(clang::tok::eod) &&
                                   concatenation.AvoidConcat(before, last, token);
      before = std::exchange(last, token);
    } while (token.isNot(clang::tok::eod));
    return tokens;
  }

  std::shared_ptr<PragmaState> State;
};

} // namespace

void addPragmaHandler(clang::CompilerInstance &compiler, std::shared_ptr<PragmaState> state) {
  state->strictAliasing = !compiler.getCodeGenOpts().RelaxedAliasing;
  // The preprocessor owns the handler.
  compiler.getPreprocessor().AddPragmaHandler(new GpuTilePragmaHandler(std::move(state)));
}

} // namespace gputile
