//===- InstanceTests.h - Which function made from a template --- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Constant expressions by which the text of a template finds out what was made of it.
/// Template arguments may have no name there (local types, unnamed parameters, types that
/// are declared later); `__PRETTY_FUNCTION__` tells them all, except for those of
/// functions around a lambda or a local class, which therefore note theirs in an
/// enumerator: inner functions see it without capturing anything.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_REWRITE_INSTANCETESTS_H
#define GPUTILE_LIB_REWRITE_INSTANCETESTS_H

#include "gputile/Rewrite/Rewrite.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>
#include <vector>

namespace gputile::rewrite {

/// The tests of one region.
class InstanceTests {
public:
  /// \param variants all edits of the region; the first one's entry gives the names
  explicit InstanceTests(llvm::ArrayRef<RegionEdit> variants);

  /// C++ text that is true in the functions where \p edit is for.
  std::string condition(const RegionEdit &edit) const;
  /// A line with the declaration for the beginning of the body of outerFunctions(region)[level].
  std::string enumerator(size_t level) const;
  size_t levels() const { return Texts.size(); }

private:
  std::string name(size_t level) const;

  std::string Entry;
  std::vector<std::vector<std::string>> Texts; ///< Per level, all of them.
};

} // namespace gputile::rewrite

#endif
