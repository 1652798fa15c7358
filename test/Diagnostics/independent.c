// Names in clause independent, and what is said of it.
// RUN: mkdir -p %t && %status 1 %gputile --output-dir=%t %s -- -DWRONG 2>&1 | FileCheck %s --check-prefix=WRONG
// RUN: %gputile --output-dir=%t %s -- -Rgpu-tile 2>&1 | FileCheck %s
// RUN: %gputile --output-dir=%t --dump-json=%t/out.json %s -- && FileCheck %s --check-prefix=JSON < %t/out.json
// RUN: %gputile --check-text=on --output-dir=%t %s -- -Rgpu-tile 2>&1 | FileCheck %s --check-prefix=TEXT
#ifdef WRONG
void f(int n, double *B, const int *at) {
  // WRONG: :[[#@LINE+1]]:18: error: clause 'independent' takes names of arrays: independent(a, g->u)
#pragma gpu_tile independent()
  for (int i = 0; i < n; i++)
    B[at[i]] = i;
  // WRONG: :[[#@LINE+1]]:30: error: invalid value '3' for clause 'independent'; expected names of arrays: independent(a, g->u)
#pragma gpu_tile independent(3)
  for (int i = 0; i < n; i++)
    B[at[i]] = i;
  // WRONG: :[[#@LINE+1]]:33: error: invalid value 'C' for clause 'independent'; expected the name of an array of the region, as messages write it
#pragma gpu_tile independent(B, C)
  for (int i = 0; i < n; i++)
    B[at[i]] = i;
}
#else
// CHECK: :[[#@LINE+2]]:22: remark: clause 'independent(B)' is believed: different iterations of 'i' access different elements of 'B' through subscripts that are not affine [independent-believed] [-Rgpu-tile]
// CHECK: :[[#@LINE+1]]:22: note: 'gputile-run --check' finds iterations that do not
void g(int n, double B[100], const int *at) {
#pragma gpu_tile independent(B)
  for (int t = 0; t < n; t++)
    for (int i = 0; i < n; i++)
      B[at[i]] += i;
}
#endif
// TEXT: note: emitted text not checked: writes that clause independent keeps apart
// JSON: "apart": "{ S0[t, i] -> S0[{{.*}}
// JSON-NEXT: "array": "B",
// JSON-NEXT: "clause": "independent"
