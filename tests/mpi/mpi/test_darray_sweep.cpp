// SPDX-License-Identifier: BSD-3-Clause
// Thousands of darrays: MPI_Pack and the library's typemap against an array distributed element by
// element.
#include <algorithm>
#include <map>
#include <random>
#include <string>
#include <vector>

#include <ashlar/base/concat.hpp>
#include <ashlar/mpi/datatype.hpp>

#include "mpi/mpi/type_probe.hpp"
#include "support/mpi_test.hpp"

using namespace ashlar;
using mpi::Datatype;
using test::check_all;
using test::Indices;
using test::mapped_indices;
using test::packed_indices;
using test::world;

namespace {

class Random {
 public:
  explicit Random(unsigned seed) : engine_(seed) {}
  /// Uniform from first to last, equal on all machines.
  int operator()(int first, int last) {
    return first + static_cast<int>(engine_() % static_cast<unsigned>(last - first + 1));
  }

 private:
  std::mt19937 engine_;
};

Dist random_dist(Random& random, Index size, int nprocs) {
  const int share = static_cast<int>((size + nprocs - 1) / nprocs);
  switch (random(0, nprocs == 1 ? 4 : 3)) {
    case 0: return Dist::block();
    case 1: return Dist::block(share + random(0, 2));
    case 2: return Dist::cyclic();
    case 3: return Dist::cyclic(random(1, 4));
    default: return Dist::none();
  }
}

DistributionSpec random_spec(Random& random) {
  DistributionSpec spec;
  const int ndims = random(1, 4);
  const int largest = ndims == 1 ? 60 : ndims == 2 ? 17 : 7;
  for (int d = 0; d < ndims; ++d) {
    spec.sizes.push_back(random(1, largest));
    spec.psizes.push_back(random(1, ndims <= 2 ? 5 : 3));
    spec.dists.push_back(random_dist(random, spec.sizes.back(), spec.psizes.back()));
  }
  spec.order = random(0, 1) == 0 ? StorageOrder::C : StorageOrder::Fortran;
  return spec;
}

/// Block size as defined by MPI: the elements of a process before those of the next one.
Index block_of(const Dist& dist, Index size, int nprocs) {
  if (dist.kind() == Dist::Kind::None) return size;
  if (dist.kind() == Dist::Kind::Block) return dist.arg().value_or((size + nprocs - 1) / nprocs);
  return dist.arg().value_or(1);
}

/// Owner of each index of one dimension, distributed one by one.
std::vector<int> owners_of(const Dist& dist, Index size, int nprocs) {
  std::vector<int> owners;
  const Index block = block_of(dist, size, nprocs);
  for (int p = 0; static_cast<Index>(owners.size()) < size; p = (p + 1) % nprocs)
    for (Index k = 0; k < block && static_cast<Index>(owners.size()) < size; ++k)
      owners.push_back(p);
  return owners;
}

/// The elements of every rank in storage order, found by a walk over the whole array.
std::vector<Indices> elements_of_ranks(const DistributionSpec& spec) {
  const std::size_t ndims = spec.sizes.size();
  std::vector<std::vector<int>> owners;
  Index total = 1, ranks = 1;
  for (std::size_t d = 0; d < ndims; ++d) {
    owners.push_back(owners_of(spec.dists[d], spec.sizes[d], spec.psizes[d]));
    total *= spec.sizes[d];
    ranks *= spec.psizes[d];
  }
  std::vector<Indices> result(static_cast<std::size_t>(ranks));
  for (Index offset = 0; offset < total; ++offset) {
    std::vector<int> owner(ndims);
    Index rest = offset;
    for (std::size_t k = 0; k < ndims; ++k) {
      const std::size_t d = spec.order == StorageOrder::Fortran ? k : ndims - 1 - k;
      owner[d] = owners[d][static_cast<std::size_t>(rest % spec.sizes[d])];
      rest /= spec.sizes[d];
    }
    int rank = 0;
    for (std::size_t d = 0; d < ndims; ++d) rank = rank * spec.psizes[d] + owner[d];
    result[static_cast<std::size_t>(rank)].push_back(static_cast<std::int32_t>(offset));
  }
  return result;
}

std::string describe(const DistributionSpec& spec, int rank) {
  std::string text = concat("rank ", rank, " of ", to_string(spec.order), " order:");
  for (std::size_t d = 0; d < spec.sizes.size(); ++d)
    text += concat(" ", spec.sizes[d], " ", to_string(spec.dists[d]), " on ", spec.psizes[d], ";");
  return text;
}

/// The error of the darray; "" without one.
std::string fault_of(const DistributionSpec& spec, int rank, int nprocs, const Indices& expected) {
  Index total = 1;
  for (Index size : spec.sizes) total *= size;
  const Datatype type = Datatype::darray({nprocs, rank, spec}, mpi::native_type<std::int32_t>());
  if (packed_indices(type, total) != expected) return "MPI packs other elements";
  if (mapped_indices(type) != expected) return "the typemap has other elements";
  if (type.size() != 4 * static_cast<Index>(expected.size())) return "size";
  if (type.lb() != 0 || type.extent() != 4 * total) return "bounds";
  if (expected.empty()) return "";
  if (type.true_lb() != 4 * expected.front()) return "true lower bound";
  return type.true_extent() == 4 * (expected.back() - expected.front() + 1) ? "" : "true extent";
}

/// Counts the features of a case; each must occur often enough for a meaningful sweep.
void count_features(const DistributionSpec& spec, const Indices& expected,
                    std::map<std::string, int>& features) {
  ++features[concat(spec.sizes.size(), " dimensions")];
  ++features[concat(to_string(spec.order), " order")];
  if (expected.empty()) ++features["empty rank"];
  bool ragged = false;
  for (std::size_t d = 0; d < spec.sizes.size(); ++d)
    ragged = ragged || spec.sizes[d] % block_of(spec.dists[d], spec.sizes[d], spec.psizes[d]) != 0;
  if (ragged) ++features["ragged block"];
  for (const Dist& dist : spec.dists) {
    if (dist.kind() == Dist::Kind::None) ++features["NONE"];
    if (dist.kind() == Dist::Kind::Block) ++features["BLOCK"];
    if (dist.kind() == Dist::Kind::Cyclic) ++features["CYCLIC"];
  }
}

}  // namespace

TEST_CASE(
    "darray sweep: 1 to 4 dimensions, all distributions, both orders, ragged blocks, empty ranks") {
  constexpr unsigned seed = 20240229;
  constexpr int specs = 1500, most_ranks = 8;
  Random random(seed);
  std::map<std::string, int> features;
  int types = 0, wrong = 0;
  std::string first_fault;
  for (int k = 0; k < specs; ++k) {
    const DistributionSpec spec = random_spec(random);
    const auto expected = elements_of_ranks(spec);
    const int nprocs = static_cast<int>(expected.size());
    for (int turn = 0; turn < std::min(nprocs, most_ranks); ++turn) {
      const int rank = nprocs <= most_ranks ? turn : random(0, nprocs - 1);
      const Indices& elements = expected[static_cast<std::size_t>(rank)];
      ++types;
      count_features(spec, elements, features);
      if (types % world().size() != world().rank()) continue;
      const std::string fault = fault_of(spec, rank, nprocs, elements);
      if (fault.empty()) continue;
      if (++wrong == 1) first_fault = concat("seed ", seed, ", ", describe(spec, rank), " ", fault);
    }
  }
  check_all(world(), wrong == 0, concat(wrong, " darrays are wrong, the first: ", first_fault));
  CHECK(types >= 5000);
  for (const auto& [name, times] : features) {
    CAPTURE(name);
    CAPTURE(times);
    CHECK(10 * times >= types);
  }
  CHECK(features.size() == 11);
}
