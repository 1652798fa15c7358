//===- ExtractAccessorsTest.cpp - Elements that functions of classes return -===//
//
// Part of gputile, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ExtractTestSupport.h"

#include <gtest/gtest.h>

using namespace gputile;
using namespace gputile::test;

namespace {

/// A vector, as far as regions use it.
const char *const Vector = "namespace std { template <typename T> class vector {"
                           "  T *Begin, *End;"
                           "public:"
                           "  T *data() { return Begin; }"
                           "  const T *data() const { return Begin; }"
                           "  unsigned long size() const { return End - Begin; }"
                           "  T &operator[](unsigned long i) { return Begin[i]; }"
                           "  const T &operator[](unsigned long i) const { return Begin[i]; }"
                           "  void push_back(const T &);"
                           "}; } ";
const char *const Domain = "class Domain {"
                           "  std::vector<double> m_x;"
                           "  std::vector<int> m_nodes;"
                           "  int m_n;"
                           "public:"
                           "  double &x(int i) { return m_x[i]; }"
                           "  int *nodes(int i) { return &m_nodes[8 * i]; }"
                           "  int &n() { return m_n; }"
                           "  int count() const { return m_n; }"
                           "  void add(double v) { m_x.push_back(v); }"
                           "  virtual double &other(int i) { return m_x[i]; }"
                           "}; ";

Extraction cxx(const std::string &code) {
  return Extraction(std::string(Vector) + Domain + code, {"-std=c++17"}, FpMode::Exact, "test.cpp");
}

const Array *named(const Extraction &e, const std::string &name) {
  for (const Array &array : e.scop().arrays)
    if (array.sourceName == name)
      return &array;
  return nullptr;
}

TEST(ExtractAccessors, elements_of_vectors_are_elements_behind_data) {
  Extraction e = cxx("void f(int n, std::vector<double> &v) { for (int i = 0; i < n; i++) v[i] = 1; }");
  EXPECT_TRUE(e.accessIs(0, AccessKind::MustWrite, "[n] -> { S0[i] -> v[i] : 0 <= i < n }"));
  const Array *v = named(e, "v");
  ASSERT_TRUE(v);
  EXPECT_EQ(v->baseExpr, "v.data()");
  EXPECT_EQ(v->storage, ArrayStorage::Pointer);
}

TEST(ExtractAccessors, sizes_of_vectors_bound_what_data_chooses) {
  Extraction e = cxx("void f(int n, std::vector<double> &v, double *a, int *k) {"
                     "  for (int i = 0; i < n; i++) a[i] = v[k[i]]; }");
  ASSERT_TRUE(e.accepted());
  bool found = false;
  for (const Parameter &parameter : e.scop().parameters)
    found = found || parameter.callExpr == "v.size()";
  EXPECT_TRUE(found);
}

TEST(ExtractAccessors, private_members_are_reached_by_pointers_to_members) {
  Extraction e = cxx("void f(int n, Domain &d) { for (int i = 0; i < n; i++) d.x(i) += 1; }");
  const Array *x = named(e, "d.m_x");
  ASSERT_TRUE(x);
  EXPECT_NE(x->baseExpr.find("(d.*gputile_member("), std::string::npos) << x->baseExpr;
  EXPECT_NE(e.scop().hostDeclarations.find("&::Domain::m_x"), std::string::npos);
}

TEST(ExtractAccessors, integers_of_calls_stay_in_the_users_words) {
  Extraction e = cxx("void f(Domain *d, double *a) { for (int i = 0; i < d->count(); i++) a[i] = 1; }");
  ASSERT_EQ(e.scop().parameters.size(), 1u);
  EXPECT_EQ(e.scop().parameters[0].callExpr, "d->count()");
  EXPECT_EQ(e.scop().hostDeclarations, "");
}

TEST(ExtractAccessors, integers_behind_references_are_members) {
  Extraction e = cxx("void f(Domain &d, int *a) { for (int i = 0; i < d.n(); i++) a[i] = 1; }");
  ASSERT_TRUE(e.accepted());
  EXPECT_NE(e.scop().parameters[0].callExpr.find("(d.*gputile_member("), std::string::npos);
  EXPECT_TRUE(named(e, "d.m_n")); // Compared with what `a` points to.
}

TEST(ExtractAccessors, pointers_of_the_region_lead_to_elements) {
  Extraction e = cxx("void f(int n, Domain &d, double *a) { for (int i = 0; i < n; i++) {"
                     "  const int *nodes = d.nodes(i); a[i] = nodes[3]; } }");
  const Array *nodes = named(e, "d.m_nodes");
  ASSERT_TRUE(nodes);
  EXPECT_TRUE(e.accessIs(0, AccessKind::Read,
                         "[n] -> { S0[i] -> " + nodes->name + "[3 + 8i] : 0 <= i < n }"));
}

TEST(ExtractAccessors, functions_with_other_effects_are_refused) {
  EXPECT_EQ(cxx("void f(int n, Domain &d) { for (int i = 0; i < n; i++) d.add(i); }").refusal(),
            "unsupported-expression");
  EXPECT_EQ(cxx("void f(int n, Domain &d) { for (int i = 0; i < n; i++) d.other(i) = 1; }").refusal(),
            "unsupported-expression");
}

} // namespace
