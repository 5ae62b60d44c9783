#!/usr/bin/env python3
"""The referee as its users meet it: behind python-chess as a UCI engine, in a plain conversation of a Python program in
text and in JSON, and against python-chess's own rules, ply by ply along random games, whose PGN python-chess reads.

Run it as `python3 tests/uci_client.py PATH_TO_BINARY`; it needs the package `chess`. It prints `N passed, 0 failed` and
exits with 0, or says what went wrong and exits with 1.
"""

import io
import json
import queue
import random
import subprocess
import sys
import threading
import traceback

import chess
import chess.engine
import chess.pgn

# Only a hung program takes so many seconds.
PATIENCE = 60
GAMES = 200
LONGEST = 160


class Referee:
    """A conversation with the referee: a line in, its reply out."""

    def __init__(self, binary, *arguments):
        self.process = subprocess.Popen(
            [binary, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8", bufsize=1
        )
        self.lines = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            self.lines.put(line.rstrip("\n"))
        self.lines.put(None)

    def read(self):
        line = self.lines.get(timeout=PATIENCE)
        assert line is not None, "the referee has ended"
        return line

    def ask(self, line):
        """The lines of the reply, up to the final one."""
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()
        reply = [self.read()]
        while not is_final(reply[-1]):
            reply.append(self.read())
        return reply

    def tell(self, line):
        """The keys and values of the final line, which has to be an `ok`."""
        final = self.ask(line)[-1]
        assert final.startswith("ok "), f"{line}: {final}"
        return fields(final)

    def close(self):
        self.process.stdin.close()
        status = self.process.wait(timeout=PATIENCE)
        errors = self.process.stderr.read()
        assert (status, errors) == (0, ""), f"exit status {status}: {errors}"

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if kind is None:
            self.close()
        else:
            self.process.kill()


def is_final(line):
    word = line.removeprefix("info string ")
    return word.startswith('{"') or word.split(" ")[0] in ("ok", "error", "uciok", "readyok", "bestmove")


def fields(line):
    """The keys and values of a final line in text. `fen`, `message` and `value` run to its end."""
    words = line.split(" ")
    values = {"head": words[0], "verb": words[1]}
    place = 2
    while place < len(words):
        key = words[place]
        if key in ("fen", "message", "value"):
            values[key] = " ".join(words[place + 1 :])
            break
        values[key] = words[place + 1]
        place += 2
    return values


def read_pgn(referee):
    """The game as python-chess reads it from our PGN, which it takes without an error, and the text."""
    *lines, final = referee.ask("pgn")
    same(final, "ok pgn", "the final line")
    assert max(map(len, lines[lines.index("") :])) < 80, lines
    text = "\n".join(lines) + "\n"
    stream = io.StringIO(text)
    game = chess.pgn.read_game(stream)
    same(game.errors, [], f"errors in {text}")
    same(chess.pgn.read_game(stream), None, f"games behind the first one in {text}")
    return game, text


def listed(value):
    return [] if value == "none" else value.split(",")


def same(found, expected, what):
    assert found == expected, f"{what}: {found!r}, not {expected!r}"


# As a UCI engine behind python-chess.


def python_chess_reads_the_handshake(binary):
    with chess.engine.SimpleEngine.popen_uci([binary], timeout=PATIENCE) as engine:
        name = engine.id["name"]
        assert name.startswith("chess-referee ") and name.endswith("(protocol 1)"), name
        assert engine.id["author"], "an author is named"
        for option in ("Seed", "Threefold", "Strict", "UCI_Chess960"):
            assert option in engine.options, f"{option} is no option"
        same(engine.options["Seed"].type, "spin", "the type of Seed")
        same(engine.options["Threefold"].var, ["claim", "automatic"], "the values of Threefold")
        engine.ping()


def python_chess_configures_every_option(binary):
    with chess.engine.SimpleEngine.popen_uci([binary], timeout=PATIENCE) as engine:
        for name, option in engine.options.items():
            if not option.is_managed():
                values = {"spin": [option.min, option.max], "check": [True, False], "combo": option.var}[option.type]
                for value in [*values, option.default]:
                    if name != "Output":
                        engine.configure({name: value})
        engine.ping()


def python_chess_plays_games_to_the_end(binary, chess960=False):
    with chess.engine.SimpleEngine.popen_uci([binary], timeout=PATIENCE) as engine:
        chance = random.Random(2)
        for seed in range(12):
            engine.configure({"Seed": seed})
            board = chess.Board.from_chess960_pos(chance.randrange(960)) if chess960 else chess.Board()
            while not board.is_game_over() and board.ply() < LONGEST:
                result = engine.play(board, chess.engine.Limit(time=0.01), game=seed)
                assert result.move in board.legal_moves, f"{result.move} in {board.fen()}"
                board.push(result.move)
        engine.ping()


def python_chess_plays_chess960(binary):
    python_chess_plays_games_to_the_end(binary, chess960=True)


def python_chess_gets_the_same_moves_for_the_same_seed(binary):
    def game(seed):
        with chess.engine.SimpleEngine.popen_uci([binary], timeout=PATIENCE) as engine:
            engine.configure({"Seed": seed})
            board = chess.Board()
            for _ in range(20):
                board.push(engine.play(board, chess.engine.Limit(nodes=1)).move)
            return board.fen()

    same(game(7), game(7), "the same seed")
    assert game(7) != game(8), "another seed gives another game"


def python_chess_plays_on_after_a_draw_by_the_laws(binary):
    with chess.engine.SimpleEngine.popen_uci([binary], timeout=PATIENCE) as engine:
        for fen in ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "4k3/8/8/8/8/8/8/4K2R w K - 150 100"):
            move = engine.play(chess.Board(fen), chess.engine.Limit(time=0.01)).move
            assert move in chess.Board(fen).legal_moves, f"{move} in {fen}"


def python_chess_hears_of_no_move_after_a_mate(binary):
    with chess.engine.SimpleEngine.popen_uci([binary], timeout=PATIENCE) as engine:
        mate = chess.Board("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1")
        assert engine.play(mate, chess.engine.Limit(time=0.01)).move is None


def python_chess_analyses_without_hanging(binary):
    with chess.engine.SimpleEngine.popen_uci([binary], timeout=PATIENCE) as engine:
        engine.analyse(chess.Board(), chess.engine.Limit(depth=3))
        with engine.analysis(chess.Board(), chess.engine.Limit(time=0.01)) as analysis:
            assert analysis.wait().move in chess.Board().legal_moves


def python_chess_quits_it(binary):
    engine = chess.engine.SimpleEngine.popen_uci([binary], timeout=PATIENCE)
    engine.quit()
    same(engine.transport.get_returncode(), 0, "the exit status")


# As a program on a pipe.


def a_python_program_talks_in_text(binary):
    with Referee(binary) as referee:
        same(referee.ask("isready"), ["readyok"], "isready")
        played = referee.tell("move e4 by white ply 0")
        same((played["uci"], played["san"], played["turn"], played["state"]), ("e2e4", "e4", "black", "active"), "the first move")
        late = fields(referee.ask("move e4 by white ply 0")[-1])
        same((late["verb"], late["ply"]), ("stale", "1"), "the same again")
        wrong = fields(referee.ask("move Nf3")[-1])
        same((wrong["head"], wrong["verb"]), ("error", "illegal_move"), "White's move for Black")
        assert wrong["message"], "an error says something to a person"
        for move in ("f6", "d4", "g5"):
            referee.tell(f"move {move}")
        mate = referee.tell("move Qh5")
        same((mate["state"], mate["result"], mate["reason"], mate["winner"], mate["ended"]), ("checkmate", "1-0", "checkmate", "white", "5"), "mate")
        same(mate["forgiven"], "check_mark", "the sign for mate was left out")
        same(referee.tell("legal")["moves"], "none", "moves after the end")
        same(fields(referee.ask("move a6")[-1])["verb"], "game_over", "a move after the end")
        same(referee.tell("undo")["state"], "active", "after the mate was taken back")
        same(len(referee.ask("board")) > 8, True, "a board for a person")
        same(referee.ask("quit"), ["ok quit"], "quit")


def a_python_program_talks_in_json(binary):
    with Referee(binary, "--json") as referee:

        def ask(line):
            (reply,) = referee.ask(line)
            return json.loads(reply)

        played = ask("move e4")
        same((played["ok"], played["uci"], played["ply"], played["captured"], played["checkers"]), ("move", "e2e4", 1, None, []), "the first move")
        same(list(played)[:3], ["ok", "uci", "san"], "the order of the keys")
        wrong = ask("move e4 by black")
        same((wrong["error"], wrong["reason"]), ("illegal_move", "bad_geometry"), "three squares at once")
        same(ask("@table fen")["game"], "table", "the tag of a reply")
        same(ask("@table position chess960 0")["ok"], "position", "a tagged game")
        same(len(ask("@table legal")["moves"]), ask("@table legal")["count"], "the moves and their number")
        same(len(ask("board")["text"]) > 8, True, "a board for a person")
        same(ask("quit"), {"ok": "quit"}, "quit")


def python_chess_reads_names_clocks_and_endings_in_pgn(binary):
    with Referee(binary) as referee:
        names = {"White": "Carlsen, Magnus", "Black": "Nobody", "Event": "Łódź {Open} [x]", "Date": "2026.11.30", "ECO": "C20"}
        for name, value in names.items():
            same(referee.tell(f"tag {name} {value}")["value"], value, f"the tag {name}")
        referee.tell("clock 40/7200:1800+30")
        for move, elapsed in [("e4", 1), ("e5", 1_500), ("Nf3", 3_600_000), ("Nc6", 60_050)]:
            referee.tell(f"move {move} elapsed {elapsed}")
        referee.tell("resign black")
        game, text = read_pgn(referee)
        same({name: game.headers[name] for name in names}, names, f"the names in {text}")
        same((game.headers["Result"], game.headers["Termination"], game.headers["TimeControl"]), ("1-0", "normal", "40/7200:1800+30"), text)
        same((game.headers["Site"], game.headers["Round"]), ("?", "?"), f"what is not known in {text}")
        clocks = [node.clock() for node in game.mainline()]
        same(clocks, [7199.999, 7198.5, 3599.999, 7138.45], f"the clocks in {text}")
        assert game.end().comment.endswith("resignation, article 5.1.2"), game.end().comment
        referee.tell("position startpos moves e4")
        referee.tell("abort")
        game, text = read_pgn(referee)
        same((game.headers["Result"], game.headers["Termination"], game.end().comment), ("*", "abandoned", "aborted"), text)


def a_python_program_writes_everything_first(binary):
    lines = ["move e4", "status", "nonsense", "fen", "undo"] * 2_000
    run = subprocess.run([binary, "--json"], input="\n".join(lines), capture_output=True, text=True, encoding="utf-8", timeout=PATIENCE)
    replies = [json.loads(line) for line in run.stdout.splitlines()]
    heads = [reply.get("ok") or reply["error"] for reply in replies]
    same(heads, ["move", "status", "unknown_command", "fen", "undo"] * 2_000, "the replies in order")


def a_shell_script_asks_once(binary):
    run = subprocess.run([binary, "-e", "-c", "position startpos moves e4 e5", "-c", "explain O-O"], capture_output=True, text=True, timeout=PATIENCE)
    same(run.returncode, 0, "an illegal move that is explained is no error")
    same(fields(run.stdout.splitlines()[-1])["reason"], "castling_blocked", "why White may not castle")
    run = subprocess.run([binary, "-e", "-c", "move e5"], capture_output=True, text=True, timeout=PATIENCE)
    same(run.returncode, 1, "an error")


# Against python-chess's own rules.


def random_games_are_what_python_chess_says(binary):
    with Referee(binary) as referee:
        for seed in range(GAMES):
            compare_a_game(referee, seed)


def compare_a_game(referee, seed):
    chance = random.Random(seed)
    chess960 = seed % 4 == 3
    referee.tell(f"setoption name UCI_Chess960 value {str(chess960).lower()}")
    board = a_start(chance, seed)
    referee.tell(f"position fen {board.fen(en_passant='fen')}")
    keys = [board._transposition_key()]
    compare(referee, board, keys)
    for _ in range(LONGEST):
        if referee.tell("status")["result"] != "*":
            break
        move = a_move(chance, board)
        san, uci = board.san(move), board.uci(move)
        captured = "none"
        if board.is_capture(move):
            square = move.to_square if not board.is_en_passant(move) else move.to_square - (8 if board.turn else -8)
            captured = board.piece_at(square).symbol() + chess.square_name(square)
        reply = referee.tell(f"move {chance.choice([san, uci])}")
        what = f"{uci} in {board.fen()}"
        same((reply["uci"], reply["san"], reply["captured"], reply["forgiven"]), (uci, san, captured, "none"), what)
        board.push(move)
        keys.append(board._transposition_key())
        compare(referee, board, keys)
    compare_the_pgn(referee, board)
    compare_the_way_back(referee, board, keys)


def a_start(chance, seed):
    if seed % 4 == 3:
        return chess.Board.from_chess960_pos(chance.randrange(960))
    if seed % 4 == 2:
        # Few men and high counters: mates, stalemates, and draws of every kind.
        return a_late_position(chance)
    return chess.Board()


def a_late_position(chance):
    while True:
        board = chess.Board(None)
        men = [chess.KING, *chance.choices([chess.PAWN, chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN], k=chance.randrange(3))]
        squares = chance.sample(list(chess.SQUARES), 8)
        for color in chess.COLORS:
            for man in men if color else men[: chance.randrange(1, 3)]:
                board.set_piece_at(squares.pop(), chess.Piece(man, color))
        board.turn = chance.choice(chess.COLORS)
        board.halfmove_clock = chance.choice([0, 3, 90, 140])
        board.fullmove_number = chance.choice([1, 80, 5_000])
        if board.is_valid():
            return board


def a_move(chance, board):
    moves = list(board.legal_moves)
    passing = [move for move in moves if board.is_en_passant(move) or board.is_castling(move) or move.promotion]
    if passing and chance.random() < 0.5:
        return chance.choice(passing)
    # Back where it came from: positions come again.
    if len(board.move_stack) > 1 and chance.random() < 0.4:
        last = board.move_stack[-2]
        back = chess.Move(last.to_square, last.from_square)
        if back in moves:
            return back
    return chance.choice(moves)


def compare(referee, board, keys):
    """Asks for all that can be asked; `keys` are python-chess's keys of the game's positions, in order."""
    ply = len(board.move_stack)
    times = keys[: ply + 1].count(keys[ply])
    fen = board.fen(en_passant="legal")
    status = referee.tell("status")
    same(referee.tell("fen")["fen"], fen, "the FEN")
    over = expected_ending(board, times)
    same((status["state"], status["reason"]), over or ("check" if board.is_check() else "active", "none"), f"the state of {fen}")
    legal = [] if over else sorted(board.uci(move) for move in board.legal_moves)
    same(listed(referee.tell("legal")["moves"]), legal, f"the moves of {fen}")
    if not over and ply % 3 == 0:  # python-chess takes its time over SAN
        same(listed(referee.tell("legal san")["moves"]), sorted(board.san(move) for move in board.legal_moves), f"the SAN of {fen}")
    same(int(status["repetition"]), times, f"how often {fen} has stood")
    same(status["turn"], chess.COLOR_NAMES[board.turn], f"the turn of {fen}")
    same((int(status["halfmove"]), int(status["fullmove"])), (board.halfmove_clock, board.fullmove_number), f"the counters of {fen}")
    same(int(status["ply"]), ply, f"the ply of {fen}")
    same(status["checkers"], ",".join(chess.square_name(square) for square in board.checkers()) or "none", f"the checkers of {fen}")
    claims = [claim for claim, right in [("threefold", times >= 3), ("fifty", board.halfmove_clock >= 100)] if right and not over]
    same(listed(status["claim"]), claims, f"the claims in {fen}")


def compare_the_pgn(referee, board):
    """python-chess reads our PGN as the game that it has played itself."""
    status = referee.tell("status")
    game, text = read_pgn(referee)
    replay, moves = board.root(), []
    for move in board.move_stack:
        moves.append(replay.san(move))
        replay.push(move)
    same([node.san() for node in game.mainline()], moves, f"the moves of {text}")
    same(game.end().board().fen(), board.fen(), f"the position after {text}")
    same(game.headers["Result"], status["result"], f"the result of {text}")
    same(game.headers["Termination"], "normal" if status["reason"] != "none" else "unterminated", f"the termination of {text}")
    start = board.root()
    same("FEN" in game.headers, start.fen() != chess.STARTING_FEN, f"whether {text} has a start of its own")
    same(game.headers.get("SetUp"), "1" if "FEN" in game.headers else None, f"SetUp in {text}")
    same(game.end().comment, "" if status["reason"] == "none" else f"{status['reason']}, article {status['article']}", f"the comment of {text}")


def expected_ending(board, times):
    if board.is_checkmate():
        return "checkmate", "checkmate"
    if board.is_stalemate():
        return "stalemate", "stalemate"
    if board.is_insufficient_material():
        return "draw", "insufficient_material"
    if times >= 5:
        return "draw", "fivefold_repetition"
    if board.is_seventyfive_moves():
        return "draw", "seventyfive_moves"
    return None


def compare_the_way_back(referee, board, keys):
    """Takes the whole game back, a few half-moves at a time, and compares on the way."""
    copy = board.copy()
    while copy.move_stack:
        count = min(len(copy.move_stack), 7)
        taken = []
        for _ in range(count):
            move = copy.pop()
            taken.append(copy.uci(move))
        same(listed(referee.tell(f"undo {count}")["moves"]), taken, f"back to {copy.fen()}")
        compare(referee, copy, keys)
    if board.move_stack:
        referee.tell(f"redo {len(board.move_stack)}")
        compare(referee, board, keys)


TESTS = [
    python_chess_reads_the_handshake,
    python_chess_configures_every_option,
    python_chess_plays_games_to_the_end,
    python_chess_plays_chess960,
    python_chess_gets_the_same_moves_for_the_same_seed,
    python_chess_plays_on_after_a_draw_by_the_laws,
    python_chess_hears_of_no_move_after_a_mate,
    python_chess_analyses_without_hanging,
    python_chess_quits_it,
    a_python_program_talks_in_text,
    a_python_program_talks_in_json,
    python_chess_reads_names_clocks_and_endings_in_pgn,
    a_python_program_writes_everything_first,
    a_shell_script_asks_once,
    random_games_are_what_python_chess_says,
]


def main():
    if len(sys.argv) != 2:
        sys.exit("usage: python3 tests/uci_client.py PATH_TO_BINARY")
    failed = 0
    for test in TESTS:
        name = test.__name__.replace("_", " ")
        try:
            test(sys.argv[1])
            print(f"ok: {name}", flush=True)
        except Exception:
            failed += 1
            print(f"FAILED: {name}\n{traceback.format_exc()}", flush=True)
    print(f"{len(TESTS) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
