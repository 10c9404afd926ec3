// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <ashlar/io/checkpoint_info.hpp>
#include <ashlar/io/files.hpp>

namespace ashlar::io {

/// Name of a matrix and a pointer to it, invalid after destruction or std::move of the matrix.
class CheckpointMember {
 public:
  /// @param name  [same] 1 to 100 bytes of UTF-8 without slash, colon, control characters and
  /// leading dot; the file is `name`.npy
  /// @param a  DistMatrix, BlockMatrix, ReplicatedMatrix or a view of one
  /// @param order  [same] of the file
  template <ashlar::detail::PlacedLike M>
  requires Element<ashlar::detail::MovableValueOf<M>>
  CheckpointMember(std::string name, const M& a, StorageOrder order = StorageOrder::C)
      : name_(std::move(name)), order_(order), matrix_(ashlar::detail::operand_of(a)) {}

  const std::string& name() const { return name_; }
  StorageOrder order() const { return order_; }
  const ashlar::detail::Operand& matrix() const { return matrix_; }

 private:
  std::string name_;
  StorageOrder order_;
  ashlar::detail::Operand matrix_;
};

/// Writes matrices of any element types and layouts to a folder: a .npy file for each, and
/// checkpoint.json with metadata and a checksum of every 16 MiB. An existing folder must be empty
/// or a checkpoint, and is replaced atomically. load("PATH:NAME", …) reads a matrix in any layout
/// on any number of ranks.
/// @param path  [same] with or without a trailing slash
/// @param members  [same] names and matrices over the same ranks
/// @param notes  [same] metadata of the user: steps, parameters, names of runs
/// @throws ArgumentError  without members, or for an invalid or duplicate name
/// @throws FileError on all ranks
/// @collective
/// @example save_checkpoint("step100", {{"A", a}, {"b", b}}, {{"step", "100"}});
void save_checkpoint(const std::string& path, const std::vector<CheckpointMember>& members,
                     const std::map<std::string, std::string>& notes = {});

/// True if `path` is a folder with a checkpoint.json. [local]
bool is_checkpoint(const std::string& path);

/// Contents of checkpoint.json [same], read by rank 0.
/// @param path  [same]
/// @throws FileError on all ranks
/// @collective
CheckpointInfo read_checkpoint_info(mpi::CommunicatorView comm, const std::string& path);
/// Overload for one process without MPI.
/// @throws FileError
CheckpointInfo read_checkpoint_info(const std::string& path);

}  // namespace ashlar::io
