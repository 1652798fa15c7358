//===- DiagnosticTest.cpp - Tests of the table of messages ----------------===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "gputile/Support/Diagnostic.h"
#include "gputile/Support/Uri.h"

#include <gtest/gtest.h>

#include <cctype>
#include <set>

using namespace gputile;

TEST(Diagnostic, every_name_is_unique_kebab_case_and_found_again) {
  std::set<std::string> names;
  ASSERT_GT(diagCount(), 20u);
  for (unsigned i = 0; i < diagCount(); ++i) {
    DiagId id = static_cast<DiagId>(i);
    std::string name = diagIdName(id);
    EXPECT_TRUE(names.insert(name).second) << name;
    for (char c : name)
      EXPECT_TRUE(std::islower(static_cast<unsigned char>(c)) || c == '-') << name;
    EXPECT_EQ(diagIdByName(name), id);
  }
  EXPECT_EQ(diagIdByName("no-such-message"), std::nullopt);
}

TEST(Diagnostic, severities_come_from_the_table) {
  EXPECT_EQ(diagSeverity(DiagId::PragmaUnknownClause), DiagSeverity::Error);
  EXPECT_EQ(diagSeverity(DiagId::JumpInRegion), DiagSeverity::Warning);
  EXPECT_EQ(diagSeverity(DiagId::RegionTransformed), DiagSeverity::Remark);
  EXPECT_EQ(diagSeverity(DiagId::NoteHere), DiagSeverity::Note);
}

TEST(Diagnostic, arguments_replace_their_placeholders) {
  EXPECT_EQ(formatDiag(DiagId::PragmaBadValue, {"12x", "tile", "a positive integer"}),
            "invalid value '12x' for clause 'tile'; expected a positive integer");
  EXPECT_EQ(formatDiag(DiagId::PragmaNotALoop, {}), diagText(DiagId::PragmaNotALoop));
}

TEST(Diagnostic, an_argument_is_not_searched_for_placeholders) {
  EXPECT_EQ(formatDiag(DiagId::PragmaUnknownClause, {"%0"}),
            "unknown clause '%0' in '#pragma gpu_tile'");
}

TEST(Diagnostic, a_printed_message_tells_its_id_and_text) {
  const auto read = readMessage("no loop [i] runs [no-parallelism] [-Wgpu-tile]\nmore [loop-form]");
  ASSERT_TRUE(read);
  EXPECT_EQ(read->id, *diagIdByName("no-parallelism"));
  EXPECT_EQ(read->text, "no loop [i] runs");
  EXPECT_TRUE(readMessage("an error [unknown-clause]"));
  EXPECT_FALSE(readMessage("unused variable 'x' [-Wunused-variable]"));
  EXPECT_FALSE(readMessage("first line\nsecond [no-parallelism]"));
  EXPECT_FALSE(readMessage("half [no-parallelism"));
  EXPECT_FALSE(readMessage(""));
}

TEST(Uri, letters_digits_and_few_others_stand_for_themselves) {
  EXPECT_EQ(uriPath("src/a-b_c.d~/E9"), "src/a-b_c.d~/E9");
  EXPECT_EQ(uriPath("a b%#?\xC3\xA9"), "a%20b%25%23%3F%C3%A9");
  EXPECT_EQ(uriPath(std::string("a\0b", 3)), "a%00b");
  EXPECT_EQ(fileUri("/a b"), "file:///a%20b");
}

TEST(Diagnostic, a_result_holds_a_value_or_a_refusal) {
  Result<int> good(7), bad(Refusal{DiagId::NoStatements, {}, {}, {}, {}});
  EXPECT_TRUE(static_cast<bool>(good));
  EXPECT_EQ(*good, 7);
  EXPECT_FALSE(static_cast<bool>(bad));
  EXPECT_EQ(bad.refusal().id, DiagId::NoStatements);
}
