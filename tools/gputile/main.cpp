//===- main.cpp - The gputile command ----------------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pages.h"
#include "Summary.h"

#include "gputile/Driver/Cures.h"
#include "gputile/Driver/StandardStreams.h"
#include "gputile/Driver/Tool.h"
#include "gputile/Support/Isl.h"

#include "llvm/Support/raw_ostream.h"

using namespace gputile;

namespace {

constexpr const char *Tool = "gputile";

void printHelp() {
  llvm::outs()
      << "usage: gputile [options] file… [-- compiler flags]\n\n"
         "Writes file.gputile.c and file.gputile.cu for every file with a region that\n"
         "'#pragma gpu_tile' marks. Flags come after --, or from compile_commands.json.\n\n"
         "options:\n"
         "  -p DIR                      folder of compile_commands.json\n"
         "  --fix                       write the cures that messages propose into the sources,\n"
         "                              and no other files\n"
         "  --explain ID                explain a diagnostic, e.g. no-parallelism\n"
         "  -q, --quiet                 do not say at the end what was written and what was left\n"
         "  --version, --help\n"
      << optionHelp()
      << "\nexit status: 0 done (also when regions were refused with a warning),\n"
         "1 errors, 2 wrong usage\n";
}

int explain(const std::string &id) {
  if (const char *page = findPage(id)) {
    llvm::outs() << page;
    return ExitOk;
  }
  printError(Tool, "no diagnostic is called '" + id + "'");
  return ExitUsage;
}

/// Handles arguments that end the program at once; nothing when there is none.
std::optional<int> runInformation(const std::vector<std::string> &arguments) {
  for (size_t i = 0; i < arguments.size() && arguments[i] != "--"; ++i) {
    const std::string &argument = arguments[i];
    if (argument == "--help" || argument == "-h")
      return printHelp(), ExitOk;
    if (argument == "--version")
      return llvm::outs() << versionText(Tool) << '\n', ExitOk;
    if (argument.rfind("--explain=", 0) == 0)
      return explain(argument.substr(10));
    if (argument == "--explain")
      return explain(i + 1 < arguments.size() ? arguments[i + 1] : "");
  }
  return std::nullopt;
}

/// Fills \p line and \p quiet. \returns ExitOk, or the status to leave with.
/// What only this command has.
struct OwnOptions {
  bool quiet = false, fix = false;
};

/// Reads \p argument if it is one of those.
bool readOwn(const std::string &argument, OwnOptions &own) {
  const bool isQuiet = argument == "-q" || argument == "--quiet", isFix = argument == "--fix";
  own.quiet |= isQuiet;
  own.fix |= isFix;
  return isQuiet || isFix;
}

ExitStatus readCommandLine(const std::vector<std::string> &arguments, CommandLine &line,
                           OwnOptions &own) {
  for (size_t next = 0; next < arguments.size();) {
    if (arguments[next] == "--") {
      line.flags.assign(arguments.begin() + next + 1, arguments.end());
      line.flagsGiven = true;
      break;
    }
    if (readOwn(arguments[next], own)) {
      ++next;
      continue;
    }
    const auto status = readArgument(Tool, arguments, next, line);
    if (!status)
      printError(Tool, "unknown option '" + arguments[next] + "'; see --help");
    if (status.value_or(ExitUsage) != ExitOk)
      return ExitUsage;
  }
  if (!line.files.empty())
    return ExitOk;
  printError(Tool, "no input file; see --help");
  return ExitUsage;
}

int run(const std::vector<std::string> &arguments) {
  if (auto status = runInformation(arguments))
    return *status;
  if (!linkedIslIsExpected()) {
    printError(Tool, "linked with another isl than it was built for: " + linkedIslVersion());
    return ExitErrors;
  }
  CommandLine line;
  OwnOptions own;
  if (ExitStatus status = readCommandLine(arguments, line, own))
    return status;
  ToolResult result = runTool(Tool, line, {line.options, Rewriting::Files, /*check=*/false});
  if (own.fix)
    return writeCures(Tool, result) ? ExitOk : ExitErrors;
  const bool written = writeOutputs(Tool, line, result, Generated::Written);
  if (written && !own.quiet)
    llvm::errs() << Tool << ": " << summaryText(result, line.options.outputDir) << '\n';
  return written && !result.failed ? ExitOk : ExitErrors;
}

} // namespace

int main(int argc, char **argv) {
  openStandardStreams();
  warnOfUnknownVariables(Tool);
  return closeStandardStreams(Tool, run({argv + 1, argv + argc}));
}
