#!/usr/bin/env bash
# Measures `chess-referee check` beside pgn-extract on the same games, all of them by turns, and prints one table in markdown.
#
#     benches/pgn.sh             the table, over two corpora of 52 MB, without and with clocks; it takes about ten minutes
#     benches/pgn.sh --quick     a look at smaller ones; its figures are not to be quoted
#
# A figure is the median of its rounds in megabytes (10^6 bytes) of PGN a second, by the processor's time: so a busy machine
# disturbs it less. A ratio is the median of the rounds' ratios. The time on the wall is told beside it.
#
# Needs Linux, cargo, python3, and pgn-extract, which is installed where that can be done (Debian, as root). Builds stay in the
# target folder, corpora in a temporary one.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

bytes=52000000
rounds=7
case ${1:-} in
    "") ;;
    --quick)
        bytes=5000000
        rounds=3
        ;;
    *)
        echo "pgn.sh: no such option: $1" >&2
        exit 2
        ;;
esac

say() {
    if [ -t 2 ]; then
        echo "$*" >&2
    fi
}

# Debian keeps games where the path of root does not lead.
export PATH="$PATH:/usr/games"

install_package() {
    if [ "$(id -u)" -ne 0 ] || ! command -v apt-get >/dev/null; then
        echo "pgn.sh: install the package $1" >&2
        return 1
    fi
    say "installing $1"
    { apt-get update -qq && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq "$1"; } >/dev/null
}

for program in cargo python3 taskset; do
    command -v "$program" >/dev/null || { echo "pgn.sh: there is no $program" >&2; exit 1; }
done
command -v pgn-extract >/dev/null || install_package pgn-extract

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The portable build, whatever the caller's flags are.
unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS CARGO_BUILD_RUSTFLAGS
target=$(cargo metadata --locked --format-version 1 --no-deps | python3 -c 'import json, sys; print(json.load(sys.stdin)["target_directory"])')
quiet=()
if [ ! -t 2 ]; then
    quiet=(--quiet)
fi
# Installed, as users have it, and as benches/peers.sh measures it.
say "the referee"
cargo install "${quiet[@]}" --locked --no-track --path . --root "$scratch/referee" --target-dir "$target"
say "the corpora"
cargo build "${quiet[@]}" --locked --release --manifest-path benches/peers/Cargo.toml --target-dir "$target/peers" \
    --bin pgn_corpus --bin scan
"$target/peers/release/pgn_corpus" "$bytes" 1 >"$scratch/plain.pgn"
"$target/peers/release/pgn_corpus" "$bytes" 2 --clocks >"$scratch/clocks.pgn"

python3 - "$rounds" "$scratch" "$scratch/referee/bin/chess-referee" "$target/peers/release/scan" <<'PYTHON'
import os, resource, statistics, subprocess, sys, time

rounds, scratch, referee, scan = int(sys.argv[1]), *sys.argv[2:]
first_core = str(min(os.sched_getaffinity(0)))
one_core = ["taskset", "-c", first_core]
programs = [
    ("pgn-extract", one_core + ["pgn-extract", "-s", "-o", "/dev/null"]),
    ("pgn-extract -r", one_core + ["pgn-extract", "-s", "-r"]),
    ("check --jobs 1", one_core + [referee, "check", "--jobs", "1"]),
    ("check --jobs 2", [referee, "check", "--jobs", "2"]),
    ("line feeds counted", one_core + [scan]),
]


def run(command):
    """Seconds of the processor and on the wall; what was written is thrown away, but no failure is overlooked."""
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    wall, after = time.monotonic() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if done.returncode not in (0, 1):
        sys.exit(f"{' '.join(command)} left with status {done.returncode}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall


def shown(value):
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


print("| games | program | MB/s | MB/s on the wall | ratio to pgn-extract | ratio to pgn-extract -r |")
print("| --- | --- | ---: | ---: | ---: | ---: |")
for name in ("plain", "clocks"):
    path = f"{scratch}/{name}.pgn"
    size = os.path.getsize(path) / 1e6
    taken = {program: [] for program, _ in programs}
    for command in programs:
        run(command[1] + [path])  # a first time that does not count: the file comes into memory
    for number in range(rounds):
        if sys.stderr.isatty():
            print(f"\r\x1b[K{name}, round {number + 1} of {rounds}", end="", file=sys.stderr)
        for program, command in programs:
            taken[program].append(run(command + [path]))
    if sys.stderr.isatty():
        print("\r\x1b[K", end="", file=sys.stderr)
    for program, _ in programs:
        # Of two threads the wall tells, of one the processor.
        column = 1 if program == "check --jobs 2" else 0
        cpu, wall = (statistics.median(size / times[index] for times in taken[program]) for index in (0, 1))
        ratios = [
            statistics.median(theirs[column] / ours[column] for ours, theirs in zip(taken[program], taken[rival]))
            for rival in ("pgn-extract", "pgn-extract -r")
        ]
        print(f"| {name} | `{program}` | {shown(cpu)} | {shown(wall)} | {shown(ratios[0])} | {shown(ratios[1])} |")
PYTHON
