//===- RowOrder.h - Which rows are mapped, and which is x ------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_MAPPING_ROWORDER_H
#define GPUTILE_LIB_MAPPING_ROWORDER_H

#include "Mapping/HostSplit.h"

#include <optional>

namespace gputile::mapping {

/// All rows on the path from \p node to the statement's leaf, outermost first;
/// the rows of \p node itself are the first.
std::vector<isl::aff> rowsOf(const ScheduleNode &node, unsigned statement);

/// The number of values of \p row, a function of \p statement, for any parameters, if there is a
/// largest.
std::optional<long> extentOf(const Scop &scop, unsigned statement, const isl::aff &row);

/// The same for row \p row of the region's band and all its statements.
std::optional<long> extentOf(const Scop &scop, const KernelRegion &region, unsigned row);

/// Whether \p row of the region's band is known to have few values, as one over components does.
bool isShort(const Scop &scop, const KernelRegion &region, unsigned row);

/// { A[d] }: by how much the element moves when row \p row of the region's band
/// grows by one and the launch and all other rows stand still. Empty when no two
/// instances are so.
/// Example: rows (i, j, k), access { S[i,j,k] -> B[k,j] }, row 1: { B[0, 1] }.
isl::set stepOf(const Scop &scop, const KernelRegion &region, unsigned statement, unsigned row,
                const isl::map &access);

/// The same for a step of \p direction[r] in each row r of the band.
isl::set stepAlong(const Scop &scop, const KernelRegion &region, unsigned statement,
                   const std::vector<long> &direction, const isl::map &access);

/// How lanes of a warp that differ by one in a row meet an array.
enum class LaneAccess { None, Broadcast, Coalesced, Strided };

LaneAccess laneAccess(const isl::set &step);

/// The coincident rows of the region's band that are mapped to blocks and
/// threads, outermost first, three at most. The row along which most accesses are
/// coalesced is the last. Of more than three, rows of few values are left to the threads' loops.
std::vector<unsigned> chooseMappedRows(const Scop &scop, const KernelRegion &region);

} // namespace gputile::mapping

#endif
