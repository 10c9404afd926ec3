// SPDX-License-Identifier: BSD-3-Clause
#include "io/formats/array_writer.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/progress.hpp>
#include <ashlar/mpi/agree.hpp>

#include "io/atomic_file.hpp"
#include "io/elements.hpp"
#include "io/file_error.hpp"
#include "io/formats/packed_lines.hpp"
#include "io/half.hpp"
#include "mpi/collectives.hpp"

namespace ashlar::io {
namespace {

Index element_bytes(const NewMatrix& matrix) {
  return stored_bytes(matrix.dtype, matrix.style.stored_as);
}

}  // namespace

void StoredElements::convert(Section part, char* elements) {
  if (type_ == "float16") {
    if (dtype_ == DType::Float32) to_halves<float>(part, elements);
    else to_halves<double>(part, elements);
  } else if (type_ == "bool") {
    for (Index k = 0; k < part.rows.size() * part.cols.size(); ++k)
      if (const auto byte = static_cast<unsigned char>(elements[k]); byte > 1)
        refuse_element(path_, place_of(k, part, order_), concat(+byte), type_);
  }
}

template <class T>
void StoredElements::to_halves(Section part, char* elements) {
  const Index count = part.rows.size() * part.cols.size();
  for (Index k = 0; k < count; ++k) {
    T number = 0;
    std::memcpy(&number, elements + k * static_cast<Index>(sizeof number), sizeof number);
    const bool is_too_large = overflows_half(number);
    overflows_.count += is_too_large;
    if (is_too_large && overflows_.treatment == Overflow::Refused)
      refuse_element(path_, place_of(k, part, order_), concat(number), type_);
    const std::uint16_t half = half_from(number);
    std::memcpy(elements + k * static_cast<Index>(sizeof half), &half, sizeof half);
  }
}

void StoredElements::warn_of_overflows(mpi::CommunicatorView comm) const {
  if (type_ != "float16") return;
  const Index count = mpi::all_sum(comm, overflows_.count);
  if (count > 0 && comm.rank() == 0)
    warn(concat("save: ", count, count == 1 ? " finite element of " : " finite elements of ", path_,
                " became infinite as float16; write float32, or refuse them"));
}

ArrayWriter::ArrayWriter(mpi::CommunicatorView comm, const std::string& path,
                         const NewMatrix& matrix, const std::string& head)
    : ArrayWriter(
          comm, path, matrix, head,
          std::make_unique<detail::AtomicFile>(
              comm, path,
              std::ssize(head) + matrix.shape.rows * matrix.shape.cols * element_bytes(matrix))) {}

ArrayWriter::ArrayWriter(mpi::CommunicatorView comm, const std::string& path,
                         const NewMatrix& matrix, std::string head, std::unique_ptr<ArraySink> sink)
    : comm_(comm),
      matrix_(matrix),
      head_(std::move(head)),
      sink_(std::move(sink)),
      stored_(path, matrix) {}

void ArrayWriter::write(const Lines& lines) {
  mpi::together(comm_, [&] {
    const auto head_bytes = static_cast<Index>(head_.size());
    if (comm_.rank() == 0 && !std::exchange(head_is_written_, true))
      sink_->write(0, head_.data(), head_bytes);
    const Index length = line_length(matrix_.shape, matrix_.order);
    const Index width = static_cast<Index>(size_of(matrix_.dtype));
    const Index stored = length * element_bytes(matrix_);
    const bool is_same = !matrix_.style.swapped && matrix_.style.stored_as.empty();
    std::vector<char> encoded;
    for_packed_lines(lines, length, width, [&](Range some, const char* data) {
      if (!is_same) {
        encoded.assign(data, data + some.size() * length * width);
        encode(section_of(some, {0, length}, matrix_.order), encoded.data());
        data = encoded.data();
      }
      sink_->write(head_bytes + some.first * stored, data, some.size() * stored);
    });
  });
  sink_->end_lines();
}

void ArrayWriter::encode(Section part, char* elements) {
  stored_.convert(part, elements);
  if (!matrix_.style.swapped) return;
  const Index count = part.rows.size() * part.cols.size();
  if (matrix_.style.stored_as == "float16") swap_bytes(elements, count, 2);
  else swap_elements(elements, count, matrix_.dtype);
}

void ArrayWriter::commit() {
  sink_->commit();
  stored_.warn_of_overflows(comm_);
}

}  // namespace ashlar::io
