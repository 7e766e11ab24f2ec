"""The studio's desk: enquiries and bookings, for people who can read the studio's mailbox."""
