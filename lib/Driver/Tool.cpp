//===- Tool.cpp - Running the driver outside a compiler ----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Driver/Tool.h"

#include "Driver/CompileCommand.h"

#include "gputile/Config.h"
#include "gputile/Driver/StandardStreams.h"
#include "gputile/Support/Isl.h"

#include "clang/Basic/Version.h"
#include "clang/Driver/Types.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Frontend/FrontendAction.h"
#include "clang/Tooling/CompilationDatabase.h"
#include "clang/Tooling/Tooling.h"
#include "llvm/Support/Path.h"
#include "llvm/Support/Process.h"
#include "llvm/Support/raw_ostream.h"

#include <unistd.h>

#include <set>

using namespace clang;

namespace gputile {

using namespace driver;

namespace {

class UnitAction : public ASTFrontendAction {
public:
  UnitAction(const UnitRequest &request, OwnFlags own, std::vector<UnitResult> &units)
      : Request(request), Own(std::move(own)), Units(units) {}

  std::unique_ptr<ASTConsumer> CreateASTConsumer(CompilerInstance &compiler, StringRef) override {
    DiagnosticOptions &diagnostics = compiler.getDiagnosticOpts();
    for (const std::string &flag : Own.warnings)
      diagnostics.Warnings.push_back(flag);
    for (const std::string &flag : Own.remarks)
      diagnostics.Remarks.push_back(flag);
    return makeConsumer(compiler, Request,
                        [this](UnitResult unit) { Units.push_back(std::move(unit)); });
  }

private:
  const UnitRequest &Request;
  OwnFlags Own;
  std::vector<UnitResult> &Units;
};

bool runCommand(tooling::CompileCommand command, const UnitRequest &request,
                DiagnosticConsumer *diagnostics, std::vector<UnitResult> &units) {
  OwnFlags own;
  command.CommandLine = takeOwnFlags(command.CommandLine, own);
  const size_t before = units.size();
  UnitAction action(request, std::move(own), units);
  const bool ok = runCompileCommand(command, action, diagnostics);
  if (units.size() == before)
    return false;
  units.back().directory = command.Directory;
  llvm::SmallString<256> path(units.back().file);
  llvm::sys::fs::make_absolute(command.Directory, path);
  units.back().file = path.str().str();
  return ok && units.back().errors == 0;
}

void printUnreadable(const char *tool, const std::string &buildPath, llvm::StringRef message) {
  printError(tool,
             "cannot read the compile commands in '" + buildPath + "': " + message.trim().str());
}

bool isSource(llvm::StringRef file) {
  using namespace clang::driver;
  llvm::StringRef extension = llvm::sys::path::extension(file);
  extension.consume_front(".");
  const types::ID type = types::lookupTypeForExtension(extension);
  return type == types::TY_C || type == types::TY_CXX;
}

/// Where compile commands come from: flags after `--`, or a compilation database.
class CommandSource {
public:
  CommandSource(const char *tool, const CommandLine &line) : Tool(tool), Line(line) {}

  /// \returns the commands for \p file as the user wrote it; empty after a message.
  std::vector<tooling::CompileCommand> commandsFor(const std::string &file) {
    if (Line.flagsGiven)
      return {fixedCommand(file)};
    std::string message;
    const auto database =
        Line.buildPath.empty()
            ? tooling::CompilationDatabase::autoDetectFromSource(file, message)
            : tooling::CompilationDatabase::loadFromDirectory(Line.buildPath, message);
    if (!database && Line.buildPath.empty()) {
      llvm::errs() << Tool << ": note: no compile_commands.json found for '" << file
                   << "'; compiling without flags (write -- to say so)\n";
      return {fixedCommand(file)};
    }
    if (!database) {
      printUnreadable(Tool, Line.buildPath, message);
      return {};
    }
    auto commands = database->getCompileCommands(tooling::getAbsolutePath(file));
    if (commands.empty())
      printError(Tool, "no compile command for '" + file + "'");
    else if (!commands.front().Heuristic.empty()) // "inferred from …"
      llvm::errs() << Tool << ": note: no compile command for '" << file << "'; "
                   << commands.front().Heuristic << '\n';
    for (tooling::CompileCommand &command : commands)
      dropUnknownOptions(command);
    return commands;
  }

private:
  /// Builds by GCC have options that Clang does not know: they change no meaning of a program
  /// that Clang would have known.
  void dropUnknownOptions(tooling::CompileCommand &command) {
    for (const std::string &option : takeUnknownOptions(command))
      if (Unknown.insert(option).second)
        llvm::errs() << Tool << ": note: compile commands have '" << option
                     << "', which Clang does not know; left out\n";
  }

  tooling::CompileCommand fixedCommand(const std::string &file) const {
    llvm::SmallString<256> here;
    llvm::sys::fs::current_path(here);
    std::vector<std::string> arguments{"clang"};
    arguments.insert(arguments.end(), Line.flags.begin(), Line.flags.end());
    arguments.push_back(file);
    return {here.str(), file, arguments, ""};
  }

  const char *Tool;
  const CommandLine &Line;
  std::set<std::string> Unknown; ///< Options that a note has named.
};

std::optional<ExitStatus> usageError(const char *tool, const std::string &message) {
  printError(tool, message + "; see --help");
  return ExitUsage;
}

std::optional<ExitStatus> readOption(const char *tool, const std::vector<std::string> &arguments,
                                     size_t &next, CommandLine &line) {
  std::string text = arguments[next].substr(2);
  ++next;
  if (optionNeedsValue(text) && next < arguments.size())
    text += "=" + arguments[next++];
  if (auto error = applyOption(text, line.options))
    return usageError(tool, "option '--" + error->option + "': " + error->message);
  return ExitOk;
}

/// `-jN` and `-j N`, as other tools have them.
std::optional<ExitStatus> readJobs(const char *tool, const std::vector<std::string> &arguments,
                                   size_t &next, CommandLine &line) {
  std::string number = arguments[next++].substr(2);
  if (number.empty() && next < arguments.size())
    number = arguments[next++];
  if (auto error = applyOption("jobs=" + number, line.options))
    return usageError(tool, "option '-j': " + error->message);
  return ExitOk;
}

} // namespace

std::optional<ExitStatus> readArgument(const char *tool, const std::vector<std::string> &arguments,
                                       size_t &next, CommandLine &line) {
  const llvm::StringRef argument = arguments[next];
  if (argument.starts_with("--") && isOption(argument.substr(2).str()))
    return readOption(tool, arguments, next, line);
  if (argument.starts_with("-j"))
    return readJobs(tool, arguments, next, line);
  if (argument == "-p") {
    if (next + 1 >= arguments.size())
      return usageError(tool, "-p needs the folder of compile_commands.json");
    line.buildPath = arguments[next + 1];
    next += 2;
    return ExitOk;
  }
  if (argument.starts_with("-") && argument != "-")
    return std::nullopt;
  line.files.push_back(argument.str());
  ++next;
  return ExitOk;
}

ToolResult runTool(const char *tool, const CommandLine &line, const UnitRequest &request,
                   DiagnosticConsumer *diagnostics) {
  ToolResult result;
  UnitRequest shown = request;
  shown.progress = llvm::sys::Process::StandardErrIsDisplayed();
  CommandSource source(tool, line);
  for (const std::string &file : line.files) {
    const auto commands = source.commandsFor(file);
    bool lost = commands.empty();
    for (const tooling::CompileCommand &command : commands) {
      const size_t before = result.units.size();
      result.failed |= !runCommand(command, shown, diagnostics, result.units);
      lost |= result.units.size() == before;
    }
    result.failed |= lost;
    if (lost)
      result.lost.push_back(file);
  }
  return result;
}

std::optional<std::vector<std::string>> sourcesOfBuild(const char *tool,
                                                       const std::string &buildPath) {
  std::string message;
  const auto database = tooling::CompilationDatabase::loadFromDirectory(buildPath, message);
  if (!database) {
    printUnreadable(tool, buildPath, message);
    return std::nullopt;
  }
  std::vector<std::string> files = database->getAllFiles();
  llvm::erase_if(files, [](const std::string &file) { return !isSource(file); });
  llvm::sort(files);
  return files;
}

std::vector<std::string> withoutOwnFlags(const std::vector<std::string> &flags) {
  OwnFlags own;
  return takeOwnFlags(flags, own);
}

void warnOfUnknownVariables(const char *tool) {
  static constexpr llvm::StringRef Known[] = {
#define VARIABLE(NAME) "GPUTILE_" #NAME,
#include "gputile/Support/Variables.def"
  };
  for (char **entry = environ; *entry; ++entry) {
    const llvm::StringRef name = llvm::StringRef(*entry).split('=').first;
    if (name.starts_with("GPUTILE_") && !llvm::is_contained(Known, name))
      llvm::errs() << tool << ": warning: there is no environment variable " << name
                   << " of gputile; ignored\n";
  }
}

std::string versionText(const char *tool) {
  return std::string(tool) + " " + GPUTILE_VERSION + "\n" + getClangFullVersion() + "\n" +
         linkedIslVersion();
}

} // namespace gputile
