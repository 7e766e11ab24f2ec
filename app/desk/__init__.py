"""The studio's desk: pages with inquiries and bookings, for people who can read the studio's e-mail."""
