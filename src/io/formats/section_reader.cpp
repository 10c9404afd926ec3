// SPDX-License-Identifier: BSD-3-Clause
#include "io/formats/section_reader.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

#include "io/extents.hpp"
#include "io/file_error.hpp"
#include "io/formats/lines.hpp"

namespace ashlar::io {
namespace {

/// Equidistant elements in the order of the array.
struct ElementRun {
  Index first = 0, stride = 1, count = 0;
};

/// Section of an array.
class SectionReader final : public FileReader {
 public:
  SectionReader(std::unique_ptr<FileReader> array, const ArraySection& section)
      : array_(std::move(array)) {
    info_ = array_->info();
    const std::vector<Index> extents = info_.sizes();
    const bool by_rows = info_.order == StorageOrder::C;
    length_ = std::max<Index>(1, line_length(info_.shape, info_.order));
    std::vector<Index> strides(extents.size(), 1);
    for (std::size_t k = 1; k < extents.size(); ++k) {
      const std::size_t at = by_rows ? extents.size() - 1 - k : k;
      const std::size_t faster = by_rows ? at + 1 : at - 1;
      strides[at] = strides[faster] * extents[faster];
    }
    for (std::size_t k = 0; k < extents.size(); ++k) first_ += section.first[k] * strides[k];
    const auto stride = [&](std::size_t k) {
      return k < section.free.size() ? strides[section.free[k]] : 1;
    };
    line_stride_ = stride(by_rows ? 0 : 1);
    stride_ = stride(by_rows ? 1 : 0);
    info_.shape = section.shape(extents);
    info_.dimensions = static_cast<int>(section.free.size());
    info_.extents.clear();
  }

  void read(Section box, void* out) const override {
    const Range lines = lines_of(box, info_.order), within = within_lines(box, info_.order);
    if (lines.empty() || within.empty()) return;
    const Index first = first_ + lines.first * line_stride_ + within.first * stride_;
    char* const to = static_cast<char*>(out);
    const auto width = static_cast<Index>(size_of(info_.dtype));
    if (within.size() == 1) return read_run({first, line_stride_, lines.size()}, to);
    if (stride_ == 1 && line_stride_ == within.size())
      return read_run({first, 1, lines.size() * within.size()}, to);
    for (Index k = 0; k < lines.size(); ++k)
      read_run({first + k * line_stride_, stride_, within.size()}, to + k * within.size() * width);
  }

 private:
  /// Reads a run in pieces within one line.
  void read_run(ElementRun run, char* out) const {
    constexpr Index most = 65536;
    const auto width = static_cast<Index>(size_of(info_.dtype));
    std::vector<char> piece;
    while (run.count > 0) {
      const Index line = run.first / length_, at = run.first % length_;
      Index count = std::min(run.count, (length_ - 1 - at) / run.stride + 1);
      if (run.stride > 1) count = std::min(count, std::max<Index>(1, most / run.stride));
      const Range within{at, at + (count - 1) * run.stride + 1};
      const Section box = section_of({line, line + 1}, within, info_.order);
      if (run.stride == 1) {
        array_->read(box, out);
      } else {
        piece.resize(static_cast<std::size_t>(within.size() * width));
        array_->read(box, piece.data());
        for (Index k = 0; k < count; ++k)
          std::memcpy(out + k * width, piece.data() + k * run.stride * width,
                      static_cast<std::size_t>(width));
      }
      out += count * width;
      run.first += count * run.stride;
      run.count -= count;
    }
  }

  std::unique_ptr<FileReader> array_;
  Index length_ = 1;  // of a line of the array
  Index first_ = 0, line_stride_ = 1, stride_ = 1;
};

}  // namespace

ArraySection whole_section(const std::vector<Index>& extents) {
  ArraySection section{std::vector<Index>(extents.size(), 0), {}};
  for (std::size_t k = 0; k < extents.size(); ++k) section.free.push_back(k);
  return section;
}

ArraySection resolved_section(const ArrayIndex& index, const std::vector<Index>& extents,
                              const std::string& path) {
  const std::string text = index_text(index);
  if (index.size() != extents.size())
    throw file_error(path, "the index ", text, " has ", index.size(), " entries, but the array of ",
                     to_text(extents), " has ", extents.size(), " dimensions");
  ArraySection section{std::vector<Index>(extents.size(), 0), {}};
  for (std::size_t k = 0; k < extents.size(); ++k) {
    if (!index[k]) {
      section.free.push_back(k);
      continue;
    }
    const Index at = *index[k] < 0 ? *index[k] + extents[k] : *index[k];
    if (at < 0 || at >= extents[k])
      throw file_error(path, "the index ", text, " has ", *index[k], " in dimension ", k,
                       ", whose indices are 0 to ", extents[k] - 1);
    section.first[k] = at;
  }
  if (section.free.size() > 2)
    throw file_error(path, "the index ", text, " leaves ", section.free.size(),
                     " dimensions, but a matrix has two at most; give an index in "
                     "place of a colon");
  return section;
}

std::unique_ptr<FileReader> section_of_array(std::unique_ptr<FileReader> array,
                                             const ArrayIndex& index, const std::string& path) {
  if (index.empty()) return array;
  const ArraySection section = resolved_section(index, array->info().sizes(), path);
  return std::make_unique<SectionReader>(std::move(array), section);
}

std::unique_ptr<FileReader> open_reader(const FormatTraits& format, const std::string& path,
                                        const FileHints& hints) {
  std::unique_ptr<FileReader> reader = format.open(path, hints);
  if (format.has_own_sections) return reader;
  return section_of_array(std::move(reader), hints.index, path);
}

}  // namespace ashlar::io
