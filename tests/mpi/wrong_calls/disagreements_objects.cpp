// SPDX-License-Identifier: BSD-3-Clause

#include "scene.hpp"

#include "io/atomic_file.hpp"

namespace ashlar::test {
namespace {

BlockMap tiles(const Scene& w, Index height) {
  return BlockMap::tiles({12, 8}, {height, 3}, [size = w.size](Index r, Index c) {
    return static_cast<int>((r + c) % size);
  });
}

}  // namespace

std::vector<WrongCall> disagreeing_objects() {
  return {
      {"shape of a new matrix", End::Mismatch, "DistMatrix: ranks disagree on the layout",
       [](Scene& w) {
         DistMatrix<double>(w.comm, w.by_columns({w.but<Index>(12, 13), 8}));
       }},
      {"blocks of a new matrix", End::Mismatch, "in 2x4 blocks",
       [](Scene& w) {
         DistMatrix<double>(w.comm, w.a.layout().with_block({2, w.but<Index>(3, 4)}));
       }},
      {"source of a new matrix", End::Mismatch, "DistMatrix: ranks disagree on the layout",
       [](Scene& w) {
         DistMatrix<double>(
             w.comm, Layout({.shape = {12, 8}, .grid = {1, w.size}, .source = {0, w.but(0, 1)}}));
       }},
      {"grid of a new matrix", End::Mismatch, "DistMatrix: ranks disagree on the layout",
       [](Scene& w) {
         DistMatrix<double>(w.comm, w.errs ? w.by_columns({12, 8}) : w.by_rows({12, 8}));
       }},
      {"grid of a new matrix that is too large on one rank", End::Mismatch, "1x99 grid",
       [](Scene& w) {
         DistMatrix<double>(w.comm, Layout({.shape = {12, 8}, .grid = {1, w.but(1, 99)}}));
       }},
      {"element type of a new matrix", End::Mismatch, "the element type: ",
       [](Scene& w) {
         if (w.errs) DistMatrix<float>(w.comm, w.by_columns({12, 8}));
         else DistMatrix<double>(w.comm, w.by_columns({12, 8}));
       }},
      {"kind of storage", End::Mismatch,
       "DistMatrix: ranks disagree on the kind of storage: automatic on",
       [](Scene& w) {
         const auto kind = w.but(mpi::StorageKind::Automatic, mpi::StorageKind::Heap);
         DistMatrix<double>(w.comm, w.by_columns({12, 8}), {.kind = kind});
       }},
      {"matrix that is copied", End::Mismatch, "DistMatrix::copy: ranks disagree on the source",
       [](Scene& w) { (void)(w.errs ? w.b : w.a).copy(); }},
      {"layout of a wrapped matrix", End::Mismatch,
       "DistMatrix::wrap: ranks disagree on the layout",
       [](Scene& w) {
         std::vector<double> memory(96);
         DistMatrix<double>::wrap(w.comm, w.by_columns({12, w.but<Index>(8, 7)}),
                                  {memory.data(), 12});
       }},
      {"storage order of a wrapped matrix", End::Mismatch,
       "DistMatrix::wrap: ranks disagree on the storage order: F on",
       [](Scene& w) {
         std::vector<double> memory(96);
         DistMatrix<double>::wrap(
             w.comm, w.by_columns({12, 8}),
             {memory.data(), 12, w.but(StorageOrder::Fortran, StorageOrder::C)});
       }},
      {"block map of a new matrix", End::Mismatch, "BlockMatrix: ranks disagree on the block map",
       [](Scene& w) { BlockMatrix<double>(w.comm, tiles(w, w.but<Index>(4, 5))); }},
      {"replicas of a new matrix", End::Mismatch,
       "ReplicatedMatrix: ranks disagree on the replicas",
       [](Scene& w) {
         const Layout whole({.shape = {12, 8}, .grid = {1, 1}});
         ReplicatedMatrix<double>(w.comm, whole, Replicas(w.but(w.size, 1), 1));
       }},
      {"shape of a matrix that is everywhere", End::Mismatch,
       "ReplicatedMatrix: ranks disagree on the layout",
       [](Scene& w) {
         (void)ReplicatedMatrix<double>::everywhere(w.comm, {3, w.but<Index>(5, 4)});
       }},
      {"distribution of a new array", End::Mismatch,
       "DistArray: ranks disagree on the distribution",
       [](Scene& w) {
         const auto order = w.but(StorageOrder::C, StorageOrder::Fortran);
         DistArray<double>(w.comm, Distribution({.sizes = {4, 6},
                                                 .dists = {Dist::block(), Dist::none()},
                                                 .psizes = {w.size, 1},
                                                 .order = order}));
       }},
      {"matrix of an element", End::Mismatch, "DistMatrix::broadcast: ranks disagree on the matrix",
       [](Scene& w) { (void)(w.errs ? w.b : w.a).broadcast(1, 1); }},
      {"row of an element", End::Mismatch, "DistMatrix::broadcast: ranks disagree on the row",
       [](Scene& w) { (void)w.a.broadcast(w.but<Index>(1, 2), 3); }},
      {"column beyond the matrix on one rank", End::Mismatch,
       "DistMatrix::broadcast: ranks disagree on the column",
       [](Scene& w) { (void)w.a.broadcast(1, w.but<Index>(1, 99)); }},
  };
}

std::vector<WrongCall> disagreeing_files() {
  return {
      {"path that is asked about", End::Mismatch, "read_info: ranks disagree on the path",
       [](Scene& w) { (void)io::read_info(w.comm, w.errs ? "wrong_y.npy" : "wrong_x.npy"); }},
      {"path of a loaded file", End::Mismatch, "load: ranks disagree on the path",
       [](Scene& w) {
         (void)io::load<double>(w.errs ? "wrong_y.npy" : "wrong_x.npy", w.comm, w.a.layout());
       }},
      {"layout of a loaded file", End::Mismatch, "load: ranks disagree on the layout",
       [](Scene& w) {
         io::save("wrong_agreed.npy", w.a);
         (void)io::load<double>("wrong_agreed.npy", w.comm,
                                w.a.layout().with_block({w.but<Index>(2, 3), 2}));
       }},
      {"element type of a loaded file", End::Mismatch, "load: ranks disagree on the element type",
       [](Scene& w) {
         io::save("wrong_agreed.npy", w.a);
         if (w.errs) (void)io::load_as<double>("wrong_agreed.npy", w.comm, w.a.layout());
         else (void)io::load_as<float>("wrong_agreed.npy", w.comm, w.a.layout());
       }},
      {"path of a saved file", End::Mismatch, "save: ranks disagree on the path",
       [](Scene& w) { io::save(w.errs ? "wrong_y.npy" : "wrong_x.npy", w.a); }},
      {"matrix that is saved", End::Mismatch, "save: ranks disagree on the matrix",
       [](Scene& w) { io::save("wrong_x.npy", w.errs ? w.b : w.a); }},
      {"part of a loaded file", End::Mismatch, "load: ranks disagree on the options",
       [](Scene& w) {
         io::save("wrong_agreed.npy", w.a);
         (void)io::load<double>("wrong_agreed.npy", w.comm, w.a.layout(),
                                {.section = {{w.but<Index>(0, 1), 2}, Range::all()}});
       }},
      {"format of a file that is asked about", End::Mismatch,
       "read_info: ranks disagree on the hints",
       [](Scene& w) {
         (void)io::read_info(w.comm, "wrong_x", {.format = w.errs ? "npy" : "raw"});
       }},
      {"memory of a conversion", End::Mismatch, "FileConversion: ranks disagree on the options",
       [](Scene& w) {
         io::save("wrong_agreed.npy", w.a);
         io::FileConversion(w.comm, "wrong_agreed.npy", "wrong_x.npy",
                            {.max_memory = w.but<Index>(0, 99)});
       }},
      {"order of a saved file", End::Mismatch, "save: ranks disagree on the options",
       [](Scene& w) {
         io::save("wrong_x.npy", w.a, {.order = w.but(StorageOrder::C, StorageOrder::Fortran)});
       }},
      {"dimensions of a saved file", End::Mismatch, "save: ranks disagree on the options",
       [](Scene& w) { io::save("wrong_x.npy", w.a, {.dimensions = w.but(2, 1)}); }},
      {"a reading and a writing rank", End::Mismatch,
       "ranks make different collective calls: save on",
       [](Scene& w) {
         if (w.errs) (void)w.a.broadcast(0, 0);
         else io::save("wrong_x.npy", w.a);
       }},
      {"path of a picture's text", End::Mismatch, "write_whole_file: ranks disagree on the path",
       [](Scene& w) {
         io::detail::write_whole_file(w.comm, w.errs ? "wrong_y" : "wrong_x", "text");
       }},
  };
}

}  // namespace ashlar::test
