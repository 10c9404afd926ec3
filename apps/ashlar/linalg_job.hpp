// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <complex>
#include <limits>
#include <string>
#include <vector>

#include <CLI/CLI.hpp>

#include <ashlar/io/files.hpp>
#include <ashlar/linalg/options.hpp>
#include <ashlar/matrix/generate.hpp>

#include "outputs.hpp"
#include "report.hpp"
#include "support/options.hpp"

// Common parts of the verbs of linear algebra.

namespace ashlar::apps {

/// Common options of the verbs.
struct JobOptions {
  LayoutOptions layout;  ///< of loaded matrices
  io::FileHints hints;   ///< of all inputs
  Algorithm algorithm = Algorithm::Automatic;
  bool report = false, verbose = false, quiet = false, json = false, force = false;
};

void add_job_options(CLI::App& app, JobOptions& options);

/// Adds the required argument `name`, a matrix described by `meaning`.
void add_matrix(CLI::App& app, const std::string& name, std::string& path,
                const std::string& meaning);
/// Adds an option for an output file.
CLI::Option* add_output(CLI::App& app, const std::string& names, std::string& path,
                        const std::string& meaning);

/// Smallest of the four ScaLAPACK types that holds `type`; double for integers.
DType scalar_type(DType type);
/// Smallest type that holds both.
DType common_type(DType a, DType b);

/// Calls f(tag) with the C++ type of `type`, a result of scalar_type.
template <class F>
void visit_scalar(DType type, F f) {
  visit_element(type, [&](auto tag) {
    if constexpr (Scalar<typename decltype(tag)::type>) f(tag);
  });
}

/// @throws FileError naming the file, unless the matrix is square
void check_square(const std::string& path, Shape shape);
/// @throws FileError naming both files, unless A and B have equal numbers of rows
void check_same_rows(const std::string& a, Shape a_shape, const std::string& b, Shape b_shape);
/// Unit roundoff: 2^-53, in single precision 2^-24.
template <Scalar T>
constexpr double roundoff() {
  return static_cast<double>(std::numeric_limits<RealOf<T>>::epsilon()) / 2;
}

/// Error in units of rounding; 0 for a zero error, even if `unit` is 0.
inline double ratio(double error, double unit) { return error == 0 ? 0 : error / unit; }

/// Limits of accepted residuals in units of rounding, as in HPL and ScaLAPACK's tests.
inline constexpr double largest_residual = 16, largest_spectral_residual = 20;

/// Run of a verb: loads, times stages, collects results, saves and prints. All members are called
/// on all ranks.
class Job {
 public:
  /// @param outputs  output files; empty names are ignored
  /// @throws ArgumentError if two of them are the same file
  /// @throws FileError if one exists, without --force
  Job(mpi::CommunicatorView world, const JobOptions& options,
      const std::vector<std::string>& outputs = {});

  mpi::CommunicatorView world() const { return world_; }
  /// Options of the routine: requested algorithm, and destinations of its note and report.
  LinalgOptions how() {
    return {.algorithm = options_.algorithm, .note = &note_, .report = &report_};
  }

  /// Starts a stage, which ends at the next one; reported as `seconds[key]`.
  void begin(const std::string& key, const std::string& announcement);
  /// Ends the stage. Returns its seconds.
  double end();
  /// Assigns a part of the last stage's seconds to another stage.
  void split(const std::string& key, double seconds);

  template <Scalar T>
  DistMatrix<T> load(const std::string& path) const {
    return io::load_as<T>(path, grid_, blocking_, {.file = options_.hints});
  }
  /// Generates a matrix in the layout of loaded ones.
  template <Scalar T, class F>
  DistMatrix<T> make(Shape shape, F&& f) const {
    return generate<T>(grid_, shape, blocking_, std::forward<F>(f));
  }
  /// Does nothing for an empty `path`.
  template <Scalar T>
  void save(const std::string& path, const DistMatrix<T>& a, int dimensions = 2) {
    if (path.empty()) return;
    begin("written", "writing " + path);
    io::save(path, a, {.dimensions = dimensions});
    end();
  }
  template <Scalar T>
  void save(const std::string& path, const std::vector<T>& v) {
    if (path.empty()) return;
    const auto at = [&](Index i, Index) { return v[static_cast<std::size_t>(i)]; };
    save(path, make<T>({static_cast<Index>(v.size()), 1}, at), 1);
  }

  /// Sets a field of the JSON output.
  void fact(const std::string& key, Json value) { json_[key] = std::move(value); }
  /// Adds a line to the text output.
  void line(const std::string& text) { text_ += text + "\n"; }
  /// Reports layout and type of A.
  void matrix(const std::string& path, const Layout& layout, DType dtype);
  /// Reports a number in units of rounding as `key`; null in JSON if it is not finite.
  /// @throws ForeignError if it is above `limit` or NaN: no output is written then
  void residual(const std::string& key, const std::string& formula, double value, double limit);
  /// Prints a warning on rank 0's standard error, also with --quiet, and adds it to the JSON.
  void warn(const std::string& sentence);
  /// Adds a warning to the report only; the library has printed it.
  void keep_warning(const std::string& sentence) { warnings_.push_back(sentence); }
  /// Reports the algorithm of the result.
  /// @param which  Automatic: the requested algorithm, or that of the library's report
  void algorithm(Algorithm which = Algorithm::Automatic);
  /// Warns if `condition` leaves no correct digit of `subject`.
  void condition(double condition, double eps, const std::string& subject);

  void print();

 private:
  mpi::CommunicatorView world_;
  const JobOptions& options_;
  ProcessGrid grid_;
  Blocking blocking_;
  Steps steps_;
  std::string stage_, note_, text_;
  LinalgReport report_;
  std::vector<std::string> warnings_;
  std::vector<std::pair<std::string, double>> seconds_;
  Json json_ = Json::object();
};

/// JSON of a number: [real, imaginary] for complex ones, null for NaN and infinities.
Json number(double value);
Json number(std::complex<double> value);

/// "3 -1 … 7 9", at most ten numbers.
std::string listed(const std::vector<double>& values);
std::string listed(const std::vector<std::complex<double>>& values);

template <class T>
Json numbers(const std::vector<T>& values) {
  Json list = Json::array();
  for (const T& value : values) list.push_back(number(value));
  return list;
}

}  // namespace ashlar::apps
