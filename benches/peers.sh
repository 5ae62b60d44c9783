#!/usr/bin/env bash
# Measures chess-referee beside its peers, all of them by turns, and prints one table in markdown.
#
#     benches/peers.sh             the table; it takes about ten minutes, and the first build some more
#     benches/peers.sh --quick     a look: fewer rounds, perft a half-move shallower; its figures are not to be quoted
#     benches/peers.sh --plots     also draws docs/cost-by-length.svg and docs/cost-by-games.svg anew
#
# Needs Linux, cargo, python3 with its venv module, and Stockfish; what is missing of the last two is installed where that
# can be done (Debian, as root). python-chess comes into a temporary folder. Builds stay in the target folder.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

options=()
for argument in "$@"; do
    case $argument in
        --quick) options+=(--quick) ;;
        --plots) options+=("plots=$PWD/docs") ;;
        *)
            echo "peers.sh: no such option: $argument" >&2
            exit 2
            ;;
    esac
done

say() {
    if [ -t 2 ]; then
        echo "$*" >&2
    fi
}

# Debian keeps games where the path of root does not lead.
export PATH="$PATH:/usr/games"

install_package() {
    if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
        echo "peers.sh: install the package $1" >&2
        return 1
    fi
    say "installing $1"
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$1"; } >/dev/null
}

for program in cargo python3 taskset; do
    command -v "$program" >/dev/null || { echo "peers.sh: there is no $program" >&2; exit 1; }
done
command -v stockfish >/dev/null || install_package stockfish

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

say "python-chess"
if ! python3 -m venv "$scratch/venv" >/dev/null 2>&1; then
    rm -rf "$scratch/venv"
    install_package python3-venv
    python3 -m venv "$scratch/venv"
fi
"$scratch/venv/bin/pip" install --quiet --disable-pip-version-check "chess>=1.11,<2" >&2

# The caller's own flags would make the portable builds something else.
unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS CARGO_BUILD_RUSTFLAGS
target=$(cargo metadata --locked --format-version 1 --no-deps | python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')
quiet=()
if [ ! -t 2 ]; then
    quiet=(--quiet)
fi
# Installed, as users have them: what the linker leaves in its target folder starts some 10% slower than a copy of it.
install=(cargo install "${quiet[@]}" --locked --no-track)
say "the referee"
"${install[@]}" --path . --root "$scratch/referee" --target-dir "$target"
say "the peers"
"${install[@]}" --path benches/peers --root "$scratch/peers" --target-dir "$target/peers"
say "the libraries, built for this processor"
RUSTFLAGS="-C target-cpu=native" "${install[@]}" --path benches/peers --root "$scratch/native" --target-dir "$target/peers/native" \
    --features native --bin library

TMPDIR="$scratch" "$scratch/peers/bin/peers" "${options[@]}" \
    daemon="$scratch/referee/bin/chess-referee" \
    library="$scratch/peers/bin/library" \
    native="$scratch/native/bin/library" \
    echo="$scratch/peers/bin/echo" \
    cozy_loop="$scratch/peers/bin/cozy_loop" \
    stockfish="$(command -v stockfish)" \
    python="$scratch/venv/bin/python" \
    python_chess="$PWD/benches/peers/python_chess.py" \
    games="$PWD/benches/games.txt" >"$scratch/table"

cat "$scratch/table"
cat <<TAIL

$(lscpu | sed -n 's/^Model name: *//p'), $(nproc) cores; $(rustc -V | cut -d' ' -f1,2); $(echo quit | stockfish | head -n 1 | cut -d' ' -f1,2); \
$("$scratch/venv/bin/python" -c 'import chess, platform; print(f"python-chess {chess.__version__} on Python {platform.python_version()}")'); \
$(for crate in cozy-chess chess; do grep -A1 "^name = \"$crate\"" benches/peers/Cargo.lock | sed -n 's/version = "\(.*\)"/\1/p' | sed "s/^/$crate /" | tr '\n' ' '; done)
TAIL
