// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <memory>

#include <fmt/format.h>

#include <ashlar/base/error.hpp>
#include <ashlar/io/file_figures.hpp>
#include <ashlar/linalg/condition.hpp>
#include <ashlar/move/copy.hpp>

#include "commands.hpp"
#include "element_text.hpp"
#include "file_options.hpp"

namespace ashlar::apps {
namespace {

struct StatsArguments {
  std::string a;
  io::FileHints hints;
  bool condition = false, json = false;
};

template <Element T>
Json json_of(const std::optional<ElementAt<T>>& at) {
  if (!at) return {};
  return {{"value", element_json(at->value)}, {"row", at->i}, {"col", at->j}};
}

template <Element T>
Json json_of(const Statistics<T>& s) {
  Json json{{"min", json_of(s.smallest)},
            {"max", json_of(s.largest)},
            {"mean", number(s.mean)},
            {"norms",
             {{"max", number(s.max_norm)},
              {"one", number(s.one_norm)},
              {"inf", number(s.inf_norm)},
              {"frobenius", number(s.frobenius_norm)}}},
            {"nan", s.nans},
            {"inf", s.infinities},
            {"zeros", s.zeros},
            {"negative", s.negatives},
            {"lower_bandwidth", s.lower_bandwidth},
            {"upper_bandwidth", s.upper_bandwidth},
            {"diagonal", s.is_diagonal()},
            {"lower_triangular", s.is_lower_triangular()},
            {"upper_triangular", s.is_upper_triangular()}};
  if (!s.is_square()) return json;
  json["symmetric"] = s.is_symmetric;
  json["hermitian"] = s.is_hermitian;
  json["skew"] = s.is_skew;
  json["asymmetry"] = number(static_cast<double>(*s.asymmetry));
  json["hermitian_asymmetry"] = number(*s.hermitian_asymmetry);
  return json;
}

template <Element T>
std::string text_of(const char* name, const std::optional<ElementAt<T>>& at) {
  if (!at) return fmt::format("{}           none\n", name);
  return fmt::format("{}           {} at ({}, {})\n", name, element_text(at->value), at->i, at->j);
}

std::string in_words(double x) { return std::isnan(x) ? "nan" : fmt::format("{}", x); }
std::string in_words(const c128& x) { return element_text(x); }

template <Element T>
std::string form_of(const Statistics<T>& s) {
  std::string form = s.is_diagonal()           ? "diagonal"
                     : s.is_lower_triangular() ? "lower triangular"
                     : s.is_upper_triangular() ? "upper triangular"
                     : s.is_tridiagonal()      ? "tridiagonal"
                                               : "";
  const auto add = [&](bool is, const char* what) {
    if (is) form += (form.empty() ? "" : ", ") + std::string(what);
  };
  add(s.is_symmetric, "symmetric");
  add(is_complex<T> && s.is_hermitian, "Hermitian");
  add(s.is_skew, "skew-symmetric");
  return form.empty() ? "none of diagonal, triangular, tridiagonal, symmetric" : form;
}

template <Element T>
std::string text_of(const Statistics<T>& s) {
  const char* of = is_complex<T> ? " (of the modulus)" : "";
  std::string text = text_of("min", s.smallest) + text_of("max", s.largest);
  text += fmt::format(
      "mean          {}\nnorms         max {}, one {}, inf {}, frobenius {}{}\n"
      "counts        {} NaN, {} infinite, {} zero, {} negative\n"
      "bandwidths    lower {}, upper {}\nform          {}",
      in_words(s.mean), s.max_norm, s.one_norm, s.inf_norm, s.frobenius_norm, of, s.nans,
      s.infinities, s.zeros, s.negatives, s.lower_bandwidth, s.upper_bandwidth, form_of(s));
  if (s.is_square() && !s.is_symmetric)
    text += fmt::format("\nasymmetry     {} at most between a(i, j) and a(j, i)", *s.asymmetry);
  if (is_complex<T> && s.is_square() && !s.is_hermitian)
    text += fmt::format("\nasymmetry     {} at most between a(i, j) and the conjugate of a(j, i)",
                        *s.hermitian_asymmetry);
  return text;
}

/// Loads the whole matrix for LU.
template <Element T>
DistMatrix<T> load_whole(mpi::CommunicatorView world, const StatsArguments& options,
                         const io::FileInfo& info) {
  return io::load<T>(options.a, world, io::file_layout(info, world.size()),
                     {.order = info.order, .file = options.hints});
}

/// Converts integers to double.
template <Element T>
double condition_of(const DistMatrix<T>& a) {
  if constexpr (Scalar<T>) return condition(a);
  else return condition(redistribute<double>(a, a.layout()));
}

template <Element T>
void describe_file(mpi::CommunicatorView world, const StatsArguments& options,
                   const io::FileInfo& info) {
  const auto found = io::statistics_of_file<T>(world, options.a, {.file = options.hints});
  std::optional<double> estimate;
  if (options.condition) estimate = condition_of(load_whole<T>(world, options, info));
  if (options.json) {
    Json json{
        {"file", options.a}, {"shape", to_json(info.shape)}, {"dtype", to_string(info.dtype)}};
    json.update(json_of(found));
    if (estimate) json["condition"] = number(*estimate);
    print(world, json);
    return;
  }
  std::string text =
      fmt::format("{}: {}\n{}", options.a, describe(info.shape, info.dtype), text_of(found));
  if (estimate) text += fmt::format("\ncondition     about {:.6g} in the one-norm", *estimate);
  print(world, text);
}

void run_stats(mpi::CommunicatorView world, const StatsArguments& options) {
  const io::FileInfo info = io::read_info(world, options.a, options.hints);
  if (options.condition) check_square(options.a, info.shape);
  visit_element(info.dtype, [&](auto tag) {
    describe_file<typename decltype(tag)::type>(world, options, info);
  });
}

}  // namespace

Command stats_command(CLI::App& parent) {
  auto options = std::make_shared<StatsArguments>();
  CLI::App* app = parent.add_subcommand(
      "stats", "Print statistics of a matrix: range, norms, NaN, zeros, symmetry, bandwidth");
  add_matrix(*app, "A", options->a, "matrix");
  app->add_flag("--condition", options->condition,
                "also estimate the condition of a square matrix, by LU, which loads it whole");
  add_file_hints(*app, options->hints);
  app->add_flag("--json", options->json, "print JSON");
  app->footer(
      "The file is read in parts and may be larger than the memory, but for --condition.\n"
      "Example:\n  mpirun -n 4 ashlar stats A.npy");
  return {app, [options](mpi::CommunicatorView world) { run_stats(world, *options); }};
}

}  // namespace ashlar::apps
