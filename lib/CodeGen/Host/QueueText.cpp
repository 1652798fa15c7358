//===- QueueText.cpp - Queues of clause async as C text ---------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/CodeGen/CodeGen.h"

namespace gputile {

QueueText queueText(const std::string &queue) {
  // Of pointers it is 5, in C and C++, whatever they point to.
  return {"(const void *)(long long)(" + queue + ")",
          "(__builtin_classify_type(" + queue + ") == 5)"};
}

} // namespace gputile
