//===- Coalesce.cpp - isl's coalescing, checked ---------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// isl 0.25 and 0.26 may return more than the union where pieces have integer divisions:
/// { [a] : 0 <= a <= 1 } and { [a] : a = 0 or a = 3 } become { 0, 1, 3, 4 } (wrapping facets,
/// can_wrap_in_set in isl_coalesce.c). isl coalesces in most of what it does, so the linker
/// lets these functions stand in for its own (cmake/GputileDependencies.cmake), which keep
/// the pieces where they are not equal to what they became.
///
//===----------------------------------------------------------------------===//

#include <isl/ctx.h>
#include <isl/local_space.h>
#include <isl/map.h>
#include <isl/set.h>

#include <utility>

extern "C" {
__isl_give isl_map *__real_isl_map_coalesce(__isl_take isl_map *map);
__isl_give isl_map *__wrap_isl_map_coalesce(__isl_take isl_map *map);
__isl_give isl_set *__wrap_isl_set_coalesce(__isl_take isl_set *set);
}

namespace {

/// Basic maps and which of them some other list has, too.
class Pieces {
public:
  explicit Pieces(isl_map *map) : List(isl_map_get_basic_map_list(map)) {}
  Pieces(const Pieces &) = delete;
  Pieces &operator=(const Pieces &) = delete;
  ~Pieces() { isl_basic_map_list_free(List); }

  /// Whether the integer divisions of one may be given to another that has others, as isl
  /// does with those it knows the values of. The rest needs no check, and checks take long.
  bool mayExchangeDivisions() const {
    isl_local_space *first = nullptr;
    bool differ = false, known = false;
    forEach([&](isl_basic_map *piece) {
      isl_local_space *own = isl_basic_map_get_local_space(piece);
      if (!first)
        first = isl_local_space_copy(own);
      differ |= isl_local_space_is_equal(first, own) != isl_bool_true;
      known |= isl_local_space_dim(own, isl_dim_div) > 0 && hasKnownDivisions(piece);
      isl_local_space_free(own);
    });
    isl_local_space_free(first);
    return differ && known;
  }
  /// The union of those that \p others has not.
  isl_map *without(const Pieces &others) const {
    isl_map *result = nullptr;
    forEach([&](isl_basic_map *piece) {
      if (others.has(piece))
        return;
      isl_map *one = isl_map_from_basic_map(isl_basic_map_copy(piece));
      result = result ? isl_map_union(result, one) : one;
    });
    return result;
  }

private:
  template <typename F> void forEach(F &&visit) const {
    for (isl_size k = 0; k < isl_basic_map_list_size(List); ++k) {
      isl_basic_map *piece = isl_basic_map_list_get_at(List, k);
      visit(piece);
      isl_basic_map_free(piece);
    }
  }
  static bool hasKnownDivisions(isl_basic_map *piece) {
    isl_map *all = isl_map_from_basic_map(isl_basic_map_copy(piece));
    isl_map *known = isl_map_remove_unknown_divs(isl_map_copy(all));
    const bool result = isl_map_plain_is_equal(all, known) == isl_bool_true;
    isl_map_free(all);
    isl_map_free(known);
    return result;
  }
  bool has(isl_basic_map *wanted) const {
    bool found = false;
    forEach([&](isl_basic_map *piece) {
      isl_map *one = isl_map_from_basic_map(isl_basic_map_copy(piece));
      isl_map *other = isl_map_from_basic_map(isl_basic_map_copy(wanted));
      found |= isl_map_plain_is_equal(one, other) == isl_bool_true;
      isl_map_free(one);
      isl_map_free(other);
    });
    return found;
  }

  isl_basic_map_list *List;
};

} // namespace

/// Whether what \p coalesced has instead of pieces of \p map is in these.
static isl_bool addsNothing(isl_map *map, isl_map *coalesced) {
  const Pieces before(map), after(coalesced);
  if (!before.mayExchangeDivisions())
    return isl_bool_true;
  isl_map *added = after.without(before), *gone = before.without(after);
  if (!added || !gone || !Pieces(gone).mayExchangeDivisions()) {
    isl_map_free(added);
    isl_map_free(gone);
    return isl_bool_ok(!added || gone);
  }
  const isl_bool result = isl_map_is_subset(added, gone);
  isl_map_free(added);
  isl_map_free(gone);
  return result;
}

__isl_give isl_map *__wrap_isl_map_coalesce(__isl_take isl_map *map) {
  if (isl_map_n_basic_map(map) <= 1)
    return __real_isl_map_coalesce(map);
  isl_map *coalesced = __real_isl_map_coalesce(isl_map_copy(map));
  isl_ctx *ctx = isl_map_get_ctx(map);
  if (!coalesced && isl_ctx_last_error(ctx) == isl_error_internal) {
    isl_ctx_reset_error(ctx); // isl lost its way ("original tableau does not correspond …").
    return map;
  }
  const isl_bool right = addsNothing(map, coalesced);
  if (right == isl_bool_true)
    std::swap(map, coalesced);
  isl_map_free(coalesced);
  return right == isl_bool_error ? isl_map_free(map) : map;
}

/// A set is a map without a domain also in memory (set_to_map in isl's sources).
__isl_give isl_set *__wrap_isl_set_coalesce(__isl_take isl_set *set) {
  return reinterpret_cast<isl_set *>(
      __wrap_isl_map_coalesce(reinterpret_cast<isl_map *>(set)));
}
