// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <map>
#include <string>
#include <utility>
#include <vector>

#include <ashlar/io/checkpoint_info.hpp>
#include <ashlar/io/files.hpp>

namespace ashlar::io {

/// A matrix to be saved and its name: a reference, for as long as the matrix stays where it is.
class CheckpointMember {
 public:
  /// @param name  [same] 1 to 100 bytes of UTF-8 without slash, colon and control characters, no
  /// dot in front; the file is called so, with .npy
  /// @param order  [same] of the file
  template <Element T>
  CheckpointMember(std::string name, const DistMatrix<T>& a, StorageOrder order = StorageOrder::C)
      : name_(std::move(name)), dtype_(dtype_of<T>()), order_(order), matrix_(&a) {}

  const std::string& name() const { return name_; }
  DType dtype() const { return dtype_; }
  StorageOrder order() const { return order_; }

  /// Calls f(a) with the matrix as what it is, a const DistMatrix<T>&, and returns what f returns.
  template <class F>
  decltype(auto) visit(F&& f) const {
    return visit_element(dtype_, [&](auto tag) -> decltype(auto) {
      using Matrix = DistMatrix<typename decltype(tag)::type>;
      return f(*static_cast<const Matrix*>(matrix_));
    });
  }

 private:
  std::string name_;
  DType dtype_;
  StorageOrder order_;
  const void* matrix_;
};

/// Options of save_checkpoint.
struct CheckpointOptions {
  /// [same] whatever the user wants to find again: steps, parameters, names of runs
  std::map<std::string, std::string> notes = {};
};

/// Writes matrices of any element types and layouts as one folder: for each a .npy file, which
/// NumPy reads, and checkpoint.json, which says what they are, with a checksum of every 16 MiB.
///
/// The folder appears whole or not at all. An old checkpoint of that name is replaced once the new
/// one is complete; a folder with anything else in it is refused.
/// @param path  [same] the folder, with or without a slash at its end
/// @param members  [same] names and matrices, all over the same ranks
/// @throws ArgumentError  if there is no member, a name is not allowed or stands twice
/// @throws FileError on all ranks; nothing remains of what was begun
/// @collective over the matrices' communicator
/// @example save_checkpoint("step100", {{"A", a}, {"b", b}}, {.notes = {{"step", "100"}}});
void save_checkpoint(const std::string& path, const std::vector<CheckpointMember>& members,
                     const CheckpointOptions& options = {});

/// True if `path` is a folder that has a checkpoint.json. [local]
bool is_checkpoint(const std::string& path);

/// What checkpoint.json says; the same on every rank. Rank 0 reads.
/// @param path  [same]
/// @throws FileError on all ranks
/// @collective over `comm`
CheckpointInfo read_checkpoint_info(mpi::CommunicatorView comm, const std::string& path);
/// The same by this process alone, before or without MPI.
/// @throws FileError
CheckpointInfo read_checkpoint_info(const std::string& path);

/// Options of load_checkpoint.
struct CheckpointLoadOptions {
  StorageOrder order = StorageOrder::Fortran;  ///< [same] as LoadOptions::order
  /// [same] the part that is wanted; no more is read than the chunks that hold it
  Section section = {Range::all(), Range::all()};
  /// [same] compare the checksums of what is read, in one pass over it before the elements are
  /// taken
  bool checked = true;
};

namespace detail {
template <Element T>
DistMatrix<T> load_member(const std::string& path, const std::string& name,
                          mpi::CommunicatorView comm, const LayoutFor& layout_for,
                          const CheckpointLoadOptions& options);
}  // namespace detail

/// A matrix of a checkpoint, in the layout grid.layout(shape, blocking), on any number of ranks;
/// the other matrices are not read. To convert elements, load_as<T>("PATH/:NAME", …).
/// @param path, name  [same]
/// @throws FileError on all ranks: no such matrix, of another element type than T, or changed since
/// it was written, naming the damaged bytes, rows and columns
/// @collective over grid.comm(), idle ranks included
/// @example auto a = load_checkpoint<double>("step100", "A", grid, {.block = {64, 64}});
template <Element T>
DistMatrix<T> load_checkpoint(const std::string& path, const std::string& name,
                              const ProcessGrid& grid, const Blocking& blocking = {},
                              const CheckpointLoadOptions& options = {}) {
  return detail::load_member<T>(path, name, grid.comm(), detail::on_grid(grid, blocking), options);
}
/// The same into a given layout, such as that of read_checkpoint_info.
/// @throws ArgumentError  if the layout's shape is not that of what is loaded
template <Element T>
DistMatrix<T> load_checkpoint(const std::string& path, const std::string& name,
                              mpi::CommunicatorView comm, const Layout& layout,
                              const CheckpointLoadOptions& options = {}) {
  return detail::load_member<T>(path, name, comm, detail::exactly(layout), options);
}

}  // namespace ashlar::io
