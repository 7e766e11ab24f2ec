"""Studio Otisk's site."""
