// SPDX-License-Identifier: BSD-3-Clause
#include "plot.hpp"

#include <algorithm>
#include <cmath>

#include "canvas.hpp"

namespace ashlar::pictures {
namespace {

constexpr double margin = 14, title_height = 34, line_height = 17;

/// Sufficient distance in pixels of neighbouring labels.
double room_of(const std::vector<SideLabel>& labels, bool down) {
  if (down) return plot_text + 3;
  double widest = 0;
  for (const SideLabel& label : labels)
    widest = std::max(widest, width_of_text(label.text, plot_text));
  return widest + 8;
}

constexpr double least_bar_height = 90;

}  // namespace

double width_of_text(std::string_view text, double size) {
  return 0.56 * size * static_cast<double>(length_of_utf8(text));
}

std::vector<SideLabel> with_room(const std::vector<SideLabel>& labels, bool down) {
  if (labels.size() < 2) return labels;
  const double room = room_of(labels, down);
  const double step =
      (labels.back().at - labels.front().at) / static_cast<double>(labels.size() - 1);
  constexpr std::size_t steps[] = {1, 2, 4, 5, 10, 20, 50, 100, 200, 500, 1000};
  std::size_t every = steps[0];
  for (const std::size_t candidate : steps) {
    every = candidate;
    if (static_cast<double>(every) * step >= room) break;
  }
  std::vector<SideLabel> kept;
  for (std::size_t k = 0; k < labels.size(); k += every) kept.push_back(labels[k]);
  return kept;
}

Sides room_of_sides(const std::vector<SideLabel>& rows, bool with_words) {
  double widest = 0;
  for (const SideLabel& label : rows)
    widest = std::max(widest, width_of_text(label.text, plot_text));
  const double words = with_words ? 20 : 0;
  return {margin + widest + 10 + words, title_height + 24 + words};
}

void draw_sides(Canvas& canvas, const Box& box, const std::vector<SideLabel>& rows,
                const std::vector<SideLabel>& cols, const std::string& row_word,
                const std::string& col_word) {
  for (const SideLabel& label : rows) {
    canvas.box({box.x - 5, label.at, 4, 1}, plot_line);
    canvas.text({box.x - 8, label.at + 4}, label.text, {.size = plot_text, .anchor = Anchor::End});
  }
  for (const SideLabel& label : cols) {
    canvas.box({label.at, box.y - 5, 1, 4}, plot_line);
    canvas.text({label.at, box.y - 9}, label.text, {.size = plot_text, .anchor = Anchor::Middle});
  }
  if (!row_word.empty())
    canvas.text({margin + 8, box.y + box.height / 2}, row_word,
                {.size = plot_text, .anchor = Anchor::Middle, .upwards = true});
  if (!col_word.empty())
    canvas.text({box.x + box.width / 2, title_height + 10}, col_word,
                {.size = plot_text, .anchor = Anchor::Middle});
}

void finish(Canvas& canvas, const std::string& title, const std::vector<std::string>& caption,
            Point drawn) {
  double width = std::max(drawn.x + margin, margin * 2 + width_of_text(title, 14.5));
  double y = drawn.y + 26;
  canvas.text({margin, 22}, title, {.size = 14, .bold = true});
  for (const std::string& line : caption) {
    canvas.text({margin, y}, line, {.size = plot_text});
    width = std::max(width, margin * 2 + width_of_text(line, plot_text));
    y += line_height;
  }
  canvas.resize(std::ceil(width), std::ceil(y));
}

Point draw_colour_bar(Canvas& canvas, const Box& box, ColourMap map,
                      const std::vector<BarLabel>& labels, const std::string& what) {
  constexpr Index steps = 128;
  Image colours(steps, 1);
  for (Index k = 0; k < steps; ++k)
    colours(k, 0) = colour_of(map, 1 - static_cast<double>(k) / (steps - 1));
  const Box bar = {box.x + box.width + 22, box.y, 14, std::max(box.height, least_bar_height)};
  canvas.image(bar, colours);
  double widest = 0;
  for (const BarLabel& label : labels) {
    const double y = bar.y + bar.height * (1 - label.at);
    canvas.box({bar.x + bar.width, y, 4, 1}, plot_line);
    canvas.text({bar.x + bar.width + 7, y + 4}, label.text, {.size = plot_text});
    widest = std::max(widest, width_of_text(label.text, plot_text));
  }
  const double end = bar.x + bar.width + 7 + widest;
  canvas.text({end + 16, bar.y + bar.height / 2}, what,
              {.size = plot_text, .anchor = Anchor::Middle, .upwards = true});
  return {end + 20, bar.y + bar.height};
}

int most_bar_labels(double height) {
  return std::max(2, static_cast<int>(std::max(height, least_bar_height) / 45));
}

}  // namespace ashlar::pictures
