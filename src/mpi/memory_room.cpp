// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/memory_room.hpp"

#include <algorithm>
#include <fstream>
#include <initializer_list>
#include <limits>
#include <optional>
#include <sstream>
#include <string_view>

namespace ashlar::mpi {
namespace {

using Path = std::filesystem::path;

/// The number at the start of a file; nothing for "max", for a missing file and for one too large
/// for an Index.
std::optional<Index> number_in(const Path& file) {
  std::ifstream in(file);
  Index value = 0;
  if (in >> value) return value;
  return std::nullopt;
}

/// The number behind `key` in a file of lines "key number …".
std::optional<Index> number_of(const Path& file, std::string_view key) {
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::istringstream words(line);
    std::string word;
    Index value = 0;
    if (words >> word >> value && word == key) return value;
  }
  return std::nullopt;
}

void narrow(MemoryRoom& room, Index available, const std::string& by) {
  if (room.limited_by.empty() || available < room.available_bytes)
    room = {std::max<Index>(0, available), by};
}

/// What the two versions call the same things.
struct GroupFiles {
  const char* limit;
  const char* usage;
  std::initializer_list<const char*>
      droppable;  // lines of memory.stat: page cache that can be given up
};

const GroupFiles version2{"memory.max", "memory.current", {"inactive_file", "active_file"}};
const GroupFiles version1{
    "memory.limit_in_bytes", "memory.usage_in_bytes", {"total_inactive_file", "total_active_file"}};

void look_at_group(MemoryRoom& room, const Path& group, const GroupFiles& files) {
  const auto limit = number_in(group / files.limit);
  const auto usage = number_in(group / files.usage);
  if (!limit || !usage) return;
  Index kept = *usage;
  for (const char* key : files.droppable) kept -= number_of(group / "memory.stat", key).value_or(0);
  // The kernel counts the two at different times: the cache can seem larger than the usage.
  narrow(room, *limit - std::max<Index>(0, kept), (group / files.limit).string());
}

/// Looks at a group and its ancestors: each may set a limit. A container may see its own group at
/// the mount point, whatever its path says.
void look_at_groups(MemoryRoom& room, const Path& mount, Path group, const GroupFiles& files) {
  for (group = group.relative_path(); !group.empty(); group = group.parent_path())
    look_at_group(room, mount / group, files);
  look_at_group(room, mount, files);
}

/// True if `list`, as "cpu,memory", names `word`.
bool names(const std::string& list, std::string_view word) {
  std::istringstream words(list);
  for (std::string item; std::getline(words, item, ',');)
    if (item == word) return true;
  return false;
}

}  // namespace

MemoryRoom memory_room(const Path& root) {
  MemoryRoom room{std::numeric_limits<Index>::max(), {}};
  if (const auto kib = number_of(root / "proc/meminfo", "MemAvailable:"))
    narrow(room, *kib * 1024, "MemAvailable");

  // Lines "number:controllers:path"; version 2 has number 0 and no controllers.
  const Path mount = root / "sys/fs/cgroup";
  std::ifstream in(root / "proc/self/cgroup");
  for (std::string line; std::getline(in, line);) {
    const auto first = line.find(':');
    const auto second = line.find(':', first + 1);
    if (first == std::string::npos || second == std::string::npos) continue;
    const std::string controllers = line.substr(first + 1, second - first - 1);
    const Path group = line.substr(second + 1);
    if (controllers.empty()) look_at_groups(room, mount, group, version2);
    if (names(controllers, "memory")) look_at_groups(room, mount / "memory", group, version1);
  }
  return room;
}

}  // namespace ashlar::mpi
