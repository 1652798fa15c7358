// Closes what layer_begin.h opened (no include guard).
#if defined(GPUTILE_CPU_RACE)
#pragma clang attribute pop
#endif
