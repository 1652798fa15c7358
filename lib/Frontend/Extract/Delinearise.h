//===- Delinearise.h - Rows behind linearised subscripts --------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Flat pointers that are subscripted like arrays of several dimensions, `p[i * m + j]`, become
/// arrays of several dimensions: `p[i, j]` with rows of m elements. The shape is a guess that all
/// references in the region share (Grosser, Ramanujam, Pouchet, Sadayappan, Pop: Optimistic
/// Delinearization of Parametrically Sized Arrays, ICS 2015). The subscripts found address the
/// element that the program addresses, whatever the guess; that inner subscripts stay in their
/// rows is tested at run time, as for any array whose rows have a variable length.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_DELINEARISE_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_DELINEARISE_H

#include "Frontend/Extract/AccessPath.h"
#include "Frontend/Extract/AffineExpr.h"
#include "Frontend/Extract/PolynomialExpr.h"

namespace gputile::frontend {

/// The dimensions of a flat pointer.
struct RowShape {
  /// Distances in elements, outermost dimension first: the last is 1.
  std::vector<Polynomial> strides;
  std::vector<std::string> strideTexts; ///< As C text at the region.
  Polynomial offset;      ///< The element where the first row begins.
  std::string offsetText; ///< As C text at the region; empty: 0.
  std::vector<std::string> references;  ///< Per dimension the text of the first that uses it.
  bool agrees = true; ///< False: no reference says how the two outermost dimensions nest.

  unsigned rank() const { return static_cast<unsigned>(strides.size()); }
};

/// The shapes of a region's flat pointers.
class Delinearisation {
public:
  /// Looks at all references in the region.
  explicit Delinearisation(ExtractState &state);

  /// The shape of \p pointer; null when its references need none, or fit none.
  const RowShape *shapeOf(const clang::VarDecl *pointer) const;

  /// The subscript of the first reference to \p pointer that fits no shape, since data is in it; null when there
  /// is none.
  const clang::Expr *misfitOf(const clang::VarDecl *pointer) const;

  /// The subscripts of \p path, a reference to an array of \p shape, at \p points; none, with
  /// \p failure set, when a part is not affine. Refuses those that leave the rows of others. Where
  /// the subscript is computed in 32 bits, the array's elements must have such numbers.
  std::optional<std::vector<Affine>> subscripts(const RowShape &shape, const AccessPath &path,
                                                const isl::set &points, AffineFailure &failure);

  /// The value of \p expr, at \p points, as a polynomial that stays true while the loops around go
  /// on: in atoms that are affine and do not mention followed variables.
  std::optional<Polynomial> lastingValue(const clang::Expr *expr, const isl::set &points);

  /// The number of elements in a row of \p shape, of two dimensions; none where it is not affine.
  std::optional<isl::pw_aff> rowLength(const RowShape &shape);

private:
  /// A subscript, taken apart: the sum of `fixed` and of each factor times its varying atom.
  struct LinearForm {
    std::map<unsigned, Polynomial> factors;
    Polynomial fixed;
  };
  struct FlatReference {
    std::string text;
    LinearForm form;
  };
  /// What a reference multiplies an atom by: not negative, not constant.
  struct Factor {
    Polynomial value;
    unsigned loop; ///< Of the atom: outer ones are smaller.
    /// Simple ones come first, since others are sums of them, as m + 1 in `p[i * m + i]`; then
    /// those of inner loops.
    bool operator<(const Factor &other) const;
  };
  /// Where a reference leads.
  struct Place {
    std::vector<Polynomial> subscripts; ///< Sums of atoms and products of fixed atoms.
    bool mixed = false; ///< An atom stands in several subscripts, one of which has another, too.
  };

  ExtractState &State;
  PolynomialReader Reader;
  std::map<const clang::VarDecl *, unsigned> Loops; ///< Iterators, those of outer loops first.
  std::map<const clang::VarDecl *, RowShape> Shapes;
  std::map<const clang::VarDecl *, const clang::Expr *> Misfits;

  Polynomial valueOf(const Subscript &subscript, PolynomialReader::Locals locals,
                     std::vector<Polynomial> &inRange);
  bool requireInRange(const RowShape &shape, const Polynomial &part, const isl::set &points,
                      std::vector<Affine> &subscripts);
  std::optional<LinearForm> linearForm(const Polynomial &value) const;
  bool giveOffset(RowShape &shape, const clang::VarDecl *variable,
                  const std::vector<FlatReference> &references);
  std::optional<RowShape> findShape(const std::vector<FlatReference> &references);
  unsigned loopOf(unsigned atom) const;
  static std::vector<Polynomial> independentStrides(std::vector<Factor> factors);
  void noteReferences(RowShape &shape, const std::vector<FlatReference> &references) const;
  /// What a text is for: parameters must have it in any case.
  enum class Use { Value, Stride };
  std::optional<std::string> textOf(const Polynomial &fixed, Use use);
  std::optional<std::string> textOfAtom(unsigned atom, Use use);
  std::optional<std::string> textOfPlace(const clang::Expr *expr);
  std::optional<std::string> textOfProduct(const Monomial &monomial, Use use);
  isl::set nowhere() const;
  std::optional<Affine> affine(const Polynomial &value, const isl::set &points,
                               const isl::set &evaluated, AffineFailure &failure);
  struct LateText {
    std::string text;
    std::set<const clang::VarDecl *> places; ///< See noteLateParameter.
  };
  std::optional<LateText> lateTextOfProduct(const Monomial &monomial);
  std::optional<Affine> productParameter(const Monomial &monomial, const isl::set &evaluated);
  std::optional<Place> place(const RowShape &shape, const LinearForm &form) const;
  void keepInRows(const RowShape &shape, const AccessPath &path, bool mixed,
                  const isl::set &points, std::vector<Affine> &subscripts);
  [[noreturn]] void refuseRows(const RowShape &shape, unsigned dimension,
                               const AccessPath &path) const;
};

} // namespace gputile::frontend

#endif
