// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/memory_room.hpp"

#include <doctest/doctest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <limits>
#include <string>

using namespace ashlar;
using namespace ashlar::mpi;

namespace {

/// A simulated /proc and /sys.
class FakeSystem {
 public:
  FakeSystem()
      : root_(std::filesystem::temp_directory_path() /
              ("ashlar_memory_room_" + std::to_string(getpid()))) {
    std::filesystem::remove_all(root_);
    std::filesystem::create_directories(root_);
  }
  ~FakeSystem() { std::filesystem::remove_all(root_); }
  FakeSystem(const FakeSystem&) = delete;
  FakeSystem& operator=(const FakeSystem&) = delete;

  FakeSystem& with(const std::string& file, const std::string& text) {
    std::filesystem::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text;
    return *this;
  }
  Index room() const { return memory_room(root_); }

 private:
  std::filesystem::path root_;
};

const std::string meminfo = "MemTotal: 9000 kB\nMemFree: 10 kB\nMemAvailable:    4000 kB\n";
constexpr Index kib = 1024;

}  // namespace

TEST_CASE("memory room: a system without memory files has no limit") {
  CHECK(FakeSystem().room() == std::numeric_limits<Index>::max());
}

TEST_CASE("memory room: without control groups MemAvailable counts") {
  CHECK(FakeSystem().with("proc/meminfo", meminfo).room() == 4000 * kib);
}

TEST_CASE("memory room: a group of version 2 counts with the page cache it can drop") {
  FakeSystem system;
  system.with("proc/meminfo", meminfo)
      .with("proc/self/cgroup", "0::/job/step\n")
      .with("sys/fs/cgroup/job/step/memory.max", "2000000\n")
      .with("sys/fs/cgroup/job/step/memory.current", "1500000\n")
      .with("sys/fs/cgroup/job/step/memory.stat",
            "anon 1\nfile 99999\ninactive_file 7000\nactive_file 300\n");
  CHECK(system.room() == 507300);

  SUBCASE("an ancestor may be narrower") {
    system.with("sys/fs/cgroup/job/memory.max", "1000")
        .with("sys/fs/cgroup/job/memory.current", "400");
    CHECK(system.room() == 600);
  }
  SUBCASE("max is not a limit") {
    system.with("sys/fs/cgroup/job/step/memory.max", "max\n");
    CHECK(system.room() == 4000 * kib);
  }
  SUBCASE("more used than allowed leaves nothing") {
    system.with("sys/fs/cgroup/job/step/memory.current", "3000000\n");
    CHECK(system.room() == 0);
  }
}

TEST_CASE("memory room: a group of version 1 is found among its controllers") {
  FakeSystem system;
  system.with("proc/meminfo", meminfo)
      .with("proc/self/cgroup", "11:cpu,cpuacct:/a\n4:memory,hugetlb:/docker/x\n0::/\n")
      .with("sys/fs/cgroup/memory/docker/x/memory.limit_in_bytes", "800000\n")
      .with("sys/fs/cgroup/memory/docker/x/memory.usage_in_bytes", "300000\n")
      .with("sys/fs/cgroup/memory/docker/x/memory.stat",
            "cache 5\ntotal_inactive_file 11\ntotal_active_file 22\n");
  CHECK(system.room() == 500033);

  SUBCASE("page cache that was counted later than the usage, under a limit that is none") {
    system.with("sys/fs/cgroup/memory/docker/x/memory.limit_in_bytes", "9223372036854771712\n")
        .with("sys/fs/cgroup/memory/docker/x/memory.stat", "total_inactive_file 310000\n");
    CHECK(system.room() == 4000 * kib);
  }
}

TEST_CASE("memory room: a container that sees its own group at the mount point finds it") {
  FakeSystem system;
  system.with("proc/meminfo", meminfo)
      .with("proc/self/cgroup", "4:memory:/docker/somewhere/else\n")
      .with("sys/fs/cgroup/memory/memory.limit_in_bytes", "1000\n")
      .with("sys/fs/cgroup/memory/memory.usage_in_bytes", "100\n");
  CHECK(system.room() == 900);
}

TEST_CASE("memory room: this system has some") { CHECK(memory_room() > 0); }
