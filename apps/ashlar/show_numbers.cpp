// SPDX-License-Identifier: BSD-3-Clause
#include "show_numbers.hpp"

#include <vector>

#include "element_text.hpp"
#include "numpy_text.hpp"
#include "report.hpp"

namespace ashlar::apps {
namespace {

/// Displayed indices of one dimension: a range, or its two ends.
struct Ends {
  std::vector<Range> ranges;

  Index size() const {
    Index size = 0;
    for (const Range& range : ranges) size += range.size();
    return size;
  }
  /// Position of omitted indices among the displayed ones; 0: none.
  std::size_t gap() const {
    return ranges.size() == 1 ? 0 : static_cast<std::size_t>(ranges.front().size());
  }
};

Ends ends_of(Range wanted, bool is_cut) {
  constexpr Index edge = 3;
  if (!is_cut || wanted.size() <= 2 * edge) return {{wanted}};
  return {{{wanted.first, wanted.first + edge}, {wanted.last - edge, wanted.last}}};
}

/// Displayed elements row by row on rank 0. Other elements are not read.
template <Element T>
std::vector<T> read_shown(mpi::CommunicatorView world, const std::string& path,
                          const io::FileHints& hints, bool has_names, const Ends& rows,
                          const Ends& cols) {
  std::vector<T> shown(static_cast<std::size_t>(rows.size() * cols.size()));
  io::FileHints known = hints;
  Index first_row = 0;
  for (const Range& r : rows.ranges) {
    Index first_col = 0;
    for (const Range& c : cols.ranges) {
      const Layout on_rank_0(
          {.shape = {r.size(), c.size()}, .block = {r.size(), c.size()}, .grid = {1, 1}});
      const auto part = io::load<T>(path, world, on_rank_0, {.section = {r, c}, .file = known});
      known.header = has_names;  // only the first corner warns of a header
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
void show(mpi::CommunicatorView world, const std::string& path, const io::FileInfo& info,
          const io::FileHints& hints, Section part, const ShowNumbers& options) {
  constexpr Index most = 1000;
  const bool is_empty = part.rows.empty() || part.cols.empty();
  // The product of both may overflow.
  const bool is_cut = !options.all && !is_empty && part.cols.size() > most / part.rows.size();
  const Ends rows = ends_of(is_empty ? Range{0, 0} : part.rows, is_cut),
             cols = ends_of(is_empty ? Range{0, 0} : part.cols, is_cut);
  const std::vector<T> shown =
      is_empty ? std::vector<T>()
               : read_shown<T>(world, path, hints, !info.names.empty(), rows, cols);
  if (world.rank() != 0) return;
  if (options.json) {
    print(world, Json{{"file", path},
                      {"shape", to_json(info.shape)},
                      {"dtype", to_string(info.dtype)},
                      {"rows", json_of(rows)},
                      {"cols", json_of(cols)},
                      {"values", values_json(shown, cols.size())}});
  } else {
    print(world, as_text(shown, rows, cols, info.dimensions, static_cast<int>(options.digits)));
  }
}

}  // namespace

void show_numbers(mpi::CommunicatorView world, const std::string& path, const io::FileHints& hints,
                  Section part, const ShowNumbers& options) {
  const io::FileInfo info = io::read_info(world, path, hints);
  visit_element(info.dtype, [&](auto tag) {
    show<typename decltype(tag)::type>(world, path, info, hints, part, options);
  });
}

}  // namespace ashlar::apps
