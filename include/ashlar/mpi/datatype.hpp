// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <mpi.h>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include <ashlar/base/enums.hpp>
#include <ashlar/base/index.hpp>
#include <ashlar/base/scalar.hpp>
#include <ashlar/layout/descriptor.hpp>
#include <ashlar/layout/shape.hpp>
#include <ashlar/mpi/detail/handle.hpp>

namespace ashlar::mpi {

namespace detail {
/// C++ type with a predefined MPI datatype.
template <class T>
concept NativeElement = Element<T> || ashlar::detail::OneOf<T, char, std::byte>;
}  // namespace detail

/// Predefined datatype of T: MPI_DOUBLE for double. Always committed, never freed.
template <detail::NativeElement T>
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

  /// Entry of a typemap: predefined type and displacement in bytes.
  struct Entry {
    MPI_Datatype type = MPI_DATATYPE_NULL;
    Index displacement = 0;
    friend bool operator==(const Entry&, const Entry&) = default;
  };
  /// Typemap: the elements in message order, decoded to predefined types (MPI_Type_get_envelope,
  /// MPI_Type_get_contents).
  /// @cost time and memory proportional to the elements
  /// @example vector {2, 1, 3} of MPI_FLOAT -> (MPI_FLOAT, 0), (MPI_FLOAT, 12)
  std::vector<Entry> typemap() const;

  /// `length` contiguous bytes from `displacement` on.
  struct ByteRun {
    Index displacement = 0;
    Index length = 0;
    friend bool operator==(const ByteRun&, const ByteRun&) = default;
  };
  /// Bytes in message order, with contiguous runs merged.
  std::vector<ByteRun> byte_runs() const;

  /// Picture of the type on a `shape` matrix in `order`: one line per row, '#' for an element of
  /// the type, '.' for others, a digit ('+' from ten) for repeated elements.
  /// @throws ArgumentError if the type has elements of several types, or outside the matrix
  /// @example the upper triangle of 3x3:
  ///     # # #
  ///     . # #
  ///     . . #
  std::string stencil(Shape shape, StorageOrder order = StorageOrder::C) const;

 private:
  MPI_Datatype native_ = MPI_DATATYPE_NULL;
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

  /// Field of a struct: `count` elements of `type`; displacement in bytes.
  struct Field {
    Index count = 1;
    Index displacement = 0;
    DatatypeView type;
  };
  /// Contiguous elements; displacement in elements (indexed) or bytes (hindexed).
  struct Block {
    Index length = 0;
    Index displacement = 0;
    friend bool operator==(const Block&, const Block&) = default;
  };
  /// Equidistant blocks; stride in elements (vector) or bytes (hvector).
  struct Vector {
    Index count = 0;
    Index blocklength = 1;
    Index stride = 1;
  };
  /// Box of an n-dimensional array, one number per dimension.
  struct Subarray {
    std::span<const Index> sizes;
    std::span<const Index> subsizes;
    std::span<const Index> starts;
    StorageOrder order = StorageOrder::C;
  };
  /// Strided rows or columns.
  struct Strided {
    Index first = 0;
    Index count = 0;
    Index step = 1;
  };
  /// Triangle of a square matrix in memory.
  struct Triangle {
    Index n = 0;   ///< rows and columns
    Index ld = 0;  ///< distance of rows (C) or columns (Fortran) in elements, >= n; 0: n
    Uplo uplo = Uplo::Upper;
    Diag diag = Diag::NonUnit;  ///< Unit: without the diagonal
    StorageOrder order = StorageOrder::C;
  };

  /// Takes ownership of `type`.
  static Datatype adopt(MPI_Datatype type) noexcept { return Datatype(type); }

  /// MPI_Type_contiguous.
  static Datatype contiguous(Index count, DatatypeView element);
  /// MPI_Type_vector. @example {3, 2, 3} of float: elements 0 1 3 4 6 7, extent 8 floats
  static Datatype vector(const Vector& spec, DatatypeView element);
  /// MPI_Type_create_hvector: stride in bytes.
  static Datatype hvector(const Vector& spec, DatatypeView element);
  /// MPI_Type_indexed.
  static Datatype indexed(std::span<const Block> blocks, DatatypeView element);
  /// MPI_Type_create_hindexed: displacements in bytes.
  static Datatype hindexed(std::span<const Block> blocks, DatatypeView element);
  /// MPI_Type_create_indexed_block.
  static Datatype indexed_block(Index blocklength, std::span<const Index> displacements,
                                DatatypeView element);
  /// MPI_Type_create_hindexed_block: displacements in bytes.
  static Datatype hindexed_block(Index blocklength, std::span<const Index> displacements,
                                 DatatypeView element);
  /// MPI_Type_create_struct.
  static Datatype structure(std::span<const Field> fields);
  /// MPI_Type_create_subarray; its extent is the whole array.
  /// @throws ArgumentError if the lists differ in length, or the box is empty or outside the array
  static Datatype subarray(const Subarray& spec, DatatypeView element);
  /// MPI_Type_create_darray; its extent is the whole array. ROMIO aborts on file views of empty
  /// darrays; use a plain view and a count of zero there.
  /// @throws ArgumentError with the text of why_no_darray(args)
  static Datatype darray(const DarrayArgs& args, DatatypeView element);
  /// Darray whose packed form is the local array of `rank` (column-major, LLD = LOCr).
  /// @throws ArgumentError with the text of why_no_darray(layout), or if `rank` is idle
  static Datatype darray(const Layout& layout, int rank, DatatypeView element);
  /// Strided submatrix of a `shape` matrix, in storage order.
  /// @throws ArgumentError if a step is below 1, a count negative, or an index outside the matrix
  /// @example every second row and column of 5x6 in C order: elements 0 2 4 12 14 16 24 26 28
  static Datatype strided_section(Shape shape, StorageOrder order, const Strided& rows,
                                  const Strided& cols, DatatypeView element);
  /// Triangle, in storage order; Uplo::General is the whole matrix.
  /// @throws ArgumentError if n is negative or ld is between 1 and n - 1
  static Datatype triangle(const Triangle& spec, DatatypeView element);
  /// Matrix in the order of its transpose. Sent as this type and received as a plain array, the
  /// matrix is transposed.
  /// @throws ArgumentError if a dimension is negative
  static Datatype transposed_matrix(Shape shape, StorageOrder order, DatatypeView element);
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

}  // namespace ashlar::mpi
