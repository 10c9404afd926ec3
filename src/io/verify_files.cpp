// SPDX-License-Identifier: BSD-3-Clause
#include <cstdint>
#include <filesystem>
#include <span>
#include <utility>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/mpi/agree.hpp>

#include "file_error.hpp"
#include "mpi/collectives.hpp"
#include "posix_file.hpp"
#include "verify_parts.hpp"

namespace ashlar::io {
namespace {

/// Damage with an error's message, without its path.
Damage damage_of(const std::string& path, const FileError& error) {
  const std::string message = error.what(), head = path + ": ";
  return {.file = path,
          .reason = message.starts_with(head) ? message.substr(head.size()) : message};
}

/// Results of rank 0's checks, which do not read elements.
struct Look {
  std::vector<Damage> damages;
  std::vector<std::uint8_t> is_readable;  // per file: present, with its recorded size
};

Look look_at(const std::vector<ExpectedFile>& files) {
  Look look;
  for (const ExpectedFile& expected : files) {
    bool is_readable = false;
    try {
      if (!std::filesystem::exists(std::filesystem::symlink_status(expected.path)))
        throw file_error(expected.path, "is missing");
      const Index bytes = InputFile(expected.path).size();
      if (bytes != expected.bytes.value_or(bytes))
        throw file_error(expected.path, concat("is ", ashlar::detail::counted(bytes, "byte"),
                                               " long, but was written with ", *expected.bytes));
      is_readable = true;
      expected.check(expected.path);
    } catch (const FileError& error) {
      look.damages.push_back(damage_of(expected.path, error));
    } catch (const std::filesystem::filesystem_error& error) {
      look.damages.push_back(
          {.file = expected.path, .reason = "cannot be examined: " + error.code().message()});
    }
    look.is_readable.push_back(is_readable ? 1 : 0);
  }
  return look;
}

/// Broadcasts rank 0's damages as text with zero bytes as separators.
/// @collective
std::vector<Damage> broadcast_damages(mpi::CommunicatorView comm,
                                      const std::vector<Damage>& damages) {
  std::string text;
  for (const Damage& damage : damages) text += damage.file + '\0' + damage.reason + '\0';
  text = mpi::broadcast_text(comm, std::move(text), 0);
  std::vector<Damage> result;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t middle = text.find('\0', at), end = text.find('\0', middle + 1);
    result.push_back({.file = text.substr(at, middle - at),
                      .reason = text.substr(middle + 1, end - middle - 1)});
    at = end + 1;
  }
  return result;
}

std::vector<Stretch> readable(const Expected& expected, const std::vector<std::uint8_t>& files) {
  std::vector<Stretch> stretches = expected.stretches;
  for (Stretch& stretch : stretches)
    if (files[stretch.file] == 0) stretch = {.file = stretch.file, .bytes = {}};
  return stretches;
}

}  // namespace

std::vector<Damage> damages_of_files(const Expected& expected) {
  std::vector<Damage> damages = look_at(expected.files).damages;
  damages.insert(damages.end(), expected.surplus.begin(), expected.surplus.end());
  return damages;
}

Verification verify_files(mpi::CommunicatorView comm, const Expected& expected, bool content) {
  Look look =
      mpi::together(comm, [&] { return comm.rank() == 0 ? look_at(expected.files) : Look{}; });
  look.is_readable.resize(expected.files.size());
  mpi::broadcast(comm, std::span(look.is_readable), 0);
  for (const Damage& damage : expected.surplus) look.damages.push_back(damage);
  Verification found{.files = std::ssize(expected.files),
                     .damages = broadcast_damages(comm, look.damages)};
  if (!content) return found;
  std::vector<std::string> paths;
  for (const ExpectedFile& file : expected.files) paths.push_back(file.path);
  const std::vector<Stretch> stretches = readable(expected, look.is_readable);
  const std::vector<Content> contents = compare_checksums(comm, paths, stretches);
  for (std::size_t k = 0; k < contents.size(); ++k) {
    found.bytes += stretches[k].bytes.size();
    found.checksums += stretches[k].recorded.has_value() ? 1 : 0;
    if (contents[k] == Content::Same) continue;
    Damage damage = expected.describe(k);
    damage.file = paths[stretches[k].file];
    if (contents[k] == Content::Unreadable) damage.reason = "cannot be read";
    found.damages.push_back(std::move(damage));
  }
  return found;
}

}  // namespace ashlar::io
