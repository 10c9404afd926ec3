// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/assembler.hpp>

#include <numeric>
#include <string>
#include <vector>

#include "random_indices.hpp"

using namespace ashlar;
using namespace ashlar::test;

TEST_CASE_TEMPLATE_DEFINE("get_values: any elements on any rank, of every type", T,
                          get_every_type) {
  for_each_layout(world(), [&](mpi::CommunicatorView comm, const Layout& layout) {
    const unsigned seed = seed_of<T>(layout);
    if (!is_tried<T>(seed)) return;
    DistMatrix<T> a(comm, layout);
    a.fill_with([](Index i, Index j) { return face<T>(i, j); });
    const Range rows{a.rows() / 3, a.rows()}, cols{a.cols() / 4, (a.cols() + 1) / 2};
    Draw random(seed + static_cast<unsigned>(comm.rank()));
    const auto r = random_indices(random, rows.size(), 30),
               c = random_indices(random, cols.size(), 30);
    const std::vector<T> values = get_values(a.view(rows, cols), r, c);
    bool ok = values.size() == r.size() * c.size();
    for (std::size_t j = 0; ok && j < c.size(); ++j)
      for (std::size_t i = 0; ok && i < r.size(); ++i)
        ok = values[i + j * r.size()] ==
             (r[i] < 0 || c[j] < 0 ? T{} : face<T>(rows.first + r[i], cols.first + c[j]));
    check_all(comm, ok, layout.to_string());
  });
}
TEST_CASE_TEMPLATE_APPLY(get_every_type, AllElements);

TEST_CASE("get_values: many elements, in several messages, into memory of any strides") {
  const int ranks = world().size();
  const Index n = 400;
  DistMatrix<double> a(world(), Layout({.shape = {n, n}, .block = {7, 5}, .grid = {1, ranks}}));
  a.fill_with([](Index i, Index j) { return static_cast<double>(i * 1000 + j); });
  std::vector<Index> all(static_cast<std::size_t>(n));
  std::iota(all.rbegin(), all.rend(), Index{0});
  std::vector<double> block(static_cast<std::size_t>(n * (n + 1)), -1);
  get_values_into(a, all, all, {block.data(), n, n, n + 1, 1});
  bool ok = true;
  for (Index i = 0; i < n; ++i)
    for (Index j = 0; j <= n; ++j)
      ok = ok && block[static_cast<std::size_t>(i * (n + 1) + j)] ==
                     (j < n ? static_cast<double>((n - 1 - i) * 1000 + n - 1 - j) : -1);
  check_all(world(), ok, "all elements backwards, the gaps untouched");
}

TEST_CASE("get_values: an index beyond the matrix on one rank is an error on all") {
  DistMatrix<double> a(world(), Layout({.shape = {4, 4}, .grid = {1, 1}}));
  const std::vector<Index> rows{world().rank() == world().size() - 1 ? 4 : 0}, cols{1};
  std::string text;
  try {
    (void)get_values(a, rows, cols);
  } catch (const ArgumentError& error) {
    text = error.what();
  }
  check_all(world(), text.find("get_values: row 4 is outside 0:4") != std::string::npos, text);
}

TEST_CASE("get_values: a block that is null on one rank is an error on all") {
  DistMatrix<double> a(world(), Layout({.shape = {4, 4}, .grid = {1, 1}}));
  const std::vector<Index> rows{0, 1}, cols{1};
  double memory[2];
  double* const block = world().rank() == world().size() - 1 ? nullptr : memory;
  CHECK_THROWS_WITH_AS(get_values_into(a, rows, cols, {block, 2, 1, 1, 2}),
                       "get_values: the block for 2x1 values is null", ArgumentError);
}
