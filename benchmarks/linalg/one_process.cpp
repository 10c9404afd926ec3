// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/one_process.hpp"

#include <dlfcn.h>
#include <unistd.h>

#include <ashlar/mpi/check.hpp>

namespace ashlar::bench {
namespace {

// OpenBLAS may be part of another library, or missing.
template <class F>
F* openblas_function(const char* name) {
  return reinterpret_cast<F*>(dlsym(RTLD_DEFAULT, name));
}

void set_threads(int threads) {
  if (auto* set = openblas_function<void(int)>("openblas_set_num_threads")) set(threads);
}

int threads_now() {
  auto* get = openblas_function<int()>("openblas_get_num_threads");
  return get ? get() : 1;
}

constexpr useconds_t nap = 20;            // microseconds
constexpr useconds_t spinning = 100'000;  // OpenBLAS waits for 2^26 clock ticks

}  // namespace

std::string openblas_corename() {
  auto* name = openblas_function<char*()>("openblas_get_corename");
  return name ? name() : "unknown";
}

OneProcess::OneProcess(const Setting& setting) : comm_(setting.comm), threads_(setting.threads) {
  CPU_ZERO(&processors_);
  sched_getaffinity(0, sizeof processors_, &processors_);
  mpi::check(MPI_Allreduce(MPI_IN_PLACE, &processors_, sizeof processors_, MPI_BYTE, MPI_BOR,
                           comm_.native()),
             "MPI_Allreduce");
}

void OneProcess::run(const std::function<void()>& f) const {
  if (comm_.rank() == 0) run_threaded(f);
  if (threads_ == 1) return comm_.barrier();
  MPI_Request all_here = MPI_REQUEST_NULL;
  mpi::check(MPI_Ibarrier(comm_.native(), &all_here), "MPI_Ibarrier");
  for (int done = 0; done == 0;) {
    mpi::check(MPI_Test(&all_here, &done, MPI_STATUS_IGNORE), "MPI_Test");
    if (done == 0) usleep(nap);
  }
}

void OneProcess::run_threaded(const std::function<void()>& f) const {
  if (threads_ == 1) return f();
  const int threads_before = threads_now();
  cpu_set_t before;
  sched_getaffinity(0, sizeof before, &before);
  sched_setaffinity(0, sizeof processors_, &processors_);
  set_threads(threads_);
  f();
  set_threads(threads_before);
  sched_setaffinity(0, sizeof before, &before);
}

void OneProcess::settle() const {
  if (threads_ > 1) usleep(spinning);
}

Layout OneProcess::layout(Shape shape) {
  return Layout({.shape = shape,
                 .block = {std::max<Index>(1, shape.rows), std::max<Index>(1, shape.cols)},
                 .grid = {1, 1}});
}

}  // namespace ashlar::bench
