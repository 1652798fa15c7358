//===- Library.cpp - What interpreted programs call of libraries -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reader/Interpreter.h"

#include "clang/AST/DeclTemplate.h"
#include "llvm/ADT/StringMap.h"

#include <cmath>
#include <utility>

using namespace clang;

namespace gputile::reader {

/// The CUDA runtime's values, as CudaDeclarations declares them.
enum : uint64_t { Success = 0, ErrorMemoryAllocation = 2, ErrorInvalidValue = 1, ErrorUnknown = 6 };
constexpr uint64_t HostToDevice = 1, DeviceToHost = 2;
/// More is refused, as any device does.
constexpr uint64_t DeviceBytes = 1ULL << 40;

using Unary = double (*)(double);
using Binary = double (*)(double, double);

static const llvm::StringMap<Unary> &unaryMath() {
  static const llvm::StringMap<Unary> Table = {
      {"sqrt", std::sqrt},   {"fabs", std::fabs},   {"floor", std::floor}, {"ceil", std::ceil},
      {"trunc", std::trunc}, {"round", std::round}, {"rint", std::rint},   {"nearbyint", std::nearbyint},
      {"logb", std::logb},   {"exp", std::exp},     {"exp2", std::exp2},   {"expm1", std::expm1},
      {"log", std::log},     {"log2", std::log2},   {"log10", std::log10}, {"log1p", std::log1p},
      {"sin", std::sin},     {"cos", std::cos},     {"tan", std::tan},     {"asin", std::asin},
      {"acos", std::acos},   {"atan", std::atan},   {"sinh", std::sinh},   {"cosh", std::cosh},
      {"tanh", std::tanh},   {"asinh", std::asinh}, {"acosh", std::acosh}, {"atanh", std::atanh},
      {"cbrt", std::cbrt},   {"erf", std::erf},     {"erfc", std::erfc},   {"tgamma", std::tgamma},
  };
  return Table;
}

static const llvm::StringMap<Binary> &binaryMath() {
  static const llvm::StringMap<Binary> Table = {
      {"fmin", std::fmin},         {"fmax", std::fmax},           {"fmod", std::fmod},
      {"remainder", std::remainder}, {"copysign", std::copysign}, {"fdim", std::fdim},
      {"nextafter", std::nextafter}, {"atan2", std::atan2},       {"pow", std::pow},
      {"hypot", std::hypot},
  };
  return Table;
}

static double absolute(double x) { return std::fabs(x); }

std::optional<Lanes> Interpreter::mathCall(llvm::StringRef name, const FunctionDecl *function,
                                           llvm::ArrayRef<Lanes> arguments) {
  if (arguments.empty() || arguments.size() > 2)
    return std::nullopt;
  const ValueType result = valueType(Context, function->getReturnType());
  const ValueType operand = valueType(Context, function->getParamDecl(0)->getType());
  if (result.kind == ValueType::Float && !unaryMath().count(name) && !binaryMath().count(name))
    name.consume_back("f");
  Lanes values = arguments[0];
  const bool integers = name == "abs" || name == "labs" || name == "llabs";
  const auto one = unaryMath().find(name);
  const auto two = binaryMath().find(name);
  if (!integers && (arguments.size() == 1 ? one == unaryMath().end() : two == binaryMath().end()))
    return std::nullopt;
  for (size_t l = 0; l < values.size(); ++l) {
    if (!Active[l])
      continue;
    uint64_t &bits = values.bits[l];
    if (integers)
      bits = int64_t(bits) < 0 ? integerResult(BO_Sub, 0, bits, operand, result) : bits;
    else if (arguments.size() == 1)
      bits = fromDouble((name == "fabs" ? absolute : one->second)(asDouble(bits, operand)), result);
    else
      bits = fromDouble(two->second(asDouble(bits, operand), asDouble(arguments[1].bits[l], operand)),
                        result);
    if (arguments.size() == 2 && arguments[1].isUnknown(l))
      values.setUnknown(l);
  }
  return values;
}

Lanes Interpreter::initializerListCall(llvm::StringRef name, const Lanes &self, QualType list) {
  const Lanes first = load({nullptr, self, false}, Context.VoidPtrTy);
  const Lanes count = load({nullptr, offsetBy(self, 8), false}, Context.getSizeType());
  if (name == "begin")
    return first;
  if (name == "size")
    return count;
  const auto *record = cast<ClassTemplateSpecializationDecl>(list->getAsCXXRecordDecl());
  return pointerOffset(first, record->getTemplateArgs()[0].getAsType(), count,
                       valueType(Context, Context.getSizeType()), 1);
}

/// to, to's pitch, from, from's pitch, width, rows, kind
void Interpreter::copyRows(llvm::ArrayRef<uint64_t> arguments) {
  const uint64_t kind = arguments[6];
  if (kind == DeviceToHost && !BeforeResults)
    BeforeResults = Fallible - 1;
  Data.transferring = true;
  for (uint64_t row = 0; row < arguments[5] && arguments[4] > 0; ++row) {
    const Address to = arguments[0] + row * arguments[1], from = arguments[2] + row * arguments[3];
    const MemoryObject &target = Data.find(to, arguments[4]);
    const MemoryObject &source = Data.find(from, arguments[4]);
    if (target.onDevice != (kind == HostToDevice) || source.onDevice != (kind == DeviceToHost))
      throw Fault{"copies in the wrong direction"};
    if (target.phantom || source.phantom)
      break;
    Data.copy(to, from, arguments[4], accessor(0));
  }
  Data.transferring = false;
}

uint64_t Interpreter::compareBytes(Address a, Address b, uint64_t size) {
  for (uint64_t i = 0; i < size; ++i) {
    const Cell first = Data.load(a + i, 1, accessor(0), false);
    const Cell second = Data.load(b + i, 1, accessor(0), false);
    if (!first.known || !second.known)
      throw Fault{"compares memory without a value"};
    if (first.bits != second.bits)
      return 1;
  }
  return 0;
}

/// Reads \p count parts of memory, each an address and a size. \returns the bytes read.
uint64_t Interpreter::readParts(Address to, Address from, uint64_t count) {
  uint64_t total = 0;
  for (uint64_t i = 0; i < count; ++i) {
    const auto word = [&](Address at) { return Data.load(at, 8, accessor(0), false).bits; };
    const uint64_t size = word(from + 16 * i + 8);
    Data.copy(word(to + 16 * i), word(from + 16 * i), size, accessor(0));
    total += size;
  }
  return total;
}

std::string Interpreter::textAt(Address at) {
  std::string text;
  while (const uint64_t c = Data.load(at++, 1, {}, false).bits)
    text += static_cast<char>(c);
  return text;
}

/// The value of a variable: "1", or null.
Lanes Interpreter::environment(const std::string &name) {
  if (!Limits.disabled || name != "GPUTILE_DISABLE")
    return uniform(0);
  const MemoryObject &value = Data.allocate("the environment", 2);
  Data.store(value.base, 2, {'1', true}, {}, false);
  return uniform(value.base);
}

static bool canFail(llvm::StringRef name) {
  return name.starts_with("cuda") && name != "cudaFree" && name != "cudaGetErrorString";
}

/// Counts a call that can fail. \returns whether it does
bool Interpreter::fails() {
  if (++Fallible != Limits.failingCall)
    return false;
  LastError = ErrorUnknown;
  return true;
}

/// Functions of the host that take and return scalars.
Lanes Interpreter::runtimeCall(llvm::StringRef name, llvm::ArrayRef<Lanes> arguments, bool &known) {
  const auto at = [&](unsigned i) { return firstValue(arguments[i]); };
  const auto setInt = [&](uint64_t value) {
    Data.store(at(0), 4, {value, true}, accessor(0), false);
    return uniform(Success);
  };
  if (name == "cudaGetLastError")
    return uniform(std::exchange(LastError, Success));
  if (canFail(name) && fails())
    return uniform(LastError);
  if (name == "getenv")
    return environment(textAt(at(0)));
  if (name == "strcmp")
    return uniform(static_cast<uint64_t>(int64_t(textAt(at(0)).compare(textAt(at(1))))));
  if (name == "cudaMalloc") {
    const uint64_t bytes = at(1);
    if (bytes > DeviceBytes)
      return uniform(ErrorMemoryAllocation);
    MemoryObject &object = Data.allocate("device memory of " + std::to_string(bytes) + " bytes", bytes);
    object.onDevice = true;
    if (!object.phantom)
      object.shadow.resize(bytes);
    Data.store(at(0), 8, {object.base, true}, accessor(0), false);
    return uniform(Success);
  }
  if (name == "cudaFree") {
    if (at(0) != 0)
      Data.release(at(0));
    return uniform(Success);
  }
  if (name == "cudaMemset" || name == "memset") {
    Data.transferring = true;
    Data.fill(at(0), static_cast<uint8_t>(at(1)), at(2), accessor(0));
    Data.transferring = false;
    return uniform(name == "memset" ? at(0) : Success);
  }
  if (name == "cudaMemcpy") {
    copyRows({at(0), at(2), at(1), at(2), at(2), 1, at(3)});
    return uniform(Success);
  }
  if (name == "cudaMemcpy2D") {
    if (at(4) > at(1) || at(4) > at(3))
      return uniform(ErrorInvalidValue);
    copyRows({at(0), at(1), at(2), at(3), at(4), at(5), at(6)});
    return uniform(Success);
  }
  if (name == "malloc")
    return uniform(Data.allocate("host memory of " + std::to_string(at(0)) + " bytes", at(0)).base);
  if (name == "free") {
    if (at(0) != 0)
      Data.release(at(0));
    return uniform(0);
  }
  if (name == "memcmp")
    return uniform(compareBytes(at(0), at(1), at(2)));
  if (name == "process_vm_readv")
    return uniform(readParts(at(1), at(3), at(2)));
  if (name == "memcpy") {
    Data.copy(at(0), at(1), at(2), accessor(0));
    return uniform(at(0));
  }
  // A small device: two blocks at a time, and two in a row of a grid, so that kernels are launched
  // again for the rest.
  if (name == "cudaGetDeviceCount" || name == "cudaOccupancyMaxActiveBlocksPerMultiprocessor")
    return setInt(1);
  if (name == "cudaGetDevice")
    return setInt(0);
  if (name == "cudaDeviceGetAttribute")
    return setInt(at(1) == 0 ? 1 : 2);
  if (name == "cudaLaunchCooperativeKernel") {
    launchList({at(0), at(1), at(2), at(3)});
    return uniform(Success);
  }
  if (name == "abort")
    throw Fault{"aborts"};
  known = name == "cudaFuncSetAttribute" || name == "cudaDeviceSynchronize" ||
          name == "cudaGetErrorString" || name == "fflush" || name == "getpid";
  return uniform(0);
}

Lanes Interpreter::builtin(const FunctionDecl *function, const Lanes &self,
                           llvm::ArrayRef<const Expr *> arguments) {
  const std::string name = function->getNameAsString();
  if (name == "fprintf" || name == "snprintf")
    return uniform(0);
  if (const auto *method = dyn_cast<CXXMethodDecl>(function)) {
    const std::string record = method->getParent()->getNameAsString();
    if (record == "initializer_list")
      return initializerListCall(name, self, Context.getRecordType(method->getParent()));
    if (record == "atomic")
      return uniform(1); // It has been said before.
    if (record == "grid_group" && name == "sync") {
      gridBarrier();
      return uniform(0);
    }
  }
  if (name == "this_grid")
    return temporary(function->getReturnType(), "a grid");
  std::vector<Lanes> values;
  for (unsigned i = 0; i < arguments.size(); ++i) {
    const bool declared = i < function->getNumParams();
    values.push_back(declared ? argument(function->getParamDecl(i), arguments[i])
                              : scalarOrRecord(arguments[i]));
  }
  if (name == "__syncthreads") {
    barrier();
    return uniform(0);
  }
  if (name == "__threadfence")
    return uniform(0);
  if (name == "__shfl_up_sync" || name == "__shfl_down_sync") {
    requireKnown(values[2], "the distance of a shuffle");
    const long distance = static_cast<long>(firstValue(values[2]));
    return shuffle(values[1], name == "__shfl_up_sync" ? -distance : distance);
  }
  if (name == "atomicAdd")
    return atomicAdd(values[0], values[1]);
  if (name == "gpt_reference_element" && element) {
    std::vector<int64_t> subscripts;
    for (size_t i = 1; i < values.size(); ++i) {
      requireKnown(values[i], "a subscript");
      subscripts.push_back(static_cast<int64_t>(firstValue(values[i])));
    }
    return uniform(element(static_cast<unsigned>(firstValue(values[0])), subscripts));
  }
  if (const auto result = mathCall(name, function, values))
    return *result;
  bool known = true;
  if (!group().onDevice) {
    const Lanes result = runtimeCall(name, values, known);
    if (known)
      return result;
  }
  throw NotFollowed{"function '" + name + "'"};
}

} // namespace gputile::reader
