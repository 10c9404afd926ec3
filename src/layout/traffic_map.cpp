// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/traffic_map.hpp>

#include <algorithm>
#include <string_view>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/layout/rank_map.hpp>

#include "axis_volume.hpp"
#include "drawing_parts.hpp"

namespace ashlar {
namespace {

using detail::AxisVolume;

/// Sums of an AxisVolume over ranges of processes between a few cuts, for a table of some hundred
/// ranges of ranks.
class VolumeSums {
 public:
  /// @param source_cuts, target_cuts  ascending, from 0 to the number of processes
  /// @cost one pass over the volume, and cuts x cuts
  VolumeSums(const AxisVolume& volume, std::vector<Index> source_cuts,
             std::vector<Index> target_cuts)
      : source_cuts_(std::move(source_cuts)),
        target_cuts_(std::move(target_cuts)),
        sums_(source_cuts_.size() * target_cuts_.size()) {
    std::vector<std::size_t> cut_above;  // by target process
    for (std::size_t t = 1; t < target_cuts_.size(); ++t)
      cut_above.resize(static_cast<std::size_t>(target_cuts_[t]), t);

    const std::size_t width = target_cuts_.size();
    for (std::size_t s = 1; s < source_cuts_.size(); ++s) {
      Sum* line = sums_.data() + s * width;
      for (Index p = source_cuts_[s - 1]; p < source_cuts_[s]; ++p)
        for (const AxisVolume::Entry& entry : volume.of(static_cast<int>(p))) {
          Sum& sum = line[cut_above[static_cast<std::size_t>(entry.coord)]];
          sum.indices += entry.count;
          ++sum.pairs;
        }
      Sum so_far;
      for (std::size_t t = 0; t < width; ++t) {
        so_far.indices += line[t].indices;
        so_far.pairs += line[t].pairs;
        const Sum& before = line[t - width];
        line[t] = {so_far.indices + before.indices, so_far.pairs + before.pairs};
      }
    }
  }

  struct Sum {
    Index indices = 0;
    Index pairs = 0;  ///< of processes with shared indices
  };
  /// Sum over ranges of cut numbers. O(1)
  Sum between(Range source, Range target) const {
    const Sum& all = up_to(source.last, target.last);
    const Sum& above = up_to(source.first, target.last);
    const Sum& left = up_to(source.last, target.first);
    const Sum& both = up_to(source.first, target.first);
    return {all.indices - above.indices - left.indices + both.indices,
            all.pairs - above.pairs - left.pairs + both.pairs};
  }

  /// Number of a cut. O(log cuts)
  Index source_cut(Index process) const { return number_of(source_cuts_, process); }
  Index target_cut(Index process) const { return number_of(target_cuts_, process); }

 private:
  static Index number_of(const std::vector<Index>& cuts, Index process) {
    return std::lower_bound(cuts.begin(), cuts.end(), process) - cuts.begin();
  }
  const Sum& up_to(Index source_cut, Index target_cut) const {
    return sums_[static_cast<std::size_t>(source_cut * std::ssize(target_cuts_) + target_cut)];
  }

  std::vector<Index> source_cuts_, target_cuts_;
  std::vector<Sum> sums_;  // of processes below a cut of each side
};

/// Grid positions of consecutive ranks in at most three rectangles: part of a line, whole lines,
/// part of a line.
/// @pre map.is_implicit()
std::vector<Section> rectangles_of(const RankMap& map, Range ranks) {
  const bool by_rows = map.grid_order() == GridOrder::Row;
  const Index line = by_rows ? map.grid().cols : map.grid().rows;
  const Index first = std::clamp<Index>(ranks.first - map.first_rank(), 0, map.grid().size());
  const Index last = std::clamp<Index>(ranks.last - map.first_rank(), 0, map.grid().size());
  std::vector<Section> rectangles;
  const auto add = [&](Range lines, Range within) {
    rectangles.push_back(by_rows ? Section{lines, within} : Section{within, lines});
  };
  for (Index k = first; k < last;) {
    const Index at = k / line, begin = k % line;
    const Index whole_lines = begin == 0 ? (last - k) / line : 0;
    if (whole_lines > 0) {
      add({at, at + whole_lines}, {0, line});
      k += whole_lines * line;
    } else {
      const Index end = std::min(line, begin + (last - k));
      add({at, at + 1}, {begin, end});
      k += end - begin;
    }
  }
  return rectangles;
}

/// Rectangles of grid positions by cell, in the coordinates of the pairings.
using CellPositions = std::vector<std::vector<Section>>;

CellPositions positions_of(const RankMap& ranks, const TrafficMap& map, bool swap) {
  CellPositions positions;
  for (int cell = 0; cell < map.cells(); ++cell) {
    positions.push_back(rectangles_of(ranks, map.ranks_of(cell)));
    if (swap)
      for (Section& rectangle : positions.back()) rectangle = rectangle.transposed();
  }
  return positions;
}

std::vector<Index> cuts_of(const CellPositions& positions, Range Section::*dim, int processes) {
  std::vector<Index> cuts = {0, processes};
  for (const auto& rectangles : positions)
    for (const Section& rectangle : rectangles) {
      cuts.push_back((rectangle.*dim).first);
      cuts.push_back((rectangle.*dim).last);
    }
  std::sort(cuts.begin(), cuts.end());
  cuts.erase(std::unique(cuts.begin(), cuts.end()), cuts.end());
  return cuts;
}

/// Volumes of one dimension, by process and by range.
struct SummedDimension {
  SummedDimension(const detail::AxisPairing& pair, Range Section::*dim, const CellPositions& from,
                  const CellPositions& to)
      : volume(pair, AxisVolume::Side::Source),
        sums(volume, cuts_of(from, dim, pair.source.nprocs), cuts_of(to, dim, pair.target.nprocs)) {
  }

  AxisVolume volume;
  VolumeSums sums;
};

Index ranks_in(const Transfers& moves) {
  return std::max(moves.source().ranks().required_size(), moves.target().ranks().required_size());
}

char shade_of(Index elements, Index most) {
  constexpr std::string_view shades = " .:-=+*#%@";
  if (elements == 0) return shades.front();
  const auto steps = static_cast<double>(shades.size() - 2);
  const auto shade = 1 + static_cast<double>(elements) / static_cast<double>(most) * steps;
  return shades[static_cast<std::size_t>(shade)];
}

/// Replaces coordinates by cut numbers, for look-ups without a search.
template <class Cut>
CellPositions in_cuts(CellPositions positions, Cut&& cut) {
  for (auto& rectangles : positions)
    for (Section& rectangle : rectangles) rectangle = cut(rectangle);
  return positions;
}

}  // namespace

TrafficMap::TrafficMap(const Transfers& moves, int most_cells) {
  expect(most_cells >= 1 && most_cells <= 1024, "traffic map: ", most_cells,
         " cells; give from 1 to 1024");
  const RankMap &source = moves.source().ranks(), &target = moves.target().ranks();
  ranks_ = ranks_in(moves);
  ranks_per_cell_ = (ranks_ + most_cells - 1) / most_cells;
  cells_ = static_cast<int>((ranks_ + ranks_per_cell_ - 1) / ranks_per_cell_);
  elements_.assign(place(cells_, 0), 0);
  messages_ = elements_;
  kept_.assign(static_cast<std::size_t>(cells_), 0);
  const bool is_product =
      moves.moved().uplo == Uplo::General && source.is_implicit() && target.is_implicit();
  if (is_product) add_by_dimensions(moves);
  else add_by_shares(moves);
}

std::optional<TrafficMap> TrafficMap::of_each_rank(const Transfers& moves) {
  constexpr int most_ranks = 64;
  if (ranks_in(moves) > most_ranks) return {};
  return TrafficMap(moves, most_ranks);
}

Range TrafficMap::ranks_of(int cell) const {
  return {cell * ranks_per_cell_, std::min(ranks_, (cell + 1) * ranks_per_cell_)};
}

void TrafficMap::add_by_shares(const Transfers& moves) {
  for (int from = 0; from < moves.source().ranks().required_size(); ++from) {
    const detail::Share share = moves.sent_by(from);
    for (const detail::Box& box : share.boxes()) {
      const std::size_t at = place(cell_of(from), cell_of(box.rank));
      elements_[at] += box.elements;
      if (box.rank == from) kept_[static_cast<std::size_t>(cell_of(from))] += box.elements;
      else ++messages_[at];
    }
  }
}

/// Two rectangles of positions exchange the product of their shared rows and columns. Only kept
/// elements are summed by rank.
void TrafficMap::add_by_dimensions(const Transfers& moves) {
  const RankMap &source = moves.source().ranks(), &target = moves.target().ranks();
  const bool swap = is_transposing(moves.op());
  CellPositions from = positions_of(source, *this, swap), to = positions_of(target, *this, false);
  const SummedDimension along_rows(moves.row_pairing(), &Section::rows, from, to);
  const SummedDimension along_cols(moves.col_pairing(), &Section::cols, from, to);
  const VolumeSums &rows = along_rows.sums, &cols = along_cols.sums;
  from = in_cuts(std::move(from), [&](const Section& s) -> Section {
    return {{rows.source_cut(s.rows.first), rows.source_cut(s.rows.last)},
            {cols.source_cut(s.cols.first), cols.source_cut(s.cols.last)}};
  });
  to = in_cuts(std::move(to), [&](const Section& s) -> Section {
    return {{rows.target_cut(s.rows.first), rows.target_cut(s.rows.last)},
            {cols.target_cut(s.cols.first), cols.target_cut(s.cols.last)}};
  });
  std::size_t at = 0;
  for (const auto& senders : from)
    for (const auto& receivers : to) {
      for (const Section& s : senders)
        for (const Section& t : receivers) {
          const auto down = rows.between(s.rows, t.rows), across = cols.between(s.cols, t.cols);
          elements_[at] += down.indices * across.indices;
          messages_[at] += down.pairs * across.pairs;
        }
      ++at;
    }

  for (int rank = 0; rank < ranks_; ++rank) {
    const auto sender = source.coord_of(rank), receiver = target.coord_of(rank);
    if (!sender || !receiver) continue;
    const Coord position = swap ? sender->transposed() : *sender;
    Index kept = along_rows.volume.between(position.row, receiver->row);
    if (kept > 0) kept *= along_cols.volume.between(position.col, receiver->col);
    if (kept == 0) continue;
    kept_[static_cast<std::size_t>(cell_of(rank))] += kept;
    --messages_[place(cell_of(rank), cell_of(rank))];
  }
}

std::string TrafficMap::to_string(int element_bytes) const {
  constexpr int most_numbers = 8;
  const bool in_numbers = cells_ <= most_numbers;
  const std::size_t width = in_numbers ? 12 : 1;
  const Index most = elements_.empty() ? 0 : *std::max_element(elements_.begin(), elements_.end());
  const auto bytes = [&](Index elements) {
    return detail::bytes_text(static_cast<double>(elements) * element_bytes);
  };
  const auto cell = [&](Index elements) {
    if (!in_numbers) return std::string(1, shade_of(elements, most));
    return detail::padded_left(elements == 0 ? "-" : bytes(elements), width);
  };
  std::string text = "from rank (down) to rank (across)";
  if (in_numbers) {
    text += ":\n      ";
    for (int to = 0; to < cells_; ++to)
      text += detail::padded_left(concat(ranks_of(to).first), width);
    text += '\n';
  } else {
    text += concat(", @ is ", bytes(most), ":\n");
  }
  for (int from = 0; from < cells_; ++from) {
    text += detail::padded_left(concat(ranks_of(from).first), 4) + (in_numbers ? "  " : " |");
    for (int to = 0; to < cells_; ++to) text += cell(elements(from, to));
    text += in_numbers ? "\n" : "|\n";
  }
  return text;
}

}  // namespace ashlar
