// SPDX-License-Identifier: BSD-3-Clause
// Wrong calls: each ends in the same typed error on every rank or, if ranks are missing, in an
// error about them. The targets are unchanged, and the communicator stays usable unless ranks were
// missing.
#include <doctest/doctest.h>

#include <algorithm>
#include <random>

#include <support/checked_communicator.hpp>
#include <support/mpi_test.hpp>

#include "scene.hpp"

using namespace ashlar;
using namespace ashlar::test;

namespace {

struct Caught {
  const char* type = "nothing";
  std::string what = {};
};

template <class F>
Caught caught(F&& f) {
  try {
    f();
  } catch (const MismatchError& error) {
    return {"MismatchError", error.what()};
  } catch (const TimeoutError& error) {
    return {"TimeoutError", error.what()};
  } catch (const ArgumentError& error) {
    return {"ArgumentError", error.what()};
  } catch (const OverflowError& error) {
    return {"OverflowError", error.what()};
  } catch (const FileError& error) {
    return {"FileError", error.what()};
  } catch (const SingularMatrix& error) {
    return {"SingularMatrix", error.what()};
  } catch (const NotPositiveDefinite& error) {
    return {"NotPositiveDefinite", error.what()};
  } catch (const ForeignError& error) {
    return {"ForeignError", error.what()};
  } catch (const std::exception& error) {
    return {"another exception", error.what()};
  }
  return {};
}

const char* to_text(End end) {
  switch (end) {
    case End::Argument: return "ArgumentError";
    case End::Mismatch: return "MismatchError";
    case End::Overflow: return "OverflowError";
    case End::File: return "FileError";
    case End::Singular: return "SingularMatrix";
    case End::NotDefinite: return "NotPositiveDefinite";
    case End::Foreign: return "ForeignError";
    case End::Timeout: break;
  }
  return "TimeoutError";
}

bool is_expected(const WrongCall& wrong, const Caught& found) {
  return std::string(found.type) == to_text(wrong.end) &&
         found.what.find(wrong.error_part) != std::string::npos;
}

/// True if all ranks have the text of rank 0.
bool is_everywhere(const std::string& text) {
  std::vector<char> first(8192, '\0');
  text.copy(first.data(), first.size() - 1);
  MPI_Bcast(first.data(), static_cast<int>(first.size()), MPI_CHAR, 0, MPI_COMM_WORLD);
  return text == first.data();
}

template <class T>
bool is_all(const T& memory, double value) {
  return std::ranges::all_of(memory, [value](double x) { return x == value; });
}

/// True if all possible targets of the call are unchanged. [local]
bool is_untouched(const Scene& scene) {
  bool is = is_all(scene.v.local(), -1);
  for (const DistMatrix<double>* target : {&scene.b, &scene.c}) {
    const LocalView<const double> local = target->local();
    for (Index j = 0; j < local.cols; ++j)
      for (Index i = 0; i < local.rows; ++i) is = is && local(i, j) == -1;
  }
  return is;
}

void check_error(const WrongCall& wrong) {
  const mpi::Communicator comm = communicator_with(world(), wrong.is_checked);
  Scene scene(comm);
  const Caught found = caught([&] { wrong.call(scene); });
  const std::string text = concat(wrong.name, ": ", found.type, ": ", found.what);
  check_all(world(), is_expected(wrong, found), text);
  check_all(world(), is_everywhere(found.what), concat(text, " (other ranks have another text)"));
  check_all(world(), is_untouched(scene), concat(text, " (a target was written)"));
  const Caught after = caught([&] { copy_into(scene.a, scene.b); });
  check_all(world(), after.what.empty() && scene.b.broadcast(3, 4) == scene.a.broadcast(3, 4),
            concat(text, " (afterwards: ", after.what, ")"));
}

void check_absence(const WrongCall& wrong) {
  // The ranks that entered cannot synchronise there any more, so the communicator is not freed.
  const mpi::CommunicatorView comm = communicator_with(world(), wrong.is_checked, 1).release();
  Scene scene(comm);
  const Caught found = caught([&] { wrong.call(scene); });
  const std::string text = concat(wrong.name, ": ", found.type, ": ", found.what);
  const bool came = !scene.errs;
  check_all(world(), !came || is_expected(wrong, found), text);
}

/// `count` consecutive ones from a random first one.
std::vector<WrongCall> some_of(std::vector<WrongCall> calls, std::size_t count) {
  unsigned first = std::random_device()();
  MPI_Bcast(&first, 1, MPI_UNSIGNED, 0, MPI_COMM_WORLD);
  std::ranges::rotate(calls, calls.begin() + first % calls.size());
  calls.resize(std::min(count, calls.size()));
  return calls;
}

void check_each(const std::vector<WrongCall>& calls) {
  for (const WrongCall& wrong : calls) {
    CAPTURE(wrong.name);
    if (world().size() < wrong.least_ranks) continue;
    if (wrong.end == End::Timeout) check_absence(wrong);
    else check_error(wrong);
  }
}

}  // namespace

TEST_CASE("wrong calls: a move of wrong arguments is the same error on every rank") {
  check_each(wrong_moves());
}

TEST_CASE("wrong calls: an object of wrong arguments is the same error on every rank") {
  check_each(wrong_objects());
}

TEST_CASE("wrong calls: linear algebra of wrong arguments is the same error on every rank") {
  check_each(wrong_linalg());
}

TEST_CASE("wrong calls: objects of a freed communicator are the same error on every rank") {
  check_each(freed_communicators());
}

TEST_CASE("wrong calls: a disagreement on an object is an error on all ranks") {
  if (world().size() > 1) check_each(disagreeing_objects());
}

TEST_CASE("wrong calls: a disagreement on a file is an error on all ranks") {
  if (world().size() > 1) check_each(disagreeing_files());
}

TEST_CASE("wrong calls: a disagreement on a move is an error on all ranks") {
  if (world().size() > 1) check_each(disagreeing_moves());
}

TEST_CASE("wrong calls: a disagreement on linear algebra is an error on all ranks") {
  if (world().size() > 1) check_each(disagreeing_linalg());
}

TEST_CASE("wrong calls: an absent rank is an error on the ranks that wait for it") {
  mpi::set_timeout_handler([](const char*) {});  // other tests cover waits inside MPI
  // Each waits for a second: two ranks, of a nightly run, make all of them.
  if (world().size() == 2) check_each(absences());
  else if (world().size() > 2) check_each(some_of(absences(), 4));
}

TEST_CASE("wrong calls: there are at least sixty of them") {
  std::size_t count = 0;
  for (const auto list :
       {wrong_moves, wrong_objects, wrong_linalg, freed_communicators, disagreeing_objects,
        disagreeing_files, disagreeing_moves, disagreeing_linalg, absences})
    count += list().size();
  CHECK(count >= 60);
}
