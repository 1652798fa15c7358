//===- RegionEditor.h - Edits around one region ---------------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_REWRITE_REGIONEDITOR_H
#define GPUTILE_LIB_REWRITE_REGIONEDITOR_H

#include "gputile/Rewrite/Rewrite.h"
#include "gputile/Support/Text.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Decl.h"
#include "clang/Basic/SourceManager.h"
#include "clang/Rewrite/Core/Rewriter.h"
#include "llvm/ADT/ArrayRef.h"

namespace gputile::rewrite {

/// The edits that replace a region by a call, with its text as the alternative.
class RegionEditor {
public:
  explicit RegionEditor(clang::ASTContext &context)
      : Context(context), Sources(context.getSourceManager()),
        Editor(Sources, context.getLangOpts()) {}

  /// The pragma becomes the call; the original text follows as its else.
  /// \param before, after  complete lines around the call
  void replacePragma(const RegionEdit &edit, const std::string &before = "",
                     const std::string &after = "");
  /// The same for all edits of a region that depends on template parameters: each
  /// function made from the template gets the one call that is for it, or none.
  void replacePragma(llvm::ArrayRef<RegionEdit> variants, const std::string &before,
                     const std::string &after);
  /// \param text C text after the region's own.
  void closeRegion(const RegionEdit &edit, const std::string &text = "");
  /// Arrays stay on the device while \p block runs. Parameters as of replacePragma.
  void wrapBlock(const DataBlock &block, const std::string &before, const std::string &after);
  /// The pragma \p wait becomes calls of the library. Parameters as of replacePragma.
  void replaceWait(const MarkedRegion &wait, const std::string &before, const std::string &after);
  void insertBefore(clang::SourceLocation location, const std::string &text) {
    Editor.InsertTextBefore(location, text);
  }

  bool isCxx() const { return Context.getLangOpts().CPlusPlus; }
  /// A type of the CUDA text, or declarations, in the language of the file: C needs no
  /// header for _Bool.
  std::string inLanguage(std::string text) const;
  /// Makes the line that follows have the number and file of \p loc.
  std::string lineDirective(clang::SourceLocation loc, unsigned linesAfter = 0) const;
  /// Makes what follows have the place of \p loc, in all: names of lambdas' types hold it.
  std::string placeDirective(clang::SourceLocation loc) const;
  /// Where \p decl begins; C++ and C23 attributes stand before what Clang calls so.
  clang::SourceLocation beginWithAttributes(const clang::Decl &decl) const;
  /// The text of file \p file with all edits.
  std::string text(clang::FileID file);
  const clang::SourceManager &sources() const { return Sources; }

private:
  std::string callText(const RegionEdit &edit) const;
  std::string callAndExit(const RegionEdit &edit) const;
  /// Puts \p call in the place of the pragma; before what implies it, which stays.
  void insertCall(const MarkedRegion &region, const std::string &head, const std::string &call);
  /// \p text, complete lines, stands for the pragma, before all directives for the loop.
  void replacePragma(const MarkedRegion &region, std::string text);

  clang::ASTContext &Context;
  clang::SourceManager &Sources;
  clang::Rewriter Editor;
};

/// \p decl, or the namespace at file scope that contains it.
const clang::Decl &outermost(const clang::Decl &decl);

} // namespace gputile::rewrite

#endif
