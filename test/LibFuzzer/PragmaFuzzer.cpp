//===- PragmaFuzzer.cpp - The pragma's parser --------------------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The input follows `#pragma gpu_tile` before a loop; it stays in one line but for
/// line breaks behind a backslash.
///
//===----------------------------------------------------------------------===//

#include "gputile/Frontend/Frontend.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Tooling/Tooling.h"

#include <cstdint>
#include <cstdlib>

using namespace clang;
using namespace gputile;

namespace {

void require(bool holds) {
  if (!holds)
    abort();
}

/// What every record promises.
void checkRecord(const PragmaRecord &record) {
  require(record.begin.isValid() && record.loc.isValid() && record.end.isValid());
  for (const GivenClause &clause : record.given)
    require(!clause.name.empty());
  for (const gputile::Diagnostic &error : record.errors)
    require(diagIdName(error.id) != nullptr);
  for (long size : record.clauses.tile.value)
    require(size >= 1);
}

class Consumer : public ASTConsumer {
public:
  explicit Consumer(CompilerInstance &compiler) : State(std::make_shared<PragmaState>()) {
    addPragmaHandler(compiler, State);
  }
  void HandleTranslationUnit(ASTContext &context) override {
    for (const PragmaRecord &record : State->pragmas)
      checkRecord(record);
    findRegions(context, *State);
  }

private:
  std::shared_ptr<PragmaState> State;
};

class Action : public ASTFrontendAction {
public:
  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler, StringRef) override {
    return std::make_unique<Consumer>(compiler);
  }
};

std::string inOneLine(const uint8_t *data, size_t size) {
  std::string text(reinterpret_cast<const char *>(data), size);
  for (size_t i = 0; i < text.size(); ++i)
    if (text[i] == '\n' && (i == 0 || text[i - 1] != '\\'))
      text[i] = ' ';
  return text;
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  const std::string code = "void f(int n, double *A) {\n#pragma gpu_tile " + inOneLine(data, size) +
                           "\n  for (int i = 0; i < n; i++)\n    A[i] = 0;\n}\n";
  llvm::IntrusiveRefCntPtr<FileManager> files(new FileManager(FileSystemOptions()));
  IgnoringDiagConsumer quiet;
  tooling::ToolInvocation invocation({"clang", "-fsyntax-only", "input.c"}, std::make_unique<Action>(),
                                     files.get());
  invocation.setDiagnosticConsumer(&quiet);
  llvm::IntrusiveRefCntPtr<llvm::vfs::InMemoryFileSystem> memory(new llvm::vfs::InMemoryFileSystem);
  memory->addFile("input.c", 0, llvm::MemoryBuffer::getMemBuffer(code));
  files->setVirtualFileSystem(memory);
  invocation.run();
  return 0;
}
