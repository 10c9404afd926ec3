// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/layout.hpp>

namespace ashlar::io {

/// What checkpoint.json says of one matrix. Pure.
struct CheckpointMemberInfo {
  std::string name = {};
  std::string file = {};  ///< its .npy file in the folder
  DType dtype = DType::Float64;
  StorageOrder order = StorageOrder::C;       ///< of the file
  Layout layout = {};                         ///< in which it was dealt when it was saved
  Index bytes = 0;                            ///< size of the file
  Index chunk_bytes = 0;                      ///< of the chunks that have a checksum each
  std::vector<std::uint32_t> checksums = {};  ///< CRC-32 of each chunk, the last one shorter

  friend bool operator==(const CheckpointMemberInfo&, const CheckpointMemberInfo&) = default;
};

/// Contents of checkpoint.json. Pure.
struct CheckpointInfo {
  std::vector<CheckpointMemberInfo> members;      ///< in the order in which they were given
  std::map<std::string, std::string> notes = {};  ///< the user's own
  std::string library = {};                       ///< who wrote it: "ashlar 0.1.0"
  std::string time = {};                          ///< when: "2026-11-23T08:15:00Z"
  int ranks = 0;                                  ///< how many ranks wrote it

  friend bool operator==(const CheckpointInfo&, const CheckpointInfo&) = default;
};

/// The text of checkpoint.json.
/// @throws ArgumentError if a text is no UTF-8, or all is longer than a reader would take
std::string format_checkpoint_json(const CheckpointInfo& info);

/// Reads the text of checkpoint.json, whoever wrote it.
/// @param path  names the file in errors
/// @throws FileError with one sentence: no JSON, changed since it was written, a field missing, of
/// the wrong kind or out of its range, a file name that leads out of the folder, a name twice
CheckpointInfo parse_checkpoint_json(std::string_view text, const std::string& path);

/// The member of that name.
/// @param path  of the checkpoint, for errors
/// @throws FileError naming the members that there are
const CheckpointMemberInfo& member_of(const CheckpointInfo& info, const std::string& name,
                                      const std::string& path);

}  // namespace ashlar::io
