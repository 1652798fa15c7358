//===- main.cpp - gputile-mutate: mistakes in generated text must be found -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// gputile-mutate [--all | --most=N] [--list] [--option=value …] FILE.c
///
/// Transforms the regions of FILE.c, checks their text, then changes one place of the text at
/// a time and checks again. Ends with 1 when a changed text passes.
/// --most: at most so many mutations of each region (40), spread over the text and its kinds.
///
//===----------------------------------------------------------------------===//

#include "Mutations.h"

#include "gputile/Driver/Pipeline.h"
#include "gputile/Frontend/Frontend.h"
#include "gputile/Reader/CheckText.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

#include <map>

using namespace clang;
using namespace gputile;

namespace {

/// What the command line says, and what was found.
struct Run {
  DriverOptions options;
  size_t most = 40;
  bool list = false; ///< Prints every mutation with what found it.
  unsigned mutations = 0, survivors = 0, broken = 0;
};

/// Every mutation runs all samples.
constexpr TextCheckLimits Limits{40'000, 12'000'000, 40};

/// Silent but for errors in what is to be transformed.
class Quiet : public DiagnosticHandler {
public:
  void report(const gputile::Diagnostic &) override {}
};

struct Text {
  std::string head, body, tail; ///< Only the body is mutated.
  std::string whole() const { return head + body + tail; }
};

TextVerdict check(const std::string &text, const PlannedRegion &region) {
  const ParsedText parsed = parseText(text, TextKind::CudaFile);
  if (parsed.error())
    return {TextVerdict::Differs, describe(*parsed.error())};
  return checkText(parsed, region, Limits);
}

/// At most \p most of \p all, every kind in turn, each spread over the text.
std::vector<test::Mutation> chosen(const std::vector<test::Mutation> &all, size_t most) {
  std::map<std::string, std::vector<const test::Mutation *>> kinds;
  for (const test::Mutation &mutation : all)
    kinds[mutation.kind].push_back(&mutation);
  std::vector<test::Mutation> result;
  for (size_t left = std::min(most, all.size()), more = kinds.size(); left > 0 && more > 0; --more) {
    // The kind with the fewest first, so that others take what it leaves.
    const auto least = std::min_element(kinds.begin(), kinds.end(), [](const auto &a, const auto &b) {
      return a.second.size() < b.second.size();
    });
    const auto &places = least->second;
    const size_t count = std::min(places.size(), std::max<size_t>(1, left / more));
    for (size_t i = 0; i < count; ++i)
      result.push_back(*places[i * places.size() / count]);
    left -= std::min(left, count);
    kinds.erase(least);
  }
  return result;
}

/// "line 12: 't0 + 8' -> …"
std::string lineAt(const std::string &text, unsigned offset) {
  const size_t begin = text.rfind('\n', offset) + 1, end = text.find('\n', offset);
  return llvm::StringRef(text).slice(begin, end).trim().str();
}

void mutateRegion(const RegionResult &result, Run &run) {
  const PlannedRegion region{*result.original, *result.scop, *result.plan, *result.code};
  const Text text{cudaPrelude(), result.code->helpers + result.code->kernels + result.code->entry,
                  referenceText({region})};
  const std::string whole = text.whole();
  const TextVerdict sound = check(whole, region);
  if (sound.kind != TextVerdict::Agrees) {
    llvm::outs() << result.code->entryName << ": unchanged text " << describe(sound) << '\n';
    ++run.broken;
    return;
  }
  const ParsedText parsed = parseText(whole, TextKind::CudaFile);
  const auto begin = unsigned(text.head.size()), end = unsigned(begin + text.body.size());
  const std::vector<test::Mutation> all = test::findMutations(parsed.ast(), begin, end);
  unsigned survivors = 0;
  const std::vector<test::Mutation> some = chosen(all, run.most);
  for (const test::Mutation &mutation : some) {
    const std::string mutant = mutation.applied(whole);
    const TextVerdict verdict = check(mutant, region);
    const bool survives = verdict.kind == TextVerdict::Agrees;
    survivors += survives;
    if (survives || run.list)
      llvm::outs() << (survives ? "SURVIVES " : "found ") << mutation.kind << ": "
                   << lineAt(whole, mutation.begin) << "\n      -> " << lineAt(mutant, mutation.begin)
                   << "\n      " << (survives ? "" : verdict.message) << '\n';
  }
  llvm::outs() << result.code->entryName << ": " << some.size() << " of " << all.size()
               << " mutations, " << survivors << " survive\n";
  run.mutations += unsigned(some.size());
  run.survivors += survivors;
}

class Consumer : public ASTConsumer {
public:
  Consumer(CompilerInstance &compiler, Run &run) : State(std::make_shared<PragmaState>()), Current(run) {
    addPragmaHandler(compiler, State);
  }
  void HandleTranslationUnit(ASTContext &context) override {
    Quiet quiet;
    for (const MarkedRegion &region : findRegions(context, *State)) {
      const RegionResult result = runPipeline(context, region, Current.options, quiet);
      if (result.transformed())
        mutateRegion(result, Current);
      else
        ++Current.broken;
    }
  }

private:
  std::shared_ptr<PragmaState> State;
  Run &Current;
};

class Action : public ASTFrontendAction {
public:
  explicit Action(Run &run) : Current(run) {}
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler, StringRef) override {
    return std::make_unique<Consumer>(compiler, Current);
  }

private:
  Run &Current;
};

/// \returns whether \p argument is understood.
bool readOption(llvm::StringRef argument, Run &run) {
  if (!argument.consume_front("--"))
    return false;
  if (argument == "all")
    run.most = SIZE_MAX;
  else if (argument == "list")
    run.list = true;
  else if (argument.consume_front("most="))
    return !argument.getAsInteger(10, run.most);
  else
    return !applyOption(argument.str(), run.options);
  return true;
}

} // namespace

int main(int count, char **arguments) {
  Run run;
  for (int i = 1; i < count; ++i) {
    const llvm::StringRef argument = arguments[i];
    if (argument.starts_with("--")) {
      if (!readOption(argument, run)) {
        llvm::errs() << "gputile-mutate: " << argument << " is not known\n";
        return 2;
      }
      continue;
    }
    auto file = llvm::MemoryBuffer::getFile(argument);
    if (!file) {
      llvm::errs() << "gputile-mutate: cannot read " << argument << '\n';
      return 2;
    }
    run.broken += !tooling::runToolOnCodeWithArgs(std::make_unique<Action>(run), (*file)->getBuffer(),
                                                  {"-std=c11", "-fsyntax-only"}, argument);
  }
  llvm::outs() << run.mutations << " mutations, " << run.survivors << " survive\n"
               << "not made, as the text may stay correct:\n" << test::NotMade;
  return run.survivors > 0 || run.broken > 0 || run.mutations == 0;
}
