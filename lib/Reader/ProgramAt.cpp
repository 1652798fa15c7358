//===- ProgramAt.cpp - The program's arrays at one sample -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reader/ProgramAt.h"

#include "Reader/Lanes.h"

#include "clang/AST/RecordLayout.h"

#include <algorithm>

using namespace clang;

namespace gputile::reader {

/// No address space has more.
constexpr int64_t MostBytes = int64_t(1) << 46;
/// Where the first array lies.
constexpr Address FirstArray = 1ULL << 48;

int64_t ArrayAt::linear(const IntPoint &point) const {
  int64_t sum = 0;
  for (size_t d = 0; d < point.size(); ++d)
    sum += point[d] * stride[d];
  return sum;
}

static std::optional<IntBox> boxOf(const Box &box, const isl::set &elements, const isl::set &at) {
  const isl::set there = elements.params().intersect(at);
  if (there.is_empty())
    return std::nullopt;
  return boxAt(box, at);
}

/// Whether the program declares the lengths of all rows of \p array.
static bool hasDeclaredRows(const Array &array) {
  return array.strideConstants.size() >= array.rank &&
         std::all_of(array.strideConstants.begin(), array.strideConstants.begin() + array.rank,
                     [](int64_t stride) { return stride > 0; });
}

/// The smallest strides that keep inner subscripts in their rows, which begin at the least
/// subscript where the program does not declare them, and a little more, so that no two are equal;
/// one less than the smallest with \p shortRows.
void ProgramAt::layOut(unsigned index, bool shortRows) {
  const Array &array = Region.scop.arrays[index];
  ArrayAt &there = Arrays[index];
  there.stride.assign(array.rank, 1);
  there.bytes = array.elementBytes;
  const bool declared = hasDeclaredRows(array);
  __int128 least = 1;
  for (unsigned d = array.rank; d-- > 0;) {
    const bool constant = d < array.strideConstants.size() && array.strideConstants[d] > 0;
    __int128 stride = constant ? array.strideConstants[d] : d + 1 == array.rank ? least : least + index + 1;
    if (shortRows && d + 2 == array.rank && !constant)
      stride = least - 1;
    if (stride > MostBytes)
      Possible = false;
    LeavesRows |= constant && there.box && d + 1 < array.rank &&
                  (stride < least || (declared && there.box->lower[d + 1] < 0));
    there.stride[d] = static_cast<int64_t>(stride);
    const __int128 begin = there.box && !declared ? there.box->lower[d] : 0;
    least = there.box ? stride * (__int128(there.box->upper[d]) - begin + 1) : stride;
    if (least > MostBytes || least < -MostBytes)
      Possible = false;
    if (!Possible)
      return;
    if (least < 1)
      least = 1;
  }
  if (!there.box)
    return;
  there.first = there.linear(there.box->lower);
  there.last = there.linear(there.box->upper);
  LeavesRows |= array.countedIn32Bits && there.first < 0;
  if (there.last < there.first || there.elements() > MostBytes / int64_t(there.bytes))
    Possible = false;
}

/// Lays both out as one array that has the elements of both.
void ProgramAt::makeOne(unsigned first, unsigned second) {
  ArrayAt &one = Arrays[first], &other = Arrays[second];
  Possible =
      one.box && other.box &&
      Region.scop.arrays[first].strideConstants == Region.scop.arrays[second].strideConstants;
  if (!Possible)
    return;
  const IntBox own = *one.box;
  for (size_t d = 0; d < own.lower.size(); ++d) {
    one.box->lower[d] = std::min(own.lower[d], other.box->lower[d]);
    one.box->upper[d] = std::max(own.upper[d], other.box->upper[d]);
  }
  layOut(first, /*shortRows=*/false);
  one.box = own;
  other.stride = one.stride;
  other.first = one.first;
  other.last = one.last;
}

ProgramAt::ProgramAt(const PlannedRegion &region, const Sample &sample, const Scenario &scenario)
    : Region(region), Values(sample), How(scenario), At(sampleSet(region.scop, sample)) {
  Arrays.resize(region.scop.arrays.size());
  for (unsigned a = 0; a < Arrays.size() && Possible; ++a) {
    const ArrayTransfer &transfer = region.plan.transfers[a];
    ArrayAt &array = Arrays[a];
    array.onHost = region.scop.arrays[a].storage != ArrayStorage::Private;
    array.box = boxOf(transfer.box, transfer.footprint, At);
    if (transfer.copyIn && !transfer.byValue)
      array.in = boxOf(transfer.copyInBox, transfer.copyInSet, At);
    if (transfer.copyOut && !transfer.byValue)
      array.out = boxOf(transfer.copyOutBox, transfer.copyOutSet, At);
    layOut(a, How.shortRows == a);
  }
  if (How.same && Possible)
    makeOne(How.same->first, How.same->second);
}

/// A number that looks random.
static uint64_t scrambled(uint64_t seed) {
  seed = (seed ^ (seed >> 30)) * 0xbf58476d1ce4e5b9ULL;
  seed = (seed ^ (seed >> 27)) * 0x94d049bb133111ebULL;
  return seed ^ (seed >> 31);
}

/// Gives a value of \p type a value: small, so that nothing computed with it overflows, and so
/// that integers can be subscripts.
static void fill(Memory &memory, const ASTContext &context, QualType type, Address at, uint64_t seed) {
  const ValueType kind = valueType(context, type);
  const uint64_t random = scrambled(seed);
  if (kind.kind == ValueType::Float || kind.kind == ValueType::Double)
    return memory.store(at, kind.bytes, {fromDouble(1 + double(random % 4096) / 4096, kind), true}, {}, false);
  if (kind.kind == ValueType::Integer)
    return memory.store(at, kind.bytes, {random % (kind.isBool ? 2 : 4), true}, {}, false);
  if (const auto *array = context.getAsConstantArrayType(type)) {
    const auto bytes = static_cast<uint64_t>(context.getTypeSizeInChars(array->getElementType()).getQuantity());
    for (uint64_t i = 0; i < array->getSize().getZExtValue(); ++i)
      fill(memory, context, array->getElementType(), at + i * bytes, seed + (i + 1) * 7919);
    return;
  }
  const auto *record = type->getAs<RecordType>();
  if (!record)
    throw NotFollowed{"elements of type " + type.getAsString()};
  const ASTRecordLayout &layout = context.getASTRecordLayout(record->getDecl());
  for (const FieldDecl *field : record->getDecl()->fields())
    fill(memory, context, field->getType(), at + layout.getFieldOffset(field->getFieldIndex()) / 8,
         seed + (field->getFieldIndex() + 1) * 104729);
}

/// The number of the array that \p argument passes, by address or value.
static std::optional<unsigned> arrayOf(const Scop &scop, const EntryArgument &argument) {
  for (unsigned a = 0; a < scop.arrays.size(); ++a) {
    const Array &array = scop.arrays[a];
    if (array.storage == ArrayStorage::Private)
      continue;
    const std::string &base = array.baseExpr;
    if (argument.callExpr == "(" + argument.type + ")(" + base + ")" ||
        argument.callExpr == "*(" + base + ")" || (base[0] == '&' && argument.callExpr == base.substr(1)))
      return a;
  }
  return std::nullopt;
}

static QualType elementType(QualType argument) {
  return argument->isPointerType() ? argument->getPointeeType() : argument;
}

void ProgramAt::allocate(Memory &memory, const ASTContext &context, const FunctionDecl &entry) {
  Address next = FirstArray;
  for (unsigned a = 0; a < Arrays.size(); ++a) {
    ArrayAt &array = Arrays[a];
    if (!array.onHost)
      continue;
    const uint64_t align = array.bytes & -array.bytes;
    next = (next + align - 1) / align * align;
    if (How.same && How.same->second == a) {
      array.object = Arrays[How.same->first].object;
      continue;
    }
    if (How.overlap && How.overlap->second == a) {
      // One object for both would hide which is meant; the entry only compares addresses.
      const ArrayAt &other = Arrays[How.overlap->first];
      array.object = other.object + static_cast<uint64_t>(other.elements() - 1) * other.bytes;
      continue;
    }
    const auto size = static_cast<uint64_t>(array.elements()) * array.bytes;
    MemoryObject &object = memory.allocateAt(Region.scop.arrays[a].sourceName, next, size);
    if (!object.phantom) {
      object.recorded = true;
      object.readBytes.resize(unsigned(size));
      object.writtenBytes.resize(unsigned(size));
    }
    array.object = next;
    next += size;
    if (How.overlap && How.overlap->first == a)
      next += 2 * size + MostBytes; // Room for the one that begins in it.
  }
  for (unsigned i = 0; i < entry.getNumParams(); ++i) {
    const auto a = arrayOf(Region.scop, Region.code.arguments[i]);
    if (!a || (How.overlap && How.overlap->second == *a) || (How.same && How.same->second == *a))
      continue;
    const QualType type = elementType(entry.getParamDecl(i)->getType()).getUnqualifiedType();
    MemoryObject &object = memory.find(Arrays[*a].object, 1);
    for (int64_t e = 0; !object.phantom && e < Arrays[*a].elements(); ++e)
      fill(memory, context, type, object.base + static_cast<uint64_t>(e) * Arrays[*a].bytes,
           (uint64_t(*a) << 32) + static_cast<uint64_t>(e));
    object.readBytes.reset();
    object.writtenBytes.reset();
  }
}

/// Parameters and strides come first, in the order of the Scop.
std::optional<uint64_t> ProgramAt::scalarArgument(const EntryArgument &argument, unsigned &nextParameter,
                                                  std::pair<unsigned, unsigned> &nextStride) const {
  if (argument.name == "gputile_fits")
    return How.fits;
  if (argument.name == "gputile_if")
    return How.ifHolds;
  if (nextParameter < Values.size())
    return static_cast<uint64_t>(Values[nextParameter++]);
  auto &[a, d] = nextStride;
  for (; a < Arrays.size(); ++a, d = 0) {
    const Array &array = Region.scop.arrays[a];
    for (; array.storage != ArrayStorage::Private && d < array.rank; ++d)
      if (argument.callExpr == "(long long)(" + array.strideExprs[d] + ")" &&
          !(d < array.strideConstants.size() && array.strideConstants[d] >= 0))
        return static_cast<uint64_t>(Arrays[a].stride[d++]);
  }
  return std::nullopt;
}

std::vector<uint64_t> ProgramAt::arguments(Memory &memory, const FunctionDecl &entry) const {
  std::vector<uint64_t> values;
  unsigned parameter = 0;
  std::pair<unsigned, unsigned> stride{0, 0};
  for (unsigned i = 0; i < entry.getNumParams(); ++i) {
    const EntryArgument &argument = Region.code.arguments[i];
    const bool pointer = entry.getParamDecl(i)->getType()->isPointerType();
    const auto a = arrayOf(Region.scop, argument);
    if (a && (pointer || parameter == Values.size())) {
      const ArrayAt &array = Arrays[*a];
      values.push_back(pointer ? array.zero() : memory.load(array.object, array.bytes, {}, false).bits);
      continue;
    }
    const auto value = scalarArgument(argument, parameter, stride);
    if (!value)
      throw NotFollowed{"argument '" + argument.name + "' of the entry"};
    values.push_back(*value);
  }
  return values;
}

} // namespace gputile::reader
