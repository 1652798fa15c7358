// What option --device=native asks of CUDA's driver. NAME: of the first of DEVICES GPUs; STATUS: of cuInit.
#include <stdio.h>

#ifndef STATUS
#define STATUS 0
#endif
#ifndef DEVICES
#define DEVICES 1
#endif

int cuInit(unsigned flags) { return STATUS; }

int cuDeviceGet(int *device, int ordinal) {
  *device = 7 + ordinal;
  return ordinal < DEVICES ? 0 : 101;
}

int cuDeviceGetName(char *name, int length, int device) {
  if (device != 7)
    return 101;
  snprintf(name, length, "%s", NAME);
  return 0;
}
