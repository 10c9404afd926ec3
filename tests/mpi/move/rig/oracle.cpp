// SPDX-License-Identifier: BSD-3-Clause
#include "oracle.hpp"

#include <optional>

namespace ashlar::test {
namespace {

std::uint64_t target_seed(const RandomMove& move) {
  return is_in_place(move.verb) ? move.seed : move.seed ^ 0x5555555555555555u;
}

/// Origin of an element of the target, and the operation on it.
struct Origin {
  Place at;  ///< in the source
  bool conjugated = false;
  bool real = false;  ///< of the diagonal of a Hermitian matrix
};

/// Indices of the source for indices `in_part` of the moved part of the target, permuted by `axes`
/// if `permuted`.
Place in_source(const RandomMove& move, const Place& in_part, bool permuted) {
  Place at{};
  for (int d = 0; d < move.ndims(); ++d) {
    const auto to = static_cast<std::size_t>(d);
    const auto from = permuted ? static_cast<std::size_t>(move.axes[to]) : to;
    at[from] = move.source.part[from].first + in_part[to];
  }
  return at;
}

bool is_kept(const RandomMove& move, Index i, Index j) {
  const Index k = j - i;
  if (move.uplo == Uplo::General) return true;
  if (move.diag == Diag::Unit && k == move.diagonal) return false;
  return move.uplo == Uplo::Lower ? k <= move.diagonal : k >= move.diagonal;
}

std::optional<Origin> origin_of(const RandomMove& move, const Place& in_part) {
  if (is_mirroring(move.verb)) {
    const Index i = in_part[0], j = in_part[1];
    const bool is_stored = move.uplo == Uplo::Lower ? i >= j : i <= j;
    return Origin{in_source(move, in_part, !is_stored), !is_stored && move.conjugates,
                  move.conjugates && i == j};
  }
  if (!is_kept(move, in_part[0], in_part[1])) return {};
  return Origin{in_source(move, in_part, true), move.conjugates, false};
}

std::complex<double> number_at(const RandomMove& move, const Origin& from) {
  const auto x = number(move.from, move.seed, from.at);
  return from.real ? x.real() : from.conjugated ? std::conj(x) : x;
}

Bytes bits_at(const RandomMove& move, const Origin& from) {
  Bytes value = bits(move.from, move.seed, from.at);
  if (from.real) value = made_real(move.from, value);
  return from.conjugated ? flipped(move.from, value) : value;
}

}  // namespace

Bytes source_value(const RandomMove& move, const Place& at) {
  // Arithmetic needs numbers; elements that are only moved, or not read, have arbitrary bits.
  if (move.computes() && move.alpha != 0.0)
    return bytes_of(move.from, number(move.from, move.seed, at));
  return bits(move.from, move.seed, at);
}

Bytes target_value(const RandomMove& move, const Place& at) {
  if (is_in_place(move.verb)) return source_value(move, at);
  if (move.beta != 0.0) return bytes_of(move.to, number(move.to, target_seed(move), at));
  return bits(move.to, target_seed(move), at);
}

Expected expected_value(const RandomMove& move, const Place& at) {
  const Bytes before = target_value(move, at);
  Place in_part{};
  for (int d = 0; d < move.ndims(); ++d) {
    const auto k = static_cast<std::size_t>(d);
    const Range& range = move.target.part[k];
    if (at[k] < range.first || at[k] >= range.last) return {before};
    in_part[k] = at[k] - range.first;
  }
  if (is_symmetrizing(move.verb)) {
    const auto sum = number_at(move, {in_source(move, in_part, false)}) +
                     number_at(move, {in_source(move, in_part, true), move.conjugates});
    return {bytes_of(move.to, sum / 2.0), false};
  }
  const auto from = origin_of(move, in_part);
  if (!from) {
    if (move.rest == Rest::Untouched) return {before};
    const bool is_one = move.diag == Diag::Unit && in_part[1] - in_part[0] == move.diagonal;
    return {bytes_of(move.to, is_one ? 1 : 0)};
  }
  if (!move.computes()) return {bits_at(move, *from)};
  std::complex<double> value = 0;
  if (move.alpha != 0.0) value += move.alpha * number_at(move, *from);
  if (move.beta != 0.0) value += move.beta * number(move.to, target_seed(move), at);
  return {bytes_of(move.to, value), false};
}

Bytes padding_value(const RandomMove& move, bool is_target, Index place) {
  return bits(is_target ? move.to : move.from, ~(is_target ? target_seed(move) : move.seed),
              {place});
}

}  // namespace ashlar::test
