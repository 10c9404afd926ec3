// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/linalg/wrap.hpp>
#include <ashlar/matrix/compare.hpp>
#include <ashlar/matrix/generate.hpp>
#include <ashlar/matrix/print.hpp>
#include <ashlar/mpi/agree.hpp>

#include "matrix.hpp"

namespace ashlar::python {

void expect_writable(const char* function, bool is_writable) {
  expect(is_writable, function,
         ": the elements are in read-only memory; copy them, or wrap a writable array");
}

void View::expect_writable(const char* function) const {
  python::expect_writable(function, matrix->is_writable());
}

py::array array_in(DType dtype, const std::vector<Index>& extents,
                   const std::vector<Index>& strides, const void* data, bool is_writable,
                   const py::handle& base) {
  std::vector<py::ssize_t> bytes;
  for (const Index stride : strides)
    bytes.push_back(stride * static_cast<py::ssize_t>(size_of(dtype)));
  py::array result(py::dtype(name_of(dtype)), extents, bytes, data, base);
  if (!is_writable)
    py::detail::array_proxy(result.ptr())->flags &= ~py::detail::npy_api::NPY_ARRAY_WRITEABLE_;
  return result;
}

py::array global_indices(const Axis& axis, int process, Range local, Index origin) {
  py::array_t<Index> indices(local.size());
  for (Index k = 0; k < local.size(); ++k)
    indices.mutable_at(k) = axis.to_global(process, local.first + k) - origin;
  return indices;
}

ashlar::detail::Operand View::operand() const {
  return matrix->visit([&](auto& m) {
    auto operand = ashlar::detail::operand_of(m);
    operand.section = section;
    return operand;
  });
}

namespace {

MatrixPtr make(py::handle comm, const Layout& layout, const std::string& dtype, char order,
               bool zero) {
  const mpi::CommunicatorView own = comm_of(comm);
  const StorageOptions options{.init = zero ? Init::Zero : Init::Uninitialized,
                               .order = order_of(order)};
  return without_gil([&] {
    return visit_element(dtype_of_name(dtype), [&](auto tag) {
      return shared(DistMatrix<typename decltype(tag)::type>(own, layout, options));
    });
  });
}

/// Address of the first element; a read-only array is wrapped, too.
template <class T>
T* elements_of(const py::array& memory) {
  return static_cast<T*>(const_cast<void*>(memory.data()));
}

/// Matrix in the memory of a two-dimensional array with checked strides.
MatrixPtr wrap(py::handle comm, const Layout& layout, const py::array& memory, char order, Index ld,
               bool is_writable) {
  const mpi::CommunicatorView own = comm_of(comm);
  MatrixPtr result =
      visit_element(dtype_of_name(py::str(memory.dtype().attr("name"))), [&](auto tag) {
        using T = typename decltype(tag)::type;
        const detail::LocalBlock<T> block{elements_of<T>(memory), ld, order_of(order)};
        return without_gil([&] { return shared(DistMatrix<T>::wrap(own, layout, block)); });
      });
  result->keep(memory, is_writable);
  return result;
}

MatrixPtr wrap_descriptor(py::handle comm, const std::array<int, 9>& descriptor,
                          const py::array& memory, bool is_writable) {
  const mpi::CommunicatorView own = comm_of(comm);
  MatrixPtr result =
      visit_element(dtype_of_name(py::str(memory.dtype().attr("name"))), [&](auto tag) {
        using T = typename decltype(tag)::type;
        T* const elements = elements_of<T>(memory);
        const Index given = memory.size();
        return without_gil([&] {
          auto wrapped = ashlar::wrap(own, Descriptor::from_array(descriptor), elements);
          const LocalView<const T> block = std::as_const(wrapped).local();
          const bool is_empty = block.rows == 0 || block.cols == 0;
          const Index needed = is_empty ? 0 : (block.cols - 1) * block.ld() + block.rows;
          mpi::together(own, [&] {
            expect(needed <= given, "wrap_desc: the local array of rank ", own.rank(), " has ",
                   given, " elements, but the descriptor needs ", needed);
          });
          return shared(std::move(wrapped));
        });
      });
  result->keep(memory, is_writable);
  return result;
}

/// NumPy view of the local elements of a view, transposed for a transposing op.
py::array local(const View& view) {
  return view.matrix->visit([&](auto& m) {
    using T = typename std::remove_reference_t<decltype(m)>::Value;
    LocalView<T> part = MatrixView<T>(m, view.section).local();
    if (is_transposing(view.op)) part = part.transposed();
    return array_in(view.dtype(), {part.rows, part.cols}, {part.row_stride, part.col_stride},
                    part.data, view.matrix->is_writable(), py::cast(view.matrix));
  });
}

/// Global row (dimension 0) or column indices of the local elements of a view, relative to it.
py::array local_indices(const View& view, int dimension) {
  if (is_transposing(view.op)) dimension = 1 - dimension;
  return view.matrix->visit([&](auto& m) -> py::array {
    if (!m.coord()) return array_of(std::vector<Index>());
    const Range range = dimension == 0 ? view.section.rows : view.section.cols;
    const Axis& axis = dimension == 0 ? m.layout().rows() : m.layout().cols();
    const int process = dimension == 0 ? m.coord()->row : m.coord()->col;
    const Range mine = axis.local_range(process, range);
    return global_indices(axis, process, mine, range.first);
  });
}

py::object element(const View& view, Index i, Index j) {
  return view.matrix->visit([&](auto& m) {
    const auto value = without_gil(
        [&] { return m.broadcast(view.section.rows.first + i, view.section.cols.first + j); });
    return py::cast(view.op == Op::ConjTrans ? conjugate(value) : value);
  });
}

std::string text(const View& view, Index rows, Index cols, int precision, int root) {
  const PrintOptions options{rows, cols, precision, root};
  return without_gil([&] {
    return view.matrix->visit([&](auto& m) {
      using T = typename std::remove_reference_t<decltype(m)>::Value;
      return to_text(MatrixView<const T>(m, view.section), options);
    });
  });
}

/// Fills with a generator of the gallery. [local]
template <Element T>
void generate(DistMatrix<T>& m, const std::string& name, std::uint64_t seed, double lo, double hi) {
  if (name == "eye") m.fill_with(Identity<T>());
  else if (name == "minij") m.fill_with(MinIJ<T>());
  else if (name == "uniform")
    m.fill_with(Uniform<T>(seed, static_cast<RealOf<T>>(lo), static_cast<RealOf<T>>(hi)));
  else if constexpr (Scalar<T>) {
    if (name == "normal") m.fill_with(Normal<T>(seed));
    else if (name == "hilbert") m.fill_with(Hilbert<T>());
    else if (name == "dominant") m.fill_with(DiagonallyDominant<T>(seed, m.rows()));
    else if (name == "spd") m.fill_with(PositiveDefinite<T>(seed, m.rows()));
    else expect(false, "gallery: unknown matrix ", name);
  } else {
    expect(false, "gallery.", name, ": the elements are ", to_string(ashlar::dtype_of<T>()),
           ", but must be real or complex");
  }
}

}  // namespace

void add_matrices(py::module_& module) {
  py::class_<Matrix, MatrixPtr>(module, "Matrix")
      .def_property_readonly("dtype", [](const Matrix& a) { return name_of(a.dtype()); })
      .def_property_readonly("is_writable", &Matrix::is_writable)
      .def_property_readonly("layout",
                             [](Matrix& a) { return a.visit([](auto& m) { return m.layout(); }); })
      .def_property_readonly(
          "order",
          [](Matrix& a) {
            return a.visit([](auto& m) { return static_cast<char>(m.storage_order()); });
          })
      .def_property_readonly("lld",
                             [](Matrix& a) { return a.visit([](auto& m) { return m.lld(); }); })
      .def("copy",
           [](Matrix& a) {
             return without_gil([&] { return a.visit([](auto& m) { return shared(m.copy()); }); });
           })
      .def("blacs_context",
           [](Matrix& a) {
             return without_gil([&] { return a.visit([](auto& m) { return blacs_context(m); }); });
           })
      .def("descriptor",
           [](Matrix& a) {
             return without_gil(
                 [&] { return a.visit([](auto& m) { return descriptor(m).to_array(); }); });
           })
      .def("generate",
           [](Matrix& a, const std::string& name, std::uint64_t seed, double lo, double hi) {
             a.visit([&](auto& m) { generate(m, name, seed, lo, hi); });
           });
  py::class_<View> view(module, "View");
  add_section<View>(view);
  view.def("local", local)
      .def("expect_writable",
           [](const View& a, const std::string& function) { a.expect_writable(function.c_str()); })
      .def("local_indices", local_indices)
      .def("element", element)
      .def("text", text);
  module.def("make", make);
  module.def("wrap", wrap);
  module.def("wrap_descriptor", wrap_descriptor);
}

}  // namespace ashlar::python
