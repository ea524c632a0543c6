"""The one door to Numba: how rule code is compiled, and where the compiled code is kept.

Numba's own cache does not notice when a helper or a constant in another module was edited, and would silently run the old
code. So each module's kernels are cached in a folder named after the sources that they depend on.
"""

import ast
import hashlib
import os
import shutil
import threading
from collections.abc import Callable
from functools import cache, wraps
from pathlib import Path

import numpy as np
import platformdirs

COMPILED = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
BOUNDS_CHECKED = os.environ.get("NUMBA_BOUNDSCHECK", "0") not in ("", "0")
CACHE_ROOT = Path(os.environ.get("CRYPT_CACHE") or platformdirs.user_cache_path("crypt")) / "kernels"
KEPT_FOLDERS = 6  # compiled folders of a module's older sources that are kept: going back to them compiles nothing

# numba reads the variable when it is imported, so this line stands before the import
os.environ["NUMBA_CACHE_DIR"] = str(CACHE_ROOT / "other")
import numba  # noqa: E402
from numba import types  # noqa: E402

_PACKAGE = Path(__file__).resolve().parents[1]


def kernel(function: Callable) -> Callable:
    """Compile a rule function.

    Parameters
    ----------
    function : callable
        A plain function on records and numbers, defined in a module (not in ``__main__``).

    Returns
    -------
    callable
        The compiled function; with ``NUMBA_DISABLE_JIT=1`` the function itself.
    """
    if not COMPILED:
        return function
    numba.config.CACHE_DIR = str(_cache_folder(Path(function.__code__.co_filename).resolve()))
    # Kernels make no arrays, so none of them needs to count who still uses one: with `_nrt` each call of a small function
    # with a trace costs two locked additions, which is a third of the time of a quick game.
    options = {"nogil": True, "error_model": "numpy", "boundscheck": BOUNDS_CHECKED, "_nrt": False}
    dispatcher = numba.njit(cache=True, **options)(function)
    compile_for = dispatcher.compile
    # One version for whole numbers of every width: without this a small function is compiled anew for each mixture of
    # int8, uint8 and constants that it is called with, which doubles the time to compile a game.
    dispatcher.compile = lambda signature: compile_for(_widened(signature))
    return dispatcher


def _widened(signature):
    if not isinstance(signature, tuple):
        return signature
    return tuple(_wide(kind) for kind in signature)


def _wide(kind):
    kind = types.unliteral(kind)
    return types.int64 if isinstance(kind, types.Integer) and kind != types.uint64 else kind


def wrapping(function: Callable) -> Callable:
    """Compile a function whose unsigned 64-bit sums may wrap; interpreted, NumPy is told that this is meant."""
    if COMPILED:
        return kernel(function)

    @wraps(function)
    def quiet(*arguments):
        """The function, without warnings of overflow."""
        with np.errstate(over="ignore"):
            return function(*arguments)

    return quiet


def instantiate(source: str, filename: str, namespace: dict) -> None:
    """Define the loops of a source file anew in a game's own module, so that the game's functions are compiled in.

    Parameters
    ----------
    source : str
        Name of the shared source in `crypt.core`.
    filename : str
        The game's own ``loops.py``: Numba files the compiled code under this name.
    namespace : dict
        The globals of that module; it must hold the functions of the game that the loops call.
    """
    # `filename` and not `source`: two games that shared one file name would share one cache entry
    text = Path(__file__).with_name(f"{source}.py").read_text(encoding="utf-8")
    exec(compile(text, filename, "exec"), namespace)


def instantiate_for(source: Path, owner: str, depends: list[Path], namespace: dict) -> None:
    """Define shared kernels anew for a game that has no module for them: the source is copied to a file of its own.

    Parameters
    ----------
    source : Path
    owner : str
        The game's name.
    depends : list of Path
        The modules whose functions are in the namespace; an edit of what they depend on compiles anew.
    namespace : dict
        What the source's functions use; they are added to it.
    """
    text = source.read_text(encoding="utf-8")
    copy = CACHE_ROOT / "copies" / f"{owner}_{source.parent.name}_{source.stem}.py"
    if not copy.exists() or copy.read_text(encoding="utf-8") != text:
        copy.parent.mkdir(parents=True, exist_ok=True)
        part = copy.with_suffix(f".{os.getpid()}-{threading.get_ident()}")
        part.write_text(text, encoding="utf-8")
        part.replace(copy)
    _DEPENDS[copy.resolve()] = depends
    namespace.setdefault("__name__", __name__)  # numba imports it when it loads compiled code in another process
    exec(compile(text, str(copy), "exec"), namespace)


_DEPENDS: dict[Path, list[Path]] = {}


def cache_hits(function: Callable) -> int:
    """Count how often a kernel came from the cache on disk instead of being compiled (0 when interpreted)."""
    stats = getattr(function, "stats", None)
    return sum(stats.cache_hits.values()) if stats else 0


def is_warm(path: Path) -> bool:
    """Tell whether the kernels of a module have been compiled for the sources as they are.

    Parameters
    ----------
    path : Path
        The module's file.
    """
    return not COMPILED or any(_cache_folder(path).rglob("*.nbc"))


@cache
def _cache_folder(path: Path) -> Path:
    """The folder for a module's compiled code; folders of older sources are thinned out when a new one is made."""
    name = ".".join(path.with_suffix("").parts[-2:])
    folder = CACHE_ROOT / f"{name}-{source_key(path)}"
    if not folder.exists():
        folder.mkdir(parents=True, exist_ok=True)
        older = sorted(CACHE_ROOT.glob(f"{name}-*"), key=lambda old: old.stat().st_mtime, reverse=True)
        for old in older[KEPT_FOLDERS:]:
            shutil.rmtree(old, ignore_errors=True)
    return folder


def source_key(path: Path) -> str:
    """Hash the sources that a module's kernels depend on, without docstrings and comments.

    Parameters
    ----------
    path : Path
        The module's file.

    Returns
    -------
    str
        16 hexadecimal digits; they also depend on the versions of numba and numpy and on bounds checking.
    """
    digest = hashlib.sha256(f"{numba.__version__} {np.__version__} {BOUNDS_CHECKED}".encode())
    for source in sorted(sources(path)):
        digest.update(source.name.encode() + _read(source)[1])
    return digest.hexdigest()[:16]


def sources(path: Path) -> set[Path]:
    """A module's file, and the files of its package and of `crypt` that it imports, directly or through others."""
    found: set[Path] = set()
    waiting = [path, *_DEPENDS.get(path, ())]
    while waiting:
        source = waiting.pop()
        if source not in found:
            found.add(source)
            waiting += _read(source)[0]
    return found


@cache
def _read(path: Path) -> tuple[tuple[Path, ...], bytes]:
    """The files that a module imports, and a hash of its syntax; the syntax itself would be large to keep."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    files = tuple(_imported(path, tree))
    return files, hashlib.sha256(_bare_syntax(tree).encode()).digest()


def _imported(path: Path, tree: ast.Module) -> list[Path]:
    """The files that a module imports, and the shared source that it instantiates."""
    files: list[Path] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            base = path.parents[node.level - 1] if node.level else _root(path, node.module or "")
            folder = base.joinpath(*(node.module or "").split("."))
            files += [folder.with_suffix(".py"), *(folder / f"{alias.name}.py" for alias in node.names)]
        elif isinstance(node, ast.Call) and getattr(node.func, "attr", "") == "instantiate":
            files.append(Path(__file__).with_name(f"{ast.literal_eval(node.args[0])}.py"))
    return [file for file in files if file.is_file()]


def _root(path: Path, module: str) -> Path:
    """The folder from which a module's absolute imports are found: that of `crypt`, or of the module's own package."""
    if module.partition(".")[0] == _PACKAGE.name:
        return _PACKAGE.parent
    folder = path.parent
    while (folder / "__init__.py").exists():
        folder = folder.parent
    return folder


def _bare_syntax(tree: ast.Module) -> str:
    """The syntax without docstrings; comments are not in it anyway."""
    for node in ast.walk(tree):
        body = getattr(node, "body", None)
        if isinstance(body, list) and body and isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
            node.body = body[1:] or [ast.Pass()]  # type: ignore[attr-defined]
    return ast.dump(tree)
