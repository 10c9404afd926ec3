#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Checks the tables that the demos plot against NumPy and published results.

    check_tables.py FOLDER DATA

Each folder below FOLDER holds the files of some demos; DATA is the folder of their data.
"""
import sys
from pathlib import Path

import numpy as np

QUARTIC = [1.0603620905, 3.7996730298, 7.4556979380, 11.6447455114, 16.2618260189, 21.2383729182, 26.5284711837, 32.0985977110]
CAPACITANCE_OF_THE_CUBE = 0.66067815


def check_co2(table, data):
    measured, forecast = np.load(data / "co2.npy").ravel(), np.load(data / "co2_forecast.npy")
    assert table.shape == (588, 5)
    np.testing.assert_allclose(table[:, 0], 1959 + np.arange(588) / 12)
    np.testing.assert_array_equal(table[:468, 1], measured)
    assert np.isnan(table[468:, 1]).all() and np.isnan(table[:348, 2:]).all()
    np.testing.assert_allclose(table[348:, 2], forecast[:, 0], atol=1e-6)
    np.testing.assert_allclose((table[348:, 4] - table[348:, 3]) / 2, 1.96 * forecast[:, 1], atol=1e-6)


def check_hpl(table, data):
    n, seconds, rate, residual = table[:, 0], table[:, 2], table[:, 3], table[:, 4]
    np.testing.assert_array_equal(n, [1, 57, 200])
    np.testing.assert_allclose(rate * seconds * 1e9, 2 / 3 * n**3 + 3 / 2 * n**2)
    assert (residual < 16).all()


def check_oscillator(table, data):
    x, h = table[:, 0], table[1, 0] - table[0, 0]
    np.testing.assert_allclose(table[:, 1], x**4)
    for n, level in enumerate(QUARTIC):
        np.testing.assert_allclose(table[:, 2 + 2 * n], level, atol=1e-9)
        wave = (table[:, 3 + 2 * n] - level) / 1.6
        assert abs(np.sum(wave**2) * h - 1) < 1e-6
        large = wave[abs(wave) > 1e-3]
        assert np.count_nonzero(np.diff(np.sign(large))) == n, f"wave {n} crosses zero"


def check_cube(table, data):
    areas = (table[:, 1] - table[:, 0]) * (table[:, 3] - table[:, 2])
    np.testing.assert_allclose(areas.sum(), 1)
    assert abs(6 * np.sum(np.exp(table[:, 4]) * areas) - CAPACITANCE_OF_THE_CUBE) < 1e-3


def check_eigen_digits(table, data):
    digits = np.load(data / "digits.npy").astype(float)
    components = np.linalg.svd(digits - digits.mean(axis=0), full_matrices=False)[2]
    assert table.shape == (17, 53)
    for k in range(12):
        i, j = 9 * (k // 6), 9 * (k % 6)
        expected = components[k] / components[k][np.argmax(abs(components[k]))]
        np.testing.assert_allclose(table[i:i + 8, j:j + 8].ravel(), expected, atol=1e-9)
    assert not table[8].any() and not table[:, 8::9].any()


def check_photograph(table, data):
    photo = np.load(data / "stairs.npy").astype(float)
    u, s, vh = np.linalg.svd(photo, full_matrices=False)
    np.testing.assert_array_equal(table[:, :256], photo)
    for first, k in ((260, 10), (520, 40)):
        kept = np.clip((u[:, :k] * s[:k]) @ vh[:k], 0, 255)
        assert abs(table[:, first:first + 256] - kept).max() < 0.5 + 1e-9
    assert table.shape == (224, 776)


CHECKS = {"co2": check_co2, "hpl": check_hpl, "oscillator": check_oscillator, "cube": check_cube,
          "eigen_digits": check_eigen_digits, "photograph": check_photograph}


def main():
    folder, data = map(Path, sys.argv[1:3])
    for name, check in CHECKS.items():
        tables = sorted(folder.rglob(name + ".csv"))
        assert len(tables) >= 2, f"{len(tables)} tables {name}.csv, of two runs or more"
        for path in tables:
            check(np.loadtxt(path, delimiter=","), data)
    print(f"{len(CHECKS)} kinds of tables are right")


main()
