// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <numeric>

#include "random_case.hpp"
#include "unit/layout/dice.hpp"
#include "values.hpp"

namespace ashlar::test {
namespace {

class CaseDice : public Dice {
 public:
  CaseDice(std::uint64_t seed, int ranks) : Dice(seed), ranks_(ranks) {}

  RandomCase draw() {
    RandomCase c;
    if (ranks_ > 1 && percent(35)) c.ranks_per_node = static_cast<int>(roll(1, 3));
    c.transport = one_of({Transport::Automatic, Transport::Automatic, Transport::Messages});
    c.piece_bytes = percent(50) ? Index{256} << 10 : percent(50) ? roll(1, 300) : roll(300, 6000);
    const Index kind = roll(1, 100);
    if (kind <= 45) draw_layouts(c);
    else if (kind <= 68) draw_placements(c);
    else if (kind <= 88) draw_arrays(c);
    else draw_in_place(c);
    return c;
  }

 private:
  using Form = MoveSide::Form;

  bool percent(int chance) { return roll(1, 100) <= chance; }
  std::uint64_t seed() { return static_cast<std::uint64_t>(roll(0, Index{1} << 60)); }
  Index extent(Index most) { return percent(8) ? 0 : percent(60) ? roll(1, 24) : roll(1, most); }

  // --- Verbs, element types, factors ------------------------------------------------------------

  void draw_layouts(RandomCase& c) {
    c.transport = one_of({Transport::Automatic, Transport::Automatic, Transport::Messages,
                          Transport::Datatypes, Transport::Staged, Transport::PeerMemory,
                          Transport::SharedMemory});
    if (c.transport != Transport::Datatypes && percent(25)) c.max_extra_bytes = roll(512, 20000);
    c.way = one_of({Way::Call, Way::Call, Way::Plan, Way::Twice, Way::Started, Way::Started});
    const DType from = dtype();
    const Index count = percent(30) ? roll(2, 3) : 1;
    c.together = count > 1 && percent(60);
    for (Index k = 0; k < count; ++k) {
      RandomMove m;
      m.seed = seed();
      m.from = from;
      if (count == 1 && c.way == Way::Call && percent(50))
        m.verb =
            one_of({Verb::Mirror, Verb::Symmetrize, Verb::MirrorInPlace, Verb::SymmetrizeInPlace});
      if (m.verb != Verb::Copy) c.max_extra_bytes = 0;
      draw_numbers(m, true);
      draw_matrix_options(m);
      if (m.uplo != Uplo::General && m.verb == Verb::Copy && c.way == Way::Call)
        m.rest = one_of({Rest::Zero, Rest::Untouched});
      draw_sides(m, 160, Form::Layout, false);
      c.moves.push_back(m);
    }
  }

  void draw_placements(RandomCase& c) {
    if (percent(20)) c.transport = Transport::SharedMemory;
    RandomMove m;
    m.seed = seed();
    m.from = dtype();
    draw_numbers(m, false);
    draw_matrix_options(m);
    draw_sides(m, 60, Form::Tiles, true);
    c.moves = {m};
  }

  void draw_arrays(RandomCase& c) {
    c.transport = one_of({Transport::Automatic, Transport::Automatic, Transport::Messages,
                          Transport::Staged, Transport::PeerMemory, Transport::SharedMemory});
    if (percent(25)) c.max_extra_bytes = roll(512, 20000);
    c.way = one_of({Way::Call, Way::Plan, Way::Twice, Way::Started});
    RandomMove m;
    m.seed = seed();
    m.from = dtype();
    draw_numbers(m, true);
    const int n = static_cast<int>(roll(1, most_dims));
    m.axes.resize(static_cast<std::size_t>(n));
    std::iota(m.axes.begin(), m.axes.end(), 0);
    if (percent(60)) m.axes = shuffled(n);
    if (n == 2 && percent(40)) draw_triangle(m, 10);
    if (m.uplo != Uplo::General && c.way == Way::Call)
      m.rest = one_of({Rest::Zero, Rest::Untouched});
    const Index largest = n == 1 ? 60 : n == 2 ? 20 : n == 3 ? 9 : n == 4 ? 6 : 4;
    const bool has_parts = percent(50);
    std::vector<Index> lengths(m.axes.size());
    for (Index& length : lengths) length = percent(4) ? 0 : roll(1, largest);
    std::vector<Index> of_source(lengths.size());
    for (std::size_t d = 0; d < lengths.size(); ++d)
      of_source[static_cast<std::size_t>(m.axes[d])] = lengths[d];
    m.source = array(of_source, has_parts);
    m.target = array(lengths, has_parts);
    c.moves = {m};
  }

  void draw_in_place(RandomCase& c) {
    RandomMove m;
    m.seed = seed();
    m.verb = Verb::TransposeInPlace;
    m.from = m.to = dtype();
    m.axes = {1, 0};
    m.conjugates = percent(50);
    const Index n = extent(60);
    m.source = m.target = matrix({n, n}, one_of({0, 20}), one_of({Form::Layout, Form::Tiles}),
                                 percent(35), {0, ranks_});
    c.moves = {m};
  }

  DType dtype() {  // the first four compute
    return all_dtypes[roll(0, percent(50) ? 3 : std::ssize(all_dtypes) - 1)];
  }

  /// Element types, alpha and beta. `from` is drawn before.
  void draw_numbers(RandomMove& m, bool integers_convert) {
    if (is_symmetrizing(m.verb))
      while (is_integer_type(m.from)) m.from = dtype();
    m.to = m.from;
    const auto fits = [&](DType to) {
      return is_movable(m.from, to) &&
             (!is_integer_type(m.from) || (integers_convert && !is_symmetrizing(m.verb)));
    };
    if (!is_in_place(m.verb) && percent(30))
      for (int attempt = 0; attempt < 20 && m.to == m.from; ++attempt)
        if (const DType other = dtype(); fits(other)) m.to = other;
    if (m.verb != Verb::Copy || is_integer_type(m.to) || !percent(50)) return;
    const auto factor = [&](std::initializer_list<double> choices) {
      return std::complex<double>(one_of(choices),
                                  is_complex_type(m.to) && percent(40) ? one_of(choices) : 0);
    };
    m.alpha = factor({0, 1, -1, 2, -3});
    m.beta = factor({0, 0, 1, -1, 2});
  }

  void draw_matrix_options(RandomMove& m) {
    const bool turned = m.verb != Verb::Copy || percent(60);
    m.axes = turned ? std::vector{1, 0} : std::vector{0, 1};
    m.conjugates = turned && percent(50);
    if (is_symmetrizing(m.verb)) return;
    if (is_mirroring(m.verb)) {
      m.uplo = one_of({Uplo::Lower, Uplo::Upper});
    } else if (percent(40)) {
      draw_triangle(m, 40);
    }
  }

  void draw_triangle(RandomMove& m, Index furthest) {
    m.uplo = one_of({Uplo::Lower, Uplo::Upper});
    m.diagonal = percent(50) ? 0 : roll(-furthest, furthest);
    m.diag = one_of({Diag::Unit, Diag::NonUnit});
  }

  // --- Distributions and memory -----------------------------------------------------------------

  /// Both sides of a move of matrices; with `mixed` at least one of them is not a plain layout.
  void draw_sides(RandomMove& m, Index most, Form form, bool mixed) {
    Shape moved{extent(most), extent(most)};
    if (m.verb != Verb::Copy) moved.cols = moved.rows;
    const bool disjoint = ranks_ >= 2 && percent(25);
    const Index cut = disjoint ? roll(1, ranks_ - 1) : 0;
    const Range everyone{0, ranks_};
    const auto side = [&](Shape shape, Range ranks, bool plain) {
      const Form own = plain || percent(30) ? Form::Layout : form;
      return matrix(shape, percent(45) ? 30 : 0, own, mixed && !plain && percent(50), ranks);
    };
    const bool plain_source = mixed && percent(30),
               plain_target = mixed && !plain_source && percent(40);
    do
      m.source = side(m.is_turned() ? moved.transposed() : moved,
                      disjoint ? Range{0, cut} : everyone, plain_source);
    while (mixed && plain_target && m.source.is_plain_layout());
    do m.target = side(moved, disjoint ? Range{cut, ranks_} : everyone, plain_target);
    while (mixed && m.source.is_plain_layout() && m.target.is_plain_layout());
    // Equal layouts allow runs to be joined.
    if (!disjoint && !m.is_turned() && percent(15)) {
      const MoveSide own = m.target;
      m.target = m.source;
      m.target.wrapped = own.wrapped && (m.target.form == Form::Layout || m.target.groups.empty());
      m.target.padding = m.target.wrapped ? own.padding : 0;
      m.target.order = own.form == m.target.form ? own.order : StorageOrder::Fortran;
    }
    if (is_in_place(m.verb)) m.target = m.source;
  }

  /// A matrix that contains a part of that shape at an offset of up to `most_offset` rows and
  /// columns.
  MoveSide matrix(Shape part, Index most_offset, Form form, bool replicated, Range ranks) {
    MoveSide side;
    side.form = form;
    for (Index length : {part.rows, part.cols}) {
      const Index first = roll(0, most_offset), behind = roll(0, most_offset);
      side.part.push_back({first, first + length});
      side.dims.push_back({.extent = first + length + behind});
    }
    std::vector<int> members(static_cast<std::size_t>(ranks.size()));
    std::iota(members.begin(), members.end(), static_cast<int>(ranks.first));
    const bool is_shuffled = percent(40);
    if (is_shuffled) members = picked(members, std::ssize(members));
    const Index available = ranks.size();
    Index group = available;
    if (replicated) {
      group = roll(1, std::max<Index>(1, available / 2));
      const Index copies = roll(1, available / group);
      for (Index k = 0; k < copies; ++k)
        side.groups.emplace_back(members.begin() + k * group, members.begin() + (k + 1) * group);
      members.resize(static_cast<std::size_t>(group));
      std::iota(members.begin(), members.end(), 0);  // numbers within a copy
    }
    if (form == Form::Layout) distribute(side, members, is_shuffled || ranks.first > 0);
    else cut(side, members);
    draw_memory(side);
    return side;
  }

  void distribute(MoveSide& side, const std::vector<int>& members, bool needs_table) {
    const bool is_small = percent(40);
    for (DistributedDim& dim : side.dims) dim.block = is_small ? roll(1, 8) : roll(1, 64);
    GridShape grid{1, 1};
    const auto available = static_cast<Index>(members.size());
    for (int attempt = 0; attempt < 20; ++attempt) {  // grids of many ranks are tried first
      const GridShape other{static_cast<int>(roll(1, 3)), static_cast<int>(roll(1, 4))};
      if (other.size() <= available && other.size() > grid.size()) grid = other;
      if (grid.size() * 2 > available && percent(50)) break;
    }
    side.dims[0].nprocs = grid.rows;
    side.dims[1].nprocs = grid.cols;
    for (DistributedDim& dim : side.dims)
      if (percent(40)) dim.source = static_cast<int>(roll(0, dim.nprocs - 1));
    side.grid_order = one_of({GridOrder::Row, GridOrder::Column});
    if (needs_table || percent(20))
      side.ranks.assign(members.begin(), members.begin() + grid.size());
  }

  void cut(MoveSide& side, const std::vector<int>& members) {
    Index blocks = 1;
    for (const DistributedDim& dim : side.dims) {
      std::vector<Index> cuts{0};
      const Index longest = std::max<Index>(1, roll(1, 4) * dim.extent / 4);
      while (cuts.back() < dim.extent)
        cuts.push_back(std::min(dim.extent, cuts.back() + roll(1, longest)));
      blocks *= std::ssize(cuts) - 1;
      side.cuts.push_back(cuts);
    }
    for (Index k = 0; k < blocks; ++k)
      side.owners.push_back(members[static_cast<std::size_t>(roll(0, std::ssize(members) - 1))]);
  }

  MoveSide array(const std::vector<Index>& lengths, bool has_parts) {
    MoveSide side;
    side.form = Form::Array;
    Index left = ranks_;
    for (Index length : lengths) {
      const Index first = has_parts ? roll(0, 2) : 0, behind = has_parts ? roll(0, 2) : 0;
      side.part.push_back({first, first + length});
      side.dims.push_back({.extent = first + length + behind});
    }
    // Any dimension may be the one with many processes.
    for (int d : shuffled(static_cast<int>(lengths.size()))) {
      DistributedDim& dim = side.dims[static_cast<std::size_t>(d)];
      dim.nprocs = static_cast<int>(roll(1, std::min<Index>(left, percent(25) ? left : 3)));
      left /= dim.nprocs;
      const Index whole_share = std::max<Index>(1, (dim.extent + dim.nprocs - 1) / dim.nprocs);
      dim.block = one_of({whole_share, Index{1}, roll(1, 4), roll(1, 9)});
      if (dim.block != whole_share) dim.source = static_cast<int>(roll(0, dim.nprocs - 1));
    }
    side.order = one_of({StorageOrder::C, StorageOrder::Fortran});
    side.wrapped = percent(25);
    return side;
  }

  void draw_memory(MoveSide& side) {
    if ((side.form == Form::Layout || side.form == Form::Tiles) && percent(30))
      side.order = StorageOrder::C;
    if (side.form == Form::Tiles && !side.groups.empty()) return;
    side.wrapped = percent(50);
    if (side.wrapped && percent(60)) side.padding = roll(1, 10);
  }

  std::vector<int> picked(const std::vector<int>& from, Index count) {
    std::vector<int> result;
    for (int k : shuffled(static_cast<int>(from.size()))) {
      if (std::ssize(result) == count) break;
      result.push_back(from[static_cast<std::size_t>(k)]);
    }
    return result;
  }

  int ranks_;
};

}  // namespace

RandomCase draw_case(std::uint64_t seed, std::uint64_t number, int ranks) {
  // Consecutive seeds, mixed so that cases are independent.
  std::uint64_t x =
      (seed + (static_cast<std::uint64_t>(ranks) << 32)) * 0x9e3779b97f4a7c15u + number;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
  x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
  return CaseDice(x ^ (x >> 31), ranks).draw();
}

}  // namespace ashlar::test
