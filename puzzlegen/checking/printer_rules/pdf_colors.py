"""Colors as a PDF file states them, and the kinds of their color spaces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import pikepdf

MAX_DEPTH = 12  # nested color spaces; deeper nesting is a loop


@dataclass(frozen=True, slots=True)
class PdfColor:
    """A color as the file states it: ``space`` is grey, rgb, cmyk, spot, lab, pattern or unknown; parts are 0 to 1."""

    space: str
    parts: tuple[float, ...] = ()

    @property
    def is_white(self) -> bool:
        """Whether it leaves no ink on paper."""
        if self.space in ("cmyk", "spot"):
            return bool(self.parts) and max(self.parts) < 0.02
        return self.space in ("grey", "rgb") and bool(self.parts) and min(self.parts) > 0.98

    @property
    def ink(self) -> float | None:
        """The share of black, 0 to 1, if the color is gray in any space; else None."""
        if self.space == "grey" and self.parts:
            return 1.0 - self.parts[0]
        if self.space == "rgb" and self.parts and max(self.parts) - min(self.parts) < 0.005:
            return 1.0 - self.parts[0]
        if self.space == "cmyk" and self.parts and max(self.parts[:3]) < 0.005:
            return self.parts[3]
        return None

    @property
    def coverage(self) -> float:
        """The sum of all inks, 1.0 for 100 %; a color that is not CMYK counts as one ink."""
        return sum(self.parts) if self.space == "cmyk" else 1.0

    def __str__(self) -> str:
        return f"{self.space} {' '.join(f'{part:.2g}' for part in self.parts)}".strip()


BLACK = PdfColor("grey", (0.0,))


_NAMES = {
    "/DeviceGray": "grey", "/G": "grey", "/CalGray": "grey",
    "/DeviceRGB": "rgb", "/RGB": "rgb", "/CalRGB": "rgb",
    "/DeviceCMYK": "cmyk", "/CMYK": "cmyk",
    "/Separation": "spot", "/DeviceN": "spot",
    "/Lab": "lab", "/Pattern": "pattern",
}  # fmt: skip
_CHANNELS = {1: "grey", 3: "rgb", 4: "cmyk"}


def space_of(space: Any, depth: int = 0) -> str:
    """Return the kind of a color space: grey, rgb, cmyk, spot, lab, pattern or unknown."""
    if isinstance(space, pikepdf.Name):
        return _NAMES.get(str(space), "unknown")
    if not isinstance(space, pikepdf.Array) or not len(space) or depth > MAX_DEPTH:
        return "unknown"
    kind = str(space[0])
    if kind == "/ICCBased":
        return _CHANNELS.get(int(space[1].get("/N", 0)), "unknown")
    if kind in ("/Indexed", "/I"):
        return space_of(space[1], depth + 1)
    if kind == "/Separation" and str(space[1]) in ("/Black", "/All"):
        return "cmyk" if str(space[1]) == "/All" else "grey"
    return _NAMES.get(kind, "unknown")
