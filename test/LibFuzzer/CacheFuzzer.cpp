//===- CacheFuzzer.cpp - Entries of the cache of kernels ---------- -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
///
/// \file
/// The input is an entry of the cache, or, where its first byte is odd, what gpti_cache_store
/// makes of the rest with one byte changed; then also a size in text.
///
//===----------------------------------------------------------------------===//

extern "C" {
#include "Runtime/Cache.h"
#include "Runtime/Settings.h"
}

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <string>

namespace {

constexpr unsigned char Key[GPTI_HASH_SIZE] = {};
constexpr unsigned long long Limit = 1 << 20;

/// A folder for the entry, as long as the process.
struct Folder {
  std::string path = "/tmp/gputile-cache-fuzzer-XXXXXX";
  Folder() {
    if (!mkdtemp(path.data()))
      abort();
  }
  ~Folder() { std::filesystem::remove_all(path); }
  std::string entry() const { return path + "/" + std::string(2 * GPTI_HASH_SIZE, '0') + ".gputile"; }
};

void require(bool holds) {
  if (!holds)
    abort();
}

void writeFile(const std::string &path, const void *bytes, size_t size) {
  std::FILE *file = std::fopen(path.c_str(), "wb");
  require(file && std::fwrite(bytes, 1, size, file) == size && std::fclose(file) == 0);
}

std::string readFile(const std::string &path) {
  std::string text(std::filesystem::file_size(path), '\0');
  std::FILE *file = std::fopen(path.c_str(), "rb");
  require(file && std::fread(text.data(), 1, text.size(), file) == text.size());
  std::fclose(file);
  return text;
}

/// What is in the folder, if it is an entry.
bool load(const Folder &folder, std::string &bytes) {
  size_t size = 0;
  void *const found = gpti_cache_load(folder.path.c_str(), Key, Limit, &size);
  if (found)
    bytes.assign(static_cast<char *>(found), size);
  std::free(found);
  return found != nullptr;
}

void tryRaw(const Folder &folder, const uint8_t *data, size_t size) {
  writeFile(folder.entry(), data, size);
  std::string bytes;
  if (load(folder, bytes))
    require(bytes.size() < size && std::memcmp(data + size - bytes.size(), bytes.data(), bytes.size()) == 0);
}

void tryChanged(const Folder &folder, const uint8_t *data, size_t size) {
  if (size < 4)
    return;
  gpti_cache_store(folder.path.c_str(), Key, data + 3, size - 3, Limit);
  std::string bytes, file = readFile(folder.entry());
  require(load(folder, bytes) && bytes == std::string(reinterpret_cast<const char *>(data) + 3, size - 3));
  const size_t at = (data[0] << 8 | data[1]) % file.size();
  const char was = file[at];
  file[at] = static_cast<char>(data[2]);
  writeFile(folder.entry(), file.data(), file.size());
  require(load(folder, bytes) == (file[at] == was));
}

void trySize(const uint8_t *data, size_t size) {
  const std::string text(reinterpret_cast<const char *>(data), size);
  unsigned long long value = 7;
  if (gpti_parse_size(text.c_str(), &value) != 0)
    require(value == 7);
  else
    require(text[0] >= '0' && text[0] <= '9');
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
  static const Folder folder;
  if (size == 0)
    return 0;
  trySize(data, size);
  if (data[0] % 2)
    tryChanged(folder, data + 1, size - 1);
  else
    tryRaw(folder, data + 1, size - 1);
  return 0;
}
