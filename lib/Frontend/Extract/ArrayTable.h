//===- ArrayTable.h - Variables as arrays -----------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Which variables the region reaches memory through, as arrays of the Scop.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_ARRAYTABLE_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_ARRAYTABLE_H

#include "Frontend/Extract/Delinearise.h"

#include <map>
#include <optional>

namespace gputile::frontend {

/// The arrays of the Scop by variable; made on first use.
class ArrayTable {
public:
  /// \param flat the shapes of flat pointers
  ArrayTable(ExtractState &state, Delinearisation &flat) : State(state), Flat(flat) {}

  /// The array that \p variable is or points to. Refuses what is none: structs,
  /// pointers to pointers, types without an equivalent, …
  /// \param member where its elements are structures: the type of the members, see Members.h
  unsigned arrayFor(const clang::VarDecl *variable, clang::SourceLocation use,
                    clang::QualType member = clang::QualType());

  /// A new Private scalar of the type with CUDA name \p type.
  unsigned makePrivateScalar(llvm::StringRef name, const std::string &type, unsigned bytes,
                             clang::SourceLocation loc);

  /// The bytes of pointer variable \p variable, as an array that is only read.
  unsigned bytesOfPointer(const clang::VarDecl *variable);
  /// The pointer variables through which the region reaches memory.
  std::vector<const clang::VarDecl *> pointers() const;

  /// A variable and the type of its elements' members, if these are structures.
  using Key = std::pair<const clang::VarDecl *, const clang::Type *>;
  /// The variables with arrays.
  const std::map<Key, unsigned> &known() const { return Known; }

  /// Number of data conditions under which the array exists at all: conditions
  /// that all its accesses share make no access uncertain.
  size_t sharedConditions(unsigned array) const {
    auto found = SharedConditions.find(array);
    return found == SharedConditions.end() ? 0 : found->second;
  }

  unsigned rank(unsigned array) const { return State.TheScop.arrays[array].rank; }
  Delinearisation &flat() { return Flat; }

  /// { : 0 <= index_d < extent_d } for the dimensions whose extent is known.
  /// \param index the isl parameters that stand for the index
  isl::set knownBounds(unsigned array, const std::vector<std::string> &index);
  /// True when knownBounds bounds every dimension.
  bool allExtentsKnown(unsigned array) const;

  /// The number of elements in \p dimension that the array's type says, if subscripts there must
  /// be less: [n] -> { [(…)] }, over parameters that exist already.
  std::optional<isl::pw_aff> sizeInType(unsigned array, size_t dimension);

  /// Whether the entry can find the least and the greatest outermost subscript: the extents of
  /// all inner dimensions are known.
  bool isInspectable(unsigned array);
  /// The elements between the least and the greatest outermost subscript that the entry finds.
  isl::set inspectedBounds(unsigned array, const std::vector<std::string> &index);
  /// Of a flat pointer with rows their length, of which outermost subscripts count.
  std::optional<isl::pw_aff> inspectedRow(unsigned array);
  /// The arrays of inspectedBounds, with their parameters.
  std::vector<InspectedArray> inspected();

private:
  /// Size of a dimension: a constant, or C text, or neither.
  struct Extent {
    std::optional<llvm::APInt> constant;
    std::string expr;
    const clang::Expr *declared = nullptr; ///< Of a parameter `double A[n]`: n.
    std::optional<isl::pw_aff> value = std::nullopt;
    bool known() const { return constant || !expr.empty() || declared || value; }
  };
  /// A variable's type taken apart.
  struct Shape {
    ArrayStorage storage = ArrayStorage::Object;
    clang::QualType element;
    std::vector<clang::QualType> dimensions; ///< Per dimension the array type; null for a pointer.
    bool restricted = false;
    unsigned levels = 0; ///< Leading dimensions that are tables of pointers.
    uint64_t members = 0; ///< Of type `element` in each structure, which is one more dimension.

    size_t rank() const { return dimensions.size() + (members > 0 ? 1 : 0); }
  };

  ExtractState &State;
  Delinearisation &Flat;
  std::map<Key, unsigned> Known;
  std::map<unsigned, size_t> SharedConditions;
  std::vector<std::vector<Extent>> Extents; ///< Per array, per dimension.
  std::map<unsigned, RowShape> Rows;        ///< Of flat pointers.
  std::map<unsigned, std::vector<clang::QualType>> Types; ///< Shape::dimensions of others.
  std::set<unsigned> OfPlaces; ///< Arrays that are members and the like, no variables.
  /// The names of the parameters that hold the least and the greatest outermost subscript.
  std::map<unsigned, std::pair<std::string, std::string>> Inspected;

  void followTables(Shape &shape, clang::QualType &type, llvm::StringRef name,
                    clang::SourceLocation use);
  Shape shapeOf(const clang::VarDecl *variable, clang::SourceLocation use, clang::QualType member);
  void refuseElement(const clang::VarDecl *variable, clang::QualType element,
                     clang::SourceLocation use);
  void fillAddress(Array &array, const Shape &shape, const std::string &source);
  void giveRows(Array &array, const RowShape &rows, const Shape &shape,
                std::vector<Extent> &extents) const;
  std::vector<Extent> extentsOf(const clang::VarDecl *variable, const Shape &shape,
                                const std::string &source);
  isl::pw_aff extentValue(unsigned array, size_t dimension);
  bool isFixedSize(const clang::Expr *size) const;
  Extent sizeHere(const clang::Expr *size);
  Extent declaredExtent(const clang::VarDecl *variable);
  Extent clauseExtent(const clang::VarDecl *variable) const;
  void giveExtents(const clang::VarDecl *variable, const RowShape &rows, Array &array,
                   std::vector<Extent> &extents);
  Extent pointedExtent(const clang::VarDecl *variable);
  unsigned add(Array array, std::vector<Extent> extents);
};

} // namespace gputile::frontend

#endif
