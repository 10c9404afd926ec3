// SPDX-License-Identifier: BSD-3-Clause
// Carbon dioxide at Mauna Loa: forecast of later years by Gaussian-process regression.
//
// Covariance and parameters are those of Rasmussen and Williams, Gaussian Processes for Machine
// Learning (MIT Press 2006), section 5.4.3: a long trend, a slowly changing yearly cycle,
// irregularities over some years, and correlated weather. K is the covariance of the known months,
// C that of the others with them: C K^-1 y is the forecast, and the remaining variance gives its
// band.
#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <numeric>

#include <ashlar/io/files.hpp>
#include <ashlar/linalg/cholesky.hpp>
#include <ashlar/linalg/condition.hpp>
#include <ashlar/linalg/elementwise.hpp>
#include <ashlar/linalg/gemm.hpp>
#include <ashlar/linalg/rows_and_cols.hpp>
#include <ashlar/move/copy.hpp>
#include <ashlar/move/gather.hpp>
#include <ashlar/mpi/process_grid.hpp>

#include "demo.hpp"
#include "support/command_line.hpp"

namespace {

using namespace ashlar;
using namespace ashlar::demos;

constexpr Index known = 348;  // 1959 to 1987; the series ends in 1997
constexpr Index ahead = 240;  // 1988 to 2007
constexpr double noise = 0.19 * 0.19;
constexpr double log_likelihood_by_numpy = -68.749998383;  // data/make_answers.py

double year_of(Index month) { return 1959 + static_cast<double>(month) / 12; }

double square(double x) { return x * x; }

// Equations 5.15 to 5.18, in ppm and years.
double covariance(double s, double t) {
  const double d = square(s - t);
  const double trend = square(66) * std::exp(-d / (2 * square(67)));
  const double wave = std::sin(std::numbers::pi * (s - t));
  const double season =
      square(2.4) * std::exp(-d / (2 * square(90)) - 2 * square(wave) / square(1.3));
  const double medium = square(0.66) * std::pow(1 + d / (2 * 0.78 * square(1.2)), -0.78);
  const double weather = square(0.18) * std::exp(-d / (2 * square(1.6 / 12)));
  return trend + season + medium + weather;
}

struct Forecast {
  std::vector<double> mean, deviation;
  double log_likelihood = 0;
};

// Months after the known ones.
Forecast forecast(const ProcessGrid& grid, const std::vector<double>& measured) {
  const double mean = std::accumulate(measured.begin(), measured.begin() + known, 0.0) / known;
  DistMatrix<double> k(grid, {known, known}), cross(grid, {known, ahead}), y(grid, {known, 1});
  k.fill_with(
      [](Index i, Index j) { return covariance(year_of(i), year_of(j)) + (i == j ? noise : 0); });
  cross.fill_with([](Index i, Index j) { return covariance(year_of(i), year_of(known + j)); });
  y.fill_with([&](Index i, Index) { return measured[i] - mean; });

  const auto factor = cholesky_factor(k);
  const auto weights = factor.solve(y);
  const double fit = dot(y, weights);
  const auto shift = gemm(transpose(cross), weights);

  // Diagonal of C K^-1 C^T: the variance that the known months explain.
  auto known_of = factor.solve(cross);
  hadamard(cross, known_of);

  Forecast result{gather_all(shift), col_sums(known_of)};
  for (double& m : result.mean) m += mean;
  for (double& d : result.deviation) d = std::sqrt(covariance(0, 0) + noise - d);
  result.log_likelihood =
      -fit / 2 - log_determinant(factor).log_abs / 2 - known / 2.0 * std::log(2 * std::numbers::pi);
  return result;
}

// Columns: year, measured, forecast, and the ends of its band of 95 %; NaN for missing values.
DistMatrix<double> table_of(const ProcessGrid& grid, const std::vector<double>& measured,
                            const Forecast& result) {
  DistMatrix<double> table(grid, {known + ahead, 5});
  table.fill_with([&](Index month, Index column) {
    const Index later = month - known;
    if (column == 0) return year_of(month);
    if (column == 1 && month < std::ssize(measured)) return measured[month];
    if (column == 1 || later < 0) return std::nan("");
    const double width = column == 2 ? 0.0 : column == 3 ? -1.96 : 1.96;
    return result.mean[later] + width * result.deviation[later];
  });
  return table;
}

// Largest difference from NumPy's forecast, in ppm.
double difference(const Forecast& result, const std::vector<double>& numpy) {
  double largest = 0;
  for (Index m = 0; m < ahead; ++m)
    largest = std::max({largest, std::abs(result.mean[m] - numpy[m]),
                        std::abs(result.deviation[m] - numpy[ahead + m])});
  return largest;
}

void run(mpi::CommunicatorView comm, const std::string& data, const std::string& out) {
  const auto grid = ProcessGrid::balanced(comm);
  const auto measured = gather_all(io::load<double>(data + "/co2.npy", grid));
  const auto numpy = gather_all(io::load<double>(data + "/co2_forecast.npy", grid));

  Steps steps(comm);
  const Forecast result = forecast(grid, measured);
  steps.done(fmt::format("foretold {} months from {} by Cholesky", ahead, known));

  double squares = 0;
  Index inside = 0;
  const Index later = std::ssize(measured) - known;
  for (Index m = 0; m < later; ++m) {
    const double error = measured[known + m] - result.mean[m];
    squares += error * error;
    if (std::abs(error) < 1.96 * result.deviation[m]) ++inside;
  }
  say(comm, fmt::format("log marginal likelihood {:.6f}, NumPy's {:.6f}", result.log_likelihood,
                        log_likelihood_by_numpy));
  say(comm, fmt::format("ten years ahead: {:.2f} ppm off (root mean square), {} of {} months "
                        "inside the band of 95 %",
                        std::sqrt(squares / static_cast<double>(later)), inside, later));
  draw(table_of(grid, measured, result), out + "/co2.svg");

  verify(comm, std::abs(result.log_likelihood - log_likelihood_by_numpy) < 1e-5,
         "NumPy's log marginal likelihood");
  const double off = difference(result, numpy);
  verify(comm, off < 1e-6, fmt::format("NumPy's forecast and band, within {:.0e} ppm", off));
  verify(comm, 10 * inside >= 9 * later, "nine of ten months that it never saw lie in the band");
}

}  // namespace

int main(int argc, char** argv) {
  std::string data, out = ".";
  ashlar::apps::CommandLine line(
      "Foretell the carbon dioxide at Mauna Loa by Gaussian-process regression",
      "mpirun -n 4 co2 apps/demos/data");
  line.add("data", data, "folder of co2.npy and co2_forecast.npy");
  line.add("--out", out, "folder that gets co2.csv and co2.svg");
  return line.run(argc, argv, [&](mpi::CommunicatorView world) { run(world, data, out); });
}
