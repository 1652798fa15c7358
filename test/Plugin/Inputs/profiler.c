/* What a profiler injects by NVTX 3: prints ranges as they open and close. As the real ones it asks for
 * the tables of all modules, of which a program may lack some. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef void (*function)(void);

struct callbacks {
  size_t size;
  int (*get)(int module, function ***table, unsigned *count);
};

struct versions {
  size_t size;
  uint32_t version, reserved;
  void (*set)(uint32_t version);
};

struct event {
  uint16_t version, size;
  uint32_t category;
  int32_t color_type;
  uint32_t color;
  int32_t payload_type, reserved;
  uint64_t payload;
  int32_t message_type;
  const char *message;
};

static _Thread_local int depth;
static char the_domain;

static void *create(const char *name) {
  fprintf(stderr, "profiler: domain %s\n", name);
  return &the_domain;
}

static int push(void *domain, const struct event *event) {
  if (domain != &the_domain || event->version != 3 || event->size != 48 || event->message_type != 1)
    abort();
  fprintf(stderr, "profiler: %*s> %s\n", 2 * depth, "", event->message);
  return depth++;
}

static int pop(void *domain) {
  if (domain != &the_domain || depth == 0)
    abort();
  fprintf(stderr, "profiler: %*s<\n", 2 * --depth, "");
  return depth;
}

int InitializeInjectionNvtx2(const void *(*export_table)(uint32_t)) {
  const struct callbacks *const callbacks = export_table(1);
  const struct versions *const versions = export_table(3);
  static const unsigned counts[] = {0, 16, 9, 15, 7, 16, 7};
  if (!callbacks || callbacks->size != sizeof *callbacks || export_table(2) || !versions ||
      versions->version != 3)
    abort();
  versions->set(3);
  function **table = NULL;
  unsigned count = 0;
  for (int module = 1; module <= 6; ++module)
    if (!callbacks->get(module, &table, &count) || count != counts[module])
      abort();
  if (callbacks->get(7, &table, &count) || callbacks->get(0, &table, &count))
    abort();
  if (getenv("PROFILER_DECLINES"))
    return 0;
  callbacks->get(5, &table, &count);
  *table[4] = (function)push;
  *table[5] = (function)pop;
  *table[11] = (function)create;
  return 1;
}
