// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/norm.hpp>

#include <memory>

#include <fmt/format.h>

#include <ashlar/base/expect.hpp>
#include <ashlar/linalg/norm2.hpp>

#include "commands.hpp"
#include "linalg_job.hpp"

namespace ashlar::apps {
namespace {

struct Kind {
  const char* name;
  std::optional<Norm> norm;  ///< nothing: the 2-norm
};

constexpr Kind kinds[] = {{"max", Norm::Max},
                          {"one", Norm::One},
                          {"inf", Norm::Inf},
                          {"frobenius", Norm::Frobenius},
                          {"two", std::nullopt}};

std::optional<Kind> parse_kind(const std::string& text) {
  for (const Kind& kind : kinds)
    if (text == kind.name) return kind;
  return std::nullopt;
}

struct Options {
  std::string a;
  Kind kind{"frobenius", Norm::Frobenius};
  JobOptions job;
};

template <Scalar T>
void measure_file(Job& job, const Options& options) {
  job.begin("read", "reading");
  const auto a = job.load<T>(options.a);
  job.end();
  job.matrix(options.a, a.layout(), dtype_of<T>());

  job.begin("computed", "computing");
  const double value = options.kind.norm ? norm(a, *options.kind.norm) : norm2(a, job.how());
  job.end();
  if (!options.kind.norm) job.algorithm();
  job.fact("norm", number(value));
  job.line(fmt::format("norm ({}) {}", options.kind.name, static_cast<RealOf<T>>(value)));
}

void run(mpi::CommunicatorView world, const Options& options) {
  expect(!options.kind.norm || options.job.algorithm == Algorithm::Automatic,
         "norm: only the norm two has algorithms to choose from; leave --algorithm out");
  const io::FileInfo a = io::read_info(world, options.a);
  Job job(world, options.job);
  job.fact("a", options.a);
  job.fact("shape", to_json(a.shape));
  job.fact("kind", options.kind.name);
  visit_scalar(scalar_type(a.dtype),
               [&](auto tag) { measure_file<typename decltype(tag)::type>(job, options); });
  job.print();
}

}  // namespace

Command norm_command(CLI::App& parent) {
  auto options = std::make_shared<Options>();
  CLI::App* app = parent.add_subcommand("norm", "Measure a matrix");
  add_matrix(*app, "A", options->a, "matrix");
  add_parsed_option(*app, "--kind", options->kind, "max|one|inf|frobenius|two",
                    "largest element, column sum or row sum of absolute values; root of the sum of "
                    "squares; largest singular value; frobenius if not given",
                    parse_kind);
  add_job_options(*app, options->job);
  app->footer("Example:\n  mpirun -n 4 ashlar norm A.npy --kind two");
  return {app, [options](mpi::CommunicatorView world) { run(world, *options); }};
}

}  // namespace ashlar::apps
