// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/assembler.hpp>

#include <exception>
#include <map>
#include <utility>

#include <ashlar/base/warning.hpp>

#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

#include "base/instantiate.hpp"
#include "index_record.hpp"
#include "matrix/same_operand.hpp"
#include "move/engine/option_checks.hpp"
#include "mpi/collectives.hpp"
#include "record_exchange.hpp"

namespace ashlar {
namespace {

using detail::IndexRecord;
using detail::ScatteredIndex;

template <class T>
T sum_of(T a, T b) {
  // Unsigned, because signed sums must not overflow.
  if constexpr (IntegerElement<T>) {
    using Bits = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<Bits>(static_cast<Bits>(a) + static_cast<Bits>(b)));
  } else {
    return a + b;
  }
}

/// Writes indices and values of a part of `block`, column by column.
template <class T>
void write_part(std::byte* to, std::span<const ScatteredIndex> rows,
                std::span<const ScatteredIndex> cols, const LocalView<const T>& block) {
  auto* value = reinterpret_cast<T*>(IndexRecord::write(to, rows, cols, &ScatteredIndex::local));
  for (const ScatteredIndex& col : cols)
    for (const ScatteredIndex& row : rows) *value++ = block(row.place, col.place);
}

/// Adds or sets what stands in a chunk.
template <class T>
void apply_chunk(std::span<const std::byte> chunk, const LocalView<T>& target, bool adds) {
  const std::byte* const end = chunk.data() + chunk.size();
  for (const std::byte* at = chunk.data(); at != end;) {
    const IndexRecord part = IndexRecord::read(at);
    const auto* value = reinterpret_cast<const T*>(at);
    at += detail::value_bytes<T>(std::ssize(part.rows), std::ssize(part.cols));
    for (Index j : part.cols)
      for (Index i : part.rows) {
        T& element = target(i, j);
        element = adds ? sum_of(element, *value) : *value;
        ++value;
      }
  }
}

}  // namespace

template <Element T>
class Assembler<T>::Engine {
 public:
  Engine(MatrixView<T> target, const AssemblyOptions& options)
      : target_(target),
        options_(options),
        context_(mpi::Context::of(target.comm())),
        rank_(context_.rank()) {
    detail::expect_piece_bytes("assembler", options.piece_bytes, detail::least_piece_bytes);
    expect(options.max_extra_bytes >= 0, "assembler: max_extra_bytes is ", options.max_extra_bytes,
           ", but must be at least 0");
  }

  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  /// Whoever leaves by an exception knows that nothing was assembled.
  ~Engine() {
    if (bytes_queued() > 0 && std::uncaught_exceptions() <= exceptions_)
      warn(concat("Assembler: destroyed on rank ", rank_, " with ", bytes_queued(),
                  " bytes of values queued, which are lost; call assemble() first, or discard() "
                  "what is not wanted"));
  }

  void queue(bool adds, std::span<const Index> rows, std::span<const Index> cols,
             const LocalView<const T>& block) {
    const char* const name = adds ? "add_values" : "set_values";
    expect(block.rows == std::ssize(rows) && block.cols == std::ssize(cols), name,
           ": the block is ", block.rows, "x", block.cols, ", but ", rows.size(), " rows and ",
           cols.size(), " columns were given");
    expect(block.data != nullptr || rows.empty() || cols.empty(), name, ": the block of ",
           block.rows, "x", block.cols, " values is null");
    const Layout& layout = target_.layout();
    const Section& part = target_.section();
    detail::locate(layout.rows(), part.rows, rows, adds ? "add_values: row" : "set_values: row",
                   rows_);
    detail::locate(layout.cols(), part.cols, cols,
                   adds ? "add_values: column" : "set_values: column", cols_);
    (adds ? has_added_ : has_set_) = true;
    detail::for_each_owner(cols_, [&](int q, std::span<const ScatteredIndex> its_cols) {
      detail::for_each_owner(rows_, [&](int p, std::span<const ScatteredIndex> its_rows) {
        detail::RecordStream& stream = streams_[layout.ranks().rank_of({p, q})];
        detail::for_each_part(
            its_rows, its_cols, options_.piece_bytes, detail::part_bytes<T>,
            [&](std::span<const ScatteredIndex> r, std::span<const ScatteredIndex> c) {
              const Index m = std::ssize(r), n = std::ssize(c);
              const Index bytes = IndexRecord::bytes(m, n) + detail::value_bytes<T>(m, n);
              write_part(stream.append(bytes, bytes, options_.piece_bytes), r, c, block);
            });
      });
    });
  }

  Index bytes_queued() const {
    Index bytes = 0;
    for (const auto& [rank, stream] : streams_) bytes += stream.bytes();
    return bytes;
  }

  void discard() {
    streams_.clear();
    has_added_ = has_set_ = false;
  }

  void assemble() {
    const mpi::CollectiveCall call(target_.comm(), "Assembler::assemble",
                                   mpi::same("the target", target_),
                                   mpi::same("max_extra_bytes", options_.max_extra_bytes),
                                   mpi::same("piece_bytes", options_.piece_bytes));
    const detail::RecordStreams streams = std::exchange(streams_, {});
    const bool adds = agreed_mode();
    const LocalView<T> local = target_.matrix().local();
    detail::exchange_in_rank_order(
        context_, streams, options_.max_extra_bytes,
        [&](std::span<const std::byte> chunk) { apply_chunk(chunk, local, adds); });
  }

 private:
  /// True if values are added, on all ranks alike; if nobody queued any, that does not matter.
  bool agreed_mode() {
    const int rank = context_.rank(), size = context_.size();
    int last[2] = {std::exchange(has_added_, false) ? size - rank : 0,
                   std::exchange(has_set_, false) ? size - rank : 0};
    mpi::all_reduce(context_.comm(), std::span<int>(last), MPI_MAX);
    expect(last[0] == 0 || last[1] == 0, "assemble: rank ", size - last[0],
           " added values and rank ", size - last[1],
           " set values; call assemble between adding and setting");
    return last[0] > 0;
  }

  MatrixView<T> target_;
  AssemblyOptions options_;
  mpi::Context& context_;
  int rank_;                       // the context may be gone when this is destroyed
  detail::RecordStreams streams_;  // by owner
  bool has_added_ = false, has_set_ = false;
  int exceptions_ = std::uncaught_exceptions();  // under way when it was made
  std::vector<ScatteredIndex> rows_, cols_;      // of the call under way
};

template <Element T>
Assembler<T>::Assembler(MatrixView<T> target, const AssemblyOptions& options)
    : engine_(std::make_unique<Engine>(target, options)) {}
template <Element T>
Assembler<T>::Assembler(Assembler&&) noexcept = default;
template <Element T>
Assembler<T>& Assembler<T>::operator=(Assembler&&) noexcept = default;
template <Element T>
Assembler<T>::~Assembler() = default;

template <Element T>
LocalView<const T> Assembler<T>::view_of(std::span<const Index> rows, std::span<const Index> cols,
                                         std::span<const T> block, StorageOrder order) {
  const Index m = std::ssize(rows), n = std::ssize(cols);
  expect(std::ssize(block) == m * n, "assembler: the block has ", block.size(), " values, but ", m,
         " rows and ", n, " columns were given");
  return order == StorageOrder::Fortran ? LocalView<const T>{block.data(), m, n, 1, m}
                                        : LocalView<const T>{block.data(), m, n, n, 1};
}

template <Element T>
void Assembler<T>::queue(Mode mode, std::span<const Index> rows, std::span<const Index> cols,
                         const LocalView<const T>& block) {
  expect(engine_ != nullptr, "assembler: it was moved from; use the one that it was moved to");
  engine_->queue(mode == Mode::Add, rows, cols, block);
}

template <Element T>
Index Assembler<T>::bytes_queued() const {
  return engine_->bytes_queued();
}

template <Element T>
void Assembler<T>::discard() {
  engine_->discard();
}

template <Element T>
void Assembler<T>::assemble() {
  expect(engine_ != nullptr, "assembler: it was moved from; use the one that it was moved to");
  engine_->assemble();
}

#define ASHLAR_INSTANTIATE(T) template class Assembler<T>;
ASHLAR_FOR_ALL_ELEMENTS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar
