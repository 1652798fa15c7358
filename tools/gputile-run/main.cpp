//===- main.cpp - Transform, build and run a program ----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"
#include "Build.h"
#include "Difference.h"
#include "Process.h"
#include "Resources.h"
#include "Signals.h"
#include "WorkFolder.h"

#include "gputile/Driver/Nvcc.h"
#include "gputile/Driver/StandardStreams.h"
#include "gputile/Support/Isl.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"

using namespace gputile;
using namespace gputile::run;

namespace {

/// Exit statuses besides the program's own.
enum RunStatus { RunDiffers = 65, RunRaces = 66, RunUnchecked = 67 };

/// What generated code says of values that clauses leave open, with what differs behind it.
const std::string Rounded = "rounded differently, as clauses allow: ";

Backend chooseBackend(const RunArguments &arguments) {
  if (arguments.backend != Backend::Auto)
    return arguments.backend;
  if (arguments.race || arguments.asan || !arguments.order.empty())
    return Backend::Cpu;
  return !findNvcc().empty() && hasGpu() ? Backend::Cuda : Backend::Cpu;
}

/// \returns what is missing for \p backend, or an empty string.
std::string missingFor(const RunArguments &arguments, Backend backend, const Resources &files) {
  if (backend == Backend::Cuda && findNvcc().empty())
    return "nvcc was not found in PATH or /usr/local/cuda/bin";
  if (files.includeDir.empty())
    return "gputile/gputile.cuh was not found beside this program";
  if (arguments.race && files.raceRuntime.empty())
    return "RaceRuntime.cpp was not found beside this program";
  return "";
}

std::string readFile(const std::string &path) {
  auto buffer = llvm::MemoryBuffer::getFile(path);
  return buffer ? (*buffer)->getBuffer().str() : "";
}

/// Builds and runs the variants of one program and says how they compare.
class Session {
public:
  Session(const RunArguments &arguments, const ToolResult &result, Backend backend,
          const Resources &files, const std::string &folder)
      : Arguments(arguments), Target(backend), Programs(arguments, result, backend, files, folder) {
    for (const UnitResult &unit : result.units) {
      Transformed += unit.transformed;
      Believed.insert(unit.believed.begin(), unit.believed.end());
    }
  }

  int runOnce(Variant variant) {
    const auto program = Programs.build(variant);
    if (!program)
      return ExitErrors;
    const End end = execute(*program, "");
    if (end.signal)
      verdict("the program was ended by " + signalText(end.signal));
    return end.status;
  }

  int runChecked() {
    if (Transformed == 0) {
      const int status = runOnce(Variant::Original);
      return status ? status : unchecked("no region was transformed");
    }
    const Outcome original = capture(Variant::Original);
    if (!original.built)
      return ExitErrors;
    if (original.end.signal)
      return unchecked("the original program was ended by " + signalText(original.end.signal));
    const Outcome checked = capture(Variant::Checked);
    if (int status = compare("with comparisons inside", checked, original, ""))
      return status;
    const Outcome tiled = capture(Variant::Tiled);
    llvm::outs() << tiled.output;
    llvm::outs().flush();
    if (int status = compare("tiled", tiled, original,
                             checked.rounded.empty() ? "" : "; " + Rounded + checked.rounded))
      return status;
    // A comparison that never took place must not look like success.
    if (checked.executions == 0)
      return unchecked("no region was executed on the backend");
    verdict("SAME: " + std::to_string(Transformed) + (Transformed == 1 ? " region" : " regions") +
            (checked.rounded.empty()
                 ? " equal bit for bit"
                 : " equal but for rounding that clauses allow: " + checked.rounded) +
            ", same output (" + std::string(backendName(Target)) + ", " +
            std::to_string(checked.executions) +
            (checked.executions == 1 ? " execution" : " executions") + checked.tiles +
            (Arguments.race ? ", no races" : "") + ")");
    return tiled.end.status;
  }

private:
  struct Outcome {
    bool built = false;
    End end;
    std::string output;
    unsigned long long executions = 0; ///< Of regions, as the checking program counted.
    std::string rounded; ///< "3 elements, by up to 1e-16 of the value", where any are.
    std::string tiles; ///< "; tiles: 9 full, 7 partial, 0 looped over", where they are counted.
  };

  End execute(const std::string &program, const std::string &captureTo,
              const std::string &captureErrorsTo = "") const {
    Command command{{program}, {}, captureTo, captureErrorsTo, captureTo.empty()};
    command.arguments.insert(command.arguments.end(), Arguments.programArguments.begin(),
                             Arguments.programArguments.end());
    if (!Arguments.order.empty())
      command.environment.push_back("GPUTILE_CPU_ORDER=" + Arguments.order);
    return runCommand(command);
  }

  Outcome capture(Variant variant) {
    Outcome outcome;
    const auto program = Programs.build(variant);
    if (!program)
      return outcome;
    outcome.built = true;
    const std::string errorFile = variant == Variant::Checked ? *program + ".err" : "";
    outcome.end = execute(*program, *program + ".out", errorFile);
    std::string errors;
    beforeCleanUp([&] {
      outcome.output = readFile(*program + ".out");
      if (!errorFile.empty())
        errors = readFile(errorFile);
    });
    if (!errorFile.empty()) {
      llvm::errs() << errors;
      outcome.executions = countExecutions(errors);
      outcome.rounded = lastLine(errors, "gputile: " + Rounded);
      if (const std::string tiles = lastLine(errors, "gputile: tiles:"); !tiles.empty())
        outcome.tiles = "; tiles:" + tiles;
    }
    return outcome;
  }

  /// Reads "gputile: checked 3 region executions, …", which generated code prints.
  static unsigned long long countExecutions(llvm::StringRef errors) {
    unsigned long long count = 0;
    const std::string rest = lastLine(errors, "gputile: checked ");
    if (llvm::StringRef number = rest; number.consumeInteger(10, count))
      return 0;
    return count;
  }

  /// \returns what follows \p start in the last line of \p errors that has it.
  static std::string lastLine(llvm::StringRef errors, llvm::StringRef start) {
    const size_t found = errors.rfind(start);
    return found == llvm::StringRef::npos
               ? ""
               : errors.substr(found + start.size()).split('\n').first.str();
  }

  static int unchecked(const std::string &why) {
    verdict("NOT CHECKED: " + why);
    return RunUnchecked;
  }

  /// \param reason what may explain another output, for the verdict
  /// \returns 0 when \p outcome is what the original program did.
  int compare(const std::string &what, const Outcome &outcome, const Outcome &original,
              const std::string &reason) const {
    if (!outcome.built)
      return ExitErrors;
    // A program may use these statuses itself; then both runs have them.
    if (outcome.end.status == RunRaces && original.end.status != RunRaces) {
      verdict("MISTAKE FOUND in the program " + what + whatIsBelieved());
      return RunRaces;
    }
    if (outcome.end == original.end && outcome.output == original.output)
      return 0;
    if (outcome.end.status == RunDiffers && original.end.status != RunDiffers)
      verdict("DIFFERENT: a region does not compute what its loops do");
    else if (!(outcome.end == original.end))
      verdict("DIFFERENT: the program " + what + " " + endText(outcome.end) + ", the original " +
              endText(original.end));
    else
      verdict("DIFFERENT: the output of the program " + what + " is not the original's: " +
              firstDifference(outcome.output, original.output) + reason);
    return RunDiffers;
  }

  /// Where a wrong clause may be the mistake.
  std::string whatIsBelieved() const {
    return Believed.empty() ? "" : "; the clauses that it rests on: " + llvm::join(Believed, ", ");
  }

  static std::string endText(const End &end) {
    return end.signal ? "was ended by " + signalText(end.signal)
                      : "ended with exit status " + std::to_string(end.status);
  }

  static void verdict(const std::string &text) { llvm::errs() << ToolName << ": " << text << '\n'; }

  const RunArguments &Arguments;
  Backend Target;
  Builder Programs;
  unsigned Transformed = 0;
  std::set<std::string> Believed; ///< Clauses, "independent(B)".
};

/// What an independent clause says is checked by the race runtime: iterations that access one
/// element are on different threads, for all that is known.
bool checksRaces(const RunArguments &arguments, const ToolResult &result, Backend backend) {
  return arguments.check && backend == Backend::Cpu && !arguments.asan &&
         llvm::any_of(result.units, [](const UnitResult &unit) { return !unit.believed.empty(); });
}

int runProgram(RunArguments arguments, const char *argv0) {
  const Backend backend = chooseBackend(arguments);
  const Resources files = findResources(argv0);
  if (std::string missing = missingFor(arguments, backend, files); !missing.empty()) {
    printError(ToolName, missing);
    return ExitErrors;
  }
  ToolResult result;
  if (backend != Backend::Host)
    result = runTool(ToolName, arguments.line,
                     {arguments.line.options, Rewriting::Files, arguments.check});
  if (result.failed || !writeOutputs(ToolName, arguments.line, result, Generated::Kept))
    return ExitErrors;
  if (checksRaces(arguments, result, backend)) {
    arguments.race = true;
    if (const std::string missing = missingFor(arguments, backend, files); !missing.empty()) {
      printError(ToolName, missing);
      return ExitErrors;
    }
  }
  // From here on signals wait for what is being built; before, they end the process at once.
  WorkFolder folder(arguments.keep);
  if (folder.path().empty()) {
    printError(ToolName, "cannot make a temporary folder");
    return ExitErrors;
  }
  Session session(arguments, result, backend, files, folder.path());
  if (arguments.check)
    return session.runChecked();
  return session.runOnce(backend == Backend::Host ? Variant::Original : Variant::Tiled);
}

int runArguments(const std::vector<std::string> &arguments, const char *argv0) {
  for (const std::string &argument : arguments) {
    if (argument == "--" || argument == "--args")
      break;
    if (argument == "--help" || argument == "--version") {
      llvm::outs() << (argument == "--help" ? helpText() : versionText(ToolName) + "\n");
      return ExitOk;
    }
  }
  if (!linkedIslIsExpected()) {
    printError(ToolName, "linked with another isl than it was built for: " + linkedIslVersion());
    return ExitErrors;
  }
  RunArguments parsed;
  if (ExitStatus status = readArguments(arguments, parsed))
    return status;
  return runProgram(parsed, argv0);
}

} // namespace

int main(int argc, char **argv) {
  openStandardStreams();
  warnOfUnknownVariables(ToolName);
  return closeStandardStreams(ToolName, runArguments({argv + 1, argv + argc}, argv[0]));
}
