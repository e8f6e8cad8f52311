"""Make the pictures of books in the README, from finished books in output/: a title page and one spread of each."""

from pathlib import Path
from tempfile import TemporaryDirectory

import pikepdf
import pypdfium2

from puzzlegen.drawing.book_views import write_contact_sheet

HERE = Path(__file__).parent
PAGES = {"sampler": (1, 12, 13), "variety": (1, 58, 59)}

for name, numbers in PAGES.items():
    with TemporaryDirectory() as folder, pikepdf.open(HERE.parent / f"output/{name}/interior.pdf") as book:
        chosen = pikepdf.new()
        chosen.pages.extend(book.pages[number - 1] for number in numbers)
        chosen.save(Path(folder) / "chosen.pdf")
        write_contact_sheet(
            pypdfium2.PdfDocument(Path(folder) / "chosen.pdf"), HERE / f"{name}.png", spreads=2, page_width=300
        )
