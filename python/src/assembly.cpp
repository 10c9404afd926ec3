// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/move/assembler.hpp>

#include "matrix.hpp"

namespace ashlar::python {
namespace {

using AnyAssembler = ashlar::detail::AnyAssembler;
using Indices = py::array_t<Index, py::array::c_style | py::array::forcecast>;

std::span<const Index> span_of(const Indices& indices) {
  return {indices.data(), static_cast<std::size_t>(indices.size())};
}

/// Memory of a two-dimensional array with any strides.
ashlar::detail::AnyBlock block_of(const py::array& values) {
  const py::ssize_t size = values.itemsize();
  return {static_cast<std::byte*>(const_cast<void*>(values.data())), values.shape(0),
          values.shape(1), values.strides(0) / size, values.strides(1) / size};
}

/// Assembler that keeps its matrix.
class Assembler {
 public:
  explicit Assembler(const View& target) : target_(target), engine_(target.operand(), {}) {
    target.expect_writable("Assembler");
  }

  void queue(bool add, const Indices& rows, const Indices& cols, const py::array& values) {
    engine_.queue(add ? AnyAssembler::Mode::Add : AnyAssembler::Mode::Set, span_of(rows),
                  span_of(cols), block_of(values));
  }
  Index bytes_queued() const { return engine_.bytes_queued(); }
  void discard() { engine_.discard(); }
  void assemble() {
    const auto operand = target_.operand();
    without_gil([&] { engine_.assemble(operand); });
  }

 private:
  View target_;
  AnyAssembler engine_;
};

}  // namespace

void add_assembly(py::module_& module) {
  py::class_<Assembler>(module, "Assembler")
      .def(py::init<const View&>())
      .def("queue", &Assembler::queue)
      .def_property_readonly("bytes_queued", &Assembler::bytes_queued)
      .def("discard", &Assembler::discard)
      .def("assemble", &Assembler::assemble);
  module.def("get_values", [](const View& view, const Indices& rows, const Indices& cols,
                              const py::array& values) {
    const auto operand = view.operand();
    const auto block = block_of(values);
    without_gil(
        [&] { ashlar::detail::get_values_of(operand, span_of(rows), span_of(cols), block); });
  });
}

}  // namespace ashlar::python
