// SPDX-License-Identifier: BSD-3-Clause
#include <sys/mman.h>
#include <unistd.h>

#include <cmath>

#include <ashlar/linalg/elementwise.hpp>
#include <ashlar/linalg/norm.hpp>
#include <ashlar/linalg/rows_and_cols.hpp>

#include "oracle.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

constexpr Index period = Index{1} << 24;
constexpr Index count = (Index{1} << 31) + 64;

/// `count` floats with a given period, in the memory of one period, whose pages are mapped
/// repeatedly.
class Periodic {
 public:
  Periodic() {
    const int file = memfd_create("period", 0);
    REQUIRE(ftruncate(file, bytes) == 0);
    void* room = mmap(nullptr, size, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    REQUIRE(room != MAP_FAILED);
    data_ = static_cast<float*>(room);
    for (std::size_t at = 0; at < size; at += bytes)
      REQUIRE(mmap(static_cast<std::byte*>(room) + at, bytes, PROT_READ | PROT_WRITE,
                   MAP_SHARED | MAP_FIXED, file, 0) != MAP_FAILED);
    close(file);
    for (Index k = 0; k < period; ++k) data_[k] = value(k);
  }
  ~Periodic() { munmap(data_, size); }
  Periodic(const Periodic&) = delete;
  Periodic& operator=(const Periodic&) = delete;

  static float value(Index k) { return static_cast<float>(k % period % 1001 - 300) / 512; }
  float* data() { return data_; }

  /// The sum of f(value) over all elements.
  template <class F>
  static long double sum(F&& f) {
    long double whole = 0, rest = 0;
    for (Index k = 0; k < period; ++k) {
      whole += f(static_cast<long double>(value(k)));
      if (k < count % period) rest += f(static_cast<long double>(value(k)));
    }
    return whole * static_cast<long double>(count / period) + rest;
  }

 private:
  static constexpr std::size_t bytes = period * sizeof(float);
  static constexpr std::size_t size = (count / period + 1) * bytes;
  float* data_;
};

bool is_near(double found, long double wanted, double bound) {
  return std::abs(found - wanted) <= bound * std::abs(wanted);
}

}  // namespace

TEST_CASE("BLAS-1 on 2^31 + 64 elements of one rank: every one counts once") {
  Periodic memory;
  const Layout column({.shape = {count, 1}, .block = {count, 1}, .grid = {1, 1}});
  const auto a = DistMatrix<float>::wrap(world(), column, {memory.data(), count});
  const auto squares = Periodic::sum([](long double x) { return x * x; });
  const auto sizes = Periodic::sum([](long double x) { return std::abs(x); });
  const auto total = Periodic::sum([](long double x) { return x; });

  CHECK(is_near(norm(a, Norm::Frobenius), std::sqrt(squares), 1e-7));
  CHECK(is_near(norm(a, Norm::One), sizes, 1e-7));
  CHECK(norm(a, Norm::Max) == 700.0f / 512);
  CHECK(is_near(dot(a, a), squares, 1e-7));
  CHECK(is_near(col_sums(a).front(), total, 1e-7));

  DistMatrix<float> b(world(), column, {.init = Init::Uninitialized});
  b.fill(1);
  add(a, b, {.alpha = 2, .beta = 4});  // b = 2 a + 4
  scale(b, 0.5F);                      // b = a + 2
  CHECK(is_near(dot(a, b), squares + 2 * total, 1e-7));
  bool same = true;
  for (Index k = 0; k < count; ++k) same = same && b.local().data[k] == Periodic::value(k) + 2;
  CHECK(same);
  add(a, b, {.alpha = -1});  // b = 2
  CHECK(is_near(dot(b, b), 4 * static_cast<long double>(count), 1e-7));
}
