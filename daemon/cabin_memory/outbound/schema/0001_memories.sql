-- One person's memories. Times are microseconds UTC. Words of the closed vocabularies are small numbers
-- (codecs/store_rows); `rest` is msgpack: what is never filtered or sorted by.
CREATE TABLE condition_set (
    id INTEGER PRIMARY KEY,
    body BLOB NOT NULL UNIQUE
) STRICT;
INSERT INTO condition_set (id, body) VALUES (0, x'90');  -- the empty set: always applies

CREATE TABLE placeholder (
    name TEXT PRIMARY KEY,
    kind TEXT NOT NULL,
    words TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE memory (
    row INTEGER PRIMARY KEY,
    id TEXT NOT NULL,
    digest ANY,
    status INTEGER NOT NULL,
    kind INTEGER NOT NULL,
    category INTEGER NOT NULL,
    source INTEGER NOT NULL,
    sensitivity INTEGER NOT NULL,
    language INTEGER NOT NULL,
    importance INTEGER NOT NULL,
    time INTEGER NOT NULL,
    touched INTEGER NOT NULL,
    session TEXT NOT NULL,
    subject TEXT NOT NULL,
    attribute TEXT NOT NULL,
    text TEXT NOT NULL,
    rest BLOB NOT NULL,
    terms TEXT NOT NULL,
    condition_set INTEGER NOT NULL REFERENCES condition_set (id)
) STRICT;
CREATE UNIQUE INDEX memory_id ON memory (id);
CREATE UNIQUE INDEX memory_digest ON memory (digest) WHERE digest IS NOT NULL;
CREATE INDEX memory_time ON memory (time);
CREATE INDEX memory_category ON memory (category, importance DESC, time DESC);
CREATE INDEX memory_attribute ON memory (attribute, time) WHERE attribute <> '';
CREATE INDEX memory_session ON memory (session) WHERE session <> '';
CREATE INDEX memory_condition_set ON memory (condition_set) WHERE condition_set <> 0;

CREATE TABLE vector (
    row INTEGER PRIMARY KEY REFERENCES memory (row) ON DELETE CASCADE,
    model TEXT NOT NULL,
    vector BLOB NOT NULL
) STRICT;

-- Terms are cut before they come here, so a token is whatever stands between blanks.
CREATE VIRTUAL TABLE memory_terms USING fts5 (
    terms, content = 'memory', content_rowid = 'row', detail = 'none', columnsize = 1,
    tokenize = "ascii tokenchars '.:_-'''"
);
INSERT INTO memory_terms (memory_terms, rank) VALUES ('secure-delete', 1);
