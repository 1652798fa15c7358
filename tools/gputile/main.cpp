//===- main.cpp - The gputile command ----------------------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Pages.h"
#include "Sarif.h"
#include "Summary.h"
#include "Table.h"

#include "gputile/Driver/Cures.h"
#include "gputile/Driver/StandardStreams.h"
#include "gputile/Driver/Tool.h"
#include "gputile/Support/Isl.h"

#include "llvm/Support/FormatVariadic.h"
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
         "  --summary                   write a table of the regions of all files, or without "
         "files of\n"
         "                              all that -p knows, on standard output, and no code\n"
         "  --explain ID                explain a diagnostic, e.g. no-parallelism\n"
         "  --diagnostics-format=text|sarif\n"
         "                              sarif: messages as one document on standard output\n"
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

/// What only this command has.
struct OwnOptions {
  bool quiet = false, fix = false, sarif = false, summary = false;
};

/// Reads the argument at \p next, and its value, if it is one of those. \returns nothing where it
/// is none.
std::optional<ExitStatus> readOwn(const std::vector<std::string> &arguments, size_t &next,
                                  OwnOptions &own) {
  llvm::StringRef argument = arguments[next];
  bool *const flag = argument == "-q" || argument == "--quiet" ? &own.quiet
                     : argument == "--fix"                     ? &own.fix
                     : argument == "--summary"                 ? &own.summary
                                                               : nullptr;
  if (flag) {
    *flag = true;
    ++next;
    return ExitOk;
  }
  if (!argument.consume_front("--diagnostics-format"))
    return std::nullopt;
  if (argument.empty() && next + 1 < arguments.size())
    argument = arguments[++next];
  else if (!argument.consume_front("="))
    return std::nullopt;
  ++next;
  own.sarif = argument == "sarif";
  if (own.sarif || argument == "text")
    return ExitOk;
  printError(Tool, "option '--diagnostics-format': invalid value '" + argument.str() +
                       "'; expected 'text' or 'sarif'; see --help");
  return ExitUsage;
}

ExitStatus needFiles(const CommandLine &line) {
  if (!line.files.empty())
    return ExitOk;
  printError(Tool, "no input file; see --help");
  return ExitUsage;
}

/// Finds the files of --summary, whose table has standard output for itself.
ExitStatus completeSummary(CommandLine &line, const OwnOptions &own) {
  const char *const other = own.fix                        ? "--fix"
                            : own.sarif                    ? "--diagnostics-format=sarif"
                            : line.options.dumpJson == "-" ? "--dump-json=-"
                                                           : nullptr;
  if (other) {
    printError(Tool, std::string("options '--summary' and '") + other + "' exclude each other");
    return ExitUsage;
  }
  if (line.files.empty() && !line.buildPath.empty()) {
    auto files = sourcesOfBuild(Tool, line.buildPath);
    if (!files)
      return ExitErrors;
    line.files = std::move(*files);
  }
  return needFiles(line);
}

/// Fills \p line and \p own. \returns ExitOk, or the status to leave with.
ExitStatus readCommandLine(const std::vector<std::string> &arguments, CommandLine &line,
                           OwnOptions &own) {
  for (size_t next = 0; next < arguments.size();) {
    if (arguments[next] == "--") {
      line.flags.assign(arguments.begin() + next + 1, arguments.end());
      line.flagsGiven = true;
      break;
    }
    std::optional<ExitStatus> status = readOwn(arguments, next, own);
    if (!status)
      status = readArgument(Tool, arguments, next, line);
    if (!status)
      printError(Tool, "unknown option '" + arguments[next] + "'; see --help");
    if (status.value_or(ExitUsage) != ExitOk)
      return ExitUsage;
  }
  return own.summary ? completeSummary(line, own) : needFiles(line);
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
  SarifCollector messages;
  ToolResult result = runTool(Tool, line, {line.options, Rewriting::Files, /*check=*/false},
                              own.sarif ? &messages : nullptr);
  if (own.sarif)
    llvm::outs() << llvm::formatv("{0:2}", messages.takeDocument()) << '\n';
  if (own.fix)
    return writeCures(Tool, result) ? ExitOk : ExitErrors;
  if (own.summary)
    llvm::outs() << regionTable(result);
  const bool written =
      writeOutputs(Tool, line, result, own.summary ? Generated::Kept : Generated::Written);
  if (written && !own.quiet && !own.summary)
    llvm::errs() << Tool << ": " << summaryText(result, line.options.outputDir) << '\n';
  return written && !result.failed ? ExitOk : ExitErrors;
}

} // namespace

int main(int argc, char **argv) {
  openStandardStreams();
  warnOfUnknownVariables(Tool);
  return closeStandardStreams(Tool, run({argv + 1, argv + argc}));
}
