//===- ParseBack.cpp - Generated text is parsed before it is used -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/ParseBack.h"

#include "Driver/ParseFiles.h"

#include "clang/Basic/SourceManager.h"
#include "clang/Frontend/CompilerInstance.h"

using namespace clang;

namespace gputile::driver {
namespace {

std::optional<TextError> parseKernels(const RegionEdit &edit) {
  for (const char *wide : {"0", "1"})
    if (auto error =
            parseText(edit.code.kernels, TextKind::KernelText, {{"GPT_WIDE", wide}}).error())
      return error;
  return std::nullopt;
}

/// The edits from \p first on that replace the same region.
size_t endOfVariants(const std::vector<RegionEdit> &edits, size_t first) {
  size_t end = first + 1;
  while (end < edits.size() && edits[end].region.pragma == edits[first].region.pragma)
    ++end;
  return end;
}

/// Halves the edits until those that fail alone are found.
class CulpritSearch {
public:
  CulpritSearch(CompilerInstance &compiler, const MakeTexts &make,
                const std::vector<RegionEdit> &edits)
      : Compiler(compiler), Make(make), Edits(edits) {
    for (size_t i = 0; i < edits.size(); i = endOfVariants(edits, i))
      Regions.push_back(i);
  }

  std::vector<Culprit> find(const TextError &error) {
    return failing(0, Regions.size(), error);
  }

private:
  size_t beginOf(size_t region) const {
    return region < Regions.size() ? Regions[region] : Edits.size();
  }

  std::optional<TextError> check(size_t first, size_t end) const {
    const std::vector<RegionEdit> some(Edits.begin() + long(beginOf(first)),
                                       Edits.begin() + long(beginOf(end)));
    return parseBack(Compiler, Make(some), some);
  }

  /// Regions [first, end) fail together, with \p error.
  std::vector<Culprit> failing(size_t first, size_t end, const TextError &error) const {
    std::vector<Culprit> found;
    if (end - first > 1) {
      const size_t middle = first + (end - first) / 2;
      for (const auto &[a, b] : {std::pair(first, middle), std::pair(middle, end)})
        if (const auto part = check(a, b))
          for (Culprit &culprit : failing(a, b, *part))
            found.push_back(std::move(culprit));
    }
    if (!found.empty())
      return found;
    // One region, or regions of which none fails without the others.
    for (size_t i = beginOf(first); i < beginOf(end); ++i)
      found.push_back({i, error});
    return found;
  }

  CompilerInstance &Compiler;
  const MakeTexts &Make;
  const std::vector<RegionEdit> &Edits;
  std::vector<size_t> Regions; ///< The first edit of each.
};

} // namespace

std::optional<TextError> parseBack(CompilerInstance &compiler, const UnitTexts &texts,
                                   llvm::ArrayRef<RegionEdit> edits) {
  std::vector<ChangedFile> files;
  if (!texts.generated.empty()) {
    const CudaHeader header = cudaHeader();
    const ParsedText parsed = parseText(texts.generated.cuda, TextKind::CudaFile, {}, {{header.name, header.text}});
    if (parsed.error())
      return parsed.error();
    const SourceManager &sources = compiler.getSourceManager();
    if (const auto main = sources.getFileEntryRefForID(sources.getMainFileID()))
      files.emplace_back(main->getName().str(), texts.generated.host);
  }
  if (!texts.sources.empty())
    for (const RegionEdit &edit : edits)
      if (auto error = parseKernels(edit))
        return error;
  for (const RewrittenSource &source : texts.sources)
    files.emplace_back(source.file.getName().str(), source.text);
  std::optional<TextError> error;
  FirstError first(error);
  if (!files.empty())
    parseFiles(compiler, files, Bodies::OfChangedFiles, first);
  return error;
}

std::vector<Culprit> findCulprits(CompilerInstance &compiler, const MakeTexts &make,
                                  const std::vector<RegionEdit> &edits, const TextError &error) {
  return CulpritSearch(compiler, make, edits).find(error);
}

void spoil(std::vector<RegionEdit> &edits) {
  static const std::string Error = "\n#error as --fail-in asks\n";
  if (!edits.empty())
    edits[0].code.exitStatements += "as_fail_in_asks = 1;";
  if (edits.size() > 1)
    edits[1].code.entry += Error;
  if (edits.size() > 2)
    edits[2].code.kernels += Error;
}

} // namespace gputile::driver
