// SPDX-License-Identifier: BSD-3-Clause
#include <unistd.h>

#include <algorithm>
#include <list>
#include <string>
#include <string_view>

#include <ashlar/base/checked_int.hpp>
#include <ashlar/base/concat.hpp>
#include <ashlar/move/mirror.hpp>
#include <ashlar/mpi/agree.hpp>
#include <ashlar/mpi/context.hpp>

#include "base/instantiate.hpp"
#include "linalg/fortran/elpa.hpp"
#include "mpi/collectives.hpp"
#include "task.hpp"

namespace ashlar::detail {

#ifdef ASHLAR_HAS_ELPA

namespace {

constexpr std::size_t kept_handles = 4;

struct Setting {
  const char* name;
  int value;
};

// Pins ELPA to one stage on the CPU with generic kernels. Settings by calls override the
// environment.
constexpr Setting pinned[] = {
    {"solver", ELPA_SOLVER_1STAGE},
    {"real_kernel", ELPA_2STAGE_REAL_GENERIC},
    {"complex_kernel", ELPA_2STAGE_COMPLEX_GENERIC},
    {"gpu", 0},
    {"nvidia-gpu", 0},
    {"amd-gpu", 0},
    {"intel-gpu", 0},
    {"qr", 0},
    {"check_pd", 0},
    {"verbose", 0},
    {"timings", 0},
    {"debug", 0},
    {"print_flops", 0},
};

// The variable of this rank's environment that changes ELPA's settings, if any: ELPA_FORCE_*, or an
// ELPA_DEFAULT_* that is not pinned.
std::string meddling_variable() {
  constexpr std::string_view by_default = "ELPA_DEFAULT_", by_force = "ELPA_FORCE_";
  for (char** entry = environ; entry && *entry; ++entry) {
    const std::string_view text = *entry;
    const std::string_view name = text.substr(0, text.find('='));
    if (name.starts_with(by_force)) return std::string(name);
    if (!name.starts_with(by_default)) continue;
    const std::string_view option = name.substr(by_default.size());
    if (std::none_of(std::begin(pinned), std::end(pinned),
                     [&](const Setting& s) { return option == s.name; }))
      return std::string(name);
  }
  return {};
}

// Tests single precision with a local 1x1 matrix.
bool has_single_precision() {
  int error = ELPA_OK, ignored = 0;
  const elpa_t handle = elpa_allocate(&error);
  for (const char* name : {"na", "nev", "nblk", "local_nrows", "local_ncols"})
    elpa_set_integer(handle, name, 1, &ignored);
  elpa_set_integer(handle, "mpi_comm_parent", MPI_Comm_c2f(MPI_COMM_SELF), &ignored);
  elpa_set_integer(handle, "process_row", 0, &ignored);
  elpa_set_integer(handle, "process_col", 0, &ignored);
  error = elpa_setup(handle);
  elpa_set_integer(handle, "solver", ELPA_SOLVER_1STAGE, &ignored);
  float a = 1, value = 0, z = 0;
  if (error == ELPA_OK) fortran::elpa_solve<float>(handle, &a, &value, &z, &error);
  elpa_deallocate(handle, &ignored);
  return error == ELPA_OK;
}

// Shape for ELPA's setup.
struct ElpaShape {
  int n = 0;
  int wanted = 0;  // number of vectors
  int block = 0;
  int local_rows = 0;  // leading dimension
  int local_cols = 0;
  int row = 0, col = 0;  // of this rank in the grid

  friend bool operator==(const ElpaShape&, const ElpaShape&) = default;
};

// A cache of ELPA's handles, since each splits the communicator.
class ElpaHandles {
 public:
  explicit ElpaHandles(const mpi::Context& context);
  ElpaHandles(const ElpaHandles&) = delete;
  ElpaHandles& operator=(const ElpaHandles&) = delete;
  ~ElpaHandles();

  static ElpaHandles& of(mpi::CommunicatorView comm);

  // The reason against ELPA; empty if usable. [same]
  // @param is_single  in single precision, which ELPA builds may lack
  const std::string& refusal(bool is_single) const {
    return is_single && refusal_.empty() ? single_refusal_ : refusal_;
  }
  void refuse(const std::string& reason) { refusal_ = reason; }

  // A handle with solver and kernels set.
  // @throws ArgumentError on all ranks, if ELPA rejects settings
  // @collective for a new shape
  elpa_t get(const ElpaShape& shape);

 private:
  struct Entry {
    ElpaShape shape;
    elpa_t handle;
  };

  elpa_t make(const ElpaShape& shape) const;

  mpi::CommunicatorView comm_;
  std::string refusal_;
  std::string single_refusal_;
  std::list<Entry> entries_;  // by last use
};

ElpaHandles::ElpaHandles(const mpi::Context& context) : comm_(context.comm()) {
  try {
    mpi::together(comm_, [&] {
      const std::string variable = meddling_variable();
      if (!variable.empty())
        throw ArgumentError(concat("the environment variable ", variable,
                                   " would change the settings of ELPA; unset it to use ELPA"));
      const int error = elpa_init(ELPA_API_VERSION);
      if (error != ELPA_OK)
        throw ArgumentError(concat("elpa_init failed with ELPA's error ", error));
    });
  } catch (const Error& error) {
    refusal_ = error.what();
    return;
  }
  if (!mpi::broadcast(comm_, has_single_precision(), 0))
    single_refusal_ = "ELPA was built without single precision";
}

ElpaHandles::~ElpaHandles() {
  int ignored = 0;
  for (const Entry& entry : entries_) elpa_deallocate(entry.handle, &ignored);
}

ElpaHandles& ElpaHandles::of(mpi::CommunicatorView comm) {
  mpi::Context& context = mpi::Context::of(comm);
  return context.shared_slot<ElpaHandles>("linalg.elpa", [&] { return ElpaHandles(context); });
}

elpa_t ElpaHandles::get(const ElpaShape& shape) {
  const auto found = std::find_if(entries_.begin(), entries_.end(),
                                  [&](const Entry& entry) { return entry.shape == shape; });
  // Ranks differ in local sizes only, so all find an entry or none.
  if (found != entries_.end()) {
    entries_.splice(entries_.begin(), entries_, found);
    return entries_.front().handle;
  }
  entries_.push_front({shape, make(shape)});
  if (entries_.size() > kept_handles) {
    int ignored = 0;
    elpa_deallocate(entries_.back().handle, &ignored);
    entries_.pop_back();
  }
  return entries_.front().handle;
}

elpa_t ElpaHandles::make(const ElpaShape& shape) const {
  int error = ELPA_OK;
  const elpa_t handle = elpa_allocate(&error);
  std::string failed = error == ELPA_OK ? "" : "elpa_allocate";
  const auto set = [&](const char* name, int value) {
    if (!failed.empty()) return;
    elpa_set_integer(handle, name, value, &error);
    if (error != ELPA_OK) failed = name;
  };
  set("na", shape.n);
  set("nev", shape.wanted);
  set("nblk", shape.block);
  set("local_nrows", shape.local_rows);
  set("local_ncols", shape.local_cols);
  set("mpi_comm_parent", MPI_Comm_c2f(comm_.native()));
  set("process_row", shape.row);
  set("process_col", shape.col);
  // elpa_setup is collective: all ranks must throw before it.
  mpi::agree(comm_, failed.empty(), concat("ELPA refused the setting ", failed));
  error = elpa_setup(handle);
  if (error != ELPA_OK) failed = "setup";
  for (const Setting& setting : pinned) set(setting.name, setting.value);
  mpi::agree(comm_, failed.empty(), concat("ELPA refused the setting ", failed));
  return handle;
}

template <Scalar T>
ElpaShape shape_of(const DistMatrix<T>& a, Index wanted) {
  return {.n = checked_int(a.rows(), "order of A"),
          .wanted = checked_int(wanted, "number of eigenvectors"),
          .block = checked_int(a.layout().rows().block, "block size"),
          .local_rows = checked_int(a.lld(), "leading dimension"),
          .local_cols = checked_int(a.local_cols(), "local columns"),
          .row = a.coord()->row,
          .col = a.coord()->col};
}

}  // namespace

const std::string& elpa_refusal(mpi::CommunicatorView comm, bool is_single) {
  return ElpaHandles::of(comm).refusal(is_single);
}

void refuse_elpa(mpi::CommunicatorView comm, const std::string& reason) {
  ElpaHandles::of(comm).refuse(reason);
}

template <Scalar T>
EigenSolution<T> eigen_by_elpa(EigenTask<T>& task) {
  DistMatrix<T>& a = task.a;
  const Index n = a.rows();
  // ELPA computes the first eigenvalues or all.
  const Index wanted = task.range.kind == EigenRange::Kind::Indices ? task.range.last : n;
  EigenSolution<T> result;
  if (wanted == 0) return result;
  ElpaHandles& handles = ElpaHandles::of(a.comm());
  mirror_into(a, a, Uplo::Lower);  // ELPA reads both triangles
  const elpa_t handle = handles.get(shape_of(a, wanted));
  result.values.resize(static_cast<std::size_t>(n));
  int error = ELPA_OK;
  if (task.vectors) {
    result.z = DistMatrix<T>(a.comm(), a.layout(), {.init = Init::Uninitialized});
    fortran::elpa_solve<T>(handle, a.local().data, result.values.data(), result.z.local().data,
                           &error);
  } else {
    fortran::elpa_values<T>(handle, a.local().data, result.values.data(), &error);
  }
  const mpi::CommunicatorView comm = mpi::Context::of(a.comm()).comm();
  mpi::together(comm, [&] {
    if (error != ELPA_OK)
      throw NotConverged(concat("symmetric_eigen: ELPA failed with its error ", error));
  });
  broadcast(a.comm(), result.values);
  result.values.resize(static_cast<std::size_t>(wanted));
  result.select(task);
  return result;
}

#else

const std::string& elpa_refusal(mpi::CommunicatorView, bool) {
  static const std::string reason = "this library was built without ELPA";
  return reason;
}

void refuse_elpa(mpi::CommunicatorView, const std::string&) {}

template <Scalar T>
EigenSolution<T> eigen_by_elpa(EigenTask<T>& task) {
  throw ArgumentError(elpa_refusal(task.a.comm(), false));
}

#endif

#define ASHLAR_INSTANTIATE(T) template EigenSolution<T> eigen_by_elpa(EigenTask<T>&);
ASHLAR_FOR_ALL_SCALARS(ASHLAR_INSTANTIATE)
#undef ASHLAR_INSTANTIATE

}  // namespace ashlar::detail
