"""The website of Studio Otisk."""
