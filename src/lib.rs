//! A chess referee.
pub mod board;
pub mod position;
pub mod rules {
    pub mod outcome;
}
