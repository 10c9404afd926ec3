// SPDX-License-Identifier: BSD-3-Clause
#include <memory>
#include <optional>

#include <fmt/format.h>

#include <ashlar/io/file_figures.hpp>

#include "commands.hpp"
#include "element_text.hpp"
#include "file_options.hpp"
#include "numpy_types.hpp"

namespace ashlar::apps {
namespace {

// Exit status of diff and cmp after an error.
constexpr int status_trouble = 2;

struct CompareArguments {
  std::string a, b;
  std::optional<double> relative, absolute;
  io::FileHints hints;
  bool quiet = false, json = false;

  bool is_tolerant() const { return relative || absolute; }
  Tolerance tolerance() const { return {relative.value_or(0), absolute.value_or(0)}; }
};

/// Result of a comparison.
struct Verdict {
  bool equal = false;
  std::string text;
  Json json = Json::object();
};

template <Element T>
std::string text_of(const char* what, const ElementPair<T>& at) {
  return fmt::format("{} at ({}, {}): {} and {}\n", what, at.i, at.j, element_text(at.a),
                     element_text(at.b));
}

template <Element T>
Json json_of(const std::optional<ElementPair<T>>& at) {
  if (!at) return {};
  return {{"row", at->i}, {"col", at->j}, {"a", element_json(at->a)}, {"b", element_json(at->b)}};
}

template <Element T>
Json distance_json(detail::DistanceOf<T> distance) {
  if constexpr (Scalar<T>) return number(distance);
  else return distance;
}

template <Element T>
Verdict verdict_of(const Comparison<T>& found, bool same_type, const CompareArguments& options) {
  Verdict verdict;
  const bool identical = same_type && found.same_bits();
  verdict.equal = options.is_tolerant() ? found.same_values() : identical;
  verdict.json = {{"identical", identical},
                  {"elements", found.elements},
                  {"differing_bits", found.differing_bits},
                  {"differing_values", found.differing_values},
                  {"one_nan", found.one_nan},
                  {"largest_absolute", distance_json<T>(found.largest_absolute)},
                  {"largest_relative", number(found.largest_relative)},
                  {"first_bits", json_of(found.first_bits)},
                  {"first_values", json_of(found.first_values)},
                  {"largest_at", json_of(found.largest_at)}};
  if (found.same_bits()) {
    verdict.text = identical ? "equal in every bit\n" : "equal in every value, of other types\n";
    return verdict;
  }
  verdict.text = fmt::format("{} of {} elements differ in a bit, {} in value{}\n",
                             found.differing_bits, found.elements, found.differing_values,
                             options.is_tolerant() ? " beyond the tolerance" : "");
  if (found.one_nan > 0)
    verdict.text += fmt::format("{} of them are NaN in one file only\n", found.one_nan);
  verdict.text += text_of("first different bits", *found.first_bits);
  if (found.first_values) verdict.text += text_of("first different value", *found.first_values);
  verdict.text += fmt::format("largest difference {:.6g}, relative {:.6g}\n",
                              static_cast<double>(found.largest_absolute), found.largest_relative);
  if (found.largest_at) verdict.text += text_of("largest difference", *found.largest_at);
  return verdict;
}

template <Element T>
Verdict compare_files(mpi::CommunicatorView world, const CompareArguments& options,
                      const io::FileInfo& a, const io::FileInfo& b) {
  const auto found = io::compare_files<T>(world, options.a, options.b, options.tolerance(),
                                          {.file = options.hints});
  return verdict_of(found, a.dtype == b.dtype, options);
}

Verdict judge(mpi::CommunicatorView world, const CompareArguments& options, const io::FileInfo& a,
              const io::FileInfo& b) {
  Verdict verdict;
  const bool are_arrays = a.dimensions > 2 || b.dimensions > 2;
  if (are_arrays ? a.sizes() != b.sizes() : a.shape != b.shape) {
    verdict.text = "the shapes differ\n";
    return verdict;
  }
  const DType dtype = result_type(a.dtype, b.dtype);
  visit_element(dtype, [&](auto tag) {
    verdict = compare_files<typename decltype(tag)::type>(world, options, a, b);
  });
  verdict.json["compared_in"] = to_string(dtype);
  return verdict;
}

void run_compare(mpi::CommunicatorView world, const CompareArguments& options) {
  const io::FileInfo a = io::read_info(world, options.a, options.hints),
                     b = io::read_info(world, options.b, options.hints);
  const Verdict verdict = judge(world, options, a, b);
  if (options.json) {
    Json json{
        {"equal", verdict.equal},
        {"a", {{"file", options.a}, {"shape", to_json(a.shape)}, {"dtype", to_string(a.dtype)}}},
        {"b", {{"file", options.b}, {"shape", to_json(b.shape)}, {"dtype", to_string(b.dtype)}}},
        {"rtol", number(options.tolerance().relative)},
        {"atol", number(options.tolerance().absolute)}};
    json.update(verdict.json);
    print(world, json);
  } else if (!options.quiet) {
    print(world, fmt::format("{}: {}\n{}: {}\n{}{}", options.a, describe(a.shape, a.dtype),
                             options.b, describe(b.shape, b.dtype), verdict.text,
                             verdict.equal ? "equal" : "different"));
  }
  if (!verdict.equal) throw EndWithStatus{1};
}

std::optional<double> parse_tolerance(const std::string& text) {
  const auto value = parse_number(text);
  return value && *value >= 0 ? value : std::nullopt;
}

}  // namespace

Command compare_command(CLI::App& parent) {
  auto options = std::make_shared<CompareArguments>();
  CLI::App* app = parent.add_subcommand(
      "compare", "Compare two matrix files: number, size and places of differences");
  add_matrix(*app, "A", options->a, "matrix");
  add_matrix(*app, "B", options->b, "matrix, of any format and type");
  add_parsed_option(*app, "--rtol", options->relative, "R",
                    "elements are equal where |a - b| <= X + R |b|; 0 if only --atol is given",
                    parse_tolerance);
  add_parsed_option(*app, "--atol", options->absolute, "X", "the X of --rtol; 0 if not given",
                    parse_tolerance);
  app->add_flag("--quiet", options->quiet, "print nothing; the exit status has the result");
  add_file_hints(*app, options->hints);
  app->add_flag("--json", options->json, "print JSON");
  app->footer(
      "Without a tolerance equal files hold the same type and bits.\n"
      "Status, as of diff: 0 equal, 1 different, 2 failed or not understood.\n"
      "Example:\n  mpirun -n 4 ashlar compare x.npy y.npy --rtol 1e-12");
  return {.app = app,
          .run = [options](mpi::CommunicatorView world) { run_compare(world, *options); },
          .failed = status_trouble};
}

}  // namespace ashlar::apps
