//! The side to move as a type, so that the generator is made twice, once for each side, and never asks which it is.

use crate::board::Color;

/// White or Black, known while compiling.
pub(super) trait Side {
    /// The side as a value.
    const COLOR: Color;
    /// The other side, whose turn it is after a move.
    type Opponent: Side<Opponent = Self>;
}

/// White.
pub(super) struct White;

/// Black.
pub(super) struct Black;

impl Side for White {
    const COLOR: Color = Color::White;
    type Opponent = Black;
}

impl Side for Black {
    const COLOR: Color = Color::Black;
    type Opponent = White;
}
