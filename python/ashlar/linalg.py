# SPDX-License-Identifier: BSD-3-Clause
"""Linear algebra with the names and arguments of ``scipy.linalg``.

All functions are collective and accept matrices and views in any layouts. Integers are computed as
float64, and operands of different types in their common one. `algorithm` is 'automatic', 'node',
'nodes', 'one-rank', 'scalapack' or 'elpa'.
"""

import numpy as np

from . import _core
from ._checks import as_integer, as_number
from ._layout import pair
from ._matrix import Matrix, expect_matrix
from ._moves import _op
from .errors import ArgumentError, NotPositiveDefinite, together

__all__ = [
    "CholeskyFactor", "LdlFactor", "LuFactor", "QrFactor", "cho_factor", "cholesky", "cond", "det", "eig", "eigh",
    "eigvals", "eigvalsh", "expm", "funm", "inv", "ldl_factor", "logm", "lstsq", "lu_factor", "matrix_rank", "norm",
    "null_space", "orth", "pinv", "qr", "slogdet", "solve", "sqrtm", "svd", "svdvals", "why",
]


def why():
    """Sentences on the last function of this module: algorithm, moved operands, reasons."""
    return _core.note()


def _ready(function, *matrices):
    """The matrices without op and of one BLAS type."""
    for matrix in matrices:
        expect_matrix(matrix, f"{function}: the argument")
    dtype = np.result_type(*(m.dtype for m in matrices))
    if dtype.kind in "iu":
        dtype = np.dtype(float)
    return [m if m.dtype == dtype and m._v.op == "N" else m.to(dtype=dtype) for m in matrices]


def _algorithm(name):
    if not isinstance(name, str):
        raise TypeError(f"algorithm must be a name, not {name!r}")
    return name


def _rcond(value):
    return None if value is None else as_number(value, "rcond")


def _uplo(lower):
    return "L" if lower else "U"


def _of(core, like):
    return Matrix._of(core, like.comm)


def solve(a, b, *, assume_a="gen", lower=False, precision="working", refine=0, algorithm="automatic"):
    """Solution x of ``a @ x = b``.

    Parameters
    ----------
    a : Matrix, (n, n)
    b : Matrix, (n, k)
    assume_a : {'gen', 'pos'}, optional
        'pos' for a positive definite matrix, of which one triangle is read.
    lower : bool, optional
        That triangle.
    precision : {'working', 'mixed'}, optional
        'mixed' factors in single precision and refines the solution.
    refine : int, optional
        Largest number of corrections.

    Returns
    -------
    Matrix, (n, k)
        In the layout of `b`.

    Raises
    ------
    Singular, NotPositiveDefinite
        With the ``pivot``.

    Examples
    --------
    >>> A = al.gallery.spd(50, grid)
    >>> x = al.linalg.solve(A, al.ones((50, 1), grid), assume_a="pos")
    >>> al.allclose(A @ x, al.ones((50, 1), grid))
    True
    """
    if assume_a not in ("gen", "pos"):
        raise ArgumentError(f"solve: assume_a is 'gen' or 'pos', not {assume_a!r}")
    if precision not in ("working", "mixed"):
        raise ArgumentError(f"solve: precision is 'working' or 'mixed', not {precision!r}")
    a, b = _ready("solve", a, b)
    refine = as_integer(refine, "refine", 0, 1000)
    return _of(_core.solve(a._v, b._v, assume_a == "pos", _uplo(lower), precision == "mixed", refine,
                           _algorithm(algorithm)), a)


class _Factor:
    __slots__ = ("_c", "comm", "dtype", "shape")

    def __init__(self, core, a):
        self._c, self.comm, self.dtype, self.shape = core, a.comm, a.dtype, a.shape

    def _right_side(self, b):
        expect_matrix(b, "solve: the right-hand side")
        if not np.can_cast(b.dtype, self.dtype, "same_kind"):
            raise ArgumentError(f"solve: the factor is {self.dtype} and b is {b.dtype}; factor A.astype({b.dtype})")
        return b if b.dtype == self.dtype and b._v.op == "N" else b.to(dtype=self.dtype)

    def __repr__(self):
        return f"<ashlar.linalg.{type(self).__name__} {self.shape[0]}x{self.shape[1]} {self.dtype}>"


class LuFactor(_Factor):
    """Factor P A = L U, made by `lu_factor`."""

    __slots__ = ()

    @property
    def pivot(self):
        """Row of the first zero on the diagonal of U, or None."""
        return self._c.bad_pivot

    def solve(self, b, trans="N"):
        """Solution of ``op(A) @ x = b``; trans is 'N', 'T' or 'C' (SciPy: 0, 1 or 2)."""
        b = self._right_side(b)
        return _of(self._c.solve(b._v, _op({0: "N", 1: "T", 2: "C"}.get(trans, trans))), b)

    @property
    def lu(self):
        """L without its unit diagonal, and U, in one matrix. Collective."""
        return Matrix._of(self._c.factors(), self.comm)

    def slogdet(self):
        """Sign and natural logarithm of the determinant. Collective."""
        return self._c.determinant()


class CholeskyFactor(_Factor):
    """Factor A = L L^H or U^H U, made by `cho_factor`."""

    __slots__ = ()

    def solve(self, b):
        """Solution of ``A @ x = b``."""
        b = self._right_side(b)
        return _of(self._c.solve(b._v), b)

    @property
    def factor(self):
        """L or U, with zeros in the other triangle. Collective."""
        return Matrix._of(self._c.factor(), self.comm)


class LdlFactor(_Factor):
    """Factor P A P^T = L D L^H of an indefinite matrix, made by `ldl_factor`."""

    __slots__ = ()

    @property
    def inertia(self):
        """Numbers of positive, negative and zero eigenvalues."""
        return self._c.inertia()

    def solve(self, b):
        """Solution of ``A @ x = b``."""
        b = self._right_side(b)
        return _of(self._c.solve(b._v), b)


class QrFactor(_Factor):
    """Factor A = Q R, made by ``qr(a, mode='factor')``."""

    __slots__ = ()

    q = property(lambda self: Matrix._of(self._c.q(), self.comm), doc="First min(m, n) columns of Q. Collective.")
    r = property(lambda self: Matrix._of(self._c.r(), self.comm), doc="R, min(m, n) x n. Collective.")

    def apply_q(self, b, trans="N"):
        """``op(Q) @ b`` with the m x m matrix Q."""
        b = self._right_side(b)
        return _of(self._c.apply_q(b._v, _op(trans)), b)

    def solve(self, b):
        """Least-squares solution of ``A @ x = b`` for m >= n."""
        b = self._right_side(b)
        return _of(self._c.solve(b._v), b)


def lu_factor(a, *, algorithm="automatic"):
    """LU factorisation with partial pivoting; returns a LuFactor. A singular matrix raises in `solve`."""
    (a,) = _ready("lu_factor", a)
    return LuFactor(_core.lu_factor(a._v, _algorithm(algorithm)), a)


def cho_factor(a, lower=False, *, algorithm="automatic"):
    """Cholesky factorisation from one triangle; returns a CholeskyFactor.

    Raises
    ------
    NotPositiveDefinite
        With the ``pivot``.
    """
    (a,) = _ready("cho_factor", a)
    factor = _core.cholesky_factor(a._v, _uplo(lower), _algorithm(algorithm))
    if factor.bad_pivot is not None:
        pivot = factor.bad_pivot
        error = NotPositiveDefinite(f"cho_factor: the leading minor of order {pivot + 1} is not positive")
        error.pivot = pivot
        raise error
    return CholeskyFactor(factor, a)


def cholesky(a, lower=True, *, algorithm="automatic"):
    """Cholesky factor L (or U with ``lower=False``), as ``numpy.linalg.cholesky``."""
    return cho_factor(a, lower, algorithm=algorithm).factor


def ldl_factor(a, lower=True, hermitian=True, *, algorithm="automatic"):
    """LDL factorisation of a symmetric or Hermitian matrix; returns an LdlFactor."""
    (a,) = _ready("ldl_factor", a)
    return LdlFactor(_core.ldlt_factor(a._v, _uplo(lower), bool(hermitian), _algorithm(algorithm)), a)


def qr(a, mode="economic", *, algorithm="automatic"):
    """QR factorisation.

    Parameters
    ----------
    a : Matrix, (m, n)
    mode : {'economic', 'reduced', 'r', 'factor'}, optional
        'r' returns R only, 'factor' a QrFactor.

    Returns
    -------
    q : Matrix, (m, min(m, n))
    r : Matrix, (min(m, n), n)
    """
    if mode not in ("economic", "reduced", "r", "factor"):
        raise ArgumentError(f"qr: mode is 'economic', 'reduced', 'r' or 'factor', not {mode!r}")
    (a,) = _ready("qr", a)
    factor = QrFactor(_core.qr_factor(a._v, _algorithm(algorithm)), a)
    if mode == "factor":
        return factor
    return factor.r if mode == "r" else (factor.q, factor.r)


def eigh(a, b=None, *, lower=True, eigvals_only=False, subset_by_index=None, subset_by_value=None, type=1,
         algorithm="automatic"):
    """Eigenvalues and eigenvectors of a symmetric or Hermitian matrix.

    Parameters
    ----------
    a : Matrix, (n, n)
    b : Matrix, (n, n), optional
        Positive definite matrix of a generalised problem.
    lower : bool, optional
        Triangle that is read.
    eigvals_only : bool, optional
        Return the values only.
    subset_by_index : (int, int), optional
        First and last index, both included, as in SciPy.
    subset_by_value : (float, float), optional
        Half-open interval (low, high].
    type : {1, 2, 3}, optional
        Form of the generalised problem.

    Returns
    -------
    w : numpy.ndarray
        Ascending, on every rank.
    z : Matrix, (n, len(w))
        Eigenvectors as columns, with the grid and blocks of `a`.

    Examples
    --------
    >>> w, Z = al.linalg.eigh(al.eye(20, grid), subset_by_index=(18, 19))
    >>> len(w), Z.shape
    (2, (20, 2))
    """
    if subset_by_index is not None and subset_by_value is not None:
        raise ArgumentError("eigh: give subset_by_index or subset_by_value, not both")
    if type not in (1, 2, 3):
        raise ArgumentError(f"eigh: type is 1, 2 or 3, not {type!r}")
    a, b = _ready("eigh", a, b) if b is not None else (*_ready("eigh", a), None)
    kind, first, last = "all", 0.0, 0.0
    if subset_by_index is not None:
        low, high = pair(subset_by_index, "subset_by_index")
        if not 0 <= low <= high < a.shape[0]:
            raise ArgumentError(
                f"eigh: subset_by_index [{low}, {high}] must be ascending indices from 0 to {a.shape[0] - 1}, "
                "both included")
        kind, first, last = "index", low, high + 1
    elif subset_by_value is not None:
        kind, first, last = "value", *(float(bound) for bound in subset_by_value)
    w, z = _core.eigh(a._v, None if b is None else b._v, _uplo(lower), not eigvals_only, kind, first, last, type,
                      _algorithm(algorithm))
    return w if eigvals_only else (w, _of(z, a))


def eigvalsh(a, b=None, **options):
    """Eigenvalues of a symmetric or Hermitian matrix; options as of `eigh`."""
    return eigh(a, b, eigvals_only=True, **options)


def eig(a, *, algorithm="automatic"):
    """Eigenvalues, complex, and right eigenvectors of any square matrix, computed on one rank."""
    (a,) = _ready("eig", a)
    w, v = _core.eig(a._v, True, _algorithm(algorithm))
    return w, _of(v, a)


def eigvals(a, *, algorithm="automatic"):
    """Eigenvalues of any square matrix, complex."""
    (a,) = _ready("eigvals", a)
    return _core.eig(a._v, False, _algorithm(algorithm))[0]


def svd(a, full_matrices=True, compute_uv=True, *, algorithm="automatic"):
    """Singular value decomposition ``a = U @ diag(s) @ Vh``.

    Parameters
    ----------
    a : Matrix, (m, n)
    full_matrices : bool, optional
        U is m x m and Vh n x n; else they have min(m, n) columns and rows.
    compute_uv : bool, optional
        False returns `s` only.

    Returns
    -------
    U : Matrix
    s : numpy.ndarray
        Descending, on every rank.
    Vh : Matrix

    Examples
    --------
    >>> U, s, Vh = al.linalg.svd(al.ones((6, 4), grid), full_matrices=False)
    >>> U.shape, Vh.shape, round(float(s[0]), 6)
    ((6, 4), (4, 4), 4.898979)
    """
    (a,) = _ready("svd", a)
    u, s, vh = _core.svd(a._v, "N" if not compute_uv else "A" if full_matrices else "S", _algorithm(algorithm))
    return (_of(u, a), s, _of(vh, a)) if compute_uv else s


def svdvals(a, **options):
    """Singular values, descending."""
    return svd(a, compute_uv=False, **options)


def lstsq(a, b, rcond=None, *, full=False, algorithm="automatic"):
    """Minimum-norm least-squares solution of ``a @ x = b``.

    Parameters
    ----------
    a : Matrix, (m, n)
    b : Matrix, (m, k)
    rcond : float, optional
        Relative size of singular values that count as zero.
    full : bool, optional
        Return the rank of `a`, too.

    Returns
    -------
    x : Matrix, (n, k)
    residual : numpy.ndarray, (k,)
        Sum of squares of each column of ``b - a @ x``.
    rank : int
        With ``full=True``.
    """
    a, b = _ready("lstsq", a, b)
    x, residual, rank = _core.lstsq(a._v, b._v, _rcond(rcond), _algorithm(algorithm))
    return (_of(x, a), residual, rank) if full else (_of(x, a), residual)


def pinv(a, rcond=None, **options):
    """Pseudo-inverse (Moore and Penrose) by singular values; `rcond` as in `matrix_rank`."""
    (a,) = _ready("pinv", a)
    u, s, vh = svd(a, full_matrices=False, **options)
    cutoff = max(a.shape) * np.finfo(s.dtype).eps if rcond is None else rcond
    kept = s > cutoff * (s[0] if len(s) else 0)
    inverse = np.where(kept, 1 / np.where(kept, s, 1), 0).astype(s.dtype)
    _core.scale_rows(vh._v, inverse)
    return vh.H @ u.H


def inv(a, *, assume_a="gen", lower=False, algorithm="automatic"):
    """Inverse; 'pos' reads one triangle of a positive definite matrix."""
    if assume_a not in ("gen", "pos"):
        raise ArgumentError(f"inv: assume_a is 'gen' or 'pos', not {assume_a!r}")
    (a,) = _ready("inv", a)
    return _of(_core.inverse(a._v, assume_a == "pos", _uplo(lower), _algorithm(algorithm)), a)


def norm(a, ord=None):
    """Norm: None or 'fro', 1, inf, 2 (by singular values), 'nuc' or 'max' (largest modulus)."""
    (a,) = _ready("norm", a)
    if ord == 2:
        s = svdvals(a)
        return float(s[0]) if len(s) else 0.0
    if ord == "nuc":
        return float(svdvals(a).sum())
    kinds = {None: "F", "fro": "F", 1: "1", np.inf: "I", "max": "M"}
    if ord not in kinds:
        raise ArgumentError(f"norm: ord is None, 'fro', 1, 2, inf, 'nuc' or 'max', not {ord!r}")
    return _core.norm(a._v, kinds[ord])


def cond(a, p=None, **options):
    """Condition number: in the 2-norm (None) exact; for 1 and inf a lower bound by an LU factor."""
    (a,) = _ready("cond", a)
    if p in (None, 2):
        s = svdvals(a, **options)
        if not len(s):
            return 1.0
        return float(s[0]) / float(s[-1]) if s[-1] > 0 else float("inf")
    if p not in (1, np.inf):
        raise ArgumentError(f"cond: p is None, 2, 1 or inf, not {p!r}")
    return _core.condition(a._v, "1" if p == 1 else "I", options.get("algorithm", "automatic"))


def slogdet(a, *, algorithm="automatic"):
    """Sign (complex: phase) and natural logarithm of the absolute determinant."""
    (a,) = _ready("slogdet", a)
    return _core.determinant(a._v, _algorithm(algorithm))


def det(a, **options):
    """Determinant; it may overflow, unlike `slogdet`."""
    sign, logarithm = slogdet(a, **options)
    with np.errstate(over="ignore", under="ignore"):
        return sign * np.exp(logarithm)


def matrix_rank(a, rcond=None, *, algorithm="automatic"):
    """Number of singular values above `rcond` times the largest."""
    (a,) = _ready("matrix_rank", a)
    return _core.rank(a._v, _rcond(rcond), _algorithm(algorithm))


def orth(a, rcond=None, *, algorithm="automatic"):
    """Orthonormal basis of the range, as columns."""
    (a,) = _ready("orth", a)
    return _of(_core.basis(a._v, False, _rcond(rcond), _algorithm(algorithm)), a)


def null_space(a, rcond=None, *, algorithm="automatic"):
    """Orthonormal basis of the null space, as columns."""
    (a,) = _ready("null_space", a)
    return _of(_core.basis(a._v, True, _rcond(rcond), _algorithm(algorithm)), a)


def funm(a, function, *, lower=True, algorithm="automatic"):
    """Function of a symmetric or Hermitian matrix.

    Parameters
    ----------
    function : callable
        Maps the array of eigenvalues to one of equal length; called on every rank with equal values.
    """
    (a,) = _ready("funm", a)
    if not callable(function):
        raise TypeError(f"funm: the function must be callable, not {function!r}")

    def called(w):
        values = np.asarray(function(w.copy()))
        if values.shape != w.shape or values.dtype.kind not in "biuf":
            raise ArgumentError(
                f"funm: the function must return {w.size} real numbers, not {values.dtype} of shape {values.shape}")
        return values.astype(w.dtype)

    def on_all_ranks(w):
        return together(a.comm, lambda: called(w))

    return _of(_core.apply_symmetric(a._v, on_all_ranks, _uplo(lower), _algorithm(algorithm)), a)


def expm(a, **options):
    """Exponential of a symmetric or Hermitian matrix."""
    return funm(a, np.exp, **options)


def logm(a, **options):
    """Logarithm of a positive definite matrix."""
    return funm(a, lambda w: _quiet(np.log, w), **options)


def sqrtm(a, **options):
    """Square root of a positive semidefinite matrix."""
    return funm(a, lambda w: _quiet(np.sqrt, w), **options)


def _quiet(function, values):
    # The library raises an ArgumentError for NaN.
    with np.errstate(all="ignore"):
        return function(values)
