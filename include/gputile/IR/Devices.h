//===- Devices.h - The devices that clauses name ----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_IR_DEVICES_H
#define GPUTILE_IR_DEVICES_H

#include <string>
#include <vector>

namespace gputile {

/// The names of the files of share/gputile/devices when gputile was built, in alphabetical order.
std::vector<std::string> deviceNames();

} // namespace gputile

#endif
