"""SVG is made of escaped pieces: nothing of a hand-in leaves its place."""

import xml.etree.ElementTree as ET

from grader.report.pictures import svg
from grader.report.sanitize import visible
from tests.report.report_samples import HOSTILE


def test_text_and_attributes_come_back_as_they_went_in() -> None:
    made = ET.fromstring(svg.element("g", HOSTILE, data_n=HOSTILE))
    assert (made.text, made.attrib) == (visible(HOSTILE), {"data-n": visible(HOSTILE)})


def test_elements_can_stand_in_elements() -> None:
    inner = svg.element("a", "x < y")
    assert svg.element("g", [inner, "&"]) == "<g><a>x &lt; y</a>&amp;</g>"


def test_numbers_are_short() -> None:
    assert svg.element("r", x=1.0, y=0.1 + 0.2) == '<r x="1" y="0.3"></r>'


def test_a_picture_says_its_story() -> None:
    made = ET.fromstring(svg.picture(10, 20, [], "what happened"))
    assert (made.attrib["role"], made.attrib["aria-label"]) == ("img", "what happened")
