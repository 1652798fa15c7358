//===- Rewrite.h - Generated C and CUDA files -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_REWRITE_REWRITE_H
#define GPUTILE_REWRITE_REWRITE_H

#include "gputile/CodeGen/CodeGen.h"
#include "gputile/Frontend/DataBlock.h"
#include "gputile/Frontend/Frontend.h"

#include "clang/Basic/FileEntry.h"

#include <optional>
#include <string>
#include <vector>

namespace gputile {

/// A region and the code that replaces it.
struct RegionEdit {
  MarkedRegion region;
  std::string name; ///< Scop::name.
  std::string file; ///< As users know it, for comments.
  unsigned line = 0;
  RegionCode code;
  /// For a region that depends on template parameters, in whose text the edit is made:
  /// where this code replaces it. Such a region may have several edits, one behind the
  /// other; where none fits the original loops run.
  std::vector<RegionInstance> instances = {};
};

/// A compiled form of a region's kernels.
struct KernelImage {
  std::string arch;  ///< "sm_90"
  bool wide = false; ///< The index type: long long, else int.
  std::string bytes; ///< A cubin.
};

/// The files made from one input.
struct GeneratedFiles {
  std::string host; ///< The C text with each region replaced.
  /// `host` for programs that compare each region's results with those of the
  /// original loops (built with -DGPUTILE_CHECK); empty unless asked for.
  std::string hostCheck;
  std::string cuda; ///< The kernels and entries.
  bool empty() const { return cuda.empty(); }
};

/// Where regions may stand.
enum class RewriteScope {
  MainFile,
  UserFiles, ///< Also in headers, other than system headers.
};

/// Whether the text of \p region can be edited: it and its pragma, which comes from
/// no macro, are written in one file of \p scope and not in a macro.
/// \returns the refusal that says why not.
std::optional<Refusal> checkRewritable(const clang::ASTContext &context,
                                       const MarkedRegion &region, RewriteScope scope);

/// The location just after \p statement's text with its `;`; invalid when that is
/// not in plain sight.
clang::SourceLocation endOfText(const clang::ASTContext &context, const clang::Stmt &statement);

/// Where the helpers that kernels and entries call are.
enum class HelperText {
  Included, ///< In the header that is installed.
  Inlined,  ///< In the text itself.
};

/// Replaces each region by
///   { if (entry(arguments) == 0) { exit statements } else <original text> }
/// The original text stays byte for byte; `#line` keeps every line's number.
/// \param withCheck makes GeneratedFiles::hostCheck as well
GeneratedFiles rewriteUnit(clang::ASTContext &context, const std::vector<RegionEdit> &edits,
                           bool withCheck, HelperText helpers);

/// A file of the user with regions replaced, for a compiler to read instead.
struct RewrittenSource {
  clang::FileEntryRef file;
  std::string text;
};

/// Replaces each region as rewriteUnit does, but with `if constexpr` around the calls for
/// regions of templates, its function being defined in the same
/// file before the declaration that contains it (code for EntryTarget::Runtime).
/// Every line of the original keeps its number and file.
/// \param images one per edit: kernels that were compiled for known devices
/// \param blocks keep arrays on the device from beginning to end
/// \param waits pragmas with clause wait, each of which becomes a statement
std::vector<RewrittenSource> rewriteSources(clang::ASTContext &context,
                                            const std::vector<RegionEdit> &edits,
                                            const std::vector<std::vector<KernelImage>> &images,
                                            const std::vector<DataBlock> &blocks,
                                            const std::vector<MarkedRegion> &waits);

/// "dir/x.c" -> "x.gputile.c" and "x.gputile.cu", in \p outputDir or beside the
/// input when that is empty.
struct OutputPaths {
  std::string host, cuda;
};
OutputPaths outputPathsFor(const std::string &input, const std::string &outputDir);

/// A file that is to be written, with its whole text.
struct OutputFile {
  std::string path, text;
};

/// The two files of one input.
std::vector<OutputFile> outputFilesOf(const GeneratedFiles &files, const OutputPaths &paths);

/// The file that writing to \p path makes or replaces, as an absolute path without links:
/// equal for two names of one file. What does not exist yet is taken as it is written.
std::string destinationOf(const std::string &path);

/// What writing failed on.
struct WriteError {
  std::string path, message;
};

/// Makes the folder of \p path where it does not exist.
std::optional<WriteError> makeFolderOf(const std::string &path);

/// Writes all of \p files or, when one cannot be written, leaves all as they were. Their folders
/// exist. Each text lies complete beside its place before any file gets its name, so that none is
/// ever seen half written; signals that end the process remove what has no name yet. Devices and
/// pipes are written to where they are.
std::optional<WriteError> writeFiles(const std::vector<OutputFile> &files);

} // namespace gputile

#endif
