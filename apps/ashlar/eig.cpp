// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/linalg/eigen.hpp>
#include <ashlar/linalg/elementwise.hpp>
#include <ashlar/linalg/rows_and_cols.hpp>
#include <ashlar/move/mirror.hpp>

#include "commands.hpp"
#include "linalg_job.hpp"
#include "orthogonality.hpp"
#include "standard_input.hpp"

namespace ashlar::apps {
namespace {

struct EigArguments {
  std::string a, b, values, vectors;
  std::optional<Range> range;
  std::optional<std::pair<double, double>> interval;
  std::optional<Uplo> triangle;  ///< stored triangle; nullopt: A must be Hermitian
  bool general = false;
  JobOptions job;
};

template <Scalar T>
double size(const DistMatrix<T>& a) {
  return static_cast<double>(norm(a, Norm::One));
}

/// A with both triangles, completed by the options.
/// @throws FileError if they name no triangle and A is not Hermitian up to rounding
template <Scalar T>
DistMatrix<T> load_hermitian(const Job& job, const EigArguments& options, const std::string& path) {
  auto a = job.load<T>(path);
  if (options.triangle) {
    mirror_into(a, a, *options.triangle);
    return a;
  }
  auto skew = conj_transpose(a);
  add(a, skew, {.alpha = T(-1)});
  const double most = norm(skew, Norm::Max), largest = norm(a, Norm::Max);
  constexpr double rounding = 100;
  if (most > rounding * roundoff<T>() * largest)
    throw FileError(
        path, concat("is not ", is_complex<T> ? "Hermitian" : "symmetric", ": |A - A'| is ", most,
                     "; give --general, or --symmetric lower to read a triangle"));
  return a;
}

/// |A Z - B Z L| / (n eps |A| |Z|); B defaults to the identity.
template <Scalar T, class V>
double pair_residual(const DistMatrix<T>& a, const DistMatrix<T>* b, const DistMatrix<T>& z,
                     const std::vector<V>& values) {
  auto rest = gemm(a, z);
  auto zl = b ? gemm(*b, z) : z.copy();
  scale_cols(zl, std::vector<T>(values.begin(), values.end()));
  add(zl, rest, {.alpha = T(-1)});
  return ratio(size(rest),
               static_cast<double>(a.rows()) * roundoff<T>() * size(a) * std::max(1.0, size(z)));
}

/// |sum of the values - trace of A| / (n eps |A|).
template <Scalar T, class V>
double trace_residual(const DistMatrix<T>& a, const std::vector<V>& values) {
  c128 sum = -c128(trace(a));
  for (const V value : values) sum += c128(value);
  return ratio(std::abs(sum), static_cast<double>(a.rows()) * roundoff<T>() *
                                  static_cast<double>(norm(a, Norm::Frobenius)));
}

template <class V>
void tell(Job& job, const EigArguments& options, const std::vector<V>& values) {
  job.fact("count", values.size());
  if (options.values.empty()) job.fact("values", numbers(values));
  job.line(fmt::format("{} eigenvalues {}", values.size(), listed(values)));
}

template <Scalar T>
void symmetric_files(Job& job, const EigArguments& options, Index n) {
  job.begin("read", "reading");
  const auto a = load_hermitian<T>(job, options, options.a);
  std::optional<DistMatrix<T>> b;
  if (!options.b.empty()) b = load_hermitian<T>(job, options, options.b);
  job.end();
  job.matrix(options.a, a.layout(), dtype_of<T>());

  SymmetricEigenOptions how = {.vectors = !options.vectors.empty(), .how = job.how()};
  if (options.range) {
    const Range range = resolve_range(*options.range, n, "--range");
    how.range = EigenRange::by_index(range.first, range.last);
  }
  if (options.interval)
    how.range = EigenRange::by_value(options.interval->first, options.interval->second);
  job.begin("decomposed", "decomposing");
  const auto e = b ? symmetric_eigen(a, *b, how) : symmetric_eigen(a, how);
  job.end();
  job.algorithm(e.algorithm);
  job.fact("first", e.first);
  tell(job, options, std::vector<double>(e.values.begin(), e.values.end()));

  constexpr double limit = largest_spectral_residual;
  job.begin("checked", "checking");
  if (how.vectors) {
    const double residual = pair_residual(a, b ? &*b : nullptr, e.vectors, e.values);
    const double angle = b ? 0 : orthogonality(e.vectors);
    job.end();
    job.residual("scaled_residual",
                 b ? "|A Z - B Z L| / (n eps |A| |Z|)" : "|A Z - Z L| / (n eps |A| |Z|)", residual,
                 limit);
    if (!b) job.residual("orthogonality", "|Z' Z - I| / (n eps)", angle, limit);
  } else if (!b && how.range.kind == EigenRange::Kind::All) {
    const double residual = trace_residual(a, e.values);
    job.end();
    job.residual("scaled_residual", "|sum - trace| / (n eps |A|)", residual, limit);
  }
  job.save(options.values, e.values);
  job.save(options.vectors, e.vectors);
}

template <Scalar T>
void general_file(Job& job, const EigArguments& options) {
  job.begin("read", "reading");
  const auto a = job.load<T>(options.a);
  job.end();
  job.matrix(options.a, a.layout(), dtype_of<T>());

  job.begin("decomposed", "decomposing");
  using Complex = typename GeneralEigen<T>::Complex;
  GeneralEigen<T> e;
  if (options.vectors.empty()) e.values = eigenvalues(a, job.how());
  else e = general_eigen(a, job.how());
  job.end();
  job.algorithm(Algorithm::OneRank);
  tell(job, options, std::vector<c128>(e.values.begin(), e.values.end()));

  job.begin("checked", "checking");
  const bool vectors = !options.vectors.empty();
  const double residual = vectors ? pair_residual<Complex>(redistribute<Complex>(a, a.layout()),
                                                           nullptr, e.vectors, e.values)
                                  : trace_residual(a, e.values);
  job.end();
  // For a badly scaled A, balancing improves small values and increases this residual.
  job.residual("scaled_residual",
               vectors ? "|A Z - Z L| / (n eps |A| |Z|)" : "|sum - trace| / (n eps |A|)", residual,
               std::numeric_limits<double>::infinity());
  job.save(options.values, e.values);
  job.save(options.vectors, e.vectors);
}

void run_eig(mpi::CommunicatorView world, const EigArguments& options) {
  const io::FileInfo a = io::read_info(world, options.a, options.job.hints);
  check_square(options.a, a.shape);
  DType dtype = scalar_type(a.dtype);
  if (!options.b.empty()) {
    const io::FileInfo b = io::read_info(world, options.b, options.job.hints);
    check_square(options.b, b.shape);
    check_same_rows(options.a, a.shape, options.b, b.shape);
    dtype = common_type(a.dtype, b.dtype);
  }
  Job job(world, options.job, {options.values, options.vectors});
  job.fact("a", options.a);
  job.fact("order", a.shape.rows);
  job.fact("kind", options.general ? "general" : options.b.empty() ? "symmetric" : "generalised");
  visit_scalar(dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if (options.general) general_file<T>(job, options);
    else symmetric_files<T>(job, options, a.shape.rows);
  });
  job.print();
}

}  // namespace

Command eig_command(CLI::App& parent) {
  auto options = std::make_shared<EigArguments>();
  CLI::App* app = parent.add_subcommand("eig", "Eigenvalues and eigenvectors: A Z = Z L");
  add_matrix(*app, "A", options->a, "square matrix");
  add_output(*app, "OUT,-o,--values,--out", options->values, "the eigenvalues go, rising if real");
  add_output(*app, "--vectors", options->vectors, "the eigenvectors go, as columns");
  auto* general = app->add_flag("--general", options->general,
                                "A has no symmetry; values and vectors are complex");
  auto* range = add_parsed_option(*app, "--range", options->range, "I:J",
                                  "eigenvalues I to J-1, counted from 0 upwards", parse_range);
  auto* interval = add_parsed_option(*app, "--interval", options->interval, "LO,HI",
                                     "eigenvalues above LO up to HI", parse_numbers);
  auto* triangle = add_parsed_option(
      *app, "--symmetric", options->triangle, "lower|upper",
      "read this triangle only; if not given, A must be symmetric (Hermitian)", parse_triangle);
  add_input(options->b);
  auto* b = app->add_option("--b", options->b,
                            "positive definite B of A Z = B Z L: a matrix file, or a checkpoint")
                ->type_name("FILE");
  range->excludes(interval);
  for (CLI::Option* option : {range, interval, triangle, b}) general->excludes(option);
  add_job_options(*app, options->job);
  add_force(*app, options->job.force);
  app->footer("Example:\n  mpirun -n 4 ashlar eig A.npy -o w.npy --vectors Z.npy --range 0:10");
  return {app, [options](mpi::CommunicatorView world) { run_eig(world, *options); }};
}

}  // namespace ashlar::apps
