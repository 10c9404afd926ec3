// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>
#include <string_view>

#include <ashlar/io/checkpoint_info.hpp>
#include <ashlar/io/verify.hpp>

namespace ashlar::io {

/// checkpoint.json longer than this is refused: room for the checksums of 60 TB.
inline constexpr Index largest_checkpoint_json = Index{64} << 20;

/// Bytes of a file that have a checksum together.
inline constexpr Index checkpoint_chunk_bytes = Index{16} << 20;

inline constexpr const char* checkpoint_json_name = "checkpoint.json";

/// folder/checkpoint.json
std::string checkpoint_json_path(const std::string& folder);

/// The file of a member.
std::string member_path(const std::string& folder, const CheckpointMemberInfo& member);

/// Why no matrix of a checkpoint can have this name, in words that follow it; empty if one can. It
/// becomes the name of a file.
std::string name_fault(std::string_view name);

/// The text of a folder's checkpoint.json. [local]
/// @throws FileError
std::string read_checkpoint_text(const std::string& folder);

/// Chunks of a member's file.
Index chunk_count(const CheckpointMemberInfo& member);

/// The bytes of a chunk in its file.
Range chunk_range(const CheckpointMemberInfo& member, Index chunk);

/// The chunks that hold a part of the matrix: the first one for an empty part.
Range chunks_of(const CheckpointMemberInfo& member, Section part);

/// A chunk that is not what was written, but for its path.
Damage damage_of_chunk(const CheckpointMemberInfo& member, Index chunk);

/// @throws FileError unless the file is as long as checkpoint.json says and its header says the
/// same. [local]
void check_member_header(const std::string& path, const CheckpointMemberInfo& member);

}  // namespace ashlar::io
