"""Pages for members of the print club."""
