//===- Clauses.cpp - Names of what a pragma asks for ----------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/IR/Clauses.h"

using namespace gputile;

const char *gputile::schemeName(Scheme scheme) {
  switch (scheme) {
  case Scheme::Auto:
    return "auto";
  case Scheme::Parallel:
    return "parallel";
  case Scheme::Wavefront:
    return "wavefront";
  case Scheme::Split:
    return "split";
  case Scheme::Stream:
    return "stream";
  }
  __builtin_unreachable();
}

const char *gputile::falseDepsName(FalseDeps falseDeps) {
  switch (falseDeps) {
  case FalseDeps::Auto:
    return "auto";
  case FalseDeps::Keep:
    return "keep";
  case FalseDeps::Remove:
    return "remove";
  }
  __builtin_unreachable();
}

const char *gputile::balanceName(Balance balance) {
  switch (balance) {
  case Balance::Auto:
    return "auto";
  case Balance::On:
    return "on";
  case Balance::Off:
    return "off";
  }
  __builtin_unreachable();
}

const char *gputile::fuseName(Fuse fuse) {
  switch (fuse) {
  case Fuse::Depth:
    return "depth";
  case Fuse::Min:
    return "min";
  case Fuse::Max:
    return "max";
  }
  __builtin_unreachable();
}

const char *gputile::fpModeName(FpMode fp) {
  switch (fp) {
  case FpMode::Exact:
    return "exact";
  case FpMode::Contract:
    return "contract";
  case FpMode::Reassociate:
    return "reassociate";
  }
  __builtin_unreachable();
}

const char *gputile::launchName(Launch launch) {
  switch (launch) {
  case Launch::Auto:
    return "auto";
  case Launch::Kernels:
    return "kernels";
  case Launch::Cooperative:
    return "cooperative";
  case Launch::Flags:
    return "flags";
  }
  __builtin_unreachable();
}

const char *gputile::originName(Origin origin) {
  switch (origin) {
  case Origin::Model:
    return "model";
  case Origin::Measured:
    return "measured";
  case Origin::Option:
    return "option";
  case Origin::Clause:
    return "clause";
  }
  __builtin_unreachable();
}
