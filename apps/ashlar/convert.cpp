// SPDX-License-Identifier: BSD-3-Clause
#include <cmath>
#include <memory>
#include <utility>

#include <fmt/format.h>

#include <ashlar/base/expect.hpp>
#include <ashlar/io/convert_file.hpp>
#include <ashlar/layout/transfers.hpp>
#include <ashlar/mpi/agree.hpp>

#include "commands.hpp"
#include "file_options.hpp"
#include "folders.hpp"
#include "outputs.hpp"
#include "report.hpp"
#include "standard_streams.hpp"
#include "support/options.hpp"

namespace ashlar::apps {
namespace {

struct Options {
  std::string in, out;
  io::FileHints hints;
  io::FileStyle style;
  LayoutOptions target;
  bool transpose = false, conj_transpose = false, conjugate = false;
  std::optional<Uplo> triangle, mirror;
  Index diagonal = 0;
  bool unit = false, symmetric = false;
  std::optional<double> scale;
  Range rows{0, open_end}, cols{0, open_end};
  std::optional<DType> dtype;
  std::optional<StorageOrder> order;
  Index max_memory = 0;
  double disk_rate = 1;  // GB/s
  bool idle = false, quiet = false, json = false, dry_run = false, strict = false, force = false;

  bool to_pieces() const { return style.format == "pieces" || out.ends_with('/'); }
};

/// The conversion that the options and the file's header ask for, and where its result goes.
struct Job {
  io::FileConversion conversion;
  Layout from, to;
  TransferOptions transfer;
};

Job plan_job(mpi::CommunicatorView world, const Options& options) {
  const io::FileInfo info = io::read_info(world, options.in, options.hints);
  const Section part{resolve_range(options.rows, info.shape.rows, "--rows"),
                     resolve_range(options.cols, info.shape.cols, "--cols")};
  const Op op = options.conj_transpose ? Op::ConjTrans : options.transpose ? Op::Trans : Op::None;
  const Shape shape = is_transposing(op) ? part.shape().transposed() : part.shape();
  const StorageOrder order =
      options.to_pieces() ? StorageOrder::Fortran : options.order.value_or(StorageOrder::C);
  const Layout dealt =
      options.target.grid_of(world).layout(shape, {options.target.block, options.target.source});
  io::FileStyle style = options.style;
  style.layout = dealt;
  style.overflow = options.strict ? Overflow::Refused : Overflow::Infinite;
  io::FileConversion conversion(
      world, options.in, options.out,
      {.load = {.overflow = options.strict ? Overflow::Refused : Overflow::Infinite,
                .section = part,
                .file = options.hints},
       .dtype = options.dtype,
       .op = op,
       .conjugate = options.conjugate,
       .uplo = options.triangle.value_or(Uplo::General),
       .diagonal = options.diagonal,
       .diag = options.unit ? Diag::Unit : Diag::NonUnit,
       .mirror = options.mirror,
       .mirror_op = options.symmetric ? Op::Trans : Op::ConjTrans,
       .scale = options.scale.value_or(1),
       .save = {.order = order, .dimensions = fitting_dimensions(info, shape), .file = style},
       .pieces = options.to_pieces() ? std::optional(dealt) : std::nullopt,
       .max_memory = options.max_memory});
  const StorageOrder made = conversion.order();
  expect(options.order.value_or(made) == made, "--order: ", options.out,
         " is of a format that has order ", to_string(made), " only; leave the option out");
  return {.conversion = std::move(conversion),
          .from = io::file_layout(info, world.size()),
          .to = options.to_pieces() ? dealt : io::file_layout(shape, order, world.size()),
          .transfer = {
              .op = op,
              .source = part,
              .uplo = options.mirror ? *options.mirror : options.triangle.value_or(Uplo::General),
              .diagonal = options.diagonal,
              .diag = options.unit ? Diag::Unit : Diag::NonUnit}};
}

std::optional<double> parse_positive(const std::string& text) {
  const auto value = parse_number(text);
  return value && *value > 0 && std::isfinite(*value) ? value : std::nullopt;
}

std::string in_mebibytes(Index bytes) {
  return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / (1 << 20));
}

/// Seconds for what is read and what is written, one after the other at the rate of the disk.
double estimated_seconds(const Options& options, const Job& job) {
  const auto bytes = [](Shape shape, DType dtype) {
    return static_cast<double>(shape.rows) * static_cast<double>(shape.cols) *
           static_cast<double>(size_of(dtype));
  };
  const io::FileConversion& conversion = job.conversion;
  const double read = bytes(job.transfer.source->shape(), conversion.source().dtype);
  const double written = bytes(conversion.shape(), conversion.dtype());
  return ((options.mirror ? 2 : 1) * read + written) / (options.disk_rate * 1e9);
}

void print_plan(mpi::CommunicatorView world, const Options& options, const Job& job,
                bool replaces) {
  if (world.rank() != 0) return;
  const io::FileConversion& conversion = job.conversion;
  const TransferSummary summary = transfers(job.from, job.to, job.transfer)
                                      .summary(static_cast<int>(size_of(conversion.dtype())));
  if (!options.json) {
    print(
        world,
        fmt::format("{}: {}\n{}: {}{}\nfrom {}\nto   {}\n{}panels          {}\nmemory of a rank {}"
                    "\ntime            {:.3g} s, at {} GB/s of the disk",
                    options.in, describe(conversion.source().shape, conversion.source().dtype),
                    options.out, describe(conversion.shape(), conversion.dtype()),
                    replaces ? ", would be replaced" : "", job.from.to_string(), job.to.to_string(),
                    summary.to_string(), conversion.panels(), in_mebibytes(conversion.memory()),
                    estimated_seconds(options, job), options.disk_rate));
    return;
  }
  print(world, Json{{"in", options.in},
                    {"out", options.out},
                    {"replaced", replaces},
                    {"dtype", to_string(conversion.dtype())},
                    {"from", to_json(job.from)},
                    {"to", to_json(job.to)},
                    {"plan", to_json(summary)},
                    {"panels", conversion.panels()},
                    {"memory", conversion.memory()},
                    {"seconds", {{"estimated", estimated_seconds(options, job)}}}});
}

void print_result(mpi::CommunicatorView world, const Options& options, const Job& job,
                  const io::ConversionTimes& times, bool replaced) {
  const io::FileConversion& conversion = job.conversion;
  if (options.json) {
    Json json{
        {"in", options.in},
        {"out", options.out},
        {"replaced", replaced},
        {"dtype", to_string(conversion.dtype())},
        {"from", to_json(job.from)},
        {"to", to_json(job.to)},
        {"seconds", {{"read", times.read}, {"moved", times.moved}, {"written", times.written}}}};
    print(world, json);
  } else if (!options.quiet) {
    const std::string dealt = options.to_pieces() ? ", " + job.to.to_string() : std::string();
    print(world,
          fmt::format("{}: {}\n{}: {}{}{}\nread {:.3f} s, moved {:.3f} s, written {:.3f} s",
                      options.in, describe(conversion.source().shape, conversion.source().dtype),
                      options.out, describe(conversion.shape(), conversion.dtype()), dealt,
                      replaced ? ", replaced" : "", times.read, times.moved, times.written));
  }
}

/// The conversion between files that exist under names.
void convert(mpi::CommunicatorView world, const Options& options) {
  Job job = plan_job(world, options);
  const bool replaced = check_new(world, {options.out}, options.force);
  if (options.dry_run) {
    mpi::together(world, [&] {
      if (world.rank() == 0) check_pieces(options.in, job.conversion.source());
    });
    return print_plan(world, options, job, replaced);
  }
  Steps steps(world, options.quiet);
  steps.begin("converting " + options.in + " to " + options.out);
  const io::ConversionTimes times = job.conversion.run();
  steps.end();
  print_result(world, options, job, times, replaced);
}

void run(mpi::CommunicatorView world, Options options) {
  expect(!options.out.empty(), "convert: say where to: ashlar convert IN OUT, or -o OUT");
  expect(!options.to_pieces() || options.order != StorageOrder::C,
         "--order C: pieces are always in Fortran order; leave the option out");
  StreamFile in, out;
  if (is_standard_stream(options.in)) {
    in = StreamFile(world);
    in.fill(world);
    options.in = in.path();
  }
  if (is_standard_stream(options.out)) {
    expect(!options.style.format.empty() && !options.to_pieces(),
           "convert: say by --format what the standard output is to be, a single file");
    out = StreamFile(world);
    options.out = out.path();
    // What is said would be taken for the matrix.
    options.quiet = true;
    options.json = false;
  }
  convert(world, options);
  if (!out.path().empty() && !options.dry_run) out.pour(world);
}

void add_what_moves(CLI::App& app, Options& options) {
  const char* group =
      "What becomes of the matrix (cut, then transposed, scaled, then the triangle)";
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
  app.add_flag("--conjugate", options.conjugate, "conjugate, also what is not transposed")
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
  app.add_flag("--symmetric", options.symmetric, "do not conjugate what is mirrored")
      ->group(group)
      ->needs(mirror);
  add_parsed_option(app, "--scale", options.scale, "X", "multiply by this number", parse_finite)
      ->group(group);
}

void add_result(CLI::App& app, Options& options) {
  const char* group = "How it is written";
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
  auto options = std::make_shared<Options>();
  CLI::App* app = parent.add_subcommand(
      "convert", "Move a matrix file into another layout, order, type or shape");
  app->add_option("IN", options->in, "matrix file, or folder of pieces; - for standard input")
      ->required();
  app->add_option("OUT,-o,--out,--output", options->out,
                  "matrix file; a folder of per-rank pieces if it ends in /; - for standard output")
      ->required()
      ->type_name("FILE");
  add_what_moves(*app, *options);
  add_result(*app, *options);
  add_file_style(*app, options->style);
  add_file_hints(*app, options->hints);
  add_layout_options(*app, options->target, "", "Layout of a folder of pieces");
  app->add_flag("--idle", options->idle, "allow grids with fewer processes than there are ranks");
  add_parsed_option(
      *app, "--max-memory", options->max_memory, "BYTES",
      "memory of a rank for the matrix, as 500M or 1G; 64M if not given, 128M to transpose",
      parse_bytes);
  add_force(*app, options->force);
  app->add_flag("--dry-run", options->dry_run,
                "print what would be sent, and the memory and time that it takes; read no data");
  add_parsed_option(*app, "--disk-rate", options->disk_rate, "GB/s",
                    "of reading and writing, for the time of --dry-run; 1 if not given",
                    parse_positive);
  app->add_flag("--quiet", options->quiet, "print nothing");
  app->add_flag("--json", options->json, "print JSON");
  app->footer(
      "Example:\n  mpirun -n 6 ashlar convert A.npy pieces/ --grid 2x3 --block 64x64 --transpose");
  const auto run_it = [options](mpi::CommunicatorView world) {
    options->target.idle = options->idle;
    run(world, *options);
  };
  return {app, run_it};
}

}  // namespace ashlar::apps
