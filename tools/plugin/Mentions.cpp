//===- Mentions.cpp - Whether a unit may have regions ------------ -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Mentions.h"

#include "clang/Basic/FileManager.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Lex/HeaderSearchOptions.h"
#include "clang/Lex/PreprocessorOptions.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/Path.h"

#include <set>
#include <vector>

using namespace clang;

namespace gputile {
namespace {

class Scan {
public:
  explicit Scan(CompilerInstance &compiler)
      : Files(compiler.getFileManager()), Headers(compiler.getHeaderSearchOpts()) {}

  /// Scans \p text, which lies in \p folder, and everything it includes.
  bool findsIn(StringRef text, StringRef folder) {
    if (text.contains("gpu_tile"))
      return true;
    for (size_t at = text.find("#"); at != StringRef::npos; at = text.find("#", at + 1)) {
      StringRef line = text.substr(at + 1).take_until([](char c) { return c == '\n'; }).ltrim();
      if (!line.consume_front("include") && !line.consume_front("import"))
        continue;
      line = line.ltrim();
      const bool quoted = line.starts_with("\"");
      if (!quoted && !line.starts_with("<"))
        continue;
      const StringRef name = line.drop_front().take_until([&](char c) {
        return c == (quoted ? '"' : '>');
      });
      if (findsInFile(name, folder, quoted))
        return true;
    }
    return false;
  }

  bool findsInFile(StringRef name, StringRef folder, bool quoted) {
    const auto file = lookUp(name, folder, quoted);
    if (!file || !Seen.insert(&file->getFileEntry()).second)
      return false;
    auto buffer = Files.getBufferForFile(*file);
    if (!buffer)
      return false;
    return findsIn((*buffer)->getBuffer(), llvm::sys::path::parent_path(file->getName()));
  }

private:
  OptionalFileEntryRef lookUp(StringRef name, StringRef folder, bool quoted) {
    if (llvm::sys::path::is_absolute(name))
      return Files.getOptionalFileRef(name);
    if (quoted)
      if (auto file = fileIn(folder, name))
        return file;
    for (const HeaderSearchOptions::Entry &entry : Headers.UserEntries) {
      const bool searched = entry.Group == frontend::Angled ||
                            (quoted && entry.Group == frontend::Quoted);
      if (!searched || entry.IsFramework)
        continue;
      if (auto file = fileIn(entry.Path, name))
        return file;
    }
    return {};
  }

  OptionalFileEntryRef fileIn(StringRef folder, StringRef name) {
    llvm::SmallString<256> path(folder);
    llvm::sys::path::append(path, name);
    return Files.getOptionalFileRef(path);
  }

  FileManager &Files;
  const HeaderSearchOptions &Headers;
  std::set<const FileEntry *> Seen;
};

} // namespace

static bool mentionsPragma(CompilerInstance &compiler) {
  const SourceManager &sources = compiler.getSourceManager();
  const FileID main = sources.getMainFileID();
  const auto file = sources.getFileEntryRefForID(main);
  Scan scan(compiler);
  const StringRef folder = file ? llvm::sys::path::parent_path(file->getName()) : "";
  if (scan.findsIn(sources.getBufferData(main), folder))
    return true;
  for (const std::string &name : compiler.getPreprocessorOpts().Includes)
    if (scan.findsInFile(name, "", /*quoted=*/true))
      return true;
  return false;
}

bool mayHaveRegions(CompilerInstance &compiler, RegionChoice choice) {
  const SourceManager &sources = compiler.getSourceManager();
  const StringRef text = sources.getBufferData(sources.getMainFileID());
  if (choice == RegionChoice::All || (choice == RegionChoice::Omp && text.contains("pragma")))
    return true;
  return mentionsPragma(compiler);
}

} // namespace gputile
