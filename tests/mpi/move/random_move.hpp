// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <complex>
#include <cstdint>
#include <random>
#include <string>

#include <ashlar/move/mirror.hpp>

namespace ashlar::test {

/// How a matrix of a random move keeps its elements.
struct Keeping {
  bool wrapped = false;
  Index padding = 0;  ///< added to the leading dimension of wrapped memory
  StorageOrder order = StorageOrder::Fortran;
};

/// Which function carries the move out. In place the target is the source.
enum class Kind { Copy, Mirror, MirrorInPlace, Symmetrize, SymmetrizeInPlace };

constexpr bool is_in_place(Kind kind) {
  return kind == Kind::MirrorInPlace || kind == Kind::SymmetrizeInPlace;
}
constexpr bool is_symmetrizing(Kind kind) {
  return kind == Kind::Symmetrize || kind == Kind::SymmetrizeInPlace;
}

/// One move, drawn at random; the same on all ranks that draw with the same generator.
struct RandomMove {
  Kind kind = Kind::Copy;
  Layout source, target;
  Section source_section, target_section;
  Keeping source_keeping, target_keeping;
  CopyOptions options;  ///< of a mirror uplo is the triangle that is stored
  DType dtype = DType::Float64, target_dtype = DType::Float64;
  std::complex<double> alpha = 1, beta = 0;  ///< small integers, real where the target is
  std::uint64_t seed = 0;

  /// Whether elements change on the way, by more than conjugation.
  bool computes() const {
    return dtype != target_dtype || alpha != 1.0 || beta != 0.0 || is_symmetrizing(kind);
  }

  std::string describe() const;
};

/// What a move exercises. The names are those of the histogram.
enum class Feature {
  DisjointRanks,
  OffsetsOnBothSides,
  NonZeroSource,
  ColumnMajorGrid,
  Triangle,
  IdleRanks,
  PaddedLeadingDimension,
  Empty,
  Transposing,
  RowMajorMemory,
  RankTable,
  BlockLargerThanMatrix,
  Converting,
  Scaling,
  Adding,
  Mirroring,
  Symmetrizing,
  InPlace,
  Count
};
inline constexpr std::array feature_names = {"disjoint ranks",  "offsets on both sides",
                                             "non-zero source", "column-major grid",
                                             "triangle",        "idle ranks",
                                             "padded LLD",      "empty",
                                             "transposing",     "row-major memory",
                                             "rank table",      "block > matrix",
                                             "converting",      "scaling",
                                             "adding",          "mirroring",
                                             "symmetrizing",    "in place"};

bool has(const RandomMove& move, Feature feature, int ranks);

/// Whether a communicator of so many ranks can show the feature at all.
bool is_possible(Feature feature, int ranks);

/// Draws moves for a communicator of `ranks` ranks: shapes 0-200, blocks 1-64, grids up to 3x4.
class MoveDice {
 public:
  MoveDice(std::uint64_t seed, int ranks) : engine_(seed), ranks_(ranks) {}
  RandomMove roll();

 private:
  Index number(Index low, Index high) {
    return std::uniform_int_distribution<Index>(low, high)(engine_);
  }
  bool chance(int percent) { return number(1, 100) <= percent; }
  template <class T>
  T one_of(std::initializer_list<T> options) {
    return options.begin()[number(0, static_cast<Index>(options.size()) - 1)];
  }
  Index extent();
  Kind kind();
  void roll_numbers(RandomMove& move);
  Layout layout(Shape shape, Range ranks);
  Keeping keeping();

  std::mt19937_64 engine_;
  int ranks_;
};

/// Carries the move out with `transport` and counts the elements of this rank's memory, padding
/// included, that are not what counting element by element says: in every bit where they are moved
/// or left alone; where something is computed, from small integers, in value. @collective
/// @param shift_rows  moves another range of source rows than the oracle expects: a planted error
Index count_wrong(mpi::CommunicatorView comm, const RandomMove& move, Transport transport,
                  Index shift_rows = 0);

}  // namespace ashlar::test
