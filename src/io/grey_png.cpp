// SPDX-License-Identifier: BSD-3-Clause
#include "grey_png.hpp"

#include <ashlar/base/concat.hpp>

#include "file_error.hpp"

#ifdef ASHLAR_HAS_PNG
#include <png.h>

#include <array>
#include <bit>
#include <csetjmp>
#include <cstdint>
#include <cstring>
#include <exception>
#include <new>
#include <utility>
#include <vector>
#endif

namespace ashlar::io {

#ifdef ASHLAR_HAS_PNG

namespace {

/// What stopped libpng, whose C must not see an exception.
struct Failure {
  std::array<char, 120> message = {};
  std::exception_ptr cause;

  [[noreturn]] void raise(const std::string& path) const {
    if (cause) std::rethrow_exception(cause);
    throw file_error(path, concat("libpng refuses the image: ", message.data()));
  }
};

[[noreturn]] void on_error(png_structp png, png_const_charp message) {
  auto& failure = *static_cast<Failure*>(png_get_error_ptr(png));
  std::strncpy(failure.message.data(), message, failure.message.size() - 1);
  png_longjmp(png, 1);
}

void on_warning(png_structp, png_const_charp) {}

/// Runs calls of libpng; false if one of them failed. `calls` may hold nothing that needs a
/// destructor: a failure jumps over it.
template <class F>
bool succeeds(png_structp png, F&& calls) {
  if (setjmp(png_jmpbuf(png)) != 0) return false;  // NOLINT(cert-err52-cpp): libpng's only way
  calls();
  return true;
}

/// Runs what may throw from within libpng.
template <class F>
void shielded(png_structp png, F&& f) {
  try {
    f();
    return;
  } catch (...) {
    static_cast<Failure*>(png_get_error_ptr(png))->cause = std::current_exception();
  }
  png_error(png, "its bytes cannot be had");
}

bool is_grey(const png_color& c) { return c.red == c.green && c.green == c.blue; }

}  // namespace

struct GreyPngReader::State {
  explicit State(const ByteSource& bytes) : source(bytes) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { png_destroy_read_struct(&png, &info, nullptr); }

  template <class F>
  void run(F&& calls) {
    if (!succeeds(png, std::forward<F>(calls))) failure.raise(source.path());
  }
  [[noreturn]] void fail(const std::string& reason) const {
    throw file_error(source.path(), reason);
  }

  void open();
  void check_sizes() const;
  void check_colours() const;
  void choose_pixels();
  template <class T>
  void take_grey(T* out) const;

  const ByteSource& source;
  Failure failure;
  png_structp png = nullptr;
  png_infop info = nullptr;
  Index taken = 0;  // bytes of the source
  Shape shape;
  bool is_wide = false;
  int channels = 1;
  Index at = 0;
  std::vector<unsigned char> row;
};

void GreyPngReader::State::open() {
  png = png_create_read_struct(PNG_LIBPNG_VER_STRING, &failure, on_error, on_warning);
  info = png == nullptr ? nullptr : png_create_info_struct(png);
  if (info == nullptr) throw std::bad_alloc();
  png_set_read_fn(png, this, [](png_structp reader, png_bytep out, png_size_t bytes) {
    auto& state = *static_cast<State*>(png_get_io_ptr(reader));
    shielded(reader, [&] {
      const auto wanted = static_cast<Index>(bytes);
      if (wanted > state.source.size() - state.taken) state.fail("the file is cut short");
      state.source.read(state.taken, out, wanted);
      state.taken += wanted;
    });
  });
  run([this] {
    png_set_user_limits(png, largest_png_side, largest_png_side);
    png_read_info(png, info);
  });
  shape = {png_get_image_height(png, info), png_get_image_width(png, info)};
  check_sizes();
  check_colours();
  choose_pixels();
}

void GreyPngReader::State::check_sizes() const {
  if (shape.rows * shape.cols > Index{1} << 31)
    fail(concat("the image has ", shape.rows, "x", shape.cols, " pixels; Ashlar reads up to 2^31"));
  // Deflate makes at most 1032 bytes of one.
  const Index bits = Index{png_get_bit_depth(png, info)} * png_get_channels(png, info);
  const Index row_bytes = 1 + (shape.cols * bits + 7) / 8;
  if (shape.rows * row_bytes / 1032 > source.size())
    fail(concat("the file is cut short: ", shape.rows, "x", shape.cols,
                " pixels cannot be packed into ", source.size(), " bytes"));
  if (png_get_interlace_type(png, info) != PNG_INTERLACE_NONE)
    fail("the image is interlaced; save it without");
}

void GreyPngReader::State::check_colours() const {
  const auto type = png_get_color_type(png, info);
  if (type == PNG_COLOR_TYPE_RGB || type == PNG_COLOR_TYPE_RGB_ALPHA)
    fail("the image is in colour; Ashlar reads grey ones");
  if (png_get_valid(png, info, PNG_INFO_tRNS) != 0)
    fail("the image has a transparent grey; Ashlar reads opaque ones");
  if (type != PNG_COLOR_TYPE_PALETTE) return;
  png_colorp colours = nullptr;
  int count = 0;
  png_get_PLTE(png, info, &colours, &count);
  for (int k = 0; k < count; ++k)
    if (!is_grey(colours[k])) fail("the image is in colour; Ashlar reads grey ones");
}

void GreyPngReader::State::choose_pixels() {
  const bool is_palette = png_get_color_type(png, info) == PNG_COLOR_TYPE_PALETTE;
  run([this, is_palette] {
    if (is_palette) png_set_palette_to_rgb(png);
    else png_set_expand_gray_1_2_4_to_8(png);
    if (std::endian::native == std::endian::little) png_set_swap(png);
    png_read_update_info(png, info);
  });
  is_wide = png_get_bit_depth(png, info) == 16;
  channels = png_get_channels(png, info);
  row.resize(png_get_rowbytes(png, info));
}

template <class T>
void GreyPngReader::State::take_grey(T* out) const {
  const auto* pixels = reinterpret_cast<const T*>(row.data());
  for (Index j = 0; j < shape.cols; ++j) {
    out[j] = pixels[j * channels];
    if (channels == 2 && pixels[j * 2 + 1] != static_cast<T>(-1))
      fail(concat("pixel (", at, ", ", j, ") is transparent; Ashlar reads opaque images"));
  }
}

GreyPngReader::GreyPngReader(const ByteSource& source) : state_(std::make_unique<State>(source)) {
  state_->open();
}

GreyPngReader::~GreyPngReader() = default;

Shape GreyPngReader::shape() const { return state_->shape; }

DType GreyPngReader::dtype() const { return state_->is_wide ? DType::UInt16 : DType::UInt8; }

Index GreyPngReader::at() const { return state_->at; }

void GreyPngReader::read_row(void* out) {
  State& s = *state_;
  s.run([&s] { png_read_row(s.png, s.row.data(), nullptr); });
  if (s.is_wide) s.take_grey(static_cast<std::uint16_t*>(out));
  else s.take_grey(static_cast<std::uint8_t*>(out));
  if (++s.at == s.shape.rows) s.run([&s] { png_read_end(s.png, nullptr); });
}

struct GreyPngWriter::State {
  State(Sink taker, const std::string& name) : sink(std::move(taker)), path(name) {}
  State(const State&) = delete;
  State& operator=(const State&) = delete;
  ~State() { png_destroy_write_struct(&png, &info); }

  template <class F>
  void run(F&& calls) {
    if (!succeeds(png, std::forward<F>(calls))) failure.raise(path);
  }

  void open(const GreyPng& image);

  Sink sink;
  std::string path;
  Failure failure;
  png_structp png = nullptr;
  png_infop info = nullptr;
};

void GreyPngWriter::State::open(const GreyPng& image) {
  png = png_create_write_struct(PNG_LIBPNG_VER_STRING, &failure, on_error, on_warning);
  info = png == nullptr ? nullptr : png_create_info_struct(png);
  if (info == nullptr) throw std::bad_alloc();
  png_set_write_fn(
      png, this,
      [](png_structp writer, png_bytep bytes, png_size_t count) {
        shielded(writer, [&] {
          static_cast<State*>(png_get_io_ptr(writer))->sink(bytes, static_cast<Index>(count));
        });
      },
      [](png_structp) {});
  run([this, &image] {
    png_set_user_limits(png, largest_png_side, largest_png_side);
    if (image.compression > 0) png_set_compression_level(png, image.compression);
    png_set_IHDR(png, info, static_cast<png_uint_32>(image.shape.cols),
                 static_cast<png_uint_32>(image.shape.rows), image.dtype == DType::UInt16 ? 16 : 8,
                 PNG_COLOR_TYPE_GRAY, PNG_INTERLACE_NONE, PNG_COMPRESSION_TYPE_DEFAULT,
                 PNG_FILTER_TYPE_DEFAULT);
    png_write_info(png, info);
    if (std::endian::native == std::endian::little) png_set_swap(png);
  });
}

GreyPngWriter::GreyPngWriter(const GreyPng& image, Sink sink, const std::string& path)
    : state_(std::make_unique<State>(std::move(sink), path)) {
  state_->open(image);
}

GreyPngWriter::~GreyPngWriter() = default;

void GreyPngWriter::write_row(const void* row) {
  State& s = *state_;
  s.run([&s, row] { png_write_row(s.png, static_cast<png_const_bytep>(row)); });
}

void GreyPngWriter::finish() {
  State& s = *state_;
  s.run([&s] { png_write_end(s.png, nullptr); });
}

#else

namespace {

[[noreturn]] void refuse(const std::string& path) {
  throw file_error(path,
                   "this library was built without libpng; install it (Debian's libpng-dev) and "
                   "configure again, or use .pgm");
}

}  // namespace

struct GreyPngReader::State {};
GreyPngReader::GreyPngReader(const ByteSource& source) { refuse(source.path()); }
GreyPngReader::~GreyPngReader() = default;
Shape GreyPngReader::shape() const { return {}; }
DType GreyPngReader::dtype() const { return {}; }
Index GreyPngReader::at() const { return 0; }
void GreyPngReader::read_row(void*) {}

struct GreyPngWriter::State {};
GreyPngWriter::GreyPngWriter(const GreyPng&, Sink, const std::string& path) { refuse(path); }
GreyPngWriter::~GreyPngWriter() = default;
void GreyPngWriter::write_row(const void*) {}
void GreyPngWriter::finish() {}

#endif

}  // namespace ashlar::io
