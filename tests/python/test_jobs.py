# SPDX-License-Identifier: BSD-3-Clause
"""Whole jobs that end early: errors of one rank, missing ranks, a finalized MPI, forks and interrupts."""

import os
import subprocess
import sys
import tempfile
import unittest

LAUNCH = os.environ["ASHLAR_LAUNCH"].split(";")
PREAMBLE = "from mpi4py import MPI\nimport numpy as np, os, sys, ashlar as al\ncomm = MPI.COMM_WORLD\ngrid = al.Grid(comm)\n"


class Jobs(unittest.TestCase):
    def run_job(self, text, ranks=3, module=True, preamble=PREAMBLE, **environment):
        with tempfile.TemporaryDirectory() as folder:
            script = os.path.join(folder, "script.py")
            with open(script, "w", encoding="utf-8") as file:
                file.write(preamble + text)
            command = LAUNCH + [str(ranks), sys.executable, *(["-m", "ashlar"] if module else []), script]
            return subprocess.run(command, capture_output=True, text=True, timeout=30,
                                  env={**os.environ, **environment}, cwd=folder)

    def count(self, job, text):
        return (job.stdout + job.stderr).count(text)

    def test_an_uncaught_error_ends_the_job_with_one_line(self):
        job = self.run_job("if comm.rank == 1: raise KeyError('mine')\nal.zeros((4, 4), grid)\n")
        self.assertNotEqual(job.returncode, 0)
        self.assertEqual(self.count(job, "KeyError: 'mine'"), 1, job.stderr)
        self.assertNotIn("Traceback", job.stderr)

    def test_an_error_of_all_ranks_is_one_line(self):
        job = self.run_job("al.load('none.npy', grid)\n")
        self.assertNotEqual(job.returncode, 0)
        self.assertEqual(self.count(job, "none.npy"), 1, job.stderr)

    def test_the_exit_status_is_that_of_the_script(self):
        self.assertEqual(self.run_job("sys.exit(3)\n").returncode, 3)
        self.assertEqual(self.run_job("al.zeros((4, 4), grid)\n").returncode, 0)

    def test_a_missing_rank_is_a_timeout(self):
        text = "import time\nif comm.rank == 1: time.sleep(20)\nelse: al.zeros((4, 4), al.Grid(comm))\n"
        job = self.run_job(text, ASHLAR_TIMEOUT="3")
        self.assertNotEqual(job.returncode, 0)
        self.assertGreater(self.count(job, "ASHLAR_TIMEOUT"), 0, job.stderr)

    def test_after_finalize_matrices_are_dropped_and_calls_refused(self):
        text = ("A = al.zeros((4, 4), grid); B = A[1:].T; plan = al.Plan(A.layout, A.layout, comm)\nMPI.Finalize()\n"
                "try: A.copy()\nexcept al.Error as error: print('refused', error)\n"
                "del A, B, plan\nprint('dropped')\n")
        job = self.run_job(text, module=False)
        self.assertEqual(job.returncode, 0, job.stderr)
        self.assertEqual(self.count(job, "refused"), 3, job.stdout + job.stderr)
        self.assertEqual(self.count(job, "dropped"), 3)

    def test_before_init_calls_are_refused(self):
        text = "try: al.Grid(MPI.COMM_WORLD)\nexcept al.Error as error: print('refused', error)\n"
        job = self.run_job(text, module=False, preamble="import mpi4py\nmpi4py.rc.initialize = False\nfrom mpi4py import MPI\n"
                           "import ashlar as al\n")
        self.assertEqual(self.count(job, "refused"), 3, job.stdout + job.stderr)

    def test_another_mpi_library_is_refused(self):
        text = "MPI.Get_library_version = lambda: 'MPICH 4.0.2'\nimport ashlar\n"
        job = self.run_job(text, ranks=1, module=False, preamble="from mpi4py import MPI\n")
        self.assertNotEqual(job.returncode, 0)
        self.assertEqual(self.count(job, "ImportError: ashlar is linked with"), 1, job.stderr)

    def test_a_forked_process_is_refused(self):
        text = ("A = al.zeros((4, 4), grid)\nchild = os.fork() if comm.rank == 1 else -1\n"
                "if child == 0:\n"
                "    try: al.linalg.norm(A)\n"
                "    except al.ArgumentError as error:\n        print('refused', error, flush=True)\n"
                "    os._exit(0)\n"
                "if child > 0: os.waitpid(child, 0)\n"
                "al.linalg.norm(A)\nprint('whole')\n")
        job = self.run_job(text, module=False)
        self.assertEqual(job.returncode, 0, job.stderr)
        self.assertEqual(self.count(job, "refused"), 1, job.stdout + job.stderr)
        self.assertEqual(self.count(job, "whole"), 3, job.stdout + job.stderr)

    def test_an_interrupt_in_a_callback_reaches_all_ranks(self):
        text = ("def f(i, j):\n    if comm.rank == 1: raise KeyboardInterrupt\n    return i * 1.0\n"
                "try: al.fromfunction(f, (4, 4), grid)\n"
                "except KeyboardInterrupt: print('interrupted')\n"
                "except al.CallbackError as error: print('raised', error)\n")
        job = self.run_job(text, module=False)
        self.assertEqual(job.returncode, 0, job.stderr)
        self.assertEqual(self.count(job, "interrupted"), 1, job.stdout)
        self.assertEqual(self.count(job, "raised"), 2, job.stdout)

    def test_a_quiet_job_prints_nothing(self):
        job = self.run_job("al.linalg.lu_factor(al.gallery.dominant(300, grid))\n", ranks=2, module=False)
        self.assertEqual((job.returncode, job.stdout, job.stderr), (0, "", ""))


if __name__ == "__main__":
    unittest.main()
