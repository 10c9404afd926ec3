// SPDX-License-Identifier: BSD-3-Clause
#include <memory>
#include <utility>

#include <fmt/format.h>

#include <ashlar/base/expect.hpp>
#include <ashlar/io/files.hpp>
#include <ashlar/layout/transfers.hpp>
#include <ashlar/move/mirror.hpp>

#include "commands.hpp"
#include "report.hpp"
#include "support/options.hpp"

namespace ashlar::apps {
namespace {

struct Options {
  std::string in, out;
  LayoutOptions target, from;
  bool from_given = false, target_given = false;
  bool transpose = false, conj_transpose = false;
  std::optional<Uplo> triangle, mirror;
  Index diagonal = 0;
  bool unit = false, symmetric = false;
  std::optional<double> scale;
  Range rows{0, open_end}, cols{0, open_end};
  std::optional<DType> dtype;
  std::optional<StorageOrder> order;
  bool idle = false, quiet = false, json = false, dry_run = false, strict = false;

  bool to_pieces() const { return out.ends_with('/'); }
};

/// Everything about the job that follows from the options and the file's header.
struct Job {
  io::FileInfo info;
  DType dtype = DType::Float64;
  Layout from, to;
  Section section;  // of the matrix in the file
  CopyOptions copy;
  io::SaveOptions save;
};

bool is_scalar(DType dtype) {
  return visit_element(dtype, [](auto tag) { return Scalar<typename decltype(tag)::type>; });
}

Job plan_job(mpi::CommunicatorView world, const Options& options) {
  Job job;
  job.info = io::read_info(world, options.in);
  const Shape shape = job.info.shape;
  job.dtype = options.dtype.value_or(job.info.dtype);
  job.section = {resolve_range(options.rows, shape.rows, "--rows"),
                 resolve_range(options.cols, shape.cols, "--cols")};
  job.copy = {.op = options.conj_transpose ? Op::ConjTrans
                    : options.transpose    ? Op::Trans
                                           : Op::None,
              .uplo = options.mirror ? *options.mirror : options.triangle.value_or(Uplo::General),
              .diagonal = options.diagonal,
              .diag = options.unit ? Diag::Unit : Diag::NonUnit,
              .rest = options.mirror ? Rest::Untouched : Rest::Zero};
  const Shape result =
      is_transposing(job.copy.op) ? job.section.shape().transposed() : job.section.shape();
  expect(!options.scale || is_scalar(job.dtype), "--scale: elements of type ", to_string(job.dtype),
         " are not multiplied; give --dtype float64");
  expect(!options.mirror || result.rows == result.cols, "--mirror: the matrix is ", result.rows,
         "x", result.cols, ", but only a square one has a mirror image");
  job.from = options.from_given ? options.from.grid_of(world).layout(
                                      shape, {options.from.block, options.from.source})
                                : io::file_layout(job.info, world.size());
  job.save = {.order = options.to_pieces() ? StorageOrder::Fortran
                                           : options.order.value_or(StorageOrder::C),
              .dimensions = fitting_dimensions(job.info, result)};
  // What the file does not record may be as it is written best.
  job.to = options.to_pieces() || options.target_given
               ? options.target.grid_of(world).layout(result,
                                                      {options.target.block, options.target.source})
               : io::file_layout(result, job.save.order, world.size());
  return job;
}

void print_plan(mpi::CommunicatorView world, const Options& options, const Job& job) {
  if (world.rank() != 0) return;
  const TransferSummary summary = transfers(job.from, job.to,
                                            {.op = job.copy.op,
                                             .source = job.section,
                                             .uplo = job.copy.uplo,
                                             .diagonal = job.copy.diagonal,
                                             .diag = job.copy.diag})
                                      .summary(static_cast<int>(size_of(job.dtype)));
  if (!options.json) {
    print(world, fmt::format("{}: {}\nfrom {}\nto   {}\n{}", options.in,
                             describe(job.info.shape, job.info.dtype), job.from.to_string(),
                             job.to.to_string(), summary.to_string()));
    return;
  }
  print(world, Json{{"in", options.in},
                    {"dtype", to_string(job.dtype)},
                    {"from", to_json(job.from)},
                    {"to", to_json(job.to)},
                    {"plan", to_json(summary)}});
}

struct Times {
  double read = 0, moved = 0, written = 0;
};

/// The one pass over the data that the options ask for; a second one fills the mirror image.
template <Element T>
void move(const DistMatrix<T>& source, DistMatrix<T>& result, const Options& options,
          const Job& job) {
  const auto part = source.view(job.section.rows, job.section.cols);
  if constexpr (Scalar<T>)
    copy_into(part, result, job.copy, {.alpha = static_cast<RealOf<T>>(options.scale.value_or(1))});
  else copy_into(part, result, job.copy);
  if (options.mirror)
    mirror_into(result, result, *options.mirror,
                {.op = options.symmetric ? Op::Trans : Op::ConjTrans});
}

/// Whether the matrix is wanted as it is read.
bool keeps_all(const Options& options, const Job& job) {
  return job.from == job.to && job.info.order == job.save.order &&
         job.section == Section::all(job.info.shape) && job.copy.op == Op::None &&
         job.copy.uplo == Uplo::General && !options.mirror && !options.scale;
}

template <Element T>
Times do_job(mpi::CommunicatorView world, const Options& options, const Job& job) {
  Steps steps(world, options.quiet);
  Times times;
  steps.begin("reading " + options.in);
  DistMatrix<T> source =
      io::load_as<T>(options.in, world, job.from,
                     {.order = job.info.order,
                      .overflow = options.strict ? Overflow::Refused : Overflow::Infinite});
  times.read = steps.end();

  steps.begin("moving");
  DistMatrix<T> result;
  if (keeps_all(options, job)) {
    result = std::move(source);
  } else {
    result = DistMatrix<T>(world, job.to, {.order = job.save.order});
    move(source, result, options, job);
    source = {};
  }
  times.moved = steps.end();

  steps.begin("writing " + options.out);
  io::save(options.out, result, job.save);
  times.written = steps.end();
  return times;
}

void print_result(mpi::CommunicatorView world, const Options& options, const Job& job,
                  const Times& times) {
  if (options.json) {
    print(world,
          Json{{"in", options.in},
               {"out", options.out},
               {"dtype", to_string(job.dtype)},
               {"from", to_json(job.from)},
               {"to", to_json(job.to)},
               {"seconds",
                {{"read", times.read}, {"moved", times.moved}, {"written", times.written}}}});
  } else if (!options.quiet) {
    print(world, fmt::format("{}: {}\n{}: {}, {}\nread {:.3f} s, moved {:.3f} s, written {:.3f} s",
                             options.in, describe(job.info.shape, job.info.dtype), options.out,
                             describe(job.to.shape(), job.dtype), job.to.to_string(), times.read,
                             times.moved, times.written));
  }
}

void run(mpi::CommunicatorView world, const Options& options) {
  expect(!options.to_pieces() || options.order != StorageOrder::C,
         "--order C: pieces are always in Fortran order; leave the option out");
  const Job job = plan_job(world, options);
  if (options.dry_run) return print_plan(world, options, job);
  visit_element(job.dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    print_result(world, options, job, do_job<T>(world, options, job));
  });
}

std::optional<StorageOrder> parse_storage_order(const std::string& text) {
  if (text == "C") return StorageOrder::C;
  if (text == "F") return StorageOrder::Fortran;
  return std::nullopt;
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
  add_parsed_option(app, "--scale", options.scale, "X", "multiply by this number", parse_number)
      ->group(group);
}

void add_result(CLI::App& app, Options& options) {
  const char* group = "How it is written";
  add_parsed_option(app, "--dtype", options.dtype, "T",
                    "element type: float32 or 64, complex64 or 128, int8 to 64, uint8 to 64; the "
                    "file's if not given",
                    [](const std::string& text) { return dtype_from_string(text); })
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
  app->add_option("IN", options->in, ".npy file, or folder of pieces")->required();
  app->add_option("OUT", options->out, ".npy file; a folder of per-rank pieces if it ends in /")
      ->required();
  add_what_moves(*app, *options);
  add_result(*app, *options);
  add_layout_options(*app, options->target, "", "Layout of the result");
  add_layout_options(*app, options->from, "from-",
                     "Layout that the matrix is loaded in before the move");
  app->add_flag("--idle", options->idle, "allow grids with fewer processes than there are ranks");
  app->add_flag("--dry-run", options->dry_run, "print what would be sent, and read no data");
  app->add_flag("--quiet", options->quiet, "print nothing");
  app->add_flag("--json", options->json, "print JSON");
  app->footer(
      "Example:\n  mpirun -n 6 ashlar convert A.npy pieces/ --grid 2x3 --block 64x64 --transpose");
  const auto run_it = [options, app](mpi::CommunicatorView world) {
    for (const char* name : {"--from-grid", "--from-block", "--from-source", "--from-grid-order"})
      options->from_given = options->from_given || app->count(name) > 0;
    for (const char* name : {"--grid", "--block", "--source", "--grid-order"})
      options->target_given = options->target_given || app->count(name) > 0;
    options->target.idle = options->from.idle = options->idle;
    run(world, *options);
  };
  return {app, run_it};
}

}  // namespace ashlar::apps
