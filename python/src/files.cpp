// SPDX-License-Identifier: BSD-3-Clause
#include <ashlar/io/checkpoint.hpp>
#include <ashlar/io/files.hpp>

#include "matrix.hpp"

namespace ashlar::python {
namespace {

using Bounds = std::pair<Index, Index>;

/// Calls set(name, value) for each file option.
/// @throws TypeError for a value of the wrong type
template <class F>
void for_each_option(const char* function, const py::dict& given, F&& set) {
  for (const auto& [key, value] : given) {
    const std::string name = py::str(key);
    try {
      set(name, value);
    } catch (const py::cast_error&) {
      throw py::type_error(concat(function, ": the file option ", name, " cannot be ",
                                  std::string(py::repr(value))));
    }
  }
}

io::FileHints hints_of(const py::dict& given) {
  io::FileHints hints;
  for_each_option("load", given, [&](const std::string& name, py::handle value) {
    if (name == "format") hints.format = value.cast<std::string>();
    else if (name == "dtype") hints.dtype = dtype_of_name(value.cast<std::string>());
    else if (name == "shape") {
      const auto [rows, cols] = value.cast<Bounds>();
      hints.shape = Shape{rows, cols};
    } else if (name == "order") hints.order = order_of(value.cast<char>());
    else if (name == "offset") hints.offset = value.cast<Index>();
    else if (name == "swapped") hints.swapped = value.cast<bool>();
    else if (name == "delimiter") hints.delimiter = value.cast<char>();
    else if (name == "header") hints.header = value.cast<bool>();
    else if (name == "missing")
      hints.missing = value.cast<bool>() ? io::Missing::Nan : io::Missing::Refused;
    else if (name == "index") hints.index = value.cast<std::vector<std::optional<Index>>>();
    else expect(false, "load: unknown file option ", name);
  });
  return hints;
}

io::FileStyle style_of(const py::dict& given) {
  io::FileStyle style;
  for_each_option("save", given, [&](const std::string& name, py::handle value) {
    if (name == "format") style.format = value.cast<std::string>();
    else if (name == "stored_as") style.stored_as = value.cast<std::string>();
    else if (name == "compression") style.compression = value.cast<int>();
    else if (name == "chunk") {
      const auto [rows, cols] = value.cast<Bounds>();
      style.chunk = Block{rows, cols};
    } else if (name == "delimiter") style.delimiter = value.cast<char>();
    else if (name == "swapped") style.swapped = value.cast<bool>();
    else expect(false, "save: unknown file option ", name);
  });
  return style;
}

py::dict info_of(const io::FileInfo& info) {
  py::dict result;
  result["format"] = info.format;
  result["dtype"] = name_of(info.dtype);
  result["shape"] = Bounds(info.shape.rows, info.shape.cols);
  result["order"] = static_cast<char>(info.order);
  result["sizes"] = info.sizes();
  result["bytes"] = info.bytes;
  result["names"] = info.names;
  return result;
}

io::LoadOptions load_options(char order, const Bounds& rows, const Bounds& cols,
                             const py::dict& hints) {
  return {.order = order_of(order),
          .section = {{rows.first, rows.second}, {cols.first, cols.second}},
          .file = hints_of(hints)};
}

MatrixPtr load_on_grid(const std::string& path, const ProcessGrid& grid, const Bounds& block,
                       const std::string& dtype, const io::LoadOptions& options) {
  const Blocking blocking{{block.first, block.second}, {}};
  return without_gil([&] {
    return visit_element(dtype_of_name(dtype), [&](auto tag) {
      return shared(io::load_as<typename decltype(tag)::type>(path, grid, blocking, options));
    });
  });
}

MatrixPtr load_in_layout(const std::string& path, mpi::CommunicatorView comm, const Layout& layout,
                         const std::string& dtype, const io::LoadOptions& options) {
  return without_gil([&] {
    return visit_element(dtype_of_name(dtype), [&](auto tag) {
      return shared(io::load_as<typename decltype(tag)::type>(path, comm, layout, options));
    });
  });
}

void save(const std::string& path, Matrix& a, char order, int dimensions, const py::dict& style) {
  const io::SaveOptions options{
      .order = order_of(order), .dimensions = dimensions, .file = style_of(style)};
  without_gil([&] { a.visit([&](auto& m) { io::save(path, m, options); }); });
}

void save_checkpoint(const std::string& path,
                     const std::vector<std::pair<std::string, MatrixPtr>>& matrices,
                     const std::map<std::string, std::string>& notes) {
  without_gil([&] {
    std::vector<io::CheckpointMember> members;
    for (const auto& [name, matrix] : matrices)
      matrix->visit([&](auto& m) { members.emplace_back(name, m); });
    io::save_checkpoint(path, members, notes);
  });
}

/// Names of the matrices, and notes.
py::tuple checkpoint_info(py::handle comm, const std::string& path) {
  const mpi::CommunicatorView own = comm_of(comm);
  const io::CheckpointInfo info = without_gil([&] { return io::read_checkpoint_info(own, path); });
  py::list names;
  for (const auto& member : info.members) names.append(member.name);
  return py::make_tuple(names, info.notes);
}

}  // namespace

void add_files(py::module_& module) {
  module.def("read_info", [](py::handle comm, const std::string& path, const py::dict& hints) {
    const mpi::CommunicatorView own = comm_of(comm);
    const io::FileHints given = hints_of(hints);
    return info_of(without_gil([&] { return io::read_info(own, path, given); }));
  });
  module.def("load_on_grid", [](const std::string& path, const ProcessGrid& grid, Bounds block,
                                const std::string& dtype, char order, Bounds rows, Bounds cols,
                                const py::dict& hints) {
    return load_on_grid(path, grid, block, dtype, load_options(order, rows, cols, hints));
  });
  module.def("load_in_layout", [](const std::string& path, py::handle comm, const Layout& layout,
                                  const std::string& dtype, char order, Bounds rows, Bounds cols,
                                  const py::dict& hints) {
    return load_in_layout(path, comm_of(comm), layout, dtype,
                          load_options(order, rows, cols, hints));
  });
  module.def("save", save);
  module.def("save_checkpoint", save_checkpoint);
  module.def("checkpoint_info", checkpoint_info);
}

}  // namespace ashlar::python
