//===- InstanceTests.cpp - Which function made from a template - -*- C++ -*-===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Rewrite/InstanceTests.h"

#include "gputile/Support/Text.h"

#include <algorithm>

namespace gputile::rewrite {

static std::string isThisFunction(const std::string &text) {
  return "__builtin_strcmp(__PRETTY_FUNCTION__, " + quoted(text) + ") == 0";
}

InstanceTests::InstanceTests(llvm::ArrayRef<RegionEdit> variants)
    : Entry(variants.front().code.entryName),
      Texts(variants.front().instances.front().functionTexts.size() - 1) {
  for (const RegionEdit &edit : variants)
    for (const RegionInstance &instance : edit.instances)
      for (size_t level = 0; level < Texts.size(); ++level)
        if (const std::string &text = instance.functionTexts[level];
            std::find(Texts[level].begin(), Texts[level].end(), text) == Texts[level].end())
          Texts[level].push_back(text);
}

std::string InstanceTests::name(size_t level) const {
  return Entry + "_in" + std::to_string(level);
}

std::string InstanceTests::enumerator(size_t level) const {
  std::string value;
  for (size_t i = 0; i < Texts[level].size(); ++i)
    value += isThisFunction(Texts[level][i]) + " ? " + std::to_string(i + 1) + " : ";
  return "enum { " + name(level) + " = " + value + "0 };\n";
}

std::string InstanceTests::condition(const RegionEdit &edit) const {
  std::vector<std::string> tests;
  for (const RegionInstance &instance : edit.instances) {
    std::string test;
    for (size_t level = 0; level < Texts.size(); ++level) {
      const auto &texts = Texts[level];
      const auto at = std::find(texts.begin(), texts.end(), instance.functionTexts[level]);
      test += name(level) + " == " + std::to_string(at - texts.begin() + 1) + " && ";
    }
    test += isThisFunction(instance.functionTexts.back());
    if (std::find(tests.begin(), tests.end(), test) == tests.end())
      tests.push_back(test);
  }
  std::string text;
  for (const std::string &test : tests)
    text += (text.empty() ? "(" : " || (") + test + ")";
  return text;
}

} // namespace gputile::rewrite
