"""The studio's desk: pages with inquiries and bookings. Staff sign in with links that are mailed to the studio."""
