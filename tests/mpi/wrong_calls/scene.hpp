// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <vector>

#include <ashlar/ashlar.hpp>

namespace ashlar::test {

/// What wrong calls are made with, on the ranks of one communicator, of which the last one errs.
struct Scene {
  explicit Scene(mpi::CommunicatorView comm, const StorageOptions& storage = {});

  /// `wrong` on the rank that errs, else `right`.
  template <class T>
  T but(const T& right, const T& wrong) const {
    return errs ? wrong : right;
  }
  /// Blocks of 2x2 on a row of processes or on a column: up to 4 ranks all have elements.
  Layout dealt(Shape shape) const;
  Layout dealt_by_rows(Shape shape) const;

  mpi::CommunicatorView comm;
  int size;
  bool errs;                   ///< [local]
  DistMatrix<double> a, b, c;  ///< 12x8, the same in another layout, and 8x12
  DistMatrix<double> s, x;     ///< 8x8 and 8x2
  DistArray<double> u, v;      ///< 4x6x5 and 5x4x6
};

/// How a wrong call ends, on every rank alike.
enum class End { Argument, Mismatch, Overflow, File, Singular, NotDefinite, Foreign, Timeout };

struct WrongCall {
  const char* name;
  End end;
  const char* told;  ///< what the error says, among else
  void (*call)(Scene&);
  int least_ranks = 1;     ///< with fewer it is right
  bool is_checked = true;  ///< whether it is made under ASHLAR_CHECK
};

/// A collective call that all ranks make rightly, as often as wanted.
struct CollectiveExample {
  const char* name;  ///< of the call, and what tells it from others
  void (*call)(Scene&);
};
/// Every public collective call, by room.
std::vector<CollectiveExample> examples_of_moves();
std::vector<CollectiveExample> examples_of_objects();
std::vector<CollectiveExample> examples_of_files();
std::vector<CollectiveExample> examples_of_linalg();

/// The last rank of two or more says something else than the others.
std::vector<WrongCall> disagreeing_objects();
std::vector<WrongCall> disagreeing_files();
std::vector<WrongCall> disagreeing_moves();
std::vector<WrongCall> disagreeing_linalg();
/// All ranks err, or one in what is its own.
std::vector<WrongCall> wrong_moves();
std::vector<WrongCall> wrong_objects();
std::vector<WrongCall> wrong_linalg();
/// All ranks use what lies on a communicator that was freed.
std::vector<WrongCall> freed_communicators();
/// The last rank of two or more throws alone, or does not call.
std::vector<WrongCall> absences();

}  // namespace ashlar::test
