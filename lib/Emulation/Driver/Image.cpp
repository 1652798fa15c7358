// Size and check sum of images.
#include "Emulation/Driver/Image.h"

#include <elf.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "Emulation/Driver/Api.h"

namespace gputile::emulation {
namespace {

// The bytes that the ELF header leaves for padding; the dynamic linker wants zeros.
constexpr size_t sumAt = EI_PAD, sumBytes = EI_NIDENT - EI_PAD;
constexpr uint64_t largestImage = 1u << 26;
constexpr unsigned cudaMachine = 190;

using Sum = unsigned char[sumBytes];

bool isNativeHeader(const Elf64_Ehdr &header) {
  return !memcmp(header.e_ident, ELFMAG, SELFMAG) && header.e_ident[EI_CLASS] == ELFCLASS64 &&
         header.e_type == ET_DYN && header.e_ehsize == sizeof header &&
         header.e_shentsize == sizeof(Elf64_Shdr) && header.e_shoff >= sizeof header &&
         header.e_shoff < largestImage;
}

// Compilers put the table of the sections at the end.
size_t sizeOf(const Elf64_Ehdr &header) {
  return size_t(header.e_shoff) + size_t(header.e_shnum) * sizeof(Elf64_Shdr);
}

// FNV-1a; never all zeros.
void sumUp(const std::string &image, Sum &sum) {
  uint64_t hash = 14695981039346656037ull;
  for (size_t i = 0; i < image.size(); ++i)
    hash = (hash ^ static_cast<unsigned char>(image[i])) * 1099511628211ull;
  memcpy(sum, &hash, sumBytes);
  sum[0] |= 1;
}

// Reads memory that may end early, as that of a truncated image does: the system
// call fails where an access would end the process.
bool readMemory(const void *from, size_t bytes, std::string &to) {
  const int file = memfd_create("gputile-image", MFD_CLOEXEC);
  if (file < 0)
    return false;
  to.resize(bytes);
  const bool read = syscall(SYS_write, file, from, bytes) == long(bytes) &&
                    pread(file, &to[0], bytes, 0) == ssize_t(bytes);
  close(file);
  return read;
}

} // namespace

bool sealImage(std::string &image) {
  Elf64_Ehdr header;
  if (image.size() < sizeof header)
    return false;
  memcpy(&header, image.data(), sizeof header);
  if (!isNativeHeader(header) || sizeOf(header) != image.size())
    return false;
  Sum sum;
  memset(&image[sumAt], 0, sumBytes);
  sumUp(image, sum);
  memcpy(&image[sumAt], sum, sumBytes);
  return true;
}

int openImage(const void *bytes, std::string &image) {
  Elf64_Ehdr header;
  if (memcmp(bytes, ELFMAG, SELFMAG))
    return CUDA_ERROR_INVALID_IMAGE;
  memcpy(&header, bytes, sizeof header);
  if (header.e_machine == cudaMachine)
    return CUDA_ERROR_NO_BINARY_FOR_GPU;
  if (!isNativeHeader(header))
    return CUDA_ERROR_INVALID_IMAGE;
  if (!readMemory(bytes, sizeOf(header), image))
    return CUDA_ERROR_INVALID_IMAGE;
  Sum written, sum;
  memcpy(written, &image[sumAt], sumBytes);
  memset(&image[sumAt], 0, sumBytes);
  sumUp(image, sum);
  const Sum none = {};
  const bool sealed = memcmp(written, none, sumBytes) != 0;
  return sealed && memcmp(written, sum, sumBytes) ? CUDA_ERROR_INVALID_IMAGE : CUDA_SUCCESS;
}

} // namespace gputile::emulation
