// SPDX-License-Identifier: BSD-3-Clause
#include <doctest/doctest.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include <ashlar/layout/array_transfers.hpp>

using namespace ashlar;

TEST_CASE("array op: an Op is a permutation of two dimensions and a conjugation") {
  CHECK(detail::ArrayOp::of(Op::None) == detail::ArrayOp::identity(2));
  CHECK(detail::ArrayOp::of(Op::Trans) == detail::ArrayOp{{1, 0}, false});
  CHECK(detail::ArrayOp::of(Op::ConjTrans) == detail::ArrayOp{{1, 0}, true});
}

TEST_CASE("array op: the inverse brings every dimension back, for all permutations up to six") {
  for (int n = 0; n <= 6; ++n) {
    std::vector<int> axes(static_cast<std::size_t>(n));
    std::iota(axes.begin(), axes.end(), 0);
    do {
      const detail::ArrayOp op = detail::ArrayOp::permutation(axes), back = op.inverse();
      CHECK(op.ndims() == n);
      for (int d = 0; d < n; ++d) {
        CHECK(op.source_dim(d) == axes[static_cast<std::size_t>(d)]);
        CHECK(op.target_dim(op.source_dim(d)) == d);
        CHECK(back.source_dim(op.source_dim(d)) == d);
      }
    } while (std::next_permutation(axes.begin(), axes.end()));
  }
}

TEST_CASE("array op: elements travel along the source's fastest dimension, then the target's") {
  const auto order = [](detail::ArrayOp op, StorageOrder source, StorageOrder target) {
    const detail::DimList list = op.wire_order(source, target);
    return std::vector<int>(list.begin(), list.end());
  };
  using List = std::vector<int>;
  const auto f = StorageOrder::Fortran, c = StorageOrder::C;
  CHECK(order(detail::ArrayOp::of(Op::None), f, f) == List{0, 1});
  CHECK(order(detail::ArrayOp::of(Op::Trans), f, f) == List{1, 0});
  CHECK(order(detail::ArrayOp::of(Op::None), c, c) == List{1, 0});
  CHECK(order(detail::ArrayOp::identity(3), c, c) == List{2, 1, 0});
  CHECK(order(detail::ArrayOp::identity(3), c, f) == List{2, 0, 1});
  CHECK(order(detail::ArrayOp::identity(1), f, c) == List{0});
  // The target's dimensions are the source's 2, 0, 1.
  const detail::ArrayOp turned = detail::ArrayOp::permutation(List{2, 0, 1});
  CHECK(order(turned, f, f) == List{1, 0, 2});
  CHECK(order(turned, c, c) == List{0, 2, 1});
}
