// SPDX-License-Identifier: BSD-3-Clause
#include "dry_sweep.hpp"

namespace ashlar::node {
TeamWork LuCosts::factor(int k) const {
  TeamWork work = nothing();
  const Index m = rows(k), width = panels_.width(k);
  if (teams_.size == 1) {
    work.add([&](int) { return kernels_.lu_panel(number(m), number(width)); });
    work.end();
    return work;
  }
  for (Index first = 0; first < width; first += inner_block) {
    const Index last = std::min(first + inner_block, width);
    for (Index j = first; j < last; ++j) {
      work.add([&](int place) {
        const double done = number(j - first);
        return kernels_.columns(done * done + 2 * rows_from(place, m, j) * done, 1);
      });
      work.meet();
      work.add([&](int place) { return kernels_.columns(rows_from(place, m, j + 1), 1); });
    }
    const double inner = number(last - first), rest = number(width - last);
    work.add([&](int place) {
      return kernels_.triangle(inner, rest) +
             kernels_.product_in_cache(rows_from(place, m, last), rest, inner);
    });
  }
  work.end();
  return work;
}

TeamWork LuCosts::advance(int k, int j) const {
  TeamWork work = nothing();
  const double done = number(panels_.width(k));
  const Index width = panels_.width(j), below = n_ - panels_.end(k);
  work.meet();
  work.add([&](int place) {
    const double columns = number(teams_.share({0, width}, place).size());
    return kernels_.exchanges(done, columns) + kernels_.triangle(done, columns);
  });
  work.meet();
  work.add([&](int place) {
    return kernels_.product(number(teams_.share({0, below}, place).size()), number(width), done);
  });
  work.end();
  return work;
}

Cost LuCosts::update(int k, Index columns) const {
  const double width = number(panels_.width(k)), cols = number(columns);
  return kernels_.exchanges(width, cols) + kernels_.triangle(width, cols) +
         kernels_.product(number(n_ - panels_.end(k)), cols, width);
}

Cost LuCosts::finish(int k) const {
  return kernels_.late_exchanges(number(n_ - panels_.end(k)) * number(panels_.width(k)));
}

TeamWork QrCosts::factor(int k) const {
  TeamWork work = nothing();
  const Index m = rows(k), width = panels_.width(k);
  if (teams_.size == 1) {
    work.add([&](int) { return kernels_.qr_panel(number(m), number(width)); });
    work.end();
    return work;
  }
  for (Index first = 0; first < width; first += inner_block) {
    const Index last = std::min(first + inner_block, width);
    const double inner = number(last - first), others = number(width) - inner;
    const double right = number(width - last), left = number(first);
    for (Index j = first; j < last; ++j) {
      work.add(
          [&](int place) { return kernels_.columns(2 * rows_from(place, m, j + 1) * inner, 1); });
      work.meet();
      const double after = number(last - j - 1), before = number(j - first);
      work.add([&](int place) {
        return kernels_.columns(rows_from(place, m, j + 1) * (1 + 2 * after) + before * before,
                                1 + after);
      });
    }
    work.add([&](int place) {
      return kernels_.product_in_cache(inner, others, rows_from(place, m, first));
    });
    if (others > 0) work.meet();
    work.add([&](int place) {
      return kernels_.triangle(left, inner) + kernels_.triangle(inner, others) +
             kernels_.product_in_cache(rows_from(place, m, first), right, inner);
    });
  }
  work.end();
  return work;
}

TeamWork QrCosts::advance(int k, int j) const {
  TeamWork work = nothing();
  work.meet();
  work.add([&](int place) { return update(k, teams_.share({0, panels_.width(j)}, place).size()); });
  work.meet();
  return work;
}

Cost QrCosts::update(int k, Index columns) const {
  const double width = number(panels_.width(k)), cols = number(columns);
  const double below = number(n_ - panels_.end(k));
  const Cost triangle = kernels_.triangle(width, cols);
  return triangle + triangle + triangle + kernels_.product_in_cache(width, cols, below) +
         kernels_.product(below, cols, width);
}

}  // namespace ashlar::node
