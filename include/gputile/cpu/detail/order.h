// In which order threads and blocks run. CUDA promises none, so a test runs the
// same kernel forward, reversed and in seeded random orders.
#pragma once

#include "gputile/cpu/detail/settings.h"
#include "gputile/cpu/detail/state.h"
#include "gputile/cpu/detail/layer_begin.h"

namespace gputile::cpu {

inline uint64_t nextRandom(Machine &m) { // splitmix64
  uint64_t z = (m.randomState += 0x9E3779B97F4A7C15ull);
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9ull;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBull;
  return z ^ (z >> 31);
}

inline void enqueue(Queue &q, Thread *t) {
  size_t at = q.head + q.size++;
  if (at >= q.capacity)
    at -= q.capacity;
  q.ring[at] = t;
}

inline Thread *dequeue(Queue &q) {
  if (!q.size)
    return nullptr;
  Thread *t = q.ring[q.head];
  if (++q.head == q.capacity)
    q.head = 0;
  --q.size;
  return t;
}

// Makes the listed threads runnable in the order asked for; shuffles the list.
inline void enqueueAll(Machine &m, Thread **list, size_t count) {
  const Order order = settings().order;
  if (order == Order::reverse) {
    while (count)
      enqueue(m.queue, list[--count]);
    return;
  }
  if (order == Order::random)
    for (size_t i = count; i > 1; --i) {
      const size_t j = size_t(nextRandom(m) % i);
      Thread *swapped = list[i - 1];
      list[i - 1] = list[j];
      list[j] = swapped;
    }
  for (size_t i = 0; i < count; ++i)
    enqueue(m.queue, list[i]);
}

// A permutation of the block numbers without a table: i -> start + i * stride
// (mod count), stride coprime to count.
struct BlockOrder {
  uint64_t count, start, stride;

  uint64_t operator()(uint64_t i) const {
    return uint64_t((static_cast<unsigned __int128>(i) * stride + start) % count);
  }
};

inline uint64_t gcd(uint64_t a, uint64_t b) {
  while (b) {
    const uint64_t rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}

inline BlockOrder blockOrder(Machine &m, uint64_t count) {
  switch (settings().order) {
  case Order::forward:
    return {count, 0, 1};
  case Order::reverse:
    return {count, count - 1, count - 1 ? count - 1 : 1};
  case Order::random:
    break;
  }
  BlockOrder order{count, nextRandom(m) % count, nextRandom(m) % count};
  while (gcd(order.stride, count) != 1)
    order.stride = (order.stride + 1) % count + (count == 1);
  return order;
}

} // namespace gputile::cpu

#include "gputile/cpu/detail/layer_end.h"
