// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/layout.hpp>

#include <algorithm>
#include <limits>
#include <memory>

#include <ashlar/base/error.hpp>
#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/drawing.hpp>
#include <ashlar/pictures/layout_picture.hpp>

#include "commands.hpp"
#include "picture_file.hpp"
#include "report.hpp"
#include "support/colours.hpp"
#include "support/options.hpp"

namespace ashlar::apps {
namespace {

struct LayoutArguments {
  Shape shape;
  LayoutOptions layout;
  std::optional<std::pair<Index, Index>> owner;
  bool json = false;
  PictureFile picture;
  DType dtype = DType::Float64;
  Colouring colouring = Colouring::Auto;
};

Json process_json(const Layout& layout, Coord c) {
  const Shape local = layout.local_shape(c);
  return {{"position", {c.row, c.col}},
          {"rank", layout.ranks().rank_of(c)},
          {"local", to_json(local)},
          {"lld", std::max<Index>(1, local.rows)}};
}

Json owner_json(const Layout& layout, Index i, Index j) {
  const ElementPlace place = place_of(layout, i, j);
  return {{"element", {i, j}},
          {"position", {place.position.row, place.position.col}},
          {"rank", place.rank},
          {"block", {place.block_row, place.block_col}},
          {"local", {place.local_row, place.local_col}}};
}

Json as_json(const Layout& layout, const LayoutArguments& options) {
  constexpr Index most_processes = 1'000'000;
  expect(layout.grid().size() <= most_processes, "layout: JSON lists every process, and ",
         layout.grid().size(), " are more than ", most_processes, "; leave --json out");
  Json json = to_json(layout);
  json["processes"] = Json::array();
  for (int p = 0; p < layout.grid().rows; ++p)
    for (int q = 0; q < layout.grid().cols; ++q)
      json["processes"].push_back(process_json(layout, {p, q}));
  if (options.owner)
    json["owner"] = owner_json(layout, options.owner->first, options.owner->second);
  return json;
}

std::string as_text(const Layout& layout, const LayoutArguments& options) {
  if (options.owner) return describe_owner(layout, options.owner->first, options.owner->second);
  return pictures::layout_picture(layout).text(colours_of(options.colouring));
}

void run_layout(const LayoutArguments& options) {
  const Layout layout({.shape = options.shape,
                       .block = options.layout.block,
                       .grid = options.layout.grid.value(),
                       .source = options.layout.source,
                       .grid_order = options.layout.order});
  if (!options.picture.path.empty())
    return write_picture(options.picture, pictures::layout_picture(
                                              layout, static_cast<int>(size_of(options.dtype))));
  if (options.json) print(as_json(layout, options));
  else print(as_text(layout, options));
}

}  // namespace

Command layout_command(CLI::App& parent) {
  auto options = std::make_shared<LayoutArguments>();
  CLI::App* app = parent.add_subcommand(
      "layout", "Draw the owner of each element, for any number of processes");
  add_parsed_option(*app, "--shape", options->shape, "MxN", "rows and columns of the matrix",
                    parse_shape)
      ->required();
  add_layout_options(*app, options->layout, "", "Options", LayoutDefaults::None);
  auto* owner =
      add_parsed_option(*app, "--owner", options->owner, "I,J",
                        "print the owner and local indices of this element, counted from 0",
                        [](const std::string& text) {
                          return parse_pair(text, ',', 0, std::numeric_limits<Index>::max());
                        });
  auto* json =
      app->add_flag("--json", options->json, "print JSON, with every process's local size");
  auto* picture = add_picture_options(*app, options->picture)->excludes(json)->excludes(owner);
  add_parsed_option(*app, "--dtype", options->dtype, "T",
                    "element type, for the bytes in an .html; float64 if not given",
                    [](const std::string& text) { return dtype_from_string(text); })
      ->needs(picture);
  add_colour_option(*app, options->colouring);
  app->footer("Example:\n  ashlar layout --shape 9x9 --block 2x2 --grid 2x3");
  return {app, {}, [options] { run_layout(*options); }};
}

}  // namespace ashlar::apps
