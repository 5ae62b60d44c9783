//! The Laws beside moving, held to what they say: who can still mate, claims, conduct, clocks.

mod claims;
mod clock;
mod conduct;
mod events;
mod mate_by;
mod talk;
