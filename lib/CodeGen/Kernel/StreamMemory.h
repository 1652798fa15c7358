//===- StreamMemory.h - What a block of scheme stream loads and stores ----===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_CODEGEN_KERNEL_STREAMMEMORY_H
#define GPUTILE_LIB_CODEGEN_KERNEL_STREAMMEMORY_H

#include "CodeGen/Kernel/StreamBlock.h"

namespace gputile::codegen {

/// Fields in device memory.
class StreamMemory : public StreamBlock {
protected:
  StreamMemory(const KernelModel &kernel, ExprPrinter &exprs, StreamBlocks blocks, bool tellsLast,
               unsigned depth);

  void declareFields();
  /// Whether the rows of all fields but transient ones lie at multiples of the vectors that lanes
  /// load and store, also of their second buffers.
  std::string alignmentText();
  /// Whether lanes have all cells of each of their rows or none, of all fields but transient ones.
  std::string clippedText();
  /// Those that launches find.
  std::vector<unsigned> carriedFields() const;
  /// Rows of each field that are loaded before they are the newest. Planes take more registers.
  long rowsAhead() const { return Band.rank == 2 ? 2 : 1; }
  /// The first rows that are loaded early.
  void fillAhead(unsigned f);
  /// Declares where store() stores the first planes.
  void declareOut();
  /// Makes the oldest row that was loaded early the newest one of what a launch finds, and loads another.
  void load(unsigned f);
  /// The only row of what a launch finds of field \p f.
  void loadOnlyRow(unsigned f);
  /// Puts those of the lane's cells of row Names.row of transient field \p f that no iteration
  /// writes into \p target, which keeps the others. Those may be stored meanwhile. In front of
  /// tests of the row stands \p unless, see orFull().
  void loadOthers(unsigned f, const std::string &target, const std::string &unless);
  /// The same of a row that no iteration writes, in a full block.
  void loadOtherRow(unsigned f, const std::string &target);
  /// Stores the cells that the block owns.
  void store();
  /// If \p stage is the last one of a transient field, stores the row that it leaves in the last
  /// iteration of the time loop. Iterations behind that one leave anything.
  void storeLastIteration(unsigned stage);

  bool alwaysExists(unsigned f) const { return Region.context.is_subset(Existing[f]); }
  bool leaves(unsigned f) const { return !Band.isTransient(f) || !(TellsLast && !masksLoads()); }

  /// Whether launches that leave no transient field are told apart: blocks that mask no loads are
  /// of them.
  bool TellsLast;

private:
  /// \p test of a row inside of the loop over rows, which holds for full ones.
  std::string unlessFull(const std::string &test) const {
    return hasFullRows() ? orFull() + "(" + test + ")" : test;
  }
  std::string strideOf(unsigned array, unsigned d);
  void declarePointer(const std::string &type, const std::string &name, const std::string &buffer,
                      const std::string &row, const std::vector<std::string> &pitches);
  void declareOwn();
  std::string isOwn(size_t d);
  void declareField(unsigned f);
  void declareBox(unsigned f, const std::string &mask);
  void declareRows(unsigned f, unsigned dims);
  void declareClippedRows(unsigned f);
  void declareTransient(unsigned f);
  std::string alignedText(const std::string &pointer,
                          const std::vector<std::string> &pitches) const;
  std::string alignmentOf(unsigned f, const std::string &name) const;
  std::string firstCell(const std::string &buffer, const std::string &row,
                        const std::vector<std::string> &pitches) const;
  std::string wide(const std::string &value) const;
  std::string lanePitch(const std::vector<std::string> &pitches) const;
  std::string stateFound(unsigned f) const;
  std::string firstOf(const std::string &row) const;
  std::string isRowOf(unsigned f) const;
  std::string sizesText() const;
  std::string rowInBox(unsigned f) const;
  /// Planes have several rows of a lane's cells: pointers to the first one move on, so that their
  /// addresses are not computed again for each plane.
  bool movesPointers() const { return Band.rank == 3; }
  void loadRow(unsigned f, const std::string &target, bool inLoop);
  void loadAhead(unsigned f, const std::string &z, long ahead, long k, bool inLoop);
  /// Whether the iteration that leaves field \p f may be any of the launch: blocks that mask no
  /// loads execute all iterations, so it is the last one in their launch, as where blocks count
  /// their iterations.
  bool storesIterations(unsigned f) const {
    return masksLoads() && !countsSteps() && Band.isTransient(f);
  }
  std::string lastWriteOf(unsigned f);
  isl::set written(unsigned f) const;
  std::string rowsStored(unsigned f);
  void storeRow(unsigned f, const std::string &row, const std::string &cells);
  void storeField(unsigned f);

  /// By field: { : constraints } under which it has elements that are accessed, and memory.
  std::vector<isl::set> Existing;
};

} // namespace gputile::codegen

#endif
