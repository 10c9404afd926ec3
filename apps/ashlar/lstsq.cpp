// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include <ashlar/linalg/elementwise.hpp>
#include <ashlar/linalg/gemm.hpp>
#include <ashlar/linalg/layout_for.hpp>
#include <ashlar/linalg/norm.hpp>
#include <ashlar/linalg/solve.hpp>

#include "commands.hpp"
#include "linalg_job.hpp"

namespace ashlar::apps {
namespace {

struct LstsqArguments {
  std::string a, b, out;
  std::optional<double> rcond;
  JobOptions job;
};

/// |A^H (B - A X)| in units of rounding: the residual of a minimum is orthogonal to A's range.
template <Scalar T>
double gradient(const DistMatrix<T>& a, const DistMatrix<T>& x, const DistMatrix<T>& b) {
  const auto size = [](const DistMatrix<T>& m) {
    return static_cast<double>(norm(m, Norm::Frobenius));
  };
  DistMatrix<T> r = b.copy();
  gemm(a, x, r, {.alpha = T(-1), .beta = T(1)});
  const double error = size(gemm(a, r, {.op_a = Op::ConjTrans}));
  const auto longest = static_cast<double>(std::max(a.rows(), a.cols()));
  return ratio(error, roundoff<T>() * longest * size(a) * (size(a) * size(x) + size(b)));
}

template <Scalar T>
void tell(Job& job, const LstsqArguments& options, const LeastSquares<T>& fit, Shape shape) {
  const Index smaller = std::min(shape.rows, shape.cols);
  std::vector<double> norms;
  for (const double square : fit.residual_squares) norms.push_back(std::sqrt(square));
  job.algorithm();
  job.fact("rank", fit.rank);
  job.fact("residual_norms", numbers(norms));
  job.line(fmt::format("rank {} of {}", fit.rank, smaller));
  job.line("|A x - b| " + listed(norms));
  if (!options.rcond && fit.rank < smaller)
    job.warn(fmt::format("A has rank {} only: of many solutions the shortest is taken", fit.rank));
}

template <Scalar T>
void fit_files(Job& job, const LstsqArguments& options, const io::FileInfo& b_info) {
  job.begin("read", "reading");
  const auto a = job.load<T>(options.a);
  const auto b = job.load<T>(options.b);
  job.end();
  job.matrix(options.a, a.layout(), dtype_of<T>());

  job.begin("solved", "solving");
  const auto fit = least_squares(a, b, options.rcond, job.how());
  job.end();
  tell(job, options, fit, a.shape());

  job.begin("checked", "checking");
  const double residual = gradient(a, fit.x, b);
  job.end();
  // With a large rcond, the gradient includes omitted dependent columns.
  job.residual("scaled_residual", "scaled |A' (A X - B)|", residual,
               options.rcond ? std::numeric_limits<double>::infinity() : largest_residual);
  job.save(options.out, fit.x, fitting_dimensions(b_info, fit.x.shape()));
}

void run_lstsq(mpi::CommunicatorView world, const LstsqArguments& options) {
  const io::FileInfo a = io::read_info(world, options.a, options.job.hints);
  const io::FileInfo b = io::read_info(world, options.b, options.job.hints);
  check_same_rows(options.a, a.shape, options.b, b.shape);
  Job job(world, options.job, {options.out});
  job.fact("a", options.a);
  job.fact("b", options.b);
  job.fact("x", options.out);
  job.fact("shape", to_json(a.shape));
  visit_scalar(common_type(a.dtype, b.dtype),
               [&](auto tag) { fit_files<typename decltype(tag)::type>(job, options, b); });
  job.print();
}

}  // namespace

Command lstsq_command(CLI::App& parent) {
  auto options = std::make_shared<LstsqArguments>();
  CLI::App* app = parent.add_subcommand(
      "lstsq", "Fit A X to B: the shortest X of least |A X - B|, for A of any shape and rank");
  add_matrix(*app, "A", options->a, "matrix");
  add_matrix(*app, "B", options->b, "right-hand sides");
  add_output(*app, "OUT,-o,--out", options->out, "X goes")->required();
  add_parsed_option(*app, "--rcond", options->rcond, "R",
                    "columns dependent up to this part of A count as dependent; if not given "
                    "max(m, n) times the machine's epsilon",
                    parse_number);
  add_job_options(*app, options->job);
  add_force(*app, options->job.force);
  app->footer("Example:\n  mpirun -n 4 ashlar lstsq A.npy b.npy -o x.npy");
  return {app, [options](mpi::CommunicatorView world) { run_lstsq(world, *options); }};
}

}  // namespace ashlar::apps
