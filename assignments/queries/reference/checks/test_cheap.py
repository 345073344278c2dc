"""Hidden checks of cheap.sql: other shops are drawn, and the reference says what is right."""

from typing import Any

import pytest
from reference.checks.shops import shops

from grader.judging.properties import drawn
from grader.student.queries import query
from grader.student.question import Code


@pytest.mark.task("cheap.products", "agrees with the reference on drawn shops")
@drawn(shops(), count=40)
def test_products(code: Code, change: str) -> Any:
    return query(code.cheap.TEXT, "shop.sqlite", change)
