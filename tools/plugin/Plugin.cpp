//===- Plugin.cpp - gputile inside clang -------------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// `clang -fplugin=libgputile.so`: marked regions become calls of libgputile_rt while
/// Clang compiles the file; where no code is generated they are analysed and reported.
///
//===----------------------------------------------------------------------===//

#include "Images.h"
#include "Mentions.h"
#include "Nested.h"

#include "gputile/Config.h"
#include "gputile/Driver/Driver.h"
#include "gputile/Driver/Json.h"
#include "gputile/Driver/Reading.h"
#include "gputile/Driver/Report.h"
#include "gputile/Driver/StandardStreams.h"
#include "gputile/Model/DeviceFile.h"
#include "gputile/Support/Isl.h"

#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"
#include "clang/Lex/PPCallbacks.h"
#include "clang/Lex/Pragma.h"
#include "clang/Lex/Preprocessor.h"
#include "llvm/Support/FileSystem.h"

#include <cstdio>
#include <unistd.h>

using namespace clang;

namespace gputile {
namespace {

/// Ends the compilation unless the compiler is the release this file was built
/// against. Returning an error from ParseArgs would only skip the plugin, with exit
/// status 0, and going on would crash in another release's AST. Prints with
/// stdio, since not even raw_ostream need be compatible.
void checkHost() {
  const std::string host = getClangFullCPPVersion();
  if (host.find(" " GPUTILE_LLVM_VERSION) == std::string::npos) {
    std::fprintf(stderr, "gputile: error: built for clang %s, loaded by '%s'\n",
                 GPUTILE_LLVM_VERSION, host.c_str());
    _exit(1);
  }
  if (!linkedIslIsExpected()) {
    std::fprintf(stderr, "gputile: error: calls of isl reach another isl: %s\n",
                 linkedIslVersion().c_str());
    _exit(1);
  }
}

/// True when the compilation ends in code, so that regions are to be replaced.
/// Editors, -fsyntax-only and precompiled headers only get diagnostics.
bool generatesCode(const CompilerInstance &compiler) {
  switch (compiler.getFrontendOpts().ProgramAction) {
  case frontend::EmitAssembly:
  case frontend::EmitBC:
  case frontend::EmitLLVM:
  case frontend::EmitLLVMOnly:
  case frontend::EmitCodeGenOnly:
  case frontend::EmitObj:
    return true;
  default:
    return false;
  }
}

/// A build that asks what a file depends on gets the files that options name, too, behind the main
/// file. What collects dependencies hears of files that are looked at, and cannot be told
/// otherwise.
class Dependencies : public PPCallbacks {
public:
  Dependencies(CompilerInstance &compiler, std::vector<std::string> files)
      : Compiler(compiler), Files(std::move(files)) {}

  void EndOfMainFile() override {
    for (const std::string &file : Files)
      Compiler.getPreprocessor().getPPCallbacks()->HasInclude(
          SourceLocation(), file, /*IsAngled=*/false,
          Compiler.getFileManager().getOptionalFileRef(file), SrcMgr::C_User);
  }

private:
  CompilerInstance &Compiler;
  const std::vector<std::string> Files;
};

/// Of most compilations there are none, and nothing then listens to the preprocessor.
void addDependencies(CompilerInstance &compiler, const DriverOptions &options) {
  std::vector<std::string> files;
  if (!options.layoutsFile.empty())
    files.push_back(options.layoutsFile);
  const Choice<std::string> &device = options.clauses.device;
  if (device.origin == Origin::Option && !deviceProfileOf(device.value) &&
      llvm::sys::fs::exists(device.value))
    files.push_back(device.value);
  if (!files.empty())
    compiler.getPreprocessor().addPPCallbacks(
        std::make_unique<Dependencies>(compiler, std::move(files)));
}

void reportWrite(CompilerInstance &compiler, const std::optional<WriteError> &error) {
  if (error)
    ClangDiagnosticHandler(compiler).report(
        {DiagId::CannotWrite, {}, {error->path, error->message}, {}, {}});
}

/// Writes \p files, which belong into one folder, and makes that.
void writeInFolder(CompilerInstance &compiler, const std::vector<OutputFile> &files) {
  if (files.empty())
    return;
  const auto error = makeFolderOf(files.front().path);
  reportWrite(compiler, error ? error : writeFiles(files));
}

/// Writes what options ask for besides the object.
void writeResults(CompilerInstance &compiler, const DriverOptions &options, UnitResult unit) {
  if (!options.draw.empty())
    writeInFolder(compiler, pictureFiles(unit.pictures, options.draw));
  if (!options.report.empty())
    reportWrite(compiler, writeFiles({{options.report, reportPage(unit)}}));
  const std::string json = jsonText(std::move(unit.json));
  if (options.dumpJson == "-")
    reportWrite(compiler, writeToStandardOutput(json));
  else if (!options.dumpJson.empty())
    reportWrite(compiler, writeFiles({{options.dumpJson, json}}));
}

/// Whether gputile-clangd runs the plugin.
bool inEditor() { return getenv("GPUTILE_EDITOR") != nullptr; }

/// Whether options name no file that regions depend on.
bool readsNoFile(const DriverOptions &options) {
  const Choice<std::string> &device = options.clauses.device;
  return options.layoutsFile.empty() &&
         (device.origin != Origin::Option || deviceProfileOf(device.value));
}

/// Whether regions have no results but messages.
bool saysOnly(const DriverOptions &options) {
  return options.dumpJson.empty() && options.report.empty() && options.draw.empty() &&
         options.printAfter.empty() && !options.failIn && !options.timePhases;
}

class GpuTileAction : public PluginASTAction {
public:
  ActionType getActionType() override { return AddBeforeMainAction; }

  bool ParseArgs(const CompilerInstance &compiler,
                 const std::vector<std::string> &arguments) override {
    checkHost();
    // Clang warns about flags that it does not know.
    Request.flags = {"-fplugin-arg-gputile-warnings", "-fplugin-arg-gputile-remarks"};
    adaptToEditor();
    // A wrong argument must fail the compilation, so it is kept for later.
    for (const std::string &argument : arguments) {
      StringRef archs = argument;
      if (archs.consume_front("arch=")) {
        SmallVector<StringRef> names;
        archs.split(names, ',', /*MaxSplit=*/-1, /*KeepEmpty=*/false);
        Archs.assign(names.begin(), names.end());
      } else if (auto error = applyOption(argument, Request.options)) {
        Errors.push_back(*error);
      }
    }
    return true;
  }

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler, StringRef) override {
    if (InnerCompilation::isRunning())
      return std::make_unique<ASTConsumer>();
    ClangDiagnosticHandler diagnostics(compiler);
    for (const OptionError &error : Errors)
      diagnostics.report(
          {DiagId::BadOption, {}, {"-fplugin-arg-gputile-" + error.option, error.message}, {}, {}});
    addDependencies(compiler, Request.options);
    if (generatesCode(compiler))
      return compileRegions(compiler);
    // What a header's compilation replaced, its users would not know of.
    if (compiler.getFrontendOpts().ProgramAction != frontend::ParseSyntaxOnly)
      Request.unreachable = "its file becomes a precompiled header or a module";
    Request.remembers = inEditor() && saysOnly(Request.options) && readsNoFile(Request.options);
    // The action is gone when the consumer is done.
    return makeConsumer(compiler, Request,
                        [&compiler, options = Request.options](UnitResult unit) {
                          writeResults(compiler, options, std::move(unit));
                        });
  }

private:
  /// gputile-clangd shows remarks, which clangd drops. Diagnostics wait for all regions.
  void adaptToEditor() {
    constexpr double seconds = 4;
    if (!inEditor())
      return;
    Request.options.maxSeconds = seconds;
    Request.options.remarks = true;
    Request.flags.remarksAreWarnings = true;
  }

  /// Analyses the file before it is compiled, and lets Clang compile the result.
  std::unique_ptr<ASTConsumer> compileRegions(CompilerInstance &compiler) {
    if (Errors.empty() && mayHaveRegions(compiler, Request.options.regions)) {
      Request.rewriting = Rewriting::Sources;
      Request.compileImages = [&](const RegionEdit &edit) { return images(compiler, edit); };
      UnitResult unit = analyseFirst(compiler, Request);
      readInstead(compiler, unit.sources);
      writeSources(compiler, unit.sources);
      writeResults(compiler, Request.options, std::move(unit));
    } else if (!Request.options.dumpJson.empty() || !Request.options.report.empty()) {
      writeResults(compiler, Request.options, {});
    }
    // The pragmas of regions that stay have been spoken of.
    compiler.getPreprocessor().AddPragmaHandler(new EmptyPragmaHandler("gpu_tile"));
    return std::make_unique<ASTConsumer>();
  }

  /// What option output-dir asks for: the text that Clang compiles.
  void writeSources(CompilerInstance &compiler, const std::vector<RewrittenSource> &sources) const {
    if (Request.options.outputDir.empty())
      return;
    std::vector<OutputFile> files;
    for (const RewrittenSource &source : sources)
      files.push_back(
          {outputPathsFor(source.file.getName().str(), Request.options.outputDir).host,
           source.text});
    writeInFolder(compiler, files);
  }

  std::vector<KernelImage> images(CompilerInstance &compiler, const RegionEdit &edit) const {
    std::vector<std::pair<std::string, std::string>> failed;
    std::vector<KernelImage> result = ImageCompiler(Archs).compile(edit.code, failed);
    for (const auto &[arch, why] : failed)
      ClangDiagnosticHandler(compiler).report(
          {DiagId::ImageNotCompiled, {}, {arch, why}, {}, {}});
    return result;
  }

  UnitRequest Request;
  std::vector<std::string> Archs;
  std::vector<OptionError> Errors;
};

FrontendPluginRegistry::Add<GpuTileAction> Registration("gputile",
                                                        "run '#pragma gpu_tile' regions on a GPU");

} // namespace
} // namespace gputile
