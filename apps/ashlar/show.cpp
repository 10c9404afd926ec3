// SPDX-License-Identifier: BSD-3-Clause
#include <memory>

#include <ashlar/base/error.hpp>

#include "commands.hpp"
#include "file_options.hpp"
#include "show_numbers.hpp"
#include "show_picture.hpp"
#include "standard_input.hpp"
#include "support/options.hpp"

namespace ashlar::apps {
namespace {

struct ShowArguments {
  std::string a;
  io::FileHints hints;
  Range rows{0, open_end}, cols{0, open_end};
  ShowNumbers numbers;
  ShowPicture picture;
};

void run_show(mpi::CommunicatorView world, const ShowArguments& options) {
  expect(options.picture.is_wanted() || options.picture.colouring == Colouring::Auto,
         "--colour: numbers have no colours; --heat, --modulus or --spy draws a picture");
  const Shape shape = io::read_info(world, options.a, options.hints).shape;
  const Section part = {resolve_range(options.rows, shape.rows, "--rows"),
                        resolve_range(options.cols, shape.cols, "--cols")};
  if (options.picture.is_wanted())
    show_picture(world, options.a, options.hints, part, options.picture);
  else show_numbers(world, options.a, options.hints, part, options.numbers);
}

}  // namespace

Command show_command(CLI::App& parent) {
  auto options = std::make_shared<ShowArguments>();
  CLI::App* app = parent.add_subcommand("show", "Show a matrix file as numbers, or as a picture");
  app->add_option("A", options->a, "matrix; - for standard input")->required()->type_name("FILE");
  add_input(options->a);
  add_parsed_option(*app, "--rows", options->rows, "A:B", "rows A to B-1, counted from 0",
                    parse_range);
  add_parsed_option(*app, "--cols", options->cols, "A:B", "columns A to B-1, counted from 0",
                    parse_range);
  const std::vector<CLI::Option*> of_numbers = {
      add_parsed_option(*app, "--digits", options->numbers.digits, "N",
                        "digits behind the point, 0 to 17; 8 if not given",
                        [](const std::string& text) -> std::optional<Index> {
                          const auto digits = parse_index(text);
                          return digits && 0 <= *digits && *digits <= 17 ? digits : std::nullopt;
                        }),
      app->add_flag("--all", options->numbers.all, "leave nothing out, however long it gets"),
      app->add_flag("--json", options->numbers.json, "print the numbers as JSON")};
  for (CLI::Option* picture : add_show_picture_options(*app, options->picture))
    for (CLI::Option* number : of_numbers) picture->excludes(number);
  add_file_hints(*app, options->hints);
  app->footer(
      "Of more than 1000 numbers the corners are shown, and nothing else is read. A picture is in "
      "the\nterminal, or in the file of -o; each of its cells stands for a rectangle of "
      "elements, and the\nfile is read in panels.\n"
      "Examples:\n"
      "  ashlar show A.npy --rows 10:20 --cols 0:5 --digits 3\n"
      "  ashlar show A.npy --spy -o A.svg");
  return {app, [options](mpi::CommunicatorView world) { run_show(world, *options); }};
}

}  // namespace ashlar::apps
