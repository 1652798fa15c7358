//===- TiledSchedule.h - A program cut into tiles ------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// What a scheme makes of hyperplanes and tile sizes, before anything is said of
/// threads and memory. An instance S[i] runs
///   in the launch   launch(S[i]) = [l_0 … l_{m-1}]; h are those of its positions that vary
///   in the tile     b(S[i]) = [floor(x_0 / s_0), floor(x_1 / s_1) …] of the parallel rows x
///   inside it       in the lexicographic order of (e_0 … e_{n-1}, leaf)
/// Launches run in lexicographic order. Tiles (h, b) of one launch are independent. In a
/// tile the points x are independent, all along or, where the tile has steps, those of one
/// value of e. Instances at the same x may depend on each other in their order.
///
/// Examples:
///   scheme `wavefront` with rows (t, t + i) and sizes 4, 8: launch [floor(t/4) +
///   floor((t+i)/8)], parallel row t + i of size 8, order (0, t mod 4, step);
///   scheme `parallel`, C[i,j] += A[i,k] * B[k,j]: parallel rows i, j, order (0, floor(k/16),
///   0, k mod 16, 0), in which the second scalar has room for copies of 16 values of k.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_IR_TILEDSCHEDULE_H
#define GPUTILE_IR_TILEDSCHEDULE_H

#include "gputile/Support/Isl.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gputile {

struct Scop;

/// { S[i] -> [(f)] } by statement index. A list of coordinates is a map from instances to
/// integer vectors.
using Coordinate = std::map<unsigned, isl::aff>;
using Coordinates = std::vector<Coordinate>;

/// A row along which tiles, and the points of a tile, are parallel: point x lies in tile
/// floor(x / size) and is its point x mod size.
struct TiledRow {
  Coordinate row;
  long size = 1;
};

/// The tiles of one shape. All tiles have one shape, but for the colours of scheme `split`.
struct TileShape {
  Coordinates launch;         ///< The inter-tile wavefront or the colour is part of it.
  std::vector<TiledRow> rows; ///< Outermost first.
  /// { [h…, b…] -> [y…] }: the points of a whole tile in TiledSchedule::band.
  isl::map points;
  /// { S[i] } by statement: the instances that lie in such tiles; all where there is no entry.
  std::map<unsigned, isl::set> instances;
};

/// A part of a tile while which the order positions before \c prefix stand still: the whole
/// tile, or what is inside one of its loops. Position \c prefix is a scalar, a constant of
/// each statement; copies of data that live as long as the part come before and after all
/// of them.
struct TileLevel {
  unsigned prefix = 0;
  int parent = -1; ///< The level around it, an index; -1 of the first.
  std::vector<unsigned> statements;
};

/// A band cut into tiles: which instances lie in which tile, and in which order.
struct TiledSchedule {
  std::vector<unsigned> statements; ///< Ascending.
  std::vector<long> sizes;          ///< Of the rows that were tiled, outermost first.
  std::vector<unsigned> hostDims;   ///< Positions of the launch vector that vary, ascending.
  Coordinates band;                 ///< y: the space in which tiles are sets of points.
  std::vector<TileShape> shapes;
  Coordinates order;                ///< e: scalars and loops.
  std::vector<TileLevel> levels;    ///< The first is the whole tile.
  /// How many values the last position of \c order has, a scalar from 0 on at the last
  /// level, of which one must be complete before the next starts; 0 when no point depends
  /// on another.
  unsigned steps = 0;
  /// The most points of a thread that are unrolled code, with registers of their own.
  long mostPoints = 16;
  /// Order of statements at one point: those whose scalars are equal have different ones.
  std::map<unsigned, unsigned> leaf;
  /// The width of a tile changes with time, so points have no fixed place in it.
  bool slanted = false;
  /// { S[i] -> [h…, b…] } by statement: tiles besides its own that run the instance, too.
  std::map<unsigned, isl::map> recomputed;

  /// Dimensions of a tile (h, b).
  unsigned tileDims() const {
    return static_cast<unsigned>(hostDims.size() + shapes.front().rows.size());
  }
};

/// When a tile with steps has them: t is the only loop of its order.
struct StepTimes {
  isl::set all;   ///< { [t] }: the values of t.
  isl::aff first; ///< { [h…, b…] -> [(t)] }: when a whole tile starts.
  /// { [h…, b…, t] } by step: the times at which a tile has the step. `any` is around
  /// all of them.
  std::vector<isl::set> ofStep;
  isl::set any;
};

/// Which tiles there are, and when what of them runs. Sets may hold too much where that
/// makes them simpler, except `full`.
struct TileSets {
  isl::set working; ///< { [h…, b…] }: tiles with instances.
  /// { [h…, b…] }: tiles of which every point is an instance of each statement, or, where
  /// there is no such tile, of each statement that has any there.
  isl::set full;
  isl::set launches;              ///< { [h…] }: launches with tiles.
  std::optional<StepTimes> times; ///< Of tiles with steps.
};

/// Checks what this header says of the form of \p tiled, by names, indices and dimensions.
/// \returns the first thing that is wrong, empty when all is right
std::string checkTiledSchedule(const Scop &scop, const TiledSchedule &tiled);

/// The same for the sets of tiles of \p tiled.
std::string checkTileSets(const TiledSchedule &tiled, const TileSets &sets);

/// Checks that the instances in the tiles of \p all are those of the program, each once, and
/// that each is among the points of its own tile. Expensive: for tests.
/// \returns the first thing that is wrong, empty when all is right
std::string checkTileCover(const Scop &scop, const std::vector<TiledSchedule> &all);

/// Readable text, for tests and debuggers.
std::string printTiledSchedule(const TiledSchedule &tiled);

} // namespace gputile

#endif
