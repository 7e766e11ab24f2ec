"""Other people's services, played by small programs that remember what they were told."""
