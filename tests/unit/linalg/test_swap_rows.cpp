// SPDX-License-Identifier: BSD-3-Clause
#include <linalg/local/lapack.hpp>

#include <numeric>
#include <random>
#include <vector>

#include <doctest/doctest.h>

#include <ashlar/base/scalar.hpp>

using namespace ashlar;

TEST_CASE_TEMPLATE("swap_rows: every column has its rows in the order of the exchanges", T, float,
                   double, c64, c128) {
  std::mt19937 engine(3);
  for (const Index rows : {1, 2, 7, 100, 300})
    for (const Index cols : {1, 3, 4, 5, 9, 70})
      for (const Index count : {Index{0}, Index{1}, rows / 2, rows}) {
        const Index ld = rows + 3;
        const auto value = [](Index i, Index j) { return T(static_cast<RealOf<T>>(1000 * j + i)); };
        std::vector<T> memory(static_cast<std::size_t>(ld * cols));
        const local::Tile<T> a{memory.data(), rows, cols, ld};
        for (Index j = 0; j < cols; ++j)
          for (Index i = 0; i < ld; ++i) memory[static_cast<std::size_t>(j * ld + i)] = value(i, j);

        std::vector<Index> order(static_cast<std::size_t>(rows));
        std::iota(order.begin(), order.end(), Index{0});
        std::vector<int> pivots;
        for (Index i = 0; i < count; ++i) {
          const Index other = std::uniform_int_distribution<Index>(i, rows - 1)(engine);
          pivots.push_back(static_cast<int>(other) + 1);
          std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(other)]);
        }
        local::swap_rows(a, pivots.data(), count);

        Index wrong = 0;
        for (Index j = 0; j < cols; ++j)
          for (Index i = 0; i < ld; ++i) {
            const Index from = i < rows ? order[static_cast<std::size_t>(i)] : i;
            wrong += memory[static_cast<std::size_t>(j * ld + i)] == value(from, j) ? 0 : 1;
          }
        CHECK(wrong == 0);
      }
}
