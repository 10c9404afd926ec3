# SPDX-License-Identifier: BSD-3-Clause
"""Completions and man pages, which the command generates from its options."""
import os
import re
import shutil
import subprocess
import unittest

from command import CommandTest


def options_of(help_text):
    """Long options and arguments that a help text lists."""
    return set(re.findall(r"^  (?:-\w,)?(--[\w-]+)", help_text, re.M)) | set(re.findall(r"(?<=,)--[\w-]+", help_text))


class Completion(CommandTest):
    def setUp(self):
        super().setUp()
        self.verbs = re.findall(r"^  (\w+) ", self.run_well(0, "--help").output.partition("Subcommands:")[2], re.M)
        self.assertIn("convert", self.verbs)
        with open(self.path("ashlar.bash"), "w") as file:
            file.write(self.run_well(0, "completion", "bash").output)

    def completed(self, *words):
        """Bash's completions of the last of `words`."""
        script = ('source ./ashlar.bash; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); '
                  '$(complete -p ashlar | sed "s/.*-F \\([^ ]*\\) .*/\\1/"); printf "%s\\n" "${COMPREPLY[@]}"')
        done = subprocess.run(["bash", "-c", script, "bash", "ashlar", *words], cwd=self.folder, capture_output=True,
                              text=True, timeout=900)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return {line for line in done.stdout.splitlines() if line}

    def test_bash_completes_commands(self):
        self.assertEqual(self.completed("conv"), {"convert"})
        self.assertLessEqual(set(self.verbs) | {"--help", "--version"}, self.completed(""))
        self.assertEqual(self.completed("--json", "pl"), {"plan"})
        self.assertEqual(self.completed("help", "lay"), {"layout"})
        self.assertEqual(self.completed("completion", ""), {"bash", "zsh"})

    def test_bash_completes_every_option_of_every_command(self):
        for verb in self.verbs:
            with self.subTest(verb=verb):
                offered = self.completed(verb, "--")
                self.assertEqual(offered, options_of(self.run_well(0, verb, "--help").output))
                self.assertIn("--json", offered)

    def test_bash_completes_values_that_are_words(self):
        self.assertEqual(self.completed("convert", "--triangle", "u"), {"upper"})
        self.assertEqual(self.completed("convert", "--triangle", "=", "lo"), {"lower"})
        self.assertEqual(self.completed("convert", "--triangle", "="), {"upper", "lower"})
        self.assertEqual(self.completed("norm", "A.npy", "--kind", ""), {"max", "one", "inf", "frobenius", "two"})
        self.assertEqual(self.completed("convert", "--rows", ""), set())

    def test_bash_completes_files(self):
        os.mkdir(self.path("apples"))
        for name in ("a b.npy", "c.npy"):
            with open(self.path(name), "w"):
                pass
        self.assertEqual(self.completed("convert", "a"), {"apples", "a b.npy", "ashlar.bash"})
        self.assertEqual(self.completed("solve", "A.npy", "b.npy", "-o", "c"), {"c.npy"})

    def test_zsh_knows_every_option_of_every_command(self):
        script = self.run_well(0, "completion", "zsh").output
        self.assertTrue(script.startswith("#compdef ashlar\n"))
        sections = dict(re.findall(r"^    (\w+)\)\n(.*?) ;;$", script, re.M | re.S))
        self.assertEqual(set(sections), set(self.verbs))
        for verb, section in sections.items():
            offered = set(re.findall(r"^ +'(--[\w-]+)", section, re.M))
            self.assertEqual(offered, options_of(self.run_well(0, verb, "--help").output))

    @unittest.skipUnless(shutil.which("zsh"), "there is no zsh")
    def test_zsh_reads_it(self):
        with open(self.path("_ashlar"), "w") as file:
            file.write(self.run_well(0, "completion", "zsh").output)
        done = subprocess.run(["zsh", "-n", "_ashlar"], cwd=self.folder, capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))


class Manual(CommandTest):
    def setUp(self):
        super().setUp()
        self.run_well(0, "pages", "share")
        self.pages = sorted(os.listdir(self.path("share/man/man1")))

    def page(self, name):
        return self.read(os.path.join("share/man/man1", name)).decode()

    def test_each_command_has_a_page_that_has_every_option(self):
        self.assertIn("ashlar-convert.1", self.pages)
        for page in self.pages:
            words = page.removesuffix(".1").split("-")[1:]
            text = self.page(page).replace("\\-", "-")
            with self.subTest(page=page):
                for option in options_of(self.run_well(0, *words, "--help").output):
                    self.assertIn(f"\\fB{option}\\fR", text)

    def test_the_first_page_names_the_others(self):
        listed = set(re.findall(r"^\.BR (ashlar-\w+) \(1\)", self.page("ashlar.1"), re.M))
        self.assertEqual({name + ".1" for name in listed} | {"ashlar.1"}, set(self.pages))

    def test_pages_have_the_sections_of_a_page(self):
        for page in self.pages:
            sections = re.findall(r"^\.SH (.*)", self.page(page), re.M)
            self.assertEqual(sections[:3], ["NAME", "SYNOPSIS", "DESCRIPTION"])
            self.assertEqual(sections[-1], "SEE ALSO")
            self.assertIn("OPTIONS", sections)

    @unittest.skipUnless(shutil.which("groff"), "there is no groff")
    def test_groff_sets_them_without_a_warning(self):
        for page in self.pages:
            done = subprocess.run(["groff", "-man", "-Tascii", "-ww", "-z", "-b", page], capture_output=True, text=True,
                                  cwd=self.path("share/man/man1"))
            self.assertEqual((done.returncode, done.stderr), (0, ""), page)

    @unittest.skipUnless(shutil.which("man"), "there is no man")
    def test_man_shows_them(self):
        done = subprocess.run(["man", "-l", "ashlar-convert.1"], capture_output=True, text=True, stdin=subprocess.DEVNULL,
                              cwd=self.path("share/man/man1"), env=os.environ | {"MANWIDTH": "100", "LC_ALL": "C"})
        self.assertEqual(done.returncode, 0, done.stderr)
        if "has been minimized" in done.stdout:  # a stub in place of man
            self.skipTest("man shows no pages here")
        self.assertIn("mpirun -n 6 ashlar convert A.npy step1/ --grid 2x3", done.stdout)

    @unittest.skipUnless(shutil.which("mandoc"), "there is no mandoc")
    def test_mandoc_finds_no_fault(self):
        for page in self.pages:
            done = subprocess.run(["mandoc", "-Tlint", "-W", "error", page], capture_output=True, text=True,
                                  cwd=self.path("share/man/man1"))
            self.assertEqual((done.returncode, done.stdout), (0, ""), page)


if __name__ == "__main__":
    unittest.main()
