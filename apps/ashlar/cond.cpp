// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <limits>
#include <memory>

#include <fmt/format.h>

#include <ashlar/linalg/condition.hpp>
#include <ashlar/linalg/svd.hpp>

#include "commands.hpp"
#include "linalg_job.hpp"

namespace ashlar::apps {
namespace {

enum class ConditionKind { One, Inf, Two };

struct CondArguments {
  std::string a;
  ConditionKind kind = ConditionKind::One;
  JobOptions job;
};

std::optional<ConditionKind> parse_condition_kind(const std::string& text) {
  if (text == "one") return ConditionKind::One;
  if (text == "inf") return ConditionKind::Inf;
  if (text == "two") return ConditionKind::Two;
  return std::nullopt;
}

constexpr const char* to_string(ConditionKind kind) {
  return kind == ConditionKind::One ? "one" : kind == ConditionKind::Inf ? "inf" : "two";
}

// 0 for an empty matrix.
template <Scalar T>
double exact_condition(const DistMatrix<T>& a, const LinalgOptions& how) {
  const auto values = singular_values(a, how);
  if (values.empty()) return 0;
  if (values.back() == 0) return std::numeric_limits<double>::infinity();
  return values.front() / values.back();
}

template <Scalar T>
void judge_file(Job& job, const CondArguments& options) {
  job.begin("read", "reading");
  const auto a = job.load<T>(options.a);
  job.end();
  job.matrix(options.a, a.layout(), dtype_of<T>());

  job.begin("computed", "computing");
  const Norm kind = options.kind == ConditionKind::Inf ? Norm::Inf : Norm::One;
  const double value = options.kind == ConditionKind::Two ? exact_condition(a, job.how())
                                                          : condition(a, kind, job.how());
  job.end();
  job.algorithm();
  job.fact("condition", number(value));
  job.fact("is_estimate", options.kind != ConditionKind::Two);
  job.line(fmt::format("condition ({}) {}{:.6g}", to_string(options.kind),
                       options.kind == ConditionKind::Two ? "" : "about ", value));
  if (value >= 1)
    job.line(fmt::format("A solution loses {:.1f} of {:.1f} decimal digits", std::log10(value),
                         -std::log10(roundoff<T>())));
  job.condition(value, roundoff<T>(), "a solution");
}

void run_cond(mpi::CommunicatorView world, const CondArguments& options) {
  const io::FileInfo a = io::read_info(world, options.a, options.job.hints);
  if (options.kind != ConditionKind::Two) check_square(options.a, a.shape);
  Job job(world, options.job);
  job.fact("a", options.a);
  job.fact("shape", to_json(a.shape));
  job.fact("kind", to_string(options.kind));
  visit_scalar(scalar_type(a.dtype),
               [&](auto tag) { judge_file<typename decltype(tag)::type>(job, options); });
  job.print();
}

}  // namespace

Command cond_command(CLI::App& parent) {
  auto options = std::make_shared<CondArguments>();
  CLI::App* app = parent.add_subcommand(
      "cond", "Print the condition number of A: growth of rounding errors in solutions");
  add_matrix(*app, "A", options->a, "matrix, square unless --kind two");
  add_parsed_option(*app, "--kind", options->kind, "one|inf|two",
                    "|A| |A^-1| in this norm: one and inf are estimates by LU, two is exact by "
                    "singular values; one if not given",
                    parse_condition_kind);
  add_job_options(*app, options->job);
  app->footer("Example:\n  mpirun -n 4 ashlar cond A.npy");
  return {app, [options](mpi::CommunicatorView world) { run_cond(world, *options); }};
}

}  // namespace ashlar::apps
