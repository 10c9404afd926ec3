// SPDX-License-Identifier: BSD-3-Clause
#include "convert_job.hpp"

#include <utility>

#include <ashlar/base/error.hpp>

#include "file_options.hpp"
#include "linalg_job.hpp"
#include "report.hpp"

namespace ashlar::apps {

ConvertJob plan_job(mpi::CommunicatorView world, const ConvertOptions& options) {
  const io::FileInfo info = io::read_info(world, options.in, options.hints);
  const Section part{resolve_range(options.rows, info.shape.rows, "--rows"),
                     resolve_range(options.cols, info.shape.cols, "--cols")};
  const Op op = options.conj_transpose ? Op::ConjTrans : options.transpose ? Op::Trans : Op::None;
  const Shape shape = is_transposing(op) ? part.shape().transposed() : part.shape();
  const DType dtype = options.dtype.value_or(info.dtype);
  expect(!options.scale || scalar_type(dtype) == dtype, "--scale: elements of type ",
         to_string(dtype), " are not multiplied; add --dtype float64");
  io::FileStyle style = options.style;
  style.layout =
      options.target.grid_of(world).layout(shape, {options.target.block, options.target.source});
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
       .save = {.order = options.order.value_or(StorageOrder::C),
                .dimensions = fitting_dimensions(info, shape),
                .file = style},
       .max_memory = options.max_memory});
  const StorageOrder made = conversion.order();
  expect(options.order.value_or(made) == made, "--order: ", options.out,
         " is of a format that has order ", to_string(made), " only; leave the option out");
  return {.conversion = std::move(conversion),
          .from = io::file_layout(info, world.size()),
          .to = io::file_layout(shape, made, world.size()),
          .transfer = {
              .op = op,
              .source = part,
              .uplo = options.mirror ? *options.mirror : options.triangle.value_or(Uplo::General),
              .diagonal = options.diagonal,
              .diag = options.unit ? Diag::Unit : Diag::NonUnit}};
}

}  // namespace ashlar::apps
