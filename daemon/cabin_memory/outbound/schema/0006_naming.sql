-- The highest number that a kind of placeholder ever had: what was forgotten and comes back keeps its own name.
CREATE TABLE naming (
    kind TEXT PRIMARY KEY,
    last INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO naming
    SELECT kind, max(CAST(substr(name, instr(name, ':') + 1) AS INTEGER)) FROM placeholder GROUP BY kind;
