// SPDX-License-Identifier: BSD-3-Clause
#include "model/kernel_samples.hpp"

#include <algorithm>
#include <chrono>
#include <numeric>
#include <vector>

#include <ashlar/matrix/random.hpp>
#include <linalg/local/blas.hpp>
#include <linalg/local/geqrt.hpp>
#include <linalg/local/lapack.hpp>

#include "model/fit.hpp"
#include "support/timing.hpp"

namespace ashlar::bench {
namespace {

using local::Tile;
using node::KernelRates;
using node::Kernels;

constexpr int repeats = 3;
constexpr Index blocks[] = {64, 128, 192};

double number(Index n) { return static_cast<double>(n); }

// The middle of a few times of `run`, before each of which `prepare` runs.
template <class Prepare, class Run>
double timed(Prepare&& prepare, Run&& run) {
  std::vector<double> times;
  for (int i = 0; i < repeats; ++i) {
    prepare();
    const auto begin = std::chrono::steady_clock::now();
    run();
    times.push_back(
        std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return median_of(std::move(times));
}

// Matrices large enough that what a kernel reads comes from memory, as in a factorisation.
class Bench {
 public:
  explicit Bench(Index largest)
      : rows_(largest), cols_(largest / 2), a_(size()), b_(size()), t_(192 * 192) {
    const Uniform<double> random(3, -0.5, 0.5);
    for (std::size_t i = 0; i < size(); ++i) a_[i] = b_[i] = random(static_cast<Index>(i), 0);
  }

  void rates_of_products(KernelRates& rates, const auto& report) {
    std::vector<Sample> samples;
    for (const Index k : blocks)
      for (const Index m : heights())
        for (const Index n : {k, k / 4, Index{512}, cols_}) {
          const double plain = timed([] {},
                                     [&] {
                                       local::gemm<double>(-1, local::plain(a().part(0, 0, m, k)),
                                                           local::plain(a().part(0, 0, k, n)), 1,
                                                           b().part(0, 0, m, n));
                                     });
          const double turned =
              timed([] {},
                    [&] {
                      local::gemm<double>(1, local::conj_trans(a().part(0, 0, m, k)),
                                          local::plain(b().part(0, 0, m, n)), 1, wide(k, n));
                    });
          const double md = number(m), nd = number(n), kd = number(k);
          samples.push_back({[=](const Kernels& x) { return x.product(md, nd, kd); }, plain});
          samples.push_back({[=](const Kernels& x) { return x.product(kd, nd, md); }, turned});
        }
    report("product",
           fit(rates,
               {&KernelRates::product, &KernelRates::product_result, &KernelRates::product_factor},
               samples));
  }

  void rates_of_triangles(KernelRates& rates, const auto& report) {
    std::vector<Sample> samples;
    make_triangle();
    constexpr local::Triangle lower{Uplo::Lower, Op::None, Diag::Unit};
    constexpr local::Triangle turned{Uplo::Lower, Op::ConjTrans, Diag::NonUnit};
    for (const Index m : blocks)
      for (const Index n : heights()) {
        const Tile<const double> t{t_.data(), m, m, 192};
        const Tile<double> columns = b().part(0, 0, m, std::min(n, cols_));
        const double left =
            timed([] {}, [&] { local::trsm<double>(Side::Left, lower, 1, t, columns); });
        const double right = timed(
            [] {}, [&] { local::trsm<double>(Side::Right, turned, 1, t, b().part(0, 0, n, m)); });
        const double md = number(m), nd = number(n), cd = number(columns.cols);
        samples.push_back({[=](const Kernels& x) { return x.triangle(md, cd); }, left});
        samples.push_back({[=](const Kernels& x) { return x.triangle(md, nd); }, right});
      }
    report("triangle",
           fit(rates, {&KernelRates::triangle, &KernelRates::triangle_result}, samples));
  }

  void rates_of_panels(KernelRates& rates, const auto& report) {
    std::vector<Sample> lu, qr, squares;
    std::vector<int> pivots(192);
    for (const Index w : blocks) {
      for (const Index m : heights()) {
        const Tile<double> panel = b().part(0, 0, m, w);
        const auto fresh = [&] { copy(a().part(0, 0, m, w), panel); };
        const double md = number(m), wd = number(w);
        lu.push_back({[=](const Kernels& x) { return x.lu_panel(md, wd); },
                      timed(fresh, [&] { local::getrf(panel, pivots.data()); })});
        qr.push_back({[=](const Kernels& x) { return x.qr_panel(md, wd); }, timed(fresh, [&] {
                        local::geqrt(panel, Tile<double>{t_.data(), w, w, 192});
                      })});
      }
      const Tile<double> square = b().part(0, 0, w, w);
      const auto definite = [&] {
        copy(a().part(0, 0, w, w), square);
        for (Index j = 0; j < w; ++j) square(j, j) = number(w);
      };
      const double wd = number(w);
      squares.push_back({[=](const Kernels& x) { return x.cholesky_square(wd); },
                         timed(definite, [&] { local::potrf_lower(square); })});
    }
    report("lu_panel", fit(rates, {&KernelRates::lu_panel, &KernelRates::lu_panel_element}, lu));
    report("qr_panel", fit(rates, {&KernelRates::qr_panel, &KernelRates::qr_panel_element}, qr));
    report("cholesky_square",
           fit(rates, {&KernelRates::cholesky_square, &KernelRates::cholesky_square_element},
               squares));
  }

  void rates_of_columns(KernelRates& rates, const auto& report) {
    std::vector<Sample> samples;
    for (const Index m : heights())
      for (const Index n : {4, 8, 16}) {
        const double seconds =
            timed([] {},
                  [&] {
                    for (Index j = 0; j < 16; ++j)
                      local::gemv<double>(-1, local::plain(a().part(0, 0, m, n)),
                                          a().part(0, n, n, 1), 1, b().part(0, j, m, 1));
                  });
        const double flops = 16 * 2 * number(m) * number(n);
        samples.push_back({[=](const Kernels& x) { return x.columns(flops, 16); }, seconds});
      }
    report("column", fit(rates, {&KernelRates::column, &KernelRates::column_call}, samples));
  }

  void rates_of_exchanges(KernelRates& rates, const auto& report) {
    std::vector<Sample> samples, late;
    for (const Index m : heights()) {
      std::vector<Index> order(static_cast<std::size_t>(m));
      std::vector<int> pivots;
      const Uniform<double> random(5, 0, 1);
      std::iota(order.begin(), order.end(), Index{0});
      for (Index i = 0; i < m; ++i) {
        const auto other = i + static_cast<Index>(random(i, 1) * number(m - i));
        std::swap(order[static_cast<std::size_t>(i)], order[static_cast<std::size_t>(other)]);
        pivots.push_back(static_cast<int>(other) + 1);
      }
      for (const Index w : blocks) {
        const Tile<double> columns = b().part(0, 0, m, cols_);
        const double wd = number(w), cd = number(cols_);
        samples.push_back({[=](const Kernels& x) { return x.exchanges(wd, cd); },
                           timed([] {}, [&] { local::swap_rows(columns, pivots.data(), w); })});
      }
      std::vector<double> scratch(order.size());
      const double elements = number(m) * number(cols_);
      late.push_back({[=](const Kernels& x) { return x.late_exchanges(elements); },
                      timed([] {},
                            [&] {
                              for (Index j = 0; j < cols_; ++j) {
                                double* column = b().at(0, j);
                                for (std::size_t i = 0; i < order.size(); ++i)
                                  scratch[i] = column[order[i]];
                                std::copy(scratch.begin(), scratch.end(), column);
                              }
                            })});
    }
    report("exchange", fit(rates, {&KernelRates::exchange}, samples));
    report("late_exchange", fit(rates, {&KernelRates::late_exchange}, late));
  }

 private:
  std::size_t size() const { return static_cast<std::size_t>(rows_ * cols_); }
  Tile<double> a() { return {a_.data(), rows_, cols_, rows_}; }
  Tile<double> b() { return {b_.data(), rows_, cols_, rows_}; }
  // A result that is wide and low, as V^H C is.
  Tile<double> wide(Index rows, Index cols) {
    w_.resize(std::max(w_.size(), static_cast<std::size_t>(rows * cols)));
    return {w_.data(), rows, cols, rows};
  }
  std::vector<Index> heights() const { return {rows_ / 8, rows_ / 4, rows_ / 2, rows_}; }

  // Small beside the diagonal, so that solving many times keeps numbers in range.
  void make_triangle() {
    for (Index j = 0; j < 192; ++j)
      for (Index i = 0; i < 192; ++i) t_[static_cast<std::size_t>(i + j * 192)] = i == j ? 1 : 1e-4;
  }

  static void copy(const Tile<double>& from, const Tile<double>& to) {
    for (Index j = 0; j < to.cols; ++j) std::copy_n(from.at(0, j), to.rows, to.at(0, j));
  }

  Index rows_, cols_;
  std::vector<double> a_, b_, t_, w_;
};

}  // namespace

KernelRates measured_rates(Index largest, KernelRates rates,
                           const std::function<void(std::string_view, double)>& report) {
  Bench bench(largest);
  bench.rates_of_products(rates, report);
  bench.rates_of_triangles(rates, report);
  bench.rates_of_panels(rates, report);
  bench.rates_of_columns(rates, report);
  bench.rates_of_exchanges(rates, report);
  return rates;
}

}  // namespace ashlar::bench
