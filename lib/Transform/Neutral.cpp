//===- Neutral.cpp - What updates leave numbers as they are with ----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Transform/Neutral.h"

namespace gputile::transform {

std::string neutralText(UpdateOperator op, const std::string &type) {
  const std::string suffix = type == "float" ? "f" : "";
  switch (op) {
  case UpdateOperator::Add:
    return "-0.0" + suffix;
  case UpdateOperator::Subtract:
    return "0.0" + suffix;
  case UpdateOperator::Multiply:
    return "1.0" + suffix;
  case UpdateOperator::LeastNumber:
  case UpdateOperator::GreatestNumber:
    return "gpt_nan()";
  default:
    return clauseOperator(op) == UpdateOperator::Min ? "gpt_infinity()" : "-gpt_infinity()";
  }
}

bool isNeutralForAll(UpdateOperator op) {
  switch (op) {
  case UpdateOperator::KeepLess:
  case UpdateOperator::KeepNotGreater:
  case UpdateOperator::KeepGreater:
  case UpdateOperator::KeepNotLess:
    return false;
  default:
    return true;
  }
}

std::string keptType(const std::string &type) {
  return "gpt_kept<" + type + ">";
}

} // namespace gputile::transform
