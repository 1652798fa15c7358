//===- PhaseText.h - What phases return, as text ----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// For --print-after, a function for each kind of value.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_DRIVER_PHASETEXT_H
#define GPUTILE_LIB_DRIVER_PHASETEXT_H

#include "Driver/Schemes.h"
#include "gputile/CodeGen/CodeGen.h"
#include "gputile/Reader/CheckText.h"
#include "gputile/Transform/CopyPropagation.h"
#include "gputile/Transform/FalseDeps.h"

#include <string>

namespace gputile::driver {

/// The verifier's result.
struct Proved {};

inline std::string printText(const Scop &scop) { return printScop(scop); }
inline std::string printText(const std::optional<Scop> &scop) {
  return scop ? printScop(*scop) : "no array of variable size can be expanded\n";
}
inline std::string printText(const Ddg &ddg) { return printDdg(ddg); }
inline std::string printText(const std::optional<CopiedScop> &copied) {
  return copied ? printScop(copied->scop) + printDdg(copied->ddg) : "no copies\n";
}
inline std::string printText(const std::optional<PropagatedCopies> &changed) {
  return changed ? printScop(changed->scop) : "no copies to leave out\n";
}
inline std::string printText(const FoundSchedule &schedule) { return printSchedule(schedule.tree); }
inline std::string printText(const RegionPlan &plan) { return printRegionPlan(plan); }
inline std::string printText(const Proved &) { return "proved equal to the original loops\n"; }
inline std::string printText(const TextVerdict &verdict) { return describe(verdict) + '\n'; }
inline std::string printText(const RegionCode &code) { return code.kernels + code.entry; }

} // namespace gputile::driver

#endif
