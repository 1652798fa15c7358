//===- Isl.h - isl for gputile -----------------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The one place that includes isl. All other code says `isl::set` and friends
/// (the C++ bindings, which throw isl::exception) and reaches the C API only
/// for what the bindings lack.
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_SUPPORT_ISL_H
#define GPUTILE_SUPPORT_ISL_H

#include <isl/cpp.h>

#include <memory>
#include <optional>
#include <string>

namespace gputile {

/// Owns one isl context. Every isl object made in it must die before it, so an
/// IslContext is declared before the values that live in it.
class IslContext {
public:
  IslContext();
  ~IslContext();
  IslContext(const IslContext &) = delete;
  IslContext &operator=(const IslContext &) = delete;

  isl::ctx get() const { return isl::ctx(Ctx); }

private:
  isl_ctx *Ctx;
};

/// Bounds the work isl may do while it lives. When the bound is passed, the
/// running isl call throws isl::exception_quota (but see quotaWasExceeded); the
/// pipeline turns that into one refusal that names the phase. \p maxOperations is isl's own unit
/// (roughly one tableau operation); 0 means no bound.
class IslQuota {
public:
  IslQuota(isl::ctx ctx, unsigned long maxOperations);
  ~IslQuota();
  IslQuota(const IslQuota &) = delete;
  IslQuota &operator=(const IslQuota &) = delete;

private:
  isl_ctx *Ctx;
};

/// Whether an isl::exception other than exception_quota, just caught, has the
/// last IslQuota of \p ctx as its cause: a C function stopped by the quota
/// returns null, for which isl::manage throws exception_invalid.
bool quotaWasExceeded(isl::ctx ctx);

/// The value of \p value when it is an integer that a long holds: isl's own
/// conversion answers 0 for the others.
std::optional<long> asLong(const isl::val &value);

/// { S[i] -> [x…] }: what \p maps says of \p domain, { S[i] }, with \p dims dimensions in the
/// range. Empty where it says nothing: isl's own union_map::as_map throws then, and any
/// intersection or difference may leave nothing. Without dimensions there is one value, which
/// unions need not say: then all of \p domain has it.
isl::map mapOf(const isl::union_map &maps, const isl::set &domain, unsigned dims);

/// { [x] -> [y] }: \p map without the pairs whose y is in \p range; isl's own subtract_range
/// returns a union.
isl::map subtractRange(const isl::map &map, const isl::set &range);

/// The version string of the isl that is really linked, e.g. "isl-0.25-IMath-32".
/// Debian's libLLVM exports Polly's own isl, so tools and tests check this.
std::string linkedIslVersion();

/// True when linkedIslVersion() is the isl gputile was built against.
bool linkedIslIsExpected();

} // namespace gputile

#endif
