-- How this person usually sits and when they drive, by their consent: numbers only.
CREATE TABLE habit (
    name TEXT PRIMARY KEY,
    mean REAL NOT NULL,
    spread REAL NOT NULL,
    count INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
