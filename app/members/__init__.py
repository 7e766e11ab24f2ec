"""The print club: pages for members."""
