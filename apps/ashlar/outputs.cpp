// SPDX-License-Identifier: BSD-3-Clause
#include "outputs.hpp"

#include <filesystem>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/agree.hpp>

namespace ashlar::apps {
namespace {

namespace fs = std::filesystem;

/// An empty folder holds nothing that could be lost.
bool holds_something(const std::string& path) {
  std::error_code ignored;
  return fs::exists(path, ignored) &&
         !(fs::is_directory(path, ignored) && fs::is_empty(path, ignored));
}

/// The file that a new dataset would go into: all of it is written anew. "a.h5" of "a.h5:/x/y".
std::string file_of(const std::string& path) {
  std::error_code ignored;
  for (std::size_t at = path.find(':'); at != std::string::npos; at = path.find(':', at + 1))
    if (fs::is_regular_file(path.substr(0, at), ignored)) return path.substr(0, at);
  return path;
}

}  // namespace

void add_force(CLI::App& app, bool& force) {
  app.add_flag("-f,--force", force, "replace files that exist");
}

bool check_new(const std::vector<std::string>& outputs, bool force) {
  bool replaces = false;
  for (const std::string& path : outputs)
    if (!path.empty() && holds_something(file_of(path))) {
      if (!force) throw FileError(file_of(path), "exists; --force replaces it");
      replaces = true;
    }
  return replaces;
}

bool check_new(mpi::CommunicatorView world, const std::vector<std::string>& outputs, bool force) {
  bool replaces = false;
  mpi::together(world, [&] {
    if (world.rank() == 0) replaces = check_new(outputs, force);
  });
  return replaces;
}

}  // namespace ashlar::apps
