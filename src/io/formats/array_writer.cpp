// SPDX-License-Identifier: BSD-3-Clause
#include "io/formats/array_writer.hpp"

#include <algorithm>
#include <cstring>
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
    const Index width = static_cast<Index>(size_of(matrix_.dtype));
    const Index offset = head_bytes + lines.mine.first * length * width;
    const Index elements = lines.mine.size() * length;
    if (matrix_.style.swapped) write_swapped(offset, lines.data, elements);
    else file_.write(offset, lines.data, elements * width);
  });
}

void ArrayWriter::write_swapped(Index offset, const void* data, Index elements) {
  constexpr Index chunk = 65536;
  const Index width = static_cast<Index>(size_of(matrix_.dtype));
  std::vector<char> swapped(static_cast<std::size_t>(std::min(chunk, elements) * width));
  const char* from = static_cast<const char*>(data);
  for (Index at = 0; at < elements; at += chunk) {
    const Index count = std::min(chunk, elements - at);
    std::memcpy(swapped.data(), from + at * width, static_cast<std::size_t>(count * width));
    swap_elements(swapped.data(), count, matrix_.dtype);
    file_.write(offset + at * width, swapped.data(), count * width);
  }
}

}  // namespace ashlar::io
