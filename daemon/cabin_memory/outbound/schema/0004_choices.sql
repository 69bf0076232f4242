-- What the person agreed to; `until` NULL: until it is changed. A row `category:food` is a category of which
-- nothing is to be kept.
CREATE TABLE choice (
    name TEXT PRIMARY KEY,
    given INTEGER NOT NULL,
    until INTEGER
) STRICT, WITHOUT ROWID;
