// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/layout/distribution.hpp>

#include <algorithm>
#include <charconv>
#include <limits>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/concat.hpp>
#include <ashlar/layout/axis.hpp>

namespace ashlar {
namespace {

constexpr std::string_view name_of(Dist::Kind kind) {
  return kind == Dist::Kind::Block ? "BLOCK" : kind == Dist::Kind::Cyclic ? "CYCLIC" : "NONE";
}

// toupper() depends on the locale.
bool equal_ignoring_case(std::string_view text, std::string_view upper_case) {
  if (text.size() != upper_case.size()) return false;
  for (std::size_t k = 0; k < text.size(); ++k) {
    const char c =
        text[k] >= 'a' && text[k] <= 'z' ? static_cast<char>(text[k] - 'a' + 'A') : text[k];
    if (c != upper_case[k]) return false;
  }
  return true;
}

std::optional<Dist> with_default(std::string_view name) {
  for (const Dist& dist : {Dist::block(), Dist::cyclic(), Dist::none()})
    if (equal_ignoring_case(name, name_of(dist.kind()))) return dist;
  return std::nullopt;
}

std::optional<Index> positive_number(std::string_view digits) {
  Index k = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), k);
  if (error != std::errc() || end != digits.data() + digits.size() || k < 1) return std::nullopt;
  return k;
}

std::vector<Axis> axes_of(const DistributionSpec& spec) {
  expect(spec.sizes.size() == spec.dists.size() && spec.sizes.size() == spec.psizes.size(),
         "distribution: ", spec.sizes.size(), " sizes, ", spec.dists.size(), " distributions and ",
         spec.psizes.size(), " process counts were given; each dimension needs one of each");
  std::vector<Axis> axes;
  for (std::size_t d = 0; d < spec.sizes.size(); ++d)
    axes.push_back(spec.dists[d].axis(spec.sizes[d], spec.psizes[d]));
  return axes;
}

int process_count(const std::vector<Axis>& axes) {
  Index product = 1;
  for (const Axis& axis : axes) {
    product *= axis.nprocs;  // a product of two ints cannot overflow
    expect(product <= std::numeric_limits<int>::max(), "distribution: the grid has ", product,
           " or more processes, which MPI cannot number");
  }
  return static_cast<int>(product);
}

Index element_count(const std::vector<Axis>& axes) {
  // An empty dimension empties the array, even if the product overflows.
  for (const Axis& axis : axes)
    if (axis.extent == 0) return 0;
  Index product = 1;
  for (const Axis& axis : axes)
    product = detail::checked_product(product, axis.extent, "number of array elements");
  return product;
}

void append(std::vector<Distribution::Run>& runs, Distribution::Run run) {
  if (!runs.empty() && runs.back().offset + runs.back().length == run.offset)
    runs.back().length += run.length;
  else runs.push_back(run);
}

// Runs of a rank with `ranges` of a dimension. Its slices have `slice` elements, `inner` of them on
// this rank.
std::vector<Distribution::Run> repeated(const std::vector<Distribution::Run>& inner, Index slice,
                                        const std::vector<Range>& ranges) {
  std::vector<Distribution::Run> runs;
  const bool whole_slices = inner.size() == 1 && inner.front().length == slice;
  for (const Range& range : ranges) {
    if (whole_slices) {
      append(runs, {range.first * slice, range.size() * slice});
      continue;
    }
    for (Index g = range.first; g < range.last; ++g)
      for (const Distribution::Run& run : inner) append(runs, {g * slice + run.offset, run.length});
  }
  return runs;
}

}  // namespace

std::string to_string(const Dist& dist) {
  return dist.arg() ? concat(name_of(dist.kind()), "(", *dist.arg(), ")")
                    : std::string(name_of(dist.kind()));
}

std::optional<Dist> Dist::from_string(std::string_view text) {
  if (text == "*") return Dist::none();
  const std::size_t paren = text.find('(');
  const auto dist = with_default(text.substr(0, paren));
  if (!dist || paren == std::string_view::npos) return dist;
  if (text.back() != ')' || dist->kind() == Dist::Kind::None) return std::nullopt;
  const auto k = positive_number(text.substr(paren + 1, text.size() - paren - 2));
  if (!k) return std::nullopt;
  return dist->kind() == Dist::Kind::Block ? Dist::block(*k) : Dist::cyclic(*k);
}

Distribution::Distribution(std::vector<Axis> axes, StorageOrder order)
    : axes_(std::move(axes)), order_(order) {
  expect(!axes_.empty(), "distribution: there is no dimension; give at least one");
  for (const Axis& axis : axes_) axis.check("distribution");
  nprocs_ = process_count(axes_);
  count_ = element_count(axes_);
}

Distribution::Distribution(const DistributionSpec& spec)
    : Distribution(axes_of(spec), spec.order) {}

std::size_t Distribution::fastest_to_slowest(std::size_t k) const {
  return order_ == StorageOrder::Fortran ? k : axes_.size() - 1 - k;
}

std::vector<int> Distribution::coords_of(int rank) const {
  expect(rank >= 0 && rank < nprocs_, "distribution: rank ", rank, " is not one of the grid's ",
         detail::counted(nprocs_, "rank"));
  std::vector<int> coords(axes_.size());
  for (std::size_t d = axes_.size(); d-- > 0;) {
    coords[d] = rank % axes_[d].nprocs;
    rank /= axes_[d].nprocs;
  }
  return coords;
}

int Distribution::rank_of(std::span<const int> coords) const {
  int rank = 0;
  for (std::size_t d = 0; d < axes_.size(); ++d) rank = rank * axes_[d].nprocs + coords[d];
  return rank;
}

int Distribution::owner_rank(std::span<const Index> indices) const {
  int rank = 0;
  for (std::size_t d = 0; d < axes_.size(); ++d)
    rank = rank * axes_[d].nprocs + axes_[d].owner(indices[d]);
  return rank;
}

Index Distribution::offset_of(std::span<const Index> indices) const {
  Index offset = 0;
  for (std::size_t k = axes_.size(); k-- > 0;) {
    const std::size_t d = fastest_to_slowest(k);
    offset = offset * axes_[d].extent + indices[d];
  }
  return offset;
}

Index Distribution::local_offset_of(std::span<const Index> indices) const {
  Index offset = 0;
  for (std::size_t k = axes_.size(); k-- > 0;) {
    const Axis& axis = axes_[fastest_to_slowest(k)];
    const Index g = indices[fastest_to_slowest(k)];
    offset = offset * axis.local_count(axis.owner(g)) + axis.to_local(g);
  }
  return offset;
}

std::vector<Index> Distribution::local_extents(int rank) const {
  const std::vector<int> coords = coords_of(rank);
  std::vector<Index> extents(axes_.size());
  for (std::size_t d = 0; d < axes_.size(); ++d) extents[d] = axes_[d].local_count(coords[d]);
  return extents;
}

std::vector<Index> Distribution::local_strides(int rank) const {
  const std::vector<Index> extents = local_extents(rank);
  std::vector<Index> strides(extents.size());
  Index stride = 1;
  for (std::size_t k = 0; k < extents.size(); ++k) {
    const std::size_t d = fastest_to_slowest(k);
    strides[d] = stride;
    stride *= extents[d];
  }
  return strides;
}

Index Distribution::local_count(int rank) const {
  const std::vector<Index> extents = local_extents(rank);
  if (std::find(extents.begin(), extents.end(), 0) != extents.end()) return 0;
  Index product = 1;
  for (Index extent : extents) product *= extent;
  return product;
}

std::vector<Distribution::Run> Distribution::runs(int rank) const {
  const std::vector<int> coords = coords_of(rank);
  if (local_count(rank) == 0) return {};
  std::vector<Distribution::Run> runs = {{0, 1}};
  Index slice = 1;
  for (std::size_t k = 0; k < axes_.size(); ++k) {
    const std::size_t d = fastest_to_slowest(k);
    runs = repeated(runs, slice, detail::owned_ranges(axes_[d], coords[d]));
    slice *= axes_[d].extent;
  }
  return runs;
}

}  // namespace ashlar
