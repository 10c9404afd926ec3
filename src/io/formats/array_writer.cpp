// SPDX-License-Identifier: BSD-3-Clause
#include "io/formats/array_writer.hpp"

#include <algorithm>
#include <utility>

#include <ashlar/mpi/agree.hpp>

#include "io/elements.hpp"
#include "io/formats/lines.hpp"

namespace ashlar::io {
namespace {

Index bytes_of(const NewMatrix& matrix) {
  return matrix.shape.rows * matrix.shape.cols * static_cast<Index>(size_of(matrix.dtype));
}

}  // namespace

ArrayWriter::ArrayWriter(mpi::CommunicatorView comm, const std::string& path,
                         const NewMatrix& matrix, std::string head)
    : comm_(comm),
      matrix_(matrix),
      head_(std::move(head)),
      file_(comm, path, static_cast<Index>(head_.size()) + bytes_of(matrix)) {}

void ArrayWriter::write(const Lines& lines) {
  mpi::together(comm_, [&] {
    const auto head_bytes = static_cast<Index>(head_.size());
    if (comm_.rank() == 0 && !std::exchange(head_is_written_, true))
      file_.write(0, head_.data(), head_bytes);
    const Index length = line_length(matrix_.shape, matrix_.order);
    const Index bytes = length * static_cast<Index>(size_of(matrix_.dtype));
    const Index offset = head_bytes + lines.mine.first * bytes;
    if (!matrix_.style.swapped && (lines.stride == length || lines.mine.size() == 1))
      file_.write(offset, lines.data, lines.mine.size() * bytes);
    else write_packed(offset, lines);
  });
}

void ArrayWriter::write_packed(Index offset, const Lines& lines) {
  constexpr Index chunk_bytes = Index{1} << 20;
  const Index width = static_cast<Index>(size_of(matrix_.dtype));
  const Index length = line_length(matrix_.shape, matrix_.order);
  const Index bytes = length * width, stride = lines.stride * width;
  const Index step = std::max<Index>(1, chunk_bytes / std::max<Index>(1, bytes));
  std::vector<char> chunk(static_cast<std::size_t>(std::min(step, lines.mine.size()) * bytes));
  const char* from = static_cast<const char*>(lines.data);
  for (Index line = 0; line < lines.mine.size(); line += step) {
    const Index count = std::min(step, lines.mine.size() - line);
    pack_lines(from + line * stride, count, bytes, stride, chunk.data());
    if (matrix_.style.swapped) swap_elements(chunk.data(), count * length, matrix_.dtype);
    file_.write(offset + line * bytes, chunk.data(), count * bytes);
  }
}

}  // namespace ashlar::io
