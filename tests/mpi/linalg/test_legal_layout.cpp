// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/layout_for.hpp>

#include "oracle.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

// True if both layouts distribute every element to the same rank and local indices.
bool is_same_distribution(const Layout& a, const Layout& b) {
  if (a.shape() != b.shape() || a.ranks() != b.ranks()) return false;
  for (Index i = 0; i < a.shape().rows; ++i)
    if (a.rows().owner(i) != b.rows().owner(i) || a.rows().to_local(i) != b.rows().to_local(i))
      return false;
  for (Index j = 0; j < a.shape().cols; ++j)
    if (a.cols().owner(j) != b.cols().owner(j) || a.cols().to_local(j) != b.cols().to_local(j))
      return false;
  return true;
}

constexpr Index int_max = 2147483647;

}  // namespace

TEST_CASE("legal_layout_for: factorisations get square blocks, products keep theirs") {
  Choice choice(1);
  for (int round = 0; round < 500; ++round) {
    const Layout asked = choice.layout({choice.between(0, 40), choice.between(0, 40)}, 12);
    for (const Routine routine : {Routine::Lu, Routine::Cholesky, Routine::Gemm}) {
      const LegalLayout legal = legal_layout_for(routine, asked);
      INFO(asked.to_string());
      CHECK(legal.keeps_places == is_same_distribution(legal.layout, asked));
      CHECK(legal.is_as_asked() == (legal.layout == asked));
      CHECK(legal.layout.ranks() == asked.ranks());
      if (routine == Routine::Gemm) CHECK(legal.keeps_places);
      if (routine != Routine::Gemm) CHECK(legal.layout.block().rows == legal.layout.block().cols);
    }
  }
}

TEST_CASE("legal_layout_for: the square block is the size between the two that is nearest to 64") {
  const auto block = [](Index mb, Index nb) {
    return legal_layout_for(Routine::Lu,
                            Layout{{.shape = {1000, 1000}, .block = {mb, nb}, .grid = {2, 2}}})
        .layout.block();
  };
  CHECK(block(8, 16) == Block{16, 16});
  CHECK(block(1, 1000) == Block{64, 64});
  CHECK(block(256, 128) == Block{128, 128});
  CHECK(block(7, 7) == Block{7, 7});
  CHECK(block(2000, 5) == Block{64, 64});
}

TEST_CASE("legal_layout_for: where one block or one process has it all, nothing need move") {
  const auto ask = [](Shape shape, Block block, GridShape grid) {
    return legal_layout_for(Routine::Cholesky,
                            Layout{{.shape = shape, .block = block, .grid = grid}});
  };
  CHECK(ask({50, 50}, {7, 9}, {1, 1}).keeps_places);
  CHECK(ask({50, 50}, {7, 9}, {3, 1}).layout.block() == Block{7, 7});
  CHECK(ask({50, 50}, {7, 9}, {3, 1}).keeps_places);
  CHECK(ask({50, 50}, {100, 200}, {2, 2}).layout.block() == Block{50, 50});
  CHECK(ask({50, 50}, {100, 200}, {2, 2}).keeps_places);
  CHECK(contains(ask({50, 50}, {100, 100}, {2, 2}).reason, "larger than the matrix"));
  CHECK(contains(ask({10, 80}, {100, 100}, {2, 2}).reason, "larger than the matrix"));
  CHECK(!ask({50, 50}, {7, 9}, {2, 2}).keeps_places);
  CHECK(contains(ask({50, 50}, {7, 9}, {2, 2}).reason, "blocks are 7x9"));
}

TEST_CASE("legal_layout_for: a layout with other blocks is not the asked one") {
  const Layout asked({.shape = {70, 50}, .block = {7, 11}, .grid = {3, 1}});
  const LegalLayout legal = legal_layout_for(Routine::Svd, asked);
  CHECK(legal.layout.block() == Block{7, 7});
  CHECK(!legal.is_as_asked());
  CHECK(legal.keeps_places);
  CHECK(legal.reason == "its blocks are 7x11, but the routine takes square ones");
  const LegalLayout again = legal_layout_for(Routine::Svd, legal.layout);
  CHECK(again.is_as_asked());
  CHECK(again.layout == legal.layout);
}

TEST_CASE("legal_operand_for: right-hand sides have the row distribution of the matrix") {
  Choice choice(2);
  for (int round = 0; round < 500; ++round) {
    const int n = choice.between(1, 40);
    const RankMap ranks = choice.ranks(12);
    const Layout legal = legal_layout_for(Routine::Lu, choice.layout({n, n}, ranks)).layout;
    const Layout b =
        choice.layout({n, choice.between(0, 9)}, choice.one_in(2) ? ranks : choice.ranks(12));
    const LegalLayout operand = detail::legal_operand_for(Routine::Lu, legal, b);
    INFO(b.to_string());
    CHECK(operand.layout.rows() == legal.rows());
    CHECK(operand.layout.shape() == b.shape());
    CHECK(operand.layout.ranks() == ranks);
    CHECK(operand.is_as_asked() == (operand.layout == b));
    if (b.ranks() == ranks) CHECK(operand.keeps_places == is_same_distribution(operand.layout, b));
    if (b.ranks() != ranks) CHECK(contains(operand.reason, "another process grid"));
  }
}

TEST_CASE(
    "legal_layout_for: sizes beyond ScaLAPACK's 32 bits are an OverflowError before any call") {
  const auto ask = [](Shape shape, Block block) {
    return message_of<OverflowError>([&] {
      (void)legal_layout_for(Routine::Gemm,
                             Layout{{.shape = shape, .block = block, .grid = {1, 2}}});
    });
  };
  CHECK(contains(ask({int_max + 1, 1}, {1, 1}), "M is 2147483648"));
  CHECK(contains(ask({1, int_max + 1}, {1, 1}), "N is 2147483648"));
  CHECK(contains(ask({1, int_max}, {1, int_max}), "NB * NPCOL is"));
  CHECK(contains(ask({65536, 131072}, {64, 64}), "size of a local block is 4294967296"));
  CHECK(ask({46336, 92672}, {64, 64}) == "nothing was thrown");
  CHECK(ask({3, 3}, {Index{1} << 60, Index{1} << 60}) == "nothing was thrown");
}
