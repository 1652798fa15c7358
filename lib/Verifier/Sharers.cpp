//===- Sharers.cpp - Arrays that may have the same memory -----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// A call may give one memory to two names, where the arrays behind them are of one form. If no
/// read through the one follows a write through the other, in the order of the original program,
/// each read gives what was there in front of the region: what copies in different memory give,
/// too.
///
//===----------------------------------------------------------------------===//

#include "Verifier/Program.h"

#include "gputile/IR/EvaluationOrder.h"
#include "gputile/IR/PointerRows.h"

#include <isl/union_map.h>

using namespace gputile;
using namespace gputile::verifier;

static Outcome bad(const Array &read, const std::string &written, const std::string &what) {
  return fail(Kind::Sharers,
              "'" + read.name + "' and '" + written + "' may not have the same memory: " + what);
}

/// The instances of \p accesses to array \p name as { S[i] -> [a] }.
static isl::union_map untagged(const isl::union_map &accesses, const std::string &name) {
  isl::union_map result = isl::union_map::empty(accesses.ctx());
  accesses.foreach_map([&](const isl::map &map) {
    if (map.range_tuple_id().name() == name)
      result = result.unite(isl::union_map(flatRange(map)));
  });
  return result;
}

/// The statements of \p scop with an instance that \p pairs relates to itself.
static std::vector<unsigned> withThemselves(const Scop &scop, const isl::union_map &pairs) {
  std::vector<unsigned> result;
  pairs.intersect(pairs.domain().identity()).foreach_map([&](const isl::map &map) {
    if (!map.is_empty())
      result.push_back(statementIndex(scop, isl_map_get_tuple_name(map.get(), isl_dim_in)));
  });
  return result;
}

static Outcome checkPair(const Scop &scop, unsigned read, unsigned written) {
  const Array &reader = scop.arrays[read], &writer = scop.arrays[written];
  const auto hasForm = [](const Array &array) {
    return array.storage != ArrayStorage::Private && array.rank > 0 && pointerLevels(array) == 0 &&
           !array.inDeviceMemory && !array.present;
  };
  if (!hasForm(reader) || !hasForm(writer) || reader.rank != writer.rank ||
      reader.elementType != writer.elementType)
    return bad(reader, writer.name, "they have not one form");
  if (!untagged(mayWritesOf(scop), reader.name).is_empty())
    return bad(reader, writer.name, "both are written");
  const isl::union_map writes = untagged(mayWritesOf(scop), writer.name),
                       reads = untagged(readsOf(scop), reader.name);
  const isl::union_map meet =
      writes.apply_range(reads.reverse()).intersect_params(scop.context.intersect(scop.guard));
  const isl::union_map times = scheduleOf(scop);
  const isl::union_map ordered =
      isl::manage(isl_union_map_lex_lt_union_map(times.copy(), times.copy()));
  if (!meet.intersect(ordered).is_empty())
    return bad(reader, writer.name, "what is written is read later");
  for (const unsigned statement : withThemselves(scop, meet))
    if (!readsBeforeWrites(scop.statements[statement], read, written))
      return bad(reader, writer.name,
                 "an instance of " + scop.statements[statement].name + " may read what it writes");
  return std::nullopt;
}

std::optional<VerificationFailure> gputile::verifySharers(const Scop &scop) {
  for (unsigned read = 0; read < scop.arrays.size(); ++read)
    for (const std::string &written : scop.arrays[read].sharers)
      if (Outcome failure = checkPair(scop, read, arrayIndex(scop, written)))
        return failure;
  return std::nullopt;
}
