//===- StreamRows.h - The rows that a block of scheme stream has -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_CODEGEN_KERNEL_STREAMROWS_H
#define GPUTILE_LIB_CODEGEN_KERNEL_STREAMROWS_H

#include "CodeGen/Kernel/StreamMemory.h"

namespace gputile::codegen {

/// The loop over the rows of a block. Full blocks have full rows, for which all tests of rows hold:
/// all but the first and the last ones. There, the text of a row is a function with the parameter
/// Names.full, known at compile time, that says so.
class StreamRows : public StreamMemory {
protected:
  using StreamMemory::StreamMemory;

  void declareRange();
  /// The loop around what \p work writes for each row.
  void loopOverRows(const std::function<void()> &work);
  /// Whether stages work on rows whose sources are there, in iteration Names.step; empty where they
  /// always do.
  std::string isReady() const;

  /// Whether \p stage reads arrays in device memory, which have elements for its own instances
  /// only.
  bool readsMemory(const StreamStage &stage) const;
  /// Whether it matters what \p stage does to other cells than those that it writes.
  bool isTested(const StreamStage &stage) const;
  /// { : constraints } on the row and the iteration that a full block has to test for \p stage, if
  /// there are any.
  std::optional<isl::set> rowsToTest(const StreamStage &stage) const;
  /// The same on the row alone, where all iterations of the launch have the same: they hold for
  /// all rows with Names.full.
  std::optional<isl::set> fullRows(const StreamStage &stage) const;
  /// { : constraints } of Names.time and the launch: iterations that some stage does not have.
  isl::set iterationsMissing() const;
  /// { : constraints } of launches that have none of \p iterations.
  isl::set launchesWithout(const isl::set &iterations) const;

private:
  /// \p text as an operand of gpt_min and gpt_max.
  std::string asIndex(const std::string &text) const { return "(" + I + ")(" + text + ")"; }
  long unrolling() const;
  void loopOverFullRows(const std::function<void()> &work);
  void declareFullRows();
  std::vector<long> rowsPassed(bool all) const;
  void addStage(const StreamStage &stage);

  /// Bounds of the newest row where all rows are full, and what else must hold.
  std::vector<std::string> FirstRows, LastRows, Conditions;
};

} // namespace gputile::codegen

#endif
