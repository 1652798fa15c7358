//===- Nested.cpp - Analysis before the real compilation --------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Nested.h"

#include "Replay.h"

#include "gputile/Driver/Reading.h"

#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/FrontendOptions.h"
#include "clang/Lex/PreprocessorOptions.h"

using namespace clang;

namespace gputile {
namespace {

class AnalysisAction : public ASTFrontendAction {
public:
  AnalysisAction(const UnitRequest &request, UnitResult &result)
      : Request(request), Result(result) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler, StringRef) override {
    return makeConsumer(compiler, Request, [this](UnitResult unit) { Result = std::move(unit); });
  }

private:
  const UnitRequest &Request;
  UnitResult &Result;
};

} // namespace

UnitResult analyseFirst(CompilerInstance &outer, const UnitRequest &request) {
  const InnerCompilation inner;
  UnitResult result;
  CompilerInstance compiler(outer.getPCHContainerOperations());
  auto invocation = readingOnly(outer.getInvocation());
  invocation->getPreprocessorOpts().RetainRemappedFileBuffers = true;
  compiler.setInvocation(std::move(invocation));
  Replay replay(outer);
  compiler.createDiagnostics(&replay, /*ShouldOwnClient=*/false);
  compiler.setFileManager(&outer.getFileManager());
  compiler.createSourceManager(outer.getFileManager());
  AnalysisAction action(request, result);
  compiler.ExecuteAction(action);
  return result;
}

/// Gives \p file the contents \p text.
static void overrideContents(SourceManager &sources, FileEntryRef file, const std::string &text) {
  sources.overrideFileContents(file,
                               llvm::MemoryBuffer::getMemBufferCopy(text, file.getName()));
  // Places in the old text may have been printed; its line table is of no use any more.
  const FileID id = sources.createFileID(file, SourceLocation(), SrcMgr::C_User);
  sources.getSLocEntry(id).getFile().getContentCache().SourceLineCache =
      SrcMgr::LineOffsetMapping();
  const auto main = sources.getFileEntryRefForID(sources.getMainFileID());
  if (main && &main->getFileEntry() == &file.getFileEntry())
    sources.setMainFileID(id);
}

void readInstead(CompilerInstance &compiler, const std::vector<RewrittenSource> &rewritten) {
  for (const RewrittenSource &source : rewritten)
    overrideContents(compiler.getSourceManager(), source.file, source.text);
}

} // namespace gputile
