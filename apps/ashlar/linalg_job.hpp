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

// What the verbs of linear algebra share.

namespace ashlar::apps {

/// What each of them can be told.
struct JobOptions {
  LayoutOptions layout;  ///< in which matrices are loaded
  Algorithm algorithm = Algorithm::Automatic;
  bool report = false, verbose = false, quiet = false, json = false, force = false;
};

void add_job_options(CLI::App& app, JobOptions& options);

/// Adds the required argument `name`, the matrix that `meaning` tells of.
void add_matrix(CLI::App& app, const std::string& name, std::string& path,
                const std::string& meaning);
/// Adds an option that names a file to write.
CLI::Option* add_output(CLI::App& app, const std::string& names, std::string& path,
                        const std::string& meaning);

/// The least of the four types of ScaLAPACK that holds `type`; integers become double.
DType scalar_type(DType type);
/// The least that holds both.
DType common_type(DType a, DType b);

/// f(tag) with the C++ type of `type`, which is one of scalar_type.
template <class F>
void visit_scalar(DType type, F f) {
  visit_element(type, [&](auto tag) {
    if constexpr (Scalar<typename decltype(tag)::type>) f(tag);
  });
}

/// @throws FileError naming the file, unless the matrix is square
void check_square(const std::string& path, Shape shape);
/// @throws FileError naming both files, unless B has as many rows as A
void check_same_rows(const std::string& a, Shape a_shape, const std::string& b, Shape b_shape);
/// 2^-53, in single precision 2^-24.
template <Scalar T>
constexpr double roundoff() {
  return static_cast<double>(std::numeric_limits<RealOf<T>>::epsilon()) / 2;
}

/// An error in units of what rounding explains; 0 where there is none, even of nothing.
inline double ratio(double error, double unit) { return error == 0 ? 0 : error / unit; }

/// Largest residuals that count as right, in such units: those of HPL and of ScaLAPACK's tests.
inline constexpr double largest_residual = 16, largest_spectral_residual = 20;

/// One run of a verb: it loads, times its stages, gathers what there is to say, saves, and prints.
/// All members are called on all ranks.
class Job {
 public:
  /// @param outputs  the files that are going to be written; empty names are none
  /// @throws ArgumentError if two of them are the same file
  /// @throws FileError if one exists, unless --force was given
  Job(mpi::CommunicatorView world, const JobOptions& options,
      const std::vector<std::string>& outputs = {});

  mpi::CommunicatorView world() const { return world_; }
  /// For the routine: the algorithm asked for, and where its note and its report go.
  LinalgOptions how() {
    return {.algorithm = options_.algorithm, .note = &note_, .report = &report_};
  }

  /// Announces a stage, which lasts until the next one, and is reported as `seconds[key]`.
  void begin(const std::string& key, const std::string& announcement);
  /// Ends the stage; gives its seconds.
  double end();
  /// Takes a part of the last stage for another one, which was within it.
  void split(const std::string& key, double seconds);

  template <Scalar T>
  DistMatrix<T> load(const std::string& path) const {
    return io::load_as<T>(path, grid_, blocking_);
  }
  /// A matrix in the layout of those that are loaded.
  template <Scalar T, class F>
  DistMatrix<T> make(Shape shape, F&& f) const {
    return generate<T>(grid_, shape, blocking_, std::forward<F>(f));
  }
  /// Nothing if `path` is empty.
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

  /// What the JSON says under `key`.
  void fact(const std::string& key, Json value) { json_[key] = std::move(value); }
  /// What the text says.
  void line(const std::string& text) { text_ += text + "\n"; }
  /// Layout and type of A.
  void matrix(const std::string& path, const Layout& layout, DType dtype);
  /// A number in units of rounding. The JSON has it as `key`, null if it is none.
  /// @throws ForeignError if it is above `limit`, or none: then nothing is to be written
  void residual(const std::string& key, const std::string& formula, double value, double limit);
  /// Rank 0's standard error and the JSON say it, also of a quiet run.
  void warn(const std::string& sentence);
  /// For the report only: the library has told it.
  void keep_warning(const std::string& sentence) { warnings_.push_back(sentence); }
  /// Records the algorithm that computed the result.
  /// @param which  Automatic: the requested algorithm, or the one of the library's report
  void algorithm(Algorithm which = Algorithm::Automatic);
  /// Warns if `condition` leaves no digit of what the sentence begins with.
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

/// A number as JSON; complex ones as [real, imaginary], and null for what JSON cannot say.
Json number(double value);
Json number(std::complex<double> value);

/// "3 -1 … 7 9", at most ten of them.
std::string listed(const std::vector<double>& values);
std::string listed(const std::vector<std::complex<double>>& values);

template <class T>
Json numbers(const std::vector<T>& values) {
  Json list = Json::array();
  for (const T& value : values) list.push_back(number(value));
  return list;
}

}  // namespace ashlar::apps
