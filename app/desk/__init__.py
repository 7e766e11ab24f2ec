"""The studio's desk: inquiries and bookings, for people who can read the studio's mails."""
