//===- LayoutTest.cpp - Which memory arrays are ---------------*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

extern "C" {
#include "Runtime/Layout.h"
}

#include "gtest/gtest.h"

#include <climits>
#include <initializer_list>
#include <utility>

namespace {

const long long tooLarge = (1LL << 62) + 1;

struct TestArray : gpti_array {
  gputile_rt_array_info description;

  TestArray(std::initializer_list<long long> strides, unsigned bytes = 8, void *address = nullptr)
      : gpti_array() {
    description = {"A", bytes, unsigned(strides.size()), 1, 0};
    info = &description;
    host = static_cast<char *>(address);
    std::copy(strides.begin(), strides.end(), stride);
  }
  TestArray(const TestArray &) = delete;
  TestArray &set(std::initializer_list<std::pair<long long, long long>> bounds,
                 int kind = GPUTILE_RT_ALL) {
    unsigned d = 0;
    box[kind].used = 1;
    for (const auto &[low, high] : bounds) {
      box[kind].lower[d] = low;
      box[kind].upper[d++] = high;
    }
    return *this;
  }
  bool layout() { return gpti_layout(this); }
};

TEST(LayoutTest, RangeAndReach) {
  TestArray a({100, 1});
  a.set({{1, 18}, {2, 68}});
  ASSERT_TRUE(a.layout());
  EXPECT_EQ(a.first, 102);
  EXPECT_EQ(a.count, 18 * 100 + 68 - 102 + 1);
  EXPECT_EQ(a.reach, 18 * 100 + 68);
  EXPECT_TRUE(gpti_narrow(&a));
}

TEST(LayoutTest, NegativeBoundsAndScalars) {
  TestArray a({1});
  a.set({{-5, 3}});
  ASSERT_TRUE(a.layout());
  EXPECT_EQ(a.first, -5);
  EXPECT_EQ(a.count, 9);
  EXPECT_EQ(a.reach, 5);
  TestArray s({});
  s.set({});
  ASSERT_TRUE(s.layout());
  EXPECT_EQ(s.first, 0);
  EXPECT_EQ(s.count, 1);
}

TEST(LayoutTest, EmptyArrays) {
  TestArray a({1});
  EXPECT_TRUE(a.layout());
  EXPECT_EQ(a.count, 0);
  EXPECT_TRUE(gpti_distinct(&a));
}

TEST(LayoutTest, PrivateArraysArePacked) {
  TestArray a({0, 0, 0});
  a.description.is_private = 1;
  a.set({{3, 4}, {-1, 8}, {0, 6}});
  ASSERT_TRUE(a.layout());
  EXPECT_EQ(a.stride[0], 70);
  EXPECT_EQ(a.stride[1], 7);
  EXPECT_EQ(a.stride[2], 1);
  EXPECT_EQ(a.count, 140);
}

TEST(LayoutTest, Overflows) {
  const auto fits = [](std::initializer_list<long long> strides,
                       std::initializer_list<std::pair<long long, long long>> bounds,
                       unsigned bytes = 8, bool isPrivate = false) {
    TestArray a(strides, bytes);
    a.description.is_private = isPrivate;
    a.set(bounds);
    return a.layout();
  };
  EXPECT_TRUE(fits({1}, {{0, (1LL << 59) - 2}}));
  EXPECT_FALSE(fits({1}, {{0, 1LL << 59}}));
  EXPECT_TRUE(fits({1}, {{0, 1LL << 59}}, 4));
  EXPECT_FALSE(fits({1}, {{LLONG_MIN, 0}}, 1));
  EXPECT_FALSE(fits({1}, {{0, LLONG_MAX}}, 1));
  EXPECT_FALSE(fits({1}, {{LLONG_MIN, LLONG_MAX}}, 1));
  EXPECT_FALSE(fits({tooLarge, 1}, {{0, 1}, {0, 1}}, 1));
  EXPECT_FALSE(fits({LLONG_MIN, 1}, {{0, 1}, {0, 1}}, 1));
  EXPECT_FALSE(fits({1LL << 40, 1}, {{0, 1LL << 40}, {0, 1}}, 1));
  EXPECT_FALSE(fits({0, 0}, {{0, 1LL << 40}, {0, 1LL << 40}}, 1, true));
  EXPECT_FALSE(fits({0, 0}, {{0, 1LL << 40}, {0, 1LL << 40}}, 1)); // many elements at one place
}

TEST(LayoutTest, CopiesLieInsideOfWhatIsAllocated) {
  for (const int kind : {GPUTILE_RT_IN, GPUTILE_RT_OUT}) {
    TestArray a({1});
    a.set({{0, 9}}).set({{0, 9}}, kind);
    EXPECT_TRUE(a.layout());
    a.set({{0, 10}}, kind);
    EXPECT_FALSE(a.layout());
    a.set({{-1, 9}}, kind);
    EXPECT_FALSE(a.layout());
    TestArray none({1});
    none.set({{0, 9}}, kind);
    EXPECT_FALSE(none.layout());
  }
}

TEST(LayoutTest, Distinct) {
  const auto distinct = [](std::initializer_list<long long> strides,
                           std::initializer_list<std::pair<long long, long long>> bounds) {
    TestArray a(strides);
    a.set(bounds);
    return a.layout() && gpti_distinct(&a);
  };
  EXPECT_TRUE(distinct({10, 1}, {{0, 4}, {0, 9}}));
  EXPECT_FALSE(distinct({10, 1}, {{0, 4}, {0, 10}}));
  EXPECT_FALSE(distinct({10, 1}, {{0, 4}, {-1, 9}}));
  EXPECT_TRUE(distinct({10, 1}, {{-3, 4}, {0, 9}}));
  // Rows may begin anywhere.
  EXPECT_TRUE(distinct({10, 1}, {{0, 4}, {-1, 8}}));
  EXPECT_TRUE(distinct({10, 1}, {{0, 4}, {25, 34}}));
  EXPECT_FALSE(distinct({10, 1}, {{0, 4}, {25, 35}}));
  EXPECT_TRUE(distinct({60, 10, 1}, {{0, 4}, {3, 8}, {5, 14}}));
  EXPECT_FALSE(distinct({60, 10, 1}, {{0, 4}, {3, 9}, {5, 14}}));
  EXPECT_FALSE(distinct({-10, 1}, {{0, 4}, {0, 9}}));
  EXPECT_FALSE(distinct({0, 1}, {{0, 4}, {0, 9}}));
  EXPECT_TRUE(distinct({}, {}));
}

TEST(LayoutTest, InRows) {
  const auto inRows = [](std::initializer_list<long long> strides,
                         std::initializer_list<std::pair<long long, long long>> bounds) {
    TestArray a(strides);
    a.set(bounds);
    return a.layout() && gpti_in_rows(&a);
  };
  EXPECT_TRUE(inRows({10, 1}, {{-3, 4}, {0, 9}}));
  EXPECT_FALSE(inRows({10, 1}, {{0, 4}, {-1, 8}}));
  EXPECT_FALSE(inRows({10, 1}, {{0, 4}, {1, 10}}));
  EXPECT_FALSE(inRows({-10, 1}, {{0, 4}, {0, 9}}));
  EXPECT_TRUE(inRows({}, {}));
}

TEST(LayoutTest, Overlap) {
  double memory[100];
  const auto overlap = [&](int a, int b, int size) {
    TestArray x({1}, 8, memory + a), y({1}, 8, memory + b);
    x.set({{0, size - 1}});
    y.set({{0, size - 1}});
    EXPECT_TRUE(x.layout() && y.layout());
    EXPECT_EQ(gpti_overlap(&x, &y), gpti_overlap(&y, &x));
    return gpti_overlap(&x, &y);
  };
  EXPECT_FALSE(overlap(0, 10, 10));
  EXPECT_TRUE(overlap(0, 9, 10));
  EXPECT_TRUE(overlap(5, 5, 1));
  TestArray x({1}, 8, memory), empty({1}, 8, memory);
  x.set({{50, 60}});
  EXPECT_TRUE(x.layout() && empty.layout());
  EXPECT_FALSE(gpti_overlap(&x, &empty));
  TestArray y({1}, 8, memory + 100); // its elements lie before its address
  y.set({{-45, -44}});
  EXPECT_TRUE(y.layout());
  EXPECT_TRUE(gpti_overlap(&x, &y));
  y.description.is_private = 1;
  EXPECT_FALSE(gpti_overlap(&x, &y));
}

TEST(LayoutTest, TheSameElements) {
  double memory[200];
  TestArray x({20, 1}, 8, memory);
  x.set({{0, 4}, {0, 9}});
  ASSERT_TRUE(x.layout());
  const auto isSame = [&](std::initializer_list<long long> strides, unsigned bytes, double *host,
                          std::initializer_list<std::pair<long long, long long>> box) {
    TestArray y(strides, bytes, host);
    y.set(box);
    EXPECT_TRUE(y.layout());
    EXPECT_EQ(gpti_same_elements(&x, &y), gpti_same_elements(&y, &x));
    return gpti_same_elements(&x, &y);
  };
  EXPECT_TRUE(isSame({20, 1}, 8, memory, {{0, 4}, {0, 9}}));
  EXPECT_TRUE(isSame({20, 1}, 8, memory, {{1, 3}, {1, 8}}));
  EXPECT_FALSE(isSame({20, 1}, 8, memory + 20, {{0, 4}, {0, 9}}));
  EXPECT_FALSE(isSame({10, 1}, 8, memory, {{0, 4}, {0, 9}}));
  EXPECT_FALSE(isSame({20, 1}, 4, memory, {{0, 4}, {0, 9}}));
  EXPECT_FALSE(isSame({1}, 8, memory, {{0, 4}}));
}

TEST(LayoutTest, NarrowAtTheLimitOfInt) {
  TestArray a({1}, 1);
  a.set({{0, INT_MAX}});
  ASSERT_TRUE(a.layout());
  EXPECT_TRUE(gpti_narrow(&a));
  a.set({{0, INT_MAX + 1LL}});
  ASSERT_TRUE(a.layout());
  EXPECT_FALSE(gpti_narrow(&a));
}

TEST(LayoutTest, ShapesJoinWholeRows) {
  TestArray a({100, 10, 1}, 4);
  a.set({{0, 4}, {0, 9}, {0, 9}});
  gpti_shape shape = gpti_box_shape(&a, &a.box[GPUTILE_RT_ALL]);
  EXPECT_EQ(shape.width, 5 * 100 * 4);
  EXPECT_EQ(shape.rows * shape.planes, 1);
  a.set({{0, 4}, {2, 3}, {0, 9}});
  shape = gpti_box_shape(&a, &a.box[GPUTILE_RT_ALL]);
  EXPECT_EQ(shape.width, 2 * 10 * 4);
  EXPECT_EQ(shape.rows, 5);
  EXPECT_EQ(shape.pitch, 400);
  a.set({{0, 4}, {2, 3}, {1, 8}});
  shape = gpti_box_shape(&a, &a.box[GPUTILE_RT_ALL]);
  EXPECT_EQ(shape.width, 8 * 4);
  EXPECT_EQ(shape.rows, 2);
  EXPECT_EQ(shape.planes, 5);
  EXPECT_EQ(gpti_shape_bytes(&shape), 5 * 2 * 8 * 4);
}

TEST(LayoutTest, PlanesVisitEachOnce) {
  TestArray a({1000, 100, 10, 1}, 1);
  a.set({{1, 2}, {3, 5}, {0, 1}, {0, 1}});
  ASSERT_TRUE(a.layout());
  const gpti_shape shape = gpti_box_shape(&a, &a.box[GPUTILE_RT_ALL]);
  gpti_planes planes;
  gpti_planes_begin(&planes, &a, &a.box[GPUTILE_RT_ALL], &shape);
  const long long expected[] = {1300, 1400, 1500, 2300, 2400, 2500};
  ASSERT_EQ(shape.planes, 6);
  for (const long long offset : expected) {
    EXPECT_EQ(gpti_planes_offset(&planes), offset);
    gpti_planes_next(&planes);
  }
}

TEST(NumbersTest, Largest) {
  EXPECT_EQ(gputile_rt_largest(0), 0);
  EXPECT_EQ(gputile_rt_largest(3, 4LL, -7LL, 2LL), 7);
  EXPECT_EQ(gputile_rt_largest(1, LLONG_MIN), LLONG_MAX);
}

TEST(NumbersTest, Volume) {
  EXPECT_EQ(gputile_rt_volume(0), 1);
  EXPECT_EQ(gputile_rt_volume(3, 3LL, 4LL, 5LL), 60);
  EXPECT_EQ(gputile_rt_volume(2, 1LL << 32, 1LL << 32), LLONG_MAX);
  EXPECT_EQ(gputile_rt_volume(3, 1LL << 32, 1LL << 32, 0LL), 0);
  EXPECT_EQ(gputile_rt_volume(2, -3LL, 5LL), -15);
}

TEST(NumbersTest, Versions) {
  EXPECT_EQ(gputile_rt_abi(), unsigned(GPUTILE_RT_ABI));
  EXPECT_STREQ(gputile_rt_version(), GPUTILE_RT_VERSION);
}

// As gpt_row_warps in the prelude, whose partition of columns is that of the kernels.
TEST(Launch, row_warps_are_those_of_the_prelude) {
  EXPECT_EQ(gputile_rt_row_warps(512, 37, 10), 2111); // Edges have 4 blocks: 2 * 128 + 35 * 53.
  EXPECT_EQ(gputile_rt_row_warps(1, 1, 1), 2);
  EXPECT_EQ(gputile_rt_row_warps(7, 2, 5), 8);
}

} // namespace
