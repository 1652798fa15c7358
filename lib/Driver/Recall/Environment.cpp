//===- Environment.cpp - What a unit is compiled with ---------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Recall/Environment.h"

#include "Driver/Hash.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"
#include "clang/Serialization/ASTReader.h"
#include "llvm/Support/xxhash.h"

using namespace clang;

namespace gputile::driver {

/// Precompiled headers are large: this hash takes 1 ms for some 10 MB.
static void add(std::string &parts, llvm::StringRef text) {
  parts += std::to_string(text.size()) + ":" + std::to_string(llvm::xxHash64(text)) + ";";
}

std::string environmentOf(CompilerInstance &compiler) {
  std::string parts;
  for (const std::string &argument : compiler.getInvocation().getCC1CommandLine())
    add(parts, argument);
  if (const auto reader = compiler.getASTReader())
    for (const serialization::ModuleFile &module : reader->getModuleManager())
      add(parts, module.Buffer->getBuffer());
  const SourceManager &sources = compiler.getSourceManager();
  const auto mainOffset = sources.getSLocEntry(sources.getMainFileID()).getOffset();
  for (unsigned k = 1; k < sources.local_sloc_entry_size(); ++k) { // The first is no file.
    const SrcMgr::SLocEntry &entry = sources.getLocalSLocEntry(k);
    if (!entry.isFile() || entry.getOffset() == mainOffset)
      continue;
    // What is no file are macros of options, and tokens that macros paste together.
    const SrcMgr::ContentCache &content = entry.getFile().getContentCache();
    if (const auto text = content.getBufferDataIfLoaded(); text && content.OrigEntry.has_value())
      add(parts, *text);
  }
  return hashOf(parts);
}

} // namespace gputile::driver
