// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <filesystem>
#include <system_error>
#include <utility>

#include <ashlar/base/concat.hpp>

#include "io/elements.hpp"
#include "io/file_error.hpp"
#include "io/formats/array_reader.hpp"
#include "io/formats/array_writer.hpp"
#include "io/formats/formats.hpp"
#include "io/posix_file.hpp"
#include "io/zip.hpp"
#include "io/zip_writer.hpp"
#include "mpi/collectives.hpp"

// NumPy's archives: zip files of .npy files.

namespace ashlar::io {
namespace {

constexpr std::string_view npy_ending = ".npy";

/// NumPy's array name for a member.
std::string array_name(const ZipMember& member) {
  return member.name.substr(0, member.name.size() - npy_ending.size());
}

/// Array `name`, by default the only one.
ZipMember choose(std::vector<ZipMember> members, const std::string& name, const std::string& path) {
  std::erase_if(members, [](const ZipMember& m) { return !m.name.ends_with(npy_ending); });
  if (members.empty()) throw file_error(path, "the archive holds no array");
  if (name.empty() && members.size() > 1)
    throw file_error(path, "the archive holds ", members.size(), " arrays (",
                     listed(members, array_name), "); name one behind a colon: ", path, ":",
                     array_name(members.front()));
  const auto has_name = [&](const ZipMember& m) {
    return name.empty() || m.name == name || array_name(m) == name;
  };
  const auto count = std::count_if(members.begin(), members.end(), has_name);
  if (count == 0)
    throw file_error(path, "the archive holds no array ", in_quotes(name), ", but ",
                     listed(members, array_name));
  if (count > 1) throw file_error(path, "the archive holds ", count, " arrays ", in_quotes(name));
  return *std::find_if(members.begin(), members.end(), has_name);
}

std::unique_ptr<FileReader> open_npz(const std::string& path, const FileHints&) {
  const FilePath where = split_path(path);
  auto archive = std::make_shared<InputFile>(where.file);
  const ZipMember member = choose(read_zip_directory(*archive), where.inside, where.file);
  return open_npy_in(
      open_zip_member(std::move(archive), member, concat(where.file, ":", array_name(member))),
      "npz");
}

bool has_array(const std::string& path) {
  const FilePath where = split_path(path);
  const std::vector<ZipMember> members = read_zip_directory(InputFile(where.file));
  return std::any_of(members.begin(), members.end(), [&](const ZipMember& member) {
    return member.name == concat(where.inside, npy_ending);
  });
}

std::unique_ptr<FileWriter> create_npz(mpi::CommunicatorView comm, const std::string& path,
                                       const NewMatrix& matrix) {
  constexpr std::size_t longest_name = 1000;
  const FilePath where = split_new_path(path);
  // NumPy's default array name.
  const std::string name = where.inside.empty() ? "arr_0" : where.inside;
  if (name.size() > longest_name || name.front() == '/' || name.find('\0') != std::string::npos)
    throw file_error(where.file, in_quotes(name),
                     " is not a name of an array: it begins with a "
                     "slash, or has a zero byte or more than 1000");
  std::error_code ignored;
  const bool exists = comm.rank() == 0 && std::filesystem::exists(where.file, ignored);
  const bool adds = mpi::broadcast(comm, exists && !where.inside.empty(), 0);
  return std::make_unique<ArrayWriter>(
      comm, where.file, matrix, npy_head(matrix),
      new_zip_member(comm, where.file, concat(name, npy_ending), adds, matrix.style.compression));
}

constexpr std::array<std::string_view, 1> npz_endings = {".npz"};

}  // namespace

const FormatTraits& npz_format() {
  static const FormatTraits format{.name = "npz",
                                   .endings = npz_endings,
                                   .title = "NumPy archive of arrays (A.npz:NAME)",
                                   .has_arrays = true,
                                   .has_members = true,
                                   .has_compression = true,
                                   .has_bool = true,
                                   .recognises =
                                       [](std::string_view bytes) {
                                         return bytes.starts_with("PK\3\4") ||
                                                bytes.starts_with("PK\5\6");
                                       },
                                   .open = open_npz,
                                   .refusal = refuse_stored_as,
                                   .create = create_npz,
                                   .has_dataset = has_array};
  return format;
}

}  // namespace ashlar::io
