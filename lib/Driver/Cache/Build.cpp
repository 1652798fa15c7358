//===- Build.cpp - Which build of gputile this is -------------------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Driver/Cache/Build.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringExtras.h"

#include <cstdint>
#include <cstring>
#include <elf.h>
#include <link.h>

namespace gputile::driver {
namespace {

struct Search {
  uintptr_t code;
  std::string id;
};

/// Each part of a note is padded to this.
size_t padded(size_t size) { return (size + 3) & ~size_t(3); }

/// The build id in the notes at \p notes.
std::string idIn(llvm::ArrayRef<uint8_t> notes) {
  while (notes.size() >= sizeof(ElfW(Nhdr))) {
    ElfW(Nhdr) head;
    std::memcpy(&head, notes.data(), sizeof head);
    notes = notes.drop_front(sizeof head);
    const size_t name = padded(head.n_namesz), size = padded(head.n_descsz);
    if (name > notes.size() || size > notes.size() - name)
      return "";
    if (head.n_type == NT_GNU_BUILD_ID)
      return llvm::toHex(notes.slice(name, head.n_descsz), /*LowerCase=*/true);
    notes = notes.drop_front(name + size);
  }
  return "";
}

bool contains(const dl_phdr_info &object, uintptr_t code) {
  for (unsigned k = 0; k < object.dlpi_phnum; ++k) {
    const ElfW(Phdr) &segment = object.dlpi_phdr[k];
    if (segment.p_type == PT_LOAD && code - object.dlpi_addr - segment.p_vaddr < segment.p_memsz)
      return true;
  }
  return false;
}

int visit(dl_phdr_info *object, size_t, void *data) {
  auto &search = *static_cast<Search *>(data);
  if (!contains(*object, search.code))
    return 0;
  for (unsigned k = 0; k < object->dlpi_phnum && search.id.empty(); ++k) {
    const ElfW(Phdr) &segment = object->dlpi_phdr[k];
    if (segment.p_type == PT_NOTE)
      search.id = idIn({reinterpret_cast<const uint8_t *>(object->dlpi_addr + segment.p_vaddr),
                        segment.p_memsz});
  }
  return 1;
}

} // namespace

std::string buildId() {
  Search search{reinterpret_cast<uintptr_t>(&buildId), ""};
  dl_iterate_phdr(visit, &search);
  return search.id;
}

} // namespace gputile::driver
