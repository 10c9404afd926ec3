# SPDX-License-Identifier: BSD-3-Clause
"""ashlar tune: the profile that it writes, its use, and failures that leave an old profile."""
import json
import signal
import subprocess
import sys
import unittest

from command import COMMAND, LAUNCH, TIME_LIMIT, CommandTest

FAST = ("--seconds", "1", "-o", "profile.json")


class Tune(CommandTest):
    def test_a_profile_is_written_and_used(self):
        for ranks in (0, 2, 3):
            with self.subTest(ranks=ranks):
                found = json.loads(self.run_well(ranks, "tune", *FAST, "--json").output)
                self.assertEqual((found["file"], found["ranks"]), ("profile.json", max(1, ranks)))
                with open(self.path("profile.json"), encoding="utf-8") as file:
                    profile = json.load(file)
                self.assertEqual((profile["format"], len(profile["machines"])), ("ashlar-tuning", 1))
                machine = profile["machines"][0]
                self.assertEqual(machine["blas_core"], found["blas_core"])
                self.assertEqual(machine["numbers"], {one["name"]: one["after"] for one in found["changed"]})
                for one in found["changed"]:
                    self.assertGreater(one["gain"], 1)
                for core in found["blas"]:
                    self.assertTrue(core["right"] or core["name"], core)
        version = self.run_command(0, "--version", ASHLAR_TUNING=self.path("profile.json")).output
        self.assertIn(f"profile.json of {machine['date']}", version)

    def test_crossovers_are_timed_with_a_processor_for_each_rank_only(self):
        for processors, seconds, is_timed in (("1", "6", False), ("64", "1", True)):
            ran = self.run_well(2, "tune", "--seconds", seconds, "-o", "profile.json",
                                ASHLAR_PROCESSORS_PER_NODE=processors)
            self.assertEqual("were not timed" not in ran.output, is_timed)
            if not is_timed:
                self.assertNotIn("one_rank", ran.output)
            found = json.loads(self.run_well(2, "tune", *FAST, "--json", ASHLAR_PROCESSORS_PER_NODE=processors).output)
            self.assertEqual(found["oversubscribed"], not is_timed)

    def test_profiles_of_other_machines_are_kept(self):
        other = {"processor": "another", "mpi": "m", "blas": "b", "date": "d", "blas_core": "", "numbers": {"kernels": 1}}
        with open(self.path("profile.json"), "w", encoding="utf-8") as file:
            json.dump({"format": "ashlar-tuning", "version": 1, "machines": [other]}, file)
        self.run_well(1, "tune", *FAST, "--quiet")
        with open(self.path("profile.json"), encoding="utf-8") as file:
            machines = json.load(file)["machines"]
        self.assertEqual(len(machines), 2)
        self.assertEqual(machines[0], other)

    def test_the_numbers_of_a_profile_are_in_force_on_all_ranks(self):
        self.run_well(1, "tune", *FAST, "--quiet")
        with open(self.path("profile.json"), encoding="utf-8") as file:
            profile = json.load(file)
        self.run_well(0, "generate", "normal", "A.npy", "-n", "200")
        self.run_well(0, "generate", "normal", "b.npy", "--shape", "200x1")
        for below, algorithm in ((1000, "one-rank"), (0, "node")):
            profile["machines"][0]["numbers"] = {"one_rank_lu_below": below}
            with open(self.path("profile.json"), "w", encoding="utf-8") as file:
                json.dump(profile, file)
            ran = self.run_command(3, "solve", "A.npy", "b.npy", "x.npy", "--json", "--force",
                                   ASHLAR_TUNING=self.path("profile.json"))
            self.assertEqual((ran.status, ran.errors), (0, ""))
            self.assertEqual(json.loads(ran.output)["algorithm"], algorithm)

    def test_a_profile_that_cannot_be_used_is_a_warning(self):
        with open(self.path("profile.json"), "w", encoding="utf-8") as file:
            file.write("{")
        for path, reason in (("profile.json", "is not JSON"), ("nowhere.json", "cannot be read")):
            ran = self.run_command(2, "selftest", "--seconds", "0", "--quiet",
                                   ASHLAR_TUNING=self.path(path))
            self.assertEqual(ran.status, 0)
            self.assertEqual(ran.errors,
                             f"ashlar: warning: tuning: {self.path(path)} {reason}; the defaults are in force\n")
            self.assertIn("defaults", self.run_command(0, "--version", ASHLAR_TUNING=self.path(path)).output)

    def test_a_file_that_cannot_be_written_is_an_error_before_measurements(self):
        with open(self.path("file"), "w", encoding="utf-8") as file:
            file.write("x")
        before = self.snapshot()
        for ranks in (0, 2):
            ran = self.run_command(ranks, "tune", "--seconds", "60", "-o", "file/profile.json")
            self.assertEqual(ran.status, 1)
            self.assertRegex(ran.errors, "cannot be (written|created)")
            self.assertLess(ran.seconds, 30)
        self.assertEqual(self.snapshot(), before)
        ran = self.run_command(0, "tune", ASHLAR_TUNING="off")
        self.assertEqual(ran.status, 1)
        self.assertIn("name a file by --output", ran.errors)
        ran = self.run_command(2, "tune", "-o", "file")
        self.assertEqual((ran.status, ran.errors.splitlines()[0]),  # mpirun adds a message
                         (1, "ashlar: error: file: is not JSON; name another file by --output"))
        self.assertEqual(self.snapshot(), before)

    def test_a_busy_machine_gets_a_profile_in_time(self):
        spin = [sys.executable, "-c", "while True: pass"]
        others = [subprocess.Popen(spin) for _ in range(2)]
        try:
            found = json.loads(self.run_well(2, "tune", *FAST, "--json").output)
        finally:
            for other in others:
                other.kill()
                other.wait()
        self.assertTrue(found["blas"][0]["right"])
        with open(self.path("profile.json"), encoding="utf-8") as file:
            numbers = json.load(file)["machines"][0]["numbers"]
        self.assertEqual(numbers, {one["name"]: one["after"] for one in found["changed"]})

    def test_an_interruption_keeps_the_old_profile(self):
        self.run_well(1, "tune", *FAST, "--quiet")
        before = self.snapshot()
        with subprocess.Popen(LAUNCH + ["2", COMMAND, "tune", "--seconds", "60", "-o", "profile.json"], cwd=self.folder,
                              stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as job:
            try:
                job.wait(3)
                self.fail("the measurements took less than 3 s")
            except subprocess.TimeoutExpired:
                job.send_signal(signal.SIGTERM)
            self.assertNotEqual(job.wait(TIME_LIMIT), 0)
        self.assertEqual(self.snapshot(), before)


if __name__ == "__main__":
    unittest.main()
