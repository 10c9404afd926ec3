// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <cstring>

#include "move/pack/box_copier.hpp"
#include "unit/layout/array_cases.hpp"

using namespace ashlar;
using namespace ashlar::test;
using ashlar::detail::BoxCopier;

namespace {

using Bytes = std::vector<std::byte>;

std::byte noise(std::size_t k) { return static_cast<std::byte>((k * 2654435761u) >> 7); }

/// Copies a box directly and through messages, and compares with walking it element by element.
bool copies(const ArrayBox& box, Index source_count, Index target_count, int bytes, Index piece) {
  const auto size = static_cast<std::size_t>(bytes);
  Bytes source(static_cast<std::size_t>(source_count) * size);
  for (std::size_t k = 0; k < source.size(); ++k) source[k] = noise(k);
  Bytes expected(static_cast<std::size_t>(target_count) * size, std::byte{0xa5});
  Bytes direct = expected, unpacked = expected;
  const auto walk = [&](auto&& self, std::size_t d, Index from, Index to) -> void {
    BoxCursor cursor(box.dims[d]);
    for (Run run = cursor.next(); run.length > 0; run = cursor.next())
      for (Index k = 0; k < run.length; ++k) {
        const Index s = from + (run.source_local + k) * box.dims[d].source_stride;
        const Index t = to + (run.target_local + k) * box.dims[d].target_stride;
        if (d > 0) self(self, d - 1, s, t);
        else
          std::memcpy(&expected[static_cast<std::size_t>(t) * size],
                      &source[static_cast<std::size_t>(s) * size], size);
      }
  };
  walk(walk, box.dims.size() - 1, 0, 0);

  BoxCopier copier(box, BoxCopier::Packed::None, bytes, piece);
  BoxCopier pack(box, BoxCopier::Packed::Target, bytes, piece);
  BoxCopier unpack(box, BoxCopier::Packed::Source, bytes, piece);
  if (pack.pieces() != unpack.pieces() || pack.piece_elements() != unpack.piece_elements())
    return false;
  Bytes message(static_cast<std::size_t>(pack.piece_elements()) * size);
  for (int round = 0; round < 2; ++round) {  // twice, as plans run
    copier.rewind();
    pack.rewind();
    unpack.rewind();
    for (Index k = 0; k < copier.pieces(); ++k) copier.next(source.data(), direct.data(), true);
    Index sent = 0;
    for (Index k = 0; k < pack.pieces(); ++k) {
      const Index elements = pack.next(source.data(), message.data(), false);
      if (elements > pack.piece_elements()) return false;
      if (unpack.next(message.data(), unpacked.data(), false) != elements) return false;
      sent += elements;
    }
    if (sent != box.elements || direct != expected || unpacked != expected) return false;
  }
  return true;
}

}  // namespace

TEST_CASE("box copier: directly and by messages of any size, against element by element") {
  Draw random(7);
  int boxes = 0, wrong = 0;
  for (int k = 0; k < 1500; ++k) {
    const ArrayCase c = random_array_case(random, 6);
    const ArrayTransfers transfers(c.source, c.target, c.options);
    const int bytes = 1 << random(0, 4);
    const Index piece = random(0, 1) ? random(1, 40) : 100000;
    for (int rank = 0; rank < c.source.nprocs(); ++rank) {
      const ArrayShare share = transfers.sends_of(rank);
      for (const ArrayPartner& partner : share.partners()) {
        ++boxes;
        if (!copies(transfers.box(partner, rank, partner.rank), c.source.local_count(rank),
                    c.target.local_count(partner.rank), bytes, piece))
          ++wrong;
      }
    }
  }
  CHECK(boxes > 5000);
  CHECK(wrong == 0);
}

TEST_CASE("box copier: a long dimension is cut into pieces of the size that was asked for") {
  const Distribution whole(
      {.sizes = {1000, 3}, .dists = {Dist::none(), Dist::none()}, .psizes = {1, 1}});
  const ArrayTransfers turned(
      whole,
      Distribution({.sizes = {3, 1000}, .dists = {Dist::none(), Dist::none()}, .psizes = {1, 1}}),
      {.axes = {1, 0}});
  const ArrayShare share = turned.sends_of(0);
  const BoxCopier copier(turned.box(share.partners()[0], 0, 0), BoxCopier::Packed::Target, 8, 100);
  CHECK(copier.piece_elements() == 3 * 32);
  CHECK(copier.pieces() == (1000 + 31) / 32);
}
