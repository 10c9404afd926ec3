// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <tuple>

#include <ashlar/io/convert_file.hpp>
#include <ashlar/io/file_figures.hpp>

#include "extents.hpp"
#include "matrix/same_operand.hpp"
#include "mpi/same_fields.hpp"

// File options as [same] arguments of collective calls.

namespace ashlar::io {

// For argument-dependent lookup.
using ashlar::add_same;
using ashlar::same_text;

inline std::string same_text(Missing missing) {
  return missing == Missing::Nan ? "nan" : "refused";
}

namespace detail {
inline std::string same_text(Conversion conversion) {
  return conversion == Conversion::Allowed ? "allowed" : "refused";
}
}  // namespace detail

inline auto same_fields(const FileHints& o) {
  return std::tuple(same_field("format", o.format), same_field("dtype", o.dtype),
                    same_field("shape", o.shape), same_field("order", o.order),
                    same_field("offset", o.offset), same_field("swapped", o.swapped),
                    same_field("delimiter", Index{o.delimiter}), same_field("header", o.header),
                    same_field("missing", o.missing), same_field("index", index_text(o.index)));
}
inline auto same_fields(const FileStyle& o) {
  return std::tuple(same_field("format", o.format), same_field("stored_as", o.stored_as),
                    same_field("swapped", o.swapped),
                    same_field("compression", Index{o.compression}),
                    same_field("delimiter", Index{o.delimiter}), same_field("overflow", o.overflow),
                    same_field("layout", o.layout));
}
inline auto same_fields(const FigureOptions& o) {
  return std::tuple(same_field("file", o.file), same_field("panel_bytes", o.panel_bytes));
}
inline auto same_fields(const LoadOptions& o) {
  return std::tuple(same_field("order", o.order), same_field("overflow", o.overflow),
                    same_field("section", o.section), same_field("file", o.file),
                    same_field("checked", o.checked));
}
inline auto same_fields(const SaveOptions& o) {
  return std::tuple(same_field("order", o.order), same_field("dimensions", Index{o.dimensions}),
                    same_field("file", o.file));
}
inline auto same_fields(const ConversionOptions& o) {
  return std::tuple(same_field("load", o.load), same_field("save", o.save), same_field("op", o.op),
                    same_field("conjugate", o.conjugate), same_field("uplo", o.uplo),
                    same_field("diagonal", o.diagonal), same_field("diag", o.diag),
                    same_field("mirror", o.mirror), same_field("mirror_op", o.mirror_op),
                    same_field("scale", o.scale), same_field("dtype", o.dtype),
                    same_field("max_memory", o.max_memory));
}

}  // namespace ashlar::io
