// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace ashlar::detail {

/// Threads for the parts of one task. Workers sleep between tasks and never call MPI.
class ThreadTeam {
 public:
  /// Process-wide team of ASHLAR_NUM_THREADS threads, else OMP_NUM_THREADS, else one.
  static ThreadTeam& instance();

  /// @param size  including the calling thread, >= 1
  explicit ThreadTeam(int size);
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;
  ~ThreadTeam();

  int size() const { return static_cast<int>(workers_.size()) + 1; }

  /// Calls task(part) for 0 <= part < parts, one of them on this thread, and waits. A busy team
  /// runs all parts on this thread.
  /// @pre 1 <= parts <= size()
  /// @throws the first exception of any part, after all parts
  void run(int parts, const std::function<void(int part)>& task);

 private:
  void work(int number);
  void make(int part) noexcept;

  std::atomic<bool> is_busy_ = false;
  const std::function<void(int)>* task_ = nullptr;
  int parts_ = 0;
  bool is_over_ = false;
  std::atomic<unsigned> round_ = 0;  // counts tasks and the end; publishes the members above
  std::atomic<int> pending_ = 0;     // workers that have not completed the task
  std::mutex failing_;
  std::exception_ptr failure_;
  std::vector<std::thread> workers_;
};

}  // namespace ashlar::detail
