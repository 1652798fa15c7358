//===- NumberTypes.h - Kinds of element types -------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_IR_NUMBERTYPES_H
#define GPUTILE_LIB_IR_NUMBERTYPES_H

#include <string>

namespace gputile::ir {

inline bool isFloating(const std::string &type) { return type == "float" || type == "double"; }

} // namespace gputile::ir

#endif
