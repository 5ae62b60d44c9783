#!/usr/bin/env bash
# Guards against slow drift: counts the instructions of each piece of work in benches/counted.rs, and fails where there are
# more than benches/instructions.txt allows. Counts do not depend on how busy the machine is; they do depend on the compiler
# and on the processor's kind, which the file therefore names.
#
#     benches/instructions.sh                           compares
#     UPDATE_INSTRUCTIONS=1 benches/instructions.sh     writes the file anew; commit it with the reason
#     benches/instructions.sh --where move_text         shows where the instructions of one piece of work go
#
# Needs cargo, python3 and valgrind.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

stored=benches/instructions.txt
names=(perft replay play move_text move_json move_untimed move_clock move_elapsed position_repeated check)

# How much more, in percent, is too much. Counts repeat to a tenth of a percent, the random seeds of hash maps included.
bound=3
# With another compiler than the file's, a few percent mean nothing; a blunder still shows.
bound_of_other_compiler=20

if ! command -v valgrind >/dev/null; then
    echo "instructions.sh: install the package valgrind" >&2
    exit 1
fi

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# The portable build, whatever the caller's flags are: another processor's instructions would be other counts.
unset RUSTFLAGS CARGO_ENCODED_RUSTFLAGS CARGO_BUILD_RUSTFLAGS
cargo bench --locked --no-run --bench counted --message-format=json >"$scratch/messages"
counted=$(python3 - "$scratch/messages" <<'PYTHON'
import json, sys

messages = [json.loads(line) for line in open(sys.argv[1]) if line.startswith("{")]
built = [message["executable"] for message in messages if message.get("target", {}).get("name") == "counted"]
print(built[-1])
PYTHON
)

# Runs one piece of work under callgrind, which counts from where `counted::measured` is entered to where it is left.
callgrind() {
    valgrind --tool=callgrind --toggle-collect='*counted*measured*' --callgrind-out-file="$scratch/profile" "$counted" "$1" \
        >"$scratch/log" 2>&1 || { cat "$scratch/log" >&2; return 1; }
}

count_of() {
    local count
    callgrind "$1"
    count=$(sed -n 's/.*Collected : \([0-9]*\).*/\1/p' "$scratch/log")
    if [ -z "$count" ] || [ "$count" -eq 0 ]; then
        echo "instructions.sh: callgrind counted nothing for $1: does counted::measured still have its name?" >&2
        return 1
    fi
    echo "$count"
}

if [ "${1:-}" = --where ]; then
    callgrind "${2:?which one: ${names[*]}}"
    for inclusive in yes no; do
        if [ "$inclusive" = yes ]; then
            echo "With all that each calls:"
        else
            echo "Each by itself:"
        fi
        # The names alone: not the files and objects that they are in.
        callgrind_annotate --auto=no --inclusive="$inclusive" "$scratch/profile" |
            grep -E '^ *[0-9,]+ \( *[0-9.]+%\) .*(chess_referee|mem|alloc|free)' | sed -E 's/  [^ :]*:/  /; s/ \[[^]]*\]$//' | sed -n 1,30p
        echo
    done
    exit
fi

compiler=$(rustc -V)
host=$(rustc -vV | sed -n 's/^host: //p')

if [ -n "${UPDATE_INSTRUCTIONS:-}" ]; then
    {
        echo "# Instructions of each piece of work in benches/counted.rs, as benches/instructions.sh counts them."
        echo "compiler $compiler"
        echo "host $host"
        for name in "${names[@]}"; do
            count=$(count_of "$name")
            echo "$name $count"
        done
    } >"$scratch/new"
    mv "$scratch/new" "$stored"
    cat "$stored"
    exit
fi

value_of() {
    sed -n "s/^$1 //p" "$stored"
}

if [ "$(value_of host)" != "$host" ]; then
    echo "instructions.sh: WARNING: not compared: $stored was made on $(value_of host), this is $host" >&2
    exit
fi
if [ "$(value_of compiler)" != "$compiler" ]; then
    bound=$bound_of_other_compiler
    echo "instructions.sh: WARNING: $stored was made with $(value_of compiler), this is $compiler: only $bound% more is held" >&2
    echo "against it. Renew it: UPDATE_INSTRUCTIONS=1 benches/instructions.sh" >&2
fi

failed=0
for name in "${names[@]}"; do
    before=$(value_of "$name")
    if [ -z "$before" ]; then
        echo "instructions.sh: $stored has no figure for $name" >&2
        failed=1
        continue
    fi
    now=$(count_of "$name")
    # In tenths of a percent.
    change=$(((now - before) * 1000 / before))
    sign=+
    if [ "$change" -lt 0 ]; then
        sign=-
    fi
    verdict=
    if [ "$change" -gt $((bound * 10)) ]; then
        verdict=" TOO MANY: more than $bound% above"
        failed=1
    elif [ "$change" -lt $((bound * -10)) ]; then
        verdict=" far fewer: renew the file, so that the gain is kept"
    fi
    printf '%-18s %12d, stored %12d, %s%d.%d%%%s\n' \
        "$name" "$now" "$before" "$sign" "$((${change#-} / 10))" "$((${change#-} % 10))" "$verdict"
done

if [ "$failed" -ne 0 ]; then
    cat >&2 <<'MESSAGE'

instructions.sh: some work takes more instructions than it did. To see where they go: benches/instructions.sh --where NAME.
If they are worth it, or if the compiler is another one, renew the file and say why in the commit:
    UPDATE_INSTRUCTIONS=1 benches/instructions.sh
MESSAGE
    exit 1
fi
