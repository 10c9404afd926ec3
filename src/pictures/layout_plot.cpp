// SPDX-License-Identifier: BSD-3-Clause
#include "layout_plot.hpp"

#include <algorithm>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/layout/drawing.hpp>
#include <ashlar/pictures/layout_picture.hpp>

#include "page.hpp"
#include "terminal.hpp"

namespace ashlar::pictures {
namespace {

constexpr double most_width = 720, most_height = 560, largest_block = 64;
constexpr Index most_legend_ranks = 16;
constexpr Index most_blocks = 40;  // along a dimension

/// Number of drawn blocks: all, or as many whole periods as fit.
Index shown_blocks(const Axis& axis, Index most) {
  const Index blocks = axis.block_count();
  if (blocks <= most) return blocks;
  return axis.nprocs <= most ? most / axis.nprocs * axis.nprocs : most;
}

Index shown_elements(const Axis& axis, Index blocks) {
  return blocks == axis.block_count() ? axis.extent : blocks * axis.block;
}

struct Side {
  explicit Side(const Axis& of)
      : axis(of), blocks(shown_blocks(of, most_blocks)), elements(shown_elements(of, blocks)) {}

  double pixel(Index g) const { return scale * static_cast<double>(g); }
  double length() const { return pixel(elements); }
  Index start(Index block) const { return block * axis.block; }
  double block_pixels(Index block) const {
    return pixel(std::min(elements, start(block) + axis.block)) - pixel(start(block));
  }
  bool is_whole() const { return elements == axis.extent; }
  bool repeats() const { return axis.nprocs < axis.block_count(); }
  /// Largest pixels per element.
  double largest_scale(double room) const {
    return std::min(room / static_cast<double>(elements),
                    largest_block / static_cast<double>(std::min(axis.block, elements)));
  }

  std::vector<SideLabel> labels(double origin) const {
    std::vector<SideLabel> labels;
    const double middle = axis.block == 1 ? scale / 2 : 0;
    for (Index b = 0; b < blocks; ++b)
      labels.push_back({origin + pixel(start(b)) + middle, concat(start(b))});
    return labels;
  }

  const Axis& axis;
  Index blocks, elements;
  double scale = 1;
};

/// Sets a common scale, or separate ones for otherwise thin blocks.
void scale(Side& rows, Side& cols) {
  constexpr double thinnest = 12;
  const double both = std::min(rows.largest_scale(most_height), cols.largest_scale(most_width));
  const auto scale_of = [&](const Side& side, double room) {
    const double wanted = thinnest / static_cast<double>(std::min(side.axis.block, side.elements));
    return std::max(both, std::min(wanted, room / static_cast<double>(side.elements)));
  };
  rows.scale = scale_of(rows, most_height);
  cols.scale = scale_of(cols, most_width);
}

void draw_block(Canvas& canvas, Box box, int rank) {
  const Colour colour = colour_of_rank(rank);
  const double gap = std::min(box.width, box.height) >= 6 ? 1 : 0;
  canvas.box({box.x, box.y, box.width - gap, box.height - gap}, colour);
  const std::string text = concat(rank);
  const double size = std::clamp(box.height * 0.5, 9.0, 14.0);
  if (width_of_text(text, size) + 3 <= box.width && size + 1 <= box.height)
    canvas.text({box.x + box.width / 2, box.y + box.height / 2 + size * 0.36}, text,
                {.size = size, .anchor = Anchor::Middle, .colour = ink_on(colour)});
}

/// Draws ranks, positions and local shapes right of the plot; returns the lower right corner.
Point draw_legend(Canvas& canvas, const Layout& layout, const Box& box) {
  const double x = box.x + box.width + 20;
  double y = box.y, widest = 0;
  std::vector<std::pair<int, Coord>> ranks;
  for (int p = 0; p < layout.grid().rows; ++p)
    for (int q = 0; q < layout.grid().cols; ++q)
      ranks.emplace_back(layout.ranks().rank_of({p, q}), Coord{p, q});
  std::sort(ranks.begin(), ranks.end(),
            [](const auto& a, const auto& b) { return a.first < b.first; });
  for (const auto& [rank, c] : ranks) {
    const Shape local = layout.local_shape(c);
    const std::string text =
        concat("rank ", rank, " (", c.row, ",", c.col, "): ", local.rows, "x", local.cols);
    canvas.box({x, y, 13, 13}, colour_of_rank(rank));
    canvas.text({x + 19, y + 11}, text, {.size = plot_text});
    widest = std::max(widest, width_of_text(text, plot_text));
    y += 18;
  }
  return {x + 19 + widest, y};
}

std::string shown_text(const Side& side, const char* what) {
  return concat(side.elements, " of ", side.axis.extent, " ", what);
}

std::string period_text(const Side& side, const char* what) {
  return concat(side.axis.nprocs, " blocks = ", side.axis.block * side.axis.nprocs, " ", what);
}

std::vector<std::string> caption_of(const Layout& layout, const Side& rows, const Side& cols) {
  std::vector<std::string> lines;
  if (!rows.is_whole() || !cols.is_whole()) {
    lines.push_back(concat("shown: the first ", shown_text(rows, "rows"), " and ",
                           shown_text(cols, "columns")));
    std::string repeats;
    for (const auto& [side, what] : {std::pair(&rows, "rows"), std::pair(&cols, "columns")})
      if (!side->is_whole() && side->repeats())
        repeats += concat(repeats.empty() ? "" : ", ", period_text(*side, what));
    if (!repeats.empty()) lines.push_back("the pattern repeats every " + repeats);
  }
  if (layout.grid().size() > most_legend_ranks) {
    const auto least = [](const Axis& axis) {
      return axis.local_count(axis.source == 0 ? axis.nprocs - 1 : axis.source - 1);
    };
    lines.push_back(concat(layout.grid().size(), " ranks; local arrays from ", least(layout.rows()),
                           "x", least(layout.cols()), " to ",
                           layout.rows().local_count(layout.rows().source), "x",
                           layout.cols().local_count(layout.cols().source)));
  }
  return lines;
}

// JavaScript versions of Axis, Layout and RankMap, and the text of describe_owner.
constexpr const char* layout_script = R"(
const axes = data.axes.map(a => a.map(BigInt)), extent = axes.map(a => a[0]);
const unit = (index, dim) => index, first = (unit, dim) => BigInt(unit);
const axis = ([length, block, processes, source]) => ({
  owner: g => (g / block % processes + source) % processes,
  local: g => g / block / processes * block + g % block,
  block: g => g / block,
  count: p => {
    const distance = (p - source + processes) % processes, blocks = length / block;
    const over = blocks % processes;
    return blocks / processes * block +
           (distance < over ? block : distance === over ? length % block : 0n);
  }
});
const rows = axis(axes[0]), cols = axis(axes[1]);
function rank(p, q) {
  const place = data.byRows ? p * axes[1][2] + q : q * axes[0][2] + p;
  return data.table ? BigInt(data.table[place]) : place + BigInt(data.firstRank);
}
function label(i, j) {
  const p = rows.owner(i), q = cols.owner(j), r = rank(p, q);
  const m = rows.count(p), n = cols.count(q);
  return `element (${i},${j}) lies on rank ${r}, process (${p},${q}), as local element ` +
         `(${rows.local(i)},${cols.local(j)}), in block (${rows.block(i)},${cols.block(j)}); ` +
         `rank ${r} holds ${m}x${n} elements, ${m * n * BigInt(data.elementBytes)} bytes`;
}
)";

/// Strings, since JavaScript's numbers have 53 bits.
std::string text_of(const Axis& axis) {
  return concat("[\"", axis.extent, "\", \"", axis.block, "\", \"", axis.nprocs, "\", \"",
                axis.source, "\"]");
}

std::string data_of(const Layout& layout, int element_bytes) {
  const RankMap& ranks = layout.ranks();
  std::string data =
      concat("\"axes\": [", text_of(layout.rows()), ", ", text_of(layout.cols()),
             "], \"byRows\": ", ranks.grid_order() == GridOrder::Row ? "true" : "false",
             ", \"firstRank\": ", ranks.first_rank(), ", \"elementBytes\": ", element_bytes);
  if (ranks.is_implicit()) return data;
  const bool by_rows = ranks.grid_order() == GridOrder::Row;
  const GridShape grid = layout.grid();
  std::string table;
  for (int k = 0; k < grid.size(); ++k) {
    const Coord c =
        by_rows ? Coord{k / grid.cols, k % grid.cols} : Coord{k % grid.rows, k / grid.rows};
    table += concat(k == 0 ? "" : ",", ranks.rank_of(c));
  }
  return concat(data, ", \"table\": [", table, "]");
}

PageParts layout_page(const Layout& layout, int element_bytes) {
  return {.title = layout.to_string(),
          .row_word = "row",
          .col_word = "column",
          .data = data_of(layout, element_bytes),
          .script = layout_script,
          .jump_rows = layout.block().rows,
          .jump_cols = layout.block().cols};
}

}  // namespace

Plot layout_plot(const Layout& layout) {
  Plot plot;
  if (layout.shape().empty()) {
    plot.box = {14, 34, 0, 0};
    finish(plot.canvas, layout.to_string(), {"the matrix has no elements"}, {14, 34});
    return plot;
  }
  Side rows(layout.rows()), cols(layout.cols());
  scale(rows, cols);
  const Sides sides = room_of_sides(with_room(rows.labels(0), true), false);
  plot.box = {sides.left, sides.top, cols.length(), rows.length()};
  plot.rows = rows.elements;
  plot.cols = cols.elements;
  draw_sides(plot.canvas, plot.box, with_room(rows.labels(plot.box.y), true),
             with_room(cols.labels(plot.box.x), false), "", "");
  for (Index r = 0; r < rows.blocks; ++r)
    for (Index c = 0; c < cols.blocks; ++c)
      draw_block(plot.canvas,
                 {plot.box.x + cols.pixel(cols.start(c)), plot.box.y + rows.pixel(rows.start(r)),
                  cols.block_pixels(c), rows.block_pixels(r)},
                 layout.owner_rank(rows.start(r), cols.start(c)));
  Point drawn = {plot.box.x + plot.box.width, plot.box.y + plot.box.height};
  if (layout.grid().size() <= most_legend_ranks) {
    const Point legend = draw_legend(plot.canvas, layout, plot.box);
    drawn = {legend.x, std::max(drawn.y, legend.y)};
  }
  finish(plot.canvas, layout.to_string(), caption_of(layout, rows, cols), drawn);
  return plot;
}

Picture layout_picture(const Layout& layout, int element_bytes) {
  expect(element_bytes >= 1, "layout_picture: elements of ", element_bytes,
         " bytes; give at least 1");
  const auto text = [layout](TerminalColours colours) {
    DrawOptions how;
    if (colours != TerminalColours::None)
      how.paint = [colours](const std::string& cell, int rank) {
        return on_colour(cell, colour_of_rank(rank), colours);
      };
    std::string lines = draw(layout, how);
    while (lines.ends_with('\n')) lines.pop_back();
    return lines;
  };
  return Picture({.plot = layout_plot(layout),
                  .page = [layout, element_bytes] { return layout_page(layout, element_bytes); },
                  .text = text});
}

}  // namespace ashlar::pictures
