// Memory of the device as a program has it that calls CUDA itself: here the CPU backend's.
#pragma once
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef unsigned long long address;

static int (*make_stream)(void **, unsigned), (*allocate)(address *, size_t), (*to_device)(address, const void *, size_t, void *),
    (*to_host)(void *, address, size_t, void *), (*synchronise)(void *);

static void need(int error) {
  if (error) {
    fprintf(stderr, "driver: %d\n", error);
    exit(1);
  }
}

static void start_driver(void) {
  void *driver = dlopen("libgputile_cpu.so", RTLD_NOW);
  int (*init)(unsigned), (*retain)(void **, int), (*push)(void *);
  *(void **)&init = dlsym(driver, "cuInit");
  *(void **)&retain = dlsym(driver, "cuDevicePrimaryCtxRetain");
  *(void **)&push = dlsym(driver, "cuCtxPushCurrent_v2");
  *(void **)&make_stream = dlsym(driver, "cuStreamCreate");
  *(void **)&allocate = dlsym(driver, "cuMemAlloc_v2");
  *(void **)&to_device = dlsym(driver, "cuMemcpyHtoDAsync_v2");
  *(void **)&to_host = dlsym(driver, "cuMemcpyDtoHAsync_v2");
  *(void **)&synchronise = dlsym(driver, "cuStreamSynchronize");
  void *context;
  need(init(0));
  need(retain(&context, 0));
  need(push(context));
}

// What cudaMalloc gives, and a copy on the default stream, which is pending when a region begins; or
// memory of the host.
static void *placed(const void *from, size_t bytes, int on_host) {
  void *to = malloc(bytes);
  if (on_host)
    return memcpy(to, from, bytes);
  address made;
  need(allocate(&made, bytes));
  need(to_device(made, from, bytes, NULL));
  return (void *)made;
}

static void fetch(void *to, const void *from, size_t bytes, int on_host) {
  if (on_host) {
    memcpy(to, from, bytes);
    return;
  }
  need(to_host(to, (address)from, bytes, NULL));
  need(synchronise(NULL));
}
