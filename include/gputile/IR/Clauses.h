//===- Clauses.h - What a pragma asks for -------------------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The clauses of `#pragma gpu_tile`, after options and defaults are merged in
/// (clause over option over default).
///
//===----------------------------------------------------------------------===//

#ifndef GPUTILE_IR_CLAUSES_H
#define GPUTILE_IR_CLAUSES_H

#include <string>
#include <vector>

namespace gputile {

enum class Scheme { Auto, Parallel, Wavefront, Split, Stream };
enum class FalseDeps { Auto, Keep, Remove };
enum class Balance { Auto, On, Off };
enum class Fuse { Depth, Min, Max };
enum class FpMode { Exact, Contract, Reassociate };
/// How the wavefronts of one nest are launched; see LaunchMode.
enum class Launch { Auto, Kernels, Cooperative, Flags };

/// Where a value came from; printed by -Rgpu-tile. Measured: from the file of option --layouts.
enum class Origin { Model, Measured, Option, Clause };

/// A value and where it came from.
template <typename T> struct Choice {
  T value{};
  Origin origin = Origin::Model;
};

/// What is asked for a region.
struct Clauses {
  Choice<Scheme> scheme{Scheme::Auto};
  Choice<std::vector<long>> tile;  ///< Outermost first; empty: the model decides.
  Choice<std::vector<long>> block; ///< x, y, z; empty: the model decides.
  Choice<FalseDeps> falseDeps{FalseDeps::Auto};
  Choice<Balance> balance{Balance::Auto};
  Choice<Fuse> fuse{Fuse::Depth};
  Choice<FpMode> fp{FpMode::Exact};
  Choice<Launch> launch{Launch::Auto};
  Choice<std::string> device; ///< As the user names it; empty: the model decides.
  std::string ifCondition; ///< C text of clause if(…), empty when absent.
  /// C text of clause async(…), an integer or a CUDA stream; empty when absent.
  std::string queue;
};

const char *schemeName(Scheme scheme);
const char *falseDepsName(FalseDeps falseDeps);
const char *balanceName(Balance balance);
const char *fuseName(Fuse fuse);
const char *fpModeName(FpMode fp);
const char *launchName(Launch launch);
const char *originName(Origin origin);

} // namespace gputile

#endif
