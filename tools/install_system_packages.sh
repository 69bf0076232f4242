#!/bin/sh
# Install the Debian packages that the repository's commands need; quick when nothing is missing.
# SKIP_SYSTEM_PACKAGES=1 leaves everything as it is (another distribution, or no rights to install).
set -eu

# The interpreter and its venv; a private message bus for tests, demo and benchmarks; what PyGObject,
# the base of the pydbus client, needs to be built. Same names on Debian 12 and 13.
packages="python3 python3-venv python3-dev gcc pkg-config libcairo2-dev libgirepository1.0-dev
    dbus-daemon ca-certificates git make"

[ "${SKIP_SYSTEM_PACKAGES:-}" != 1 ] || exit 0

fail() {
    printf '%s\n' "$1" "Install these packages yourself (or their equivalents):" "    $missing" \
        "and run make again; SKIP_SYSTEM_PACKAGES=1 skips this check." >&2
    exit 1
}

missing=$(echo $packages)
if command -v dpkg-query >/dev/null; then
    installed=$(dpkg-query -W -f '${db:Status-Status} ${Package}\n' $packages 2>/dev/null || true)
    missing=
    for package in $packages; do
        echo "$installed" | grep -qx "installed $package" || missing="$missing $package"
    done
    missing=${missing# }
fi
[ -n "$missing" ] || exit 0

command -v apt-get >/dev/null || fail "System packages are missing and there is no apt-get here."
if [ "$(id -u)" = 0 ]; then
    as_root="env"
elif command -v sudo >/dev/null; then
    as_root="sudo env"
else
    fail "System packages are missing; installing them needs root or sudo."
fi

echo "Installing system packages: $missing"
$as_root apt-get update -qq || fail "apt-get update failed."
$as_root DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing >/dev/null ||
    fail "apt-get install failed."
