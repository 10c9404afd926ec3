// SPDX-License-Identifier: BSD-3-Clause
// Arrays of a ScaLAPACK program on a row-major and on a column-major BLACS grid: wrapped without a
// copy, and one moved into the other.
//   mpirun -n 4 scalapack_array
#include <cstdio>
#include <vector>

#include <ashlar/ashlar.hpp>

extern "C" {
void Cblacs_get(int context, int what, int* value);
void Cblacs_gridinit(int* context, const char* order, int nprow, int npcol);
void Cblacs_gridinfo(int context, int* nprow, int* npcol, int* myrow, int* mycol);
void Cblacs_gridexit(int context);
int numroc_(const int* n, const int* nb, const int* iproc, const int* isrcproc, const int* nprocs);
void descinit_(int* desc, const int* m, const int* n, const int* mb, const int* nb,
               const int* irsrc, const int* icsrc, const int* ictxt, const int* lld, int* info);
}

/// Matrix of 100 x 100 in a ScaLAPACK program: grid, descriptor and local array.
struct Array {
  int context = 0, desc[9];
  std::vector<double> local;

  Array(const char* order, int rows, int cols, int block) {
    const int n = 100, zero = 0;
    int row = 0, col = 0, info = 0;
    Cblacs_get(-1, 0, &context);
    Cblacs_gridinit(&context, order, rows, cols);
    Cblacs_gridinfo(context, &rows, &cols, &row, &col);
    const int m_local = numroc_(&n, &block, &row, &zero, &rows);
    const int n_local = numroc_(&n, &block, &col, &zero, &cols);
    const int lld = m_local > 1 ? m_local : 1;
    descinit_(desc, &n, &n, &block, &block, &zero, &zero, &context, &lld, &info);
    local.resize(static_cast<std::size_t>(lld) * static_cast<std::size_t>(n_local));
  }
};

int main(int argc, char** argv) {
  return ashlar::run(argc, argv, [](ashlar::mpi::CommunicatorView world) {
    const auto grid = ashlar::ProcessGrid::balanced(world).shape();
    Array by_rows("Row", grid.rows, grid.cols, 8), by_columns("Col", grid.cols, grid.rows, 32);

    auto a = ashlar::wrap(world, by_rows.desc, by_rows.local.data());
    auto b = ashlar::wrap(world, by_columns.desc, by_columns.local.data());
    a.fill_with([](ashlar::Index i, ashlar::Index j) { return 1000.0 * i + j; });
    ashlar::copy_into(a, b);  // into the local arrays of by_columns

    ashlar::expect(b.broadcast(70, 33) == 70033, "element (70, 33) is another one");
    ashlar::expect(ashlar::count_differences(b, ashlar::redistribute(a, b.layout())) == 0, "lost");
    if (world.rank() == 0)
      std::printf("%s\n%s\n", a.layout().to_string().c_str(), b.layout().to_string().c_str());
    Cblacs_gridexit(by_rows.context);
    Cblacs_gridexit(by_columns.context);
  });
}
