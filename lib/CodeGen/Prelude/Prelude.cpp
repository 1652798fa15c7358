//===- Prelude.cpp - The heads of emitted files -----------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CodeGen/Prelude/Text.h"

#include "gputile/CodeGen/CodeGen.h"

#include "CudaHeader.h"
#include "PreludeCheck.h"
#include "PreludeDevice.h"
#include "PreludeDivision.h"
#include "PreludeExtrema.h"
#include "PreludeGridBarrier.h"
#include "PreludeHead.h"
#include "PreludeHost.h"
#include "PreludePlanes.h"
#include "PreludeBlockCounts.h"
#include "PreludeRows.h"
#include "PreludeRun.h"
#include "PreludeRuntimeArithmetic.h"
#include "PreludeRuntimeHead.h"
#include "PreludeStore.h"
#include "PreludeStream.h"
#include "PreludeTiles.h"
#include "PreludeTiming.h"
#include "PreludeUpdates.h"

#include <algorithm>

namespace gputile {

const char *const RuntimeArithmetic = PreludeRuntimeArithmetic;

std::string cudaPrelude() {
  std::string text;
  for (const char *part : {PreludeHead, PreludeDevice, PreludeRows, PreludeBlockCounts, PreludeHost,
                           PreludeStore, PreludeTiming, PreludeTiles, PreludeCheck, PreludeRun})
    text += part;
  return text;
}

CudaHeader cudaHeader() { return {"gputile/gputile.cuh", CudaHeaderText}; }

std::string cudaInclude() {
  const std::string name = cudaHeader().name;
  return std::string("#define GPUTILE_TEXT_ID ") + CudaHeaderId + " // which " + name +
         " this text is written for\n#include <" + name +
         "> // found with: nvcc $(gputile-config --cuda-flags); not needed after: gputile --self-contained\n";
}

std::string codegen::runtimePrelude(const std::string &indexType,
                                    const std::vector<KernelWithCode> &kernels) {
  TextWriter names;
  names.line("#if GPT_WIDE\ntypedef long long ", indexType, ";");
  names.line("#else\ntypedef int ", indexType, ";\n#endif");
  bool cooperative = false;
  for (const KernelWithCode &kernel : kernels) {
    const std::string macro = "GPT_SIZES_" + kernel.code.name;
    names.line("#ifndef ", macro, "\n#define ", macro, "\n#endif");
    cooperative |= kernel.model->plan.mode == LaunchMode::Cooperative;
  }
  return PreludeRuntimeHead + names.text() + "\n" + PreludeDevice +
         (cooperative ? PreludeGridBarrier : "");
}

std::string codegen::streamPrelude(const RegionPlan &plan) {
  for (const KernelPlan &kernel : plan.kernels)
    if (kernel.stream)
      return std::string(PreludeStream) + (kernel.stream->band.rank == 3 ? PreludePlanes : "");
  return {};
}

std::string codegen::updatesPrelude(const Scop &scop) {
  bool unordered = false, extrema = false;
  for (const Statement &statement : scop.statements)
    for (const Update &update : statement.updates) {
      unordered |= update.unordered;
      extrema |= update.order != UpdateOrder::Any && isExtremum(update.op);
    }
  return std::string(unordered ? PreludeUpdates : "") + (extrema ? PreludeExtrema : "");
}

static bool divides(const std::string &text) { return text.find("gpt_div") != std::string::npos; }

static bool divides(const std::vector<BodyPiece> &pieces) {
  return std::any_of(pieces.begin(), pieces.end(),
                     [](const BodyPiece &piece) { return divides(piece.text); });
}

std::string codegen::divisionPrelude(const Scop &scop) {
  bool found = divides(scop.deviceDeclarations);
  for (const Statement &statement : scop.statements) {
    found |= divides(statement.body);
    for (const Reference &reference : statement.references)
      for (const std::vector<BodyPiece> &subscript : reference.subscripts)
        found |= divides(subscript);
  }
  return found ? PreludeDivision : "";
}

} // namespace gputile
