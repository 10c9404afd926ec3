// SPDX-License-Identifier: BSD-3-Clause
// Pulls with arithmetic, streaming stores and absent sources, compared with a loop over the
// elements.
#include <doctest/doctest.h>

#include <cstring>
#include <vector>

#include "move/pull/combined_pull.hpp"

using namespace ashlar;
using namespace ashlar::detail;

namespace {

constexpr Index rows = 300, cols = 70, source_ld = 320, target_ld = 331;
constexpr float untouched = -1;

/// Tiles of `length` elements distributed cyclically over two shares, until `extent`.
std::vector<Tile> cyclic_tiles(Index extent, Index length) {
  std::vector<Tile> tiles;
  for (Index at = 0, k = 0; at < extent; at += length, ++k)
    tiles.push_back(
        {at, k / 2 * length, at, std::min(length, extent - at), static_cast<int>(k % 2)});
  return tiles;
}

/// The tile that contains index `at`.
const Tile& tile_of(const std::vector<Tile>& tiles, Index at) {
  std::size_t k = 0;
  while (at >= tiles[k].at + tiles[k].length) ++k;
  return tiles[k];
}

struct Case {
  bool turned, stream;
  Index length;
  detail::Triangle triangle;
  double alpha, beta;
};

/// Number of wrong elements after a pull from two sources, of which the second may be absent.
Index count_wrong(const Case& c, bool has_second) {
  std::vector<double> memory[2];
  for (int s = 0; s < 2; ++s)
    for (Index k = 0; k < source_ld * source_ld; ++k)
      memory[s].push_back(static_cast<double>((7 * k + s) % 101));
  const std::vector<Tile> along_tiles = cyclic_tiles(rows, c.length),
                          across_tiles = {{0, 0, 0, cols, 0}};
  Mosaic along, across;
  along.assign(along_tiles);
  across.assign(across_tiles);
  std::vector<float> target(static_cast<std::size_t>(target_ld * (cols + 1)), untouched);
  float* const first = target.data() + 3;  // not at a cache line

  Factors factors;
  const float alpha = static_cast<float>(c.alpha), beta = static_cast<float>(c.beta);
  std::memcpy(factors.alpha.data(), &alpha, sizeof alpha);
  std::memcpy(factors.beta.data(), &beta, sizeof beta);
  Index overflows = 0;
  const Combine combine(DType::Float64, DType::Float32, factors, false, &overflows);
  const auto bytes = [](const double* p) { return reinterpret_cast<const std::byte*>(p); };
  const std::vector<PullSource> sources{
      {bytes(memory[0].data()), source_ld},
      {has_second ? bytes(memory[1].data()) : nullptr, source_ld}};
  const Pull pull{.along = &along,
                  .across = &across,
                  .turned = c.turned,
                  .element_bytes = sizeof(double),
                  .triangle = c.triangle};
  pull_combined(pull, combine, sources, reinterpret_cast<std::byte*>(first), target_ld, kernels(),
                c.stream);

  Index wrong = 0;
  std::vector<float> expected(target.size(), untouched);
  for (Index j = 0; j < cols; ++j) {
    for (Index i = 0; i < rows; ++i) {
      const Tile& tile = tile_of(along_tiles, i);
      if (!c.triangle.contains(i, j) || (tile.share == 1 && !has_second)) continue;
      const Index a = tile.source_local + i - tile.at;
      const double x =
          memory[tile.share]
                [static_cast<std::size_t>(c.turned ? j + a * source_ld : a + j * source_ld)];
      expected[static_cast<std::size_t>(3 + i + j * target_ld)] =
          static_cast<float>(c.alpha * x + c.beta * untouched);
    }
  }
  for (std::size_t k = 0; k < target.size(); ++k) wrong += target[k] != expected[k];
  return wrong;
}

}  // namespace

TEST_CASE("combined pull: every element, past the caches or not, with all sources or without one") {
  for (bool turned : {false, true})
    for (bool stream : {false, true})
      for (Index length : {1, 5, 64, 300})
        for (const detail::Triangle& triangle :
             {detail::Triangle{}, detail::Triangle{Uplo::Lower, -20},
              detail::Triangle{Uplo::Upper, -150}})
          for (double beta : {0.0, 3.0}) {
            CAPTURE(turned);
            CAPTURE(stream);
            CAPTURE(length);
            CAPTURE(beta);
            CHECK(count_wrong({turned, stream, length, triangle, 2, beta}, true) == 0);
            CHECK(count_wrong({turned, stream, length, triangle, 2, beta}, false) == 0);
          }
}
