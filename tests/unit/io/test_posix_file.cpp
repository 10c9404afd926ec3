// SPDX-License-Identifier: BSD-3-Clause
#include "io/posix_file.hpp"

#include <doctest/doctest.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cstdlib>
#include <string>

using namespace ashlar;

namespace {
int advices = 0, umasks = 0;
off_t advised = 0;
}  // namespace

// Replaces the function of the C library in calls of the library.
extern "C" int posix_fadvise(int, off_t, off_t bytes, int) {
  ++advices;
  advised += bytes;
  return 0;
}
extern "C" mode_t umask(mode_t mask) {
  ++umasks;
  return static_cast<mode_t>(::syscall(SYS_umask, mask));
}

TEST_CASE("posix file: advice for a large part takes few calls and covers all of it") {
  const io::InputFile file("/proc/self/status");
  for (const Index bytes : {Index{0}, Index{1}, Index{100'000}, Index{5} << 20, Index{3} << 30}) {
    CAPTURE(bytes);
    advices = 0;
    advised = 0;
    file.will_read(0, bytes);
    CHECK(advices <= 64);
    CHECK(advised == bytes);
  }
}

TEST_CASE("posix file: the umask is read without being changed") {
  const auto before = static_cast<mode_t>(::syscall(SYS_umask, 027));
  umasks = 0;
  CHECK(io::masked_mode(0666) == 0640);
  CHECK(io::masked_mode(0777) == 0750);
  ::syscall(SYS_umask, 0);
  CHECK(io::masked_mode(0666) == 0666);
  CHECK(umasks == 0);
  ::syscall(SYS_umask, before);
}
