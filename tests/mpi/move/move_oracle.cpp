// SPDX-License-Identifier: BSD-3-Clause
#include "random_move.hpp"

#include <cstring>
#include <optional>
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

/// A small integer, or two, that every element type of its kind holds.
std::complex<double> number(DType dtype, std::uint64_t seed, Index i, Index j) {
  const std::uint64_t bits = mix(seed, i, j);
  const auto part = [&](int shift) { return static_cast<double>(bits >> shift & 15); };
  const bool is_unsigned = dtype >= DType::UInt8;
  const bool has_two = dtype == DType::Complex64 || dtype == DType::Complex128;
  return {part(0) - (is_unsigned ? 0 : 8), has_two ? part(8) - 8 : 0};
}

template <class T>
T as_element(std::complex<double> x) {
  if constexpr (is_complex<T>)
    return {static_cast<RealOf<T>>(x.real()), static_cast<RealOf<T>>(x.imag())};
  else return static_cast<T>(x.real());
}

/// What an element must be: these bits, or where it is computed this value, whose zeros may have
/// either sign.
template <class T>
struct Expected {
  T value;
  bool in_bits = true;
};

template <class T>
bool is_as_expected(const T& x, const Expected<T>& expected) {
  return same_bits(x, expected.value) || (!expected.in_bits && x == expected.value);
}

/// A matrix with its memory around it, filled by fill(i, j), padding by element(~seed, place).
template <class T>
class Specimen {
 public:
  template <class F>
  Specimen(mpi::CommunicatorView comm, const Layout& layout, const Keeping& keeping,
           std::uint64_t seed, F&& fill)
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
    matrix_.fill_with(fill);
  }

  DistMatrix<T>& matrix() { return matrix_; }

  /// Elements that are not expected(i, j), an Expected<T>, and padding that was written.
  template <class F>
  Index count_wrong(F&& expected) {
    Index wrong = 0;
    const auto local = matrix_.local();
    std::vector<bool> is_element(memory_.size());
    for (Index jl = 0; jl < local.cols; ++jl) {
      for (Index il = 0; il < local.rows; ++il) {
        const Index i = counted_global(matrix_.layout().rows(), matrix_.coord()->row, il);
        const Index j = counted_global(matrix_.layout().cols(), matrix_.coord()->col, jl);
        wrong += !is_as_expected<T>(local(il, jl), expected(i, j));
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

/// Where an element of the target section comes from: element (row, col) of the source section.
struct Origin {
  Index row, col;
  bool conjugated = false;
  bool real = false;  // of the diagonal of a Hermitian matrix
};

std::optional<Origin> origin_of(const RandomMove& move, Index i, Index j) {
  const CopyOptions& o = move.options;
  const bool conjugating = o.op == Op::ConjTrans;
  if (move.kind == Kind::Copy) {
    const Index k = j - i;
    const bool inside =
        o.uplo == Uplo::General || (o.uplo == Uplo::Lower ? k <= o.diagonal : k >= o.diagonal);
    if (!inside || (o.uplo != Uplo::General && o.diag == Diag::Unit && k == o.diagonal)) return {};
    return o.op == Op::None ? Origin{i, j} : Origin{j, i, conjugating};
  }
  const bool is_stored = o.uplo == Uplo::Lower ? i >= j : i <= j;
  return is_stored ? Origin{i, j, false, conjugating && i == j} : Origin{j, i, conjugating};
}

std::uint64_t target_seed(const RandomMove& move) {
  return is_in_place(move.kind) ? move.seed : move.seed ^ 0x5555555555555555u;
}

/// Arithmetic wants numbers; what is only moved, or not read at all, is any bits, NaNs included.
template <class T>
T source_value(const RandomMove& move, Index i, Index j) {
  if (move.computes() && move.alpha != 0.0)
    return as_element<T>(number(move.dtype, move.seed, i, j));
  return element<T>(move.seed, i, j);
}
template <class T>
T target_value(const RandomMove& move, Index i, Index j) {
  if (is_in_place(move.kind)) return source_value<T>(move, i, j);
  if (move.beta != 0.0) return as_element<T>(number(move.target_dtype, target_seed(move), i, j));
  return element<T>(target_seed(move), i, j);
}

/// The number at a place of the source section, as the move takes it.
std::complex<double> number_at(const RandomMove& move, const Origin& from) {
  const auto x = number(move.dtype, move.seed, move.source_section.rows.first + from.row,
                        move.source_section.cols.first + from.col);
  return from.real ? x.real() : from.conjugated ? std::conj(x) : x;
}

/// The same of bits that are only moved.
template <class T>
T bits_at(const RandomMove& move, const Origin& from) {
  T value = element<T>(move.seed, move.source_section.rows.first + from.row,
                       move.source_section.cols.first + from.col);
  if constexpr (is_complex<T>) {
    RealOf<T> parts[2];
    std::memcpy(parts, &value, sizeof parts);
    if (from.real) parts[1] = 0;
    if (from.conjugated)
      parts[1] = std::copysign(parts[1], std::signbit(parts[1]) ? RealOf<T>{1} : RealOf<T>{-1});
    std::memcpy(&value, parts, sizeof parts);
  }
  return value;
}

/// What element (i, j) of the target must be after the move.
template <class T>
Expected<T> expected_value(const RandomMove& move, Index i, Index j) {
  const Section& section = move.target_section;
  const T before = target_value<T>(move, i, j);
  if (i < section.rows.first || i >= section.rows.last || j < section.cols.first ||
      j >= section.cols.last)
    return {before};
  const Index si = i - section.rows.first, sj = j - section.cols.first;
  if (is_symmetrizing(move.kind)) {
    const auto sum =
        number_at(move, {si, sj}) + number_at(move, {sj, si, move.options.op == Op::ConjTrans});
    return {as_element<T>(sum / 2.0), false};
  }
  const auto from = origin_of(move, si, sj);
  if (!from) {
    if (move.options.rest == Rest::Untouched) return {before};
    const bool is_one = move.options.diag == Diag::Unit && sj - si == move.options.diagonal;
    return {is_one ? T{1} : T{}};
  }
  if (!move.computes()) return {bits_at<T>(move, *from)};
  std::complex<double> value = 0;
  if (move.alpha != 0.0) value += move.alpha * number_at(move, *from);
  if (move.beta != 0.0) value += move.beta * number(move.target_dtype, target_seed(move), i, j);
  return {as_element<T>(value), false};
}

template <class S, class D>
void carry_out(const RandomMove& move, Transport transport, const S& source, D&& target) {
  using T = ValueOf<D>;
  CopyOptions options = move.options;
  options.transport = transport;
  const MirrorOptions mirroring{.op = options.op, .transport = transport};
  if constexpr (Scalar<T>)
    if (is_symmetrizing(move.kind)) return symmetrize_into(source, target, mirroring);
  if (move.kind != Kind::Copy) return mirror_into(source, target, options.uplo, mirroring);
  if constexpr (Scalar<T>)
    if (move.alpha != 1.0 || move.beta != 0.0)
      return copy_into(source, target, options,
                       {as_element<T>(move.alpha), as_element<T>(move.beta)});
  copy_into(source, target, options);
}

template <class S>
Index count_wrong_in_place(mpi::CommunicatorView comm, const RandomMove& move,
                           Transport transport) {
  Specimen<S> a(comm, move.source, move.source_keeping, move.seed,
                [&](Index i, Index j) { return source_value<S>(move, i, j); });
  const auto view = a.matrix().view(move.source_section.rows, move.source_section.cols);
  carry_out(move, transport, view, view);
  return a.count_wrong([&](Index i, Index j) { return expected_value<S>(move, i, j); });
}

template <class S, class T>
Index count_wrong_of(mpi::CommunicatorView comm, const RandomMove& move, Transport transport,
                     Index shift_rows) {
  Specimen<S> source(comm, move.source, move.source_keeping, move.seed,
                     [&](Index i, Index j) { return source_value<S>(move, i, j); });
  Specimen<T> target(comm, move.target, move.target_keeping, target_seed(move),
                     [&](Index i, Index j) { return target_value<T>(move, i, j); });
  const Section& s = move.source_section;
  const Section& t = move.target_section;
  const Range rows{s.rows.first + shift_rows, s.rows.last + shift_rows};
  carry_out(move, transport, source.matrix().view(rows, s.cols),
            target.matrix().view(t.rows, t.cols));
  const Index source_wrong = source.count_wrong(
      [&](Index i, Index j) { return Expected<S>{source_value<S>(move, i, j)}; });
  return source_wrong +
         target.count_wrong([&](Index i, Index j) { return expected_value<T>(move, i, j); });
}

}  // namespace

Index count_wrong(mpi::CommunicatorView comm, const RandomMove& move, Transport transport,
                  Index shift_rows) {
  return visit_element(move.dtype, [&](auto from) {
    using S = typename decltype(from)::type;
    if (is_in_place(move.kind)) return count_wrong_in_place<S>(comm, move, transport);
    return visit_element(move.target_dtype, [&](auto to) {
      using T = typename decltype(to)::type;
      if constexpr (ElementMovableTo<S, T>)
        return count_wrong_of<S, T>(comm, move, transport, shift_rows);
      else return Index{1};
    });
  });
}

}  // namespace ashlar::test
