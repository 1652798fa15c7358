//===- ClauseValues.h - The values that clauses and options take ----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// One table of keywords per clause, for the pragma and for the options of the
/// same name.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_FRONTEND_CLAUSEVALUES_H
#define GPUTILE_FRONTEND_CLAUSEVALUES_H

#include "gputile/IR/Clauses.h"

#include "llvm/ADT/StringRef.h"

#include <optional>
#include <string>
#include <vector>

namespace gputile {

/// A value and the name that users write for it.
template <typename T> struct NamedValue {
  const char *name;
  T value;
};

inline constexpr NamedValue<Scheme> SchemeValues[] = {
    {"auto", Scheme::Auto}, {"parallel", Scheme::Parallel}, {"wavefront", Scheme::Wavefront},
    {"split", Scheme::Split}, {"stream", Scheme::Stream}};
inline constexpr NamedValue<FalseDeps> FalseDepsValues[] = {
    {"auto", FalseDeps::Auto}, {"keep", FalseDeps::Keep}, {"remove", FalseDeps::Remove}};
inline constexpr NamedValue<Balance> BalanceValues[] = {
    {"auto", Balance::Auto}, {"on", Balance::On}, {"off", Balance::Off}};
inline constexpr NamedValue<Fuse> FuseValues[] = {
    {"depth", Fuse::Depth}, {"min", Fuse::Min}, {"max", Fuse::Max}};
inline constexpr NamedValue<FpMode> FpValues[] = {{"exact", FpMode::Exact},
                                                  {"contract", FpMode::Contract},
                                                  {"reassociate", FpMode::Reassociate}};
inline constexpr NamedValue<Launch> LaunchValues[] = {{"auto", Launch::Auto},
                                                      {"kernels", Launch::Kernels},
                                                      {"cooperative", Launch::Cooperative},
                                                      {"flags", Launch::Flags}};

template <typename T, size_t N>
std::optional<T> valueByName(const NamedValue<T> (&values)[N], const std::string &name) {
  for (const NamedValue<T> &row : values)
    if (name == row.name)
      return row.value;
  return std::nullopt;
}

/// "'auto', 'keep' or 'remove'".
inline std::string namesOf(const std::vector<std::string> &values) {
  std::string names;
  for (size_t i = 0; i < values.size(); ++i)
    names += std::string(i == 0                   ? ""
                         : i + 1 == values.size() ? " or "
                                                  : ", ") +
             "'" + values[i] + "'";
  return names;
}

template <typename T, size_t N> std::vector<std::string> namesIn(const NamedValue<T> (&values)[N]) {
  std::vector<std::string> names;
  for (const NamedValue<T> &value : values)
    names.emplace_back(value.name);
  return names;
}

template <typename T, size_t N> std::string namesOf(const NamedValue<T> (&values)[N]) {
  return namesOf(namesIn(values));
}

/// Sizes beyond this cannot be tiles or blocks of any device, and stay far from
/// where products of them could overflow.
inline constexpr long LargestSize = 1 << 20;

/// Reads the size of a tile or block: a positive C integer literal without suffix.
inline std::optional<long> sizeByText(const std::string &text) {
  long size = 0;
  if (llvm::StringRef(text).getAsInteger(0, size) || size < 1 || size > LargestSize)
    return std::nullopt;
  return size;
}

inline std::string expectedSize() {
  return "an integer constant from 1 to " + std::to_string(LargestSize);
}

} // namespace gputile

#endif
