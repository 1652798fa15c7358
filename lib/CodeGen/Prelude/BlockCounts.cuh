//===- BlockCounts.cuh - How many blocks there are for what -----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

// Stands for a file that libgputile_rt is compiled from, too, in emitted text.
#pragma once
#include "../../Runtime/BlockCounts.h"
