// SPDX-License-Identifier: BSD-3-Clause
#include <charconv>
#include <memory>

#include <fmt/format.h>

#include <ashlar/io/files.hpp>
#include <ashlar/move/gather.hpp>

#include "commands.hpp"
#include "file_options.hpp"
#include "matrix_kinds.hpp"
#include "outputs.hpp"
#include "report.hpp"
#include "support/options.hpp"
#include "support/suggest.hpp"

namespace ashlar::apps {
namespace {

struct GenerateArguments {
  std::string kind, out, values;
  std::optional<Shape> shape;
  std::optional<double> condition, parameter;
  DType dtype = DType::Float64;
  Decay decay = Decay::Geometric;
  std::uint64_t seed = 1;
  LayoutOptions layout;
  io::FileStyle style;
  bool layout_given = false, list = false, force = false, quiet = false, json = false;
};

void print_kinds(mpi::CommunicatorView world, bool json) {
  if (json) {
    Json list = Json::array();
    for (const MatrixKind& kind : matrix_kinds())
      list.push_back({{"kind", kind.name}, {"meaning", kind.meaning}, {"square", kind.is_square}});
    return print(world, list);
  }
  std::string text;
  for (const MatrixKind& kind : matrix_kinds())
    text += fmt::format("{}{:<18} {}", text.empty() ? "" : "\n", kind.name, kind.meaning);
  print(world, text);
}

/// Parses numbers between commas; nullopt for other text.
std::optional<std::vector<double>> parse_list(const std::string& text) {
  std::vector<double> values;
  for (std::size_t at = 0; at <= text.size();) {
    const std::size_t comma = std::min(text.find(',', at), text.size());
    const auto value = parse_number(std::string_view(text).substr(at, comma - at));
    if (!value) return std::nullopt;
    values.push_back(*value);
    at = comma + 1;
  }
  return values;
}

/// Values of a list, or the elements of a file in column-major order.
std::vector<double> values_of(mpi::CommunicatorView world, const std::string& text) {
  if (text.empty()) return {};
  if (auto list = parse_list(text)) return *std::move(list);
  const io::FileInfo info = io::read_info(world, text);
  return gather_all(io::load_as<double>(text, world, io::file_layout(info, world.size())));
}

void run_generate(mpi::CommunicatorView world, const GenerateArguments& options) {
  if (options.list) return print_kinds(world, options.json);
  check_new(world, {options.out}, options.force);
  const KindOptions kind_options{.seed = options.seed,
                                 .values = values_of(world, options.values),
                                 .condition = options.condition,
                                 .parameter = options.parameter,
                                 .decay = options.decay};
  const MatrixKind kind = *matrix_kind(options.kind);
  const Layout layout = options.layout_given
                            ? options.layout.grid_of(world).layout(
                                  *options.shape, {options.layout.block, options.layout.source})
                            : io::file_layout(*options.shape, StorageOrder::C, world.size());
  visit_element(options.dtype, [&](auto tag) {
    io::save(options.out,
             make_matrix<typename decltype(tag)::type>(world, layout, kind, kind_options),
             {.file = options.style});
  });
  if (options.json)
    print(world, Json{{"kind", options.kind},
                      {"out", options.out},
                      {"shape", to_json(*options.shape)},
                      {"dtype", to_string(options.dtype)},
                      {"seed", options.seed}});
  else if (!options.quiet)
    print(world, fmt::format("{}: {} {}", options.out, describe(*options.shape, options.dtype),
                             options.kind));
}

/// @throws CLI::ParseError
void check(const GenerateArguments& options) {
  if (options.list) return;
  if (options.kind.empty() || options.out.empty()) throw CLI::RequiredError("KIND and OUT");
  if (!matrix_kind(options.kind)) {
    std::vector<std::string> names;
    for (const MatrixKind& kind : matrix_kinds()) names.emplace_back(kind.name);
    const std::string meant = did_you_mean(options.kind, names);
    throw CLI::ValidationError("KIND", "'" + options.kind + "' is not a kind of matrix" +
                                           (meant.empty() ? ":" : meant) +
                                           " ashlar generate --list has all");
  }
  if (!options.shape) throw CLI::RequiredError("-n or --shape");
}

std::optional<Shape> parse_order_of_square(const std::string& text) {
  const auto n = parse_index(text);
  return n && *n >= 0 ? std::optional(Shape{*n, *n}) : std::nullopt;
}

std::optional<std::uint64_t> parse_seed(const std::string& text) {
  std::uint64_t seed = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), seed);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(seed)
                                                                  : std::nullopt;
}

std::optional<Decay> parse_decay(const std::string& text) {
  constexpr std::pair<const char*, Decay> names[] = {{"geometric", Decay::Geometric},
                                                     {"arithmetic", Decay::Arithmetic},
                                                     {"one-small", Decay::OneSmall},
                                                     {"one-large", Decay::OneLarge}};
  for (const auto& [name, decay] : names)
    if (text == name) return decay;
  return std::nullopt;
}

void add_numbers(CLI::App& app, GenerateArguments& options) {
  add_parsed_option(app, "--dtype", options.dtype, "T",
                    "element type: float32 or 64, complex64 or 128, int8 to 64, uint8 to 64; "
                    "float64 if not given",
                    parse_dtype);
  add_parsed_option(app, "--seed", options.seed, "S", "of random numbers; 1 if not given",
                    parse_seed);
  add_parsed_option(app, "--condition", options.condition, "C",
                    "condition in the 2-norm, from 1 on", parse_number);
  add_parsed_option(app, "--decay", options.decay, "geometric|arithmetic|one-small|one-large",
                    "decay of the singular values from 1 to 1/C; geometric if not given",
                    parse_decay);
  app.add_option("--values,--spectrum", options.values,
                 "numbers between commas, or a file that holds them: singular values, eigenvalues, "
                 "points, coefficients");
  add_parsed_option(app, "--parameter", options.parameter, "X", "see --list", parse_number);
}

}  // namespace

Command generate_command(CLI::App& parent) {
  auto options = std::make_shared<GenerateArguments>();
  CLI::App* app = parent.add_subcommand("generate", "Make a matrix file of a known kind");
  app->add_option("KIND", options->kind, "kind of matrix: --list has all");
  app->add_option("OUT", options->out,
                  "file to write, in the format of its ending; a checkpoint if it ends in /");
  auto* order = add_parsed_option(*app, "-n", options->shape, "N", "order of a square matrix",
                                  parse_order_of_square);
  add_parsed_option(*app, "--shape", options->shape, "MxN", "rows and columns", parse_shape)
      ->excludes(order);
  add_numbers(*app, *options);
  add_layout_options(*app, options->layout, "", "Layout, recorded in a checkpoint or HDF5 file");
  add_file_style(*app, options->style);
  add_force(*app, options->force);
  app->add_flag("--list", options->list, "list the kinds");
  app->add_flag("--quiet", options->quiet, "print nothing");
  app->add_flag("--json", options->json, "print JSON");
  app->footer(
      "Examples:\n  ashlar generate hilbert H.npy -n 12\n"
      "  mpirun -n 4 ashlar generate condition A.npy --shape 400x300 --condition 1e6");
  app->callback([options, app] {
    for (const char* name : {"--grid", "--block", "--source", "--grid-order"})
      options->layout_given = options->layout_given || app->count(name) > 0;
    check(*options);
  });
  return {app, [options](mpi::CommunicatorView world) { run_generate(world, *options); }};
}

}  // namespace ashlar::apps
