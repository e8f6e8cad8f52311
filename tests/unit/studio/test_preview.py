"""Pictures of pages are drawn from kept layouts, and from a layout made again where the process is a new one."""

import io
from pathlib import Path

import pytest
from PIL import Image

from puzzlegen.studio import preview

TEXT = """
title: Two Sizes
series: sizes
profiles: [home-letter, home-a4]
sections:
  - {name: One, count: 2, size: 6x5, difficulty: easy, per_page: 2}
"""


@pytest.mark.parametrize("edition", [0, 1])
def test_a_page_is_drawn_by_a_new_process_as_long_as_the_config_is_the_same(
    edition: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    plan = preview.plan_pages(TEXT, edition)
    before = preview.page_picture(TEXT, plan.key, 1, 120)
    assert before is not None
    width, height = Image.open(io.BytesIO(before)).size
    assert width == 120 and height == pytest.approx(120 * plan.size[1] / plan.size[0], abs=1)
    monkeypatch.setattr(preview, "_layouts", type(preview._layouts)())  # as in a new process
    assert preview.page_picture(TEXT, plan.key, 1, 120) == before
    other = TEXT.replace("count: 2", "count: 4")
    assert preview.page_picture(other, plan.key, 1, 120) == before  # still kept
    preview._layouts.clear()
    for changed in (other, "title: ["):
        assert preview.page_picture(changed, plan.key, 1, 120) is None
    assert not preview._layouts


def test_a_text_that_a_comment_cuts_is_among_the_warnings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    assert preview.page_warnings(TEXT) == []
    ((line, page),) = preview.page_warnings(TEXT.replace("series: sizes", "series: sizes #2"))
    assert line.startswith('book.yaml:3:9: series: "#2" is read as a comment') and page == 0
