// SPDX-License-Identifier: BSD-3-Clause
#include <memory>

#include <fmt/format.h>

#include <ashlar/linalg/solve.hpp>

#include "commands.hpp"
#include "linalg_job.hpp"

namespace ashlar::apps {
namespace {

enum class Method { Lu, Cholesky };

struct SolveArguments {
  std::string a, b, out;
  Method method = Method::Lu;
  bool mixed = false;
  Index refine = 0;
  JobOptions job;
};

constexpr const char* to_string(Method method) { return method == Method::Lu ? "lu" : "cholesky"; }

void tell(Job& job, const SolveArguments& options, const SolveReport& report) {
  job.algorithm(report.algorithm);
  job.fact("method", to_string(options.method));
  job.fact("precision", ashlar::to_string(report.precision));
  job.fact("fell_back", report.fell_back);
  job.fact("refinement_steps", report.refinement_steps);
  job.fact("condition", number(report.condition));
  job.line(fmt::format(
      "X by {} in {} precision{}{}", to_string(options.method), ashlar::to_string(report.precision),
      report.fell_back ? ", since mixed did not converge" : "",
      report.refinement_steps > 0 ? fmt::format(", refined {} times", report.refinement_steps)
                                  : ""));
  job.residual("scaled_residual", "scaled residual", report.residual, largest_residual);
  job.line(fmt::format("condition about {:.3g}", report.condition));
  if (!report.warning.empty()) job.keep_warning(report.warning);
}

template <Scalar T>
void solve_files(Job& job, const SolveArguments& options, const io::FileInfo& b_info) {
  job.begin("read", "reading");
  const auto a = job.load<T>(options.a);
  const auto b = job.load<T>(options.b);
  job.end();
  job.matrix(options.a, a.layout(), dtype_of<T>());

  job.begin("solved", "solving");
  SolveReport report;
  const SolveOptions how = {.precision = options.mixed ? Precision::Mixed : Precision::Working,
                            .refine = static_cast<int>(options.refine),
                            .report = &report,
                            .how = job.how()};
  const auto x = options.method == Method::Lu ? solve(a, b, how) : cholesky_solve(a, b, how);
  job.split("checked", job.end() - report.seconds);
  tell(job, options, report);

  job.save(options.out, x, fitting_dimensions(b_info, x.shape()));
}

void run_solve(mpi::CommunicatorView world, const SolveArguments& options) {
  const io::FileInfo a = io::read_info(world, options.a, options.job.hints);
  const io::FileInfo b = io::read_info(world, options.b, options.job.hints);
  check_square(options.a, a.shape);
  check_same_rows(options.a, a.shape, options.b, b.shape);
  Job job(world, options.job, {options.out});
  job.fact("a", options.a);
  job.fact("b", options.b);
  job.fact("x", options.out);
  job.fact("order", b.shape.rows);
  job.fact("right_hand_sides", b.shape.cols);
  visit_scalar(common_type(a.dtype, b.dtype),
               [&](auto tag) { solve_files<typename decltype(tag)::type>(job, options, b); });
  job.print();
}

std::optional<Method> parse_method(const std::string& text) {
  if (text == "lu") return Method::Lu;
  if (text == "cholesky") return Method::Cholesky;
  return std::nullopt;
}

std::optional<Index> parse_steps(const std::string& text) {
  constexpr Index most = 1000;
  const auto steps = parse_index(text);
  return steps && *steps >= 0 && *steps <= most ? steps : std::nullopt;
}

}  // namespace

Command solve_command(CLI::App& parent) {
  auto options = std::make_shared<SolveArguments>();
  CLI::App* app =
      parent.add_subcommand("solve", "Solve A X = B; print residual and condition estimate");
  add_matrix(*app, "A", options->a, "square matrix");
  add_matrix(*app, "B", options->b, "right-hand sides");
  add_output(*app, "OUT,-o,--out", options->out, "X goes")->required();
  add_parsed_option(*app, "--method", options->method, "lu|cholesky",
                    "LU with pivoting, or Cholesky (A Hermitian positive definite, lower triangle "
                    "read); lu if not given",
                    parse_method);
  app->add_flag("--mixed", options->mixed,
                "factor in single precision and refine to double's accuracy; where that does not "
                "converge, in double");
  add_parsed_option(*app, "--refine", options->refine, "N",
                    "at most N refinement steps, up to 1000; 0 if not given", parse_steps);
  add_job_options(*app, options->job);
  add_force(*app, options->job.force);
  app->footer("Example:\n  mpirun -n 4 ashlar solve A.npy b.npy -o x.npy");
  return {app, [options](mpi::CommunicatorView world) { run_solve(world, *options); }};
}

}  // namespace ashlar::apps
