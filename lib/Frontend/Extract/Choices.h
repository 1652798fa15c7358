//===- Choices.h - Subscripts that have one of several values ---*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// \code
///   if (flux[j] > 0) up = j - 1; else up = j + 1;
///   … a[up] …
/// \endcode
/// reads a[j - 1] or a[j + 1]. While the subscript is evaluated, an isl parameter stands for the
/// value of `up`, and a constraint says which values it may have. So does it for `c ? j - 1 : j`
/// where the condition depends on data.
///
//===----------------------------------------------------------------------===//
#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_CHOICES_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_CHOICES_H

#include "Frontend/Extract/AffineExpr.h"

namespace gputile::frontend {

/// The values of several that one subscript depends on. While an object lives, AffineBuilder
/// evaluates expressions that depend on such values. It asks for them by virtual functions, since
/// each evaluates expressions of the other.
class Choices {
public:
  explicit Choices(ExtractState &state);
  virtual ~Choices() { State.Choosing = Outer; }
  Choices(const Choices &) = delete;
  Choices &operator=(const Choices &) = delete;

  /// The value of \p variable, which is not followed; none when some of the values that it may
  /// hold are not affine, or not known.
  virtual std::optional<Affine> value(const clang::VarDecl *variable);
  /// One of \p a and \p b.
  virtual Affine either(const Affine &a, const Affine &b);

  bool any() const { return !Ids.empty(); }
  /// [n, i…, v…] -> { : … }: the values v that are possible together.
  const isl::set &constraints() const { return Constraints; }
  /// \p set for some of the values: without their parameters.
  isl::set withoutValues(isl::set set) const;

private:
  ExtractState &State;
  Choices *Outer;
  unsigned Depth;
  isl::set Constraints;
  std::vector<std::string> Ids;
  std::map<const clang::VarDecl *, Affine> Known;

  /// Where `value` holds what an assignment gives, { [n, i…, v] : … }, and where it is that in C.
  struct Assigned {
    isl::set values, valid;
  };
  std::optional<Assigned> assigned(const PossibleValue &possible, const isl::pw_aff &value);
  isl::pw_aff newValue();
};

} // namespace gputile::frontend

#endif
