//===- CallCosts.h - What calls of a region cost ----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_MODEL_CALLCOSTS_H
#define GPUTILE_MODEL_CALLCOSTS_H

#include "gputile/IR/RegionCosts.h"
#include "gputile/IR/Scop.h"
#include "gputile/Model/Device.h"

#include <optional>

namespace gputile {

/// Estimates what statements cost by counts of their text: references, divisions and roots, other
/// functions. That is right within a small factor, which suffices where a call is not worth its
/// copies or launches. \returns none where the text does not say how much an instance does, as with
/// loops in it and with functions of the program; and where a clause or an option asks for a
/// scheme, or a clause `if` says when to use the device: users know better; and where arrays may
/// lie in device memory, which the original loops cannot access
std::optional<RegionCosts> callCosts(const Scop &scop, const DeviceProfile &device);

} // namespace gputile

#endif
