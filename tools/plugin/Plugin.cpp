//===- Plugin.cpp - gputile inside clang -------------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

///
/// \file
/// `clang -fplugin=libgputile.so`: analyses marked regions while Clang compiles
/// and reports what the gputile command would do with them.
///
//===----------------------------------------------------------------------===//

#include "gputile/Config.h"
#include "gputile/Driver/Driver.h"
#include "gputile/Driver/Json.h"
#include "gputile/Support/Isl.h"

#include "clang/Basic/Version.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendPluginRegistry.h"

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

class GpuTileAction : public PluginASTAction {
public:
  ActionType getActionType() override { return AddBeforeMainAction; }

  bool ParseArgs(const CompilerInstance &compiler,
                 const std::vector<std::string> &arguments) override {
    checkHost();
    // A wrong argument must fail the compilation, so it is kept for later.
    for (const std::string &argument : arguments)
      if (auto error = applyOption(argument, Request.options))
        Errors.push_back(*error);
    return true;
  }

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler, StringRef) override {
    ClangDiagnosticHandler diagnostics(compiler);
    for (const OptionError &error : Errors)
      diagnostics.report(
          {DiagId::BadOption, {}, {"-fplugin-arg-gputile-" + error.option, error.message}, {}, {}});
    const std::string json = Request.options.dumpJson, folder = Request.options.draw;
    return makeConsumer(compiler, Request, [&compiler, json, folder](UnitResult unit) {
      if (auto error = writePictures(unit.pictures, folder))
        ClangDiagnosticHandler(compiler).report(
            {DiagId::CannotWrite, {}, {error->path, error->message}, {}, {}});
      if (json.empty())
        return;
      const std::string message = writeJson(json, std::move(unit.json));
      if (!message.empty())
        ClangDiagnosticHandler(compiler).report({DiagId::CannotWrite, {}, {json, message}, {}, {}});
    });
  }

private:
  UnitRequest Request;
  std::vector<OptionError> Errors;
};

FrontendPluginRegistry::Add<GpuTileAction> Registration("gputile",
                                                        "analyse '#pragma gpu_tile' regions");

} // namespace
} // namespace gputile
