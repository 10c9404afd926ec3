// SPDX-License-Identifier: BSD-3-Clause
// doctest's main for a job of several ranks: every rank runs every test in the same order, rank 0
// reports, the other ranks print only failures, after their number, and one failing rank fails the
// job.
#define DOCTEST_CONFIG_IMPLEMENT
#include <doctest/doctest.h>
#include <mpi.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <string>
#include <thread>
#include <utility>

namespace {

/// Writes to stderr paragraph by paragraph, each line after the number of its rank, so that the
/// output of ranks does not mix.
class RankParagraphs : public std::streambuf {
 public:
  explicit RankParagraphs(int rank) : prefix_("[rank " + std::to_string(rank) + "] ") {}
  ~RankParagraphs() override { emit(); }

 protected:
  int_type overflow(int_type c) override {
    if (c == traits_type::eof()) return traits_type::not_eof(c);
    line_ += traits_type::to_char_type(c);
    if (line_.back() == '\n') {
      const bool is_end = line_.size() == 1;
      paragraph_ += prefix_ + std::exchange(line_, {});
      if (is_end) emit();
    }
    return c;
  }

 private:
  void emit() { std::cerr << std::exchange(paragraph_, {}) << std::flush; }

  std::string prefix_;
  std::string line_;
  std::string paragraph_;
};

/// Synchronises the ranks after each test case, so that no message of one test reaches the next. A
/// failed rank waits only some seconds for the others, which are probably blocked in the call that
/// it left.
class Meeting : public doctest::IReporter {
 public:
  explicit Meeting(const doctest::ContextOptions&) { MPI_Comm_dup(MPI_COMM_WORLD, &comm_); }
  ~Meeting() override { MPI_Comm_free(&comm_); }

  void test_case_start(const doctest::TestCaseData& test) override {
    name_ = test.m_name;
    failed_ = false;
  }
  void test_case_reenter(const doctest::TestCaseData&) override { meet(); }
  void test_case_end(const doctest::CurrentTestCaseStats&) override { meet(); }
  void test_case_exception(const doctest::TestCaseException&) override { failed_ = true; }
  void log_assert(const doctest::AssertData& assertion) override { failed_ |= assertion.m_failed; }

  void report_query(const doctest::QueryData&) override {}
  void test_run_start() override {}
  void test_run_end(const doctest::TestRunStats&) override {}
  void subcase_start(const doctest::SubcaseSignature&) override {}
  void subcase_end() override {}
  void log_message(const doctest::MessageData&) override {}
  void test_case_skipped(const doctest::TestCaseData&) override {}

 private:
  static std::chrono::seconds patience() {
    const char* wish = std::getenv("ASHLAR_TEST_PATIENCE_S");
    return std::chrono::seconds(wish ? std::atoi(wish) : 20);
  }

  void meet() const {
    MPI_Request arrival = MPI_REQUEST_NULL;
    MPI_Ibarrier(comm_, &arrival);
    const auto start = std::chrono::steady_clock::now();
    for (int all_here = 0; !all_here;) {
      MPI_Test(&arrival, &all_here, MPI_STATUS_IGNORE);
      if (failed_ && std::chrono::steady_clock::now() - start > patience_) give_up();
      std::this_thread::sleep_for(std::chrono::microseconds(50));
    }
  }

  void give_up() const {
    int rank = 0;
    MPI_Comm_rank(comm_, &rank);
    std::cerr
        << "[rank " + std::to_string(rank) + "] failed in \"" + name_ +
               "\" and the other ranks did not arrive: they wait in a call that this rank left\n"
        << std::flush;
    MPI_Abort(MPI_COMM_WORLD, 3);
  }

  MPI_Comm comm_ = MPI_COMM_NULL;
  std::string name_;
  bool failed_ = false;
  const std::chrono::seconds patience_ = patience();
};

REGISTER_LISTENER("meeting", 1, Meeting);

int run_tests(int argc, char** argv) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  RankParagraphs paragraphs(rank);
  std::ostream stream(&paragraphs);

  doctest::Context context(argc, argv);
  context.setOption("no-colors", true);  // mpirun's output is not a terminal
  if (rank != 0) {
    context.setCout(&stream);
    context.setOption("minimal", true);
    context.setOption("no-version", true);
  }
  int status = context.run();
  MPI_Allreduce(MPI_IN_PLACE, &status, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  return status;
}

}  // namespace

int main(int argc, char** argv) {
  int provided = MPI_THREAD_SINGLE;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  const int status = run_tests(argc, argv);
  MPI_Finalize();
  return status;
}
