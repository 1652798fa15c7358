//===- StreamBlock.h - What a block of scheme stream names ------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_CODEGEN_KERNEL_STREAMBLOCK_H
#define GPUTILE_LIB_CODEGEN_KERNEL_STREAMBLOCK_H

#include "CodeGen/Kernel/Model.h"

#include <functional>

namespace gputile::codegen {

/// What blocks a text is for. Of those at borders, cells are tested: in masks.
enum class StreamBlocks {
  Full,    ///< KernelPlan::fullBlocks. Nothing is tested, but, of planes, rows.
  Clipped, ///< Of planes: any, where lanes have all cells of a row of theirs or none.
  Border   ///< Any.
};

/// The parts of the text of a block: names, and the lane's cells. A *mask* is a variable with a bit for each cell of
/// the lane, in the order of memory: those for which a condition holds.
class StreamBlock {
protected:
  StreamBlock(const KernelModel &kernel, ExprPrinter &exprs, StreamBlocks blocks, unsigned depth);

  static std::string number(long value) { return std::to_string(value); }
  /// "z - 3", "z", "z + 3"
  static std::string plus(const std::string &text, long value);
  /// "a && b"
  static std::string joined(const std::vector<std::string> &texts, const std::string &between);
  /// "8 * p", "p"
  static std::string times(long factor, const std::string &text);

  /// Fields of rank 1 are one row.
  bool hasRows() const { return Band.rank > 1; }
  /// Whether cells are tested.
  bool testsCells() const { return Blocks != StreamBlocks::Full; }
  /// Whether that goes for those that are loaded, too. Else tests are the same for all rows of
  /// cells.
  bool masksLoads() const { return Blocks == StreamBlocks::Border; }
  bool isClipped() const { return Blocks == StreamBlocks::Clipped; }
  /// Whether the loop over rows tells apart those for which all tests of rows hold. Where loads are
  /// masked, registers do not suffice for several rows at a time.
  bool hasFullRows() const { return hasRows() && !masksLoads(); }
  /// What stands in front of a test of rows that holds for those: "full || "
  std::string orFull() const { return hasFullRows() ? Names.full + " || " : ""; }
  size_t acrossDims() const { return Stream.across.size(); }
  const Array &arrayOf(unsigned field) const { return Region.scop.arrays[Band.fields[field]]; }

  /// The cells of a lane, "[2][4]".
  std::string cellsText() const;
  /// One of them, "[u][v]".
  std::string cellText() const;
  /// Its number among those of the lane, "2 * u + v".
  std::string cellNumber() const;
  /// The same as an operand of a shift, "(2 * u + v)".
  std::string shift() const;
  /// Its place in dimension \p d across the rows, "x + v".
  std::string placeText(size_t d) const { return Names.starts[d] + " + " + Names.cells[d]; }
  /// The place of the lane in dimension \p d across the rows.
  std::string laneText(size_t d);
  /// Loops over the lane's cells.
  void openCells(TextWriter &writer) const;
  void closeCells(TextWriter &writer) const;
  void openCells() { openCells(Writer); }
  void closeCells() { closeCells(Writer); }
  /// Appends \p text, of one cell, behind the places that it names.
  void appendForCell(TextWriter &writer, const TextWriter &text) const;

  /// The first row of the warp's first block, and of its last one.
  std::string firstOwnRow() { return times(Stream.rows, Writer.use(Kernel.block[0])); }
  std::string lastBlockRow() { return times(Stream.rows, Writer.use(Names.lastBlock)); }
  /// The row that \p stage works on in iteration Names.step: "z - 1 - 2 * p"
  std::string rowOf(const StreamStage &stage) const { return rowOf(stage, Names.step); }
  /// The same in iteration \p step of the launch.
  std::string rowOf(const StreamStage &stage, const std::string &step) const;
  /// The first iteration of the time loop in the launch.
  std::string firstTime();
  /// Whether blocks execute just the iterations that there are: those of one row may stop where the
  /// time loop ends, if all stages end there.
  bool countsSteps() const { return LastTime.has_value(); }
  /// How many iterations a launch has.
  std::string stepsText();
  /// { : constraints } that hold in all blocks, also of Names.time.
  isl::set context() const;
  /// { : constraints } of Names.time: the iterations that a launch has.
  isl::set iterationsOfLaunch() const;
  /// { : constraints } of Names.time and Names.row: where \p stage has instances.
  isl::set rowsOf(const StreamStage &stage) const;
  /// { [t] }: when \p stage has instances.
  isl::set timesOf(const StreamStage &stage) const;
  /// The iteration of the time loop of an instance, its row if there are several, and its place across.
  std::vector<std::string> instanceNames() const;
  /// { S[x] -> [t, i, j…] }, without i where there is one row.
  isl::map instancesOf(const StreamStage &stage) const;

  isl::ast_expr testOf(const isl::set &condition) const;
  /// Declares, before the loop over rows, what of \p condition, { : constraints } of instanceNames() and
  /// parameters, depends on the place across the rows only, if the rest depends on the row and the
  /// iteration only: as mask \p name, if there is none of the same cells.
  void prepareMask(const std::string &name, const isl::set &condition);
  /// Declares \p name as the mask of \p condition, which is prepared, in the row and iteration at
  /// hand. In front of what it tests of these stands \p unless, such as orFull().
  void declareMaskOfRow(TextWriter &writer, const std::string &name, const isl::set &condition,
                        const std::string &unless = "");
  /// The same as a test of a cell, with \p name, which is declared for the row. Where predicates suffice for all masks,
  /// which are the same for all rows, the compiler keeps them in predicates.
  std::string testOfCell(TextWriter &writer, const std::string &name, const isl::set &condition);

  /// Declares, before the loop over rows, array \p name with a number for each cell, -1 for those
  /// of the mask of \p condition, which is prepared, and 0 for others: if registers hold it.
  void spreadMask(const std::string &name, const isl::set &condition);
  /// The number of a cell for \p condition, also of the row and iteration at hand, for which \p
  /// name is declared; none where there is no such array.
  std::optional<std::string> numberOfCell(TextWriter &writer, const std::string &name,
                                          const isl::set &condition);

  const KernelModel &Kernel;
  const RegionModel &Region;
  const StreamPlan &Stream;
  const StreamBand &Band;
  const StreamNames &Names;
  const std::string &I;
  StreamBlocks Blocks;
  TextWriter Writer;
  NodePrinter Printer;

private:
  /// A condition as one on the row and the iteration and one on the place across the rows.
  struct Parts {
    isl::set rows, cells;
  };
  struct Mask {
    isl::set cells;
    std::string name;
    std::string spread; ///< Its array, if there is one.
  };
  std::optional<Parts> partsOf(const isl::set &condition) const;
  bool hasAllRows(const Parts &parts) const;
  void writeMask(TextWriter &writer, const std::string &name, const isl::set &condition);
  const Mask *maskOf(const isl::set &cells) const;
  Mask *maskOf(const isl::set &cells) {
    return const_cast<Mask *>(static_cast<const StreamBlock *>(this)->maskOf(cells));
  }

  std::optional<isl::pw_aff> findLastTime() const;
  isl::set iterationsFrom(const std::string &bound) const;

  std::optional<isl::pw_aff> LastTime; ///< Of all stages, in blocks that count their iterations.
  std::vector<Mask> Masks; ///< That are declared before the loop over rows.
};

} // namespace gputile::codegen

#endif
