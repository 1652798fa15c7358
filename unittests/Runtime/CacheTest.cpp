//===- CacheTest.cpp - Compiled kernels on disk ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

extern "C" {
#include "Runtime/Cache.h"
}

#include "gtest/gtest.h"

#include <fcntl.h>
#include <filesystem>
#include <fstream>
#include <functional>
#include <string>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
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
  std::string load(unsigned key, unsigned long long limit = noLimit) {
    size_t size = 0;
    void *bytes = gpti_cache_load(folder.c_str(), Key(key).bytes, limit, &size);
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

TEST_F(CacheTest, ReplacesWhatIsNoFile) {
  const fs::path entry = fileOf(1), elsewhere = fs::path(folder).parent_path() / "elsewhere";
  const auto makeSocket = [&] {
    sockaddr_un address = {};
    address.sun_family = AF_UNIX;
    // An address is shorter than most folders' names.
    const fs::path before = fs::current_path();
    fs::current_path(folder);
    snprintf(address.sun_path, sizeof address.sun_path, "%s", entry.filename().c_str());
    const int file = socket(AF_UNIX, SOCK_STREAM, 0);
    ASSERT_EQ(bind(file, reinterpret_cast<sockaddr *>(&address), sizeof address), 0);
    close(file);
    fs::current_path(before);
  };
  const std::function<void()> make[] = {
      [&] { ASSERT_EQ(mkfifo(entry.c_str(), 0600), 0); },
      makeSocket,
      [&] { fs::create_symlink("/dev/zero", entry); },
      [&] { fs::create_symlink(elsewhere, entry); },
      [&] { fs::create_symlink(entry.filename(), entry); },
  };
  store(1, "one");
  fs::copy_file(entry, elsewhere);
  alarm(60); // instead of waiting for a writer
  for (const auto &each : make) {
    fs::remove(entry);
    each();
    EXPECT_EQ(load(1), "");
    store(1, "one");
    EXPECT_EQ(load(1), "one");
    EXPECT_EQ(files(), 1u);
  }
  alarm(0);
}

TEST_F(CacheTest, LeavesAFolderInPlaceOfAnEntry) {
  store(1, "one");
  fs::remove(fileOf(1));
  fs::create_directory(fileOf(1));
  EXPECT_EQ(load(1), "");
  store(1, "one");
  EXPECT_EQ(load(1), "");
  EXPECT_EQ(files(), 1u); // no temporary file is left
}

TEST_F(CacheTest, IgnoresEntriesThatOthersCanWrite) {
  store(1, "one");
  for (const unsigned mode : {0602u, 0620u}) {
    ASSERT_EQ(chmod(fileOf(1).c_str(), mode), 0);
    EXPECT_EQ(load(1), "") << std::oct << mode;
  }
  ASSERT_EQ(chmod(fileOf(1).c_str(), 0644), 0);
  EXPECT_EQ(load(1), "one");
}

TEST_F(CacheTest, DoesNotUseAFolderThatOthersCanWrite) {
  store(1, "one");
  for (const unsigned mode : {0777u, 0775u, 0702u}) {
    ASSERT_EQ(chmod(folder.c_str(), mode), 0);
    EXPECT_EQ(load(1), "") << std::oct << mode;
    store(2, "two");
    gpti_cache_drop(folder.c_str(), Key(1).bytes);
    EXPECT_EQ(files(), 1u) << std::oct << mode;
  }
  for (const unsigned mode : {0700u, 0755u, 01777u}) {
    ASSERT_EQ(chmod(folder.c_str(), mode), 0);
    EXPECT_EQ(load(1), "one") << std::oct << mode;
  }
}

TEST_F(CacheTest, DoesNotUseAFolderOfAnotherUser) {
  if (geteuid() != 0)
    GTEST_SKIP() << "only root can give files away";
  store(1, "one");
  ASSERT_EQ(chown(folder.c_str(), 65534, 65534), 0);
  EXPECT_EQ(load(1), "");
  store(2, "two");
  EXPECT_EQ(files(), 1u);
  ASSERT_EQ(chown(folder.c_str(), 0, 0), 0);
  ASSERT_EQ(chown(fileOf(1).c_str(), 65534, 65534), 0);
  EXPECT_EQ(load(1), "");
}

TEST_F(CacheTest, ReadsButDoesNotFillAFolderOfRoot) {
  if (geteuid() != 0)
    GTEST_SKIP() << "only root can become another user";
  store(1, "one");
  for (fs::path path = folder; path != fs::path(testing::TempDir()).parent_path();
       path = path.parent_path())
    chmod(path.c_str(), 0755);
  ASSERT_EQ(chmod(fileOf(1).c_str(), 0644), 0);
  const pid_t child = fork();
  if (child == 0) {
    if (setresuid(65534, 65534, 65534) != 0)
      _exit(2);
    const bool read = load(1) == "one";
    store(2, "two");
    _exit(read && load(2).empty() ? 0 : 1);
  }
  int status = 1;
  waitpid(child, &status, 0);
  EXPECT_EQ(status, 0);
  EXPECT_EQ(files(), 1u);
}

TEST_F(CacheTest, DoesNotReadEntriesOverTheLimit) {
  const std::string text(1000, 'x');
  store(1, text);
  EXPECT_EQ(load(1, headSize + 1000), text);
  EXPECT_EQ(load(1, headSize + 999), "");
  // A file of zeros behind a head that fits costs no disk, but would cost memory and time.
  store(2, text);
  const unsigned long long size = 1ULL << 33;
  std::fstream file(fileOf(2), std::ios::in | std::ios::out | std::ios::binary);
  file.seekp(headSize - 8);
  const unsigned long long bytes = size - headSize;
  file.write(reinterpret_cast<const char *>(&bytes), sizeof bytes);
  file.close();
  std::error_code error;
  fs::resize_file(fileOf(2), size, error);
  if (error)
    GTEST_SKIP() << "no files of this size: " << error.message();
  EXPECT_EQ(load(2, 1ULL << 30), "");
}

// A full disk, and limits of the process, are no errors, and leave nothing behind.
TEST_F(CacheTest, LeavesNothingBehindWhenThereIsNoRoom) {
  store(1, "one");
  const auto storedUnder = [&](rlim_t most) {
    const pid_t child = fork();
    if (child == 0) {
      const rlimit limit = {most, most};
      setrlimit(RLIMIT_FSIZE, &limit);
      store(2, std::string(5000, 'x'));
      _exit(load(1) == "one" ? 0 : 1);
    }
    int status = 1;
    waitpid(child, &status, 0);
    EXPECT_EQ(status, 0) << most;
  };
  for (const rlim_t most : {0, 79, 80, 4000, 5079}) {
    storedUnder(most);
    EXPECT_EQ(files(), 1u) << most;
  }
  storedUnder(5080);
  EXPECT_EQ(files(), 2u);
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
  EXPECT_EQ(gpti_cache_load(nullptr, Key(1).bytes, noLimit, &size), nullptr);
  gpti_cache_drop(nullptr, Key(1).bytes);
  for (const char *path : {"/dev/null/cache", "/proc/cache", ""}) {
    gpti_cache_store(path, Key(1).bytes, "one", 3, noLimit);
    EXPECT_EQ(gpti_cache_load(path, Key(1).bytes, noLimit, &size), nullptr) << path;
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
