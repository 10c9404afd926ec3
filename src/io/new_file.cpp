// SPDX-License-Identifier: BSD-3-Clause
#include "new_file.hpp"

#include "extents.hpp"
#include "file_error.hpp"
#include "formats/formats.hpp"
#include "formats/lines.hpp"

namespace ashlar::io {

NewFile::NewFile(mpi::CommunicatorView comm, const std::string& path, const NewMatrix& matrix)
    : matrix_(matrix), ranks_(comm.size()) {
  const FormatTraits& format = format_to_write(path, matrix.style);
  if (format.create == nullptr)
    throw file_error(path, "files of the format ", format.name, " are only read");
  if (matrix.dimensions > 2 && !format.has_arrays)
    throw file_error(path, "files of the format ", format.name, " hold matrices, no array of ",
                     to_text(matrix.extents), "; write .npy");
  matrix_.order = format.order_for(matrix.order);
  const std::string reason = format.refusal == nullptr ? "" : format.refusal(matrix_);
  if (!reason.empty()) throw file_error(path, reason);
  writer_ = format.create(comm, path, matrix_);
}

void NewFile::write(const ashlar::detail::Operand& panel, Index first_line) {
  const int rank = panel.comm.rank();
  const bool is_active = panel.layout->ranks().coord_of(rank).has_value();
  const ashlar::detail::MemoryBlock& own = panel.blocks[0];
  write(panel.layout->shape(),
        {.all = {},
         .mine = is_active ? slab_lines(*panel.layout, rank, matrix_.order) : Range{},
         .data = own.data,
         .stride = own.ld},
        first_line);
}

void NewFile::write(Shape panel, Lines own, Index first_line) {
  own.all = {first_line, first_line + line_count(panel, matrix_.order)};
  own.mine = {first_line + own.mine.first, first_line + own.mine.last};
  writer_->write(own);
}

}  // namespace ashlar::io
