//===- EarlyReads.h - What is read before the region ------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The caller of an entry reads places before the region: values of parameters, addresses
/// of arrays. It must not read what the region would not: where `g` is null and the
/// region never gets to `g->nx`, the program is right. A read happens early
///   * always, where the place exists for certain, or the region reads something that
///     exists only with it, whatever the parameters: `grid_points[0]`, the first bound;
///   * else under the condition on the parameters under which the region reads it:
///     `(n >= 1 ? g->nx : 0)`;
///   * never, where only data tells whether the region reads it.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_EARLYREADS_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_EARLYREADS_H

#include "Frontend/Extract/ArrayTable.h"

namespace gputile::frontend {

/// Notes what \p region, the one that is walked or one that does the same, reads whatever the
/// parameters: in what it begins with, and in the bounds of outermost loops.
void noteUnconditionalReads(ExtractState &state, const clang::Stmt *region);

/// Makes the integer \p place a parameter of the Scop, if the region does not write it and
/// it can be read early. \returns its index.
/// \param evaluated [n, i…] -> { : … }: points at which the region reads it, unless
/// ExtractState::DataConditions says that this is not certain
std::optional<unsigned> placeParameter(ExtractState &state, const Place &place,
                                       const isl::set &evaluated);

/// True when the region does not write the integer \p place.
bool isFixedInteger(const ExtractState &state, const Place &place);

/// True when the integer \p place can be read before the region whatever the parameters, by
/// what is known so far, and the region does not write it.
bool canAlwaysRead(const ExtractState &state, const Place &place);

/// The text of the integer \p place in a stride; none where the region may write it. finishPlaces()
/// makes it 0 for parameters for which it is not known that the region reads the place: what has
/// such strides it does not access for these.
std::optional<std::string> strideText(ExtractState &state, const Place &place);

/// Notes that the region computes parameter \p parameter, from \p places among others, at the
/// points \p evaluated. finishPlaces() makes it 0 where it does not, or refuses the place.
void noteLateParameter(ExtractState &state, unsigned parameter,
                       const std::set<const clang::VarDecl *> &places, const isl::set &evaluated);

/// Notes that the region accesses the place for which \p variable stands, if it does,
/// through an array at the points \p evaluated.
void notePlaceAccess(ExtractState &state, const clang::VarDecl *variable,
                     const isl::set &evaluated);

/// True when an element of \p array may share memory with an object of type \p type.
bool mayAlias(const ExtractState &state, clang::QualType type, const Array &array);

/// \p text, which reads \p place or computes its address, evaluated only where the place is
/// known to exist, and there at least for parameters in \p uses. Refuses where that cannot be
/// told.
std::string textWhereItExists(const ExtractState &state, const Place &place, const isl::set &uses,
                              const std::string &text);

/// Completes the arrays of places: their addresses and strides are computed only where that is
/// possible. Refuses places that may not exist, those that may be parts of others that the
/// region writes, and calls that may read what it writes.
void finishPlaces(ExtractState &state, const ArrayTable &arrays);

} // namespace gputile::frontend

#endif
