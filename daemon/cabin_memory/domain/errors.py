"""Every error the daemon knows, in families by who can mend it. Imports nothing.

Each error has a `word` (stable, sent over D-Bus and in JSON) and a `remedy` (a fixed sentence for a
person). Neither ever carries content, a name or a key: the text of an exception stays in the process.
"""


class CabinMemoryError(Exception):
    """Root of all errors that the daemon raises on purpose."""

    word = "Unavailable"
    remedy = "Look at the daemon's log; it names the component that failed."

    def __init__(self, detail: str = "", *, remedy: str = "") -> None:
        """`detail` names the fault (a path, a key, a limit), never content."""
        super().__init__(detail or self.word)
        self.detail = detail
        if remedy:
            self.remedy = remedy


# --- the caller can mend it ------------------------------------------------------------------------
class InvalidArgument(CabinMemoryError):
    word = "InvalidArgument"
    remedy = "Correct the argument that is named and call again."


class UnknownOccupant(CabinMemoryError):
    word = "UnknownOccupant"
    remedy = "Name a speaker who is in the car (Occupants.Set), as issuer:subject."


class NotFound(CabinMemoryError):
    word = "NotFound"
    remedy = "Use an id that List or Recall returned for this person."


class NotAuthorized(CabinMemoryError):
    word = "NotAuthorized"
    remedy = "Call as the assistant or as the owner's panel; see the D-Bus policy."


class Locked(CabinMemoryError):
    word = "Locked"
    remedy = "Memories cannot be managed in this drive state; stop the car first."


class ParkedOnly(CabinMemoryError):
    word = "ParkedOnly"
    remedy = "Park the car, then call again."


class ConsentRequired(CabinMemoryError):
    word = "ConsentRequired"
    remedy = "Ask the person and record the answer with Manage.Consent."


class ConfirmationRequired(CabinMemoryError):
    word = "ConfirmationRequired"
    remedy = "Ask the person again, then repeat the call with confirm set to true."


class Busy(CabinMemoryError):
    word = "Busy"
    remedy = "Wait a moment and call again."


# --- the integrator or a workshop can mend it --------------------------------------------------------
class Unavailable(CabinMemoryError):
    """A part of the daemon cannot serve this call now."""


class SettingsInvalid(CabinMemoryError):
    """Every fault of a settings document at once, one per line of `detail`."""

    word = "SettingsInvalid"
    remedy = "Correct the keys that are named in the settings file."


class ModelUnavailable(Unavailable):
    """The embedding model is missing, truncated, altered or cannot be loaded."""

    remedy = "Build or reinstall the model (make model) and check its folder against manifest.toml."


class VaultClosed(Unavailable):
    """Whose vault it was has left the car meanwhile."""

    word = "UnknownOccupant"
    remedy = "The speaker left the car meanwhile; call again when they are back."


class StoreError(Unavailable):
    """Root of what can be wrong with the encrypted store; never answered by a silent empty store."""


class WrongKey(StoreError):
    word = "Tampered"
    remedy = "Provide the device key that this state folder was made with; nothing was changed."


class WrongCipher(StoreError):
    word = "Tampered"
    remedy = "The file is not a store of this daemon or uses another cipher; restore it from a backup."


class StoreDamaged(StoreError):
    word = "Tampered"
    remedy = "Restore the vault from a backup; the damaged file was left as it is."


class NewerSchema(StoreError):
    remedy = "The store was written by a newer version; install that version or newer."


class StoreFull(StoreError):
    remedy = "Free space on the state partition; nothing that was acknowledged is lost."


class StoreReadOnly(StoreError):
    remedy = "Make the state folder writable for the daemon's user."


class StoreInUse(StoreError):
    remedy = "Another daemon holds this state folder; stop it or use another folder."


class KeyUnavailable(StoreError):
    remedy = "Provide the device key as a systemd credential or a 0600 file; nothing was overwritten."


class MappingInvalid(CabinMemoryError):
    """A vehicle signal mapping or the part of a DBC file that it needs cannot be used."""

    word = "SettingsInvalid"
    remedy = "Correct the mapping or the DBC file at the place that is named."
