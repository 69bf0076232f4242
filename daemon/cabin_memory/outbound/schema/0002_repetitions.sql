-- Digests of observations that were merged into a memory, so that a retry of one changes nothing. A caller that
-- tries again does so within days: older ones are dropped with the next merge.
CREATE TABLE repetition (
    digest ANY PRIMARY KEY,
    row INTEGER NOT NULL REFERENCES memory (row) ON DELETE CASCADE,
    time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX repetition_row ON repetition (row);
CREATE INDEX repetition_time ON repetition (time);
