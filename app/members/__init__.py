"""The print club: what is for members only."""
