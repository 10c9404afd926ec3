# SPDX-License-Identifier: BSD-3-Clause
"""Under ASHLAR_TIMEOUT a collective call that fails on one rank ends the job with an error message, a status of 1 to
125, and within twice the limit. Every public collective call is tested: skipped, preceded by an exception, or called
with other arguments by the last of 3 and of 4 ranks, with each transport.

    check_faults.py PROGRAM LAUNCHER...     ASHLAR_TEST_FAULTS: number of cases (12), or "all"; ASHLAR_TEST_SEED;
                                            ASHLAR_TEST_FAULT_WAYS: the ways, by commas; ASHLAR_TEST_FAULT_RANKS

The arguments of the launcher are "-n RANKS PROGRAM ARGUMENTS" or, if it ends with --, the program and its arguments.
If the launcher cannot start processes (status 77), the test has the same status.
"""
import concurrent.futures
import os
import random
import re
import subprocess
import sys
import tempfile
import time

LIMIT_S = 2
# On processors that are shared with other jobs a rank may report late.
SLACK_S = 4
WAYS = {
    "segments": ("segments", {}),
    "private": ("heap", {"ASHLAR_PRIVATE_MEMORY": "peers"}),
    "stage": ("heap", {"ASHLAR_PRIVATE_MEMORY": "stage"}),
    "messages": ("segments", {"ASHLAR_RANKS_PER_NODE": "1"}),
    "unshared": ("segments", {"ASHLAR_SHARED_MEMORY": "off"}),
}
sentence = re.compile(r"^[^ ]+: error: [^ ].* .+$", re.MULTILINE)


def cases_of(listing):
    """(fault, name) of each line of the program's list."""
    return [tuple(line.split("\t")) for line in listing.splitlines() if "\t" in line]


def command_of(launcher, ranks, program, arguments):
    counted = [] if launcher[-1] == "--" else ["-n", str(ranks)]
    return [*launcher, *counted, program, *arguments]


def fault_in(launcher, program, case):
    """The error in the way a job ends; None without one."""
    fault, name, way, ranks = case
    memory, variables = WAYS[way]
    with tempfile.TemporaryDirectory() as folder:
        # Jobs that start and end at the same time race for the session folder of Open MPI.
        environment = os.environ | variables | {"ASHLAR_TIMEOUT": str(LIMIT_S), "TMPDIR": folder,
                                                "ASHLAR_CHECK": "1" if fault == "differs" else "0"}
        job = subprocess.Popen(command_of(launcher, ranks, program, [fault, memory, name]), env=environment, cwd=folder,
                               stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        began = None
        while line := job.stdout.readline():
            if line.strip().endswith("it begins"):
                began = time.monotonic()
                break
        try:
            _, errors = job.communicate(timeout=2 * LIMIT_S + SLACK_S)
        except subprocess.TimeoutExpired:
            job.kill()
            job.communicate()
            return "the job does not end"
    if began is None:
        return f"the job ended with status {job.returncode} before the fault: {errors}"
    if not 1 <= job.returncode <= 125:
        return f"the status is {job.returncode}: {errors}"
    if not sentence.search(errors):
        return f"there is no sentence: {errors}"
    if time.monotonic() - began > 2 * LIMIT_S + SLACK_S:
        return f"it took {time.monotonic() - began:.1f} s"
    return None


def sample(cases, wanted, seed):
    """A sample of the cases, with equally many of each fault and way."""
    if wanted == "all":
        return cases
    draw = random.Random(seed)
    groups = {}
    for case in cases:
        groups.setdefault((case[0], case[2]), []).append(case)
    order = sorted(groups)
    draw.shuffle(order)
    return [draw.choice(groups[order[k % len(order)]]) for k in range(int(wanted))]


def main():
    program, launcher = os.path.abspath(sys.argv[1]), sys.argv[2:]
    if launcher[-1] == "--" and subprocess.run([*launcher, "true"], check=False).returncode == 77:
        return 77
    seed = os.environ.get("ASHLAR_TEST_SEED", "1")
    ways = os.environ.get("ASHLAR_TEST_FAULT_WAYS", ",".join(WAYS)).split(",")
    ranks = [int(word) for word in os.environ.get("ASHLAR_TEST_FAULT_RANKS", "3,4").split(",")]
    listed = cases_of(subprocess.run([program, "list"], check=True, capture_output=True, text=True).stdout)
    cases = [(fault, name, way, n) for fault, name in listed for way in ways for n in ranks]
    chosen = sample(cases, os.environ.get("ASHLAR_TEST_FAULTS", "12"), seed)
    print(f"{len(chosen)} of {len(cases)} cases of {len(listed)} faults, seed {seed}", flush=True)
    wrong = 0
    # Jobs wait for most of their time.
    with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("ASHLAR_TEST_FAULT_JOBS", "2"))) as pool:
        for case, reason in zip(chosen, pool.map(lambda case: fault_in(launcher, program, case), chosen)):
            if reason is not None:
                wrong += 1
                print(f"{case[0]}, {case[1]}, {case[2]}, {case[3]} ranks: {reason}", flush=True)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
