// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/svd.hpp>

#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include <ashlar/base/error.hpp>
#include <ashlar/linalg/rows_and_cols.hpp>
#include <ashlar/move/copy.hpp>

#include "commands.hpp"
#include "linalg_job.hpp"
#include "orthogonality.hpp"

namespace ashlar::apps {
namespace {

struct SvdArguments {
  std::string a, values, u, vh;
  bool full = false, thin = false;
  std::optional<Index> rank;
  std::optional<double> tolerance;
  JobOptions job;

  bool needs_vectors() const { return !u.empty() || !vh.empty(); }
  bool is_cut() const { return rank || tolerance; }
};

template <Scalar T>
std::vector<double> in_double(const std::vector<T>& values) {
  return {values.begin(), values.end()};
}

/// Copies the first columns, or rows, of `a`.
template <Scalar T>
DistMatrix<T> cut_cols(const DistMatrix<T>& a, Index count) {
  return redistribute(a.view({0, a.rows()}, {0, count}), a.layout().with_shape({a.rows(), count}));
}
template <Scalar T>
DistMatrix<T> cut_rows(const DistMatrix<T>& a, Index count) {
  return redistribute(a.view({0, count}, {0, a.cols()}), a.layout().with_shape({count, a.cols()}));
}

/// |A - U S V^H| / (max(m, n) eps |A|) in the Frobenius norm.
template <Scalar T>
double decomposition_residual(const DistMatrix<T>& a, const Svd<T>& s) {
  const auto k = static_cast<Index>(s.values.size());
  auto us = cut_cols(s.u, k);
  scale_cols(us, std::vector<T>(s.values.begin(), s.values.end()));
  DistMatrix<T> rest = a.copy();
  gemm(us, s.vh.view({0, k}, {0, a.cols()}), rest, {.alpha = T(-1), .beta = T(1)});
  const auto longest = static_cast<double>(std::max(a.rows(), a.cols()));
  return ratio(static_cast<double>(norm(rest, Norm::Frobenius)),
               longest * roundoff<T>() * static_cast<double>(norm(a, Norm::Frobenius)));
}

template <Scalar T>
void check(Job& job, const SvdArguments& options, const DistMatrix<T>& a, const Svd<T>& s) {
  constexpr double limit = largest_spectral_residual;
  job.begin("checked", "checking");
  if (options.needs_vectors()) {
    const double residual = decomposition_residual(a, s);
    const double u = orthogonality(s.u), v = orthogonality(s.vh, Op::None);
    job.end();
    job.residual("scaled_residual", "|A - U S V'| / (max(m, n) eps |A|)", residual, limit);
    job.residual("orthogonality_u", "|U' U - I| / (m eps)", u, limit);
    job.residual("orthogonality_v", "|V' V - I| / (n eps)", v, limit);
    return;
  }
  double size = 0;
  for (const double value : in_double(s.values)) size = std::hypot(size, value);
  const double norm_of_a = norm(a, Norm::Frobenius);
  job.end();
  const auto longest = static_cast<double>(std::max(a.rows(), a.cols()));
  job.residual("scaled_residual", "| |A| - |S| | / (max(m, n) eps |A|)",
               ratio(std::abs(norm_of_a - size), longest * roundoff<T>() * norm_of_a), limit);
}

/// Number of kept singular values by the options; reports the error of the truncation.
template <Scalar T>
Index kept(Job& job, const SvdArguments& options, const std::vector<T>& values) {
  const auto count = static_cast<Index>(values.size());
  std::vector<double> tail(values.size() + 1);  // norms of the values from an index on
  for (std::size_t k = values.size(); k-- > 0;)
    tail[k] = std::hypot(tail[k + 1], static_cast<double>(values[k]));
  const Index most = std::min(options.rank.value_or(count), count);
  Index k = options.tolerance ? 0 : most;
  while (k < most && tail[static_cast<std::size_t>(k)] > *options.tolerance * tail[0]) ++k;
  const double error = tail[static_cast<std::size_t>(k)];
  job.fact("rank", k);
  job.fact("error_frobenius", error);
  job.fact("relative_error", ratio(error, tail[0]));
  job.line(
      fmt::format("rank {}: |A - A_k| {:.6g}, {:.3g} of |A|", k, error, ratio(error, tail[0])));
  return k;
}

template <Scalar T>
void decompose_file(Job& job, const SvdArguments& options) {
  job.begin("read", "reading");
  const auto a = job.load<T>(options.a);
  job.end();
  job.matrix(options.a, a.layout(), dtype_of<T>());

  job.begin("decomposed", "decomposing");
  const SvdVectors wanted = !options.needs_vectors() ? SvdVectors::Values
                            : options.full           ? SvdVectors::Full
                                                     : SvdVectors::Thin;
  Svd<T> s = svd(a, wanted, job.how());
  job.end();
  job.algorithm(s.algorithm);
  check(job, options, a, s);

  if (options.is_cut()) {
    const Index k = kept(job, options, s.values);
    s.values.resize(static_cast<std::size_t>(k));
    if (options.needs_vectors()) {
      s.u = cut_cols(s.u, k);
      s.vh = cut_rows(s.vh, k);
    }
  }
  job.fact("count", s.values.size());
  if (options.values.empty()) job.fact("values", numbers(in_double(s.values)));
  job.line("singular values " + listed(in_double(s.values)));
  job.save(options.values, s.values);
  job.save(options.u, s.u);
  job.save(options.vh, s.vh);
}

void run_svd(mpi::CommunicatorView world, const SvdArguments& options) {
  const io::FileInfo a = io::read_info(world, options.a, options.job.hints);
  Job job(world, options.job, {options.values, options.u, options.vh});
  job.fact("a", options.a);
  job.fact("shape", to_json(a.shape));
  visit_scalar(scalar_type(a.dtype),
               [&](auto tag) { decompose_file<typename decltype(tag)::type>(job, options); });
  job.print();
}

std::optional<Index> parse_rank(const std::string& text) {
  const auto rank = parse_index(text);
  return rank && *rank >= 0 ? rank : std::nullopt;
}

std::optional<double> parse_tolerance(const std::string& text) {
  const auto tolerance = parse_number(text);
  return tolerance && *tolerance >= 0 ? tolerance : std::nullopt;
}

}  // namespace

Command svd_command(CLI::App& parent) {
  auto options = std::make_shared<SvdArguments>();
  CLI::App* app = parent.add_subcommand("svd", "Decompose A = U S V': singular values and vectors");
  add_matrix(*app, "A", options->a, "matrix");
  add_output(*app, "OUT,-o,--values,--out", options->values, "the singular values go, falling");
  add_output(*app, "--u", options->u, "U goes");
  add_output(*app, "--vh", options->vh, "V' (conjugate transpose) goes");
  auto* full = app->add_flag("--full", options->full, "U and V' square");
  app->add_flag("--thin", options->thin, "as many vectors as values; so if not given")
      ->excludes(full);
  add_parsed_option(*app, "--rank", options->rank, "K",
                    "keep the K largest values, the best approximation of that rank", parse_rank)
      ->excludes(full);
  add_parsed_option(*app, "--tolerance", options->tolerance, "X",
                    "keep as few as leave an error of at most X |A| (Frobenius)", parse_tolerance)
      ->excludes(full);
  add_job_options(*app, options->job);
  add_force(*app, options->job.force);
  app->footer(
      "Example:\n  mpirun -n 4 ashlar svd A.npy --values s.npy --u U.npy --vh Vh.npy --rank 20");
  return {app, [options](mpi::CommunicatorView world) { run_svd(world, *options); }};
}

}  // namespace ashlar::apps
