-- Receipts of forgetting: when, how many, by which kinds of scope; nothing of what it was.
CREATE TABLE receipt (
    id TEXT PRIMARY KEY,
    time INTEGER NOT NULL,
    count INTEGER NOT NULL,
    derived INTEGER NOT NULL,
    verified INTEGER NOT NULL,
    scope TEXT NOT NULL,
    undo_until INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

-- What can still be brought back, because the person chose so: out of every search, until the term ends.
CREATE TABLE undo (
    receipt TEXT PRIMARY KEY REFERENCES receipt (id) ON DELETE CASCADE,
    body BLOB NOT NULL
) STRICT, WITHOUT ROWID;
