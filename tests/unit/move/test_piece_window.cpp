// SPDX-License-Identifier: BSD-3-Clause
#include "move/exchange/piece_window.hpp"

#include <doctest/doctest.h>

#include <random>

using namespace ashlar;
using detail::buffers_for;
using detail::PieceBuffers;
using detail::PieceLoad;
using detail::PieceWindow;

TEST_CASE("piece window: buffers respect the request, the pieces and the memory bound") {
  std::mt19937_64 dice(31);
  const auto number = [&](Index first, Index last) {
    return std::uniform_int_distribution<Index>(first, last)(dice);
  };
  for (int round = 0; round < 20000; ++round) {
    const Index longest = number(0, 3) == 0 ? number(1, 60) : number(1, Index{3} << 20);
    const PieceLoad load{.partners = number(0, 40),
                         .pieces = number(1, 30),
                         .longest = longest,
                         .slot_bytes = longest + number(0, 127)};
    const PieceWindow window{.channels = static_cast<int>(number(1, 12)),
                             .depth = static_cast<int>(number(0, 5)),
                             .max_bytes = number(0, 1) * number(1, Index{20} << 20)};
    const PieceBuffers buffers = buffers_for(load, window);
    CHECK(buffers.channels <= load.partners);
    CHECK(buffers.channels <= window.channels);
    CHECK((buffers.channels > 0) == (load.partners > 0));
    CHECK(buffers.depth >= 1);
    CHECK(buffers.depth <= load.pieces);
    if (window.depth > 0) CHECK(buffers.depth <= window.depth);
    const Index count = buffers.channels * buffers.depth;
    if (window.max_bytes > 0 && count > 1) CHECK(count * load.slot_bytes <= window.max_bytes / 2);
    if (window.max_bytes == 0 && window.depth == 0 && load.pieces > 1 && load.partners > 0)
      CHECK(buffers.depth >= 2);
  }
}

TEST_CASE("piece window: few partners get more buffers each, long pieces fewer") {
  const auto depth = [](Index partners, Index longest) {
    return buffers_for(
               {.partners = partners, .pieces = 100, .longest = longest, .slot_bytes = longest}, {})
        .depth;
  };
  CHECK(depth(1, 1024) == 8);
  CHECK(depth(4, 1024) == 4);
  CHECK(depth(100, 1024) == 2);
  CHECK(depth(1, Index{512} << 10) == 4);
  CHECK(depth(1, Index{8} << 20) == 2);
}
