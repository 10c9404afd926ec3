// SPDX-License-Identifier: BSD-3-Clause
#include "io/formats/text_writer.hpp"

#include <algorithm>

#include <ashlar/mpi/agree.hpp>

#include "io/formats/lines.hpp"
#include "io/formats/text_number.hpp"
#include "mpi/collectives.hpp"

namespace ashlar::io {
namespace {

constexpr Index elements_at_once = 65536;

Range first_of(Range elements) {
  return {elements.first, std::min(elements.first + elements_at_once, elements.last)};
}

}  // namespace

TextWriter::TextWriter(mpi::CommunicatorView comm, const std::string& path, const NewMatrix& matrix,
                       TextStyle style)
    : comm_(comm),
      dtype_(matrix.dtype),
      length_(line_length(matrix.shape, matrix.order)),
      style_(std::move(style)),
      file_(comm, path, 0) {
  const std::string& header = style_.header;
  mpi::together(comm_, [&] {
    if (comm_.rank() == 0) file_.write(0, header.data(), std::ssize(header));
  });
  offset_ = std::ssize(header);
}

/// Appends elements of this rank's lines, which are numbered through all of them.
template <class T>
void TextWriter::append_elements(std::string& text, const T* lines, Index stride,
                                 Range which) const {
  for (Index k = which.first; k < which.last;) {
    const T* const line = lines + k / length_ * stride;
    Index at = k % length_;
    for (; at < length_ && k < which.last; ++at, ++k) {
      append_number(text, line[at], style_.complex_between);
      if constexpr (is_complex<T>) text += style_.complex_end;
      text += at + 1 == length_ ? '\n' : style_.between;
    }
  }
}

void TextWriter::append(std::string& text, const Lines& lines, Range which) const {
  visit_element(dtype_, [&](auto tag) {
    using T = typename decltype(tag)::type;
    append_elements(text, static_cast<const T*>(lines.data), lines.stride, which);
  });
}

void TextWriter::write(const Lines& lines) {
  // The length of a part is known once it is formatted. What is too long to be kept until the
  // others have said theirs is formatted once more.
  Range rest{0, lines.mine.size() * length_};
  std::string kept, chunk;
  const Index length = mpi::together(comm_, [&] {
    for (; !rest.empty() && std::ssize(kept) < style_.kept_bytes; rest.first = first_of(rest).last)
      append(kept, lines, first_of(rest));
    Index bytes = std::ssize(kept);
    for (Range part = first_of(rest); !part.empty(); part = first_of({part.last, rest.last})) {
      chunk.clear();
      append(chunk, lines, part);
      bytes += std::ssize(chunk);
    }
    return bytes;
  });
  Index at = offset_;
  const std::vector<Index> lengths = mpi::all_gather(comm_, length);
  for (int rank = 0; rank < comm_.size(); ++rank) {
    if (rank < comm_.rank()) at += lengths[static_cast<std::size_t>(rank)];
    offset_ += lengths[static_cast<std::size_t>(rank)];
  }
  mpi::together(comm_, [&] {
    file_.write(at, kept.data(), std::ssize(kept));
    at += std::ssize(kept);
    for (Range part = first_of(rest); !part.empty(); part = first_of({part.last, rest.last})) {
      chunk.clear();
      append(chunk, lines, part);
      file_.write(at, chunk.data(), std::ssize(chunk));
      at += std::ssize(chunk);
    }
  });
}

void TextWriter::commit() { file_.commit(); }

}  // namespace ashlar::io
