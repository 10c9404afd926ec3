// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/base/concat.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <memory>

#include <ashlar/base/error.hpp>
#include <ashlar/layout/traffic_map.hpp>
#include <ashlar/layout/transfers.hpp>
#include <ashlar/pictures/plan_picture.hpp>

#include "page.hpp"

namespace ashlar::pictures {
namespace {

inline constexpr const char* plan_title = "Bytes from rank to rank";

constexpr double most_pixels = 560, largest_cell = 44;
constexpr int most_boxes = 64;  // beyond, one image is smaller than boxes
constexpr Colour nothing = {236, 236, 236};

struct Extremes {
  double low = std::numeric_limits<double>::infinity(), high = 0;
};

double bytes_of(const TrafficMap& map, int from, int to, int element_bytes) {
  return static_cast<double>(map.elements(from, to)) * element_bytes;
}

Extremes extremes_of(const TrafficMap& map, int element_bytes) {
  Extremes found;
  for (int from = 0; from < map.cells(); ++from)
    for (int to = 0; to < map.cells(); ++to)
      if (map.elements(from, to) > 0) {
        const double bytes = bytes_of(map, from, to, element_bytes);
        found.low = std::min(found.low, bytes);
        found.high = std::max(found.high, bytes);
      }
  return found;
}

Colour colour_of_bytes(double bytes, const Extremes& all) {
  if (bytes == 0) return nothing;
  if (all.low == all.high) return colour_of(ColourMap::Viridis, 1);
  return colour_of(ColourMap::Viridis, (std::log(bytes) - std::log(all.low)) /
                                           (std::log(all.high) - std::log(all.low)));
}

void draw_cells(Plot& plot, const TrafficMap& map, int element_bytes, const Extremes& all) {
  const int cells = map.cells();
  const double size = plot.box.width / cells;
  Image image(cells, cells, nothing);
  for (int from = 0; from < cells; ++from)
    for (int to = 0; to < cells; ++to) {
      image(from, to) = colour_of_bytes(bytes_of(map, from, to, element_bytes), all);
      const double gap = size >= 6 ? 1 : 0;
      if (cells <= most_boxes)
        plot.canvas.box({plot.box.x + to * size, plot.box.y + from * size, size - gap, size - gap},
                        image(from, to));
    }
  if (cells > most_boxes) plot.canvas.image(plot.box, std::move(image));
}

std::vector<SideLabel> labels_of(const TrafficMap& map, double origin, double size) {
  std::vector<SideLabel> labels;
  const bool single = map.ranks_of(0).size() == 1;
  for (int cell = 0; cell < map.cells(); ++cell)
    labels.push_back(
        {origin + cell * size + (single ? size / 2 : 0), concat(map.ranks_of(cell).first)});
  return labels;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    if (c == '\n') lines.emplace_back();
    else if (c != ' ' || !lines.back().ends_with(' ')) lines.back() += c;
  }
  lines.pop_back();
  return lines;
}

/// Powers of ten are round numbers on the bar.
std::string decimal_bytes(double bytes) {
  constexpr const char* units[] = {" B", " kB", " MB", " GB", " TB", " PB", " EB"};
  std::size_t unit = 0;
  while (bytes >= 1000 && unit + 1 < std::size(units)) {
    bytes /= 1000;
    ++unit;
  }
  return short_number(bytes) + units[unit];
}

std::vector<BarLabel> bar_labels(const Extremes& all, double height) {
  if (all.low == all.high) return {{1, decimal_bytes(all.high)}};
  std::vector<BarLabel> labels;
  for (const Tick& tick : log_ticks(all.low, all.high, most_bar_labels(height)))
    labels.push_back(
        {(std::log(tick.value) - std::log(all.low)) / (std::log(all.high) - std::log(all.low)),
         decimal_bytes(tick.value)});
  return labels;
}

std::vector<std::string> caption_of(const Transfers& moves, const TrafficMap& map,
                                    const TransferSummary& sum) {
  std::vector<std::string> lines = {"from " + moves.source().to_string(),
                                    "to " + moves.target().to_string()};
  if (moves.op() != Op::None) lines.back() += concat(", ", to_string(moves.op()));
  if (moves.moved().uplo != Uplo::General)
    lines.back() += concat(", ", to_string(moves.moved().uplo), " triangle from diagonal ",
                           moves.moved().diagonal);
  const Index per_cell = map.ranks_of(0).size();
  lines.push_back(per_cell > 1 ? concat("each cell: ", per_cell, " ranks to ", per_cell,
                                        " ranks, their own included")
                               : "on the diagonal: elements that stay on their rank");
  for (const std::string& line : lines_of(sum.to_string())) lines.push_back(line);
  return lines;
}

/// Plot of a move; units are cells of its traffic map.
Plot plan_plot(const Transfers& moves, const TrafficMap& map, int element_bytes) {
  Plot plot;
  plot.rows = plot.cols = map.cells();
  const double size = std::min(largest_cell, most_pixels / map.cells());
  const Sides sides = room_of_sides(with_room(labels_of(map, 0, size), true), true);
  plot.box = {sides.left, sides.top, size * map.cells(), size * map.cells()};
  const Extremes all = extremes_of(map, element_bytes);
  draw_cells(plot, map, element_bytes, all);
  draw_sides(plot.canvas, plot.box, with_room(labels_of(map, plot.box.y, size), true),
             with_room(labels_of(map, plot.box.x, size), false), "from rank", "to rank");
  Point drawn = {plot.box.x + plot.box.width, plot.box.y + plot.box.height};
  if (all.high > 0) {
    const Point bar = draw_colour_bar(plot.canvas, plot.box, ColourMap::Viridis,
                                      bar_labels(all, plot.box.height), "bytes");
    drawn = {bar.x, std::max(drawn.y, bar.y)};
  }
  finish(plot.canvas, plan_title, caption_of(moves, map, moves.summary(element_bytes)), drawn);
  return plot;
}

constexpr const char* plan_script = R"(
const cells = expand(data.cells), perCell = BigInt(data.perCell), ranks = BigInt(data.ranks);
const extent = [ranks, ranks];
const unit = (index, dim) => index / perCell, first = (unit, dim) => BigInt(unit) * perCell;
function of(rank) {
  const low = rank / perCell * perCell, past = low + perCell > ranks ? ranks : low + perCell;
  return past - low > 1n ? [`ranks ${low} to ${past - 1n}`, ""] : [`rank ${low}`, "s"];
}
const amount = elements =>
  `${elements} element${elements === 1n ? "" : "s"}, ${elements * BigInt(data.elementBytes)} bytes`;
function label(i, j) {
  const from = Number(unit(i, 0)), to = Number(unit(j, 1));
  const [elements, messages] = data.values[cells[from * data.rows + to]].map(BigInt);
  const [sender, s] = of(i), receiver = of(j)[0], stay = BigInt(data.kept[from]);
  if (from === to && perCell === 1n) return `${sender} keeps ${amount(elements)}`;
  if (elements === 0n) return `${sender} send${s} nothing to ${receiver}`;
  return `${sender} send${s} ${amount(elements)} to ${receiver} in ` +
         `${messages} message${messages === 1n ? "" : "s"}` +
         (from === to ? `; of them ${stay} stay on their rank` : "");
}
)";

/// Strings, since JavaScript's numbers have 53 bits.
std::string data_of(const TrafficMap& map, int element_bytes) {
  Numbered cells;
  std::string kept;
  for (int from = 0; from < map.cells(); ++from) {
    kept += concat(from == 0 ? "\"" : ",\"", map.kept(from), '"');
    for (int to = 0; to < map.cells(); ++to)
      cells.add(concat("[\"", map.elements(from, to), "\",\"", map.messages(from, to), "\"]"));
  }
  return concat("\"values\": ", cells.texts(), ",\n\"cells\": ", cells.numbers(), ",\n\"kept\": [",
                kept, "], \"perCell\": ", map.ranks_of(0).size(), ", \"ranks\": ", map.ranks(),
                ", \"elementBytes\": ", element_bytes);
}

}  // namespace

PageParts plan_page(const TrafficMap& map, int element_bytes) {
  return {.title = plan_title,
          .row_word = "from rank",
          .col_word = "to rank",
          .data = data_of(map, element_bytes),
          .script = concat(numbered_script, plan_script)};
}

Picture plan_picture(const Transfers& moves, int element_bytes) {
  expect(element_bytes >= 1, "plan_picture: elements of ", element_bytes,
         " bytes; give at least 1");
  const auto map = std::make_shared<const TrafficMap>(moves);
  const auto text = [moves, element_bytes](TerminalColours) {
    std::string lines = moves.to_string(element_bytes);
    while (lines.ends_with('\n')) lines.pop_back();
    return lines;
  };
  return Picture({.plot = plan_plot(moves, *map, element_bytes),
                  .page = [map, element_bytes] { return plan_page(*map, element_bytes); },
                  .text = text});
}

}  // namespace ashlar::pictures
