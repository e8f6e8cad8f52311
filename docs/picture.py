"""Make docs/sampler.png, the picture in the README, from a finished sampler: the title page and the first spread."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pikepdf

from puzzlegen.drawing.contact_sheet import write_contact_sheet

HERE = Path(__file__).parent
PAGES = (1, 6, 7)

with TemporaryDirectory() as folder, pikepdf.open(HERE.parent / "output/sampler/interior.pdf") as book:
    chosen = pikepdf.new()
    chosen.pages.extend(book.pages[number - 1] for number in PAGES)
    chosen.save(Path(folder) / "chosen.pdf")
    write_contact_sheet(Path(folder) / "chosen.pdf", HERE / "sampler.png", spreads=2, page_width=300)
