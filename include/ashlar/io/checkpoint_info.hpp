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

/// Metadata of one matrix in checkpoint.json. Pure.
struct CheckpointMemberInfo {
  std::string name = {};
  std::string file = {};  ///< its .npy file in the folder
  DType dtype = DType::Float64;
  StorageOrder order = StorageOrder::C;  ///< of the file
  Layout layout = {};                    ///< of the matrix when it was saved
  Index bytes = 0;                       ///< size of the file
  Index chunk_bytes = 0;                 ///< size of a chunk, the unit of the checksums
  std::vector<std::uint32_t> checksums =
      {};  ///< CRC-32 of each chunk, of which the last may be shorter

  friend bool operator==(const CheckpointMemberInfo&, const CheckpointMemberInfo&) = default;
};

/// Contents of checkpoint.json. Pure.
struct CheckpointInfo {
  std::vector<CheckpointMemberInfo> members;      ///< in the order of save_checkpoint
  std::map<std::string, std::string> notes = {};  ///< metadata of the user
  std::string library = {};                       ///< writer: "ashlar 0.1.0"
  std::string time = {};                          ///< of writing: "2026-11-23T08:15:00Z"
  int ranks = 0;                                  ///< number of writing ranks

  friend bool operator==(const CheckpointInfo&, const CheckpointInfo&) = default;
};

/// Text of checkpoint.json.
/// @throws ArgumentError if a string is not UTF-8, or the text exceeds the size limit of readers
std::string format_checkpoint_json(const CheckpointInfo& info);

/// Parses the text of checkpoint.json from any source.
/// @param path  file name for errors
/// @throws FileError with one sentence: not JSON, changed after writing, a missing, ill-typed or
/// out-of-range field, a file name outside the folder, a duplicate name
CheckpointInfo parse_checkpoint_json(std::string_view text, const std::string& path);

/// Finds a member by its name.
/// @param path  of the checkpoint, for errors
/// @throws FileError with the names of all members
const CheckpointMemberInfo& member_of(const CheckpointInfo& info, const std::string& name,
                                      const std::string& path);

}  // namespace ashlar::io
