// SPDX-License-Identifier: BSD-3-Clause
#include "random_move.hpp"

namespace ashlar::test {
namespace {

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
  static constexpr const char* verbs[] = {"copy", "mirror", "mirror in place", "symmetrize",
                                          "symmetrize in place"};
  return concat(verbs[static_cast<int>(kind)], " ", to_string(dtype), " to ",
                to_string(target_dtype), ": ",
                describe_side(source, source_section, source_keeping), " -> ",
                describe_side(target, target_section, target_keeping), ", ", to_string(options.op),
                ", ", to_string(options.uplo), " ", options.diagonal, " ", to_string(options.diag),
                options.rest == Rest::Zero ? " zero" : " untouched", ", alpha ", alpha, ", beta ",
                beta, ", seed ", seed);
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
    case Feature::Converting: return m.dtype != m.target_dtype;
    case Feature::Scaling: return m.alpha != 1.0;
    case Feature::Adding: return m.beta != 0.0;
    case Feature::Mirroring: return m.kind == Kind::Mirror || m.kind == Kind::MirrorInPlace;
    case Feature::Symmetrizing: return is_symmetrizing(m.kind);
    case Feature::InPlace: return is_in_place(m.kind);
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

}  // namespace ashlar::test
