// SPDX-License-Identifier: BSD-3-Clause
#include "outputs.hpp"

#include <filesystem>

#include <ashlar/base/error.hpp>
#include <ashlar/io/files.hpp>
#include <ashlar/mpi/agree.hpp>

namespace ashlar::apps {
namespace {

namespace fs = std::filesystem;

/// False for an empty folder, which has no data to lose.
bool holds_something(const std::string& path) {
  std::error_code ignored;
  return io::holds(path) && !(fs::is_directory(path, ignored) && fs::is_empty(path, ignored));
}

}  // namespace

void add_force(CLI::App& app, bool& force) {
  app.add_flag("-f,--force", force, "replace files that exist");
}

bool check_new(const std::vector<std::string>& outputs, bool force) {
  bool replaces = false;
  for (const std::string& path : outputs)
    if (!path.empty() && holds_something(path)) {
      if (!force) throw FileError(path, "exists; --force replaces it");
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
