//! Tidiness: the ladder of modules points down only, files stay small and open with a header, and the docs say what the code
//! does. Every list here is the library's own, so that a new code, key, command or option fails until it is documented, and
//! an old one fails until its documentation is gone.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use chess_referee::board::Role;
use chess_referee::notation::pgn::Fault;
use chess_referee::notation::{FenField, FenReason, Forgiven};
use chess_referee::position::{IllegalMove, SetupFault};
use chess_referee::protocol::report::Problem;
use chess_referee::protocol::{COMMANDS, ErrorCode, Format, grammar};
use chess_referee::rules::{Claim, Mate, MateBy, Outcome, Profile, Proof, Rulebook};
use chess_referee::session::{GameOptions, Kind, OPTIONS, Options, Scope, Session, daemon};

/// The folders of `src`, lowest rung first: each may use those before it, and none after it.
const LADDER: [&str; 8] = ["board", "position", "notation", "rules", "game", "protocol", "session", "check"];

/// Two rungs side by side: neither uses the other.
const SIBLINGS: [&str; 2] = ["session", "check"];

/// The longest file, in lines before its tests.
const MOST_LINES: usize = 600;

/// The only files that read, print, tell the time or leave.
const OUTSIDE: [&str; 4] = ["src/session/daemon.rs", "src/check/run.rs", "src/check/progress.rs", "src/main.rs"];

// ---------------------------------------------------------------- the code

#[test]
fn the_folders_of_src_are_the_rungs_of_the_ladder() {
    let folders = fs::read_dir(root().join("src")).expect("src").map(|entry| entry.expect("an entry").path());
    let folders = folders.filter(|path| path.is_dir()).map(|path| path.file_name().expect("named").to_string_lossy().into_owned());
    assert_same("the folders of src", "LADDER in tests/tidy.rs", folders.collect(), LADDER.map(str::to_owned).into());
}

#[test]
fn the_rungs_stand_in_ladder_order_in_lib_rs() {
    let lib = read("src/lib.rs");
    let declared: Vec<&str> = lib.lines().filter_map(|line| line.strip_prefix("pub mod ")?.strip_suffix(';')).collect();
    assert_eq!(declared, LADDER, "src/lib.rs declares the rungs in another order than the ladder's");
}

#[test]
fn no_rung_uses_a_higher_one() {
    let mut faults = Vec::new();
    for source in sources("src") {
        let Some((rung, depth)) = source.rung() else { continue };
        for name in roots_named(&source.code_before_tests(), depth) {
            match LADDER.iter().position(|&other| other == name) {
                Some(other) if other != rung && SIBLINGS.contains(&LADDER[rung]) && SIBLINGS.contains(&name.as_str()) => {
                    faults.push(format!("{} uses {name}, its sibling", source.path));
                }
                Some(other) if other > rung => faults.push(format!("{} uses {name}, a rung above its own", source.path)),
                None => faults.push(format!("{} uses crate::{name}: name the rung that it comes from", source.path)),
                _ => {}
            }
        }
    }
    assert_none(&faults);
}

#[test]
fn no_file_of_src_is_two_files() {
    let too_long = sources("src").into_iter().filter_map(|source| {
        let lines = source.before_tests().lines().count();
        (lines > MOST_LINES).then(|| format!("{} has {lines} lines before its tests; past {MOST_LINES} it is two things", source.path))
    });
    assert_none(&too_long.collect::<Vec<_>>());
}

#[test]
fn every_file_opens_with_what_it_is_for() {
    let all = ["src", "tests", "benches"].into_iter().flat_map(sources);
    let bare = all.filter(|source| !source.text.starts_with("//! ")).map(|source| format!("{} does not start with //!", source.path));
    assert_none(&bare.collect::<Vec<_>>());
}

#[test]
fn no_file_is_named_after_nothing_in_particular() {
    const EMPTY_NAMES: [&str; 10] = ["util", "utils", "helper", "helpers", "manager", "managers", "handler", "handlers", "misc", "stuff"];
    let is_empty = |path: &str| path.trim_end_matches(".rs").split('/').any(|part| part.split('_').any(|word| EMPTY_NAMES.contains(&word)));
    let all = ["src", "tests", "benches"].into_iter().flat_map(sources);
    let faults = all.filter(|source| is_empty(&source.path)).map(|source| format!("{}: name it after what it is about", source.path));
    assert_none(&faults.collect::<Vec<_>>());
}

#[test]
fn printing_time_and_leaving_come_in_at_the_daemon_alone() {
    const FORBIDDEN: [&str; 10] = [
        "println!",
        "eprintln!",
        "print!",
        "eprint!",
        "Instant::now",
        "SystemTime::now",
        "process::exit",
        "stdin()",
        "stdout()",
        "stderr()",
    ];
    let inside = sources("src").into_iter().filter(|source| !OUTSIDE.contains(&&*source.path));
    assert_none(&inside.flat_map(|source| source.found(&FORBIDDEN)).collect::<Vec<_>>());
}

#[test]
fn nothing_unsafe_or_unfinished_stands_in_src() {
    const FORBIDDEN: [&str; 4] = ["unsafe", "todo!", "unimplemented!", "dbg!"];
    assert_none(&sources("src").iter().flat_map(|source| source.found(&FORBIDDEN)).collect::<Vec<_>>());
    assert!(read("src/lib.rs").lines().any(|line| line == "#![forbid(unsafe_code)]"), "src/lib.rs does not forbid unsafe code");
}

// ---------------------------------------------------------------- the protocol page

#[test]
fn every_command_stands_on_the_protocol_page_with_its_usage() {
    let usages = COMMANDS.iter().map(|spec| spec.usage.to_owned()).collect();
    assert_same("COMMANDS", "the commands of docs/protocol.md", usages, keys(&commands_table()));
    for spec in &COMMANDS {
        let Some(alias) = spec.alias else { continue };
        assert!(
            commands_table()[spec.usage][1].contains(&format!("`{alias}`")),
            "docs/protocol.md does not tell that {alias} is another word for {}",
            spec.verb
        );
    }
}

#[test]
fn every_key_of_a_reply_stands_on_the_protocol_page_beside_its_command() {
    let table = commands_table();
    let state = state_keys();
    for spec in &COMMANDS {
        let samples: Vec<_> = COMMAND_SAMPLES.iter().filter(|(verb, _)| *verb == spec.verb).collect();
        assert!(!samples.is_empty(), "give a sample of {} in COMMAND_SAMPLES", spec.verb);
        let mut given = BTreeSet::new();
        let mut with_state = false;
        for (_, lines) in samples {
            let reply = answer(lines);
            assert!(!reply.starts_with("error"), "the sample {lines:?} is answered {reply}");
            let mut keys = keys_of(&reply);
            if keys.ends_with(&state) {
                with_state = true;
                keys.truncate(keys.len() - state.len());
            }
            given.extend(keys);
        }
        let cell = &table[spec.usage][2];
        let told = code_spans(cell).into_iter().filter(|span| is_key(span)).collect();
        assert_same(&format!("the reply to {}", spec.verb), "its row in docs/protocol.md", given, told);
        assert_eq!(cell.contains("state block"), with_state, "whether the state block closes the reply to {}", spec.verb);
    }
}

#[test]
fn the_state_block_on_the_protocol_page_has_the_keys_in_their_order() {
    let told: Vec<String> = table("The state block", "key").into_iter().map(|row| bare(&row[0])).collect();
    assert_eq!(state_keys(), told, "the state block (left) and docs/protocol.md (right) differ");
}

#[test]
fn every_ending_stands_on_the_protocol_page_with_its_state_and_article() {
    let rows = by_first(table("Endings", "reason"));
    assert_same("Outcome::all", "the endings of docs/protocol.md", codes(Outcome::all(), |outcome| outcome.code()), keys(&rows));
    for outcome in Outcome::all() {
        let result = match outcome {
            Outcome::Win { .. } => "win",
            Outcome::Draw(_) => "draw",
            Outcome::Aborted => outcome.result(),
        };
        let told: Vec<String> = rows[outcome.code()][1..4].iter().map(|cell| bare(cell)).collect();
        assert_eq!([outcome.state(), result, outcome.article().unwrap_or("none")], *told, "{} in docs/protocol.md (right)", outcome.code());
    }
}

#[test]
fn every_error_stands_on_the_protocol_page_with_its_keys() {
    let rows = by_first(table("Errors", "code"));
    assert_same("ErrorCode::ALL", "the errors of docs/protocol.md", codes(ErrorCode::ALL, |code| code.code()), keys(&rows));
    let mut given: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let replies = ERROR_SAMPLES.iter().map(|lines| answer(lines)).chain(errors_of_bytes());
    for reply in replies {
        let code = reply.strip_prefix("error ").and_then(|rest| rest.split(' ').next()).unwrap_or_else(|| panic!("no error: {reply}"));
        let keys = keys_of(&reply);
        assert_eq!(keys.last().map(String::as_str), Some("message"), "{reply}");
        given.entry(code.to_owned()).or_default().extend(keys.into_iter().filter(|key| key != "message"));
    }
    for code in ErrorCode::ALL.map(ErrorCode::code) {
        let keys = given.remove(code).unwrap_or_else(|| panic!("give a sample of {code} in ERROR_SAMPLES"));
        assert_same(&format!("error {code}"), "its row in docs/protocol.md", keys, code_spans(&rows[code][2]).into_iter().collect());
    }
}

#[test]
fn every_reason_of_an_illegal_move_stands_on_the_protocol_page_with_its_article_and_squares() {
    let rows = table("Why a move is illegal", "reason");
    let told: Vec<String> = rows.iter().map(|row| bare(&row[0])).collect();
    assert_eq!(IllegalMove::all().map(|reason| reason.code()).to_vec(), told, "IllegalMove::all (left), docs/protocol.md (right)");
    let rows = by_first(rows);
    let mut articles: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    let by_role = Role::ALL.map(|role| IllegalMove::BadGeometry { role });
    for reason in IllegalMove::all().iter().chain(&by_role) {
        articles.entry(reason.code()).or_default().insert(reason.article().to_owned());
        let squares = code_spans(&rows[reason.code()][2]);
        let shown = |key: &str| squares.iter().any(|span| span == key);
        assert_eq!((reason.at().is_some(), reason.by().is_some()), (shown("at"), shown("by")), "at and by of {}", reason.code());
    }
    for (code, articles) in articles {
        let told = rows[code][1].split([' ', ',']).filter(|word| word.starts_with(|first: char| first.is_ascii_digit()));
        assert_same(&format!("the articles of {code}"), "docs/protocol.md", articles, told.map(str::to_owned).collect());
    }
}

#[test]
fn everything_forgiven_stands_on_the_protocol_page_in_its_order() {
    let told: Vec<String> = table("What is forgiven", "code").into_iter().map(|row| bare(&row[0])).collect();
    assert_eq!(Forgiven::ALL.map(Forgiven::code).to_vec(), told, "Forgiven::ALL (left), docs/protocol.md (right)");
}

#[test]
fn every_fault_of_a_fen_stands_on_the_protocol_page() {
    let heading = "Why a FEN is refused";
    let fields: Vec<String> = table(heading, "field").into_iter().map(|row| bare(&row[0])).collect();
    assert_eq!(FenField::ALL.map(FenField::code).to_vec(), fields, "FenField::ALL (left), docs/protocol.md (right)");
    let reasons = keys(&by_first(table(heading, "reason")));
    assert_same("FenReason::all", "docs/protocol.md", codes(FenReason::all(), |reason| reason.code()), reasons.clone());
    for fault in SetupFault::all() {
        assert!(reasons.contains(fault.code()), "docs/protocol.md lacks the fault {} of a set-up", fault.code());
    }
}

#[test]
fn every_option_stands_on_the_protocol_page_with_its_values_default_and_scope() {
    let rows = table("Options", "name");
    let told: Vec<String> = rows.iter().map(|row| bare(&row[0])).collect();
    assert_eq!(OPTIONS.iter().map(|spec| spec.name).collect::<Vec<_>>(), told, "OPTIONS (left), docs/protocol.md (right)");
    for (spec, row) in OPTIONS.iter().zip(rows) {
        let scope = match spec.scope {
            Scope::Game(_) => "game",
            Scope::Daemon(_) => "daemon",
        };
        assert_eq!([spec.values(), spec.default_value(), scope.to_owned()], row[1..4], "{} in docs/protocol.md (right)", spec.name);
    }
}

#[test]
fn every_profile_stands_on_the_protocol_page_with_what_it_sets() {
    let columns = table_with_head("Options", "profile").0;
    let rows = table("Options", "profile");
    let told: Vec<String> = rows.iter().map(|row| bare(&row[0])).collect();
    assert_eq!(Profile::ALL.map(Profile::name).to_vec(), told, "Profile::ALL (left), docs/protocol.md (right)");
    for (profile, row) in Profile::ALL.into_iter().zip(rows) {
        let mut game = GameOptions::default();
        for (column, value) in columns.iter().zip(&row).skip(1) {
            let Some(spec) = OPTIONS.iter().find(|spec| spec.name == column) else { continue };
            let Scope::Game(set) = spec.scope else { panic!("{column} is no option of a game") };
            let taken = if let Kind::Combo(values) = spec.kind { values.contains(&&**value) } else { value.parse::<u64>().is_ok() };
            assert!(taken, "{column} does not take {value}");
            set(&mut game, value);
        }
        assert_eq!(Rulebook::of(profile), game.rulebook, "{} (left), docs/protocol.md (right)", profile.name());
    }
}

#[test]
fn the_evidence_stands_on_the_protocol_page_with_its_keys_in_their_order() {
    let heading = "Why the game stands as it does";
    let mut given = keys_of(&answer(&["explain"]));
    given.truncate(given.len() - state_keys().len());
    let told: Vec<String> = table(heading, "key").into_iter().map(|row| bare(&row[0])).collect();
    assert_eq!(given, told, "explain (left), docs/protocol.md (right)");
    let told: Vec<String> = table(heading, "mate").into_iter().map(|row| bare(&row[0])).collect();
    let codes =
        MateBy::ALL.map(MateBy::code).into_iter().chain(["unknown"]).chain(Proof::CODES.into_iter().filter(|&code| code != "material"));
    assert_same("MateBy, Verdict and Proof", "docs/protocol.md", codes.map(str::to_owned).collect(), told.into_iter().collect());
    let told = table("Who can still mate", "proof").into_iter().map(|row| bare(&row[0])).collect();
    assert_same("Proof::CODES", "docs/protocol.md", Proof::CODES.map(str::to_owned).into(), told);
    let told = code_spans(section(&read("docs/protocol.md"), "Who can still mate")).into_iter().collect::<BTreeSet<_>>();
    assert!(Mate::ALL.iter().all(|mate| told.contains(mate.code())), "an answer of `winnable` is missing in docs/protocol.md");
}

#[test]
fn every_claim_stands_on_the_protocol_page_with_why_it_is_wrong() {
    let page = read("docs/protocol.md");
    let told = code_spans(section(&page, "Claims"));
    let wrong = told.iter().filter(|span| span.starts_with("not_")).cloned().collect();
    assert_same("Claim::rejection", "docs/protocol.md", codes(Claim::ALL, |claim| claim.rejection()), wrong);
    let state = code_spans(&by_first(table("The state block", "key"))["claim"][1]).into_iter().collect();
    assert_same("Claim::ALL", "the state block of docs/protocol.md", codes(Claim::ALL, |claim| claim.code()), state);
}

#[test]
fn every_event_stands_on_the_protocol_page_with_its_values() {
    let rows = by_first(table("Events", "event"));
    let mut given: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for lines in EVENT_SAMPLES {
        let told = answer_lines(&[lines, &["@a events"]].concat());
        for line in told.lines().filter_map(|line| line.strip_prefix("@a event ")) {
            let words: Vec<&str> = line.split(' ').collect();
            let [_number, "ply", _ply, event, values @ ..] = &words[..] else { panic!("no event: {line}") };
            let keys = values.iter().step_by(2).take(if *event == "start" { 1 } else { usize::MAX });
            given.entry((*event).to_owned()).or_default().extend(keys.map(|&key| key.to_owned()));
        }
    }
    assert_same("EVENT_SAMPLES", "the events of docs/protocol.md", given.keys().cloned().collect(), keys(&rows));
    for (event, keys) in given {
        assert_same(&format!("the event {event}"), "its row in docs/protocol.md", keys, code_spans(&rows[&event][1]).into_iter().collect());
    }
}

#[test]
fn the_words_that_uci_wants_no_answer_to_stand_on_the_protocol_page() {
    let page = read("docs/protocol.md");
    let sentence = section(&page, "UCI manners").split(". ").find(|sentence| sentence.contains("no answer")).expect("that sentence");
    let silent = COMMANDS.iter().map(|spec| spec.verb).filter(|verb| grammar::is_silent_in_uci(verb)).map(str::to_owned);
    assert_same("grammar::is_silent_in_uci", "docs/protocol.md", silent.collect(), code_spans(sentence).into_iter().collect());
}

#[test]
fn the_sessions_shown_in_the_docs_are_what_the_referee_answers() {
    for page in ["README.md", "docs/protocol.md", "docs/architecture.md"] {
        for (format, shown) in sessions_shown(&read(page)) {
            let mut session = Session::new(Options { format, ..Options::default() });
            let mut replayed = String::new();
            for line in shown.lines().filter(|line| line.starts_with("> ")) {
                let mut out = Vec::new();
                session.answer(&line.as_bytes()[2..], &mut out);
                replayed += &format!("{line}\n{}", String::from_utf8(out).expect("replies are UTF-8"));
            }
            assert_eq!(replayed, shown, "a session in {page} (right) is answered otherwise (left)");
        }
    }
}

// ---------------------------------------------------------------- the page of `check`

#[test]
fn every_key_of_a_report_stands_on_the_page_of_check_in_its_order() {
    use chess_referee::check::{LineFormat, judge_games, judge_line};
    use chess_referee::notation::pgn::Blocks;
    use chess_referee::protocol::report::Summary;
    use chess_referee::protocol::{Envelope, Reply, print};
    let printed = |reply: &Reply| {
        let mut out = Vec::new();
        print(reply, Envelope::default(), &mut out);
        keys_of(String::from_utf8(out).expect("replies are UTF-8").trim_end())
    };
    let told =
        |heading: &str| -> Vec<String> { table_on("docs/check.md", heading, "key").1.iter().flat_map(|row| code_spans(&row[0])).collect() };
    let rules = Rulebook::default();
    let block = Blocks::new(&b"1. e4 e5 *"[..]).next().expect("bytes in memory").expect("one block");
    let report = judge_games(&block, &rules).remove(0);
    assert_eq!(printed(&Reply::Game(Box::new(report))), told("A game"), "a report (left), docs/check.md (right)");
    let report = judge_line("4k3/8/8/8/8/8/8/4K3 w - -", 1, LineFormat::Epd, &rules);
    assert_eq!(printed(&Reply::Setup(Box::new(report))), told("A position"), "a report (left), docs/check.md (right)");
    let page = read("docs/check.md");
    let summary: BTreeSet<String> = code_spans(section(&page, "The summary")).into_iter().filter(|span| is_key(span)).collect();
    assert_same("the summary", "docs/check.md", printed(&Reply::Summary(Summary::default())).into_iter().collect(), summary);
}

#[test]
fn every_problem_stands_on_the_page_of_check_or_of_pgn() {
    let told = table_on("docs/check.md", "Problems", "problem").1.iter().map(|row| bare(&row[0])).collect();
    let beside = Problem::all().into_iter().filter(|problem| !matches!(problem, Problem::Text(_)));
    assert_same("Problem::all", "docs/check.md", codes(beside, |problem| problem.code()), told);
}

#[test]
fn every_fault_of_a_pgn_stands_on_its_page_in_its_order() {
    let told: Vec<String> = table_on("docs/pgn.md", "Faults", "fault").1.iter().map(|row| bare(&row[0])).collect();
    assert_eq!(Fault::ALL.map(Fault::code).to_vec(), told, "Fault::ALL (left), docs/pgn.md (right)");
}

#[test]
fn the_options_of_check_stand_on_its_page_and_in_its_help() {
    let page = read("docs/check.md");
    let options = table_on("docs/check.md", page.lines().next().expect("a title").trim_start_matches("# "), "option").1;
    let told: BTreeSet<String> =
        options.iter().flat_map(|row| code_spans(&row[0])).map(|span| span.split(' ').next().unwrap_or_default().to_owned()).collect();
    let words = chess_referee::check::arguments::HELP.split([' ', ',', '\n']);
    let shown = words.filter(|word| word.starts_with('-') && word.len() > 1).map(|word| word.trim_end_matches('.').to_owned()).collect();
    assert_same("check --help", "docs/check.md", shown, told);
}

#[test]
fn the_reports_shown_in_the_docs_are_in_the_golden_files() {
    for page in ["README.md", "docs/check.md"] {
        let text = read(page);
        for shown in text.split("\n```check ").skip(1) {
            let (file, rest) = shown.split_once('\n').expect("a file's name, then its reports");
            let golden = read(&format!("fixtures/check/{file}.txt"));
            for line in rest.lines().take_while(|line| *line != "```") {
                assert!(golden.lines().any(|report| report == line), "{page} shows a report that is not in {file}.txt: {line}");
            }
        }
    }
}

// ---------------------------------------------------------------- the other pages

#[test]
fn every_file_that_a_page_names_is_there() {
    let pages = [
        ("README.md", ""),
        ("CHANGELOG.md", ""),
        ("docs/protocol.md", "docs"),
        ("docs/check.md", "docs"),
        ("docs/pgn.md", "docs"),
        ("docs/architecture.md", "docs"),
        ("docs/laws.md", "docs"),
        ("docs/performance.md", "docs"),
    ];
    let mut faults = Vec::new();
    for (page, folder) in pages {
        let text = read(page);
        let linked = links(&text).into_iter().map(|link| root().join(folder).join(link));
        let named = paths_named(&text).into_iter().map(|path| root().join(path));
        let lost = linked.chain(named).filter(|path| !path.exists());
        faults
            .extend(lost.map(|path| format!("{page} names {}, which is not there", path.strip_prefix(root()).unwrap_or(&path).display())));
    }
    assert_none(&faults);
}

#[test]
fn the_changelog_tells_of_this_version_and_of_the_protocols() {
    let changelog = read("CHANGELOG.md");
    let heading = format!("## [{}]", env!("CARGO_PKG_VERSION"));
    assert!(changelog.lines().any(|line| line.starts_with(&heading)), "CHANGELOG.md has no heading {heading}");
    assert!(changelog.contains("protocol 1"), "CHANGELOG.md does not say which protocol this is");
    assert!(answer_lines(&["uci"]).lines().any(|line| line.ends_with("(protocol 1)")), "uci tells another protocol");
}

#[test]
fn the_architecture_page_tells_of_every_rung() {
    let page = read("docs/architecture.md");
    for rung in LADDER {
        assert!(page.contains(&format!("`{rung}/`")), "docs/architecture.md does not tell of {rung}/");
    }
}

#[test]
fn the_architecture_page_tells_where_each_law_lives() {
    let page = read("docs/architecture.md");
    let lost = sources("src/rules").into_iter().filter(|source| !page.contains(&format!("`{}`", source.path)));
    assert_none(&lost.map(|source| format!("docs/architecture.md does not name {}", source.path)).collect::<Vec<_>>());
}

// ---------------------------------------------------------------- the page of the Laws

#[test]
fn every_file_and_every_transcript_on_the_page_of_the_laws_is_there() {
    let mut lost = Vec::new();
    for row in laws() {
        let [article, _, files, tests] = &row[..] else { panic!("a row of docs/laws.md has four cells: {row:?}") };
        let files = code_spans(files).into_iter().map(|file| format!("src/{file}"));
        let tests = code_spans(tests).into_iter().map(|test| match test.starts_with("tests/") {
            true => test,
            false => format!("fixtures/transcripts/{test}.txt"),
        });
        let named: Vec<String> = files.chain(tests).collect();
        let gone = named.into_iter().filter(|path| !root().join(path).is_file());
        lost.extend(gone.map(|path| format!("docs/laws.md, {article}: {path} is not there")));
    }
    assert_none(&lost);
}

#[test]
fn every_article_that_a_reply_names_has_a_row_on_the_page_of_the_laws() {
    let rows: BTreeSet<String> = laws().iter().flat_map(|row| articles(&row[0])).collect();
    let of_endings = Outcome::all().into_iter().filter_map(Outcome::article);
    let by_role = Role::ALL.map(|role| IllegalMove::BadGeometry { role });
    let of_moves = IllegalMove::all().iter().chain(&by_role).map(|reason| reason.article()).collect::<Vec<_>>();
    let lost: BTreeSet<&str> = of_endings.chain(of_moves).filter(|article| !rows.contains(*article)).collect();
    assert!(lost.is_empty(), "docs/laws.md has no row for {lost:?}");
}

// ---------------------------------------------------------------- samples

const CASTLING: &str = "position fen r3k2r/8/8/8/2b5/8/8/R3K2R w KQkq - 0 1";
const TWO_KNIGHTS: &str = "position fen 4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1";

/// Lines for each command, whose last one shows its reply with all keys that it can have.
const COMMAND_SAMPLES: [(&str, &[&str]); 44] = [
    ("position", &["position startpos"]),
    ("move", &["move e4"]),
    ("move", &["clock 1", "move e4 elapsed 1000"]),
    ("move", &["setoption name IllegalMoves value count", CASTLING, "move O-O"]),
    ("legal", &["legal"]),
    ("undo", &["move e4", "undo"]),
    ("redo", &["move e4", "undo", "redo"]),
    ("status", &["status"]),
    ("explain", &["explain e4"]),
    ("explain", &[CASTLING, "explain O-O"]),
    ("explain", &["explain"]),
    ("claim", &["claim fifty e4"]),
    ("claim", &["position fen 4k3/8/8/8/8/8/8/R3K3 w - - 100 80", "claim fifty"]),
    ("claim", &["clock 1", "claim fifty e4 elapsed 1000"]),
    ("claims", &["claims"]),
    ("offer", &["offer draw by white"]),
    ("accept", &["move e4", "move e5", "offer draw by white", "accept by black"]),
    ("decline", &["offer draw by white", "decline by black"]),
    ("resign", &["resign white"]),
    ("abort", &["abort"]),
    ("clock", &["clock 300+3"]),
    ("flag", &["clock 1", "flag white elapsed 1000"]),
    ("events", &["events"]),
    ("winnable", &["winnable"]),
    ("fen", &["fen"]),
    ("history", &["history"]),
    ("pgn", &["pgn"]),
    ("tag", &["tag White Carlsen, Magnus"]),
    ("board", &["board"]),
    ("perft", &["perft 1"]),
    ("games", &["games"]),
    ("close", &["@a position startpos", "@a close"]),
    ("setoption", &["setoption name Seed value 1"]),
    ("uci", &["uci"]),
    ("isready", &["isready"]),
    ("ucinewgame", &["ucinewgame"]),
    ("go", &["go"]),
    ("go", &["go perft 1"]),
    ("debug", &["debug on"]),
    ("register", &["register later"]),
    ("stop", &["stop"]),
    ("ponderhit", &["ponderhit"]),
    ("help", &["help"]),
    ("quit", &["quit"]),
];

/// Lines whose last one is answered by an error: all of them, with all keys that each can have.
const ERROR_SAMPLES: [&[&str]; 26] = [
    &["dance"],
    &["perft"],
    &["position fen 8/8/8/8/8/8/8/8 w - -"],
    &["move e9"],
    &["position startpos moves e9"],
    &[CASTLING, "move O-O"],
    &["position startpos moves e5"],
    &[TWO_KNIGHTS, "move Nd2"],
    &["position fen 4k3/8/8/8/8/8/8/1N2KN2 w - - 0 1 moves Nd2"],
    &["position fen 4k3/8/8/8/8/8/8/4K3 w - - 0 1", "move Ke2"],
    &["move e4 by black"],
    &["move e4 ply 1"],
    &["undo"],
    &["redo"],
    &["accept by black"],
    &["offer draw by white", "accept by black"],
    &["flag white"],
    &["clock 1", "flag white"],
    &["clock 1", "move e4", "move e5 elapsed 1"],
    &["@a status"],
    &["setoption name MaxGames value 0", "@a position startpos"],
    &["setoption name Dance value 1"],
    &["setoption name Seed value none"],
    &["perft 8"],
    &["setoption name MaxPlies value 1", "position startpos moves e4 e5"],
    &["setoption name MaxPlies value 1", "move e4", "move e5"],
];

/// Lines that make a game `@a` in which, all taken together, everything happens that can be told.
const EVENT_SAMPLES: [&[&str]; 4] = [
    &["@a position startpos", "@a clock 1", "@a claim fifty e4 elapsed 1", "@a offer draw by white", "@a decline by black", "@a abort"],
    &["@a position startpos", "@a clock 1", "@a clock off", "@a resign white"],
    &[
        "@a position startpos",
        "@a setoption name IllegalMoves value count",
        "@a clock 1",
        "@a move e5 elapsed 1",
        "@a flag white elapsed 999",
    ],
    &["@a position startpos moves e4 e5", "@a offer draw by white", "@a accept by black"],
];

/// The errors that no line of text brings about.
fn errors_of_bytes() -> [String; 2] {
    let (mut too_long, mut not_utf8) = (Vec::new(), Vec::new());
    Session::default().answer_too_long(daemon::MAX_LINE, &mut too_long);
    Session::default().answer(b"move \xff", &mut not_utf8);
    [too_long, not_utf8].map(|reply| String::from_utf8(reply).expect("replies are UTF-8").trim_end().to_owned())
}

/// All that a new session answers to the last of these lines.
fn answer_lines(lines: &[&str]) -> String {
    let mut session = Session::default();
    let mut out = Vec::new();
    for line in lines {
        out.clear();
        session.answer(line.as_bytes(), &mut out);
    }
    String::from_utf8(out).expect("replies are UTF-8")
}

/// The final line of that, its tag left out.
fn answer(lines: &[&str]) -> String {
    let reply = answer_lines(lines);
    let last = reply.lines().last().unwrap_or_else(|| panic!("{lines:?} is not answered"));
    last.strip_prefix("@a ").unwrap_or(last).to_owned()
}

/// The keys of a final line; none where it is a word of UCI's.
fn keys_of(reply: &str) -> Vec<String> {
    let mut words = reply.split(' ');
    if !matches!(words.next(), Some("ok" | "error")) {
        return Vec::new();
    }
    words.next().expect("a verb or a code");
    let mut keys = Vec::new();
    while let Some(key) = words.next() {
        keys.push(key.to_owned());
        if matches!(key, "fen" | "message" | "value") {
            break;
        }
        words.next().expect("a value");
    }
    keys
}

fn state_keys() -> Vec<String> {
    keys_of(&answer(&["status"]))
}

// ---------------------------------------------------------------- files

/// A file of Rust.
struct Source {
    /// Its path from the root of the project, with `/`.
    path: String,
    text: String,
}

impl Source {
    /// The text before its tests.
    fn before_tests(&self) -> &str {
        self.text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default()
    }

    /// The code before its tests, without comments and strings.
    fn code_before_tests(&self) -> String {
        code(self.before_tests())
    }

    /// Its rung's place on the ladder, and how many `super` lead from it to the root; `None` for `lib.rs` and `main.rs`.
    fn rung(&self) -> Option<(usize, usize)> {
        let parts: Vec<&str> = self.path.split('/').skip(1).collect();
        let rung = LADDER.iter().position(|rung| parts.len() > 1 && *rung == parts[0])?;
        Some((rung, if parts.last() == Some(&"mod.rs") { parts.len() - 1 } else { parts.len() }))
    }

    /// Which of these words stand in its code, tests included.
    fn found(&self, words: &[&str]) -> Vec<String> {
        let code = code(&self.text);
        let stands = |word: &str| code.match_indices(word).any(|(at, _)| is_whole(&code, at, word));
        words.iter().filter(|word| stands(word)).map(|word| format!("{} has {word}", self.path)).collect()
    }
}

/// Whether the word found here is no part of a longer one.
fn is_whole(code: &str, at: usize, word: &str) -> bool {
    let is_part = |character: Option<char>| character.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let goes_on = word.ends_with(char::is_alphanumeric) && is_part(code[at + word.len()..].chars().next());
    !goes_on && !is_part(code[..at].chars().next_back())
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}")).replace("\r\n", "\n")
}

/// Every Rust file under a folder, by path; none where there is no such folder.
fn sources(folder: &str) -> Vec<Source> {
    let mut folders = vec![root().join(folder)];
    let mut files: Vec<PathBuf> = Vec::new();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).into_iter().flatten() {
            let path = entry.expect("an entry").path();
            if path.is_dir() {
                // What a package inside has built is not ours.
                folders.extend(Some(path).filter(|path| !path.ends_with("target")));
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    let named = |path: &Path| path.strip_prefix(root()).expect("under the root").to_string_lossy().replace('\\', "/");
    files.into_iter().map(|path| named(&path)).map(|path| Source { text: read(&path), path }).collect()
}

/// Code without its comments, and with its strings and characters emptied.
fn code(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(next) = rest.chars().next() {
        let skipped = match next {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => rest.find("*/").map_or(rest.len(), |end| end + 2),
            '"' => quoted(rest, '"'),
            '\'' if is_character(rest) => quoted(rest, '\''),
            _ => 0,
        };
        if skipped == 0 {
            code.push(next);
            rest = &rest[next.len_utf8()..];
        } else {
            code.push(' ');
            rest = &rest[skipped..];
        }
    }
    code
}

/// The length of what stands between two of these signs, with both.
fn quoted(text: &str, sign: char) -> usize {
    let mut escaped = false;
    for (at, character) in text.char_indices().skip(1) {
        match character {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            _ if character == sign => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Whether a character starts here, and not a lifetime.
fn is_character(text: &str) -> bool {
    let mut after = text.chars().skip(1);
    after.next() == Some('\\') || after.next() == Some('\'')
}

/// The names at the root of the crate that the code uses, `depth` modules below it: by `crate::` or by as many `super::`.
fn roots_named(code: &str, depth: usize) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    for (at, word) in code.match_indices("crate::").filter(|&(at, word)| is_whole(code, at, word)) {
        names.extend(first_names(&code[at + word.len()..]));
    }
    let to_root = "super::".repeat(depth);
    for (at, _) in code.match_indices(&to_root).filter(|&(at, _)| is_whole(code, at, &to_root) && !code[..at].ends_with("super::")) {
        // From a module inside the file these lead less far: only the name of a rung tells.
        let found = first_names(&code[at + to_root.len()..]);
        names.extend(found.into_iter().filter(|name| LADDER.contains(&&**name)));
    }
    names
}

/// The name that a path starts with, or those that a group of paths starts with.
fn first_names(path: &str) -> Vec<String> {
    let Some(group) = path.strip_prefix('{') else { return vec![identifier(path)] };
    let (mut names, mut open, mut start) = (Vec::new(), 1, 0);
    for (at, character) in group.char_indices() {
        open += i32::from(character == '{') - i32::from(character == '}');
        if open == 0 || (open == 1 && character == ',') {
            names.push(identifier(&group[start..at]));
            start = at + 1;
        }
        if open == 0 {
            break;
        }
    }
    names.retain(|name| !name.is_empty());
    names
}

fn identifier(text: &str) -> String {
    text.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect()
}

// ---------------------------------------------------------------- pages

/// What stands under a heading of the second level.
fn section<'a>(page: &'a str, heading: &str) -> &'a str {
    let start = page.find(&format!("\n## {heading}\n")).unwrap_or_else(|| panic!("there is no heading ## {heading}")) + 1;
    let end = page[start..].find("\n## ").map_or(page.len(), |length| start + length);
    &page[start..end]
}

/// The rows of the table under that heading of the protocol page whose first column has this name.
fn table(heading: &str, first_column: &str) -> Vec<Vec<String>> {
    table_with_head(heading, first_column).1
}

/// The names of that table's columns, and its rows.
fn table_with_head(heading: &str, first_column: &str) -> (Vec<String>, Vec<Vec<String>>) {
    table_on("docs/protocol.md", heading, first_column)
}

/// The same of any page; its title heads what comes before the first other heading.
fn table_on(path: &str, heading: &str, first_column: &str) -> (Vec<String>, Vec<Vec<String>>) {
    let page = read(path);
    let start = format!("| {first_column} |");
    let under_title = page.starts_with(&format!("# {heading}\n"));
    let text = if under_title { &page[..page.find("\n## ").unwrap_or(page.len())] } else { section(&page, heading) };
    let mut lines = text.lines().skip_while(|line| !line.starts_with(&start));
    let head = lines.next().unwrap_or_else(|| panic!("## {heading} of {path} has no table that starts {start}"));
    let rows = lines.skip(1).take_while(|line| line.starts_with('|'));
    (cells(head), rows.map(cells).collect())
}

/// The rows of all tables of the page of the Laws.
fn laws() -> Vec<Vec<String>> {
    let page = read("docs/laws.md");
    let lines = page.lines().filter(|line| line.starts_with('|') && !line.starts_with("| ---") && !line.starts_with("| article |"));
    lines.map(cells).collect()
}

/// The articles that a cell names: `3.2 to 3.4, 3.6` are four.
fn articles(cell: &str) -> Vec<String> {
    let mut named = Vec::new();
    for part in cell.split(", ") {
        let Some((first, last)) = part.split_once(" to ") else {
            named.push(part.to_owned());
            continue;
        };
        let split =
            |article: &str| article.rsplit_once('.').and_then(|(stem, number)| Some((stem.to_owned(), number.parse::<u32>().ok()?)));
        let ((stem, first), (_, last)) = split(first).zip(split(last)).unwrap_or_else(|| panic!("no articles: {part}"));
        named.extend((first..=last).map(|number| format!("{stem}.{number}")));
    }
    named
}

fn cells(row: &str) -> Vec<String> {
    const BAR: &str = "\u{0}"; // stands in for a bar inside a cell
    let row = row.replace("\\|", BAR);
    let row = row.trim().trim_start_matches('|');
    let row = row.strip_suffix('|').unwrap_or(row);
    row.split('|').map(|cell| cell.trim().replace(BAR, "|")).collect()
}

fn commands_table() -> BTreeMap<String, Vec<String>> {
    by_first(table("Commands", "command"))
}

/// Rows by what their first cell says.
fn by_first(rows: Vec<Vec<String>>) -> BTreeMap<String, Vec<String>> {
    let count = rows.len();
    let by_first: BTreeMap<_, _> = rows.into_iter().map(|row| (bare(&row[0]), row)).collect();
    assert_eq!(by_first.len(), count, "two rows of a table are about the same: {:?}", by_first.keys());
    by_first
}

fn keys(rows: &BTreeMap<String, Vec<String>>) -> BTreeSet<String> {
    rows.keys().cloned().collect()
}

/// A cell without the signs of code.
fn bare(cell: &str) -> String {
    cell.replace('`', "")
}

/// What stands between signs of code.
fn code_spans(text: &str) -> Vec<String> {
    text.split('`').skip(1).step_by(2).map(str::to_owned).collect()
}

/// Whether a span of code can be the key of a reply.
fn is_key(span: &str) -> bool {
    span.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

fn codes<T>(all: impl IntoIterator<Item = T>, code: impl Fn(&T) -> &'static str) -> BTreeSet<String> {
    all.into_iter().map(|one| code(&one).to_owned()).collect()
}

/// The sessions in a page: blocks of code that are called `session` or `session json`.
fn sessions_shown(page: &str) -> Vec<(Format, String)> {
    let mut shown = Vec::new();
    let mut lines = page.lines();
    while let Some(line) = lines.next() {
        let format = match line {
            "```session" => Format::Text,
            "```session json" => Format::Json,
            _ => continue,
        };
        let block = lines.by_ref().take_while(|line| *line != "```").map(|line| format!("{line}\n"));
        shown.push((format, block.collect()));
    }
    shown
}

/// The files that a page links to.
fn links(page: &str) -> Vec<&str> {
    let targets = page.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
    targets.filter(|target| !target.is_empty() && !target.contains("://")).collect()
}

/// The paths from the root of the project that a page names in its text.
fn paths_named(page: &str) -> Vec<&str> {
    const TOPS: [&str; 7] = ["src/", "tests/", "docs/", "fixtures/", "benches/", "fuzz/", "LICENSE-"];
    let words = page.split(|c: char| c.is_whitespace() || "`()[],;:\"'<>*".contains(c)).map(|word| word.trim_end_matches('.'));
    words.filter(|word| TOPS.iter().any(|top| word.starts_with(top))).collect()
}

// ---------------------------------------------------------------- verdicts

/// Fails with every fault, a line each.
fn assert_none(faults: &[String]) {
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// Fails with what one of the two has and the other lacks.
fn assert_same(one: &str, other: &str, of_one: BTreeSet<String>, of_other: BTreeSet<String>) {
    let only = |these: &BTreeSet<String>, those: &BTreeSet<String>| these.difference(those).cloned().collect::<Vec<_>>().join(", ");
    let (lost, extra) = (only(&of_one, &of_other), only(&of_other, &of_one));
    assert!(lost.is_empty() && extra.is_empty(), "{one} alone: [{lost}]; {other} alone: [{extra}]");
}
