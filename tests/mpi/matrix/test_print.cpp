// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/matrix/print.hpp>

#include <limits>

#include <ashlar/matrix/generate.hpp>

#include "mpi/matrix/layout_cases.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

/// True if `root` has exactly this text and the other ranks have none.
bool only_root_has(const std::string& text, const std::string& expected, int root = 0) {
  return text == (world().rank() == root ? expected : std::string());
}

}  // namespace

TEST_CASE("to_text: small matrices are shown whole, columns aligned, in any layout") {
  for_each_grid(world(), [](mpi::CommunicatorView comm, GridShape grid, GridOrder order) {
    const auto a = generate<double>(
        ProcessGrid(comm, grid, order), {3, 3}, {.block = {1, 2}},
        [](Index i, Index j) { return i == 1 && j == 1 ? -12.5 : double(i + 10 * j); });
    const std::string text = to_text(a);
    check_all(comm, text == (comm.rank() == 0 ? "0     10  20\n1  -12.5  21\n2     12  22\n" : ""),
              text);
  });
}

TEST_CASE("to_text: of large matrices the corners are shown") {
  const auto a =
      generate<std::int32_t>(ProcessGrid::balanced(world()), {1000, 2000}, {.block = {7, 5}},
                             [](Index i, Index j) { return static_cast<std::int32_t>(i + j); });
  const int root = world().size() - 1;
  const std::string text = to_text(a, {.max_rows = 3, .max_cols = 4, .root = root});
  check_all(world(),
            only_root_has(text,
                          "  0     1  …  1998  1999\n"
                          "  1     2  …  1999  2000\n"
                          "  …     …  …     …     …\n"
                          "999  1000  …  2997  2998\n",
                          root),
            text);
}

TEST_CASE("to_text: a view, 8-bit numbers, complex numbers, digits and no numbers") {
  const auto grid = ProcessGrid::balanced(world());
  const auto bytes = generate<std::int8_t>(grid, {4, 4}, {.block = {1, 1}}, [](Index i, Index j) {
    return static_cast<std::int8_t>(65 + 4 * i - j);
  });
  check_all(world(), only_root_has(to_text(bytes.view({1, 3}, {2, 4})), "67  66\n71  70\n"),
            "view of bytes");
  const auto c = generate<c64>(grid, {1, 3}, {.block = {1, 1}}, [](Index, Index j) {
    return c64(1.0F / static_cast<float>(j + 1),
               j == 1 ? -2.0F : std::numeric_limits<float>::quiet_NaN());
  });
  const std::string text = to_text(c, {.precision = 3});
  check_all(world(), only_root_has(text, "1+nani  0.5-2i  0.333+nani\n"), text);
}

TEST_CASE("to_text: an empty matrix is called empty") {
  const DistMatrix<double> a(ProcessGrid::balanced(world()), {0, 5});
  check_all(world(), only_root_has(to_text(a), "(empty 0x5 matrix)\n"), "empty");
}

TEST_CASE("to_text: options out of range are refused") {
  const DistMatrix<double> a(ProcessGrid::balanced(world()), {2, 2});
  CHECK_THROWS_AS(to_text(a, {.max_rows = 1}), ArgumentError);
  CHECK_THROWS_AS(to_text(a, {.precision = 0}), ArgumentError);
  CHECK_THROWS_WITH_AS(to_text(a, {.root = world().size()}), doctest::Contains("root is rank"),
                       ArgumentError);
}
