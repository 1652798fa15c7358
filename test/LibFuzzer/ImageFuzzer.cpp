//===- ImageFuzzer.cpp - Images of the CPU backend ---------------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The input is an image, of which no more than its bytes can be read; openImage is given no
/// size, as cuModuleLoadData is not. Whatever sealImage seals opens, and with a byte changed not.
///
//===----------------------------------------------------------------------===//

#include "Emulation/Driver/Image.h"

#include "Emulation/Driver/Api.h"

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <elf.h>
#include <sys/mman.h>

using namespace gputile::driver;

namespace {

constexpr size_t Page = 4096, Pages = 4;
constexpr unsigned CudaMachine = 190; // of cubins, which are refused as such

void require(bool holds) {
  if (!holds)
    abort();
}

/// Memory that ends, with nothing readable behind it.
char *memoryOf(size_t size) {
  static char *const memory = static_cast<char *>(
      mmap(nullptr, (Pages + 1) * Page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
  require(memory != MAP_FAILED && mprotect(memory + Pages * Page, Page, PROT_NONE) == 0);
  return memory + Pages * Page - size;
}

int open(const std::string &image, std::string &opened) {
  char *const memory = memoryOf(image.size());
  std::memcpy(memory, image.data(), image.size());
  return openImage(memory, opened);
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  // A caller has at least the header.
  if (size < sizeof(Elf64_Ehdr) + 3 || size > Pages * Page)
    return 0;
  std::string image(reinterpret_cast<const char *>(data + 3), size - 3), opened;
  open(image, opened);
  Elf64_Ehdr header;
  std::memcpy(&header, image.data(), sizeof header);
  if (header.e_machine == CudaMachine || !sealImage(image))
    return 0;
  require(open(image, opened) == CUDA_SUCCESS && opened.size() == image.size());
  const size_t at = (data[0] << 8 | data[1]) % image.size();
  const bool same = image[at] == static_cast<char>(data[2]);
  image[at] = static_cast<char>(data[2]);
  // The header says how much there is and what it is; the sum is for the rest.
  if (!same && at >= sizeof(Elf64_Ehdr))
    require(open(image, opened) != CUDA_SUCCESS);
  return 0;
}
