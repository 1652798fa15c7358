//===- CompileCommand.cpp - A unit compiled as its build does ----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/CompileCommand.h"

#include "gputile/Config.h"
#include "gputile/Support/LlvmCompat.h"

#include "clang/Driver/Options.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/CompilerInvocation.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Frontend/TextDiagnosticPrinter.h"
#include "clang/Frontend/Utils.h"
#include "clang/Tooling/ArgumentsAdjusters.h"
#include "llvm/ADT/STLExtras.h"
#include "llvm/Option/ArgList.h"
#include "llvm/Support/VirtualFileSystem.h"
#include "llvm/Support/raw_ostream.h"

#include <set>

using namespace clang;
using tooling::CommandLineArguments;

namespace gputile::driver {
namespace {

using FileSystem = llvm::IntrusiveRefCntPtr<llvm::vfs::FileSystem>;

std::vector<const char *> pointers(const CommandLineArguments &arguments) {
  std::vector<const char *> result;
  for (const std::string &argument : arguments)
    result.push_back(argument.c_str());
  return result;
}

/// A tool cannot load plugins into itself, least of all this one.
CommandLineArguments dropPlugins(const CommandLineArguments &arguments, llvm::StringRef) {
  CommandLineArguments rest;
  for (llvm::StringRef argument : arguments)
    if (!argument.starts_with("-fplugin"))
      rest.push_back(argument.str());
  return rest;
}

CommandLineArguments adjust(const tooling::CompileCommand &command) {
  using namespace tooling;
  CommandLineArguments arguments = command.CommandLine;
  for (const ArgumentsAdjuster &adjuster :
       {getClangStripOutputAdjuster(), getClangStripDependencyFileAdjuster(),
        getStripPluginsAdjuster(), ArgumentsAdjuster(dropPlugins), getClangSyntaxOnlyAdjuster()})
    arguments = adjuster(arguments, command.Filename);
  // What is for the linker or the assembler has no use here.
  arguments.insert(arguments.begin() + 1, "-Qunused-arguments");
  const bool hasResources =
      llvm::any_of(arguments, [](llvm::StringRef a) { return a.starts_with("-resource-dir"); });
  if (!hasResources)
    arguments.insert(arguments.begin() + 1,
                     std::string("-resource-dir=") + GPUTILE_CLANG_RESOURCE_DIR);
  return arguments;
}

/// What Clang understands by \p arguments; null after errors.
std::shared_ptr<CompilerInvocation> readArguments(const CommandLineArguments &arguments,
                                                  const FileSystem &files,
                                                  DiagnosticConsumer *diagnostics) {
  const std::vector<const char *> argv = pointers(arguments);
  const llvm::IntrusiveRefCntPtr<DiagnosticOptions> options = CreateAndPopulateDiagOpts(argv);
  TextDiagnosticPrinter printer(llvm::errs(), options.get());
  const llvm::IntrusiveRefCntPtr<DiagnosticsEngine> engine = CompilerInstance::createDiagnostics(
      options.get(), diagnostics ? diagnostics : &printer, /*ShouldOwnClient=*/false);
  CreateInvocationOptions request;
  request.Diags = engine;
  request.VFS = files;
  std::shared_ptr<CompilerInvocation> invocation = createInvocation(argv, request);
  // The driver goes on after some errors, as after options that it does not know.
  return engine->hasErrorOccurred() ? nullptr : invocation;
}

} // namespace

CommandLineArguments takeOwnFlags(const CommandLineArguments &flags, OwnFlags &own) {
  CommandLineArguments rest;
  for (llvm::StringRef flag : flags) {
    if (flag.starts_with("-W") && flag.ends_with("gpu-tile"))
      own.warnings.push_back(flag.substr(2).str());
    else if (flag.starts_with("-R") && flag.ends_with("gpu-tile"))
      own.remarks.push_back(flag.substr(2).str());
    else
      rest.push_back(flag.str());
  }
  return rest;
}

std::vector<std::string> takeUnknownOptions(tooling::CompileCommand &command) {
  CommandLineArguments &words = command.CommandLine;
  const std::vector<const char *> argv = pointers(words);
  unsigned missingIndex = 0, missingCount = 0;
  const llvm::opt::InputArgList list = parseClangArguments(argv, missingIndex, missingCount);
  std::vector<std::string> unknown;
  std::set<size_t> places;
  for (const llvm::opt::Arg *option : list.filtered(clang::driver::options::OPT_UNKNOWN)) {
    unknown.push_back(words[option->getIndex()]);
    places.insert(option->getIndex());
  }
  CommandLineArguments rest;
  for (size_t k = 0; k < words.size(); ++k)
    if (!places.count(k))
      rest.push_back(words[k]);
  words = std::move(rest);
  return unknown;
}

bool runCompileCommand(const tooling::CompileCommand &command, FrontendAction &action,
                       DiagnosticConsumer *diagnostics) {
  const FileSystem files = llvm::vfs::createPhysicalFileSystem();
  if (files->setCurrentWorkingDirectory(command.Directory))
    return false;
  std::shared_ptr<CompilerInvocation> invocation =
      readArguments(adjust(command), files, diagnostics);
  if (!invocation)
    return false;
  // The process does not end with the unit.
  invocation->getFrontendOpts().DisableFree = false;
  invocation->getCodeGenOpts().DisableFree = false;
  CompilerInstance compiler;
  compiler.setInvocation(std::move(invocation));
  compiler.setFileManager(new FileManager(FileSystemOptions(), files));
  compiler.createDiagnostics(diagnostics, /*ShouldOwnClient=*/false);
  compiler.createSourceManager(compiler.getFileManager());
  return compiler.ExecuteAction(action);
}

} // namespace gputile::driver
