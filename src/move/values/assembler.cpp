// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/assembler.hpp>

#include <exception>
#include <map>
#include <new>
#include <utility>

#include <ashlar/base/progress.hpp>

#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

#include "move/engine/plan_checks.hpp"
#include "move/front/same_move.hpp"
#include "mpi/collectives.hpp"
#include "record_exchange.hpp"
#include "scattered_elements.hpp"

namespace ashlar::detail {
namespace {

template <class T>
T sum_of(T a, T b) {
  // unsigned: signed sums could overflow
  if constexpr (detail::IntegerElement<T>) {
    using Bits = std::make_unsigned_t<T>;
    return static_cast<T>(static_cast<Bits>(static_cast<Bits>(a) + static_cast<Bits>(b)));
  } else {
    return a + b;
  }
}

/// Adds values, in column-major order, to the elements at rows x cols.
void add_picked(const AnyBlock& target, DType dtype, const IndexRecord& part,
                const std::byte* values) {
  visit_element(dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    const auto* value = std::launder(reinterpret_cast<const T*>(values));
    const LocalView<T> elements = target.as<T>();
    for (Index j : part.cols)
      for (Index i : part.rows) elements(i, j) = sum_of(elements(i, j), *value++);
  });
}

void apply_chunk(std::span<const std::byte> chunk, const AnyBlock& target, DType dtype, bool adds) {
  const auto element_bytes = static_cast<Index>(size_of(dtype));
  const std::byte* const end = chunk.data() + chunk.size();
  for (const std::byte* at = chunk.data(); at != end;) {
    const IndexRecord part = IndexRecord::read(at);
    if (adds) add_picked(target, dtype, part, at);
    else scatter_picked(target, element_bytes, part.rows, part.cols, at);
    at += value_bytes(std::ssize(part.rows), std::ssize(part.cols), element_bytes);
  }
}

}  // namespace

class AnyAssembler::Engine {
 public:
  Engine(const Operand& target, const AssemblyOptions& options)
      : layout_(target.layout),
        section_(target.section),
        dtype_(*target.element.dtype()),
        options_(options),
        context_(mpi::Context::of(target.comm)),
        rank_(context_.rank()) {
    expect_piece_bytes("assembler", options.piece_bytes, least_piece_bytes);
    expect(options.max_extra_bytes >= 0, "assembler: max_extra_bytes is ", options.max_extra_bytes,
           ", but must be at least 0");
  }

  Engine(const Engine&) = delete;
  Engine& operator=(const Engine&) = delete;
  /// Warns about lost values, except during stack unwinding.
  ~Engine() {
    if (bytes_queued() > 0 && std::uncaught_exceptions() <= exceptions_)
      warn(concat("Assembler: destroyed on rank ", rank_, " with ", counted(bytes_queued(), "byte"),
                  " of values queued, which are lost; call assemble() first, or discard() "
                  "unwanted values"));
  }

  void queue(bool adds, std::span<const Index> rows, std::span<const Index> cols,
             const AnyBlock& block) {
    const char* const name = adds ? "add_values" : "set_values";
    expect(block.rows == std::ssize(rows) && block.cols == std::ssize(cols), name,
           ": the block is ", block.rows, "x", block.cols, ", but ", counted(rows.size(), "row"),
           " and ", counted(cols.size(), "column"), " were given");
    expect(block.data != nullptr || rows.empty() || cols.empty(), name, ": the block of ",
           block.rows, "x", block.cols, " values is null");
    locate(layout_->rows(), section_.rows, rows, adds ? "add_values: row" : "set_values: row",
           rows_);
    locate(layout_->cols(), section_.cols, cols, adds ? "add_values: column" : "set_values: column",
           cols_);
    const auto element_bytes = static_cast<Index>(size_of(dtype_));
    (adds ? has_added_ : has_set_) = true;
    for_each_owner(cols_, [&](int q, std::span<const ScatteredIndex> its_cols) {
      for_each_owner(rows_, [&](int p, std::span<const ScatteredIndex> its_rows) {
        RecordStream& stream = streams_[layout_->ranks().rank_of({p, q})];
        for_each_part(
            its_rows, its_cols, options_.piece_bytes,
            [&](Index m, Index n) { return part_bytes(m, n, element_bytes); },
            [&](std::span<const ScatteredIndex> r, std::span<const ScatteredIndex> c) {
              const Index m = std::ssize(r), n = std::ssize(c);
              const Index bytes = IndexRecord::bytes(m, n) + value_bytes(m, n, element_bytes);
              std::byte* const record = stream.append(bytes, bytes, options_.piece_bytes);
              gather_picked(block, element_bytes, r, c,
                            IndexRecord::write(record, r, c, &ScatteredIndex::local));
            });
      });
    });
  }

  Index bytes_queued() const {
    Index bytes = 0;
    for (const auto& [rank, stream] : streams_) bytes += stream.size().bytes;
    return bytes;
  }

  void discard() {
    streams_.clear();
    has_added_ = has_set_ = false;
  }

  void assemble(const Operand& target) {
    const mpi::CollectiveCall call(target.comm, "Assembler::assemble",
                                   mpi::same("the target", target),
                                   mpi::same("max_extra_bytes", options_.max_extra_bytes),
                                   mpi::same("piece_bytes", options_.piece_bytes));
    const RecordStreams streams = std::exchange(streams_, {});
    const bool adds = agreed_mode();
    const AnyBlock local = view_of(target.blocks[0], target.order);
    exchange_in_rank_order(
        context_, streams, options_.max_extra_bytes,
        [&](std::span<const std::byte> chunk) { apply_chunk(chunk, local, dtype_, adds); });
  }

 private:
  /// True if values are added. [same]; arbitrary without queued values.
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

  const Layout* layout_;
  Section section_;
  DType dtype_;
  AssemblyOptions options_;
  mpi::Context& context_;
  int rank_;               // the context may be destroyed before
  RecordStreams streams_;  // by owner
  bool has_added_ = false, has_set_ = false;
  int exceptions_ = std::uncaught_exceptions();  // at construction
  std::vector<ScatteredIndex> rows_, cols_;      // of the current call
};

AnyAssembler::AnyAssembler(const Operand& target, const AssemblyOptions& options)
    : engine_(std::make_unique<Engine>(target, options)) {}
AnyAssembler::AnyAssembler(AnyAssembler&&) noexcept = default;
AnyAssembler& AnyAssembler::operator=(AnyAssembler&&) noexcept = default;
AnyAssembler::~AnyAssembler() = default;

AnyAssembler::Engine& AnyAssembler::engine() const {
  expect(engine_ != nullptr, "assembler: it was moved from; use the one that it was moved to");
  return *engine_;
}

void AnyAssembler::queue(Mode mode, std::span<const Index> rows, std::span<const Index> cols,
                         const AnyBlock& block) {
  engine().queue(mode == Mode::Add, rows, cols, block);
}

Index AnyAssembler::bytes_queued() const { return engine().bytes_queued(); }

void AnyAssembler::discard() { engine().discard(); }

void AnyAssembler::assemble(const Operand& target) { engine().assemble(target); }

}  // namespace ashlar::detail
