// SPDX-License-Identifier: BSD-3-Clause
// Tests of a program that initialises and finalises MPI itself: handles that outlive MPI, nested
// environments, and the refusal to start twice. Exits with the number of the first failed check.
#include <mpi.h>

#include <optional>
#include <string>

#include <ashlar/base/error.hpp>
#include <ashlar/matrix/dist_matrix.hpp>
#include <ashlar/mpi/communicator.hpp>
#include <ashlar/mpi/context.hpp>
#include <ashlar/mpi/datatype.hpp>
#include <ashlar/mpi/environment.hpp>
#include <ashlar/mpi/process_grid.hpp>

namespace mpi = ashlar::mpi;

namespace {

bool refuses_to_start(int& argc, char**& argv) {
  try {
    const mpi::Environment again(argc, argv);
  } catch (const ashlar::ArgumentError&) {
    return true;
  }
  return false;
}

bool refuses_a_context() {
  try {
    mpi::Context::of(mpi::CommunicatorView::world());
  } catch (const ashlar::ArgumentError&) {
    return true;
  }
  return false;
}

/// The text of the ArgumentError of `f`; empty without an error.
template <class F>
std::string sentence_of(F&& f) {
  try {
    f();
  } catch (const ashlar::ArgumentError& error) {
    return error.what();
  }
  return {};
}

bool reports_missing_mpi(const std::string& sentence) {
  return sentence.find("MPI is not running") != std::string::npos &&
         sentence.find("ashlar::run") != std::string::npos;
}

/// True if grids and matrices are refused while MPI does not run.
bool refuses_objects() {
  const mpi::CommunicatorView world = mpi::CommunicatorView::world();
  const ashlar::Layout layout({.shape = {4, 4}, .grid = {1, 1}});
  return reports_missing_mpi(sentence_of([&] {
           (void)ashlar::ProcessGrid(world, {1, 1});
         })) &&
         reports_missing_mpi(sentence_of([&] { (void)ashlar::ProcessGrid::balanced(world); })) &&
         reports_missing_mpi(sentence_of([&] { ashlar::DistMatrix<double>(world, layout); })) &&
         reports_missing_mpi(sentence_of([&] { (void)world.size(); })) &&
         reports_missing_mpi(sentence_of([&] { (void)mpi::Communicator::duplicate(world); }));
}

int run(int argc, char** argv) {
  if (mpi::detail::is_active()) return 1;
  if (!refuses_a_context()) return 10;
  if (!refuses_objects()) return 11;
  mpi::Communicator comm;
  mpi::Datatype type;
  std::optional<mpi::Group> group;
  {
    const mpi::Environment env(argc, argv);
    if (!mpi::detail::is_active() || !env.owns_mpi()) return 2;
    if (env.thread_level() < mpi::ThreadLevel::Single) return 3;
    {
      const mpi::Environment inner(argc, argv);
      if (inner.owns_mpi()) return 4;
    }
    if (!mpi::detail::is_active()) return 5;
    // The state that a matrix leaves in the process must not be accessed after MPI_Finalize.
    ashlar::DistMatrix<double>(env.world(), ashlar::Layout({.shape = {4, 4}, .grid = {1, 1}}));
    comm = mpi::Communicator::duplicate(env.world());
    type = mpi::Datatype::contiguous(3, mpi::native_type<double>());
    type.commit();
    group.emplace(env.world());
  }
  // The handles are not null; their destructors must not call MPI.
  if (mpi::detail::is_active()) return 6;
  if (comm.is_null() || type.is_null()) return 7;
  if (!refuses_a_context() || !refuses_objects()) return 12;
  comm = mpi::Communicator();
  type.free();
  if (!type.is_null()) return 8;
  return refuses_to_start(argc, argv) ? 0 : 9;
}

}  // namespace

int main(int argc, char** argv) { return run(argc, argv); }
