//===- OwnValues.h - Elements that an instance has written ------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// In `{ a[i][0] = x; a[i][1] = y * a[i][0]; }`, one statement, the value of a[i][0] never comes
/// from another instance: its read is no access. The text uses the reference that writes it.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_OWNVALUES_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_OWNVALUES_H

#include "gputile/IR/Scop.h"
#include "gputile/Support/FixedRange.h"

namespace gputile::frontend {

/// What one statement has certainly written, while it is printed.
class OwnValues {
public:
  /// The expression that is printed writes what \p reference of \p statement, which is affine, names:
  /// before the next expression, but perhaps behind the rest of this one.
  void write(const Statement &statement, unsigned reference);
  /// The next expression begins.
  void endExpression() { Before = Written.size(); }
  /// A reference that has written what \p reference of \p statement names, wherever that is evaluated.
  std::optional<unsigned> find(const Statement &statement, unsigned reference) const;

  size_t mark() const { return Written.size(); }
  /// What was written since \p mark is not written everywhere behind this place.
  void forgetSince(size_t mark);
  /// References from \p first on no longer exist.
  void forgetReferences(size_t first);

private:
  struct Element {
    unsigned reference;
    uint32_t hash; ///< Of the elements.
    FixedRange fixed;
  };
  std::vector<Element> Written;
  size_t Before = 0; ///< So many by earlier expressions.
};

} // namespace gputile::frontend

#endif
