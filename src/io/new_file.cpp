// SPDX-License-Identifier: BSD-3-Clause
#include "new_file.hpp"

#include <ashlar/base/concat.hpp>

#include "file_error.hpp"
#include "formats/formats.hpp"
#include "formats/lines.hpp"

namespace ashlar::io {

NewFile::NewFile(mpi::CommunicatorView comm, const std::string& path, const NewMatrix& matrix)
    : matrix_(matrix) {
  const FormatTraits& format = format_to_write(path, matrix.style.format);
  if (format.create == nullptr)
    throw file_error(path, concat("files of the format ", format.name, " are only read"));
  if (matrix_.order == StorageOrder::C && !format.has_c_order)
    matrix_.order = StorageOrder::Fortran;
  if (matrix_.order == StorageOrder::Fortran && !format.has_fortran_order)
    matrix_.order = StorageOrder::C;
  if (const std::string reason = format.refusal(matrix_); !reason.empty())
    throw file_error(path, reason);
  ranks_ = format.writes_on_all_ranks ? comm.size() : 1;
  writer_ = format.create(comm, path, matrix_);
}

void NewFile::write(Shape panel, Range mine, const void* data, Index first_line) {
  const Index count = line_count(panel, matrix_.order);
  writer_->write({.all = {first_line, first_line + count},
                  .mine = {first_line + mine.first, first_line + mine.last},
                  .data = data});
}

}  // namespace ashlar::io
