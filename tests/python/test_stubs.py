# SPDX-License-Identifier: BSD-3-Clause
"""The stubs of the package have its public names, with their parameters in order."""

import ast
import importlib
import inspect
import pathlib
import sys

import ashlar as al
from harness import run

folder = pathlib.Path(al.__file__).parent


def names_of(node):
    arguments = node.args
    names = [a.arg for a in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)]
    names += [a.arg for a in (arguments.vararg, arguments.kwarg) if a]
    return set(names)


def body_of(node, classes):
    """Members of a class of the stub and of its bases there."""
    bases = [classes[base.id] for base in node.bases if isinstance(base, ast.Name) and base.id in classes]
    return [*node.body, *(member for base in bases for member in body_of(base, classes))]


def declared(body):
    """Functions, classes and attributes of a stub, by name; a Protocol with `__call__` counts as this function."""
    found = {}
    calls = {node.name: [part for part in node.body if getattr(part, "name", None) == "__call__"]
             for node in body if isinstance(node, ast.ClassDef)}
    for node in body:
        if isinstance(node, ast.FunctionDef):
            found.setdefault(node.name, []).append(node)
        elif isinstance(node, ast.ClassDef):
            found[node.name] = node
        elif isinstance(node, ast.AnnAssign):
            found[node.target.id] = calls.get(getattr(node.annotation, "id", None))
        elif isinstance(node, ast.ImportFrom):
            found.update({alias.asname: None for alias in node.names if alias.asname})
    return {name: node for name, node in found.items() if not name.startswith("_")}


def public(names):
    return {name for name in names if not name.startswith("_")}


def compare(owner, value, nodes):
    if inspect.isfunction(value) or inspect.ismethod(value):
        parameters = set(inspect.signature(value).parameters)
        for node in nodes:
            assert names_of(node) - {"cls"} - ({"self"} - parameters) == parameters, f"{owner}: {names_of(node)}, not {parameters}"


def test_stubs():
    compared = 0
    for stub in sorted(folder.glob("*.pyi")):
        name = "ashlar" if stub.stem == "__init__" else f"ashlar.{stub.stem}"
        module = importlib.import_module(name)
        body = ast.parse(stub.read_text(encoding="utf-8")).body
        found, classes = declared(body), {node.name: node for node in body if isinstance(node, ast.ClassDef)}
        wanted = public(getattr(module, "__all__", None) or (
            key for key, value in vars(module).items()
            if getattr(value, "__module__", None) == name or (name == "ashlar" and not inspect.isbuiltin(value))))
        assert set(found) >= wanted and set(found) <= public(dir(module)), (name, wanted ^ set(found))
        for key, node in found.items():
            value = getattr(module, key)
            compare(f"{name}.{key}", value, node or [])
            if isinstance(node, ast.ClassDef) and not issubclass(value, (BaseException, dict)):
                members = declared(body_of(node, classes))
                assert set(members) == public(dir(value)), (key, set(members) ^ public(dir(value)))
                for member, nodes in members.items():
                    compare(f"{name}.{key}.{member}", getattr(value, member), nodes or [])
                    compared += 1
            compared += 1
    assert compared > 150, compared


if __name__ == "__main__":
    run(sys.modules[__name__])
