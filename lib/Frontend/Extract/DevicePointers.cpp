//===- DevicePointers.cpp - Clause deviceptr --------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "Frontend/Extract/DevicePointers.h"

#include "Frontend/DataBlock/VariableNamed.h"
#include "Frontend/Extract/NamedArrays.h"

#include "gputile/IR/PointerRows.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

namespace gputile::frontend {
namespace {

[[noreturn]] void refuseRead(const ArrayName &given, const std::string &what) {
  throw RefusalError{{DiagId::DevicePointerRead, given.loc, {given.name, what}, {}, {}}};
}

/// Whether \p name stands in the C text \p text as words of its own.
bool mentions(llvm::StringRef text, llvm::StringRef name) {
  const auto isWord = [](char c) { return llvm::isAlnum(c) || c == '_'; };
  for (size_t at = text.find(name); at != llvm::StringRef::npos; at = text.find(name, at + 1)) {
    const llvm::StringRef before = text.take_front(at), after = text.drop_front(at + name.size());
    if ((before.empty() || !isWord(before.back())) && (after.empty() || !isWord(after.front())))
      return true;
  }
  return false;
}

/// Refuses \p array where the host reads elements of it.
void checkHostReads(const Scop &scop, unsigned array, const ArrayName &given) {
  if (pointerLevels(scop.arrays[array]) > 0)
    refuseRead(given, "the pointers to its rows");
  for (const Inspection &inspection : scop.inspections)
    if (llvm::any_of(inspection.text.references,
                     [&](const Reference &reference) { return reference.array == array; }))
      refuseRead(given, "its elements, to find which elements of others the loops access");
}

/// Refuses \p given where the size of a loop or of an array depends on its elements.
void checkParameters(const ExtractState &state, const ArrayName &given) {
  const clang::VarDecl *variable = variableNamed(state.Ast, given.name, *state.Region.statement);
  if (variable && !variable->getType()->isPointerType())
    return;
  for (const Parameter &parameter : state.TheScop.parameters)
    if (mentions(parameter.callExpr, given.name))
      refuseRead(given, "'" + parameter.callExpr + "'");
}

/// What the library can keep on the device: one piece of memory.
bool canBePresent(const Array &array) {
  return array.storage != ArrayStorage::Private && pointerLevels(array) == 0 &&
         (array.rank > 0 || array.storage == ArrayStorage::Pointer);
}

void applyPresents(ExtractState &state) {
  for (const ArrayName &given : state.Region.pragma->presents) {
    bool isFound = false;
    for (Array &array : state.TheScop.arrays)
      if (canBePresent(array) && isNamed(array, given))
        array.present = isFound = true;
    if (!isFound)
      throw RefusalError{badArrayName(given, "present", "the name of an array of the region")};
  }
}

} // namespace

void applyDevicePointers(ExtractState &state) {
  Scop &scop = state.TheScop;
  if (!state.Region.pragma)
    return;
  applyPresents(state);
  for (const ArrayName &given : state.Region.pragma->devicePointers) {
    checkParameters(state, given);
    bool isFound = false;
    for (unsigned a = 0; a < scop.arrays.size(); ++a)
      if (scop.arrays[a].storage == ArrayStorage::Pointer && isNamed(scop.arrays[a], given)) {
        checkHostReads(scop, a, given);
        scop.arrays[a].inDeviceMemory = isFound = true;
      }
    // A directive may be about more than its loop.
    if (!isFound && !state.Region.pragma->implied)
      throw RefusalError{badArrayName(given, "deviceptr", "the name of a pointer of the region")};
  }
}

} // namespace gputile::frontend
