// SPDX-License-Identifier: BSD-3-Clause
#include "io/formats/text_writer.hpp"

#include <algorithm>
#include <cstdint>

#include <ashlar/mpi/agree.hpp>

#include "io/formats/lines.hpp"
#include "io/formats/text_number.hpp"
#include "io/text_source.hpp"
#include "mpi/collectives.hpp"

namespace ashlar::io {
namespace {

constexpr Index elements_at_once = 65536;

// Deflate, without flags and time; created on Unix.
constexpr std::string_view gzip_head("\x1f\x8b\x08\0\0\0\0\0\0\x03", 10);

std::string gzip_number(std::uint32_t number) {
  std::string bytes;
  for (int k = 0; k < 4; ++k) bytes += static_cast<char>(number >> (8 * k) & 0xff);
  return bytes;
}

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
  if (has_gz(path))
    packed_ = std::make_unique<PackedParts>(comm_, file_, std::ssize(gzip_head),
                                            matrix.style.compression);
  mpi::together(comm_, [&] {
    if (comm_.rank() != 0) return;
    if (packed_) {
      file_.write(0, gzip_head.data(), std::ssize(gzip_head));
      packed_->add(header.data(), std::ssize(header));
    } else {
      file_.write(0, header.data(), std::ssize(header));
    }
  });
  offset_ = std::ssize(header);
}

/// Appends elements of this rank's lines, numbered through all of them.
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
  if (packed_) write_packed(lines);
  else write_plain(lines);
}

void TextWriter::write_packed(const Lines& lines) {
  std::string chunk;
  mpi::together(comm_, [&] {
    const Range all{0, lines.mine.size() * length_};
    for (Range part = first_of(all); !part.empty(); part = first_of({part.last, all.last})) {
      chunk.clear();
      append(chunk, lines, part);
      packed_->add(chunk.data(), std::ssize(chunk));
    }
  });
  packed_->write();
}

void TextWriter::write_plain(const Lines& lines) {
  // Lengths of parts are exchanged before writing; parts beyond kept_bytes are formatted twice.
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

void TextWriter::commit() {
  if (packed_) {
    packed_->write();
    packed_->finish();
    const std::string tail =
        gzip_number(packed_->crc()) + gzip_number(static_cast<std::uint32_t>(packed_->bytes()));
    mpi::together(comm_, [&] {
      if (comm_.rank() == 0) file_.write(packed_->end(), tail.data(), std::ssize(tail));
    });
  }
  file_.commit();
}

}  // namespace ashlar::io
