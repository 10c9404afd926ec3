// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/datatype.hpp>

#include <vector>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/layout/distribution.hpp>

namespace ashlar::mpi {
namespace {

/// Constructor call of a datatype (MPI_Type_get_envelope, MPI_Type_get_contents).
struct TypeContents {
  int combiner = MPI_COMBINER_NAMED;
  std::vector<int> integers;
  std::vector<MPI_Aint> addresses;
  std::vector<Datatype> types;
};

/// Decodes a datatype one level deep.
TypeContents contents_of(DatatypeView type) {
  int integers = 0, addresses = 0, types = 0;
  TypeContents contents;
  check(MPI_Type_get_envelope(type.native(), &integers, &addresses, &types, &contents.combiner),
        "MPI_Type_get_envelope");
  if (type.is_predefined()) {
    contents.combiner = MPI_COMBINER_NAMED;
    return contents;
  }
  contents.integers.resize(static_cast<std::size_t>(integers));
  contents.addresses.resize(static_cast<std::size_t>(addresses));
  std::vector<MPI_Datatype> natives(static_cast<std::size_t>(types));
  check(MPI_Type_get_contents(type.native(), integers, addresses, types, contents.integers.data(),
                              contents.addresses.data(), natives.data()),
        "MPI_Type_get_contents");
  // Derived types in the answer must be freed; `adopt` does not free named types.
  for (MPI_Datatype native : natives) contents.types.push_back(Datatype::adopt(native));
  return contents;
}

using Typemap = std::vector<DatatypeView::Entry>;

/// Typemap of an element type, for repeated appending.
class Stamp {
 public:
  explicit Stamp(DatatypeView type) : entries_(type.typemap()), extent_(type.extent()) {}

  Index extent() const { return extent_; }

  /// Appends `count` elements, one extent apart, from `displacement` on.
  void lay(Index count, Index displacement, Typemap& map) const {
    for (Index k = 0; k < count; ++k)
      for (const DatatypeView::Entry& entry : entries_)
        map.push_back({entry.type, displacement + k * extent_ + entry.displacement});
  }

 private:
  Typemap entries_;
  Index extent_;
};

/// vector and hvector: `stride` in bytes.
void lay_vector(const TypeContents& c, const Stamp& stamp, Index stride, Typemap& map) {
  for (Index k = 0; k < c.integers[0]; ++k) stamp.lay(c.integers[1], k * stride, map);
}

/// indexed, hindexed and their blocks: integers are the count and the lengths, of blocks a single
/// length; displacements count `unit` bytes.
template <class Displacement>
void lay_indexed(const TypeContents& c, const Displacement* displacements, const Stamp& stamp,
                 Index unit, Typemap& map) {
  const bool has_one_length =
      c.combiner == MPI_COMBINER_INDEXED_BLOCK || c.combiner == MPI_COMBINER_HINDEXED_BLOCK;
  for (int k = 0; k < c.integers[0]; ++k) {
    const int length = c.integers[has_one_length ? 1 : static_cast<std::size_t>(k) + 1];
    stamp.lay(length, Index{displacements[k]} * unit, map);
  }
}

void lay_struct(const TypeContents& c, Typemap& map) {
  for (std::size_t k = 0; k < c.types.size(); ++k)
    Stamp(c.types[k]).lay(c.integers[k + 1], c.addresses[k], map);
}

StorageOrder order_of(int native) {
  return native == MPI_ORDER_C ? StorageOrder::C : StorageOrder::Fortran;
}

/// integers: ndims, sizes, subsizes, starts, order.
void lay_subarray(const TypeContents& c, const Stamp& stamp, Typemap& map) {
  const auto n = static_cast<std::size_t>(c.integers[0]);
  const int* sizes = &c.integers[1];
  const int* subsizes = sizes + n;
  const int* starts = subsizes + n;
  const bool last_is_fastest = order_of(c.integers.back()) == StorageOrder::C;
  std::vector<Index> offsets = {0};
  for (std::size_t k = 0; k < n; ++k) {
    // From the slowest dimension to the fastest: every offset becomes a row of offsets.
    const std::size_t d = last_is_fastest ? k : n - 1 - k;
    std::vector<Index> finer;
    finer.reserve(offsets.size() * static_cast<std::size_t>(subsizes[d]));
    for (Index offset : offsets)
      for (Index i = 0; i < subsizes[d]; ++i) finer.push_back(offset * sizes[d] + starts[d] + i);
    offsets = std::move(finer);
  }
  for (Index offset : offsets) stamp.lay(1, offset * stamp.extent(), map);
}

Dist dist_of(int distribution, int argument) {
  const bool has_argument = argument != MPI_DISTRIBUTE_DFLT_DARG;
  if (distribution == MPI_DISTRIBUTE_BLOCK)
    return has_argument ? Dist::block(argument) : Dist::block();
  if (distribution == MPI_DISTRIBUTE_CYCLIC)
    return has_argument ? Dist::cyclic(argument) : Dist::cyclic();
  return Dist::none();
}

/// integers: size, rank, ndims, sizes, distributions, arguments, grid, order.
void lay_darray(const TypeContents& c, const Stamp& stamp, Typemap& map) {
  const auto n = static_cast<std::size_t>(c.integers[2]);
  const int* sizes = &c.integers[3];
  const int* distributions = sizes + n;
  const int* arguments = distributions + n;
  const int* grid = arguments + n;
  DistributionSpec spec{.sizes = {sizes, sizes + n},
                        .dists = {},
                        .psizes = {grid, grid + n},
                        .order = order_of(c.integers.back())};
  for (std::size_t d = 0; d < n; ++d) spec.dists.push_back(dist_of(distributions[d], arguments[d]));
  for (const Distribution::Run& run : Distribution(spec).runs(c.integers[1]))
    stamp.lay(run.length, run.offset * stamp.extent(), map);
}

/// Datatypes with one element type.
void lay_uniform(const TypeContents& c, Typemap& map) {
  const Stamp stamp(c.types.front());
  const int* integers = c.integers.data();
  switch (c.combiner) {
    case MPI_COMBINER_DUP:
    case MPI_COMBINER_RESIZED: return stamp.lay(1, 0, map);
    case MPI_COMBINER_CONTIGUOUS: return stamp.lay(integers[0], 0, map);
    case MPI_COMBINER_VECTOR: return lay_vector(c, stamp, Index{integers[2]} * stamp.extent(), map);
    case MPI_COMBINER_HVECTOR: return lay_vector(c, stamp, c.addresses[0], map);
    case MPI_COMBINER_INDEXED:
      return lay_indexed(c, integers + 1 + integers[0], stamp, stamp.extent(), map);
    case MPI_COMBINER_INDEXED_BLOCK:
      return lay_indexed(c, integers + 2, stamp, stamp.extent(), map);
    case MPI_COMBINER_HINDEXED:
    case MPI_COMBINER_HINDEXED_BLOCK: return lay_indexed(c, c.addresses.data(), stamp, 1, map);
    case MPI_COMBINER_SUBARRAY: return lay_subarray(c, stamp, map);
    case MPI_COMBINER_DARRAY: return lay_darray(c, stamp, map);
    default:
      throw ArgumentError(concat(
          "typemap: the type was made by a call that is not known (combiner ", c.combiner, ")"));
  }
}

/// Number of occurrences in the type of each of `count` matrix elements.
std::vector<int> uses_of(DatatypeView type, Index count) {
  std::vector<int> uses(static_cast<std::size_t>(count), 0);
  const Typemap map = type.typemap();
  if (map.empty()) return uses;
  const Index size = DatatypeView(map.front().type).size();
  for (const DatatypeView::Entry& entry : map) {
    expect(entry.type == map.front().type,
           "stencil: the type mixes elements of different named types");
    expect(entry.displacement >= 0 && entry.displacement % size == 0 &&
               entry.displacement / size < count,
           "stencil: the element ", entry.displacement,
           " bytes from the beginning is not one of the ", count, " elements of ", size,
           " bytes of the matrix");
    ++uses[static_cast<std::size_t>(entry.displacement / size)];
  }
  return uses;
}

char mark(int uses) {
  if (uses == 0) return '.';
  if (uses == 1) return '#';
  return uses < 10 ? static_cast<char>('0' + uses) : '+';
}

}  // namespace

std::vector<DatatypeView::Entry> DatatypeView::typemap() const {
  expect(!is_null(), "typemap: the null type has none; it was freed or never made");
  if (is_predefined()) return {{native(), 0}};
  const TypeContents contents = contents_of(*this);
  Typemap map;
  if (contents.combiner == MPI_COMBINER_STRUCT) lay_struct(contents, map);
  else lay_uniform(contents, map);
  return map;
}

std::vector<DatatypeView::ByteRun> DatatypeView::byte_runs() const {
  std::vector<ByteRun> runs;
  for (const Entry& entry : typemap()) {
    const Index size = DatatypeView(entry.type).size();
    if (!runs.empty() && runs.back().displacement + runs.back().length == entry.displacement)
      runs.back().length += size;
    else if (size > 0) runs.push_back({entry.displacement, size});
  }
  return runs;
}

std::string DatatypeView::stencil(Shape shape, StorageOrder order) const {
  expect(shape.rows >= 0 && shape.cols >= 0, "stencil: the matrix cannot be ", shape.rows, "x",
         shape.cols);
  const std::vector<int> uses =
      uses_of(*this, ashlar::detail::checked_product(shape.rows, shape.cols, "number of elements"));
  std::string picture;
  for (Index i = 0; i < shape.rows; ++i) {
    for (Index j = 0; j < shape.cols; ++j) {
      const Index offset = order == StorageOrder::C ? i * shape.cols + j : i + j * shape.rows;
      picture += j == 0 ? "" : " ";
      picture += mark(uses[static_cast<std::size_t>(offset)]);
    }
    picture += '\n';
  }
  return picture;
}

}  // namespace ashlar::mpi
