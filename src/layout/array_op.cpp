// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/array_transfers.hpp>

#include <algorithm>

namespace ashlar {

detail::ArrayOp detail::ArrayOp::of(Op op) {
  return {is_transposing(op) ? detail::DimList{1, 0} : detail::DimList{0, 1}, op == Op::ConjTrans};
}

detail::ArrayOp detail::ArrayOp::identity(int ndims) {
  detail::ArrayOp op;
  for (int d = 0; d < ndims; ++d) op.axes.push_back(d);
  return op;
}

int detail::ArrayOp::target_dim(int s) const {
  return static_cast<int>(std::find(axes.begin(), axes.end(), s) - axes.begin());
}

detail::ArrayOp detail::ArrayOp::inverse() const {
  detail::ArrayOp back{detail::DimList(ndims(), 0), conjugates};
  for (int d = 0; d < ndims(); ++d) back.axes[axes[d]] = d;
  return back;
}

detail::DimList detail::ArrayOp::wire_order(StorageOrder source, StorageOrder target) const {
  const int n = ndims();
  detail::DimList order;
  for (int k = 0; k < n; ++k)
    order.push_back(target_dim(source == StorageOrder::Fortran ? k : n - 1 - k));
  const int fastest = target == StorageOrder::Fortran ? 0 : n - 1;
  int* const turned = std::find(order.begin(), order.end(), fastest);
  if (turned > order.begin() + 1) std::rotate(order.begin() + 1, turned, turned + 1);
  return order;
}

}  // namespace ashlar
