// Whether a copy stays inside what its direction says it touches. On a GPU such
// a mistake is an error or silent corruption; here it is always an error, with a
// line on stderr that says what was wrong.
#pragma once

#include <stdio.h>

#include "gputile/cpu/detail/allocations.h"
#include "gputile/cpu/detail/errors.h"
#include "gputile/cpu/detail/layer_begin.h"

enum cudaMemcpyKind {
  cudaMemcpyHostToHost = 0,
  cudaMemcpyHostToDevice = 1,
  cudaMemcpyDeviceToHost = 2,
  cudaMemcpyDeviceToDevice = 3,
  cudaMemcpyDefault = 4
};

namespace gputile::cpu {

inline bool complain(const char *function, const char *side, const void *address, size_t bytes,
                     const char *problem) {
  fprintf(stderr, "gputile-cpu: %s: %s %p of %zu bytes %s\n", function, side, address, bytes,
          problem);
  return false;
}

inline bool fits(const char *function, const char *side, const Allocation &a, const void *address,
                 size_t bytes) {
  const size_t offset = size_t(static_cast<const char *>(address) - a.base);
  if (bytes <= a.bytes - offset)
    return true;
  fprintf(stderr,
          "gputile-cpu: %s: %s range of %zu bytes at offset %zu leaves allocation #%u of %zu "
          "bytes\n",
          function, side, bytes, offset, a.id, a.bytes);
  return false;
}

inline bool checkDeviceSide(const char *function, const char *side, const void *address,
                            size_t bytes) {
  const Allocation a = allocationAt(address);
  if (!a.base)
    return complain(function, side, address, bytes, "is in no live device allocation");
  return fits(function, side, a, address, bytes);
}

inline bool checkHostSide(const char *function, const char *side, const void *address,
                          size_t bytes) {
  const Allocation a = allocationAt(address);
  const bool inside = a.base && address < a.base + a.bytes;
  if (inside && a.home == Home::device)
    return complain(function, side, address, bytes, "is device memory, not host memory");
  return !inside || fits(function, side, a, address, bytes);
}

inline bool checkEitherSide(const char *function, const char *side, const void *address,
                            size_t bytes) {
  const Allocation a = allocationAt(address);
  return !a.base || address == a.base + a.bytes || fits(function, side, a, address, bytes);
}

inline cudaError_t checkCopy(const char *function, const void *to, size_t toBytes,
                             const void *from, size_t fromBytes, cudaMemcpyKind kind) {
  bool good = false;
  switch (kind) {
  case cudaMemcpyHostToHost:
    good = checkHostSide(function, "destination", to, toBytes) &&
           checkHostSide(function, "source", from, fromBytes);
    break;
  case cudaMemcpyHostToDevice:
    good = checkDeviceSide(function, "destination", to, toBytes) &&
           checkHostSide(function, "source", from, fromBytes);
    break;
  case cudaMemcpyDeviceToHost:
    good = checkHostSide(function, "destination", to, toBytes) &&
           checkDeviceSide(function, "source", from, fromBytes);
    break;
  case cudaMemcpyDeviceToDevice:
    good = checkDeviceSide(function, "destination", to, toBytes) &&
           checkDeviceSide(function, "source", from, fromBytes);
    break;
  case cudaMemcpyDefault:
    good = checkEitherSide(function, "destination", to, toBytes) &&
           checkEitherSide(function, "source", from, fromBytes);
    break;
  default:
    return cudaErrorInvalidMemcpyDirection;
  }
  return good ? cudaSuccess : cudaErrorInvalidValue;
}

} // namespace gputile::cpu

#include "gputile/cpu/detail/layer_end.h"
