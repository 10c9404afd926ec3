// SPDX-License-Identifier: BSD-3-Clause
#include "mpi/memory_room.hpp"

#include <algorithm>
#include <charconv>
#include <fstream>
#include <initializer_list>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>

namespace ashlar::mpi {
namespace {

using Path = std::filesystem::path;

/// Content of a system file; empty if unreadable. Streams would report a lack of memory as end of
/// file.
/// @throws std::bad_alloc
std::string text_of(const Path& file) {
  std::filebuf in;
  std::string text;
  if (in.open(file, std::ios::in) == nullptr) return text;
  char part[4096];
  try {
    for (std::streamsize n = 0; (n = in.sgetn(part, sizeof part)) > 0;)
      text.append(part, static_cast<std::size_t>(n));
  } catch (const std::ios_base::failure&) {
    text.clear();
  }
  return text;
}

/// Removes and returns the text before the next `end`.
std::string_view take_until(std::string_view& text, char end) {
  const std::string_view front = text.substr(0, text.find(end));
  text.remove_prefix(std::min(text.size(), front.size() + 1));
  return front;
}

/// Number after leading blanks; nullopt for "max", an empty text and overflow.
std::optional<Index> number_at(std::string_view text) {
  text.remove_prefix(std::min(text.size(), text.find_first_not_of(" \t")));
  Index value = 0;
  if (std::from_chars(text.data(), text.data() + text.size(), value).ec != std::errc())
    return std::nullopt;
  return value;
}

std::optional<Index> number_in(const Path& file) { return number_at(text_of(file)); }

/// Number after `key` in a file of lines "key number …".
std::optional<Index> number_of(const Path& file, std::string_view key) {
  const std::string text = text_of(file);
  for (std::string_view rest = text; !rest.empty();) {
    std::string_view line = take_until(rest, '\n');
    if (take_until(line, ' ') != key) continue;
    if (const auto value = number_at(line)) return value;
  }
  return std::nullopt;
}

/// File names of one cgroup version.
struct GroupFiles {
  const char* limit;
  const char* usage;
  std::initializer_list<const char*> droppable;  // lines of memory.stat: reclaimable page cache
};

const GroupFiles version2{"memory.max", "memory.current", {"inactive_file", "active_file"}};
const GroupFiles version1{
    "memory.limit_in_bytes", "memory.usage_in_bytes", {"total_inactive_file", "total_active_file"}};

void look_at_group(Index& room, const Path& group, const GroupFiles& files) {
  const auto limit = number_in(group / files.limit);
  const auto usage = number_in(group / files.usage);
  if (!limit || !usage) return;
  Index kept = *usage;
  for (const char* key : files.droppable) kept -= number_of(group / "memory.stat", key).value_or(0);
  // The kernel updates both at different times: the cache can exceed the usage.
  room = std::min(room, std::max<Index>(0, *limit - std::max<Index>(0, kept)));
}

/// Visits a group and its ancestors, each with a possible limit. In a container the group may be at
/// the mount point.
void look_at_groups(Index& room, const Path& mount, Path group, const GroupFiles& files) {
  for (group = group.relative_path(); !group.empty(); group = group.parent_path())
    look_at_group(room, mount / group, files);
  look_at_group(room, mount, files);
}

bool names(std::string_view list, std::string_view word) {
  while (!list.empty())
    if (take_until(list, ',') == word) return true;
  return false;
}

}  // namespace

Index memory_room(const Path& root) {
  Index room = std::numeric_limits<Index>::max();
  if (const auto kib = number_of(root / "proc/meminfo", "MemAvailable:")) room = *kib * 1024;

  // Lines "number:controllers:path"; version 2 has number 0 and no controllers.
  const Path mount = root / "sys/fs/cgroup";
  const std::string groups = text_of(root / "proc/self/cgroup");
  for (std::string_view rest = groups; !rest.empty();) {
    std::string_view line = take_until(rest, '\n');
    if (std::ranges::count(line, ':') < 2) continue;
    (void)take_until(line, ':');
    const std::string_view controllers = take_until(line, ':');
    const Path group = line;
    if (controllers.empty()) look_at_groups(room, mount, group, version2);
    if (names(controllers, "memory")) look_at_groups(room, mount / "memory", group, version1);
  }
  return room;
}

}  // namespace ashlar::mpi
