//! Spelling: FEN, UCI and SAN, in and out.
