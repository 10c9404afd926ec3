// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <ashlar/ashlar.hpp>

namespace ashlar::test {

/// Operands of wrong calls on the ranks of one communicator, of which the last one errs.
struct Scene {
  explicit Scene(mpi::CommunicatorView comm, const StorageOptions& storage = {});

  /// `wrong` on the rank that errs, else `right`.
  template <class T>
  T but(const T& right, const T& wrong) const {
    return errs ? wrong : right;
  }
  /// Blocks of 2x2 on a row or a column of processes: up to 4 ranks all have elements.
  Layout by_columns(Shape shape) const;
  Layout by_rows(Shape shape) const;

  mpi::CommunicatorView comm;
  int size;
  bool errs;                   ///< [local]
  DistMatrix<double> a, b, c;  ///< 12x8, the same in another layout, and 8x12
  DistMatrix<double> s, x;     ///< 8x8 and 8x2
  DistArray<double> u, v;      ///< 4x6x5 and 5x4x6
};

/// The error of a wrong call, equal on all ranks.
enum class End { Argument, Mismatch, Overflow, File, Singular, NotDefinite, Foreign, Timeout };

struct WrongCall {
  const char* name;
  End end;
  const char* error_part;  ///< a part of the error text
  void (*call)(Scene&);
  int least_ranks = 1;     ///< the call is correct with fewer
  bool is_checked = true;  ///< under ASHLAR_CHECK
};

/// A collective call that all ranks make correctly and can repeat.
struct CollectiveExample {
  const char* name;  ///< of the call and its variant
  void (*call)(Scene&);
};
/// Every public collective call, by room.
std::vector<CollectiveExample> examples_of_moves();
std::vector<CollectiveExample> examples_of_objects();
std::vector<CollectiveExample> examples_of_files();
std::vector<CollectiveExample> examples_of_linalg();

/// The last rank of two or more passes other arguments than the others.
std::vector<WrongCall> disagreeing_objects();
std::vector<WrongCall> disagreeing_files();
std::vector<WrongCall> disagreeing_moves();
std::vector<WrongCall> disagreeing_linalg();
/// All ranks err, or one rank in a [local] argument.
std::vector<WrongCall> wrong_moves();
std::vector<WrongCall> wrong_objects();
std::vector<WrongCall> wrong_linalg();
/// All ranks use objects of a freed communicator.
std::vector<WrongCall> freed_communicators();
/// The last rank of two or more throws alone, or does not call.
std::vector<WrongCall> absences();

}  // namespace ashlar::test
