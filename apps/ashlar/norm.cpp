// SPDX-License-Identifier: BSD-3-Clause
#include <memory>

#include <fmt/format.h>

#include <ashlar/base/error.hpp>
#include <ashlar/io/file_figures.hpp>
#include <ashlar/linalg/svd.hpp>

#include "commands.hpp"
#include "linalg_job.hpp"

namespace ashlar::apps {
namespace {

struct NormKind {
  const char* name;
  std::optional<Norm> norm;  ///< nullopt: the 2-norm
};

constexpr NormKind norm_kinds[] = {{"max", Norm::Max},
                                   {"one", Norm::One},
                                   {"inf", Norm::Inf},
                                   {"frobenius", Norm::Frobenius},
                                   {"two", std::nullopt}};

std::optional<NormKind> parse_norm_kind(const std::string& text) {
  for (const NormKind& kind : norm_kinds)
    if (text == kind.name) return kind;
  return std::nullopt;
}

struct NormArguments {
  std::string a;
  NormKind kind{"frobenius", Norm::Frobenius};
  JobOptions job;
};

/// The 2-norm of a matrix loaded completely.
template <Scalar T>
double two_norm(Job& job, const NormArguments& options) {
  job.begin("read", "reading");
  const auto a = job.load<T>(options.a);
  job.end();
  job.matrix(options.a, a.layout(), dtype_of<T>());

  job.begin("computed", "computing");
  const auto values = singular_values(a, job.how());
  const double value = values.empty() ? 0 : values.front();
  job.end();
  job.algorithm();
  return value;
}

/// Another norm of a file, read in panels.
template <Scalar T>
double norm_in_panels(Job& job, const NormArguments& options, const io::FileInfo& info) {
  job.begin("read", "reading");
  const double value =
      io::norm_of_file<T>(job.world(), options.a, *options.kind.norm, {.file = options.job.hints});
  job.end();
  job.matrix(options.a, io::file_layout(info, job.world().size()), dtype_of<T>());
  return value;
}

template <Scalar T>
void measure_file(Job& job, const NormArguments& options, const io::FileInfo& info) {
  const double value =
      options.kind.norm ? norm_in_panels<T>(job, options, info) : two_norm<T>(job, options);
  job.fact("norm", number(value));
  job.line(fmt::format("norm ({}) {}", options.kind.name, static_cast<RealOf<T>>(value)));
}

void run_norm(mpi::CommunicatorView world, const NormArguments& options) {
  expect(!options.kind.norm || options.job.algorithm == Algorithm::Automatic,
         "norm: only the norm two has algorithms to choose from; leave --algorithm out");
  const io::FileInfo a = io::read_info(world, options.a, options.job.hints);
  Job job(world, options.job);
  job.fact("a", options.a);
  job.fact("shape", to_json(a.shape));
  job.fact("kind", options.kind.name);
  visit_scalar(scalar_type(a.dtype),
               [&](auto tag) { measure_file<typename decltype(tag)::type>(job, options, a); });
  job.print();
}

}  // namespace

Command norm_command(CLI::App& parent) {
  auto options = std::make_shared<NormArguments>();
  CLI::App* app = parent.add_subcommand("norm", "Measure a matrix");
  add_matrix(*app, "A", options->a, "matrix");
  add_parsed_option(*app, "--kind", options->kind, "max|one|inf|frobenius|two",
                    "largest element, column sum or row sum of absolute values; root of the sum of "
                    "squares; largest singular value; frobenius if not given",
                    parse_norm_kind);
  add_job_options(*app, options->job);
  app->footer(
      "The file is read in panels and may be larger than the memory, but for the norm two, which\n"
      "loads it whole, in the layout that the options choose.\n"
      "Example:\n  mpirun -n 4 ashlar norm A.npy --kind two");
  return {app, [options](mpi::CommunicatorView world) { run_norm(world, *options); }};
}

}  // namespace ashlar::apps
