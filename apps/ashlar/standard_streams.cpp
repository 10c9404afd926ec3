// SPDX-License-Identifier: BSD-3-Clause
#include "standard_streams.hpp"

#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <system_error>
#include <utility>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/agree.hpp>

namespace ashlar::apps {
namespace {

constexpr std::size_t longest_name = 4096;

/// @collective
std::string of_rank_0(mpi::CommunicatorView world, const std::string& text) {
  char name[longest_name] = {};
  text.copy(name, longest_name - 1);
  MPI_Bcast(name, longest_name, MPI_CHAR, 0, world.native());
  return name;
}

/// Copies all bytes of `from`; false if either stream fails.
bool copy_all(std::istream& from, std::ostream& to) {
  if (from.peek() == std::char_traits<char>::eof()) return !from.bad();
  to << from.rdbuf();
  to.flush();
  return !from.bad() && to.good();
}

}  // namespace

void StreamFile::create() {
  // mkdtemp creates the folder with permissions for its owner only.
  folder_ = (std::filesystem::temp_directory_path() / "ashlar-XXXXXX").string();
  if (::mkdtemp(folder_.data()) == nullptr)
    throw FileError(std::exchange(folder_, {}),
                    "cannot be created: " + std::generic_category().message(errno));
  path_ = folder_ + "/stream";
  listed_folder_ = detail::UnfinishedFile(folder_);
  listed_file_ = detail::UnfinishedFile(path_);
}

StreamFile::StreamFile(mpi::CommunicatorView world) : is_mine_(world.rank() == 0) {
  mpi::together(world, [&] {
    if (is_mine_) create();
  });
  path_ = of_rank_0(world, path_);
}

StreamFile StreamFile::alone() {
  StreamFile file;
  file.is_mine_ = true;
  file.create();
  return file;
}

StreamFile::StreamFile(StreamFile&& other) noexcept
    : folder_(std::exchange(other.folder_, {})),
      listed_folder_(std::move(other.listed_folder_)),
      listed_file_(std::move(other.listed_file_)),
      path_(std::exchange(other.path_, {})),
      is_mine_(std::exchange(other.is_mine_, false)) {}

StreamFile& StreamFile::operator=(StreamFile&& other) noexcept {
  std::swap(folder_, other.folder_);
  std::swap(listed_folder_, other.listed_folder_);
  std::swap(listed_file_, other.listed_file_);
  std::swap(path_, other.path_);
  std::swap(is_mine_, other.is_mine_);
  return *this;
}

StreamFile::~StreamFile() {
  std::error_code ignored;
  if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
}

void StreamFile::fill() const {
  std::ofstream file(path_, std::ios::binary | std::ios::trunc);
  if (!file || !copy_all(std::cin, file))
    throw FileError("standard input", "cannot be kept in " + path_);
}

void StreamFile::fill(mpi::CommunicatorView world) const {
  mpi::together(world, [&] {
    if (is_mine_) fill();
  });
}

void StreamFile::pour(mpi::CommunicatorView world) const {
  mpi::together(world, [&] {
    if (!is_mine_) return;
    std::ifstream file(path_, std::ios::binary);
    if (!file || !copy_all(file, std::cout))
      throw FileError("standard output", "cannot be written");
  });
}

}  // namespace ashlar::apps
