// SPDX-License-Identifier: BSD-3-Clause
#include "page.hpp"

#include <ashlar/base/concat.hpp>

#include "canvas.hpp"

namespace ashlar::pictures {
namespace {

constexpr const char* page_style = R"(
:root { color-scheme: light dark; --ink: #222; --paper: #fff; --line: #888; }
body { font: 15px/1.5 sans-serif; color: var(--ink); background: var(--paper); margin: 1.5rem; }
h1 { position: absolute; clip-path: inset(50%); }
figure { margin: 0 -14px; overflow-x: auto; }
svg { display: block; max-width: 100%; height: auto; touch-action: manipulation; }
svg:focus-visible { outline: 2px solid #0072b2; outline-offset: 3px; }
#cursor { fill: none; stroke: #d6006c; stroke-width: 2; pointer-events: none; }
output { display: block; min-height: 3em; margin: .5rem 0; padding: .4rem .7rem;
  border-left: 4px solid #d6006c; }
input { width: 11em; font: inherit; }
form, .help { margin: .5rem 0; }
.help { color: var(--line); }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ddd; --paper: #181a1b; --line: #999; }
  svg > rect:first-of-type { fill: #181a1b; }
  svg text[fill="#222222"] { fill: #ddd; }
}
)";

constexpr const char* page_script = R"(
const svg = document.querySelector("figure svg"), note = document.querySelector("output");
const form = document.querySelector("form"), count = [data.rows, data.cols];
const cursor = document.createElementNS("http://www.w3.org/2000/svg", "rect");
cursor.id = "cursor";
let at = [0, 0];
function show(i, j) {
  note.textContent = label(i, j);
  form.row.value = i;
  form.col.value = j;
}
function mark(units) {
  cursor.remove();
  if (units[0] >= count[0] || units[1] >= count[1]) return;
  at = units;
  const size = [data.height / count[0], data.width / count[1]];
  const least = size.map(s => Math.max(s, 3));
  cursor.setAttribute("y", data.y + at[0] * size[0] - (least[0] - size[0]) / 2);
  cursor.setAttribute("x", data.x + at[1] * size[1] - (least[1] - size[1]) / 2);
  cursor.setAttribute("height", least[0]);
  cursor.setAttribute("width", least[1]);
  svg.append(cursor);
}
function move(units) {
  const inside = units.map((u, d) => Math.min(Math.max(u, 0), count[d] - 1));
  mark(inside);
  show(first(inside[0], 0), first(inside[1], 1));
}
function follow(event) {
  const box = svg.getBoundingClientRect(), view = svg.viewBox.baseVal;
  const x = (event.clientX - box.left) * view.width / box.width - data.x;
  const y = (event.clientY - box.top) * view.height / box.height - data.y;
  if (x < 0 || y < 0 || x >= data.width || y >= data.height) return;
  move([Math.floor(y * count[0] / data.height), Math.floor(x * count[1] / data.width)]);
}
svg.addEventListener("pointermove", follow);
svg.addEventListener("pointerdown", follow);
svg.addEventListener("keydown", event => {
  const jump = event.shiftKey ? data.jump : [1, 1];
  const steps = {ArrowUp: [-jump[0], 0], ArrowDown: [jump[0], 0], ArrowLeft: [0, -jump[1]],
                 ArrowRight: [0, jump[1]], Home: [0, -count[1]], End: [0, count[1]],
                 PageUp: [-count[0], 0], PageDown: [count[0], 0]};
  const step = steps[event.key];
  if (!step) return;
  event.preventDefault();
  move([at[0] + step[0], at[1] + step[1]]);
});
form.addEventListener("submit", event => {
  event.preventDefault();
  const texts = [form.row.value.trim(), form.col.value.trim()];
  const numbers = texts.map(t => /^[0-9]+$/.test(t) ? BigInt(t) : -1n);
  if (numbers.some((n, d) => n < 0n || n >= extent[d])) {
    note.textContent = "give whole numbers: " + data.words[0] + " 0 to " + (extent[0] - 1n) + ", " +
                       data.words[1] + " 0 to " + (extent[1] - 1n);
    return;
  }
  mark([Number(unit(numbers[0], 0)), Number(unit(numbers[1], 1))]);
  show(numbers[0], numbers[1]);
});
)";

}  // namespace

std::string html_page(const Plot& plot, const PageParts& parts) {
  const std::string title = xml_escaped(parts.title);
  std::string page = concat(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
      "<meta name=\"viewport\" content=\"width=device-width\">\n<title>",
      title, "</title>\n<style>", page_style, "</style>\n</head>\n<body>\n<main>\n<h1>", title,
      "</h1>\n");
  std::string svg = plot.canvas.to_svg();
  if (plot.rows > 0 && plot.cols > 0) {
    const std::string_view opening = "<svg ";
    svg.replace(0, opening.size(),
                concat("<svg tabindex=\"0\" role=\"application\" aria-label=\"", title, "\" "));
    page += concat(
        "<noscript><p>Without a script the picture does not answer.</p></noscript>\n"
        "<output aria-live=\"polite\">Point at the picture, or choose it and use the arrow "
        "keys.</output>\n<figure>\n",
        svg, "</figure>\n<form><label>", parts.row_word,
        " <input name=\"row\" inputmode=\"numeric\" autocomplete=\"off\"></label> <label>",
        parts.col_word,
        " <input name=\"col\" inputmode=\"numeric\" autocomplete=\"off\"></label> "
        "<button>Show</button></form>\n<p class=\"help\">Arrow keys move by one, with Shift "
        "further; Home, End, Page Up and Page Down go to the ends.</p>\n<script>\n\"use "
        "strict\";\nconst data = {\"x\": ",
        plot.box.x, ", \"y\": ", plot.box.y, ", \"width\": ", plot.box.width,
        ", \"height\": ", plot.box.height, ", \"rows\": ", plot.rows, ", \"cols\": ", plot.cols,
        ", \"jump\": [", parts.jump_rows, ", ", parts.jump_cols, "], \"words\": [\"",
        parts.row_word, "\", \"", parts.col_word, "\"],\n", parts.data, "};", parts.script,
        page_script, "</script>\n");
  } else {
    page += concat("<figure>\n", svg, "</figure>\n");
  }
  return page + "</main>\n</body>\n</html>\n";
}

void Numbered::add(const std::string& text) {
  const auto [place, is_new] = numbers_of_.try_emplace(text, static_cast<int>(texts_.size()));
  if (is_new) texts_.push_back(text);
  if (place->second != last_) end_repetition();
  last_ = place->second;
  ++times_;
}

void Numbered::end_repetition() {
  if (times_ == 0) return;
  if (!numbers_.empty()) numbers_ += ',';
  numbers_ += std::to_string(last_);
  if (times_ > 1) numbers_ += '*' + std::to_string(times_);
  times_ = 0;
}

std::string Numbered::texts() const {
  std::string text = "[";
  for (const std::string& one : texts_) {
    if (text.size() > 1) text += ',';
    text += one;
  }
  return text + "]";
}

std::string Numbered::numbers() {
  end_repetition();
  return '"' + numbers_ + '"';
}

const char* const numbered_script = R"(
const expand = text => text.split(",").flatMap(part => {
  const [number, times] = part.split("*").map(Number);
  return Array(times || 1).fill(number);
});
)";

}  // namespace ashlar::pictures
