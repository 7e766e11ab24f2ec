from app.suggestion import did_you_mean


def test_the_most_similar_name_is_suggested() -> None:
    assert did_you_mean("contcat", ["about", "contact", "concat"]) == " Did you mean `concat`?"
    assert did_you_mean("contcat", ["about", "contact"]) == " Did you mean `contact`?"
    assert did_you_mean("zzz", ["about", "contact"]) == ""
    assert did_you_mean("contact", iter(())) == ""
