CREATE TABLE inquiries (
    id TEXT PRIMARY KEY, received REAL NOT NULL, sender BLOB NOT NULL DEFAULT x'', folder TEXT,
    language TEXT NOT NULL, what TEXT NOT NULL, workshop TEXT, pieces INTEGER, colours INTEGER NOT NULL,
    paper TEXT NOT NULL, by TEXT, name TEXT NOT NULL, email TEXT NOT NULL, message TEXT NOT NULL,
    places INTEGER NOT NULL
) WITHOUT ROWID;
CREATE INDEX inquiries_received ON inquiries (received);
CREATE INDEX inquiries_workshop ON inquiries (workshop) WHERE workshop IS NOT NULL;
CREATE TABLE files (
    inquiry TEXT NOT NULL REFERENCES inquiries ON DELETE CASCADE, number INTEGER NOT NULL,
    name TEXT NOT NULL, ending TEXT NOT NULL, size INTEGER NOT NULL, PRIMARY KEY (inquiry, number)
) WITHOUT ROWID;
CREATE TABLE mails (
    inquiry TEXT NOT NULL REFERENCES inquiries ON DELETE CASCADE, recipient TEXT NOT NULL,
    tries INTEGER NOT NULL DEFAULT 0, due REAL, sent REAL, error TEXT, PRIMARY KEY (inquiry, recipient)
) WITHOUT ROWID;
CREATE INDEX mails_due ON mails (due) WHERE due IS NOT NULL;
CREATE TABLE senders (
    inquiry TEXT NOT NULL REFERENCES inquiries ON DELETE CASCADE, digest BLOB NOT NULL, PRIMARY KEY (digest, inquiry)
) WITHOUT ROWID;
CREATE INDEX senders_inquiry ON senders (inquiry);
CREATE TABLE secrets (name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID;
INSERT INTO inquiries (id, received, sender, folder, language, what, workshop, pieces, colours, paper, by, name, email, message, places)
VALUES ('00000001-0000-4000-8000-000000000000', 1790000000.0, X'AB', NULL, 'cs', 'workshop', '2027-01-16', 2, 1, 'listed', '2026-12-24', 'Jana Nováková', 'jana@example.com', 'Prosím.', 2);
INSERT INTO mails (inquiry, recipient, tries, due, sent, error)
VALUES ('00000001-0000-4000-8000-000000000000', 'studio', 1, 1790000060.0, NULL, 'OSError');
INSERT INTO secrets VALUES ('senders', X'0102');
INSERT INTO senders VALUES ('00000001-0000-4000-8000-000000000000', X'0A0B');
