// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/assembler.hpp>

#include <algorithm>
#include <list>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

#include "move/exchange/piece_exchange.hpp"
#include "move/front/same_move.hpp"
#include "record_exchange.hpp"
#include "scattered_elements.hpp"

namespace ashlar::detail {
namespace {

constexpr Index piece_bytes = Index{256} << 10;  // of an answer

struct Elements {
  AnyBlock block;
  Index bytes;
};

/// Calls f(record, bytes of its values) for the records of a chunk.
template <class F>
void for_each_record(std::span<const std::byte> chunk, Index element_bytes, F&& f) {
  for (const std::byte* at = chunk.data(); at != chunk.data() + chunk.size();) {
    const IndexRecord part = IndexRecord::read(at);
    f(part, value_bytes(std::ssize(part.rows), std::ssize(part.cols), element_bytes));
  }
}

/// Bytes of the answer to a chunk of questions.
Index answer_bytes(std::span<const std::byte> chunk, Index element_bytes) {
  Index bytes = 0;
  for_each_record(chunk, element_bytes, [&](const IndexRecord&, Index size) { bytes += size; });
  return bytes;
}

/// Packs the elements of a chunk's records; returns their bytes.
Index pack_answer(std::span<const std::byte> chunk, const Elements& from, std::byte* buffer) {
  std::byte* to = buffer;
  for_each_record(chunk, from.bytes, [&](const IndexRecord& part, Index size) {
    gather_picked(from.block, from.bytes, part.rows, part.cols, to);
    to += size;
  });
  return to - buffer;
}

/// Unpacks an answer by a chunk of places.
void unpack_answer(std::span<const std::byte> chunk, const Elements& into,
                   const std::byte* buffer) {
  for_each_record(chunk, into.bytes, [&](const IndexRecord& part, Index size) {
    scatter_picked(into.block, into.bytes, part.rows, part.cols, buffer);
    buffer += size;
  });
}

/// Requested elements: packed by the records of the questions, or unpacked by those of the places.
class AnswerCodec final : public PieceCodec {
 public:
  /// @param chunks  of records; they must outlive this
  AnswerCodec(const auto& chunks, const Elements& elements)
      : chunks_(chunks.begin(), chunks.end()), elements_(elements) {
    for (const auto chunk : chunks_)
      longest_ = std::max(longest_, answer_bytes(chunk, elements.bytes));
  }
  Index pieces() const override { return std::ssize(chunks_); }
  Index max_piece_bytes() const override { return longest_; }
  void rewind() override { next_ = 0; }
  Index pack(std::byte* buffer) override {
    return pack_answer(chunks_[next_++], elements_, buffer);
  }
  void unpack(const std::byte* buffer, Index /*bytes*/) override {
    unpack_answer(chunks_[next_++], elements_, buffer);
  }

 private:
  std::vector<std::span<const std::byte>> chunks_;
  Elements elements_;
  Index longest_ = 0;
  std::size_t next_ = 0;
};

/// Requests of this rank, with the places for their answers.
struct Questions {
  RecordStreams elements, places;  // by owner; the same records in the same chunks
};

Questions ask(const Operand& a, std::span<const Index> rows, std::span<const Index> cols,
              const AnyBlock& block) {
  expect(block.rows == std::ssize(rows) && block.cols == std::ssize(cols),
         "get_values: the block is ", block.rows, "x", block.cols, ", but ",
         counted(rows.size(), "row"), " and ", counted(cols.size(), "column"), " were given");
  expect(block.data != nullptr || rows.empty() || cols.empty(), "get_values: the block for ",
         block.rows, "x", block.cols, " values is null");
  const Layout& layout = *a.layout;
  std::vector<ScatteredIndex> found_rows, found_cols;
  locate(layout.rows(), a.section.rows, rows, "get_values: row", found_rows);
  locate(layout.cols(), a.section.cols, cols, "get_values: column", found_cols);
  Questions questions;
  for_each_owner(found_cols, [&](int q, std::span<const ScatteredIndex> its_cols) {
    for_each_owner(found_rows, [&](int p, std::span<const ScatteredIndex> its_rows) {
      const int rank = layout.ranks().rank_of({p, q});
      RecordStream &elements = questions.elements[rank], &places = questions.places[rank];
      for_each_part(
          its_rows, its_cols, piece_bytes,
          [&](Index m, Index n) { return part_bytes(m, n, a.element.size()); },
          [&](std::span<const ScatteredIndex> r, std::span<const ScatteredIndex> c) {
            const Index m = std::ssize(r), n = std::ssize(c), bytes = IndexRecord::bytes(m, n);
            const Index weight = bytes + value_bytes(m, n, a.element.size());
            IndexRecord::write(elements.append(bytes, weight, piece_bytes), r, c,
                               &ScatteredIndex::local);
            IndexRecord::write(places.append(bytes, weight, piece_bytes), r, c,
                               &ScatteredIndex::place);
          });
    });
  });
  return questions;
}

/// Answers this rank's requests to itself, and removes them.
void answer_own(Questions& questions, int rank, const Elements& local, const Elements& block) {
  const auto elements = questions.elements.extract(rank), places = questions.places.extract(rank);
  if (elements.empty()) return;
  std::vector<std::byte> buffer;
  for (std::size_t k = 0; k < elements.mapped().chunks().size(); ++k) {
    const auto& chunk = elements.mapped().chunks()[k];
    buffer.resize(static_cast<std::size_t>(answer_bytes(chunk, local.bytes)));
    pack_answer(chunk, local, buffer.data());
    unpack_answer(places.mapped().chunks()[k], block, buffer.data());
  }
}

/// Exchanges of a call: questions to the owners, answers back.
class Conversation {
 public:
  Conversation(mpi::Context& context, const Questions& questions,
               const std::vector<StreamSize>& incoming)
      : context_(context), questions_(questions) {
    std::vector<PiecePartner> sends, receives;
    for (const auto& [to, stream] : questions.elements)
      sends.push_back({to, &senders_.emplace_back(stream)});
    for (int from = 0; from < context.size(); ++from) {
      const StreamSize& size = incoming[static_cast<std::size_t>(from)];
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

  void turn(const Elements& local, const Elements& block) {
    std::vector<PiecePartner> sends, receives;
    auto asker = askers_.begin();
    for (const RecordKeeper& questions : asked_)
      sends.push_back({*asker++, &answers_.emplace_back(questions.chunks(), local)});
    for (const auto& [from, places] : questions_.places)
      receives.push_back({from, &answers_.emplace_back(places.chunks(), block)});
    exchange_.emplace(context_, std::move(sends), std::move(receives));
  }

 private:
  mpi::Context& context_;
  const Questions& questions_;
  std::list<RecordSender> senders_;  // the exchange refers to all of these
  std::vector<int> askers_;
  std::list<RecordKeeper> asked_;
  std::list<AnswerCodec> answers_;
  std::optional<PieceExchange> exchange_;
};

}  // namespace

void get_values_of(const Operand& a, std::span<const Index> rows, std::span<const Index> cols,
                   const AnyBlock& block) {
  const mpi::CollectiveCall call(a.comm, "get_values", mpi::same("the matrix", a));
  mpi::Context& context = mpi::Context::of(a.comm);
  const mpi::CommunicatorView comm = context.comm();
  const Elements local{view_of(a.blocks[0], a.order), a.element.size()},
      wanted{block, a.element.size()};
  const Questions questions = mpi::together(comm, [&] {
    Questions asked = ask(a, rows, cols, block);
    answer_own(asked, context.rank(), local, wanted);
    return asked;
  });
  const std::vector<StreamSize> incoming = incoming_sizes(context, questions.elements);
  // A failed allocation on one rank must fail on all.
  const auto conversation = mpi::together(
      comm, [&] { return std::make_unique<Conversation>(context, questions, incoming); });
  conversation->run();
  mpi::together(comm, [&] { conversation->turn(local, wanted); });
  conversation->run();
}

}  // namespace ashlar::detail
