from typing import Literal, Sequence, final

__version__: str
__all__ = ["CompileError", "Diagnostic", "Image", "Program", "__version__", "compile"]

def compile(
    source: str | bytes,
    language: Literal["sycl", "opencl-c", "opencl-c++", "bitcode"] = "sycl",
    headers: dict[str, str] = {},
    options: Sequence[str] = [],
    names: Sequence[str] = [],
    targets: Sequence[str] = ["spirv64"],
    *,
    name: str = "program",
    split: Literal["none", "features", "kernel"] | None = None,
    spec_constants: Literal["native", "emulation", "defaults"] | None = None,
    deadline: float | None = None,
    keep_bitcode: bool = False,
    spirv_extensions: Sequence[str] | None = None,
) -> Program: ...

@final
class Program:
    @property
    def images(self) -> tuple[Image, ...]: ...
    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]: ...
    @property
    def log(self) -> str: ...
    @property
    def came_from(self) -> Literal["compiler", "stored image", "stored program"]: ...
    def lowered_name(self, expression: str) -> str | None: ...
    def kernel_name(self, expression: str) -> str | None: ...
    def image(self, target: str | None = None) -> Image | None: ...

@final
class Image:
    @property
    def target(self) -> str: ...
    @property
    def format(self) -> str: ...
    @property
    def bytes(self) -> bytes: ...
    @property
    def entry_points(self) -> tuple[str, ...]: ...
    @property
    def properties(self) -> dict[str, dict[str, int | bytes]]: ...
    @property
    def bitcode(self) -> bytes | None: ...

@final
class Diagnostic:
    @property
    def severity(self) -> Literal["note", "remark", "warning", "error", "fatal error"]: ...
    @property
    def text(self) -> str: ...
    @property
    def file(self) -> str | None: ...
    @property
    def line(self) -> int | None: ...
    @property
    def column(self) -> int | None: ...
    @property
    def end(self) -> tuple[int, int] | None: ...
    @property
    def option(self) -> str | None: ...
    @property
    def notes(self) -> tuple[Diagnostic, ...]: ...
    @property
    def rendered(self) -> str: ...

class CompileError(Exception):
    diagnostics: tuple[Diagnostic, ...]
    log: str
    kind: Literal[
        "usage", "frontend", "no-kernel", "undefined", "backend", "bitcode", "timed-out", "no-compiler", "poisoned",
        "forked", "system", "crashed", "internal",
    ]
