"""The encrypted store: one SQLite file a person, keys in a keyring under the device key.

keeper        the state folder, its lock, opening a person's vault
keyring       who has which file and key, encrypted under the device key
database      one file: cipher, pragmas, migrations, what errors mean
group_commit  the writer thread
memory_store  the port, on one vault
statements    what is said to the database
proof         searching a vault's bytes for what was forgotten
"""

from cabin_memory.outbound.encrypted_store.keeper import EncryptedStoreKeeper
from cabin_memory.outbound.encrypted_store.memory_store import EncryptedMemoryStore

__all__ = ["EncryptedMemoryStore", "EncryptedStoreKeeper"]
