//===- ElementText.cpp - An element of an array in device memory ----------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Kernel/ElementText.h"

namespace gputile::codegen {

std::string globalElement(const ArrayText &array, const std::vector<std::string> &indices,
                          TextWriter &writer) {
  std::string flat;
  for (unsigned d = 0; d < indices.size(); ++d) {
    flat += d ? " + " : "";
    flat += array.strides[d] == "1" ? indices[d] : indices[d] + " * " + array.strides[d];
    if (!array.strideNames[d].empty())
      writer.use(array.strideNames[d]);
  }
  return writer.use(array.name) + "[" + (flat.empty() ? "0" : flat) + "]";
}

} // namespace gputile::codegen
