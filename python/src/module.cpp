// SPDX-License-Identifier: BSD-3-Clause
#include "support.hpp"

#include <mpi4py/mpi4py.h>
#include <pthread.h>

#include <ashlar/base/version.hpp>
#include <ashlar/io/components.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/environment.hpp>
#include <ashlar/mpi/run.hpp>

namespace ashlar::python {
namespace {

bool is_forked = false;

/// Runs `body`, a function that returns an exit status, as a program of ashlar::run.
int run(const std::string& program, const py::object& body) {
  std::string name = program;
  char* arguments[] = {name.data(), nullptr};
  char** argv = arguments;
  int argc = 1;
  const py::gil_scoped_release released;
  return ashlar::detail::run(argc, argv, [&](mpi::CommunicatorView) {
    const py::gil_scoped_acquire acquired;
    const auto [status, message] = body().cast<std::pair<int, std::string>>();
    if (!message.empty()) throw ForeignError(message);
    return status;
  });
}

/// Error of a callback as every rank gets it: "" on all ranks, or the text of the lowest failing
/// one. @collective
void settle(py::handle comm, int kind, const std::string& message) {
  const mpi::CommunicatorView own = comm_of(comm);
  without_gil([&] {
    mpi::together(own, [&] {
      if (kind >= 0) detail::throw_error({static_cast<ErrorKind>(kind), message, {}});
    });
  });
}

}  // namespace

void expect_own_process() {
  expect(!is_forked,
         "ashlar: this process was forked from an MPI rank; only the ranks that mpirun started can "
         "call ashlar");
}

mpi::CommunicatorView comm_of(py::handle object) {
  expect_own_process();
  if (!PyObject_TypeCheck(object.ptr(), &PyMPIComm_Type))
    throw py::type_error(concat("the communicator must be an mpi4py.MPI.Comm, not ",
                                Py_TYPE(object.ptr())->tp_name));
  return {*PyMPIComm_Get(object.ptr())};
}

DType dtype_of_name(const std::string& name) {
  const auto dtype = dtype_from_string(name);
  expect(dtype.has_value(), "ashlar: elements of type ", name,
         " are not supported; the types are float32, float64, complex64, complex128 and the "
         "integers of 8 to 64 bits");
  return *dtype;
}

}  // namespace ashlar::python

PYBIND11_MODULE(_core, module) {
  using namespace ashlar::python;
  module.doc() = "Compiled functions of ashlar; the package ashlar documents and calls them.";
  // Other MPI libraries must be refused before the first call that would mix them.
  const auto mine = ashlar::mpi::library_version();
  const auto theirs = py::module_::import("mpi4py.MPI").attr("Get_library_version")();
  auto first_line = [](std::string text) {
    while (!text.empty() && (text.back() == '\0' || text.back() == '\n' || text.back() == ' '))
      text.pop_back();
    return text;
  };
  module.attr("mpi_library") = first_line(mine);
  module.attr("mpi4py_library") = first_line(theirs.cast<std::string>());
  if (import_mpi4py() < 0) throw py::error_already_set();
  pthread_atfork(nullptr, nullptr, [] { is_forked = true; });

  module.attr("version") = ashlar::version();
  module.def("components", [] {
    std::vector<std::pair<std::string, std::string>> all;
    for (const auto& component : ashlar::components())
      all.emplace_back(component.name, component.version);
    return all;
  });
  module.def("run", run);
  module.def("settle", settle);
  add_errors(module);
  add_handlers(module);
  add_layouts(module);
  add_matrices(module);
  add_moves(module);
  add_placed(module);
  add_plans(module);
  add_assembly(module);
  add_elementwise(module);
  add_products(module);
  add_factors(module);
  add_spectral(module);
  add_files(module);
}
