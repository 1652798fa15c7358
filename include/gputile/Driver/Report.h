//===- Report.h - The page of option --report -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_DRIVER_REPORT_H
#define GPUTILE_DRIVER_REPORT_H

#include "gputile/Driver/Driver.h"

#include "llvm/ADT/ArrayRef.h"

#include <string>

namespace gputile {

/// One HTML page, which refers to no other file, of all regions of \p units: a table, and for each
/// its source with what was said of it, kernels, copies, guards, pictures and dependences. Units
/// must have been analysed with DriverOptions::report. The same units give the same text.
std::string reportPage(llvm::ArrayRef<UnitResult> units);

} // namespace gputile

#endif
