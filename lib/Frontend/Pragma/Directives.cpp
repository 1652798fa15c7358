//===- Directives.cpp - Loops that OpenMP and OpenACC share ---------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Frontend/Pragma/Reductions.h"

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

/// The names in \p tokens that stand outside of brackets.
std::vector<std::string> wordsIn(const std::vector<PragmaToken> &tokens) {
  std::vector<std::string> words;
  int depth = 0;
  for (const PragmaToken &token : tokens) {
    depth += token.is("(");
    depth -= token.is(")");
    if (depth == 0 && token.kind == PragmaToken::Kind::Name)
      words.push_back(token.text);
  }
  return words;
}

/// What stands in the brackets that open at \p open.
std::vector<PragmaToken> bracketed(const std::vector<PragmaToken> &tokens, size_t open) {
  std::vector<PragmaToken> inside;
  int depth = 1;
  for (size_t k = open + 1; k < tokens.size(); ++k) {
    depth += tokens[k].is("(");
    depth -= tokens[k].is(")");
    if (depth == 0)
      break;
    inside.push_back(tokens[k]);
  }
  return inside;
}

/// The variables of clauses `reduction` with an operator of C; others say nothing.
std::vector<ReductionName> reductionsIn(const std::vector<PragmaToken> &tokens) {
  std::vector<ReductionName> names;
  for (size_t k = 0; k + 1 < tokens.size(); ++k)
    if (tokens[k].text == "reduction" && tokens[k + 1].is("("))
      readReductions(bracketed(tokens, k + 1), names);
  return names;
}

/// The variables of clauses `private` and `firstprivate`.
std::vector<PrivateName> privatesIn(const std::vector<PragmaToken> &tokens) {
  std::vector<PrivateName> names;
  for (size_t k = 0; k + 1 < tokens.size(); ++k)
    if ((tokens[k].text == "private" || tokens[k].text == "firstprivate") && tokens[k + 1].is("("))
      for (const PragmaToken &token : bracketed(tokens, k + 1))
        if (token.kind == PragmaToken::Kind::Name)
          names.push_back({tokens[k].text, token.text, token.loc});
  return names;
}

/// The pointers of OpenACC's clause `deviceptr` and OpenMP's `is_device_ptr`.
std::vector<ArrayName> devicePointersIn(const std::vector<PragmaToken> &tokens) {
  std::vector<ArrayName> names;
  for (size_t k = 0; k + 1 < tokens.size(); ++k)
    if ((tokens[k].text == "deviceptr" || tokens[k].text == "is_device_ptr") &&
        tokens[k + 1].is("("))
      for (const PragmaToken &token : bracketed(tokens, k + 1))
        if (token.kind == PragmaToken::Kind::Name)
          names.push_back({token.text, token.loc});
  return names;
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
    const std::vector<PragmaToken> tokens = tokensBehind(hash);
    const std::vector<std::string> words = wordsIn(tokens);
    if (words.size() < 2)
      return;
    const std::vector<std::string> construct = constructOf({words.begin() + 1, words.end()});
    const unsigned begin = Sources.getFileOffset(hash);
    if (sharesLoop(words[0], construct))
      record(hash, words[0], construct, tokens);
    else if (words[0] == "omp" && contains(construct, "parallel"))
      Blocks.push_back({begin, endOfBlock(hash), privatesIn(tokens)});
  }

private:
  /// `#pragma omp parallel private(x)` with the block behind it, as offsets in the main file.
  struct Block {
    unsigned begin, end;
    std::vector<PrivateName> privates;
  };

  Lexer lexerAt(SourceLocation loc) const {
    const auto [file, offset] = Sources.getDecomposedLoc(loc);
    const StringRef text = Sources.getBufferData(file);
    return Lexer(Sources.getLocForStartOfFile(file), Language, text.begin(), text.begin() + offset,
                 text.end());
  }

  /// Behind the `}` of the block that the directive at \p hash stands before; where none follows, 0.
  unsigned endOfBlock(SourceLocation hash) const {
    Lexer lexer = lexerAt(hash);
    Token token;
    lexer.LexFromRawLexer(token); // The `#`.
    do
      lexer.LexFromRawLexer(token);
    while (!token.isAtStartOfLine() && token.isNot(tok::eof));
    for (unsigned depth = 0; token.isNot(tok::eof); lexer.LexFromRawLexer(token)) {
      depth += token.is(tok::l_brace);
      depth -= token.is(tok::r_brace);
      if (depth == 0)
        return token.is(tok::r_brace) ? Sources.getFileOffset(token.getLocation()) : 0;
    }
    return 0;
  }

  /// Those of \p tokens, and of the blocks around the directive at \p hash.
  std::vector<PrivateName> privatesAt(SourceLocation hash, const std::vector<PragmaToken> &tokens) const {
    std::vector<PrivateName> names = privatesIn(tokens);
    const unsigned offset = Sources.getFileOffset(hash);
    for (const Block &block : Blocks)
      if (block.begin < offset && offset < block.end)
        names.insert(names.end(), block.privates.begin(), block.privates.end());
    return names;
  }

  /// What stands in the directive at \p hash behind `pragma`.
  std::vector<PragmaToken> tokensBehind(SourceLocation hash) const {
    Lexer lexer = lexerAt(hash);
    std::vector<PragmaToken> tokens;
    Token token;
    lexer.LexFromRawLexer(token); // The `#`.
    lexer.LexFromRawLexer(token); // `pragma`
    for (lexer.LexFromRawLexer(token); !token.isAtStartOfLine() && token.isNot(tok::eof);
         lexer.LexFromRawLexer(token)) {
      const bool isName = token.is(tok::raw_identifier);
      tokens.push_back({isName ? PragmaToken::Kind::Name : PragmaToken::Kind::Punctuation,
                        Lexer::getSpelling(token, Sources, Language),
                        false,
                        {token.getLocation().getRawEncoding()},
                        {}});
    }
    return tokens;
  }

  void record(SourceLocation hash, const std::string &family,
              const std::vector<std::string> &construct, const std::vector<PragmaToken> &tokens) {
    PragmaRecord record;
    record.reductions = reductionsIn(tokens);
    record.devicePointers = devicePointersIn(tokens);
    record.privates = privatesAt(hash, tokens);
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
  std::vector<Block> Blocks;
};

} // namespace

void addDirectiveRecorder(CompilerInstance &compiler, std::shared_ptr<PragmaState> state) {
  compiler.getPreprocessor().addPPCallbacks(
      std::make_unique<DirectiveRecorder>(compiler, std::move(state)));
}

} // namespace gputile
