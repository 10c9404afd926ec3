// SPDX-License-Identifier: BSD-3-Clause
#include "random_move.hpp"

#include <algorithm>
#include <numeric>
#include <vector>

namespace ashlar::test {
namespace {

/// Whether elements may be converted on their way, by the rule of the documents: complex ones only
/// to complex ones, floating ones to no integers, integers to integers of a wider range.
bool is_movable(DType from, DType to) {
  const auto is_integer = [](DType d) { return d >= DType::Int8; };
  const auto is_complex_type = [](DType d) {
    return d == DType::Complex64 || d == DType::Complex128;
  };
  const auto is_unsigned = [](DType d) { return d >= DType::UInt8; };
  if (is_complex_type(from)) return is_complex_type(to);
  if (!is_integer(to)) return true;
  if (!is_integer(from)) return false;
  if (is_unsigned(from) == is_unsigned(to)) return size_of(from) <= size_of(to);
  return is_unsigned(from) && size_of(from) < size_of(to);
}

}  // namespace

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

Kind MoveDice::kind() {
  if (chance(68)) return Kind::Copy;
  return one_of({Kind::Mirror, Kind::MirrorInPlace, Kind::Symmetrize, Kind::SymmetrizeInPlace});
}

/// Element types, alpha and beta.
void MoveDice::roll_numbers(RandomMove& m) {
  const auto draw = [&] {
    const Index count = chance(50) ? 4 : std::ssize(all_dtypes);  // the first four compute
    return all_dtypes[number(0, count - 1)];
  };
  const auto fits_kind = [&](DType dtype) {
    return !is_symmetrizing(m.kind) ||
           visit_element(dtype, [](auto tag) { return Scalar<typename decltype(tag)::type>; });
  };
  do m.target_dtype = draw();
  while (!fits_kind(m.target_dtype));
  m.dtype = m.target_dtype;
  if (!is_in_place(m.kind) && chance(30)) {
    do m.dtype = draw();
    while (!is_movable(m.dtype, m.target_dtype));
  }
  if (m.kind != Kind::Copy || !chance(60)) return;
  visit_element(m.target_dtype, [&](auto tag) {
    using T = typename decltype(tag)::type;
    if constexpr (Scalar<T>) {
      const auto factor = [&](std::initializer_list<double> choices) {
        return std::complex<double>(one_of(choices),
                                    is_complex<T> && chance(40) ? one_of(choices) : 0);
      };
      m.alpha = factor({0, 1, -1, 2, -3});
      m.beta = factor({0, 0, 1, -1, 2});
    }
  });
}

RandomMove MoveDice::roll() {
  RandomMove m;
  m.seed = engine_();
  m.kind = kind();
  roll_numbers(m);
  m.options.op = one_of({Op::None, Op::Trans, Op::ConjTrans});
  if (m.kind != Kind::Copy) {
    m.options.op = one_of({Op::Trans, Op::ConjTrans});
    m.options.uplo = one_of({Uplo::Lower, Uplo::Upper});
  } else if (chance(45)) {
    m.options.uplo = one_of({Uplo::Lower, Uplo::Upper});
    m.options.diagonal = chance(50) ? 0 : number(-60, 60);
    m.options.diag = one_of({Diag::Unit, Diag::NonUnit});
    m.options.rest = one_of({Rest::Zero, Rest::Untouched});
  }
  Shape moved{extent(), extent()};
  if (m.kind != Kind::Copy) moved.cols = moved.rows;
  const bool disjoint = ranks_ >= 2 && chance(25);
  const Index cut = disjoint ? number(1, ranks_ - 1) : 0;
  const Range everyone{0, ranks_};
  const auto side = [&](Shape part, Range ranks, Layout& out, Section& section, bool with_offset) {
    const Index top = with_offset ? number(0, 30) : 0, left = with_offset ? number(0, 30) : 0;
    const Index below = with_offset ? number(0, 20) : 0, right = with_offset ? number(0, 20) : 0;
    out = layout({top + part.rows + below, left + part.cols + right}, ranks);
    section = {{top, top + part.rows}, {left, left + part.cols}};
  };
  const bool offsets = chance(35);
  side(is_transposing(m.options.op) ? moved.transposed() : moved,
       disjoint ? Range{0, cut} : everyone, m.source, m.source_section, offsets || chance(20));
  side(moved, disjoint ? Range{cut, ranks_} : everyone, m.target, m.target_section,
       offsets || chance(20));
  // Layouts that agree let runs be joined.
  if (!disjoint && chance(15)) {
    m.target = m.source.with_shape(m.target.shape());
    m.target_section = {{m.source_section.rows.first, m.source_section.rows.first + moved.rows},
                        {m.source_section.cols.first, m.source_section.cols.first + moved.cols}};
    const bool fits_target = m.target_section.rows.last <= m.target.shape().rows &&
                             m.target_section.cols.last <= m.target.shape().cols;
    if (!fits_target)
      m.target = m.source.with_shape({m.target_section.rows.last, m.target_section.cols.last});
  }
  m.source_keeping = keeping();
  m.target_keeping = keeping();
  if (is_in_place(m.kind)) {
    m.target = m.source;
    m.target_section = m.source_section;
    m.target_keeping = m.source_keeping;
  }
  return m;
}

}  // namespace ashlar::test
