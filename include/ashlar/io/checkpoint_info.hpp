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

/// Contents of checkpoint.json. Pure.
struct CheckpointInfo {
  /// Metadata of one matrix in checkpoint.json.
  struct Member {
    std::string name = {};
    std::string file = {};  ///< its .npy file in the folder
    DType dtype = DType::Float64;
    StorageOrder order = StorageOrder::C;  ///< of the file
    Layout layout = {};                    ///< of the saved matrix
    Index bytes = 0;                       ///< file size
    Index chunk_bytes = 0;                 ///< bytes per checksum; the last chunk may be shorter
    std::vector<std::uint32_t> checksums = {};  ///< CRC-32 of each chunk, header included

    friend bool operator==(const Member&, const Member&) = default;
  };

  std::vector<Member> members;                    ///< in saved order
  std::map<std::string, std::string> notes = {};  ///< user metadata
  std::string library = {};                       ///< writer: "ashlar 0.1.0"
  std::string time = {};                          ///< "2026-11-23T08:15:00Z"
  int ranks = 0;                                  ///< of the writing job

  friend bool operator==(const CheckpointInfo&, const CheckpointInfo&) = default;
};

namespace detail {

/// Text of checkpoint.json.
/// @throws ArgumentError if a string is not UTF-8, or the text exceeds the limit of readers
std::string format_checkpoint_json(const CheckpointInfo& info);

/// Parses checkpoint.json of any writer.
/// @param path  for errors
/// @throws FileError: not JSON, changed text, a missing, ill-typed or out-of-range field, a file
/// name outside the folder, or a duplicate name
CheckpointInfo parse_checkpoint_json(std::string_view text, const std::string& path);

/// Finds a member by name.
/// @param path  of the checkpoint, for errors
/// @throws FileError if it is missing; the message has all names
const CheckpointInfo::Member& member_of(const CheckpointInfo& info, const std::string& name,
                                        const std::string& path);

}  // namespace detail

}  // namespace ashlar::io
