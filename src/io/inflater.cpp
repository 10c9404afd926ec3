// SPDX-License-Identifier: BSD-3-Clause
#include "inflater.hpp"

#include <algorithm>
#include <new>

#include "file_error.hpp"

namespace ashlar::io {
namespace {

constexpr Index packed_piece = Index{1} << 16;

}  // namespace

int window_bits(PackedForm form) {
  if (form == PackedForm::Raw) return -MAX_WBITS;
  return form == PackedForm::Gzip ? MAX_WBITS + 16 : MAX_WBITS;
}

Inflater::Inflater(const ByteSource& file, const PackedBytes& packed, const std::string& path)
    : file_(file), packed_(packed), path_(path) {
  if (::inflateInit2(&stream_, window_bits(packed.form)) != Z_OK) throw std::bad_alloc();
}

Inflater::Inflater(Inflater& other)
    : file_(other.file_),
      packed_(other.packed_),
      path_(other.path_),
      taken_(other.taken_ - static_cast<Index>(other.stream_.avail_in)),
      at_(other.at_),
      has_ended_(other.has_ended_) {
  if (::inflateCopy(&stream_, &other.stream_) != Z_OK) throw std::bad_alloc();
  stream_.next_in = nullptr;
  stream_.avail_in = 0;
}

Inflater::~Inflater() { ::inflateEnd(&stream_); }

Index Inflater::read(void* out, Index bytes) {
  Index done = 0;
  while (done < bytes && !has_ended_) {
    const Index wanted = std::min(bytes - done, Index{1} << 30);
    stream_.next_out = static_cast<Bytef*>(out) + done;
    stream_.avail_out = static_cast<uInt>(wanted);
    while (stream_.avail_out > 0 && !has_ended_) step();
    done += wanted - static_cast<Index>(stream_.avail_out);
  }
  at_ += done;
  return done;
}

void Inflater::fail(const char* reason) const { throw file_error(path_, reason); }

bool Inflater::refill() {
  if (stream_.avail_in > 0) return true;
  const Index part = std::min(packed_piece, packed_.bytes - taken_);
  if (part == 0) return false;
  input_.resize(static_cast<std::size_t>(packed_piece));
  file_.read(packed_.first + taken_, input_.data(), part);
  taken_ += part;
  stream_.next_in = input_.data();
  stream_.avail_in = static_cast<uInt>(part);
  return true;
}

void Inflater::step() {
  if (!refill()) fail("its packed bytes are cut short");
  const int status = ::inflate(&stream_, Z_NO_FLUSH);
  if (status == Z_MEM_ERROR) throw std::bad_alloc();
  if (status == Z_STREAM_END) return go_to_next_member();
  if (status == Z_OK || status == Z_BUF_ERROR) return;
  fail(packed_.form == PackedForm::Raw
           ? "its packed bytes are malformed"
           : "its packed bytes are malformed, or have another checksum than was recorded");
}

/// Another gzip member or zero padding may follow.
void Inflater::go_to_next_member() {
  has_ended_ = true;
  if (packed_.form != PackedForm::Gzip) return;
  while (refill()) {
    if (*stream_.next_in != 0) {
      if (::inflateReset(&stream_) != Z_OK) fail("its packed bytes are malformed");
      has_ended_ = false;
      return;
    }
    ++stream_.next_in;
    --stream_.avail_in;
  }
}

}  // namespace ashlar::io
