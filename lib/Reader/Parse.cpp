//===- Parse.cpp - Generated text, parsed again ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Reader/Parse.h"

#include "Reader/CudaDeclarations.h"

#include "gputile/Support/LlvmCompat.h"

#include "clang/AST/ASTConsumer.h"
#include "clang/Basic/Builtins.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Basic/TargetInfo.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/Preprocessor.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "clang/Parse/ParseAST.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/TargetParser/Host.h"

using namespace clang;

namespace gputile {
namespace {

/// Where virtual headers lie.
constexpr const char *HeaderFolder = "/gputile-headers";

/// Fills in the line of \p location.
void findLine(const SourceManager &sources, SourceLocation location, TextError &error) {
  const auto [file, offset] = sources.getDecomposedExpansionLoc(location);
  error.line = sources.getLineNumber(file, offset);
  const StringRef text = sources.getBufferData(file);
  const size_t begin = text.take_front(offset).rfind('\n') + 1;
  error.text = text.substr(begin).take_until([](char c) { return c == '\n'; }).trim().str();
}

/// The options of a compilation as CUDA's compilers do it for the host.
std::shared_ptr<CompilerInvocation> hostInvocation(const TextMacros &macros) {
  auto invocation = std::make_shared<CompilerInvocation>();
  TargetOptions &target = invocation->getTargetOpts();
  target.Triple = llvm::sys::getDefaultTargetTriple();
  // `<<<…>>>` calls __cudaPushCallConfiguration from this release of CUDA on.
  target.SDKVersion = llvm::VersionTuple(9, 2);
  invocation->getFrontendOpts().AuxTriple = "nvptx64-nvidia-cuda";
  LangOptions &language = languageOptions(*invocation);
  std::vector<std::string> includes;
  LangOptions::setLangDefaults(language, Language::CUDA, llvm::Triple(target.Triple), includes,
                               LangStandard::lang_cxx17);
  language.CPlusPlus17 = true;
  language.DoubleSquareBracketAttributes = true; // Clang 16 has them no other way.
  HeaderSearchOptions &headers = invocation->getHeaderSearchOpts();
  headers.UseBuiltinIncludes = headers.UseStandardSystemIncludes = false;
  headers.UseStandardCXXIncludes = false;
  headers.AddPath(HeaderFolder, frontend::System, /*IsFramework=*/false, /*IgnoreSysRoot=*/true);
  for (const auto &[name, value] : macros)
    invocation->getPreprocessorOpts().addMacroDef(name + "=" + value);
  return invocation;
}

llvm::IntrusiveRefCntPtr<FileManager> virtualFiles(llvm::ArrayRef<reader::VirtualHeader> headers,
                                                   const TextHeaders &more) {
  auto files = llvm::makeIntrusiveRefCnt<llvm::vfs::InMemoryFileSystem>();
  for (const reader::VirtualHeader &header : headers)
    files->addFile(std::string(HeaderFolder) + "/" + header.name, 0,
                   llvm::MemoryBuffer::getMemBuffer(header.text, header.name));
  for (const auto &[name, text] : more)
    files->addFile(std::string(HeaderFolder) + "/" + name, 0,
                   llvm::MemoryBuffer::getMemBufferCopy(text, name));
  return llvm::makeIntrusiveRefCnt<FileManager>(FileSystemOptions(), files);
}

/// Leaves out what is the same in each parse: bodies of functions in headers. Those of templates
/// have to fit the types in the text.
class WithoutHeaderBodies : public ASTConsumer {
public:
  explicit WithoutHeaderBodies(const SourceManager &sources) : Sources(sources) {}

  bool shouldSkipFunctionBody(Decl *decl) override {
    return !decl->isTemplated() &&
           !Sources.isWrittenInMainFile(Sources.getExpansionLoc(decl->getLocation()));
  }

private:
  const SourceManager &Sources;
};

/// Makes all that a parser needs, without an action: actions would start plugins.
void prepare(CompilerInstance &compiler, const std::string &text, TextKind kind,
             const TextHeaders &headers) {
  compiler.createTarget();
  compiler.setFileManager(
      virtualFiles(kind == TextKind::CudaFile ? reader::cudaFileHeaders()
                                              : llvm::ArrayRef<reader::VirtualHeader>(),
                   headers)
          .get());
  compiler.createSourceManager(compiler.getFileManager());
  SourceManager &sources = compiler.getSourceManager();
  sources.setMainFileID(sources.createFileID(
      llvm::MemoryBuffer::getMemBufferCopy(text, "generated text")));
  compiler.createPreprocessor(TU_Complete);
  Preprocessor &preprocessor = compiler.getPreprocessor();
  preprocessor.setPredefines(preprocessor.getPredefines() + reader::CudaBuiltins);
  preprocessor.getBuiltinInfo().initializeBuiltins(preprocessor.getIdentifierTable(),
                                                   compiler.getLangOpts());
  compiler.createASTContext();
  compiler.setASTConsumer(std::make_unique<WithoutHeaderBodies>(sources));
  compiler.createSema(TU_Complete, nullptr);
}

} // namespace

void FirstError::HandleDiagnostic(DiagnosticsEngine::Level level, const Diagnostic &info) {
  DiagnosticConsumer::HandleDiagnostic(level, info);
  if (level < DiagnosticsEngine::Error || Error ||
      !DiagnosticIDs::isDefaultMappingAsError(info.getID()))
    return;
  Error.emplace();
  llvm::SmallString<256> text;
  info.FormatDiagnostic(text);
  Error->message = text.str().str();
  if (info.hasSourceManager() && info.getLocation().isValid())
    findLine(info.getSourceManager(), info.getLocation(), *Error);
}

ParsedText::ParsedText() = default;
ParsedText::ParsedText(ParsedText &&) noexcept = default;
ParsedText &ParsedText::operator=(ParsedText &&) noexcept = default;
ParsedText::~ParsedText() = default;

ASTContext &ParsedText::ast() const { return Compiler->getASTContext(); }

ParsedText parseText(const std::string &text, TextKind kind, const TextMacros &macros,
                     const TextHeaders &headers) {
  ParsedText parsed;
  parsed.Compiler = std::make_unique<CompilerInstance>();
  CompilerInstance &compiler = *parsed.Compiler;
  compiler.setInvocation(hostInvocation(macros));
  FirstError first(parsed.Error);
  compiler.createDiagnostics(&first, /*ShouldOwnClient=*/false);
  compiler.getDiagnostics().setIgnoreAllWarnings(true);
  prepare(compiler, text, kind, headers);
  first.BeginSourceFile(compiler.getLangOpts(), &compiler.getPreprocessor());
  ParseAST(compiler.getSema(), /*PrintStats=*/false, /*SkipFunctionBodies=*/true);
  first.EndSourceFile();
  compiler.setSema(nullptr);
  // The consumer is gone after this.
  compiler.getDiagnostics().setClient(new IgnoringDiagConsumer);
  return parsed;
}

std::string describe(const TextError &error) {
  if (error.line == 0)
    return error.message;
  return error.message + ", in line " + std::to_string(error.line) + ", '" + error.text + "'";
}

} // namespace gputile
