// SPDX-License-Identifier: BSD-3-Clause
#include <memory>
#include <optional>

#include <fmt/format.h>

#include <ashlar/base/error.hpp>
#include <ashlar/layout/move_cost.hpp>
#include <ashlar/layout/traffic_map.hpp>
#include <ashlar/layout/transfers.hpp>
#include <ashlar/pictures/plan_picture.hpp>

#include "commands.hpp"
#include "picture_file.hpp"
#include "report.hpp"
#include "support/options.hpp"

namespace ashlar::apps {
namespace {

struct PlanArguments {
  Shape shape;
  LayoutOptions target, from;
  bool transpose = false, unit = false, relabel = false, json = false;
  std::optional<Uplo> triangle;
  Index diagonal = 0;
  DType dtype = DType::Float64;
  std::optional<Index> rank;
  PictureFile picture;
  std::optional<double> latency, bandwidth;  // microseconds, gigabytes per second
};

Layout layout_of(const LayoutOptions& options, Shape shape) {
  return Layout({.shape = shape,
                 .block = options.block,
                 .grid = options.grid.value(),
                 .source = options.source,
                 .grid_order = options.order});
}

TransferOptions transfer_options(const PlanArguments& options) {
  return {.op = options.transpose ? Op::Trans : Op::None,
          .uplo = options.triangle.value_or(Uplo::General),
          .diagonal = options.diagonal,
          .diag = options.unit ? Diag::Unit : Diag::NonUnit};
}

MoveCost cost(const Transfers& moves, const PlanArguments& options) {
  return cost_of(
      moves, static_cast<int>(size_of(options.dtype)),
      {.latency_s = options.latency.value_or(0) * 1e-6, .bytes_per_s = *options.bandwidth * 1e9});
}

/// Bytes of the largest local block of a layout, that of the source process.
Index largest_block(const Layout& layout, DType dtype) {
  return layout.rows().local_count(layout.source().row) *
         layout.cols().local_count(layout.source().col) * static_cast<Index>(size_of(dtype));
}

Json traffic_json(const TrafficMap& table) {
  Json rows = Json::array();
  for (int from = 0; from < table.cells(); ++from) {
    Json row = Json::array();
    for (int to = 0; to < table.cells(); ++to) row.push_back(table.elements(from, to));
    rows.push_back(row);
  }
  return rows;
}

Json as_json(const Transfers& moves, const Transfers* before, const PlanArguments& options) {
  const int bytes = static_cast<int>(size_of(options.dtype));
  Json json{{"from", to_json(moves.source())},
            {"to", to_json(moves.target())},
            {"op", to_string(moves.op())},
            {"plan", to_json(moves.summary(bytes))}};
  if (before != nullptr) {
    json["without_relabel"] = to_json(before->summary(bytes));
    json["ranks"] = ashlar::detail::ranks_in_order(moves.target().ranks());
  }
  if (options.rank) {
    const Traffic t = moves.traffic_of(static_cast<int>(*options.rank));
    json["rank"] = {{"rank", *options.rank},          {"sent", t.sent},
                    {"received", t.received},         {"kept", t.kept},
                    {"messages_out", t.messages_out}, {"messages_in", t.messages_in}};
  }
  if (options.bandwidth) {
    const MoveCost most = cost(moves, options);
    json["cost"] = {{"seconds", most.seconds},
                    {"rank", most.rank},
                    {"messages", most.messages},
                    {"bytes", most.bytes},
                    {"memory_before", largest_block(moves.source(), options.dtype)},
                    {"memory_after", largest_block(moves.target(), options.dtype)}};
  }
  if (const auto table = TrafficMap::of_each_rank(moves)) json["traffic"] = traffic_json(*table);
  return json;
}

std::string as_text(const Transfers& moves, const Transfers* before, const PlanArguments& options) {
  const int bytes = static_cast<int>(size_of(options.dtype));
  std::string text = moves.to_string(bytes);
  if (options.rank) {
    const Traffic t = moves.traffic_of(static_cast<int>(*options.rank));
    text +=
        fmt::format("rank {} sends {} elements in {} messages, receives {} in {} and keeps {}\n",
                    *options.rank, t.sent, t.messages_out, t.received, t.messages_in, t.kept);
  }
  if (before != nullptr) {
    const TransferSummary was = before->summary(bytes), is = moves.summary(bytes);
    text += fmt::format("relabelled: {} elements stay instead of {}, {} messages instead of {}\n",
                        is.elements_kept, was.elements_kept, is.messages, was.messages);
  }
  if (options.bandwidth) {
    const MoveCost most = cost(moves, options);
    text += fmt::format(
        "time about {:.3g} s: rank {} has {} messages and {} bytes to send and receive\n"
        "memory of a rank: up to {} bytes of the matrix before and {} after\n",
        most.seconds, most.rank, most.messages, most.bytes,
        largest_block(moves.source(), options.dtype), largest_block(moves.target(), options.dtype));
  }
  text.pop_back();
  return text;
}

/// The requested move, and with --relabel a better one.
struct Plans {
  explicit Plans(const PlanArguments& options)
      : asked(layout_of(options.from, options.shape),
              layout_of(options.target,
                        options.transpose ? options.shape.transposed() : options.shape),
              transfer_options(options)) {
    const Index ranks = std::max(asked.source().grid().size(), asked.target().grid().size());
    expect(!options.rank || *options.rank < ranks, "plan: --rank is ", options.rank.value_or(0),
           ", but the layouts have ranks 0 to ", ranks - 1);
    if (options.relabel)
      better.emplace(asked.source(), relabelled(asked, static_cast<int>(ranks)),
                     transfer_options(options));
  }

  const Transfers& moves() const { return better ? *better : asked; }
  const Transfers* before() const { return better ? &asked : nullptr; }

  Transfers asked;
  std::optional<Transfers> better;
};

void draw_picture(const PlanArguments& options) {
  const int bytes = static_cast<int>(size_of(options.dtype));
  write_picture(options.picture, pictures::plan_picture(Plans(options).moves(), bytes));
}

void run_plan(const PlanArguments& options) {
  if (!options.picture.path.empty()) return draw_picture(options);
  const Plans plans(options);
  if (options.json) print(as_json(plans.moves(), plans.before(), options));
  else print(as_text(plans.moves(), plans.before(), options));
}

}  // namespace

Command plan_command(CLI::App& parent) {
  auto options = std::make_shared<PlanArguments>();
  CLI::App* app = parent.add_subcommand(
      "plan",
      "Print messages and bytes of a move between two layouts, for any number of processes");
  add_parsed_option(*app, "--shape", options->shape, "MxN", "rows and columns of the matrix",
                    parse_shape)
      ->required();
  add_layout_options(*app, options->from, "from-", "Layout that the matrix is in",
                     LayoutDefaults::None);
  add_layout_options(*app, options->target, "", "Layout that it is moved to", LayoutDefaults::None);
  app->add_flag("--transpose", options->transpose, "transpose");
  auto* triangle = add_parsed_option(*app, "--triangle", options->triangle, "upper|lower",
                                     "move a triangle of the result only", parse_triangle);
  add_parsed_option(*app, "--diagonal", options->diagonal, "K",
                    "the triangle ends with diagonal K = column - row; 0 if not given", parse_index)
      ->needs(triangle);
  app->add_flag("--unit", options->unit, "without that diagonal")->needs(triangle);
  add_parsed_option(
      *app, "--dtype", options->dtype, "T",
      "element type: float32 or 64, complex64 or 128, int8 to 64, uint8 to 64; float64 if "
      "not given",
      parse_dtype);
  app->add_flag("--relabel", options->relabel,
                "give the positions of the second grid to those ranks that have most of their "
                "elements, and print the savings");
  auto* one_rank = add_parsed_option(*app, "--rank", options->rank, "R",
                                     "also print the elements that this rank sends and receives",
                                     [](const std::string& text) -> std::optional<Index> {
                                       const auto rank = parse_index(text);
                                       return rank && *rank >= 0 ? rank : std::nullopt;
                                     });
  auto* bandwidth = add_parsed_option(
      *app, "--bandwidth", options->bandwidth, "GB/s",
      "also estimate the time; a rank sends and receives at this rate", parse_positive);
  add_parsed_option(*app, "--latency", options->latency, "US",
                    "microseconds that a message takes, in that estimate; 0 if not given",
                    [](const std::string& text) {
                      const auto value = parse_number(text);
                      return value && *value >= 0 ? value : std::nullopt;
                    })
      ->needs(bandwidth);
  auto* json = app->add_flag("--json", options->json, "print JSON");
  add_picture_options(*app, options->picture)->excludes(json)->excludes(one_rank);
  app->footer(
      "Example:\n  ashlar plan --shape 4000x4000 --from-grid 4x1 --from-block 1000x4000 --grid 2x2 "
      "--block 64x64");
  return {app, {}, [options] { run_plan(*options); }};
}

}  // namespace ashlar::apps
