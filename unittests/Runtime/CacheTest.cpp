//===- CacheTest.cpp - Compiled kernels on disk ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

extern "C" {
#include "Cache.h"
}

#include "gtest/gtest.h"

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <string>
#include <sys/wait.h>
#include <unistd.h>
#include <vector>

namespace fs = std::filesystem;

namespace {

const unsigned long long noLimit = 1ULL << 40;
const size_t headSize = 80;

struct Key {
  unsigned char bytes[GPTI_HASH_SIZE];
  explicit Key(unsigned number) {
    gpti_hash hash;
    gpti_hash_begin(&hash);
    gpti_hash_add(&hash, &number, sizeof number);
    gpti_hash_end(&hash, bytes);
  }
};

class CacheTest : public testing::Test {
protected:
  std::string folder;

  void SetUp() override {
    folder = testing::TempDir() + "gputile-cache-" + std::to_string(getpid()) + "/a/b";
  }
  void TearDown() override { fs::remove_all(fs::path(folder).parent_path().parent_path()); }

  void store(unsigned key, const std::string &text, unsigned long long limit = noLimit) {
    gpti_cache_store(folder.c_str(), Key(key).bytes, text.data(), text.size(), limit);
  }
  // "" when there is no such entry.
  std::string load(unsigned key) {
    size_t size = 0;
    void *bytes = gpti_cache_load(folder.c_str(), Key(key).bytes, &size);
    const std::string text = bytes ? std::string(static_cast<char *>(bytes), size) : "";
    free(bytes);
    return text;
  }
  fs::path fileOf(unsigned key) {
    std::string name;
    for (const unsigned char byte : Key(key).bytes) {
      char digits[3];
      snprintf(digits, sizeof digits, "%02x", byte);
      name += digits;
    }
    return fs::path(folder) / (name + ".gputile");
  }
  void use(unsigned key, int secondsAgo) {
    fs::last_write_time(fileOf(key),
                        fs::file_time_type::clock::now() - std::chrono::seconds(secondsAgo));
  }
  size_t files() {
    return size_t(std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
  }
};

TEST_F(CacheTest, GivesBackWhatWasStored) {
  EXPECT_EQ(load(1), "");
  store(1, "one");
  store(2, std::string(100000, 'x'));
  EXPECT_EQ(load(1), "one");
  EXPECT_EQ(load(2), std::string(100000, 'x'));
  EXPECT_EQ(load(3), "");
  store(1, "new");
  EXPECT_EQ(load(1), "new");
  EXPECT_EQ(files(), 2u);
  gpti_cache_drop(folder.c_str(), Key(1).bytes);
  EXPECT_EQ(load(1), "");
}

TEST_F(CacheTest, IgnoresAndReplacesEntriesWithAnyDamagedByte) {
  const std::string text = "some bytes of code";
  store(1, text);
  ASSERT_EQ(fs::file_size(fileOf(1)), headSize + text.size());
  for (size_t at = 0; at < headSize + text.size(); ++at) {
    std::fstream file(fileOf(1), std::ios::in | std::ios::out | std::ios::binary);
    file.seekg(std::streamoff(at));
    const char byte = char(file.get());
    file.seekp(std::streamoff(at));
    file.put(char(byte ^ 1));
    file.close();
    EXPECT_EQ(load(1), "") << "byte " << at;
    store(1, text);
    ASSERT_EQ(load(1), text) << "byte " << at;
  }
}

TEST_F(CacheTest, IgnoresEntriesOfAnotherLength) {
  const std::string text = "some bytes of code";
  for (size_t size = 0; size < headSize + text.size(); ++size) {
    store(1, text);
    fs::resize_file(fileOf(1), size);
    EXPECT_EQ(load(1), "") << size << " bytes";
  }
  store(1, text);
  fs::resize_file(fileOf(1), headSize + text.size() + 1);
  EXPECT_EQ(load(1), "");
}

TEST_F(CacheTest, IgnoresAnEntryUnderAnotherKeysName) {
  store(1, "one");
  fs::rename(fileOf(1), fileOf(2));
  EXPECT_EQ(load(2), "");
}

TEST_F(CacheTest, IgnoresWhatIsNoFile) {
  store(1, "one");
  fs::remove(fileOf(1));
  fs::create_directory(fileOf(1));
  EXPECT_EQ(load(1), "");
  store(1, "one");
  EXPECT_EQ(load(1), "");
  EXPECT_EQ(files(), 1u); // no temporary file is left
}

TEST_F(CacheTest, RemovesWhatWasUsedLongestAgo) {
  const std::string text(1000, 'x');
  for (unsigned key = 1; key <= 4; ++key) {
    store(key, text);
    use(key, int(100 - key));
  }
  EXPECT_EQ(load(1), text); // used now
  store(5, text, 3 * (headSize + text.size()));
  EXPECT_EQ(load(1), text);
  EXPECT_EQ(load(2), "");
  EXPECT_EQ(load(3), "");
  EXPECT_EQ(load(4), text);
  EXPECT_EQ(load(5), text);
}

TEST_F(CacheTest, DoesNotKeepWhatIsLargerThanTheLimit) {
  store(1, "one");
  store(2, std::string(1000, 'x'), 1000);
  EXPECT_EQ(load(2), "");
  EXPECT_EQ(load(1), "one");
  store(3, "three", 0);
  EXPECT_EQ(load(3), "");
}

TEST_F(CacheTest, LeavesOtherFilesAlone) {
  store(1, "one");
  const fs::path other = fs::path(folder) / "notes.txt", young = fileOf(2).string() + ".1.1.tmp",
                 old = fileOf(3).string() + ".1.1.tmp";
  for (const fs::path &path : {other, young, old})
    std::ofstream(path) << std::string(5000, 'x');
  for (const fs::path &path : {other, old})
    fs::last_write_time(path, fs::file_time_type::clock::now() - std::chrono::hours(5));
  store(2, "two", 1000);
  EXPECT_TRUE(fs::exists(other));
  EXPECT_TRUE(fs::exists(young)); // another process is writing it
  EXPECT_FALSE(fs::exists(old));
  EXPECT_EQ(load(1), "one");
}

TEST_F(CacheTest, NeedsNoFolder) {
  size_t size = 0;
  gpti_cache_store(nullptr, Key(1).bytes, "one", 3, noLimit);
  EXPECT_EQ(gpti_cache_load(nullptr, Key(1).bytes, &size), nullptr);
  gpti_cache_drop(nullptr, Key(1).bytes);
  for (const char *path : {"/dev/null/cache", "/proc/cache", ""}) {
    gpti_cache_store(path, Key(1).bytes, "one", 3, noLimit);
    EXPECT_EQ(gpti_cache_load(path, Key(1).bytes, &size), nullptr) << path;
  }
  folder.append(5000, 'x');
  store(1, "one");
  EXPECT_EQ(load(1), "");
}

// What a reader sees is nothing or a whole entry, while others write and evict.
TEST_F(CacheTest, IsSafeForManyProcesses) {
  const unsigned keys = 6;
  const auto textOf = [](unsigned key) { return std::string(2000 + key, char('a' + key)); };
  std::vector<pid_t> children;
  for (unsigned child = 0; child < 8; ++child) {
    const pid_t pid = fork();
    if (pid == 0) {
      int wrong = 0;
      for (unsigned i = 0; i < 300; ++i) {
        const unsigned key = (i * (child + 1)) % keys;
        const std::string found = load(key);
        wrong |= !found.empty() && found != textOf(key);
        if (found.empty() || i % 3 == 0)
          store(key, textOf(key), 4 * 2100);
      }
      _exit(wrong);
    }
    children.push_back(pid);
  }
  for (const pid_t pid : children) {
    int status = 1;
    waitpid(pid, &status, 0);
    EXPECT_EQ(status, 0);
  }
  store(7, textOf(1), 4 * 2100);
  EXPECT_LE(files(), 4u);
}

std::string hashOf(const std::string &text, size_t step) {
  gpti_hash hash;
  unsigned char digest[GPTI_HASH_SIZE];
  gpti_hash_begin(&hash);
  for (size_t at = 0; at < text.size(); at += step)
    gpti_hash_add(&hash, text.data() + at, std::min(step, text.size() - at));
  gpti_hash_end(&hash, digest);
  std::string result;
  for (const unsigned char byte : digest) {
    char digits[3];
    snprintf(digits, sizeof digits, "%02x", byte);
    result += digits;
  }
  return result;
}

TEST(HashTest, IsSha256) {
  EXPECT_EQ(hashOf("", 1), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(hashOf("abc", 2), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  for (const size_t step : {1u, 63u, 64u, 65u, 1000u})
    EXPECT_EQ(hashOf(std::string(1000000, 'a'), step),
              "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

} // namespace
