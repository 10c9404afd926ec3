// SPDX-License-Identifier: BSD-3-Clause
#include <memory>
#include <utility>

#include <ashlar/base/error.hpp>
#include <ashlar/mpi/agree.hpp>

#include "commands.hpp"
#include "convert_report.hpp"
#include "file_options.hpp"
#include "outputs.hpp"
#include "report.hpp"
#include "standard_input.hpp"
#include "standard_streams.hpp"
#include "support/options.hpp"

namespace ashlar::apps {
namespace {

/// Converts between named files.
void convert(mpi::CommunicatorView world, const ConvertOptions& options) {
  ConvertJob job = plan_job(world, options);
  const bool replaced = check_new(world, {options.out}, options.force);
  if (options.dry_run) return print_plan(world, options, job, replaced);
  Steps steps(world, options.quiet);
  steps.begin("converting " + options.in + " to " + options.out);
  const io::ConversionTimes times = job.conversion.run();
  steps.end();
  print_result(world, options, job, times, replaced);
}

void run_convert(mpi::CommunicatorView world, ConvertOptions options) {
  expect(!options.out.empty(),
         "convert: the output is missing; use ashlar convert IN OUT, or -o OUT");
  StreamFile out;
  if (is_standard_stream(options.out)) {
    expect(!options.style.format.empty() && options.style.format != "checkpoint",
           "convert: the standard output takes a single file; name its format by --format");
    out = StreamFile(world);
    options.out = out.path();
    // The output would be mixed with the matrix.
    expect(!options.json || options.dry_run,
           "--json: the standard output takes the matrix; give OUT a name");
    options.quiet = true;
  }
  convert(world, options);
  if (!out.path().empty() && !options.dry_run) out.pour(world);
}

void add_what_moves(CLI::App& app, ConvertOptions& options) {
  const char* group = "Operations on the matrix (cut, then transposed, scaled, then the triangle)";
  add_parsed_option(app, "--rows", options.rows, "A:B", "rows A to B-1, counted from 0",
                    parse_range)
      ->group(group);
  add_parsed_option(app, "--cols", options.cols, "A:B", "columns A to B-1, counted from 0",
                    parse_range)
      ->group(group);
  auto* transpose = app.add_flag("--transpose", options.transpose, "transpose")->group(group);
  app.add_flag("--conj-transpose", options.conj_transpose, "transpose and conjugate")
      ->group(group)
      ->excludes(transpose);
  app.add_flag("--conjugate", options.conjugate, "conjugate, with or without --transpose")
      ->group(group)
      ->excludes("--conj-transpose");
  auto* triangle = add_parsed_option(app, "--triangle", options.triangle, "upper|lower",
                                     "keep a triangle; the rest becomes zero", parse_triangle)
                       ->group(group);
  add_parsed_option(app, "--diagonal", options.diagonal, "K",
                    "the triangle ends with diagonal K = column - row; 0 if not given", parse_index)
      ->group(group)
      ->needs(triangle);
  app.add_flag("--unit", options.unit, "ones on that diagonal")->group(group)->needs(triangle);
  auto* mirror =
      add_parsed_option(app, "--mirror", options.mirror, "upper|lower",
                        "fill the other triangle from this one: Hermitian, for real matrices "
                        "symmetric",
                        parse_triangle)
          ->group(group)
          ->excludes(triangle);
  app.add_flag("--symmetric", options.symmetric, "do not conjugate mirrored elements")
      ->group(group)
      ->needs(mirror);
  add_parsed_option(app, "--scale", options.scale, "X", "multiply by this number", parse_finite)
      ->group(group);
}

void add_result(CLI::App& app, ConvertOptions& options) {
  const char* group = "Form of the output";
  add_parsed_option(app, "--dtype", options.dtype, "T",
                    "element type: float32 or 64, complex64 or 128, int8 to 64, uint8 to 64; the "
                    "file's if not given",
                    parse_dtype)
      ->group(group);
  app.add_flag("--strict", options.strict,
               "refuse numbers that become infinite in that type, instead of a warning")
      ->group(group);
  add_parsed_option(app, "--order", options.order, "C|F",
                    "rows (C) or columns (F) contiguous; C if not given", parse_storage_order)
      ->group(group);
}

}  // namespace

Command convert_command(CLI::App& parent) {
  auto options = std::make_shared<ConvertOptions>();
  CLI::App* app = parent.add_subcommand(
      "convert", "Move a matrix file into another layout, order, type or shape");
  app->add_option("IN", options->in, "matrix file, or checkpoint; - for standard input")
      ->required();
  add_input(options->in);
  app->add_option("OUT,-o,--out,--output", options->out,
                  "matrix file; a checkpoint if it ends in /; - for standard output")
      ->required()
      ->type_name("FILE");
  add_what_moves(*app, *options);
  add_result(*app, *options);
  add_file_style(*app, options->style);
  add_file_hints(*app, options->hints);
  add_layout_options(*app, options->target, "", "Layout, recorded in a checkpoint or HDF5 file");
  app->add_flag("--idle", options->idle, "allow grids with fewer processes than there are ranks");
  add_parsed_option(
      *app, "--max-memory", options->max_memory, "BYTES",
      "memory of a rank for the matrix, as 500M or 1G; 64M if not given, 128M to transpose",
      parse_bytes);
  add_force(*app, options->force);
  app->add_flag("--dry-run", options->dry_run,
                "print the messages, memory and time of the conversion; read no data");
  add_parsed_option(*app, "--disk-rate", options->disk_rate, "GB/s",
                    "of reading and writing, for the time of --dry-run; 1 if not given",
                    parse_positive);
  app->add_flag("--quiet", options->quiet, "print nothing");
  app->add_flag("--json", options->json, "print JSON");
  app->footer(
      "Example:\n  mpirun -n 6 ashlar convert A.npy step1/ --grid 2x3 --block 64x64 --transpose");
  const auto run_it = [options](mpi::CommunicatorView world) {
    options->target.idle = options->idle;
    run_convert(world, *options);
  };
  return {app, run_it};
}

}  // namespace ashlar::apps
