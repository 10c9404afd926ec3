// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>
#include <cstddef>
#include <span>

#include <ashlar/base/index.hpp>
#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/descriptor.hpp>
#include <ashlar/mpi/detail/handle.hpp>

namespace ashlar::mpi {

/// C++ type with a predefined MPI datatype.
template <class T>
concept NativeElement = Element<T> || ashlar::detail::OneOf<T, char, std::byte>;

/// Predefined datatype of T: MPI_DOUBLE for double. Always committed, never freed.
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

/// Non-owning datatype, possibly not committed.
class DatatypeView {
 public:
  DatatypeView() noexcept = default;
  /// Implicit conversion from native_type<double>() and the application's MPI_Datatype.
  DatatypeView(MPI_Datatype native) noexcept : native_(native) {}

  MPI_Datatype native() const noexcept { return native_; }
  bool is_null() const noexcept { return native_ == MPI_DATATYPE_NULL; }
  /// True for a predefined type (MPI_DOUBLE), which is never freed.
  bool is_predefined() const;

  /// Bytes of data in a message (MPI_Type_size_x); gaps do not count, repeated elements do.
  /// @throws ArgumentError on the null type, as all functions below; OverflowError if MPI reports
  /// MPI_UNDEFINED
  Index size() const;
  /// Lower bound and extent in bytes (MPI_Type_get_extent_x).
  Index lb() const;
  Index extent() const;
  /// True lower bound and true extent in bytes (MPI_Type_get_true_extent_x).
  Index true_lb() const;
  Index true_extent() const;

 private:
  MPI_Datatype native_ = MPI_DATATYPE_NULL;
};

/// Field of a struct: `count` elements of `type`; displacement in bytes.
struct StructField {
  Index count = 1;
  Index displacement = 0;
  DatatypeView type;
};

/// Contiguous elements; displacement in elements (indexed) or bytes (hindexed).
struct IndexedBlock {
  Index length = 0;
  Index displacement = 0;
};

/// Equidistant blocks; stride in elements (vector) or bytes (hvector).
struct VectorSpec {
  Index count = 0;
  Index blocklength = 1;
  Index stride = 1;
};

/// Box of an n-dimensional array, one number per dimension.
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

/// Owning derived datatype.
///
/// All functions are local, all counts 64-bit. Numbers beyond MPI's ints, and types beyond 2^63 - 1
/// bytes, for which MPI returns wrong results without an error, are OverflowErrors before the MPI
/// call. Negative counts are ArgumentErrors. Element types may be freed before the types built from
/// them.
///
/// New types are not committed; the first native(), for messages and files, commits. Commit before
/// threads share a type.
class Datatype {
 public:
  Datatype() noexcept = default;

  /// Takes ownership of `type`.
  static Datatype adopt(MPI_Datatype type) noexcept { return Datatype(type); }

  /// MPI_Type_contiguous.
  static Datatype contiguous(Index count, DatatypeView element);
  /// MPI_Type_vector. @example {3, 2, 3} of float: elements 0 1 3 4 6 7, extent 8 floats
  static Datatype vector(const VectorSpec& spec, DatatypeView element);
  /// MPI_Type_create_hvector: stride in bytes.
  static Datatype hvector(const VectorSpec& spec, DatatypeView element);
  /// MPI_Type_indexed.
  static Datatype indexed(std::span<const IndexedBlock> blocks, DatatypeView element);
  /// MPI_Type_create_hindexed: displacements in bytes.
  static Datatype hindexed(std::span<const IndexedBlock> blocks, DatatypeView element);
  /// MPI_Type_create_indexed_block.
  static Datatype indexed_block(Index blocklength, std::span<const Index> displacements,
                                DatatypeView element);
  /// MPI_Type_create_hindexed_block: displacements in bytes.
  static Datatype hindexed_block(Index blocklength, std::span<const Index> displacements,
                                 DatatypeView element);
  /// MPI_Type_create_struct.
  static Datatype structure(std::span<const StructField> fields);
  /// MPI_Type_create_subarray; its extent is the whole array.
  /// @throws ArgumentError if the lists differ in length, or the box is empty or outside the array
  static Datatype subarray(const SubarraySpec& spec, DatatypeView element);
  /// MPI_Type_create_darray; its extent is the whole array. ROMIO aborts on file views of empty
  /// darrays; use a plain view and a count of zero there.
  /// @throws ArgumentError with the text of why_no_darray(args)
  static Datatype darray(const DarrayArgs& args, DatatypeView element);
  /// MPI_Type_create_resized: new bounds, in bytes.
  static Datatype resized(DatatypeView type, Index lb, Index extent);
  /// MPI_Type_dup: a second owner.
  static Datatype dup(DatatypeView type);

  operator DatatypeView() const noexcept { return view(); }
  /// Without commit, for constructors and queries.
  DatatypeView view() const noexcept { return {handle_.native()}; }
  /// Committed, for messages and files.
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

  /// Frees the type; pending messages may still use it.
  /// @throws MpiError
  void free() { handle_.free(); }

 private:
  explicit Datatype(MPI_Datatype type) noexcept : handle_(type) {}

  detail::Handle<detail::DatatypeTraits> handle_;
  mutable bool committed_ = false;
};

/// Darray whose packed form is the local array of `rank` (column-major, LLD = LOCr).
/// @throws ArgumentError with the text of why_no_darray(layout), or if `rank` is idle
Datatype darray_of(const Layout& layout, int rank, DatatypeView element);

}  // namespace ashlar::mpi
