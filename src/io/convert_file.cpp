// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/convert_file.hpp>

#include <utility>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>

#include "conversion.hpp"
#include "formats/formats.hpp"
#include "panels.hpp"
#include "read_slab.hpp"
#include "same_options.hpp"

namespace ashlar::io {
namespace {

bool is_scalar(DType dtype) {
  return visit_element(dtype, [](auto tag) { return Scalar<typename decltype(tag)::type>; });
}

void check(const detail::ConversionJob& job) {
  const ConversionOptions& options = job.options;
  const auto [rows, cols] = job.shape;
  check_keeps_imaginary_parts(job.source.info.dtype, job.dtype, job.source.path);
  expect(options.scale == 1 || is_scalar(job.dtype), "convert: elements of type ",
         to_string(job.dtype), " are not multiplied; convert them to float64");
  expect(!options.mirror || rows == cols, "convert: the matrix is ", rows, "x", cols,
         ", but only a square one has a mirror image");
  expect(!options.mirror || options.uplo == Uplo::General,
         "convert: a triangle is kept or mirrored, not both");
  expect(!options.conjugate || options.op != Op::ConjTrans,
         "convert: a conjugate transpose is conjugated already");
  const std::optional<Layout>& layout = options.save.file.layout;
  expect(!layout || layout->shape() == job.shape,
         "convert: the recorded layout is that of another matrix than ", rows, "x", cols);
}

/// Keeps bool if the new format has it and no other type is requested.
void keep_bool(detail::ConversionJob& job, const FormatTraits& format) {
  FileStyle& style = job.options.save.file;
  if (job.source.info.stored_as == "bool" && !job.options.dtype && style.stored_as.empty() &&
      format.has_bool)
    style.stored_as = "bool";
}

/// Bytes per line of a panel: input, output, operands of a mirror image.
Index bytes_of_line(const detail::ConversionJob& job) {
  const Index copies = job.options.mirror ? 4 : job.keeps_all() ? 1 : 2;
  return copies * line_length(job.shape, job.order) * static_cast<Index>(size_of(job.dtype));
}

}  // namespace

FileConversion::FileConversion(mpi::CommunicatorView comm, const std::string& in,
                               const std::string& out, const ConversionOptions& options)
    : job_(std::make_unique<detail::ConversionJob>()) {
  const mpi::CollectiveCall call(comm, "FileConversion", mpi::same("the old file", in),
                                 mpi::same("the new file", out), mpi::same("the options", options));
  detail::ConversionJob& job = *job_;
  job.comm = comm;
  job.out = out;
  job.options = options;
  job.source = open_together(comm, in, options.load.file);
  warn_of_names(job.source, options.load.file, comm);
  job.dtype = options.dtype.value_or(job.source.info.dtype);
  job.part = part_of_file(options.load.section, job.source.info, in);
  job.shape = is_transposing(options.op) ? job.part.shape().transposed() : job.part.shape();
  const FormatTraits& format = format_to_write(out, options.save.file);
  job.order = format.order_for(options.save.order);
  keep_bool(job, format);
  job.written_dtype = job.options.save.file.stored_as == "float16" ? DType::Float32 : job.dtype;
  check(job);
  // Longer parts of lines are read faster.
  const Index usual = default_panel_bytes * (job.cuts_lines() ? 2 : 1);
  const Index bytes = options.max_memory > 0 ? options.max_memory : usual;
  job.lines = panel_lines(bytes_of_line(job), comm.size(), bytes);
  job.lines = std::clamp<Index>(job.lines, 1, std::max<Index>(1, line_count(job.shape, job.order)));
}

FileConversion::FileConversion(FileConversion&&) noexcept = default;
FileConversion& FileConversion::operator=(FileConversion&&) noexcept = default;
FileConversion::~FileConversion() = default;

const FileInfo& FileConversion::source() const { return job_->source.info; }
DType FileConversion::dtype() const { return job_->written_dtype; }
const std::string& FileConversion::stored_as() const { return job_->options.save.file.stored_as; }
Shape FileConversion::shape() const { return job_->shape; }
StorageOrder FileConversion::order() const { return job_->order; }

Index FileConversion::panels() const {
  const Index lines = std::max<Index>(1, line_count(job_->shape, job_->order));
  return (lines + job_->lines - 1) / job_->lines;
}

Index FileConversion::memory() const {
  const Index ranks = job_->comm.size();
  return (job_->lines + ranks - 1) / ranks * bytes_of_line(*job_);
}

ConversionTimes FileConversion::run() {
  return visit_element(job_->dtype, [&](auto tag) {
    return detail::run_conversion<typename decltype(tag)::type>(*job_);
  });
}

}  // namespace ashlar::io
