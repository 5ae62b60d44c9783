//! Rooks, bishops and queens: the squares that they attack along open lines, up to the first man in the way.
//!
//! A multiplication hashes the men that could stand in a piece's way to the index of a table that holds its attacks
//! ("magic bitboards"). The table is padded to a power of two and its index masked, so that no bounds check is needed,
//! and it is computed at compile time, so that starting the program costs nothing.

use super::{Bitboard, Square};

/// Where a bishop on `square` attacks when `occupied` squares stop it; the first man met is attacked too.
#[inline]
#[must_use]
pub fn bishop_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    lookup(&BISHOPS[square as usize], occupied)
}

/// Where a rook on `square` attacks when `occupied` squares stop it; the first man met is attacked too.
#[inline]
#[must_use]
pub fn rook_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    lookup(&ROOKS[square as usize], occupied)
}

/// Where a queen on `square` attacks when `occupied` squares stop it; the first man met is attacked too.
#[inline]
#[must_use]
pub fn queen_attacks(square: Square, occupied: Bitboard) -> Bitboard {
    bishop_attacks(square, occupied) | rook_attacks(square, occupied)
}

/// Where a bishop on `square` attacks on an empty board: what it can ever reach in one move.
#[inline]
#[must_use]
pub fn diagonals(square: Square) -> Bitboard {
    Bitboard(DIAGONALS[square as usize])
}

/// Where a rook on `square` attacks on an empty board: what it can ever reach in one move.
#[inline]
#[must_use]
pub fn straights(square: Square) -> Bitboard {
    Bitboard(STRAIGHTS[square as usize])
}

/// How the men in the way of one piece on one square are hashed.
#[derive(Clone, Copy)]
struct Magic {
    /// The squares where a man matters: the open lines without their last squares.
    mask: u64,
    factor: u64,
    shift: u32,
    offset: u32,
}

#[inline]
fn lookup(magic: &Magic, occupied: Bitboard) -> Bitboard {
    Bitboard(TABLE[index(magic, occupied.0)])
}

#[inline]
const fn index(magic: &Magic, occupied: u64) -> usize {
    let hash = (occupied & magic.mask).wrapping_mul(magic.factor) >> magic.shift;
    (magic.offset as usize + hash as usize) & (TABLE_LEN - 1)
}

/// 5,248 entries for bishops and 102,400 for rooks, padded to a power of two.
const TABLE_LEN: usize = 1 << 17;

static BISHOPS: [Magic; 64] = BISHOP_MAGICS;
static ROOKS: [Magic; 64] = ROOK_MAGICS;
static TABLE: [u64; TABLE_LEN] = fill_table();
pub(super) const DIAGONALS: [u64; 64] = open_lines(BISHOP_STEPS);
pub(super) const STRAIGHTS: [u64; 64] = open_lines(ROOK_STEPS);

const BISHOP_STEPS: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const ROOK_STEPS: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];

const BISHOP_MAGICS: [Magic; 64] = magics(BISHOP_STEPS, &BISHOP_FACTORS, 0);
const ROOK_MAGICS: [Magic; 64] = magics(ROOK_STEPS, &ROOK_FACTORS, 5_248);

const fn magics(steps: [(i8, i8); 4], factors: &[u64; 64], first: u32) -> [Magic; 64] {
    let mut all = [Magic { mask: 0, factor: 0, shift: 0, offset: 0 }; 64];
    let mut offset = first;
    let mut square = 0;
    while square < 64 {
        let mut mask = 0;
        let mut direction = 0;
        while direction < 4 {
            let ray = ray(square, steps[direction]);
            mask |= ray & !last_square(ray, steps[direction]);
            direction += 1;
        }
        all[square] = Magic { mask, factor: factors[square], shift: 64 - mask.count_ones(), offset };
        offset += 1 << mask.count_ones();
        square += 1;
    }
    all
}

const fn open_lines(steps: [(i8, i8); 4]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut square = 0;
    while square < 64 {
        let mut direction = 0;
        while direction < 4 {
            table[square] |= ray(square, steps[direction]);
            direction += 1;
        }
        square += 1;
    }
    table
}

#[allow(long_running_const_eval)] // a second of compile time buys a program that starts at once
const fn fill_table() -> [u64; TABLE_LEN] {
    let mut table = [0; TABLE_LEN];
    fill_half(&mut table, &BISHOP_MAGICS, BISHOP_STEPS);
    fill_half(&mut table, &ROOK_MAGICS, ROOK_STEPS);
    table
}

const fn fill_half(table: &mut [u64; TABLE_LEN], magics: &[Magic; 64], steps: [(i8, i8); 4]) {
    let mut square = 0;
    while square < 64 {
        let magic = &magics[square];
        // All rays that lead away from every square, so that a blocker's shadow is one look-up.
        let mut shadows = [[0; 64]; 4];
        let mut rays = [0; 4];
        let mut direction = 0;
        while direction < 4 {
            rays[direction] = ray(square, steps[direction]);
            let mut rest = rays[direction];
            while rest != 0 {
                let blocker = rest.trailing_zeros() as usize;
                shadows[direction][blocker] = ray(blocker, steps[direction]);
                rest &= rest - 1;
            }
            direction += 1;
        }
        // Every subset of the mask, by the carry-rippler.
        let mut men = 0_u64;
        loop {
            let mut attacks = 0;
            let mut direction = 0;
            while direction < 4 {
                let ray = rays[direction];
                let blockers = ray & men;
                attacks |= if blockers == 0 {
                    ray
                } else {
                    let first = if goes_up(steps[direction]) { blockers.trailing_zeros() } else { 63 - blockers.leading_zeros() };
                    ray & !shadows[direction][first as usize]
                };
                direction += 1;
            }
            table[index(magic, men)] = attacks;
            men = men.wrapping_sub(magic.mask) & magic.mask;
            if men == 0 {
                break;
            }
        }
        square += 1;
    }
}

/// Whether square numbers grow in this direction.
const fn goes_up(step: (i8, i8)) -> bool {
    step.1 > 0 || (step.1 == 0 && step.0 > 0)
}

/// All squares in one direction from `square`, itself left out.
const fn ray(square: usize, step: (i8, i8)) -> u64 {
    let mut squares = 0;
    let mut file = (square % 8) as i8 + step.0;
    let mut rank = (square / 8) as i8 + step.1;
    while file >= 0 && file < 8 && rank >= 0 && rank < 8 {
        squares |= 1 << (rank * 8 + file);
        file += step.0;
        rank += step.1;
    }
    squares
}

/// The square of a ray where it meets the edge of the board.
const fn last_square(ray: u64, step: (i8, i8)) -> u64 {
    if ray == 0 {
        0
    } else if goes_up(step) {
        1 << (63 - ray.leading_zeros())
    } else {
        1 << ray.trailing_zeros()
    }
}

// Found by trying random sparse numbers until one hashed every arrangement of blockers without a clash;
// the test below tries every arrangement again.
#[rustfmt::skip]
const BISHOP_FACTORS: [u64; 64] = [
    0x2042_4408_0084_0081, 0x8004_0820_c102_0100, 0x0108_0a44_0420_0000, 0x0102_2082_0040_2104,
    0x0108_4840_8100_0402, 0xe508_2404_2200_0204, 0x0081_0119_a020_0a01, 0x4000_1208_0104_1001,
    0x0404_20c2_8202_040a, 0x0000_0408_10c4_008c, 0x0120_4202_0441_0814, 0x0305_080a_0021_0008,
    0xb0a0_2202_1026_1000, 0x5000_0608_1404_0008, 0x0120_2404_0282_1000, 0x080a_0212_0084_440c,
    0x0040_8220_124a_8208, 0x2002_0010_3049_3108, 0x101a_1084_1800_1100, 0x4322_0020_2020_44c0,
    0x1b28_2104_0208_1004, 0x0001_0002_0080_8400, 0x0424_0002_0914_0220, 0x8020_2043_0111_1008,
    0xa010_0844_8538_1000, 0x0088_2100_0424_0080, 0x8040_4106_5004_0081, 0x0840_0400_0510_1020,
    0x0021_0101_0810_4000, 0x8010_0110_0208_0200, 0x0408_0500_0084_1101, 0x0204_0100_0041_2088,
    0x1042_2010_0021_0240, 0x0008_2210_0602_0410, 0x0040_1804_0002_0406, 0xa110_4808_0042_0a00,
    0x020d_0104_0012_00a0, 0x0041_0200_8418_0802, 0x3001_4101_0002_0800, 0x0041_0900_2002_0a00,
    0x0028_888c_1100_c010, 0x8010_4404_2100_4404, 0x0181_0040_5000_0842, 0x2000_0140_1040_0200,
    0x0043_0101_2200_ac01, 0x0020_2001_1440_0208, 0x081c_2400_8e01_2420, 0x0402_0800_4088_0902,
    0x1404_0208_2208_8689, 0x0001_2088_0411_8200, 0x0000_5114_8804_0808, 0x2a0b_1080_4110_9202,
    0x2248_5208_1024_0820, 0x0900_2244_0102_0054, 0x04c0_0202_c216_0084, 0x8049_0214_0400_2100,
    0x8202_042a_0510_1800, 0x0020_0044_0404_0340, 0x0008_1084_3084_1001, 0x1000_00a8_0046_0804,
    0x0010_9000_1060_3206, 0x0060_0208_4308_0200, 0x0400_04a0_2401_1200, 0x4010_0101_0800_8100,
];

#[rustfmt::skip]
const ROOK_FACTORS: [u64; 64] = [
    0x0180_0040_0020_3180, 0x0140_0040_a000_1000, 0x9100_0811_0020_0040, 0x2080_0580_1000_8800,
    0x0880_0800_0380_0400, 0x0500_0208_0400_0100, 0x2900_4081_0022_0004, 0x0200_0104_1084_2046,
    0x0240_8000_4000_8020, 0x0824_4004_2010_0041, 0x4002_0041_9202_a080, 0x0102_0020_0810_4201,
    0x8030_8080_0800_0400, 0x8892_0010_0884_0200, 0x000c_0009_1a10_2408, 0x1041_0019_0000_8042,
    0x0200_9180_00c0_0022, 0x0010_4200_2a01_0080, 0x1a01_0100_4010_2004, 0x2407_0100_0810_0020,
    0x8000_6600_3006_2200, 0x1022_0080_0400_0280, 0x0020_0400_d008_0201, 0x0000_0200_0090_4411,
    0x0100_4000_8000_8020, 0x8810_0448_4000_2002, 0x8010_1000_8020_0082, 0x4000_0800_8080_1000,
    0x0000_0800_8004_0080, 0x0440_0400_8002_0080, 0x8001_2804_0082_1021, 0x0100_044e_0014_1081,
    0x0040_01c1_8280_0020, 0x1800_40e0_0240_1000, 0x10c0_8010_0480_2000, 0x8010_0008_0180_3080,
    0x0208_0080_0880_0402, 0x0000_8002_0080_0400, 0x1912_0200_0101_0004, 0x0008_0100_a200_0044,
    0x0100_8040_0020_8000, 0x0380_8040_0101_0028, 0x0000_1000_2000_8080, 0x0301_0010_0009_0022,
    0x0000_8801_0011_003c, 0x5082_4010_0408_0120, 0x0110_4802_0144_0010, 0x9a00_2448_8502_0004,
    0x2040_3201_0080_4200, 0x0014_2100_4004_8100, 0x0001_0040_1020_0100, 0x4088_2200_1040_0a00,
    0x0000_8018_000c_0180, 0x4262_0010_0804_0200, 0x80a2_5018_2289_0400, 0x0148_0041_0084_0200,
    0x0080_0080_1820_4105, 0x0502_1882_4022_0102, 0x4180_4220_100a_0082, 0x0001_0204_2010_0009,
    0x0881_0008_0010_0205, 0x0412_0008_0110_0402, 0x0000_0082_0108_1004, 0x0086_1031_0084_0042,
];

#[cfg(test)]
mod tests {
    use super::*;

    /// The obvious way: walk until a man is met.
    fn walk(square: Square, occupied: Bitboard, steps: [(i8, i8); 4]) -> Bitboard {
        let mut attacks = 0;
        for (file_step, rank_step) in steps {
            let (mut file, mut rank) = (square.file() as i8 + file_step, square.rank() as i8 + rank_step);
            while (0..8).contains(&file) && (0..8).contains(&rank) {
                let bit = 1_u64 << (rank * 8 + file);
                attacks |= bit;
                if occupied.0 & bit != 0 {
                    break;
                }
                file += file_step;
                rank += rank_step;
            }
        }
        Bitboard(attacks)
    }

    #[test]
    fn every_arrangement_of_blockers_gives_what_walking_gives() {
        for square in Square::ALL {
            for (magic, steps) in [(&BISHOPS[square as usize], BISHOP_STEPS), (&ROOKS[square as usize], ROOK_STEPS)] {
                let mut men = 0_u64;
                loop {
                    assert_eq!(lookup(magic, Bitboard(men)), walk(square, Bitboard(men), steps), "{square} {men:#x}");
                    men = men.wrapping_sub(magic.mask) & magic.mask;
                    if men == 0 {
                        break;
                    }
                }
            }
        }
    }

    #[test]
    fn men_off_the_lines_do_not_matter() {
        let far = Bitboard::from(Square::B3) | Bitboard::from(Square::G6);
        assert_eq!(rook_attacks(Square::A1, far), rook_attacks(Square::A1, Bitboard::EMPTY));
        assert_eq!(queen_attacks(Square::D4, Bitboard::EMPTY).len(), 27);
    }
}
