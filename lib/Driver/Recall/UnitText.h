//===- UnitText.h - The text that a region's result rests on ------ -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The main file is taken apart into the bodies of functions and the text around them. The
/// result of a region rests on the text around that stands before its function, on what behind it
/// declares the same things again, and on the bodies that Mentions names. Whoever edits another
/// body, or what is behind, need not wait until the region is analysed again.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_RECALL_UNITTEXT_H
#define GPUTILE_LIB_DRIVER_RECALL_UNITTEXT_H

#include "Driver/Recall/Mentions.h"

#include "gputile/Frontend/Frontend.h"

#include "clang/AST/ASTContext.h"

#include <optional>
#include <string>
#include <vector>

namespace gputile::driver {

/// What of the main file the result of one region rests on.
struct RegionText {
  std::string hash;           ///< Of the text, and of where the region is in it; in hexadecimal.
  std::vector<size_t> bodies; ///< Indices of functions, in the order of the text.
  size_t own;                 ///< The function around the region.
};

/// A place in the text that a region rests on: the same place in all texts with the same hash.
struct TextPlace {
  std::optional<size_t> body; ///< An index into RegionText::bodies; none: around, before `own`.
  unsigned offset = 0;        ///< In that body, or in the text around without any body.
};

/// The main file of a unit, which has no errors, in parts.
class UnitText {
public:
  explicit UnitText(clang::ASTContext &context);

  /// None where \p region does not stand in the body of a function that is a part.
  std::optional<RegionText> textOf(const MarkedRegion &region);

  /// None where \p place is not in \p text: in another file, in another body or in a macro.
  std::optional<TextPlace> placeOf(SourceRef place, const RegionText &text) const;
  SourceRef locationOf(const TextPlace &place, const RegionText &text) const;

private:
  /// A definition of a function. Offsets in the main file; the body is from brace to brace.
  struct Body {
    const clang::FunctionDecl *function;
    unsigned declaration, begin, end;
  };
  /// The text of declarations that overlap.
  struct Part {
    unsigned begin, end;
    bool isNew; ///< Nothing before can refer to what they declare.
  };

  void findParts(const clang::DeclContext *scope);
  std::optional<Body> bodyOf(const clang::FunctionDecl &function) const;
  std::optional<Part> partOf(const clang::Decl &decl) const;
  /// Whether nothing before can refer to what \p decl declares.
  bool isFirst(const clang::Decl &decl) const;
  /// Whether, besides, it names nothing that a region may ask all uses of.
  bool isNew(const clang::Decl &decl) const;
  void joinOverlapping();
  void hashAround();
  /// The tokens from \p begin to \p end that do not belong to new declarations.
  std::string tokens(unsigned begin, unsigned end) const;
  /// The first body that does not end before \p offset; their number: none.
  size_t bodyAt(unsigned offset) const;

  const clang::SourceManager &Sources;
  const clang::LangOptions &Language;
  llvm::StringRef Text;
  std::vector<Body> Bodies;                ///< In the order of the text.
  std::vector<Part> Parts;                 ///< In the order of the text, without bodies.
  std::vector<std::string> Before, Behind; ///< By body: hashes of the text around.
  std::optional<Mentions> Named;
};

} // namespace gputile::driver

#endif
