// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

#include <ashlar/base/detail/inline_vector.hpp>

using namespace ashlar;

namespace {

using List = detail::InlineVector<int, 4>;

List counting(int size) {
  List list;
  for (int k = 0; k < size; ++k) list.push_back(k);
  return list;
}

bool counts_to(const List& list, int size) {
  std::vector<int> expected(static_cast<std::size_t>(size));
  std::iota(expected.begin(), expected.end(), 0);
  return list.size() == size && list.empty() == (size == 0) &&
         std::equal(list.begin(), list.end(), expected.begin(), expected.end());
}

}  // namespace

TEST_CASE("inline vector: holds the added values, inside and on the heap") {
  for (int size = 0; size <= 20; ++size) {
    const List list = counting(size);
    CHECK(counts_to(list, size));
    const auto* const inside = reinterpret_cast<const char*>(&list);
    const auto* const data = reinterpret_cast<const char*>(list.data());
    CHECK((data >= inside && data < inside + sizeof(List)) == (size <= 4));
  }
}

TEST_CASE("inline vector: copies and moved vectors are independent of the original") {
  for (int from : {0, 3, 4, 5, 9})
    for (int to : {0, 2, 4, 6, 17}) {
      const List original = counting(from);
      List copy = original;
      copy.push_back(7);
      CHECK(counts_to(original, from));
      CHECK(copy.size() == from + 1);
      CHECK(copy.back() == 7);
      List assigned = counting(to);
      assigned = original;
      CHECK(assigned == original);
      List moved = std::move(assigned);
      CHECK(counts_to(moved, from));
      moved = counting(to);
      CHECK(counts_to(moved, to));
      moved.clear();
      CHECK(counts_to(moved, 0));
    }
}

TEST_CASE("inline vector: is made of a list, or of one value several times") {
  CHECK(List{0, 1, 2} == counting(3));
  CHECK(List{0, 1, 2, 3, 4, 5} == counting(6));
  CHECK(List(5, 3) == List{3, 3, 3, 3, 3});
  CHECK_FALSE(List{0, 1} == List{0, 1, 2});
  CHECK_FALSE(List{0, 1} == List{0, 2});
}
