//===- Sources.cpp - Regions and their functions in one file --- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rewrite/RegionEditor.h"
#include "RuntimeHeader.h"

#include <algorithm>
#include <map>

using namespace clang;

namespace gputile {

using namespace rewrite;

namespace {

/// Warnings about generated text would be warnings that the user can do nothing about.
const char *const Quiet = "#pragma clang diagnostic push\n"
                          "#pragma clang diagnostic ignored \"-Weverything\"\n";
const char *const Loud = "#pragma clang diagnostic pop\n";

/// \p text as adjacent string literals, one per line.
std::string literalLines(llvm::StringRef text) {
  std::string result;
  while (!text.empty()) {
    const auto [line, rest] = text.split('\n');
    result += quoted(line.str());
    result.insert(result.size() - 1, "\\n");
    result += '\n';
    text = rest;
  }
  return result;
}

std::string byteList(llvm::StringRef bytes) {
  std::string result;
  for (size_t i = 0; i < bytes.size(); ++i)
    result += std::to_string(static_cast<unsigned char>(bytes[i])) + (i % 32 == 31 ? ",\n" : ",");
  return result;
}

/// The definitions of <entry>_images, and of the arrays it points to.
std::string imageTable(const std::string &entry, const std::vector<KernelImage> &images) {
  std::string arrays, table = "static const struct gputile_rt_image " + entry + "_images[] = {\n";
  for (size_t i = 0; i < images.size(); ++i) {
    const std::string name = entry + "_image" + std::to_string(i);
    arrays += "static const unsigned char " + name + "[] = {\n" + byteList(images[i].bytes) + "};\n";
    table += "  {" + quoted(images[i].arch) + ", " + (images[i].wide ? "1" : "0") + ", " + name +
             ", sizeof(" + name + ")},\n";
  }
  return arrays + table + "};\n";
}

/// Everything that a region's call needs.
std::string definitions(const RegionEditor &editor, const RegionEdit &edit,
                        const std::vector<KernelImage> &images) {
  const RegionCode &code = edit.code;
  const std::string &entry = code.entryName;
  std::string text = "static const char " + entry + "_source[] =\n" + literalLines(code.kernels);
  text.insert(text.size() - 1, ";");
  if (!images.empty())
    text += imageTable(entry, images);
  // The tables stand before the functions, and the region between them: it points to
  // the tables, and the functions to it.
  const size_t function = code.entry.find("static int " + entry);
  text += editor.inLanguage(code.entry.substr(0, function));
  text += "static struct gputile_rt_region " + entry + "_region = {GPUTILE_RT_ABI, " +
          std::to_string(edit.line) + ", " + quoted(edit.name) + ", " + quoted(edit.file) + ", " +
          entry + "_source, " + std::to_string(code.describedArrays) + ", " +
          std::to_string(code.launchedKernels) + ", " + std::to_string(images.size()) + ", " +
          entry + "_arrays, " + entry + "_kernels, " + (images.empty() ? "0" : entry + "_images") +
          ", {0, 0}};\n";
  return text + editor.inLanguage(code.entry.substr(function));
}

/// Inserts what a region's call names where the classes around it are known.
void insertDeclarations(RegionEditor &editor, const RegionEdit &edit) {
  if (edit.code.hostDeclarations.empty())
    return;
  const SourceLocation begin = editor.beginWithAttributes(*edit.region.topLevel);
  const bool startsLine = editor.sources().getExpansionColumnNumber(begin) == 1;
  editor.insertBefore(begin, std::string(startsLine ? "" : "\n") + Quiet + "#line 1 \"<gputile>\"\n" +
                                 edit.code.hostDeclarations + Loud + editor.placeDirective(begin));
}

/// The texts to insert at one place.
using Insertions = std::map<unsigned, std::pair<SourceLocation, std::string>>; ///< By offset.

} // namespace

std::vector<RewrittenSource> rewriteSources(ASTContext &context,
                                            const std::vector<RegionEdit> &edits,
                                            const std::vector<std::vector<KernelImage>> &images,
                                            const std::vector<DataBlock> &blocks,
                                            const std::vector<MarkedRegion> &waits) {
  RegionEditor editor(context);
  const SourceManager &sources = context.getSourceManager();
  std::map<FileID, Insertions> files;
  const llvm::ArrayRef<RegionEdit> all = edits;
  for (size_t i = 0; i < edits.size(); ++i) {
    const RegionEdit &edit = edits[i];
    const SourceLocation begin = editor.beginWithAttributes(outermost(*edit.region.topLevel));
    const auto [file, offset] = sources.getDecomposedLoc(begin);
    auto &[location, text] = files[file][offset];
    location = begin;
    text += definitions(editor, edit, images[i]);
    insertDeclarations(editor, edit);
    const auto variants = all.drop_front(i).take_while(
        [&](const RegionEdit &other) { return other.region.pragma == edit.region.pragma; });
    if (i > 0 && edits[i - 1].region.pragma == edit.region.pragma)
      continue; // Done with the first variant.
    if (edit.instances.empty())
      editor.replacePragma(edit, Quiet, Loud);
    else
      editor.replacePragma(variants, Quiet, Loud);
    editor.closeRegion(edit);
  }
  const auto declareLibrary = [&](const MarkedRegion &place) {
    const SourceLocation begin = editor.beginWithAttributes(outermost(*place.topLevel));
    const auto [file, offset] = sources.getDecomposedLoc(begin);
    files[file][offset].first = begin;
  };
  for (const DataBlock &block : blocks) {
    declareLibrary(block.region);
    editor.wrapBlock(block, Quiet, Loud);
  }
  for (const MarkedRegion &wait : waits) {
    declareLibrary(wait);
    editor.replaceWait(wait, Quiet, Loud);
  }
  std::vector<RewrittenSource> result;
  for (auto &[file, insertions] : files) {
    std::string header = std::string(RuntimeHeader) + RuntimeArithmetic;
    for (auto &[offset, insertion] : insertions) {
      const auto &[location, text] = insertion;
      const bool startsLine = sources.getExpansionColumnNumber(location) == 1;
      editor.insertBefore(location, std::string(startsLine ? "" : "\n") + Quiet +
                                        "#line 1 \"<gputile>\"\n" + header + text + Loud +
                                        editor.placeDirective(location));
      header.clear();
    }
    result.push_back({*sources.getFileEntryRefForID(file), editor.text(file)});
  }
  return result;
}

} // namespace gputile
