// SPDX-License-Identifier: BSD-3-Clause
#include <memory>

#include <ashlar/base/concat.hpp>
#include <ashlar/io/checkpoint.hpp>

#include "io/checkpoint_files.hpp"
#include "io/file_error.hpp"
#include "io/formats/formats.hpp"
#include "io/formats/npy_reader.hpp"
#include "io/posix_file.hpp"

namespace ashlar::io {
namespace {

/// Matrix named by a path, by default the only one.
const CheckpointMemberInfo& named_member(const CheckpointInfo& info, const FilePath& path) {
  if (!path.inside.empty()) return detail::member_of(info, path.inside, path.file);
  if (info.members.size() == 1) return info.members.front();
  throw file_error(path.file,
                   concat("is a checkpoint of ",
                          ashlar::detail::counted(info.members.size(), "matrix", "matrices"),
                          ": name one, as in step100:A; ashlar info lists them"));
}

std::unique_ptr<FileReader> open_checkpoint(const std::string& path, const FileHints&) {
  const FilePath named = split_path(path);
  const CheckpointInfo info = read_checkpoint_info(named.file);
  const CheckpointMemberInfo& member = named_member(info, named);
  const std::string file = member_path(named.file, member);
  check_member_header(file, member);
  return open_npy_in(std::make_unique<InputFile>(file), "checkpoint");
}

}  // namespace

const FormatTraits& checkpoint_format() {
  static const FormatTraits format{.name = "checkpoint",
                                   .endings = {},
                                   .title = "matrix of a checkpoint, FOLDER:NAME",
                                   .recognises_folder = is_checkpoint,
                                   .open = open_checkpoint,
                                   .refusal = [](const NewMatrix&) { return std::string(); }};
  return format;
}

}  // namespace ashlar::io
