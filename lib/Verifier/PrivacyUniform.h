//===- PrivacyUniform.h - Copies that iterations have alone -----*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_LIB_VERIFIER_PRIVACYUNIFORM_H
#define GPUTILE_LIB_VERIFIER_PRIVACYUNIFORM_H

#include "Verifier/Program.h"

namespace gputile::verifier {

/// Whether \p array of \p a is expanded in \p b so that all values surely stay what they are:
/// element e becomes element (p, e) with a p that an instance has for all of its references to
/// the array, and what a read may see was written by instances with its own p, nothing from
/// outside the region. The answer no means nothing.
///
/// Then the writes to (p, e) are those to e by instances with p, in their order; so that the
/// last ones before a read are the same. All reads of a statement are looked at together.
bool surelyKeepsValues(const Scop &a, const Scop &b, const isl::set &context, unsigned array);

} // namespace gputile::verifier

#endif
