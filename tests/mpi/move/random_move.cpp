// SPDX-License-Identifier: BSD-3-Clause
#include "random_move.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <vector>

namespace ashlar::test {
namespace {

/// A well-mixed 64-bit number for element (i, j): any bit pattern may occur, NaNs with payloads and
/// -0.0 included.
std::uint64_t mix(std::uint64_t seed, Index i, Index j) {
  std::uint64_t x = seed + 0x9e3779b97f4a7c15u * static_cast<std::uint64_t>(i + 1) +
                    0xc2b2ae3d27d4eb4fu * static_cast<std::uint64_t>(j + 1);
  for (int round = 0; round < 2; ++round) {
    x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9u;
    x = (x ^ (x >> 27)) * 0x94d049bb133111ebu;
    x ^= x >> 31;
  }
  return x;
}

template <class T>
T from_bits(std::uint64_t high, std::uint64_t low) {
  const std::uint64_t words[2] = {high, low};
  T value;
  std::memcpy(&value, words, sizeof value);
  return value;
}

/// Every eighth element is a special value; the rest are random bits.
template <class T>
T element(std::uint64_t seed, Index i, Index j) {
  const std::uint64_t bits = mix(seed, i, j);
  if constexpr (std::floating_point<T>) {
    if (bits % 8 == 0) return -T{0};
    if (bits % 8 == 1)
      return from_bits<T>(~std::uint64_t{0} ^ (bits >> 45), 0);  // NaNs with payloads
  }
  return from_bits<T>(bits, mix(bits, j, i));
}

template <class T>
bool same_bits(const T& a, const T& b) {
  return std::memcmp(&a, &b, sizeof(T)) == 0;
}

/// A matrix with its memory around it, filled by element(seed, i, j), padding by element(~seed,
/// place).
template <class T>
class Specimen {
 public:
  Specimen(mpi::CommunicatorView comm, const Layout& layout, const Keeping& keeping,
           std::uint64_t seed)
      : seed_(seed) {
    if (keeping.wrapped) {
      const Shape local = layout.local_shape(comm.rank());
      const bool by_rows = keeping.order == StorageOrder::C;
      const Index ld = std::max<Index>(1, by_rows ? local.cols : local.rows) + keeping.padding;
      memory_.resize(static_cast<std::size_t>(ld * (by_rows ? local.rows : local.cols)));
      for (std::size_t k = 0; k < memory_.size(); ++k)
        memory_[k] = element<T>(~seed, static_cast<Index>(k), 0);
      matrix_ = DistMatrix<T>::wrap(comm, layout, memory_.data(), ld, keeping.order);
    } else {
      matrix_ = DistMatrix<T>(comm, layout);
    }
    matrix_.fill_with([&](Index i, Index j) { return element<T>(seed, i, j); });
  }

  DistMatrix<T>& matrix() { return matrix_; }

  /// Elements that are not expected(i, j), and padding that was written.
  template <class F>
  Index count_wrong(F&& expected) {
    Index wrong = 0;
    const auto local = matrix_.local();
    std::vector<bool> is_element(memory_.size());
    for (Index jl = 0; jl < local.cols; ++jl) {
      for (Index il = 0; il < local.rows; ++il) {
        const Index i = counted_global(matrix_.layout().rows(), matrix_.coord()->row, il);
        const Index j = counted_global(matrix_.layout().cols(), matrix_.coord()->col, jl);
        wrong += !same_bits<T>(local(il, jl), expected(i, j));
        if (!memory_.empty())
          is_element[static_cast<std::size_t>(local.at(il, jl) - memory_.data())] = true;
      }
    }
    for (std::size_t k = 0; k < memory_.size(); ++k)
      if (!is_element[k])
        wrong += !same_bits(memory_[k], element<T>(~seed_, static_cast<Index>(k), 0));
    return wrong;
  }

 private:
  /// The global index of a local one by dealing out blocks one after the other.
  static Index counted_global(const Axis& axis, int p, Index l) {
    Index block = p >= axis.source ? p - axis.source : p - axis.source + axis.nprocs;
    while (l >= axis.block) {
      l -= axis.block;
      block += axis.nprocs;
    }
    return block * axis.block + l;
  }

  std::uint64_t seed_;
  std::vector<T> memory_;
  DistMatrix<T> matrix_;
};

/// What element (i, j) of the target section must become, or nothing if it stays.
template <class T>
std::optional<T> moved_value(const RandomMove& move, Index i, Index j) {
  const CopyOptions& o = move.options;
  const Index k = j - i;
  const bool inside =
      o.uplo == Uplo::General || (o.uplo == Uplo::Lower ? k <= o.diagonal : k >= o.diagonal);
  const bool unit_diagonal = o.uplo != Uplo::General && o.diag == Diag::Unit && k == o.diagonal;
  if (!inside || unit_diagonal) {
    if (o.rest == Rest::Untouched) return std::nullopt;
    return unit_diagonal ? T{1} : T{};
  }
  const Index si = o.op == Op::None ? i : j, sj = o.op == Op::None ? j : i;
  const T value = element<T>(move.seed, move.source_section.rows.first + si,
                             move.source_section.cols.first + sj);
  if constexpr (is_complex<T>) {
    if (o.op == Op::ConjTrans) {
      RealOf<T> parts[2];
      std::memcpy(parts, &value, sizeof parts);
      parts[1] = std::copysign(parts[1], std::signbit(parts[1]) ? RealOf<T>{1} : RealOf<T>{-1});
      T conjugated;
      std::memcpy(&conjugated, parts, sizeof parts);
      return conjugated;
    }
  }
  return value;
}

template <class T>
Index count_wrong_of(mpi::CommunicatorView comm, const RandomMove& move, Transport transport,
                     Index shift_rows) {
  const std::uint64_t target_seed = move.seed ^ 0x5555555555555555u;
  Specimen<T> source(comm, move.source, move.source_keeping, move.seed);
  Specimen<T> target(comm, move.target, move.target_keeping, target_seed);
  CopyOptions options = move.options;
  options.transport = transport;
  const Section& s = move.source_section;
  const Section& t = move.target_section;
  const Range rows{s.rows.first + shift_rows, s.rows.last + shift_rows};
  copy_into(source.matrix().view(rows, s.cols), target.matrix().view(t.rows, t.cols), options);
  const Index source_wrong =
      source.count_wrong([&](Index i, Index j) { return element<T>(move.seed, i, j); });
  return source_wrong + target.count_wrong([&](Index i, Index j) {
    const bool in_section =
        i >= t.rows.first && i < t.rows.last && j >= t.cols.first && j < t.cols.last;
    const auto value =
        in_section ? moved_value<T>(move, i - t.rows.first, j - t.cols.first) : std::nullopt;
    return value.value_or(element<T>(target_seed, i, j));
  });
}

std::string describe_side(const Layout& layout, const Section& section, const Keeping& keeping) {
  return concat(layout.to_string(), " rows ", section.rows.first, ":", section.rows.last, " cols ",
                section.cols.first, ":", section.cols.last,
                keeping.wrapped ? " wrapped +" : " owned +", keeping.padding, " ",
                to_string(keeping.order));
}

bool uses_all_ranks(const Layout& layout, int ranks) { return layout.grid().size() == ranks; }

bool shares_a_rank(const Layout& a, const Layout& b, int ranks) {
  for (int rank = 0; rank < ranks; ++rank)
    if (a.ranks().coord_of(rank) && b.ranks().coord_of(rank)) return true;
  return false;
}

}  // namespace

std::string RandomMove::describe() const {
  return concat(to_string(dtype), ": ", describe_side(source, source_section, source_keeping),
                " -> ", describe_side(target, target_section, target_keeping), ", ",
                to_string(options.op), ", ", to_string(options.uplo), " ", options.diagonal, " ",
                to_string(options.diag), options.rest == Rest::Zero ? " zero" : " untouched",
                ", seed ", seed);
}

bool has(const RandomMove& m, Feature feature, int ranks) {
  const auto either = [&](auto&& test) { return test(m.source) || test(m.target); };
  const auto either_keeping = [&](auto&& test) {
    return test(m.source_keeping) || test(m.target_keeping);
  };
  const auto offset = [](const Section& s) { return s.rows.first > 0 || s.cols.first > 0; };
  switch (feature) {
    case Feature::DisjointRanks: return !shares_a_rank(m.source, m.target, ranks);
    case Feature::OffsetsOnBothSides: return offset(m.source_section) && offset(m.target_section);
    case Feature::NonZeroSource:
      return either([](const Layout& l) { return l.source() != Coord{}; });
    case Feature::ColumnMajorGrid:
      return either([](const Layout& l) {
        return l.order() == GridOrder::Column && l.grid().rows > 1 && l.grid().cols > 1;
      });
    case Feature::Triangle: return m.options.uplo != Uplo::General;
    case Feature::IdleRanks:
      return either([&](const Layout& l) { return !uses_all_ranks(l, ranks); });
    case Feature::PaddedLeadingDimension:
      return either_keeping([](const Keeping& k) { return k.wrapped && k.padding > 0; });
    case Feature::Empty: return m.target_section.shape().empty();
    case Feature::Transposing: return is_transposing(m.options.op);
    case Feature::RowMajorMemory:
      return either_keeping([](const Keeping& k) { return k.order == StorageOrder::C; });
    case Feature::RankTable:
      return either([](const Layout& l) { return !l.ranks().is_implicit(); });
    case Feature::BlockLargerThanMatrix:
      return either([](const Layout& l) {
        return l.block().rows > l.shape().rows || l.block().cols > l.shape().cols;
      });
    case Feature::Count: break;
  }
  return false;
}

bool is_possible(Feature feature, int ranks) {
  switch (feature) {
    case Feature::DisjointRanks:
    case Feature::NonZeroSource:
    case Feature::IdleRanks:
    case Feature::RankTable: return ranks >= 2;
    case Feature::ColumnMajorGrid: return ranks >= 4;
    default: return true;
  }
}

Index MoveDice::extent() { return chance(10) ? 0 : chance(50) ? number(1, 40) : number(1, 200); }

/// A layout on some of the ranks of the range.
Layout MoveDice::layout(Shape shape, Range ranks) {
  const Index available = ranks.size();
  LayoutSpec spec{.shape = shape, .block = {number(1, 64), number(1, 64)}};
  if (chance(40)) spec.block = {number(1, 8), number(1, 8)};
  for (int attempt = 0; attempt < 20; ++attempt) {  // grids of many ranks are tried first
    const GridShape grid{static_cast<int>(number(1, 3)), static_cast<int>(number(1, 4))};
    if (grid.size() <= available && grid.size() > spec.grid.size()) spec.grid = grid;
    if (spec.grid.size() * 2 > available && chance(50)) break;
  }
  if (chance(40))
    spec.source = {static_cast<int>(number(0, spec.grid.rows - 1)),
                   static_cast<int>(number(0, spec.grid.cols - 1))};
  spec.order = chance(50) ? GridOrder::Column : GridOrder::Row;
  if (ranks.first > 0 || chance(35)) {
    std::vector<int> table(static_cast<std::size_t>(available));
    std::iota(table.begin(), table.end(), static_cast<int>(ranks.first));
    if (chance(70)) std::shuffle(table.begin(), table.end(), engine_);
    table.resize(static_cast<std::size_t>(spec.grid.size()));
    spec.ranks = table;
  }
  return Layout(spec);
}

Keeping MoveDice::keeping() {
  if (chance(50)) return {};
  return {.wrapped = true,
          .padding = chance(60) ? number(1, 10) : 0,
          .order = chance(30) ? StorageOrder::C : StorageOrder::Fortran};
}

RandomMove MoveDice::roll() {
  RandomMove m;
  m.seed = engine_();
  m.dtype = all_dtypes[number(0, std::ssize(all_dtypes) - 1)];
  m.options.op = one_of({Op::None, Op::Trans, Op::ConjTrans});
  if (chance(40)) {
    m.options.uplo = one_of({Uplo::Lower, Uplo::Upper});
    m.options.diagonal = chance(50) ? 0 : number(-60, 60);
    m.options.diag = one_of({Diag::Unit, Diag::NonUnit});
    m.options.rest = one_of({Rest::Zero, Rest::Untouched});
  }
  const Shape moved{extent(), extent()};
  const bool disjoint = ranks_ >= 2 && chance(25);
  const Index cut = disjoint ? number(1, ranks_ - 1) : 0;
  const Range everyone{0, ranks_};
  const auto side = [&](Shape part, Range ranks, Layout& out, Section& section, bool with_offset) {
    const Index top = with_offset ? number(0, 30) : 0, left = with_offset ? number(0, 30) : 0;
    const Index below = with_offset ? number(0, 20) : 0, right = with_offset ? number(0, 20) : 0;
    out = layout({top + part.rows + below, left + part.cols + right}, ranks);
    section = {{top, top + part.rows}, {left, left + part.cols}};
  };
  const bool offsets = chance(30);
  side(is_transposing(m.options.op) ? moved.transposed() : moved,
       disjoint ? Range{0, cut} : everyone, m.source, m.source_section, offsets || chance(20));
  side(moved, disjoint ? Range{cut, ranks_} : everyone, m.target, m.target_section,
       offsets || chance(20));
  m.source_keeping = keeping();
  m.target_keeping = keeping();
  return m;
}

Index count_wrong(mpi::CommunicatorView comm, const RandomMove& move, Transport transport,
                  Index shift_rows) {
  return visit_element(move.dtype, [&](auto tag) {
    return count_wrong_of<typename decltype(tag)::type>(comm, move, transport, shift_rows);
  });
}

}  // namespace ashlar::test
