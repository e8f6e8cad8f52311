"""Writes what PDF/X-1a:2001 (ISO 15930-1) requires of a file beside its pages."""

from __future__ import annotations

from typing import Any

import pikepdf
from pikepdf import Array, Dictionary, Name

PDF_VERSION = "1.3"  # PDF/X-1a:2001 is a subset of this version, which has no object streams and no transparency
REGISTRY = "http://www.color.org"  # of the ICC: a condition that is registered there needs no color profile in the file
DATE = "D:20000101000000Z"  # the standard requires dates, and a date of today would make every build a different file


def write_pdf_x(pdf: pikepdf.Pdf, title: str, author: str, condition: str) -> None:
    """Write the information and the output intent of PDF/X-1a:2001 into a file.

    ``condition`` is the printing condition, by its name in the registry of the ICC. The pages must have gray and CMYK
    colors, embedded fonts and trim boxes, and no transparency. The document ID is written when the file is saved.
    """
    for key in ("/PageMode", "/PageLabels", "/ViewerPreferences"):
        if key in pdf.Root:
            del pdf.Root[key]
    information: Any = pdf.docinfo
    for key in list(information):
        del information[key]
    information["/Title"] = title
    if author:
        information["/Author"] = author
    information["/Creator"] = information["/Producer"] = "puzzlegen"
    information["/CreationDate"] = information["/ModDate"] = DATE
    information["/Trapped"] = Name("/False")
    information["/GTS_PDFXVersion"] = "PDF/X-1:2001"
    information["/GTS_PDFXConformance"] = "PDF/X-1a:2001"
    intent = Dictionary(
        Type=Name.OutputIntent,
        S=Name.GTS_PDFX,
        OutputConditionIdentifier=condition,
        OutputCondition=condition,
        RegistryName=REGISTRY,
        Info=condition,
    )
    pdf.Root.OutputIntents = Array([pdf.make_indirect(intent)])
