// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/base/progress.hpp>

#include "support.hpp"

namespace ashlar::python {
namespace {

// Never freed: warnings may come until the interpreter ends.
py::object* warn_function = nullptr;
py::object* progress_function = nullptr;

/// Calls a Python function from any thread; an exception is printed, since the caller discards it.
template <class... Arguments>
void call(const py::object* function, const Arguments&... arguments) {
  if (function == nullptr || !Py_IsInitialized()) return;
  const py::gil_scoped_acquire acquired;
  try {
    (*function)(arguments...);
  } catch (py::error_already_set& error) {
    error.discard_as_unraisable("a handler of ashlar");
  }
}

void replace(py::object*& kept, const py::object& function) {
  if (kept == nullptr) kept = new py::object;
  *kept = function;
}

}  // namespace

void add_handlers(py::module_& module) {
  module.def("set_warning_function", [](const py::object& function) {
    replace(warn_function, function);
    set_warning_handler([](const char* sentence) { call(warn_function, sentence); });
  });
  module.def("set_progress_function", [](const py::object& function) {
    replace(progress_function, function);
    if (function.is_none()) {
      set_progress_handler(nullptr);
      return;
    }
    set_progress_handler([](const Progress& progress) {
      call(progress_function, progress.stage, progress.done, progress.total, progress.unit);
    });
  });
}

}  // namespace ashlar::python
