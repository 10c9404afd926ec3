// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <pybind11/complex.h>
#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <array>
#include <complex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <ashlar/base/enums.hpp>
#include <ashlar/base/error.hpp>
#include <ashlar/base/scalar.hpp>
#include <ashlar/mpi/communicator.hpp>

/// Module ashlar._core: thin functions on plain numbers and strings. Argument checks, names and
/// defaults are in the Python package.
namespace ashlar::python {

namespace py = pybind11;

/// Communicator of an mpi4py.MPI.Comm.
/// @throws TypeError for another object; ArgumentError in a forked process
mpi::CommunicatorView comm_of(py::handle object);

/// @throws ArgumentError in a process that was forked from one under MPI
void expect_own_process();

/// Calls f without the interpreter's lock, since it may wait for other ranks.
template <class F>
decltype(auto) without_gil(F&& f) {
  expect_own_process();
  const py::gil_scoped_release released;
  return std::forward<F>(f)();
}

/// Element type of a NumPy name.
DType dtype_of_name(const std::string& name);
inline std::string name_of(DType dtype) { return std::string(to_string(dtype)); }

inline Op op_of(char letter) { return static_cast<Op>(letter); }
inline Uplo uplo_of(char letter) { return static_cast<Uplo>(letter); }
inline StorageOrder order_of(char letter) { return static_cast<StorageOrder>(letter); }

/// Complex number as a T; the imaginary part is lost for real types.
template <Element T>
T number_as(const c128& value) {
  if constexpr (is_complex<T>)
    return {static_cast<RealOf<T>>(value.real()), static_cast<RealOf<T>>(value.imag())};
  else return static_cast<T>(value.real());
}

/// NumPy array with a copy of `values`.
template <class T>
py::array array_of(const std::vector<T>& values) {
  return py::array_t<T>(static_cast<py::ssize_t>(values.size()), values.data());
}

/// Elements of a contiguous NumPy array, converted if necessary.
template <class T>
std::vector<T> vector_of(const py::array& values) {
  const auto read = py::array_t<T, py::array::c_style | py::array::forcecast>::ensure(values);
  if (!read) throw py::type_error("an array of numbers is needed");
  return std::vector<T>(read.data(), read.data() + read.size());
}

void add_errors(py::module_& module);
void add_handlers(py::module_& module);
void add_layouts(py::module_& module);
void add_matrices(py::module_& module);
void add_moves(py::module_& module);
void add_placed(py::module_& module);
void add_plans(py::module_& module);
void add_assembly(py::module_& module);
void add_elementwise(py::module_& module);
void add_products(py::module_& module);
void add_factors(py::module_& module);
void add_spectral(py::module_& module);
void add_files(py::module_& module);

}  // namespace ashlar::python
