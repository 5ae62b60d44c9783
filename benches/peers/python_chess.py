"""A minimal referee over python-chess: `move e2e4` is answered by `ok` or `illegal`, `position startpos [moves ...]` starts anew.

`loop` judges moves alone; `outcome` asks after each whether the game is over or a draw can be claimed. With `wait`, each reply
is flushed at once, as a client that waits for it needs; without, when the buffer is full or the input ends.
"""

import sys

import chess

with_outcome = "outcome" in sys.argv[1:]
waited_for = "wait" in sys.argv[1:]
board = chess.Board()


def play(text):
    try:
        board.push_uci(text)  # raises for an illegal move
    except ValueError:
        return False
    if with_outcome:
        board.outcome(claim_draw=True)
    return True


for line in sys.stdin:
    words = line.split()
    if words[0] == "move":
        ok = play(words[1])
    elif words[:2] == ["position", "startpos"]:
        board.reset()
        ok = all(play(text) for text in words[3:])
    else:
        ok = words[0] == "isready"
    sys.stdout.write("ok\n" if ok else "illegal\n")
    if waited_for or words[0] == "isready":
        sys.stdout.flush()
