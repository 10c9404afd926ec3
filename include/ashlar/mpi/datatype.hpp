// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>
#include <cstddef>
#include <span>

#include <ashlar/base/index.hpp>
#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/descriptor.hpp>
#include <ashlar/mpi/handle.hpp>

namespace ashlar::mpi {

/// A C++ type with a predefined MPI datatype.
template <class T>
concept NativeElement = Element<T> || OneOf<T, char, std::byte>;

/// MPI's name for the C++ type T: MPI_DOUBLE for double. Never freed, always committed.
template <NativeElement T>
MPI_Datatype native_type() noexcept {
  if constexpr (std::same_as<T, float>) return MPI_FLOAT;
  else if constexpr (std::same_as<T, double>) return MPI_DOUBLE;
  else if constexpr (std::same_as<T, c64>) return MPI_C_FLOAT_COMPLEX;
  else if constexpr (std::same_as<T, c128>) return MPI_C_DOUBLE_COMPLEX;
  else if constexpr (std::same_as<T, std::int8_t>) return MPI_INT8_T;
  else if constexpr (std::same_as<T, std::int16_t>) return MPI_INT16_T;
  else if constexpr (std::same_as<T, std::int32_t>) return MPI_INT32_T;
  else if constexpr (std::same_as<T, std::int64_t>) return MPI_INT64_T;
  else if constexpr (std::same_as<T, std::uint8_t>) return MPI_UINT8_T;
  else if constexpr (std::same_as<T, std::uint16_t>) return MPI_UINT16_T;
  else if constexpr (std::same_as<T, std::uint32_t>) return MPI_UINT32_T;
  else if constexpr (std::same_as<T, std::uint64_t>) return MPI_UINT64_T;
  else if constexpr (std::same_as<T, char>) return MPI_CHAR;
  else return MPI_BYTE;
}

/// Somebody else's datatype: a value that frees nothing. It need not be committed to be measured or
/// built upon.
class DatatypeView {
 public:
  DatatypeView() noexcept = default;
  /// Implicit, so that native_type<double>() and an application's own MPI_Datatype are taken as
  /// they are.
  DatatypeView(MPI_Datatype native) noexcept : native_(native) {}

  MPI_Datatype native() const noexcept { return native_; }
  bool is_null() const noexcept { return native_ == MPI_DATATYPE_NULL; }
  /// True if MPI knows the type by name (MPI_DOUBLE): never to be freed.
  bool is_predefined() const;

  /// Bytes of data (MPI_Type_size_x): what is sent. Gaps do not count, elements named twice do.
  /// @throws ArgumentError, like all of the following, on the null type; OverflowError if MPI
  /// cannot tell
  Index size() const;
  /// Lower bound and extent in bytes: where the type begins, and how far on the next one lies
  /// (MPI_Type_get_extent_x).
  Index lb() const;
  Index extent() const;
  /// First byte of data and bytes from there to the end of the last (MPI_Type_get_true_extent_x).
  Index true_lb() const;
  Index true_extent() const;

 private:
  MPI_Datatype native_ = MPI_DATATYPE_NULL;
};

/// Some elements of a struct: `count` of `type`, `displacement` bytes from its beginning.
struct StructField {
  Index count = 1;
  Index displacement = 0;
  DatatypeView type;
};

/// Neighbouring elements: `length` of them, `displacement` elements (indexed) or bytes (hindexed)
/// from the beginning.
struct IndexedBlock {
  Index length = 0;
  Index displacement = 0;
};

/// Equal blocks at equal distances: `stride` elements (vector) or bytes (hvector) from one to the
/// next.
struct VectorSpec {
  Index count = 0;
  Index blocklength = 1;
  Index stride = 1;
};

/// A box of an n-dimensional array; one number per dimension.
struct SubarraySpec {
  std::span<const Index> sizes;
  std::span<const Index> subsizes;
  std::span<const Index> starts;
  StorageOrder order = StorageOrder::C;
};

namespace detail {
struct DatatypeTraits {
  using Native = MPI_Datatype;
  static constexpr const char* free_call = "MPI_Type_free";
  static Native null() noexcept { return MPI_DATATYPE_NULL; }
  static bool is_predefined(Native type) noexcept;
  static int free(Native* type) noexcept { return MPI_Type_free(type); }
};
}  // namespace detail

/// A derived datatype of our own: which bytes of memory make a message, in which order.
///
/// Making, measuring and freeing types is local. All counts are 64-bit; what does not fit MPI's
/// ints, or would reach beyond 2^63 - 1 bytes, where MPI answers nonsense without an error, is an
/// OverflowError before MPI sees it. Negative counts are ArgumentErrors. Element types may be any
/// DatatypeView and may be freed before the types built upon them.
///
/// A new type is not committed: native(), which messages and files use, commits at its first call.
/// Commit before threads share a type.
class Datatype {
 public:
  /// The null type.
  Datatype() noexcept = default;

  /// Takes over `type`, which nobody else frees.
  static Datatype adopt(MPI_Datatype type) noexcept { return Datatype(type); }

  /// MPI_Type_contiguous: `count` elements.
  static Datatype contiguous(Index count, DatatypeView element);
  /// MPI_Type_vector. @example {3, 2, 3} of float: elements 0 1 3 4 6 7, extent 8 floats
  static Datatype vector(const VectorSpec& spec, DatatypeView element);
  /// MPI_Type_create_hvector: the stride is in bytes.
  static Datatype hvector(const VectorSpec& spec, DatatypeView element);
  /// MPI_Type_indexed.
  static Datatype indexed(std::span<const IndexedBlock> blocks, DatatypeView element);
  /// MPI_Type_create_hindexed: displacements are in bytes.
  static Datatype hindexed(std::span<const IndexedBlock> blocks, DatatypeView element);
  /// MPI_Type_create_indexed_block: blocks of one length.
  static Datatype indexed_block(Index blocklength, std::span<const Index> displacements,
                                DatatypeView element);
  /// MPI_Type_create_hindexed_block: displacements are in bytes.
  static Datatype hindexed_block(Index blocklength, std::span<const Index> displacements,
                                 DatatypeView element);
  /// MPI_Type_create_struct.
  static Datatype structure(std::span<const StructField> fields);
  /// MPI_Type_create_subarray; its extent is the whole array.
  /// @throws ArgumentError if the lists differ in length, or the box is empty or reaches outside
  /// the array
  static Datatype subarray(const SubarraySpec& spec, DatatypeView element);
  /// MPI_Type_create_darray: what a rank of a distributed array owns; its extent is the whole
  /// array. ROMIO aborts in a file view made of a darray without elements: give such ranks a plain
  /// view and a count of zero.
  /// @throws ArgumentError with the sentence of why_no_darray(args)
  static Datatype darray(const DarrayArgs& args, DatatypeView element);
  /// MPI_Type_create_resized: the same data, other bounds, in bytes.
  static Datatype resized(DatatypeView type, Index lb, Index extent);
  /// MPI_Type_dup: the only way to two owners of one type.
  static Datatype dup(DatatypeView type);

  operator DatatypeView() const noexcept { return view(); }
  /// For building and measuring: not committed by this.
  DatatypeView view() const noexcept { return {handle_.native()}; }
  /// For messages and files: committed.
  /// @throws ArgumentError on the null type
  MPI_Datatype native() const;
  /// MPI_Type_commit, once.
  void commit() const;
  bool is_committed() const noexcept { return committed_; }
  bool is_null() const noexcept { return handle_.is_null(); }

  Index size() const { return view().size(); }
  Index lb() const { return view().lb(); }
  Index extent() const { return view().extent(); }
  Index true_lb() const { return view().true_lb(); }
  Index true_extent() const { return view().true_extent(); }

  /// Frees the type now; messages under way keep what they need.
  /// @throws MpiError
  void free() { handle_.free(); }

 private:
  explicit Datatype(MPI_Datatype type) noexcept : handle_(type) {}

  Handle<detail::DatatypeTraits> handle_;
  mutable bool committed_ = false;
};

/// The darray whose packed form is the local array of `rank` (ScaLAPACK's, column by column with
/// LLD = LOCr).
/// @throws ArgumentError with the sentence of why_no_darray(layout), or if `rank` is idle
Datatype darray_of(const Layout& layout, int rank, DatatypeView element);

}  // namespace ashlar::mpi
