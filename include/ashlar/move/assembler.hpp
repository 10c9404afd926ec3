// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <memory>
#include <span>
#include <vector>

#include <ashlar/base/error.hpp>
#include <ashlar/matrix/detail/any_block.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/move/operand.hpp>

namespace ashlar {

/// Options of Assembler.
struct AssemblyOptions {
  /// [same] bytes of received contributions that a rank keeps at a time until their turn comes;
  /// more travel in several rounds
  Index max_extra_bytes = Index{64} << 20;
  /// [same] size of a message, 64 to 2^30 bytes
  Index piece_bytes = Index{256} << 10;
};

namespace detail {
/// Assembler whose element type is a value.
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
  /// @param target  the same matrix, which may lie elsewhere now
  void assemble(const Operand& target);

 private:
  class Engine;
  /// @throws ArgumentError if this was moved from
  Engine& engine() const;

  std::unique_ptr<Engine> engine_;
};
}  // namespace detail

/// Puts values anywhere into a matrix, from any rank (PETSc MatSetValues and MatAssembly, Elemental
/// QueueUpdate and ProcessQueues).
///
/// add_values and set_values only write them down; assemble() sends each to its owner and applies
/// it. The result is fixed to the last bit by who contributed what, whatever the layout of the
/// matrix and the speed of the ranks: contributions are applied in the order of their ranks, those
/// of a rank in the order of its calls, those of a call column by column. So the last value that
/// the highest rank set is the one that stays. The matrix is untouched until assemble().
///
/// What still waits when the assembler is destroyed, or another moved onto it, is lost, and the
/// warning handler hears of it (see set_warning_handler).
///
/// Negative indices are skipped, as PETSc does: so a finite-element code marks what is not to be
/// assembled. Integer sums wrap around.
/// @example Assembler<double> assembler(k);
///          for (const auto& e : my_elements)
///            assembler.add_values(e.nodes, e.nodes, e.matrix());
///          assembler.assemble();
template <Element T>
class Assembler {
 public:
  /// For the matrix or view `target`, which must outlive the assembler where it is; indices count
  /// within the view. [local]
  /// @throws ArgumentError if an option is out of its range
  explicit Assembler(MatrixView<T> target, const AssemblyOptions& options = {})
      : target_(target), engine_(detail::operand_of(target), options) {}

  /// target(rows[i], cols[j]) += block(i, j) for all i, j, when assembled. [local]
  /// @param rows, cols  any indices, in any order, also several times
  /// @param block       rows.size() x cols.size() values, any strides
  /// @throws ArgumentError on this rank, before anything is written down, if the block has another
  /// shape or an index lies beyond the target
  /// @cost  about 8 bytes for each row, column and owner, and the values
  void add_values(std::span<const Index> rows, std::span<const Index> cols,
                  const LocalView<const T>& block) {
    queue(Mode::Add, rows, cols, block);
  }
  /// The same with tight values, column by column (Fortran) or row by row (C).
  void add_values(std::span<const Index> rows, std::span<const Index> cols,
                  std::span<const T> block, StorageOrder order = StorageOrder::Fortran) {
    queue(Mode::Add, rows, cols, view_of(rows, cols, block, order));
  }
  void add_value(Index i, Index j, T value) {
    queue(Mode::Add, {&i, 1}, {&j, 1}, {&value, 1, 1, 1, 1});
  }

  /// target(rows[i], cols[j]) = block(i, j), when assembled. [local] As add_values.
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

  /// Bytes that wait on this rank for assemble(). [local]
  Index bytes_queued() const { return engine_.bytes_queued(); }
  /// Forgets what waits on this rank. [local]
  void discard() { engine_.discard(); }

  /// Sends everything to its owners and applies it; nothing waits afterwards.
  /// @throws ArgumentError on all ranks, if values were added and others set since the last call,
  /// on one rank or on two: the matrix is as it was, what waited is forgotten. OutOfMemory on all
  /// ranks, with the matrix partly assembled
  /// @collective over the target's communicator, ranks without contributions included
  /// @cost  an exchange of three numbers between all ranks, then messages between those that share
  /// contributions; besides what waits, buffers of a few MiB and max_extra_bytes
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

/// block(i, j) = a(rows[i], cols[j]), for any elements that this rank asks for (PETSc
/// MatGetValues, but from any rank): what an Assembler puts there can be read back.
///
/// An element with a negative index stays as it was in the block.
/// @param a           a matrix or view; indices count within the view
/// @param rows, cols  [local] any indices, in any order, also several times; there may be none
/// @param block       [local] rows.size() x cols.size() elements, any strides
/// @throws ArgumentError on all ranks, if one asks for an element beyond the matrix or its block
/// has another shape
/// @collective over a's communicator
/// @cost  an exchange of three numbers between all ranks, then a question and an answer between
/// those that share elements; buffers of a few MiB and, on the owners, the indices asked for
template <MatrixLike M>
void get_values_into(const M& a, std::span<const Index> rows, std::span<const Index> cols,
                     const LocalView<ValueOf<M>>& block) {
  detail::get_values_of(detail::operand_of(const_view(a)), rows, cols, detail::AnyBlock::of(block));
}

/// The same in new memory, column by column; zero where an index is negative. @collective
template <MatrixLike M>
std::vector<ValueOf<M>> get_values(const M& a, std::span<const Index> rows,
                                   std::span<const Index> cols) {
  std::vector<ValueOf<M>> values(rows.size() * cols.size());
  const Index m = std::ssize(rows), n = std::ssize(cols);
  get_values_into(a, rows, cols, {values.data(), m, n, 1, m});
  return values;
}

}  // namespace ashlar
