// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/get_values.hpp>

#include <algorithm>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

#include "base/instantiate.hpp"
#include "index_record.hpp"
#include "matrix/same_operand.hpp"
#include "move/exchange/piece_exchange.hpp"
#include "record_exchange.hpp"

namespace ashlar {
namespace {

using detail::IndexRecord;
using detail::RecordStream;
using detail::ScatteredIndex;

constexpr Index piece_bytes = Index{256} << 10;  // of an answer

/// Bytes of the answer to the questions in a chunk.
template <class T>
Index answer_bytes(std::span<const std::byte> chunk) {
  Index bytes = 0;
  for (const std::byte* at = chunk.data(); at != chunk.data() + chunk.size();) {
    const IndexRecord part = IndexRecord::read(at);
    bytes += detail::value_bytes<T>(std::ssize(part.rows), std::ssize(part.cols));
  }
  return bytes;
}

/// Sends the elements that a rank asked for.
template <class T>
class Answer final : public detail::PieceCodec {
 public:
  Answer(const detail::RecordKeeper& questions, const LocalView<const T>& local)
      : questions_(questions), local_(local) {
    for (std::size_t k = 0; k < questions.chunk_count(); ++k)
      longest_ = std::max(longest_, answer_bytes<T>(questions.chunk(k)));
  }
  Index pieces() const override { return static_cast<Index>(questions_.chunk_count()); }
  Index max_piece_bytes() const override { return longest_; }
  void rewind() override { next_ = 0; }
  Index pack(std::byte* buffer) override {
    const std::span<const std::byte> chunk = questions_.chunk(next_++);
    std::byte* to = buffer;
    for (const std::byte* at = chunk.data(); at != chunk.data() + chunk.size();) {
      const IndexRecord part = IndexRecord::read(at);
      auto* value = reinterpret_cast<T*>(to);
      for (Index j : part.cols)
        for (Index i : part.rows) *value++ = local_(i, j);
      to += detail::value_bytes<T>(std::ssize(part.rows), std::ssize(part.cols));
    }
    return to - buffer;
  }
  void unpack(const std::byte*, Index) override {}

 private:
  const detail::RecordKeeper& questions_;
  LocalView<const T> local_;
  Index longest_ = 0;
  std::size_t next_ = 0;
};

/// Puts an answer into the block: `places` says where, chunk by chunk as the questions were asked.
template <class T>
class AnswerReader final : public detail::PieceCodec {
 public:
  AnswerReader(const RecordStream& places, const LocalView<T>& block)
      : places_(places), block_(block) {
    for (const auto& chunk : places.chunks()) longest_ = std::max(longest_, answer_bytes<T>(chunk));
  }
  Index pieces() const override { return std::ssize(places_.chunks()); }
  Index max_piece_bytes() const override { return longest_; }
  void rewind() override { next_ = 0; }
  Index pack(std::byte*) override { return 0; }
  void unpack(const std::byte* buffer, Index) override {
    const auto& chunk = places_.chunks()[next_++];
    for (const std::byte* at = chunk.data(); at != chunk.data() + chunk.size();) {
      const IndexRecord part = IndexRecord::read(at);
      const auto* value = reinterpret_cast<const T*>(buffer);
      for (Index j : part.cols)
        for (Index i : part.rows) block_(i, j) = *value++;
      buffer += detail::value_bytes<T>(std::ssize(part.rows), std::ssize(part.cols));
    }
  }

 private:
  const RecordStream& places_;
  LocalView<T> block_;
  Index longest_ = 0;
  std::size_t next_ = 0;
};

/// What this rank asks of the others: which of their elements, and where they go.
struct Questions {
  detail::RecordStreams elements, places;  // by owner; the same records in the same chunks
};

/// Writes down the questions; elements of this rank itself are copied at once.
template <class T>
Questions ask(const MatrixView<const T>& a, std::span<const Index> rows,
              std::span<const Index> cols, const LocalView<T>& block, int my_rank) {
  expect(block.rows == std::ssize(rows) && block.cols == std::ssize(cols),
         "get_values: the block is ", block.rows, "x", block.cols, ", but ", rows.size(),
         " rows and ", cols.size(), " columns were given");
  expect(block.data != nullptr || rows.empty() || cols.empty(), "get_values: the block for ",
         block.rows, "x", block.cols, " values is null");
  const Layout& layout = a.layout();
  std::vector<ScatteredIndex> found_rows, found_cols;
  detail::locate(layout.rows(), a.section().rows, rows, "get_values: row", found_rows);
  detail::locate(layout.cols(), a.section().cols, cols, "get_values: column", found_cols);
  Questions questions;
  detail::for_each_owner(found_cols, [&](int q, std::span<const ScatteredIndex> its_cols) {
    detail::for_each_owner(found_rows, [&](int p, std::span<const ScatteredIndex> its_rows) {
      const int rank = layout.ranks().rank_of({p, q});
      if (rank == my_rank) {
        const LocalView<const T> local = a.matrix().local();
        for (const ScatteredIndex& col : its_cols)
          for (const ScatteredIndex& row : its_rows)
            block(row.place, col.place) = local(row.local, col.local);
        return;
      }
      RecordStream &elements = questions.elements[rank], &places = questions.places[rank];
      detail::for_each_part(
          its_rows, its_cols, piece_bytes, detail::part_bytes<T>,
          [&](std::span<const ScatteredIndex> r, std::span<const ScatteredIndex> c) {
            const Index m = std::ssize(r), n = std::ssize(c), bytes = IndexRecord::bytes(m, n);
            const Index weight = bytes + detail::value_bytes<T>(m, n);
            IndexRecord::write(elements.append(bytes, weight, piece_bytes), r, c,
                               &ScatteredIndex::local);
            IndexRecord::write(places.append(bytes, weight, piece_bytes), r, c,
                               &ScatteredIndex::place);
          });
    });
  });
  return questions;
}

/// The two exchanges of a call: questions to the owners, answers back.
template <class T>
class Conversation {
 public:
  Conversation(mpi::Context& context, const Questions& questions,
               const std::vector<detail::StreamSize>& incoming)
      : context_(context), questions_(questions) {
    std::vector<detail::PiecePartner> sends, receives;
    for (const auto& [to, stream] : questions.elements)
      sends.push_back({to, &senders_.emplace_back(stream)});
    for (int from = 0; from < context.size(); ++from) {
      const detail::StreamSize& size = incoming[static_cast<std::size_t>(from)];
      if (size.pieces == 0) continue;
      askers_.push_back(from);
      receives.push_back({from, &asked_.emplace_back(size)});
    }
    exchange_.emplace(context, std::move(sends), std::move(receives));
  }

  void run() {
    exchange_->start();
    exchange_->finish();
  }

  /// Makes the answers ready.
  void turn(const LocalView<const T>& local, const LocalView<T>& block) {
    std::vector<detail::PiecePartner> sends, receives;
    auto asker = askers_.begin();
    for (const detail::RecordKeeper& questions : asked_)
      sends.push_back({*asker++, &answers_.emplace_back(questions, local)});
    for (const auto& [from, places] : questions_.places)
      receives.push_back({from, &readers_.emplace_back(places, block)});
    exchange_.emplace(context_, std::move(sends), std::move(receives));
  }

 private:
  mpi::Context& context_;
  const Questions& questions_;
  std::list<detail::RecordSender> senders_;  // the exchange points to all of these
  std::vector<int> askers_;
  std::list<detail::RecordKeeper> asked_;
  std::list<Answer<T>> answers_;
  std::list<AnswerReader<T>> readers_;
  std::optional<detail::PieceExchange> exchange_;
};

}  // namespace

template <Element T>
void detail::get_values_of(MatrixView<const T> a, std::span<const Index> rows,
                           std::span<const Index> cols, const LocalView<T>& block) {
  const mpi::CollectiveCall call(a.comm(), "get_values", mpi::same("the matrix", a));
  mpi::Context& context = mpi::Context::of(a.comm());
  const mpi::CommunicatorView comm = context.comm();
  const Questions questions =
      mpi::together(comm, [&] { return ask<T>(a, rows, cols, block, context.rank()); });
  const std::vector<StreamSize> incoming = incoming_sizes(context, questions.elements);
  // Memory is taken together: a rank that has none must not leave the others waiting.
  const auto conversation = mpi::together(
      comm, [&] { return std::make_unique<Conversation<T>>(context, questions, incoming); });
  conversation->run();
  mpi::together(comm, [&] { conversation->turn(a.matrix().local(), block); });
  conversation->run();
}

#define ASHLAR_INSTANTIATE(T)                                                      \
  template void detail::get_values_of(MatrixView<const T>, std::span<const Index>, \
                                      std::span<const Index>, const LocalView<T>&);
ASHLAR_FOR_ALL_ELEMENTS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar
