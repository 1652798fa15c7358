static inline int unused_in_header(void) { int unused; return 0; }
