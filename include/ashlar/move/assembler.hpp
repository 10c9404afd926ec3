// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/matrix/detail/any_block.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/move/detail/operand.hpp>

namespace ashlar {

/// Options of Assembler. [same]
struct AssemblyOptions {
  /// bytes of buffered received contributions on a rank; more are sent in several rounds
  Index max_extra_bytes = Index{64} << 20;
  /// size of a message, 64 to 2^30 bytes
  Index piece_bytes = Index{256} << 10;
};

namespace detail {
/// Assembler with a run-time element type.
class AnyAssembler {
 public:
  enum class Mode { Add, Set };

  AnyAssembler(const Operand& target, const AssemblyOptions& options);
  AnyAssembler(AnyAssembler&&) noexcept;
  AnyAssembler& operator=(AnyAssembler&&) noexcept;
  ~AnyAssembler();

  void queue(Mode mode, std::span<const Index> rows, std::span<const Index> cols,
             const AnyBlock& block);
  Index bytes_queued() const;
  void discard();
  /// @param target  the same matrix, possibly at another address
  void assemble(const Operand& target);

 private:
  class Engine;
  /// @throws ArgumentError after a move from this object
  Engine& engine() const;

  std::unique_ptr<Engine> engine_;
};
}  // namespace detail

/// Assembles a matrix from values of any rank (PETSc MatSetValues and MatAssembly, Elemental
/// QueueUpdate and ProcessQueues).
///
/// add_values and set_values queue contributions; assemble() sends them to the owners and applies
/// them in the order of ranks, then calls, then columns. The result is thus bitwise reproducible
/// for any layout, and the last value set by the highest rank remains. The matrix is unchanged
/// until assemble().
///
/// Destruction and move assignment discard queued contributions, with a warning
/// (set_warning_handler).
///
/// Negative indices are skipped as in PETSc. Integer sums wrap around.
/// @example Assembler<double> assembler(k);
///          for (const auto& e : my_elements)
///            assembler.add_values(e.nodes, e.nodes, e.matrix());
///          assembler.assemble();
template <Element T>
class Assembler {
 public:
  /// Assembler for the matrix or view `target`, which must outlive it at the same address; indices
  /// are those of the view. [local]
  /// @throws ArgumentError if an option is out of range
  explicit Assembler(MatrixView<T> target, const AssemblyOptions& options = {})
      : target_(target), engine_(detail::operand_of(target), options) {}

  /// Queues target(rows[i], cols[j]) += block(i, j) for all i, j. [local]
  /// @param rows, cols  indices in any order, with repetitions
  /// @param block       rows.size() x cols.size() values, any strides
  /// @throws ArgumentError on this rank, before any change, for another shape or an index out of
  /// range
  /// @cost  for each owner about 16 bytes, 8 for each of its row and column indices, and the values
  void add_values(std::span<const Index> rows, std::span<const Index> cols,
                  const LocalView<const T>& block) {
    queue(Mode::Add, rows, cols, block);
  }
  /// Overload for contiguous values by columns (Fortran) or rows (C).
  void add_values(std::span<const Index> rows, std::span<const Index> cols,
                  std::span<const T> block, StorageOrder order = StorageOrder::Fortran) {
    queue(Mode::Add, rows, cols, view_of(rows, cols, block, order));
  }
  void add_value(Index i, Index j, T value) {
    queue(Mode::Add, {&i, 1}, {&j, 1}, {&value, 1, 1, 1, 1});
  }

  /// Queues target(rows[i], cols[j]) = block(i, j); as add_values. [local]
  void set_values(std::span<const Index> rows, std::span<const Index> cols,
                  const LocalView<const T>& block) {
    queue(Mode::Set, rows, cols, block);
  }
  void set_values(std::span<const Index> rows, std::span<const Index> cols,
                  std::span<const T> block, StorageOrder order = StorageOrder::Fortran) {
    queue(Mode::Set, rows, cols, view_of(rows, cols, block, order));
  }
  void set_value(Index i, Index j, T value) {
    queue(Mode::Set, {&i, 1}, {&j, 1}, {&value, 1, 1, 1, 1});
  }

  /// Bytes of queued contributions on this rank. [local]
  Index bytes_queued() const { return engine_.bytes_queued(); }
  /// Discards the queued contributions of this rank. [local]
  void discard() { engine_.discard(); }

  /// Sends all contributions to their owners, applies them and empties the queues.
  /// @throws ArgumentError if values were both added and set since the last call, on any ranks: the
  /// matrix is unchanged, the queues are empty. OutOfMemory on all ranks, with a partly assembled
  /// matrix
  /// @collective
  /// @cost  an Alltoall of three numbers, then messages from each rank to the owners of its
  /// contributions; besides the queues, buffers of a few MiB and max_extra_bytes
  void assemble() { engine_.assemble(detail::operand_of(target_)); }

 private:
  using Mode = detail::AnyAssembler::Mode;

  static LocalView<const T> view_of(std::span<const Index> rows, std::span<const Index> cols,
                                    std::span<const T> block, StorageOrder order) {
    const Index m = std::ssize(rows), n = std::ssize(cols);
    expect(std::ssize(block) == m * n, "assembler: the block has ",
           ashlar::detail::counted(block.size(), "value"), ", but ",
           ashlar::detail::counted(m, "row"), " and ", ashlar::detail::counted(n, "column"),
           " were given");
    return order == StorageOrder::Fortran ? LocalView<const T>{block.data(), m, n, 1, m}
                                          : LocalView<const T>{block.data(), m, n, n, 1};
  }
  void queue(Mode mode, std::span<const Index> rows, std::span<const Index> cols,
             const LocalView<const T>& block) {
    engine_.queue(mode, rows, cols, detail::AnyBlock::of(block));
  }

  MatrixView<T> target_;
  detail::AnyAssembler engine_;
};

namespace detail {
void get_values_of(const Operand& a, std::span<const Index> rows, std::span<const Index> cols,
                   const AnyBlock& block);
}  // namespace detail

/// Reads any elements, block(i, j) = a(rows[i], cols[j]) (PETSc MatGetValues, but from any rank).
/// An element with a negative index is unchanged in the block.
/// @param a           matrix or view; indices are those of the view
/// @param rows, cols  [local] indices in any order, with repetitions, or none
/// @param block       [local] rows.size() x cols.size() elements, any strides
/// @throws ArgumentError for an index out of range or a block of another shape
/// @collective
/// @cost  an Alltoall of three numbers, then a request to each owner of requested elements and its
/// reply; buffers of a few MiB and, on owners, the requested indices
template <MatrixLike M>
void get_values_into(const M& a, std::span<const Index> rows, std::span<const Index> cols,
                     const LocalView<ValueOf<M>>& block) {
  detail::get_values_of(detail::operand_of(detail::const_view(a)), rows, cols,
                        detail::AnyBlock::of(block));
}

/// Overload that returns the values by columns, with zero for negative indices. @collective
template <MatrixLike M>
std::vector<ValueOf<M>> get_values(const M& a, std::span<const Index> rows,
                                   std::span<const Index> cols) {
  std::vector<ValueOf<M>> values(rows.size() * cols.size());
  const Index m = std::ssize(rows), n = std::ssize(cols);
  get_values_into(a, rows, cols, {values.data(), m, n, 1, m});
  return values;
}

}  // namespace ashlar
