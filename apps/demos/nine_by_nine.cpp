// SPDX-License-Identifier: BSD-3-Clause
// The textbook's 9x9 matrix in 2x2 blocks on a 2x3 process grid: owners and local arrays. The
// values of the elements are their names in the text, 11 to 99.
#include <fmt/format.h>

#include <cstdint>
#include <string>
#include <vector>

#include <ashlar/layout/drawing.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/mpi/process_grid.hpp>

#include "demo.hpp"
#include "support/command_line.hpp"

namespace {

using namespace ashlar;
using namespace ashlar::demos;

// Worked table: 1-based rows and columns of each grid row and column.
const std::vector<std::vector<int>> rows_of_grid_row = {{1, 2, 5, 6, 9}, {3, 4, 7, 8}};
const std::vector<std::vector<int>> columns_of_grid_column = {{1, 2, 7, 8}, {3, 4, 9}, {5, 6}};

std::string local_array_as_text(const DistMatrix<std::int32_t>& a) {
  const Coord c = *a.coord();
  std::string text = fmt::format("process ({}, {}): {}x{}, LLD {}\n", c.row, c.col, a.local_rows(),
                                 a.local_cols(), a.lld());
  for (Index il = 0; il < a.local_rows(); ++il) {
    for (Index jl = 0; jl < a.local_cols(); ++jl) text += fmt::format(" {:3}", a.local()(il, jl));
    text += '\n';
  }
  return text + '\n';
}

bool is_as_in_the_table(const DistMatrix<std::int32_t>& a) {
  const auto& rows = rows_of_grid_row[a.coord()->row];
  const auto& columns = columns_of_grid_column[a.coord()->col];
  if (a.local_rows() != std::ssize(rows) || a.local_cols() != std::ssize(columns)) return false;
  for (Index il = 0; il < a.local_rows(); ++il)
    for (Index jl = 0; jl < a.local_cols(); ++jl)
      if (a.local()(il, jl) != 10 * rows[il] + columns[jl]) return false;
  return true;
}

void nine_by_nine(mpi::CommunicatorView comm) {
  const ProcessGrid grid(comm, {2, 3});
  DistMatrix<std::int32_t> a(grid, {9, 9}, {.block = {2, 2}});
  a.fill_with([](Index i, Index j) { return static_cast<int>(10 * (i + 1) + j + 1); });

  say(comm, draw(a.layout()));
  say_in_turn(comm, a.coord() ? local_array_as_text(a) : "");
  verify(comm, !a.coord() || is_as_in_the_table(a),
         "every process holds the rows and columns of the worked table");
}

}  // namespace

int main(int argc, char** argv) {
  return ashlar::apps::CommandLine(
             "A 9x9 matrix in 2x2 blocks on a 2x3 process grid: owners and local "
             "arrays, checked against the\n"
             "textbook's table",
             "mpirun -n 6 nine_by_nine")
      .run(argc, argv, nine_by_nine);
}
