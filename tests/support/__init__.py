"""What tests share: nothing in here is a test, and tests import from nowhere else among the tests."""
