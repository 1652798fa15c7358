//===- LoopReplacer.h - Copies with others in the place of loops -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_INLINE_LOOPREPLACER_H
#define GPUTILE_LIB_FRONTEND_INLINE_LOOPREPLACER_H

#include "Frontend/Inline/Clone.h"
#include "Frontend/Inline/Inline.h"

namespace gputile::frontend {

/// Copies a region with another statement in the place of each loop of some kind, of which a \p
/// Loop tells what the copy needs.
template <typename Loop> class LoopReplacer : public Cloner {
public:
  using Cloner::Cloner;

  /// Makes \p inlined the copy. \returns the loops, as they were; none where there is no copy
  std::vector<const clang::ForStmt *> replaceIn(InlinedRegion &inlined, const Originals &copies) {
    std::vector<const clang::ForStmt *> loops;
    for (const auto &[loop, told] : Found)
      loops.push_back(loop);
    clang::Stmt *copy = loops.empty() ? nullptr : regionCopy(inlined.statement);
    if (!copy || HasFailed)
      return {};
    inlined.replace(copy, copies);
    return loops;
  }

protected:
  std::map<const clang::ForStmt *, Loop> Found;
  bool HasFailed = false; ///< The copy would not do the same.

  virtual clang::Stmt *loopCopy(const clang::ForStmt *loop, Loop &told) = 0;

  bool isReplaced(const clang::Stmt *stmt) const override {
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(stmt);
    return loop && Found.count(loop);
  }
  bool append(const clang::Stmt *item, std::vector<clang::Stmt *> &items) override {
    if (const auto *attributed = llvm::dyn_cast<clang::AttributedStmt>(item);
        attributed && changes(attributed))
      return append(attributed->getSubStmt(), items);
    const auto *loop = llvm::dyn_cast<clang::ForStmt>(item);
    const auto found = loop ? Found.find(loop) : Found.end();
    if (found == Found.end())
      return Cloner::append(item, items);
    items.push_back(loopCopy(loop, found->second));
    return items.back();
  }
};

} // namespace gputile::frontend

#endif
