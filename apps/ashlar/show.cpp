// SPDX-License-Identifier: BSD-3-Clause
#include <memory>
#include <vector>

#include <fmt/format.h>

#include <ashlar/base/expect.hpp>
#include <ashlar/io/files.hpp>

#include "commands.hpp"
#include "element_text.hpp"
#include "file_options.hpp"
#include "numpy_text.hpp"
#include "support/options.hpp"

namespace ashlar::apps {
namespace {

struct Options {
  std::string a;
  io::FileHints hints;
  Range rows{0, open_end}, cols{0, open_end};
  Index digits = 8;
  bool all = false, json = false;
};

/// What is shown of one dimension: a range, or its two ends.
struct Ends {
  std::vector<Range> ranges;

  Index size() const {
    Index size = 0;
    for (const Range& range : ranges) size += range.size();
    return size;
  }
  /// Where indices are left out, counted in those that are shown; 0: none are.
  std::size_t gap() const {
    return ranges.size() == 1 ? 0 : static_cast<std::size_t>(ranges.front().size());
  }
};

Ends ends_of(Range wanted, bool is_cut) {
  constexpr Index edge = 3;
  if (!is_cut || wanted.size() <= 2 * edge) return {{wanted}};
  return {{{wanted.first, wanted.first + edge}, {wanted.last - edge, wanted.last}}};
}

/// The elements that are shown, row by row, on rank 0. Nothing else is read.
template <Element T>
std::vector<T> read_shown(mpi::CommunicatorView world, const Options& options, const Ends& rows,
                          const Ends& cols) {
  std::vector<T> shown(static_cast<std::size_t>(rows.size() * cols.size()));
  Index first_row = 0;
  for (const Range& r : rows.ranges) {
    Index first_col = 0;
    for (const Range& c : cols.ranges) {
      const Layout on_rank_0(
          {.shape = {r.size(), c.size()}, .block = {r.size(), c.size()}, .grid = {1, 1}});
      const auto part =
          io::load<T>(options.a, world, on_rank_0, {.section = {r, c}, .file = options.hints});
      const LocalView<const T> local = part.local();
      for (Index i = 0; i < local.rows; ++i)
        for (Index j = 0; j < local.cols; ++j)
          shown[static_cast<std::size_t>((first_row + i) * cols.size() + first_col + j)] =
              local(i, j);
      first_col += c.size();
    }
    first_row += r.size();
  }
  return shown;
}

Json json_of(const Ends& ends) {
  Json indices = Json::array();
  for (const Range& range : ends.ranges)
    for (Index k = range.first; k < range.last; ++k) indices.push_back(k);
  return indices;
}

template <Element T>
Json values_json(const std::vector<T>& shown, Index cols) {
  Json values = Json::array();
  for (auto row = shown.begin(); row != shown.end(); row += cols) {
    Json line = Json::array();
    for (auto x = row; x != row + cols; ++x) line.push_back(element_json(*x));
    values.push_back(line);
  }
  return values;
}

template <Element T>
std::string as_text(const std::vector<T>& shown, const Ends& rows, const Ends& cols, int dimensions,
                    int digits) {
  if (shown.empty()) return "[]";
  if (dimensions == 0) return element_text(shown.front());
  ShownArray array{number_texts(std::span<const T>(shown), digits),
                   static_cast<std::size_t>(cols.size()), rows.gap(), cols.gap()};
  if (dimensions == 1) {
    array.col_gap = array.row_gap;
    array.is_vector = true;
  }
  return brackets(array);
}

template <Element T>
void show(mpi::CommunicatorView world, const Options& options, const io::FileInfo& info) {
  const Range all_rows = resolve_range(options.rows, info.shape.rows, "--rows"),
              all_cols = resolve_range(options.cols, info.shape.cols, "--cols");
  constexpr Index most = 1000;
  // The product of both could be none.
  const bool is_cut = !options.all && !all_rows.empty() && all_cols.size() > most / all_rows.size();
  const bool is_empty = all_rows.empty() || all_cols.empty();
  const Ends rows = ends_of(is_empty ? Range{0, 0} : all_rows, is_cut),
             cols = ends_of(is_empty ? Range{0, 0} : all_cols, is_cut);
  const std::vector<T> shown =
      is_empty ? std::vector<T>() : read_shown<T>(world, options, rows, cols);
  if (world.rank() != 0) return;
  if (options.json) {
    print(world, Json{{"file", options.a},
                      {"shape", to_json(info.shape)},
                      {"dtype", to_string(info.dtype)},
                      {"rows", json_of(rows)},
                      {"cols", json_of(cols)},
                      {"values", values_json(shown, cols.size())}});
  } else {
    print(world, as_text(shown, rows, cols, info.dimensions, static_cast<int>(options.digits)));
  }
}

void run(mpi::CommunicatorView world, const Options& options) {
  const io::FileInfo info = io::read_info(world, options.a, options.hints);
  visit_element(info.dtype,
                [&](auto tag) { show<typename decltype(tag)::type>(world, options, info); });
}

}  // namespace

Command show_command(CLI::App& parent) {
  auto options = std::make_shared<Options>();
  CLI::App* app = parent.add_subcommand("show", "Print the numbers of a matrix file");
  add_matrix(*app, "A", options->a, "matrix");
  add_parsed_option(*app, "--rows", options->rows, "A:B", "rows A to B-1, counted from 0",
                    parse_range);
  add_parsed_option(*app, "--cols", options->cols, "A:B", "columns A to B-1, counted from 0",
                    parse_range);
  add_parsed_option(*app, "--digits", options->digits, "N",
                    "digits behind the point, 0 to 17; 8 if not given",
                    [](const std::string& text) -> std::optional<Index> {
                      const auto digits = parse_index(text);
                      return digits && 0 <= *digits && *digits <= 17 ? digits : std::nullopt;
                    });
  app->add_flag("--all", options->all, "leave nothing out, however long it gets");
  add_file_hints(*app, options->hints);
  app->add_flag("--json", options->json, "print JSON");
  app->footer(
      "Of more than 1000 elements the corners are shown, and nothing else is read.\n"
      "Example:\n  ashlar show A.npy --rows 10:20 --cols 0:5 --digits 3");
  return {app, [options](mpi::CommunicatorView world) { run(world, *options); }};
}

}  // namespace ashlar::apps
