// SPDX-License-Identifier: BSD-3-Clause

#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/mpi/agree.hpp>

#include "io/atomic_file.hpp"
#include "io/scratch.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using namespace ashlar::test;
using ashlar::io::detail::AtomicFile;

namespace {

/// Every rank writes its ten bytes.
void write_all_parts(io::detail::AtomicFile& file) {
  mpi::together(world(), [&] {
    const std::string mine(10, static_cast<char>('a' + world().rank()));
    file.write(10 * world().rank(), mine.data(), 10);
  });
}

std::string all_parts() {
  std::string text;
  for (int rank = 0; rank < world().size(); ++rank)
    text += std::string(10, static_cast<char>('a' + rank));
  return text;
}

void put(const std::string& path, const std::string& text) {
  if (world().rank() == 0) std::ofstream(path) << text;
  world().barrier();
}

}  // namespace

TEST_CASE("atomic file: it appears whole when it is committed, and not before") {
  const Scratch scratch(world());
  put(scratch / "x", "old");
  {
    io::detail::AtomicFile file(world(), scratch / "x", 10 * world().size());
    write_all_parts(file);
    check_all(world(), content(scratch / "x") == "old", "the old file before the commit");
    world().barrier();
    file.commit();
  }
  CHECK(content(scratch / "x") == all_parts());
  CHECK(scratch.names() == std::vector<std::string>{"x"});
}

TEST_CASE("atomic file: without a commit nothing remains") {
  const Scratch scratch(world());
  put(scratch / "x", "old");
  {
    io::detail::AtomicFile file(world(), scratch / "x", 10);
    io::detail::AtomicFile other(world(), scratch / "new", 10);
    write_all_parts(file);
    CHECK(scratch.names().size() == 3);  // x and the two temporaries
  }
  CHECK(content(scratch / "x") == "old");
  CHECK(scratch.names() == std::vector<std::string>{"x"});
}

TEST_CASE("atomic file: a failure of one rank is one of all, and nothing remains") {
  const Scratch scratch(world());
  const auto attempt = [&] {
    io::detail::AtomicFile file(world(), scratch / "x", 10);
    mpi::together(world(), [&] {
      if (world().rank() == world().size() - 1) file.write(-5, "x", 1);
    });
    file.commit();
  };
  CHECK_THROWS_WITH_AS(attempt(), (scratch / "x: cannot be written: Invalid argument").c_str(),
                       FileError);
  CHECK(scratch.names().empty());
}

TEST_CASE("atomic file: a place that takes no file is refused on all ranks") {
  const Scratch scratch(world());
  CHECK_THROWS_AS(io::detail::AtomicFile(world(), scratch / "missing/x", 10), FileError);
  CHECK_THROWS_AS(io::detail::AtomicFile(world(), scratch / ".", 10), FileError);
  CHECK_THROWS_AS(io::detail::AtomicFile(world(), "/dev/null", 10), FileError);
  CHECK(scratch.names().empty());
}

TEST_CASE("atomic file: the temporary file of a killed job is reused, not that of a running one") {
  const Scratch scratch(world());
  put(scratch / ".x.ashlar-tmp", "left behind");
  {
    io::detail::AtomicFile file(world(), scratch / "x", 10 * world().size());
    CHECK(scratch.names() == std::vector<std::string>{".x.ashlar-tmp"});
    io::detail::AtomicFile second(world(), scratch / "x", 10 * world().size());
    CHECK(scratch.names() == std::vector<std::string>{".x.ashlar-tmp", ".x.ashlar-tmp-1"});
    write_all_parts(file);
    write_all_parts(second);
    second.commit();
    file.commit();
  }
  CHECK(content(scratch / "x") == all_parts());
  CHECK(scratch.names() == std::vector<std::string>{"x"});
}

TEST_CASE("atomic file: links are followed, and the umask decides on permissions") {
  const Scratch scratch(world());
  if (world().rank() == 0) {
    std::filesystem::create_directory(scratch / "d");
    std::filesystem::create_symlink("d/x", scratch / "link");
  }
  world().barrier();
  const mode_t old = ::umask(037);
  {
    io::detail::AtomicFile file(world(), scratch / "link", 10 * world().size());
    write_all_parts(file);
    file.commit();
  }
  ::umask(old);
  CHECK(std::filesystem::is_symlink(scratch / "link"));
  CHECK(content(scratch / "d/x") == all_parts());
  struct stat status = {};
  REQUIRE(::stat((scratch / "d/x").c_str(), &status) == 0);
  CHECK((status.st_mode & 0777) == 0640);
}

TEST_CASE("whole file: rank 0's text is written, and its error reaches all ranks") {
  const Scratch scratch(world());
  io::detail::write_whole_file(world(), scratch / "x", concat("of rank ", world().rank()));
  CHECK(content(scratch / "x") == "of rank 0");
  CHECK_THROWS_AS(io::detail::write_whole_file(world(), scratch / "none/x", "text"), FileError);
  CHECK(scratch.names() == std::vector<std::string>{"x"});
}
