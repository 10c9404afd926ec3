// SPDX-License-Identifier: BSD-3-Clause
#include "convert_report.hpp"

#include <fmt/format.h>

#include "report.hpp"

namespace ashlar::apps {
namespace {

std::string in_mebibytes(Index bytes) {
  return fmt::format("{:.1f} MiB", static_cast<double>(bytes) / (1 << 20));
}

/// "9x9 float64", "9x9 float16".
std::string describe_new(const io::FileConversion& conversion) {
  return conversion.stored_as().empty()
             ? describe(conversion.shape(), conversion.dtype())
             : fmt::format("{}x{} {}", conversion.shape().rows, conversion.shape().cols,
                           conversion.stored_as());
}

std::string stored_as(const io::FileConversion& conversion) {
  return conversion.stored_as().empty() ? std::string(to_string(conversion.dtype()))
                                        : conversion.stored_as();
}

/// Seconds for reading and then writing at the disk's rate.
double estimated_seconds(const ConvertOptions& options, const ConvertJob& job) {
  const auto bytes = [](Shape shape, DType dtype) {
    return static_cast<double>(shape.rows) * static_cast<double>(shape.cols) *
           static_cast<double>(size_of(dtype));
  };
  const io::FileConversion& conversion = job.conversion;
  const double read = bytes(job.transfer.source->shape(), conversion.source().dtype);
  const double written = bytes(conversion.shape(), conversion.dtype());
  return ((options.mirror ? 2 : 1) * read + written) / (options.disk_rate * 1e9);
}

}  // namespace

void print_plan(mpi::CommunicatorView world, const ConvertOptions& options, const ConvertJob& job,
                bool replaces) {
  if (world.rank() != 0) return;
  const io::FileConversion& conversion = job.conversion;
  const TransferSummary summary = transfers(job.from, job.to, job.transfer)
                                      .summary(static_cast<int>(size_of(conversion.dtype())));
  if (!options.json) {
    print(world, fmt::format(
                     "{}: {}\n{}: {}{}\nfrom {}\nto   {}\n{}panels          {}\nmemory of a rank {}"
                     "\ntime            {:.3g} s, at {} GB/s of the disk",
                     options.in, describe(conversion.source().shape, conversion.source().dtype),
                     options.out, describe_new(conversion), replaces ? ", would be replaced" : "",
                     job.from.to_string(), job.to.to_string(), summary.to_string(),
                     conversion.panels(), in_mebibytes(conversion.memory()),
                     estimated_seconds(options, job), options.disk_rate));
    return;
  }
  print(world, Json{{"in", options.in},
                    {"out", options.out},
                    {"replaced", replaces},
                    {"dtype", to_string(conversion.dtype())},
                    {"stored_as", stored_as(conversion)},
                    {"from", to_json(job.from)},
                    {"to", to_json(job.to)},
                    {"plan", to_json(summary)},
                    {"panels", conversion.panels()},
                    {"memory", conversion.memory()},
                    {"seconds", {{"estimated", estimated_seconds(options, job)}}}});
}

void print_result(mpi::CommunicatorView world, const ConvertOptions& options, const ConvertJob& job,
                  const io::ConversionTimes& times, bool replaced) {
  const io::FileConversion& conversion = job.conversion;
  if (options.json) {
    Json json{
        {"in", options.in},
        {"out", options.out},
        {"replaced", replaced},
        {"dtype", to_string(conversion.dtype())},
        {"stored_as", stored_as(conversion)},
        {"from", to_json(job.from)},
        {"to", to_json(job.to)},
        {"seconds", {{"read", times.read}, {"moved", times.moved}, {"written", times.written}}}};
    print(world, json);
  } else if (!options.quiet) {
    print(world,
          fmt::format("{}: {}\n{}: {}{}\nread {:.3f} s, moved {:.3f} s, written {:.3f} s",
                      options.in, describe(conversion.source().shape, conversion.source().dtype),
                      options.out, describe_new(conversion), replaced ? ", replaced" : "",
                      times.read, times.moved, times.written));
  }
}

}  // namespace ashlar::apps
