// SPDX-License-Identifier: BSD-3-Clause
#include <memory>

#include <fmt/format.h>

#include <ashlar/linalg/condition.hpp>
#include <ashlar/linalg/elementwise.hpp>
#include <ashlar/linalg/gemm.hpp>
#include <ashlar/linalg/norm.hpp>
#include <ashlar/move/mirror.hpp>

#include "commands.hpp"
#include "linalg_job.hpp"

namespace ashlar::apps {
namespace {

struct InvArguments {
  std::string a, out;
  bool spd = false;
  JobOptions job;
};

template <Scalar T>
void invert_file(Job& job, const InvArguments& options) {
  job.begin("read", "reading");
  auto a = job.load<T>(options.a);
  job.end();
  job.matrix(options.a, a.layout(), dtype_of<T>());

  job.begin("inverted", "inverting");
  const auto x = options.spd ? cholesky_inverse(a, Uplo::Lower, job.how()) : inverse(a, job.how());
  job.end();
  job.algorithm();

  job.begin("checked", "checking");
  if (options.spd) mirror_into(a, a, Uplo::Lower);
  auto rest = gemm(a, x);
  add_to_diagonal(rest, T(-1));
  const double error = norm(rest, Norm::One);
  const double condition =
      static_cast<double>(norm(a, Norm::One)) * static_cast<double>(norm(x, Norm::One));
  job.end();
  job.fact("condition", number(condition));
  job.residual("scaled_residual", "|A X - I| / (n eps |A| |X|)",
               ratio(error, static_cast<double>(a.rows()) * roundoff<T>() * condition),
               largest_residual);
  job.line(fmt::format("condition {:.3g}", condition));
  job.condition(condition, roundoff<T>(), "X");
  job.save(options.out, x);
}

void run_inv(mpi::CommunicatorView world, const InvArguments& options) {
  const io::FileInfo a = io::read_info(world, options.a, options.job.hints);
  check_square(options.a, a.shape);
  Job job(world, options.job, {options.out});
  job.fact("a", options.a);
  job.fact("x", options.out);
  job.fact("order", a.shape.rows);
  job.fact("method", options.spd ? "cholesky" : "lu");
  visit_scalar(scalar_type(a.dtype),
               [&](auto tag) { invert_file<typename decltype(tag)::type>(job, options); });
  job.print();
}

}  // namespace

Command inv_command(CLI::App& parent) {
  auto options = std::make_shared<InvArguments>();
  CLI::App* app = parent.add_subcommand(
      "inv", "Invert a matrix; to solve A X = B, solve is faster and more accurate");
  add_matrix(*app, "A", options->a, "square matrix");
  add_output(*app, "OUT,-o,--out", options->out, "the inverse goes")->required();
  app->add_flag("--spd", options->spd,
                "A is Hermitian positive definite; its lower triangle is read");
  add_job_options(*app, options->job);
  add_force(*app, options->job.force);
  app->footer("Example:\n  mpirun -n 4 ashlar inv A.npy -o X.npy");
  return {app, [options](mpi::CommunicatorView world) { run_inv(world, *options); }};
}

}  // namespace ashlar::apps
