from las import look_and_say
from nim import less_equal


def test_a_million_calls():
    for n in range(1_000_000):
        assert less_equal((n,), (n + 1,))
