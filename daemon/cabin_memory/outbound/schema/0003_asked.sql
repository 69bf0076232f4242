-- First questions that were put to this person, and when: nothing that they said.
CREATE TABLE asked (
    question TEXT PRIMARY KEY,
    time INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
