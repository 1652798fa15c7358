// Structures that are not followed: at the place, with the reason.
// RUN: mkdir -p %t && %gputile --output-dir=%t %s -- -std=c11 2>&1 | FileCheck %s
union number {
  int i;
  float f;
};
struct odd {
  union number value;
  unsigned bits : 5, more : 3;
  volatile int shared;
  double *rows, *tables[2];
  double x;
};
struct __attribute__((packed)) packed {
  char c;
  double d;
};
struct big {
  double v[100];
};
struct node {
  int next, value;
};
struct open {
  int n;
  double v[];
};
static struct odd odds[100];
static struct packed packs[100];
static struct big bigs[100], others[100];
static struct node nodes[100];
static struct {
  struct node n[10];
} lists[100];
static double out[100];
double takes(struct node n);
void pointed(struct node *n);

void member_of_a_union(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: 'union number' is a union; its members share memory
    odds[i].value.i = i;
}
void bit_field(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:13: warning: region left on the CPU: the bit-field 'more' of 'struct odd' is not supported
    odds[i].more = 1;
}
void volatile_member(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:13: warning: region left on the CPU: 'shared' is volatile or atomic
    odds[i].shared = 1;
}
void pointer_member(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: {{.*}}(it is read from memory)
    odds[i].rows[0] = 1;
}
void pointers_in_a_member(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: {{.*}}(it is read from memory)
    odds[i].tables[1][i] = 1;
}
void rows_of_structures(struct node **p, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: pointer 'p' is used in a way that cannot be followed (its rows consist of structures)
    p[i][3].value = 1;
}
void not_aligned(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: a member of 'struct packed' that is not aligned
    packs[i].d = 1;
}
void without_a_size(struct open *p, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: an array without a constant size in a structure is not supported
    p[i].v[0] = 1;
}
void large_copies(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: the struct 'struct big' as a whole is not supported
    bigs[i] = others[i];
}
void copies_of_pointers(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: the struct 'struct odd' as a whole is not supported
    odds[i] = odds[i + 1];
}
// The first member that is copied says from where the second one comes.
void where_it_was(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: the struct 'struct node' as a whole is not supported
    nodes[i] = nodes[nodes[i].next];
}
void passed(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    // CHECK: :[[#@LINE+1]]:17: warning: region left on the CPU: the struct 'v' (it is used as a whole) is not supported
    struct node v = nodes[i];
    out[i] = takes(v);
  }
}
void address_taken(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    struct node v;
    // CHECK: :[[#@LINE+1]]:5: warning: region left on the CPU: call of 'pointed', whose effects are not known
    pointed(&v);
    out[i] = v.next;
  }
}
// What the last iteration with a certain number leaves is read.
int left_over(int n) {
  struct node v = {1, 2};
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: no loop can run in parallel
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    if (nodes[i].next > 0)
      v.next = nodes[i].next;
    out[i] = v.next + v.value;
  }
  return v.next;
}
// The bound may be any element's.
void changed_bound(struct node *p) {
#pragma gpu_tile
  // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: loop bound 'i < p->value' is not an affine
  for (int i = 0; i < p->value; i++)
    p[i].value = 0;
}
// The same element by two ways.
void perhaps_the_same(int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++) {
    struct node *p = &nodes[i];
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: 'nodes[0].value' beside 'nodes' is not supported
    p->value = nodes[0].value + 1;
  }
}
void parts_of_an_element(int k, int n) {
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: 'lists[{{[03]}}].n' beside 'lists[{{[03]}}].n' is not supported
    lists[3].n[i].value = lists[0].n[i].next;
}
// A pointer may lead to the argument, and the function write through it: the parameter is no copy of it then.
struct odd *reached;
static void store(struct odd by_value, double *to, int i) { to[i] = by_value.x; }
void exposed(struct odd o, double *to, int n) {
  reached = &o;
#pragma gpu_tile
  for (int i = 0; i < n; i++)
    // CHECK: :[[#@LINE+1]]:{{[0-9]+}}: warning: region left on the CPU: the call of 'store', whose body cannot take its place, is not supported
    store(o, to, i);
}
