from las import look_and_say


def test_it():
    assert look_and_say(None, 1) == 2
