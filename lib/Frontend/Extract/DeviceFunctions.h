//===- DeviceFunctions.h - Functions that statements call -------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// Calls: mathematical functions by name, and the program's own static
/// functions as `__device__` copies.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_FRONTEND_EXTRACT_DEVICEFUNCTIONS_H
#define GPUTILE_LIB_FRONTEND_EXTRACT_DEVICEFUNCTIONS_H

#include "Frontend/CText/CalleeTexts.h"
#include "Frontend/Extract/State.h"

#include <map>
#include <set>
#include <string>

namespace gputile::frontend {

/// The functions that a region calls, and what stands for them in kernels.
class DeviceFunctions : public CalleeTexts {
public:
  explicit DeviceFunctions(ExtractState &state) : State(state) {}

  /// The text for \p call; refuses functions with unknown effects. Remarks once
  /// per function that may round differently on a GPU.
  CalleeText callee(const clang::CallExpr *call) override;

private:
  ExtractState &State;
  std::map<const clang::FunctionDecl *, std::string> Copied; ///< Name of the copy.
  std::set<const clang::FunctionDecl *> Open;                ///< Being copied now.
  std::set<std::string> Remarked;

  std::string copyOf(const clang::FunctionDecl *function, clang::SourceLocation call);
};

} // namespace gputile::frontend

#endif
