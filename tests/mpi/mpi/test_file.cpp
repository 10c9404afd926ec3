// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/file.hpp>

#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <numeric>
#include <string>
#include <vector>

#include <ashlar/base/error.hpp>

#include "support/mpi_test.hpp"

using namespace ashlar;
using mpi::File;
using mpi::FileMode;
using test::check_all;
using test::world;

namespace {

/// A folder of this job, the same on all ranks, removed at the end.
class Folder {
 public:
  Folder() {
    long number = getpid();
    MPI_Bcast(&number, 1, MPI_LONG, 0, world().native());
    path_ = std::filesystem::temp_directory_path() / ("ashlar_file_" + std::to_string(number));
    if (world().rank() == 0) std::filesystem::create_directory(path_);
    world().barrier();
  }
  ~Folder() {
    world().barrier();
    std::error_code ignored;
    if (world().rank() == 0) std::filesystem::remove_all(path_, ignored);
  }
  std::string file(const char* name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

/// The whole file, read without MPI.
std::vector<char> plain_read(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

std::vector<std::int32_t> numbers(Index first, Index count) {
  std::vector<std::int32_t> result(static_cast<std::size_t>(count));
  std::iota(result.begin(), result.end(), static_cast<std::int32_t>(first));
  return result;
}

/// The text of the FileError of `f` on this rank; "" without an error.
template <class F>
std::string file_error(F&& f) {
  try {
    f();
  } catch (const FileError& error) {
    return error.what();
  }
  return "";
}

}  // namespace

TEST_CASE(
    "file: every rank writes its part, each reads another's, and the bytes are there without MPI") {
  const Folder folder;
  const std::string path = folder.file("parts");
  const int rank = world().rank(), size = world().size();
  // Rank r has 10 r numbers: rank 0 has none and takes part in the call.
  const auto first_of = [](Index r) { return 5 * r * (r - 1); };
  {
    File file = File::open(world(), path, FileMode::Create);
    const auto mine = numbers(first_of(rank), 10 * rank);
    file.write_at_all<std::int32_t>(4 * first_of(rank), mine);
    file.sync();
    CHECK(file.size() == 4 * first_of(size));
    const int other = (rank + 1) % size;
    std::vector<std::int32_t> read(static_cast<std::size_t>(10 * other), -1);
    file.read_at_all<std::int32_t>(4 * first_of(other), read);
    check_all(world(), read == numbers(first_of(other), 10 * other), "the part of the next rank");
    file.close();
    CHECK(!file.is_open());
  }
  const auto bytes = plain_read(path);
  std::vector<std::int32_t> read(bytes.size() / 4);
  std::memcpy(read.data(), bytes.data(), bytes.size());
  check_all(world(), read == numbers(0, first_of(size)), "the whole file, read plainly");
}

TEST_CASE("file: Create empties an old file, ReadWrite keeps it, CreateNew refuses it") {
  const Folder folder;
  const std::string path = folder.file("old");
  if (world().rank() == 0) std::ofstream(path) << "something old and long";
  world().barrier();
  {
    File file = File::open(world(), path, FileMode::ReadWrite);
    CHECK(file.size() == 22);
    world().barrier();
    file.close();
  }
  check_all(world(),
            !file_error([&] { (void)File::open(world(), path, FileMode::CreateNew); }).empty(),
            "CreateNew");
  {
    File file = File::open(world(), path, FileMode::Create);
    CHECK(file.size() == 0);
    world().barrier();
    file.set_size(7);
    CHECK(file.size() == 7);
    file.close();
  }
  File file = File::open(world(), folder.file("new"), FileMode::CreateNew);
  file.close();
}

TEST_CASE("file: a failed open is a FileError with the path, on all ranks") {
  const Folder folder;
  const std::string missing = folder.file("missing");
  const std::string error = file_error([&] { (void)File::open(world(), missing, FileMode::Read); });
  check_all(world(), error.find(missing + ": cannot be opened: ") == 0, "the error is: " + error);
  check_all(world(), !file_error([&] {
                        (void)File::open(world(), missing + "/x", FileMode::Create);
                      }).empty(),
            "no such folder");
}

TEST_CASE("file: a file that ends too early is an error on all ranks, not fewer bytes") {
  const Folder folder;
  const std::string path = folder.file("short");
  if (world().rank() == 0) std::ofstream(path) << "0123456789";
  world().barrier();
  File file = File::open(world(), path, FileMode::Read);
  std::vector<char> data(world().rank() == world().size() - 1 ? 11 : 10);
  const std::string error = file_error([&] { file.read_at_all<char>(0, data); });
  check_all(world(), error == path + ": has 10 bytes, but 11 were to be read",
            "the error is: " + error);
  // The file is usable afterwards.
  data.resize(10);
  file.read_at_all<char>(0, data);
  check_all(world(), data.back() == '9', "read again");
  CHECK_THROWS_AS(file.write_at_all<char>(0, data), ArgumentError);
  file.close();
}

TEST_CASE("file: darray views place each rank's part, ranks without elements included") {
  const Folder folder;
  const std::string path = folder.file("view");
  const int rank = world().rank(), size = world().size();
  // 5 x 3 in 2 x 2 blocks, distributed down the rows: none are left from the fourth rank on.
  const Layout layout({.shape = {5, 3}, .block = {2, 2}, .grid = {size, 1}});
  const auto filetype = mpi::Datatype::darray(layout, rank, mpi::native_type<std::int32_t>());
  constexpr Index header = 12;
  std::vector<std::int32_t> mine;
  const Shape local = layout.local_shape(rank);
  for (Index jl = 0; jl < local.cols; ++jl)
    for (Index il = 0; il < local.rows; ++il)
      mine.push_back(static_cast<std::int32_t>(layout.rows().to_global(rank, il) +
                                               5 * layout.cols().to_global(0, jl)));
  File file = File::open(world(), path, FileMode::Create);
  file.set_view(header, mpi::native_type<std::int32_t>(), filetype);
  file.write_at_all<std::int32_t>(0, mine);
  std::vector<std::int32_t> back(mine.size(), -1);
  file.read_at_all<std::int32_t>(0, back);
  check_all(world(), back == mine, "read back through the view");
  // Offsets count elements of the view.
  if (!mine.empty()) back.assign(mine.begin() + 1, mine.end());
  std::vector<std::int32_t> tail(back.size(), -1);
  file.read_at_all<std::int32_t>(mine.empty() ? 0 : 1, tail);
  check_all(world(), tail == back, "read from the second element on");
  file.close();
  const auto bytes = plain_read(path);
  std::vector<std::int32_t> whole(15, -1);
  if (bytes.size() == header + 60) std::memcpy(whole.data(), bytes.data() + header, 60);
  check_all(world(), whole == numbers(0, 15), "the matrix column by column, read plainly");
}

TEST_CASE("file: broken contracts are ArgumentErrors") {
  const Folder folder;
  File none;
  CHECK_THROWS_AS((void)none.size(), ArgumentError);
  CHECK_THROWS_AS(none.close(), ArgumentError);
  CHECK_THROWS_AS((void)File::open({}, "x", FileMode::Read), ArgumentError);
  File file = File::open(world(), folder.file("x"), FileMode::Create);
  CHECK_THROWS_AS(file.set_size(-1), ArgumentError);
  const auto type = mpi::Datatype::contiguous(2, MPI_BYTE);
  CHECK_THROWS_AS(file.set_view(world().rank() == 0 ? -1 : 0, MPI_BYTE, type), ArgumentError);
  file.close();
}
