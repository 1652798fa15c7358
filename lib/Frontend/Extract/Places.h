//===- Places.h - Objects that a region reaches by a fixed path -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// `g->nx`, `grid_points[0]`, `this->u`, `params.dt`: lvalues whose address the region
/// cannot change. Each is treated like a variable of the function: an integer that is not
/// written becomes a parameter, an array, pointer or scalar becomes an array of the Scop.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_PLACES_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_PLACES_H

#include "Frontend/Extract/MemberAccess.h"
#include "Frontend/RegionFacts.h"

#include "gputile/Support/Isl.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/Expr.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace gputile::frontend {

/// An lvalue that is no variable, with an address that the region does not change.
struct Place {
  /// Stands for the place wherever the extraction asks for a variable. It is in no
  /// function and has the type of the lvalue.
  const clang::VarDecl *variable = nullptr;
  std::string text; ///< The lvalue in C, as it can be written before the region.
  std::string name; ///< The same for users.
  /// The same for places of which one may be part of the other, when they are reached from
  /// one variable: "r.u" for `r[2].u` and `r[k].u`, "p*" for `p[0]`.
  std::string family;
  const clang::VarDecl *root = nullptr; ///< Where the path begins; null for `this`.
  bool viaPointer = false;              ///< The object is not part of `root`.
  /// What must point to an object, or be within an array, for the place to exist.
  std::vector<std::string> needs;
  std::vector<const clang::VarDecl *> pointers; ///< Read to compute the address.
  std::vector<const clang::VarDecl *> indices;  ///< Integers, read likewise.
  /// A call without side effects instead of an lvalue: the types of what it reads. Nothing that
  /// may be such an object is written in the region.
  std::optional<std::vector<clang::QualType>> callReads;
  clang::SourceLocation loc;                    ///< Of the first mention.
  /// The container whose elements `text` points to, as text, and its type. It holds the pointer.
  std::string container = {};
  clang::QualType containerType = {};
};

/// The number of elements of the container of \p place, as text.
std::string sizeText(const Place &place);

/// The places that a region mentions.
class PlaceTable {
public:
  /// \param statement that of \p region, with the bodies of functions in it
  /// \param name that of the region
  PlaceTable(clang::ASTContext &ast, const RegionFacts &facts, const clang::Stmt *statement,
             const MarkedRegion &region, const std::string &name);

  /// The place that \p expr names, or the call that it is; null when it is a variable, when its address may change,
  /// or when its value cannot be read before the region (volatile objects, bit-fields,
  /// unions), or when it is one of several pointers of a table that the region reads.
  const Place *find(const clang::Expr *expr);
  /// Whether the pointer \p expr is one to an object, as an integer, 0 or 1, whose text is the
  /// test; null where the region may change the pointer.
  const Place *notNull(const clang::Expr *expr);
  /// The place for which \p variable stands, or null.
  const Place *of(const clang::VarDecl *variable) const;
  /// The text of \p variable or of the place for which it stands, at the region.
  std::string textOf(const clang::VarDecl *variable, clang::SourceLocation use) const;
  /// True when an assignment in the region writes a place of that family.
  bool written(const Place &place) const { return Written.count(place.family) != 0; }
  /// True when the region writes what may be an object of \p type, other than by the name of a
  /// variable.
  bool mayBeWritten(clang::QualType type) const;
  /// The private members that the texts of places name.
  const PrivateMembers &privateMembers() const { return Private; }
  /// The family of what \p variable names or, if it is a pointer, points to.
  std::string familyOf(const clang::VarDecl *variable) const;
  /// True when the region reaches members of other elements of an array of structures of which
  /// \p place is part: `p[0].x` beside `p[i].y`.
  bool isAmongElements(const Place &place) const;

private:
  using MaybePlace = std::optional<Place>;

  MaybePlace lvalue(const clang::Expr *expr);
  MaybePlace pointer(const clang::Expr *expr);
  MaybePlace variable(const clang::VarDecl *variable, clang::SourceLocation use);
  MaybePlace member(const clang::MemberExpr *member);
  MaybePlace element(const clang::ArraySubscriptExpr *subscript);
  MaybePlace behind(const clang::Expr *pointer);
  MaybePlace containerData(const clang::CallExpr *call);
  MaybePlace containerSize(const clang::CallExpr *call);
  MaybePlace call(const clang::CallExpr *call);
  const clang::Expr *initialValue(const clang::Expr *pointer) const;
  const clang::Expr *withoutUpcasts(const clang::Expr *base, const clang::NamedDecl *member) const;
  MaybePlace callee(const clang::CallExpr *call);
  std::optional<std::string> fixedInteger(Place &place, const clang::Expr *expr);
  bool varies(const clang::Expr *index);
  const Place *intern(Place place, clang::QualType type);
  void findElements(const clang::Stmt *region);

  clang::ASTContext &Ast;
  const RegionFacts &Facts;
  const clang::FunctionDecl *Function; ///< Around the region.
  bool StrictAliasing;
  PrivateMembers Private;
  std::set<std::string> Written; ///< Families.
  /// Families of pointers that the region reads from tables with subscripts that vary.
  std::set<std::string> Varying;
  std::set<std::string> Elements; ///< Of structures that are elements of arrays.
  std::vector<clang::QualType> WrittenTypes;
  std::map<std::string, Place> Known; ///< By root and text.
  std::map<const clang::VarDecl *, const Place *> ByVariable;
};

/// The family of the object that lvalue \p expr is part of, see Place; empty when \p expr
/// has no such form.
std::string familyOfLvalue(const clang::Expr *expr);

/// True when what has family \p part is part of a structure of family \p whole.
bool isPartOf(llvm::StringRef part, llvm::StringRef whole);

/// True when objects of types \p a and \p b may share memory: C's rules for the types of
/// lvalues, with integers of one size as one type, unless \p strictAliasing is false.
bool mayAlias(const clang::ASTContext &ast, clang::QualType a, clang::QualType b,
              bool strictAliasing);

/// The loads that are known to happen, by what they need, see Place::needs.
class CertainLoads {
public:
  /// Notes that the region, whenever parameters are in \p parameters, needs these.
  void add(const std::vector<std::string> &needs, const isl::set &parameters);
  /// The parameters for which all \p needs are known to be met.
  isl::set where(const std::vector<std::string> &needs, const isl::set &universe) const;

private:
  std::map<std::string, isl::set> Where;
};

} // namespace gputile::frontend

#endif
