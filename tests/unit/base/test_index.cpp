// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <ashlar/base/index.hpp>

using namespace ashlar;

static_assert(Range{2, 5}.size() == 3 && !Range{2, 5}.empty() && Range{5, 5}.empty());

TEST_CASE("intersection: holds exactly the indices that both ranges hold") {
  int wrong = 0;
  for (Index a = 0; a < 6; ++a)
    for (Index b = a; b < 6; ++b)
      for (Index c = 0; c < 6; ++c)
        for (Index d = c; d < 6; ++d) {
          const Range both = detail::intersection({a, b}, {c, d});
          for (Index i = 0; i < 6; ++i) {
            const bool in_both = a <= i && i < b && c <= i && i < d;
            wrong += in_both != (both.first <= i && i < both.last);
          }
          wrong += both.size() < 0;
        }
  CHECK(wrong == 0);
}

TEST_CASE("range: an open end is closed where the indices end") {
  static_assert(closed(Range::all(), 7) == Range{0, 7});
  static_assert(closed(Range::from(3), 7) == Range{3, 7});
  static_assert(closed(Range{3, 5}, 7) == Range{3, 5});
  static_assert(closed(Range{3, 9}, 7) == Range{3, 9});
}
