// SPDX-License-Identifier: BSD-3-Clause
#include "linalg/user_layout.hpp"

#include <algorithm>

namespace ashlar::bench {
namespace {

constexpr std::string_view names[] = {"64",      "rows",     "block7",   "48x80",
                                      "cyclic1", "one-rank", "row-major"};

}  // namespace

std::span<const std::string_view> user_layout_names() { return names; }

Layout user_layout(std::string_view name, Shape shape, int ranks) {
  expect(std::find(std::begin(names), std::end(names), name) != std::end(names),
         "there is no layout \"", name, "\"");
  const auto layout_of = [&](Block block, GridShape grid) {
    return Layout({.shape = shape, .block = block, .grid = grid});
  };
  if (name == "rows")
    return layout_of({std::max<Index>(1, (shape.rows + ranks - 1) / ranks), 64}, {ranks, 1});
  if (name == "block7") return layout_of({7, 7}, {ranks, 1});
  if (name == "48x80") return layout_of({48, 80}, {ranks, 1});
  if (name == "cyclic1") return layout_of({1, 1}, {1, ranks});
  if (name == "one-rank") return layout_of({64, 64}, {1, 1});
  return layout_of({64, 64}, {ranks, 1});
}

}  // namespace ashlar::bench
