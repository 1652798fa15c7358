/* OpenMP's run-time library for one thread: a program whose directives are not compiled. */
#ifndef GPUTILE_BENCH_SERIAL_OMP_H
#define GPUTILE_BENCH_SERIAL_OMP_H
#include <time.h>

typedef struct {
  int held;
} omp_lock_t;
typedef omp_lock_t omp_nest_lock_t;

static inline int omp_get_num_threads(void) { return 1; }
static inline int omp_get_max_threads(void) { return 1; }
static inline int omp_get_num_procs(void) { return 1; }
static inline int omp_get_thread_num(void) { return 0; }
static inline int omp_in_parallel(void) { return 0; }
static inline void omp_set_num_threads(int count) { (void)count; }
static inline void omp_set_nested(int on) { (void)on; }
static inline void omp_set_dynamic(int on) { (void)on; }
static inline void omp_init_lock(omp_lock_t *lock) { lock->held = 0; }
static inline void omp_destroy_lock(omp_lock_t *lock) { lock->held = 0; }
static inline void omp_set_lock(omp_lock_t *lock) { lock->held = 1; }
static inline void omp_unset_lock(omp_lock_t *lock) { lock->held = 0; }
static inline double omp_get_wtime(void) {
  return (double)clock() / CLOCKS_PER_SEC; /* C99 has no other clock. */
}
#endif
