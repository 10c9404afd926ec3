// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "support/operands.hpp"
#include "support/timing.hpp"

namespace ashlar::bench {

/// Methods of a peer for one case, with notes for the table.
struct MethodList {
  std::function<bool(std::string_view)> is_wanted;       ///< [same] by name
  std::function<bool(std::string_view)> is_kind_wanted;  ///< [same] tiles, copies, arrays
  std::vector<Method> methods;
  std::vector<std::string> notes;
};

/// Adds "ashlar" (copy_into between matrices in shared segments), "ashlar-new-matrix" (redistribute
/// and transpose into a matrix that is created and destroyed each time; no triangles), and between
/// arrays of the caller "ashlar-user-memory", "ashlar-messages" and "datatypes". @collective
template <class T>
void add_ashlar(MethodList& list, Operands<T>& operands);

/// Adds "scalapack" (p?gemr2d, p?trmr2d, p?tran) and, for transpositions, "scalapack-geadd".
/// @collective
template <class T>
void add_scalapack(MethodList& list, Operands<T>& operands);

/// Adds "costa": costa::transform between prepared layouts. @collective
template <class T>
void add_costa(MethodList& list, Operands<T>& operands);

/// Adds "fftw" if FFTW supports the case: fftw_mpi_plan_many_transpose, planned with FFTW_MEASURE.
/// @collective
template <class T>
void add_fftw(MethodList& list, Operands<T>& operands);

/// Adds the same move between other kinds of matrices: "ashlar-tiles", "ashlar-copies" (a single
/// one) and "ashlar-arrays" in memory of Ashlar, "ashlar-user-tiles" and so on in the caller's
/// memory.
/// @collective
template <class T>
void add_kinds(MethodList& list, Operands<T>& operands);

/// Adds the methods of all peers. @collective
template <class T>
void add_all(MethodList& list, Operands<T>& operands) {
  add_ashlar(list, operands);
  add_kinds(list, operands);
  add_scalapack(list, operands);
  add_costa(list, operands);
  add_fftw(list, operands);
}

/// Version of a library: "COSTA 2.3.2" or "no COSTA".
std::string costa_version();
std::string fftw_version();

}  // namespace ashlar::bench
