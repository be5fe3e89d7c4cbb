"""Reads the imports of `interpreter` from its source, for the tests of the import table."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

REPOSITORY = Path(__file__).resolve().parents[2]
ROOT = "interpreter"


@dataclass(frozen=True, slots=True)
class Import:
    """One import: who, what, on which line, and whether loading the module runs it."""

    module: str
    target: str
    line: int
    at_load: bool

    def __str__(self) -> str:
        """Show where the import stands and what it takes."""
        return f"{self.module}, line {self.line}: imports {self.target}"


def module_files(folder: Path = REPOSITORY / ROOT) -> dict[str, Path]:
    """Return the file of each module by its dotted name; a package's is its `__init__.py`."""
    found = {}
    for path in sorted(folder.rglob("*.py")):
        parts = path.relative_to(folder.parent).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def imports(files: dict[str, Path]) -> list[Import]:
    """Return every import of the modules, but for those under `if TYPE_CHECKING`."""
    return [
        Import(module, target, node.lineno, at_load)
        for module, path in files.items()
        for node, at_load in _import_nodes(
            ast.parse(path.read_text(encoding="utf-8")), at_load=True
        )
        for target in _targets(node, module, path, files)
    ]


def _import_nodes(
    parent: ast.AST, *, at_load: bool
) -> Iterator[tuple[ast.Import | ast.ImportFrom, bool]]:
    """Walk the statements; inside a function an import does not run when the module loads."""
    for node in ast.iter_child_nodes(parent):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node, at_load
        elif isinstance(node, ast.If) and _is_type_checking(node.test):
            for branch in node.orelse:
                yield from _import_nodes(ast.Module([branch], []), at_load=at_load)
        else:
            is_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda)
            yield from _import_nodes(node, at_load=at_load and not is_function)


def _is_type_checking(test: ast.expr) -> bool:
    """Say whether a condition is `TYPE_CHECKING` or `typing.TYPE_CHECKING`."""
    name = test.attr if isinstance(test, ast.Attribute) else getattr(test, "id", "")
    return name == "TYPE_CHECKING"


def _targets(
    node: ast.Import | ast.ImportFrom, module: str, path: Path, files: dict[str, Path]
) -> list[str]:
    """Name the modules that a statement imports; `from package import module` means the module."""
    if isinstance(node, ast.Import):
        return [alias.name for alias in node.names]
    base = node.module or ""
    if node.level:
        package = module.split(".")
        steps = node.level - (path.name == "__init__.py")
        base = ".".join([*package[: len(package) - steps], *filter(None, [base])])
    inner = [f"{base}.{alias.name}" for alias in node.names]
    return sorted({name if name in files else base for name in inner})


def find_cycle(edges: dict[str, set[str]]) -> list[str] | None:
    """Return modules that import each other in a ring, the first again at the end, or None."""
    done: set[str] = set()
    chain: list[str] = []

    def visit(module: str) -> list[str] | None:
        if module in chain:
            return [*chain[chain.index(module) :], module]
        if module in done:
            return None
        chain.append(module)
        for target in sorted(edges.get(module, ())):
            if cycle := visit(target):
                return cycle
        chain.pop()
        done.add(module)
        return None

    return next((cycle for module in sorted(edges) if (cycle := visit(module))), None)
