// Streams and events.
#include "Emulation/Driver/Streams.h"

#include <time.h>

#include <deque>
#include <memory>
#include <set>

#include "Emulation/Driver/Entry.h"
#include "Emulation/Driver/Report.h"

namespace gputile::emulation {
namespace {

// The layer has structures with the names of CUDA's handles, so these have others.
struct Stream {
  std::deque<Work> queue;
};

// Shared with the records that are pending, which may outlive the event.
struct EventState {
  Stream *stream = nullptr;
  unsigned long recorded = 0, reached = 0;
  timespec at = {};
};

struct Event {
  std::shared_ptr<EventState> state = std::make_shared<EventState>();
};

struct Handles {
  Stream byDefault;
  std::set<Stream *> streams;
  std::set<Event *> events;
};

Handles &handles() {
  static Handles &h = *new Handles;
  return h;
}

Stream &streamOf(CUstream handle) {
  return handle ? *reinterpret_cast<Stream *>(handle) : handles().byDefault;
}

// Null when there is no such event.
Event *eventOf(CUevent handle) {
  Event *const event = reinterpret_cast<Event *>(handle);
  return handles().events.count(event) ? event : nullptr;
}

void runFirst(Stream &stream) {
  const Work work = std::move(stream.queue.front());
  stream.queue.pop_front();
  work.run();
}

// The stream's work fails: none of it happens any more.
void cancelAll(Stream &stream) {
  for (const Work &work : stream.queue)
    work.cancel();
  stream.queue.clear();
}

template <typename Visit> void forEachPending(const Visit &visit) {
  for (const Work &work : handles().byDefault.queue)
    visit(work);
  for (const Stream *stream : handles().streams)
    for (const Work &work : stream->queue)
      visit(work);
}

bool overlaps(Range a, Range b) { return a.base < b.base + b.bytes && b.base < a.base + a.bytes; }

bool uses(const Work &work, const Allocation &allocation) {
  if (work.module && allocation.kind == Kind::device)
    return true;
  for (const Range &range : work.touches)
    if (overlaps(range, allocation.range))
      return true;
  return false;
}

bool isPending(const EventState &event) { return event.reached < event.recorded; }

} // namespace

bool isStream(CUstream stream) {
  return !stream || handles().streams.count(&streamOf(stream)) != 0;
}

void enqueue(CUstream stream, Work work) { streamOf(stream).queue.push_back(std::move(work)); }

const char *pendingWorkWith(const Allocation &allocation) {
  const char *found = nullptr;
  forEachPending([&](const Work &work) {
    if (!found && uses(work, allocation))
      found = work.name.c_str();
  });
  return found;
}

const char *pendingWorkOf(const Module &module) {
  const char *found = nullptr;
  forEachPending([&](const Work &work) {
    if (!found && work.module == &module)
      found = work.name.c_str();
  });
  return found;
}

void reportLiveStreams() {
  for (const Stream *stream : handles().streams)
    noteLeak("stream with %zu pending operations", stream->queue.size());
  for (size_t i = 0; i < handles().events.size(); ++i)
    noteLeak("event");
}

} // namespace gputile::emulation

using namespace gputile::emulation;

CUresult cuStreamCreate(CUstream *stream, unsigned flags) {
  GPUTILE_ENTER(cuStreamCreate, Needs::context);
  if (!stream || flags > 1)
    return CUDA_ERROR_INVALID_VALUE;
  Stream *const made = new Stream;
  handles().streams.insert(made);
  *stream = reinterpret_cast<CUstream>(made);
  return CUDA_SUCCESS;
}

CUresult cuStreamSynchronize(CUstream stream) {
  GPUTILE_ENTER_RELEASE(cuStreamSynchronize, Needs::context);
  if (!isStream(stream))
    return entry.after(CUDA_ERROR_INVALID_HANDLE);
  Stream &work = streamOf(stream);
  if (entry.planned)
    cancelAll(work);
  while (!work.queue.empty())
    runFirst(work);
  return entry.after(CUDA_SUCCESS);
}

CUresult cuCtxSynchronize() {
  GPUTILE_ENTER_RELEASE(cuCtxSynchronize, Needs::context);
  const auto finish = [&](Stream &stream) {
    if (entry.planned)
      cancelAll(stream);
    while (!stream.queue.empty())
      runFirst(stream);
  };
  finish(handles().byDefault);
  for (Stream *const stream : handles().streams)
    finish(*stream);
  return entry.after(CUDA_SUCCESS);
}

CUresult cuStreamDestroy_v2(CUstream stream) {
  GPUTILE_ENTER_RELEASE(cuStreamDestroy_v2, Needs::context);
  if (!stream || !isStream(stream)) {
    noteMisuse("cuStreamDestroy_v2: no such stream");
    return entry.after(CUDA_ERROR_INVALID_HANDLE);
  }
  // CUDA would go on with it, at a time that nobody knows.
  Stream *const ended = &streamOf(stream);
  if (!ended->queue.empty())
    stopFor("cuStreamDestroy_v2: %s is pending: nobody waited for the stream",
            ended->queue.front().name.c_str());
  handles().streams.erase(ended);
  delete ended;
  return entry.after(CUDA_SUCCESS);
}

CUresult cuEventCreate(CUevent *event, unsigned) {
  GPUTILE_ENTER(cuEventCreate, Needs::context);
  if (!event)
    return CUDA_ERROR_INVALID_VALUE;
  Event *const made = new Event;
  handles().events.insert(made);
  *event = reinterpret_cast<CUevent>(made);
  return CUDA_SUCCESS;
}

CUresult cuEventRecord(CUevent event, CUstream stream) {
  GPUTILE_ENTER(cuEventRecord, Needs::context);
  const Event *const known = eventOf(event);
  if (!known || !isStream(stream))
    return CUDA_ERROR_INVALID_HANDLE;
  const std::shared_ptr<EventState> state = known->state;
  state->stream = &streamOf(stream);
  const unsigned long number = ++state->recorded;
  Work work;
  work.name = "the record of an event";
  work.run = work.cancel = [state, number] {
    state->reached = number;
    clock_gettime(CLOCK_MONOTONIC, &state->at);
  };
  enqueue(stream, std::move(work));
  return CUDA_SUCCESS;
}

CUresult cuEventQuery(CUevent event) {
  GPUTILE_ENTER(cuEventQuery, Needs::context);
  const Event *const known = eventOf(event);
  if (!known)
    return CUDA_ERROR_INVALID_HANDLE;
  return isPending(*known->state) ? CUDA_ERROR_NOT_READY : CUDA_SUCCESS;
}

CUresult cuStreamWaitEvent(CUstream stream, CUevent event, unsigned flags) {
  GPUTILE_ENTER(cuStreamWaitEvent, Needs::context);
  const Event *const known = eventOf(event);
  if (!known || !isStream(stream) || flags > 1)
    return CUDA_ERROR_INVALID_HANDLE;
  const std::shared_ptr<EventState> state = known->state;
  Work work;
  work.name = "the wait for an event";
  work.run = [state, number = state->recorded] {
    while (state->reached < number)
      runFirst(*state->stream);
  };
  enqueue(stream, std::move(work));
  return CUDA_SUCCESS;
}

CUresult cuEventSynchronize(CUevent event) {
  GPUTILE_ENTER_RELEASE(cuEventSynchronize, Needs::context);
  const Event *const known = eventOf(event);
  if (!known)
    return entry.after(CUDA_ERROR_INVALID_HANDLE);
  const EventState &state = *known->state;
  if (entry.planned && isPending(state))
    cancelAll(*state.stream);
  while (isPending(state))
    runFirst(*state.stream);
  return entry.after(CUDA_SUCCESS);
}

CUresult cuEventElapsedTime(float *milliseconds, CUevent from, CUevent to) {
  GPUTILE_ENTER(cuEventElapsedTime, Needs::context);
  const Event *const first = eventOf(from), *const second = eventOf(to);
  if (!first || !second)
    return CUDA_ERROR_INVALID_HANDLE;
  const EventState &a = *first->state, &b = *second->state;
  if (!a.recorded || !b.recorded)
    return CUDA_ERROR_INVALID_HANDLE;
  if (isPending(a) || isPending(b))
    return CUDA_ERROR_NOT_READY;
  *milliseconds =
      float(b.at.tv_sec - a.at.tv_sec) * 1e3f + float(b.at.tv_nsec - a.at.tv_nsec) * 1e-6f;
  return CUDA_SUCCESS;
}

CUresult cuEventDestroy_v2(CUevent event) {
  GPUTILE_ENTER_RELEASE(cuEventDestroy_v2, Needs::context);
  Event *const ended = eventOf(event);
  if (!ended) {
    noteMisuse("cuEventDestroy_v2: no such event");
    return entry.after(CUDA_ERROR_INVALID_HANDLE);
  }
  handles().events.erase(ended);
  delete ended;
  return entry.after(CUDA_SUCCESS);
}
