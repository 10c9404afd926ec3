// SPDX-License-Identifier: BSD-3-Clause
#include "support.hpp"

namespace ashlar::python {
namespace {

/// The function that makes a Python exception of kind, message, subject and number; never freed,
/// since errors may be thrown until the interpreter ends.
py::object* factory = nullptr;

void translate(std::exception_ptr pointer) {
  try {
    if (pointer) std::rethrow_exception(pointer);
  } catch (const MismatchError& error) {
    const py::object made = (*factory)(-1, error.what(), "", 0);
    PyErr_SetObject(py::type::handle_of(made).ptr(), made.ptr());
  } catch (const Error& error) {
    const detail::ErrorRecord& record = error.record();
    const py::object made =
        (*factory)(static_cast<int>(record.kind), record.message, record.subject, record.number);
    PyErr_SetObject(py::type::handle_of(made).ptr(), made.ptr());
  }
}

}  // namespace

void add_errors(py::module_& module) {
  module.def("set_error_factory", [](const py::object& function) {
    if (factory == nullptr) factory = new py::object;
    *factory = function;
  });
  py::register_exception_translator(translate);
}

}  // namespace ashlar::python
