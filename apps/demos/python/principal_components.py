# SPDX-License-Identifier: BSD-3-Clause
"""Principal components of handwritten digits, compared with NumPy; draws the digits in two of them.

    mpirun -n 4 python3 principal_components.py DIGITS.npy LABELS.npy [PICTURE.png]
"""

import sys

import numpy as np
from mpi4py import MPI

import ashlar as al


def draw(path, scores, labels, shares):
    try:
        import matplotlib
    except ImportError:
        print("no picture: matplotlib (python3-matplotlib) is missing")
        return
    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, (left, right) = pyplot.subplots(1, 2, figsize=(10, 4.5), constrained_layout=True)
    points = left.scatter(scores[:, 0], scores[:, 1], c=labels, cmap="tab10", s=6)
    figure.colorbar(points, ax=left, label="digit", ticks=range(10))
    left.set(xlabel="first component", ylabel="second component")
    right.plot(np.arange(1, len(shares) + 1), 100 * np.cumsum(shares))
    right.set(xlabel="components", ylabel="variance (%)", ylim=(0, 101))
    figure.savefig(path, dpi=100)
    print(f"picture: {path}")


def main(images, labels, picture=None):
    comm = MPI.COMM_WORLD
    grid = al.Grid(comm)
    A = al.load(images, grid, dtype=float)
    m, n = A.shape
    means = al.mean(A, axis=0)
    al.apply(lambda i, j, x: x - means[j], A)

    # A = U diag(s) Vh: the rows of Vh are the components, s^2 / (m - 1) their variances.
    s, Vh = al.linalg.svd(A, full_matrices=False)[1:]
    variances = s**2 / (m - 1)
    scores = (A @ Vh[:2].H).gather(root=0)
    back = Vh.gather(root=0)
    if comm.rank != 0:
        return

    a = np.load(images).astype(float)
    centred = a - a.mean(axis=0)
    wanted = np.linalg.svd(centred, compute_uv=False) ** 2 / (m - 1)
    error = np.abs(variances - wanted).max() / wanted[0]
    residual = np.abs(np.abs(centred @ back[:2].T) - np.abs(scores)).max() / np.abs(scores).max()
    shares = variances / variances.sum()
    print(f"{m} images of {n} pixels; {100 * shares[:2].sum():.1f} % of the variance in two components")
    print(f"distance from NumPy: variances {error:.1e}, scores {residual:.1e}")
    if error > 1e-12 or residual > 1e-12:
        raise SystemExit("the result differs from that of NumPy")
    if picture:
        draw(picture, scores, np.load(labels).ravel(), shares)


if __name__ == "__main__":
    if len(sys.argv) not in (3, 4):
        sys.exit(__doc__)
    main(*sys.argv[1:])
