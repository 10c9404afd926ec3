// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>

#include "drawing_parts.hpp"

namespace ashlar::detail {
namespace {

/// Row or column of the owner map.
struct Mark {
  enum class Kind { Element, Block, Gap } kind = Kind::Gap;
  Index first = 0;
  int process = 0;           // process row or column
  bool opens_block = false;  // first element of a block of several

  bool names_process() const {
    return kind == Kind::Block || (kind == Kind::Element && opens_block);
  }
  bool follows_rule() const { return kind == Kind::Element && opens_block && first > 0; }
};

std::vector<Mark> element_marks(const Axis& axis) {
  std::vector<Mark> marks;
  for (Index g = 0; g < axis.extent; ++g)
    marks.push_back({Mark::Kind::Element, g, axis.owner(g), g % axis.block == 0});
  return marks;
}

std::vector<Mark> block_marks(const Axis& axis, Index room) {
  std::vector<Mark> marks;
  for (const Index b : shown_of(axis.block_count(), room))
    marks.push_back(b == gap ? Mark{}
                             : Mark{Mark::Kind::Block, b * axis.block, axis.owner(b * axis.block)});
  return marks;
}

// Blocks of one element need no rules between elements.
std::vector<Mark> marks_of(const Axis& axis, Index room) {
  const bool by_element = axis.extent <= room && axis.block > 1;
  return by_element ? element_marks(axis) : block_marks(axis, room);
}

class OwnerMap {
 public:
  OwnerMap(const Layout& layout, const DrawOptions& options)
      : layout_(layout), paint_(options.paint), rows_(marks_of(layout.rows(), options.map_lines)) {
    process_width_ = concat("p", layout.grid().rows - 1).size();
    index_width_ = concat(layout.rows().extent - 1).size();
    cell_width_ = std::max({concat(layout.cols().extent - 1).size(),
                            concat(layout.ranks().required_size() - 1).size(),
                            concat("q", layout.grid().cols - 1).size()});
    fit_columns(options.width);
  }

  std::string text() const {
    std::string text = caption();
    text += line("", "q", [](const Mark& col) {
      return col.names_process() ? concat("q", col.process) : "";
    });
    text += line("", "j", [](const Mark& col) {
      return col.kind == Mark::Kind::Gap ? "" : concat(col.first);
    });
    text += rule();
    for (const Mark& row : rows_) {
      if (row.follows_rule()) text += rule();
      text += row_text(row);
    }
    return text;
  }

 private:
  // Reduces the blocks until lines fit; three marks remain.
  void fit_columns(int width) {
    Index room = layout_.cols().extent;
    const Index most = width / static_cast<Index>(cell_width_ + 1);
    for (room = std::min(room, most); room >= 0; --room) {
      cols_ = marks_of(layout_.cols(), std::max(Index{3}, room));
      if (room <= 3 || line_width() <= static_cast<std::size_t>(width)) return;
    }
  }

  std::size_t line_width() const {
    std::size_t width = process_width_ + index_width_ + 4;
    for (const Mark& col : cols_) width += cell_width_ + 1 + (col.follows_rule() ? 2 : 0);
    return width;
  }

  std::string caption() const {
    const bool row_blocks = rows_.front().kind == Mark::Kind::Block && layout_.rows().block > 1;
    const bool col_blocks = cols_.front().kind == Mark::Kind::Block && layout_.cols().block > 1;
    const char* unit = row_blocks && col_blocks
                           ? "cell stands for a block, named by its first row and column"
                       : row_blocks ? "line stands for a block of rows, named by the first"
                       : col_blocks ? "column stands for a block of columns, named by the first"
                                    : "";
    return concat("rank that owns each element; p, q: process row and column\n",
                  *unit ? concat("each ", unit, "\n\n") : "\n");
  }

  template <class CellText>
  std::string line(const std::string& process, const std::string& index, CellText cell) const {
    std::string text = concat(" ", padded_right(process, process_width_), " ",
                              padded_left(index, index_width_), " |");
    for (const Mark& col : cols_)
      text += concat(col.follows_rule() ? " |" : "", " ", padded_left(cell(col), cell_width_));
    return line_of(text);
  }

  std::string row_text(const Mark& row) const {
    if (row.kind == Mark::Kind::Gap)
      return line("", dots(index_width_), [this](const Mark&) { return dots(cell_width_); });
    const std::string process = row.names_process() ? concat("p", row.process) : "";
    return line(process, concat(row.first), [&](const Mark& col) {
      if (col.kind == Mark::Kind::Gap) return dots(cell_width_);
      const int rank = layout_.ranks().rank_of({row.process, col.process});
      if (!paint_) return concat(rank);
      // Colour codes have no width: padding comes first.
      return paint_(padded_left(concat(rank), cell_width_), rank);
    });
  }

  static std::string dots(std::size_t width) {
    return std::string(std::min(width, std::size_t{3}), '.');
  }

  std::string rule() const {
    std::string text(process_width_ + index_width_ + 3, '-');
    text[0] = ' ';
    text += '+';
    for (const Mark& col : cols_) {
      if (col.follows_rule()) text += "-+";
      text += std::string(cell_width_ + 1, '-');
    }
    return text + "\n";
  }

  const Layout& layout_;
  const std::function<std::string(const std::string&, int)>& paint_;
  std::vector<Mark> rows_;
  std::vector<Mark> cols_;
  std::size_t process_width_ = 0;
  std::size_t index_width_ = 0;
  std::size_t cell_width_ = 0;
};

void check(const char* option, int value, int least) {
  expect(value >= least && value <= 10000, "draw: ", option, " is ", value,
         ", but must lie between ", least, " and 10000");
}

}  // namespace

void check(const DrawOptions& options) {
  check("width", options.width, 64);
  check("map_lines", options.map_lines, 4);
  check("process_lines", options.process_lines, 3);
}

std::string owner_map(const Layout& layout, const DrawOptions& options) {
  return OwnerMap(layout, options).text();
}

}  // namespace ashlar::detail
