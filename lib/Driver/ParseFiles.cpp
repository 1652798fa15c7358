//===- ParseFiles.cpp - The program with other text, parsed ---------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/ParseFiles.h"

#include "gputile/Driver/Reading.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Lex/PreprocessorOptions.h"

#include <set>

using namespace clang;

namespace gputile::driver {
namespace {

/// What is to be read, and who gets it.
struct Request {
  std::set<std::string> changed;
  std::function<void(ASTContext &)> visit;
};

class Consumer : public ASTConsumer {
public:
  Consumer(const SourceManager &sources, const Request &request)
      : Sources(sources), Asked(request) {}

  /// Asked only where SkipFunctionBodies is set.
  bool shouldSkipFunctionBody(Decl *decl) override {
    const FileID file = Sources.getFileID(Sources.getExpansionLoc(decl->getLocation()));
    const auto entry = Sources.getFileEntryRefForID(file);
    return entry && Asked.changed.count(entry->getName().str()) == 0;
  }

  void HandleTranslationUnit(ASTContext &context) override {
    if (Asked.visit)
      Asked.visit(context);
  }

private:
  const SourceManager &Sources;
  const Request &Asked;
};

class Action : public ASTFrontendAction {
public:
  explicit Action(const Request &request) : Asked(request) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler, StringRef) override {
    return std::make_unique<Consumer>(compiler.getSourceManager(), Asked);
  }

private:
  const Request &Asked;
};

} // namespace

void parseFiles(CompilerInstance &compiler, llvm::ArrayRef<ChangedFile> files, Bodies bodies,
                DiagnosticConsumer &diagnostics, std::function<void(ASTContext &)> visit) {
  const InnerCompilation inner;
  CompilerInstance again(compiler.getPCHContainerOperations());
  auto invocation = readingOnly(compiler.getInvocation());
  invocation->getDiagnosticOpts().IgnoreWarnings = true;
  PreprocessorOptions &options = invocation->getPreprocessorOpts();
  options.RetainRemappedFileBuffers = true;
  invocation->getFrontendOpts().SkipFunctionBodies = bodies == Bodies::OfChangedFiles;
  std::vector<std::unique_ptr<llvm::MemoryBuffer>> buffers;
  Request request{{}, std::move(visit)};
  for (const auto &[name, text] : files) {
    request.changed.insert(name);
    buffers.push_back(llvm::MemoryBuffer::getMemBuffer(text, name));
    options.addRemappedFile(name, buffers.back().get());
  }
  again.setInvocation(std::move(invocation));
  again.createDiagnostics(&diagnostics, /*ShouldOwnClient=*/false);
  again.setFileManager(&compiler.getFileManager());
  again.createSourceManager(compiler.getFileManager());
  Action action(request);
  again.ExecuteAction(action);
}

} // namespace gputile::driver
