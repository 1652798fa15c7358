//===- Arguments.cpp - The command line of gputile-run --------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Arguments.h"

#include "gputile/Driver/StandardStreams.h"

#include "llvm/ADT/StringRef.h"

namespace gputile::run {
namespace {

struct BackendRow {
  const char *name;
  Backend backend;
};
constexpr BackendRow Backends[] = {{"auto", Backend::Auto},
                                   {"cuda", Backend::Cuda},
                                   {"cpu", Backend::Cpu},
                                   {"host", Backend::Host}};

ExitStatus usageError(const std::string &message) {
  printError(ToolName, message + "; see --help");
  return ExitUsage;
}

ExitStatus readBackend(const std::string &name, RunArguments &result) {
  for (const BackendRow &row : Backends)
    if (name == row.name) {
      result.backend = row.backend;
      return ExitOk;
    }
  return usageError("invalid value '" + name + "' for --backend");
}

ExitStatus readOrder(llvm::StringRef order, RunArguments &result) {
  unsigned long long seed = 0;
  llvm::StringRef rest = order;
  const bool isRandom = rest.consume_front("random") &&
                        (rest.empty() || (rest.consume_front(":") && !rest.getAsInteger(10, seed)));
  if (order != "forward" && order != "reverse" && !isRandom)
    return usageError("invalid value '" + order.str() + "' for --order");
  result.order = order.str();
  return ExitOk;
}

ExitStatus readTolerance(llvm::StringRef tolerance, RunArguments &result) {
  double value = 0;
  if (tolerance.getAsDouble(value) || !(value >= 0 && value < 1))
    return usageError("invalid value '" + tolerance.str() + "' for --tolerance");
  result.tolerance = tolerance.str();
  return ExitOk;
}

/// An option that only gputile-run has.
ExitStatus readOwnOption(const std::string &text, RunArguments &result) {
  const auto [name, value] = llvm::StringRef(text).split('=');
  if (name == "--backend")
    return readBackend(value.str(), result);
  if (name == "--order")
    return readOrder(value, result);
  if (name == "--tolerance")
    return readTolerance(value, result);
  for (auto [flag, target] :
       {std::pair("--check", &result.check), std::pair("--race", &result.race),
        std::pair("--asan", &result.asan), std::pair("--keep", &result.keep)})
    if (text == flag) {
      *target = true;
      return ExitOk;
    }
  return usageError("unknown option '" + text + "'");
}

ExitStatus checkCombination(const RunArguments &arguments) {
  if (arguments.line.files.empty())
    return usageError("no input file");
  if (!arguments.line.buildPath.empty())
    return usageError("-p cannot be used here; give compiler flags after --");
  if (arguments.race && arguments.asan)
    return usageError("--race and --asan cannot be combined");
  const bool cpu = arguments.backend == Backend::Cpu || arguments.backend == Backend::Auto;
  if ((arguments.race || !arguments.order.empty()) && !cpu)
    return usageError("--race and --order need --backend=cpu");
  if (arguments.check && arguments.backend == Backend::Host)
    return usageError("--check has nothing to compare with --backend=host");
  if (!arguments.check && !arguments.tolerance.empty())
    return usageError("--tolerance needs --check");
  return ExitOk;
}

} // namespace

ExitStatus readArguments(const std::vector<std::string> &arguments, RunArguments &result) {
  bool inFlags = false;
  for (size_t next = 0; next < arguments.size();) {
    const std::string &argument = arguments[next];
    if (argument == "--args") {
      result.programArguments.assign(arguments.begin() + next + 1, arguments.end());
      break;
    }
    if (inFlags || argument == "--") {
      const bool forLink = argument.rfind("-l", 0) == 0 || argument.rfind("-L", 0) == 0;
      if (inFlags)
        (forLink ? result.linkFlags : result.line.flags).push_back(argument);
      inFlags = true;
      ++next;
      continue;
    }
    auto status = readArgument(ToolName, arguments, next, result.line);
    if (!status) {
      status = readOwnOption(argument, result);
      ++next;
    }
    if (*status != ExitOk)
      return *status;
  }
  // Without `--` there are no flags; a compilation database is never searched.
  result.line.flagsGiven = true;
  return checkCombination(result);
}

const char *backendName(Backend backend) {
  for (const BackendRow &row : Backends)
    if (row.backend == backend)
      return row.name;
  return "";
}

std::string helpText() {
  return "usage: gputile-run [options] file… [-- compiler flags] [--args program arguments]\n\n"
         "Transforms the marked regions of a program, builds it, and runs it.\n\n"
         "options:\n"
         "  --backend=auto|cuda|cpu|host  where regions run: on the GPU, on the CPU as an "
         "emulated\n"
         "                              GPU, or as the original loops (default auto: a GPU if "
         "any)\n"
         "  --check                     compare with the original loops, bit for bit (on a real "
         "GPU\n"
         "                              exp, pow and their like may differ in the last bits)\n"
         "  --tolerance=X               relative differences up to which values may differ that\n"
         "                              clauses as reduction(+: s) leave open up to rounding\n"
         "                              (default 2^-26, floats 2^-12; 0: none)\n"
         "  --order=forward|reverse|random[:SEED]\n"
         "                              order of threads and blocks (cpu)\n"
         "  --race                      report races and missing barriers (cpu)\n"
         "  --asan                      build with address and undefined-behaviour sanitizers\n"
         "  --keep                      keep the folder with all generated files\n"
         "  --version, --help\n" +
         optionHelp() +
         "\nexit status: the program's own; 65 when --check finds a difference, 66 when the CPU\n"
         "backend finds a race or another mistake, 67 when --check had nothing to check,\n"
         "1 when something does not compile, 2 wrong usage\n";
}

} // namespace gputile::run
