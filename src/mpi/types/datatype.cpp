// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/mpi/datatype.hpp>

#include <vector>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/mpi/check.hpp>

namespace ashlar::mpi {
namespace {

/// Extent of a new datatype, with a check for 63-bit overflow, which MPI ignores.
class ByteReach {
 public:
  /// @param call  MPI call, for error messages
  ByteReach(const char* call, DatatypeView element) : call_(call) {
    expect(!element.is_null(), call,
           ": the element type is MPI_DATATYPE_NULL; it was freed or never made");
    element_size_ = element.size();
    extent_ = element.extent();
  }

  /// Adds `copies` times a block of `length` elements, the last one at byte `displacement`.
  /// @throws ArgumentError if a count is negative; OverflowError
  void add(Index copies, Index length, Index displacement) {
    expect(copies >= 0, call_, ": the count is ", copies, ", but must be at least 0");
    expect(length >= 0, call_, ": a block length is ", length, ", but must be at least 0");
    Index elements = 0, bytes = 0, block_bytes = 0, end = 0;
    if (__builtin_mul_overflow(copies, length, &elements) ||
        __builtin_mul_overflow(elements, element_size_, &bytes) ||
        __builtin_add_overflow(size_, bytes, &size_) ||
        __builtin_mul_overflow(length, extent_, &block_bytes) ||
        __builtin_add_overflow(displacement, block_bytes, &end))
      refuse();
  }

  /// Adds blocks with a displacement of `steps` x `stride` bytes.
  void add_strided(Index copies, Index length, Index steps, Index stride) {
    Index displacement = 0;
    if (__builtin_mul_overflow(steps, stride, &displacement)) refuse();
    add(copies, length, displacement);
  }

  Index extent() const { return extent_; }

 private:
  [[noreturn]] void refuse() const {
    throw OverflowError(concat(call_,
                               ": the type would reach beyond 2^63 - 1 bytes; make it of fewer or "
                               "smaller elements"));
  }

  const char* call_;
  Index element_size_ = 0;
  Index extent_ = 0;
  Index size_ = 0;
};

std::vector<int> checked_ints(std::span<const Index> values, const char* what) {
  std::vector<int> ints;
  ints.reserve(values.size());
  for (Index value : values) ints.push_back(checked_int(value, what));
  return ints;
}

int count_of(std::size_t n) { return checked_int(static_cast<Index>(n), "number of blocks"); }

/// Datatype that the MPI call `make` returns in its last argument.
template <class Make, class... Arguments>
Datatype made(const char* call, Make* make, Arguments... arguments) {
  const detail::ErrorsReturned guard;
  MPI_Datatype type = MPI_DATATYPE_NULL;
  check(make(arguments..., &type), call);
  return Datatype::adopt(type);
}

int native_order(StorageOrder order) {
  return order == StorageOrder::C ? MPI_ORDER_C : MPI_ORDER_FORTRAN;
}

struct Blocks {
  std::vector<int> lengths;
  std::vector<Index> displacements;
};

/// @param unit  bytes per unit of displacement
Blocks checked_blocks(std::span<const Datatype::Block> blocks, ByteReach reach, Index unit) {
  Blocks result;
  for (const Datatype::Block& block : blocks) {
    reach.add_strided(1, block.length, block.displacement, unit);
    result.lengths.push_back(checked_int(block.length, "block length"));
    result.displacements.push_back(block.displacement);
  }
  return result;
}

void check_vector(const Datatype::Vector& spec, ByteReach reach, Index unit) {
  reach.add_strided(spec.count, spec.blocklength, spec.count > 0 ? spec.count - 1 : 0, unit);
}

}  // namespace

Datatype Datatype::contiguous(Index count, DatatypeView element) {
  ByteReach("MPI_Type_contiguous", element).add(1, count, 0);
  const int n = checked_int(count, "number of elements");
  return made("MPI_Type_contiguous", MPI_Type_contiguous, n, element.native());
}

Datatype Datatype::vector(const Datatype::Vector& spec, DatatypeView element) {
  const ByteReach reach("MPI_Type_vector", element);
  const int stride = checked_int(spec.stride, "stride");
  check_vector(spec, reach,
               ashlar::detail::checked_product(stride, reach.extent(), "stride in bytes"));
  const int n = checked_int(spec.count, "number of blocks");
  const int length = checked_int(spec.blocklength, "block length");
  return made("MPI_Type_vector", MPI_Type_vector, n, length, stride, element.native());
}

Datatype Datatype::hvector(const Datatype::Vector& spec, DatatypeView element) {
  check_vector(spec, ByteReach("MPI_Type_create_hvector", element), spec.stride);
  const int n = checked_int(spec.count, "number of blocks");
  const int length = checked_int(spec.blocklength, "block length");
  return made("MPI_Type_create_hvector", MPI_Type_create_hvector, n, length, MPI_Aint{spec.stride},
              element.native());
}

Datatype Datatype::indexed(std::span<const Datatype::Block> blocks, DatatypeView element) {
  const ByteReach reach("MPI_Type_indexed", element);
  const Blocks b = checked_blocks(blocks, reach, reach.extent());
  const auto displacements = checked_ints(b.displacements, "displacement");
  return made("MPI_Type_indexed", MPI_Type_indexed, count_of(blocks.size()), b.lengths.data(),
              displacements.data(), element.native());
}

Datatype Datatype::hindexed(std::span<const Datatype::Block> blocks, DatatypeView element) {
  const Blocks b = checked_blocks(blocks, ByteReach("MPI_Type_create_hindexed", element), 1);
  const std::vector<MPI_Aint> displacements(b.displacements.begin(), b.displacements.end());
  return made("MPI_Type_create_hindexed", MPI_Type_create_hindexed, count_of(blocks.size()),
              b.lengths.data(), displacements.data(), element.native());
}

Datatype Datatype::indexed_block(Index blocklength, std::span<const Index> displacements,
                                 DatatypeView element) {
  ByteReach reach("MPI_Type_create_indexed_block", element);
  for (Index displacement : displacements)
    reach.add_strided(1, blocklength, displacement, reach.extent());
  const int length = checked_int(blocklength, "block length");
  const auto ints = checked_ints(displacements, "displacement");
  return made("MPI_Type_create_indexed_block", MPI_Type_create_indexed_block, count_of(ints.size()),
              length, ints.data(), element.native());
}

Datatype Datatype::hindexed_block(Index blocklength, std::span<const Index> displacements,
                                  DatatypeView element) {
  ByteReach reach("MPI_Type_create_hindexed_block", element);
  for (Index displacement : displacements) reach.add(1, blocklength, displacement);
  const int length = checked_int(blocklength, "block length");
  const std::vector<MPI_Aint> bytes(displacements.begin(), displacements.end());
  return made("MPI_Type_create_hindexed_block", MPI_Type_create_hindexed_block,
              count_of(bytes.size()), length, bytes.data(), element.native());
}

Datatype Datatype::structure(std::span<const Datatype::Field> fields) {
  std::vector<int> lengths;
  std::vector<MPI_Aint> displacements;
  std::vector<MPI_Datatype> types;
  for (const Datatype::Field& field : fields) {
    ByteReach("MPI_Type_create_struct", field.type).add(1, field.count, field.displacement);
    lengths.push_back(checked_int(field.count, "number of elements"));
    displacements.push_back(field.displacement);
    types.push_back(field.type.native());
  }
  return made("MPI_Type_create_struct", MPI_Type_create_struct, count_of(fields.size()),
              lengths.data(), displacements.data(), types.data());
}

Datatype Datatype::subarray(const Datatype::Subarray& spec, DatatypeView element) {
  const std::size_t n = spec.sizes.size();
  expect(n >= 1 && spec.subsizes.size() == n && spec.starts.size() == n,
         "MPI_Type_create_subarray: there are ", n, " sizes, ", spec.subsizes.size(),
         " subsizes and ", spec.starts.size(), " starts; give one of each per dimension");
  ByteReach reach("MPI_Type_create_subarray", element);
  Index elements = 1;
  for (std::size_t d = 0; d < n; ++d) {
    const Index size = spec.sizes[d], part = spec.subsizes[d], start = spec.starts[d];
    expect(part >= 1 && start >= 0 && start <= size && part <= size - start,
           "MPI_Type_create_subarray: dimension ", d, " asks for ",
           ashlar::detail::counted(part, "element"), " from ", start, " on of ", size,
           "; the box must hold an element and lie inside the array");
    elements = ashlar::detail::checked_product(elements, size, "number of elements of the array");
  }
  reach.add(1, elements, 0);
  const auto sizes = checked_ints(spec.sizes, "array size");
  const auto subsizes = checked_ints(spec.subsizes, "subarray size");
  const auto starts = checked_ints(spec.starts, "subarray start");
  return made("MPI_Type_create_subarray", MPI_Type_create_subarray, count_of(n), sizes.data(),
              subsizes.data(), starts.data(), native_order(spec.order), element.native());
}

Datatype Datatype::resized(DatatypeView type, Index lb, Index extent) {
  ByteReach("MPI_Type_create_resized", type).add(1, 1, 0);
  return made("MPI_Type_create_resized", MPI_Type_create_resized, type.native(), MPI_Aint{lb},
              MPI_Aint{extent});
}

Datatype Datatype::dup(DatatypeView type) {
  expect(!type.is_null(),
         "MPI_Type_dup: the type is MPI_DATATYPE_NULL; it was freed or never made");
  return made("MPI_Type_dup", MPI_Type_dup, type.native());
}

Datatype Datatype::darray(const DarrayArgs& args, DatatypeView element) {
  const std::string reason = why_no_darray(args);
  expect(reason.empty(), "MPI_Type_create_darray: ", reason);
  ByteReach reach("MPI_Type_create_darray", element);
  Index elements = 1;
  std::vector<int> distributions, arguments;
  for (std::size_t d = 0; d < args.spec.sizes.size(); ++d) {
    elements = ashlar::detail::checked_product(elements, args.spec.sizes[d],
                                               "number of elements of the array");
    const Dist& dist = args.spec.dists[d];
    distributions.push_back(dist.kind() == Dist::Kind::Block    ? MPI_DISTRIBUTE_BLOCK
                            : dist.kind() == Dist::Kind::Cyclic ? MPI_DISTRIBUTE_CYCLIC
                                                                : MPI_DISTRIBUTE_NONE);
    arguments.push_back(dist.arg() ? checked_int(*dist.arg(), "distribution argument")
                                   : MPI_DISTRIBUTE_DFLT_DARG);
  }
  reach.add(1, elements, 0);
  const auto sizes = checked_ints(args.spec.sizes, "array size");
  return made("MPI_Type_create_darray", MPI_Type_create_darray, args.size, args.rank,
              count_of(sizes.size()), sizes.data(), distributions.data(), arguments.data(),
              args.spec.psizes.data(), native_order(args.spec.order), element.native());
}

MPI_Datatype Datatype::native() const {
  commit();
  return handle_.native();
}

void Datatype::commit() const {
  expect(!is_null(), "datatype: the null type cannot be used in a message; make one first");
  if (committed_) return;
  const detail::ErrorsReturned guard;
  MPI_Datatype type = handle_.native();
  check(MPI_Type_commit(&type), "MPI_Type_commit");
  committed_ = true;
}

Datatype Datatype::darray(const Layout& layout, int rank, DatatypeView element) {
  return darray(darray_args_of(layout, rank), element);
}

}  // namespace ashlar::mpi
