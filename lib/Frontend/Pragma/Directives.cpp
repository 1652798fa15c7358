//===- Directives.cpp - Loops that OpenMP and OpenACC share ---------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Pragma/Pragma.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/Lexer.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Preprocessor.h"

#include <algorithm>

using namespace clang;

namespace gputile {

using namespace frontend;

namespace {

/// The directive's words up to its first clause: "parallel for".
std::vector<std::string> constructOf(const std::vector<std::string> &words) {
  static const char *const Names[] = {"target", "teams", "distribute", "parallel", "for",
                                      "loop",   "simd",  "kernels",    "serial"};
  const auto end = std::find_if(words.begin(), words.end(), [](const std::string &word) {
    return std::find(std::begin(Names), std::end(Names), word) == std::end(Names);
  });
  return {words.begin(), end};
}

bool contains(const std::vector<std::string> &words, const char *word) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

/// Whether a loop behind the directive shares its iterations among threads.
bool sharesLoop(const std::string &family, const std::vector<std::string> &construct) {
  if (family == "omp")
    return contains(construct, "for") || contains(construct, "loop");
  return family == "acc" && (contains(construct, "loop") || contains(construct, "kernels")) &&
         !contains(construct, "serial");
}

/// "omp parallel for"
std::string nameOf(const std::vector<std::string> &construct) {
  std::string text = "omp";
  for (const std::string &word : construct)
    text += " " + word;
  return text;
}

class DirectiveRecorder : public PPCallbacks {
public:
  DirectiveRecorder(CompilerInstance &compiler, std::shared_ptr<PragmaState> state)
      : Sources(compiler.getSourceManager()), Language(compiler.getLangOpts()),
        State(std::move(state)) {}

  void PragmaDirective(SourceLocation hash, PragmaIntroducerKind introducer) override {
    if (introducer != PIK_HashPragma || !hash.isFileID() || !Sources.isInMainFile(hash))
      return;
    const std::vector<std::string> words = wordsBehind(hash);
    if (words.size() < 2)
      return;
    const std::vector<std::string> construct = constructOf({words.begin() + 1, words.end()});
    if (sharesLoop(words[0], construct))
      record(hash, words[0], construct);
  }

private:
  /// The names of the directive at \p hash behind `pragma` that stand outside of brackets.
  std::vector<std::string> wordsBehind(SourceLocation hash) const {
    const auto [file, offset] = Sources.getDecomposedLoc(hash);
    const StringRef text = Sources.getBufferData(file);
    Lexer lexer(Sources.getLocForStartOfFile(file), Language, text.begin(),
                text.begin() + offset, text.end());
    std::vector<std::string> words;
    Token token;
    lexer.LexFromRawLexer(token); // The `#`.
    lexer.LexFromRawLexer(token); // `pragma`
    int depth = 0;
    for (lexer.LexFromRawLexer(token); !token.isAtStartOfLine() && token.isNot(tok::eof);
         lexer.LexFromRawLexer(token)) {
      depth += token.is(tok::l_paren);
      depth -= token.is(tok::r_paren);
      if (depth == 0 && token.is(tok::raw_identifier))
        words.push_back(token.getRawIdentifier().str());
    }
    return words;
  }

  void record(SourceLocation hash, const std::string &family,
              const std::vector<std::string> &construct) {
    PragmaRecord record;
    record.begin = record.loc = record.end = hash;
    record.implied = true;
    // Threads that a directive starts for its loop alone, the region does without.
    if (Language.OpenMP && family == "omp" && construct.front() != "parallel")
      record.errors.push_back(
          {DiagId::OpenMpOn, {hash.getRawEncoding()}, {nameOf(construct)}, {}, {}});
    State->pragmas.push_back(std::move(record));
  }

  const SourceManager &Sources;
  const LangOptions &Language;
  std::shared_ptr<PragmaState> State;
};

} // namespace

void addDirectiveRecorder(CompilerInstance &compiler, std::shared_ptr<PragmaState> state) {
  compiler.getPreprocessor().addPPCallbacks(
      std::make_unique<DirectiveRecorder>(compiler, std::move(state)));
}

} // namespace gputile
