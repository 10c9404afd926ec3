// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <exception>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace ashlar::detail {

/// Threads that make parts of one task at once. They sleep in between and never call MPI.
class ThreadTeam {
 public:
  /// That of this process: of ASHLAR_NUM_THREADS threads, else OMP_NUM_THREADS, else one.
  static ThreadTeam& instance();

  /// @param size  the calling thread included, >= 1
  explicit ThreadTeam(int size);
  ThreadTeam(const ThreadTeam&) = delete;
  ThreadTeam& operator=(const ThreadTeam&) = delete;
  ~ThreadTeam();

  int size() const { return static_cast<int>(workers_.size()) + 1; }

  /// Calls task(part) for 0 <= part < parts, one of them on this thread, and returns when all are
  /// over. If the team is at work already, all on this thread.
  /// @pre 1 <= parts <= size()
  /// @throws the first exception of any part, when all are over
  void run(int parts, const std::function<void(int part)>& task);

 private:
  void work(int number);
  void make(int part) noexcept;

  std::atomic<bool> is_busy_ = false;
  const std::function<void(int)>* task_ = nullptr;
  int parts_ = 0;
  bool is_over_ = false;
  std::atomic<unsigned> round_ = 0;  // counts the tasks, and the end; tells of the three above
  std::atomic<int> pending_ = 0;     // workers that have not seen the task through
  std::mutex failing_;
  std::exception_ptr failure_;
  std::vector<std::thread> workers_;
};

}  // namespace ashlar::detail
