//! A chess referee.
pub mod board;
pub mod game;
pub mod notation;
pub mod position;
pub mod protocol;
pub mod rules;
pub mod session;
