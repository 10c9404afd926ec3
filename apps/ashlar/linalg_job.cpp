// SPDX-License-Identifier: BSD-3-Clause
#include "linalg_job.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <fmt/format.h>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/base/progress.hpp>

#include "file_options.hpp"
#include "standard_input.hpp"

namespace ashlar::apps {
namespace {

std::string in_words(double value) { return fmt::format("{:.6g}", value); }
std::string in_words(std::complex<double> value) {
  return fmt::format("{:.6g}{:+.6g}i", value.real(), value.imag());
}

template <class T>
std::string list(const std::vector<T>& values) {
  constexpr std::size_t most = 10;
  std::string text;
  for (std::size_t k = 0; k < values.size(); ++k) {
    if (values.size() > most && k == most / 2) {
      text += " ...";
      k = values.size() - most / 2;
    }
    text += (k == 0 ? "" : " ") + in_words(values[k]);
  }
  return text;
}

/// @throws ArgumentError if two outputs are the same file; empty names are ignored
void check_distinct(const std::vector<std::string>& outputs) {
  for (auto at = outputs.begin(); at != outputs.end(); ++at)
    expect(at->empty() || std::find(at + 1, outputs.end(), *at) == outputs.end(), *at,
           ": two results cannot go there; give each a different name");
}

}  // namespace

void add_job_options(CLI::App& app, JobOptions& options) {
  add_parsed_option(app, "--algorithm", options.algorithm,
                    "automatic|node|nodes|one-rank|scalapack|elpa",
                    "algorithm; the fastest if not given",
                    [](const std::string& text) { return algorithm_from_string(text); });
  add_layout_options(app, options.layout, "", "Layout in which matrices are loaded");
  app.add_flag("--idle", options.layout.idle,
               "allow a grid with fewer processes than there are ranks");
  app.add_flag("--report", options.report,
               "also print the reason for the algorithm, and the moves");
  app.add_flag("--verbose", options.verbose, "--report and --progress");
  app.add_flag("--quiet", options.quiet, "print nothing but warnings");
  app.add_flag("--json", options.json, "print JSON");
  add_file_hints(app, options.hints);
}

void add_matrix(CLI::App& app, const std::string& name, std::string& path,
                const std::string& meaning) {
  app.add_option(name, path, meaning + ": matrix file, or checkpoint; - for standard input")
      ->required();
  add_input(path);
}

CLI::Option* add_output(CLI::App& app, const std::string& names, std::string& path,
                        const std::string& meaning) {
  return app
      .add_option(names, path, "where " + meaning + ": matrix file; a checkpoint if it ends in /")
      ->type_name("FILE");
}

DType scalar_type(DType type) { return common_type(type, type); }

DType common_type(DType a, DType b) {
  const auto is_complex_type = [](DType t) {
    return t == DType::Complex64 || t == DType::Complex128;
  };
  const auto is_single = [](DType t) { return t == DType::Float32 || t == DType::Complex64; };
  if (is_complex_type(a) || is_complex_type(b))
    return is_single(a) && is_single(b) ? DType::Complex64 : DType::Complex128;
  return is_single(a) && is_single(b) ? DType::Float32 : DType::Float64;
}

void check_square(const std::string& path, Shape shape) {
  if (shape.rows != shape.cols)
    throw FileError(path, concat("is ", shape.rows, "x", shape.cols, ", but must be square"));
}

void check_same_rows(const std::string& a, Shape a_shape, const std::string& b, Shape b_shape) {
  if (a_shape.rows != b_shape.rows)
    throw FileError(b, concat("has ", ashlar::detail::counted(b_shape.rows, "row"), ", but ", a,
                              " has ", a_shape.rows));
}

Job::Job(mpi::CommunicatorView world, const JobOptions& options,
         const std::vector<std::string>& outputs)
    : world_(world),
      options_(options),
      grid_(options.layout.grid_of(world)),
      blocking_{options.layout.block, options.layout.source},
      steps_(world, options.quiet) {
  check_distinct(outputs);
  check_new(world, outputs, options.force);
}

void Job::begin(const std::string& key, const std::string& announcement) {
  stage_ = key;
  steps_.begin(announcement);
}

double Job::end() {
  const double seconds = steps_.end();
  const auto known = std::find_if(seconds_.begin(), seconds_.end(),
                                  [&](const auto& stage) { return stage.first == stage_; });
  if (known != seconds_.end()) known->second += seconds;
  else seconds_.emplace_back(stage_, seconds);
  return seconds;
}

void Job::split(const std::string& key, double seconds) {
  seconds_.back().second = std::max(0.0, seconds_.back().second - seconds);
  seconds_.emplace_back(key, seconds);
}

void Job::matrix(const std::string& path, const Layout& layout, DType dtype) {
  json_["dtype"] = to_string(dtype);
  json_["layout"] = to_json(layout);
  line(fmt::format("{}: {}, computed in {}", path, layout.to_string(), to_string(dtype)));
}

void Job::residual(const std::string& key, const std::string& formula, double value, double limit) {
  if (!(value <= limit))
    throw ForeignError(
        fmt::format("{} is {:.3g}, above {}: nothing is written", formula, value, limit));
  json_[key] = number(value);
  line(fmt::format("{} {:.3g}", formula, value) +
       (std::isfinite(limit) ? fmt::format(" (good below {})", limit) : std::string()));
}

void Job::warn(const std::string& sentence) {
  keep_warning(sentence);
  if (world_.rank() == 0) ashlar::warn(sentence);
}

void Job::algorithm(Algorithm which) {
  // Routines throw for an unsupported algorithm.
  if (which == Algorithm::Automatic) which = options_.algorithm;
  if (which == Algorithm::Automatic) which = report_.algorithm;
  json_["algorithm"] = to_string(which);
  line(fmt::format("algorithm {}", to_string(which)));
}

void Job::condition(double condition, double eps, const std::string& subject) {
  // The relative error is at most condition times unit roundoff.
  constexpr double least_without_digits = 0.1;
  if (!(condition * eps < least_without_digits))
    warn(fmt::format("the condition of A is about {:.3g}: no digit of {} can be trusted", condition,
                     subject));
}

void Job::print() {
  json_["note"] = note_;
  json_["moved"] = Json::array();
  for (const OperandMove& move : report_.moves) json_["moved"].push_back(move.operand);
  json_["warning"] = warnings_.empty() ? Json() : Json(warnings_.front());
  std::string times;
  for (const auto& [stage, seconds] : seconds_) {
    json_["seconds"][stage] = seconds;
    times += fmt::format("{}{} {:.3f} s", times.empty() ? "" : ", ", stage, seconds);
  }
  if (options_.json) apps::print(world_, json_);
  else if (!options_.quiet)
    apps::print(world_,
                text_ + (options_.report || options_.verbose ? note_ : std::string()) + times);
}

Json number(double value) { return std::isfinite(value) ? Json(value) : Json(); }
Json number(std::complex<double> value) { return {number(value.real()), number(value.imag())}; }

std::string listed(const std::vector<double>& values) { return list(values); }
std::string listed(const std::vector<std::complex<double>>& values) { return list(values); }

}  // namespace ashlar::apps
