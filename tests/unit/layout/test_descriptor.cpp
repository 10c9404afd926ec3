// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <array>
#include <limits>
#include <string>

#include <ashlar/layout/descriptor.hpp>

using namespace ashlar;

namespace {

constexpr int int_max = std::numeric_limits<int>::max();

const Layout layout({.shape = {9, 8}, .block = {2, 3}, .grid = {2, 3}, .source = {1, 2}});
const Descriptor good{1, 0, 9, 8, 2, 3, 1, 2, 5};

// The error text for `good` after `change` has invalidated one field.
template <class Change>
std::string complaint(Change&& change) {
  Descriptor descriptor = good;
  change(descriptor);
  return why_invalid(descriptor, {2, 3});
}

bool starts_with(const std::string& text, const std::string& start) {
  return text.compare(0, start.size(), start) == 0;
}

}  // namespace

static_assert(Descriptor::from_array({1, 2, 3, 4, 5, 6, 7, 8, 9}).to_array() ==
              std::array<int, 9>{1, 2, 3, 4, 5, 6, 7, 8, 9});

TEST_CASE("descriptor: the nine integers are in ScaLAPACK's order") {
  const std::array<int, 9> expected = {1, 7, 9, 8, 2, 3, 1, 2, 4};
  CHECK(Descriptor::of(layout, {0, 0}, 7).to_array() == expected);
  CHECK(Descriptor::from_array(expected) == Descriptor::of(layout, {0, 0}, 7));
  CHECK(good.to_string() == "DTYPE 1, CTXT 0, M 9, N 8, MB 2, NB 3, RSRC 1, CSRC 2, LLD 5");
}

TEST_CASE("descriptor: LLD is the local rows, at least 1, or the caller's larger value") {
  CHECK(Descriptor::of(layout, {1, 0}, 0).lld == 5);
  CHECK(Descriptor::of(layout, {1, 0}, 0, 12).lld == 12);
  CHECK(Descriptor::of(layout.with_shape({0, 8}), {0, 0}, 0).lld == 1);
  CHECK_THROWS_WITH_AS(Descriptor::of(layout, {1, 0}, 0, 4),
                       "descriptor: LLD is 4, but process (1,0) needs at least 5", ArgumentError);
  CHECK_THROWS_AS(Descriptor::of(layout, {1, 0}, 0, -1), ArgumentError);
  CHECK_THROWS_AS(Descriptor::of(layout, {1, 0}, 0, Index{int_max} + 1), OverflowError);
}

TEST_CASE("descriptor: a rank outside the grid has CTXT -1") {
  const Descriptor outside = Descriptor::outside(layout);
  CHECK(outside.ctxt == -1);
  CHECK(outside.lld == 1);
  CHECK(outside.m == 9);
}

TEST_CASE("descriptor: the layout comes back, rank maps and grid orders included") {
  const RankMap maps[] = {RankMap({2, 3}), RankMap({2, 3}, GridOrder::Column, 4),
                          RankMap({2, 3}, GridOrder::Row, std::vector<int>{5, 0, 9, 2, 1, 7})};
  for (const RankMap& map : maps) {
    const Layout placed(layout.rows(), layout.cols(), map);
    CHECK(why_no_descriptor(placed).empty());
    for (int p = 0; p < 2; ++p)
      for (int q = 0; q < 3; ++q) {
        const Descriptor descriptor = Descriptor::of(placed, {p, q}, 0, 9);
        CHECK(why_invalid(descriptor, {2, 3}, {p, q}).empty());
        CHECK(layout_of(descriptor, map) == placed);
      }
  }
}

TEST_CASE("descriptor: sizes up to 2^31 - 1 have one, larger ones have a reason") {
  const auto reason = [](Index m, Index mb, int p) {
    return why_no_descriptor(Layout({{m, 5}, {mb, 1}, {p, 1}, {}}));
  };
  CHECK(reason(int_max, 64, 4) == "");
  CHECK(reason(int_max, int_max, 1) == "");
  CHECK(starts_with(reason(Index{int_max} + 1, 64, 4), "M is 2147483648, but"));
  CHECK(reason(9, 1 << 30, 1) == "");
  CHECK(starts_with(reason(9, 1 << 30, 2), "MB * NPROW is 1073741824 * 2, but"));
  CHECK(reason(9, (1 << 30) - 1, 2) == "");
  CHECK(starts_with(reason(9, Index{1} << 62, 4), "MB * NPROW is 4611686018427387904 * 4, but"));

  const Layout wide({{1, Index{1} << 40}, {1, 64}, {1, 1}, {}});
  CHECK(starts_with(why_no_descriptor(wide), "N is 1099511627776, but"));
  CHECK_THROWS_AS(Descriptor::of(wide, {0, 0}, 0), ArgumentError);
  CHECK_THROWS_AS(Descriptor::outside(wide), ArgumentError);
}

TEST_CASE("descriptor: a foreign one is judged field by field") {
  CHECK(complaint([](Descriptor&) {}) == "");
  CHECK(starts_with(complaint([](Descriptor& d) { d.dtype = 501; }), "DTYPE is 501, but"));
  CHECK(starts_with(complaint([](Descriptor& d) { d.ctxt = -1; }), "CTXT is -1"));
  CHECK(starts_with(complaint([](Descriptor& d) { d.m = -1; }), "M is -1, but"));
  CHECK(starts_with(complaint([](Descriptor& d) { d.n = -2; }), "N is -2, but"));
  CHECK(starts_with(complaint([](Descriptor& d) { d.mb = 0; }), "MB is 0, but"));
  CHECK(starts_with(complaint([](Descriptor& d) { d.nb = -4; }), "NB is -4, but"));
  CHECK(starts_with(complaint([](Descriptor& d) { d.rsrc = 2; }), "RSRC is 2, but"));
  CHECK(starts_with(complaint([](Descriptor& d) { d.csrc = 3; }), "CSRC is 3, but"));
  CHECK(starts_with(complaint([](Descriptor& d) { d.csrc = -2; }), "CSRC is -2, but"));
  CHECK(starts_with(complaint([](Descriptor& d) { d.rsrc = -1; }), "RSRC is -1, PBLAS's sign"));
  CHECK(starts_with(complaint([](Descriptor& d) { d.lld = 0; }), "LLD is 0, but"));
}

TEST_CASE("descriptor: LLD is judged by the local rows of its process") {
  Descriptor descriptor = good;
  descriptor.lld = 4;
  CHECK(why_invalid(descriptor, {2, 3}) == "");
  CHECK(why_invalid(descriptor, {2, 3}, {0, 1}) == "");
  CHECK(why_invalid(descriptor, {2, 3}, {1, 1}) ==
        "LLD is 4, but process (1,1) keeps 5 local rows, so it must be at least 5");
}

TEST_CASE("descriptor: no layout comes of an invalid one") {
  Descriptor descriptor = good;
  descriptor.nb = 0;
  CHECK_THROWS_WITH_AS(layout_of(descriptor, RankMap({2, 3})),
                       "layout of a descriptor: NB is 0, but must be at least 1", ArgumentError);
}
