// SPDX-License-Identifier: BSD-3-Clause
#include <array>
#include <charconv>
#include <cmath>

#include <ashlar/base/concat.hpp>

#include "matrix_plot.hpp"
#include "page.hpp"
#include "ticks.hpp"

namespace ashlar::pictures {
namespace {

constexpr const char* matrix_script = R"(
const cells = expand(data.cells), extent = data.extents.map(BigInt);
const parts = extent.map((n, d) => {
  const count = BigInt([data.rows, data.cols][d]);
  return {start: k => k * n / count, of: i => ((i + 1n) * count - 1n) / n};
});
const unit = (index, dim) => parts[dim].of(index), first = (unit, dim) => parts[dim].start(BigInt(unit));
const range = (low, past) => past - low === 1n ? `${low}` : `${low} to ${past - 1n}`;
function label(i, j) {
  const row = unit(i, 0), col = unit(j, 1);
  const value = data.values[cells[Number(row) * data.cols + Number(col)]];
  if (!Array.isArray(value)) return `element (${i},${j}) is ${value}`;
  const [nonzeros, nans, low, mean, high] = value;
  const rows = range(parts[0].start(row), parts[0].start(row + 1n));
  const cols = range(parts[1].start(col), parts[1].start(col + 1n));
  return `rows ${rows}, columns ${cols}: from ${low} to ${high}, mean ${mean}, ` +
         `${nonzeros} not zero` + (nans > 0 ? `, ${nans} NaN` : "");
}
)";

std::string quoted(double value, int digits) {
  return '"' + (std::isnan(value) ? std::string("NaN") : short_number(value, digits)) + '"';
}

/// Shortest text that converts back to this number.
std::string quoted(double value) {
  std::array<char, 64> text = {};
  const auto end = std::to_chars(text.data(), text.data() + text.size(), value).ptr;
  return '"' + std::string(text.data(), end) + '"';
}

/// Value of a one-element cell, else its statistics.
std::string text_of(const SketchCell& cell, bool single) {
  constexpr int short_digits = 4;
  if (single) return cell.nans > 0 ? "\"NaN\"" : quoted(cell.low);
  const bool has_number = cell.low <= cell.high;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  return concat("[", cell.nonzeros, ",", cell.nans, ",",
                quoted(has_number ? cell.low : nan, short_digits), ",",
                quoted(cell.mean(), short_digits), ",",
                quoted(has_number ? cell.high : nan, short_digits), "]");
}

std::string data_of(const MatrixSketch& sketch) {
  Numbered cells;
  for (Index row = 0; row < sketch.cells().rows; ++row)
    for (Index col = 0; col < sketch.cells().cols; ++col)
      cells.add(text_of(sketch(row, col),
                        sketch.rows_of(row).size() == 1 && sketch.cols_of(col).size() == 1));
  return concat("\"extents\": [\"", sketch.shape().rows, "\", \"", sketch.shape().cols,
                "\"],\n\"values\": ", cells.texts(), ",\n\"cells\": ", cells.numbers());
}

}  // namespace

PageParts matrix_page(const MatrixSketch& sketch, const std::string& title) {
  return {.title = matrix_title(sketch, title),
          .row_word = "row",
          .col_word = "column",
          .data = data_of(sketch),
          .script = concat(numbered_script, matrix_script)};
}

}  // namespace ashlar::pictures
