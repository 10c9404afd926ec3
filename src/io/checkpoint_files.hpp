// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <ashlar/io/checkpoint_info.hpp>
#include <ashlar/io/verify.hpp>

namespace ashlar::io {

/// Maximal size of checkpoint.json: checksums of 60 TB.
inline constexpr Index largest_checkpoint_json = Index{64} << 20;

/// Bytes of a file per checksum.
inline constexpr Index checkpoint_chunk_bytes = Index{16} << 20;

inline constexpr const char* checkpoint_json_name = "checkpoint.json";

/// folder/checkpoint.json
std::string checkpoint_json_path(const std::string& folder);

std::string member_path(const std::string& folder, const CheckpointInfo::Member& member);

/// Fault of a matrix name, which becomes a file name; empty for a valid name.
std::string name_fault(std::string_view name);

Index chunk_count(const CheckpointInfo::Member& member);

/// Byte range of a chunk in its file.
Range chunk_range(const CheckpointInfo::Member& member, Index chunk);

/// Chunks that hold a section; the first chunk for an empty one.
Range chunks_of(const CheckpointInfo::Member& member, Section part);

/// Smallest section with the elements of a byte range of the file: whole lines, or part of one;
/// empty without elements.
/// @param offset  bytes before the first element
/// @param width  bytes of an element
Section part_of_bytes(Shape shape, StorageOrder order, Index offset, Index width, Range bytes);

/// Damage of a changed chunk, without a path.
Damage damage_of_chunk(const CheckpointInfo::Member& member, Index chunk);

/// Compares size and header of a file with checkpoint.json. [local]
/// @throws FileError if they differ
void check_member_header(const std::string& path, const CheckpointInfo::Member& member);

struct FilePath;

/// Member named by a path, by default the only one. Pure.
/// @throws FileError
const CheckpointInfo::Member& named_member(const CheckpointInfo& info, const FilePath& path);

/// Compares the checksums of the chunks of a section of PATH:NAME.
/// @throws FileError on all ranks, naming the first damaged chunk
/// @collective
void check_checkpoint(mpi::CommunicatorView comm, const std::string& path, Section part);

/// Verifies a folder with checkpoint.json. @collective
Verification verify_checkpoint(mpi::CommunicatorView comm, const std::string& path, bool content);

/// Byte range of a file with its checksum.
struct Stretch {
  std::size_t file = 0;  ///< index of the file
  Range bytes;
  std::uint32_t checksum = 0;  ///< recorded
};

/// Result for a stretch.
enum class Content : std::uint8_t {
  Same,
  Changed,     ///< different checksum
  Unreadable,  ///< failed open or read on a rank
};

/// Reads stretches in equal shares per rank and compares checksums. Checksums of parts are
/// combined.
/// @param files, stretches  [same] a stretch lies within its file
/// @collective over `comm`
std::vector<Content> compare_checksums(mpi::CommunicatorView comm,
                                       const std::vector<std::string>& files,
                                       const std::vector<Stretch>& stretches);

}  // namespace ashlar::io
