// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "support/operands.hpp"
#include "support/timing.hpp"

namespace ashlar::bench {

/// Where a peer puts its methods for one case, and what it has to say if it has none.
struct MethodList {
  std::function<bool(std::string_view)> is_wanted;       ///< [same] by name
  std::function<bool(std::string_view)> is_kind_wanted;  ///< [same] tiles, copies, arrays
  std::vector<Method> methods;
  std::vector<std::string> notes;
};

/// Adds "ashlar" (copy_into between matrices in shared segments), "ashlar-new-matrix" (redistribute
/// and transpose into a matrix that is made and dropped each time; no triangles), and between
/// arrays of the caller "ashlar-user-memory", "ashlar-messages" and "datatypes". @collective
template <class T>
void add_ashlar(MethodList& list, Operands<T>& operands);

/// Adds "scalapack" (p?gemr2d, p?trmr2d, p?tran) and, for transpositions, "scalapack-geadd".
/// @collective
template <class T>
void add_scalapack(MethodList& list, Operands<T>& operands);

/// Adds "costa": costa::transform between layouts that stand ready. @collective
template <class T>
void add_costa(MethodList& list, Operands<T>& operands);

/// Adds "fftw" where FFTW can do the case: fftw_mpi_plan_many_transpose, planned with FFTW_MEASURE.
/// @collective
template <class T>
void add_fftw(MethodList& list, Operands<T>& operands);

/// Adds the same move between matrices of other kinds: "ashlar-tiles", "ashlar-copies" (a single
/// one) and "ashlar-arrays" in memory of ours, "ashlar-user-tiles" and so on in the caller's.
/// @collective
template <class T>
void add_kinds(MethodList& list, Operands<T>& operands);

/// Adds the methods of all. @collective
template <class T>
void add_all(MethodList& list, Operands<T>& operands) {
  add_ashlar(list, operands);
  add_kinds(list, operands);
  add_scalapack(list, operands);
  add_costa(list, operands);
  add_fftw(list, operands);
}

/// What was found: "COSTA 2.3.2" or "no COSTA".
std::string costa_version();
std::string fftw_version();

}  // namespace ashlar::bench
