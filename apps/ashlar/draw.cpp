// SPDX-License-Identifier: BSD-3-Clause
#include <memory>

#include "commands.hpp"
#include "file_options.hpp"
#include "show_picture.hpp"
#include "support/options.hpp"

namespace ashlar::apps {
namespace {

struct Options {
  std::string a;
  Range rows{0, open_end}, cols{0, open_end};
  io::FileHints hints;
  ShowPicture picture;
};

void run(mpi::CommunicatorView world, const Options& options) {
  const Shape shape = io::read_info(world, options.a, options.hints).shape;
  const Section part = {resolve_range(options.rows, shape.rows, "--rows"),
                        resolve_range(options.cols, shape.cols, "--cols")};
  show_picture(world, options.a, options.hints, part, options.picture);
}

}  // namespace

Command draw_command(CLI::App& parent) {
  auto options = std::make_shared<Options>();
  CLI::App* app =
      parent.add_subcommand("draw", "Draw a matrix file of any size, in the terminal or a file");
  app->add_option("A", options->a, "matrix")->required()->type_name("FILE");
  add_parsed_option(*app, "--rows", options->rows, "A:B", "rows A to B-1, counted from 0",
                    parse_range);
  add_parsed_option(*app, "--cols", options->cols, "A:B", "columns A to B-1, counted from 0",
                    parse_range);
  add_show_picture_options(*app, options->picture);
  add_file_hints(*app, options->hints);
  app->footer(
      "Each cell of the picture stands for a rectangle of elements; the file is read in panels.\n"
      "Example:\n  ashlar draw A.npy --spy -o A.svg");
  return {app, [options](mpi::CommunicatorView world) { run(world, *options); }};
}

}  // namespace ashlar::apps
