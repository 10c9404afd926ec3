// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/norm2_estimate.hpp>

#include <ashlar/linalg/elementwise.hpp>
#include <ashlar/linalg/given_spectrum.hpp>

#include "vector_cases.hpp"

using namespace ashlar;
using namespace ashlar::test;

TEST_CASE_TEMPLATE("norm2_estimate: the largest singular value, from below", T, float, double, c64,
                   c128) {
  Choice choice(51);
  for (const Shape shape : {Shape{1, 1}, {2, 5}, {57, 30}, {40, 100}}) {
    const auto sigma = falling_to(std::min(shape.rows, shape.cols), 1e3);
    const auto a =
        random_with_singular_values<T>(world(), choice.layout(shape, world().size()), sigma, 3);
    const Norm2Estimate found = norm2_estimate(a);
    check_all(world(), found.has_converged, "did not converge");
    check_all(world(), found.value <= 1 + 60 * static_cast<double>(eps_of<T>) && found.value > 0.98,
              concat("estimate ", found.value, " after ", found.iterations));
    const Norm2Estimate again = norm2_estimate(a);
    check_all(world(), again.value == found.value, "another result in the second run");
  }
}

TEST_CASE("norm2_estimate: a tight tolerance gives the norm, a short run says so") {
  Choice choice(52);
  std::vector<double> sigma(30, 1);
  sigma[4] = 3;
  const auto a = random_with_singular_values<double>(
      world(), choice.layout({30, 40}, world().size()), sigma, 1);
  const auto fine = norm2_estimate(a, {.tolerance = 1e-15, .max_iterations = 500});
  check_all(world(), std::abs(fine.value - 3) < 1e-13, concat(fine.value, " instead of 3"));
  const auto brief = norm2_estimate(a, {.tolerance = 0, .max_iterations = 2});
  check_all(world(), brief.iterations == 2 && !brief.has_converged, "ran on");
}

TEST_CASE("norm2_estimate: nothing overflows, NaN and infinity come through") {
  Choice choice(53);
  DistMatrix<double> a(world(), choice.layout({10, 10}, world().size()));
  check_all(world(), norm2_estimate(a).value == 0, "zero has another norm");
  for (const double x : {1e307, 1e-300, 5e-324}) {
    a.fill(x);
    const double found = norm2_estimate(a).value;
    check_all(world(), std::abs(found / x / 10 - 1) < 1e-12, concat(found, " for ", x));
  }
  a.set(3, 4, std::numeric_limits<double>::infinity());
  check_all(world(), std::isinf(norm2_estimate(a).value), "infinity is lost");
  a.set(5, 4, std::numeric_limits<double>::quiet_NaN());
  check_all(world(), std::isnan(norm2_estimate(a).value), "NaN is lost");
  check_refused("tolerance -1", [&] { (void)norm2_estimate(a, {.tolerance = -1}); });
  const DistMatrix<double> none(world(), a.layout().with_shape({0, 5}));
  check_all(world(), norm2_estimate(none).value == 0, "an empty matrix has another norm");
}
