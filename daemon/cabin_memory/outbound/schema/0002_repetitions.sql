-- Digests of observations that were merged into a memory, so that a retry of one changes nothing.
CREATE TABLE repetition (
    digest ANY PRIMARY KEY,
    row INTEGER NOT NULL REFERENCES memory (row) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
CREATE INDEX repetition_row ON repetition (row);
