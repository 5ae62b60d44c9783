//! What is checked: a file or standard input, unpacked where it is packed. What packed it is told by its first bytes, whatever
//! it is called.

use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

use bzip2::read::MultiBzDecoder;
use flate2::bufread::MultiGzDecoder;
use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};

use super::LineFormat;

/// How much is read at once, in bytes.
const CHUNK: usize = 1 << 17;

/// Where games or positions come from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// Standard input.
    Standard,
    /// A file of this name.
    File(PathBuf),
}

impl Source {
    /// The source that an argument of the command line names: `-` is standard input.
    #[must_use]
    pub fn named(argument: &Path) -> Self {
        if argument == Path::new("-") { Self::Standard } else { Self::File(argument.to_owned()) }
    }

    /// Its name, as reports tell it; `None` for standard input.
    #[must_use]
    pub fn name(&self) -> Option<String> {
        match self {
            Self::Standard => None,
            Self::File(path) => Some(path.to_string_lossy().into_owned()),
        }
    }

    /// How the name of a file says that its lines are to be read, packed or not; `None` for PGN and for what says nothing.
    #[must_use]
    pub fn line_format(&self) -> Option<LineFormat> {
        let Self::File(path) = self else { return None };
        let packed = ["gz", "bz2", "zst"];
        let extension = |path: &Path| path.extension().map(|extension| extension.to_string_lossy().to_ascii_lowercase());
        let last = extension(path)?;
        let telling = if packed.contains(&&*last) { extension(Path::new(path.file_stem()?))? } else { last };
        match &*telling {
            "epd" => Some(LineFormat::Epd),
            "fen" => Some(LineFormat::Fen),
            _ => None,
        }
    }

    /// How many bytes it has, packed, where that is known.
    #[must_use]
    pub fn size(&self) -> Option<u64> {
        match self {
            Self::Standard => None,
            Self::File(path) => path.metadata().ok().filter(std::fs::Metadata::is_file).map(|metadata| metadata.len()),
        }
    }
}

/// What these bytes hold: unpacked, where they are packed with gzip, bzip2 or Zstandard, in one part or several.
///
/// # Errors
///
/// What looking at the first bytes gives.
pub fn unpacked(mut bytes: impl Read + Send + 'static) -> io::Result<Box<dyn Read + Send>> {
    let mut first = Vec::new();
    bytes.by_ref().take(4).read_to_end(&mut first)?;
    let packing: [u8; 4] = std::array::from_fn(|index| first.get(index).copied().unwrap_or_default());
    let bytes = BufReader::with_capacity(CHUNK, io::Cursor::new(first).chain(bytes));
    let foreign = |what: &str| Err(io::Error::new(io::ErrorKind::InvalidData, format!("it is {what}")));
    match packing {
        [0x1f, 0x8b, ..] => Ok(Box::new(Packed { name: "gzip", bytes: MultiGzDecoder::new(bytes) })),
        [b'B', b'Z', b'h', b'1'..=b'9'] => Ok(Box::new(Packed { name: "bzip2", bytes: MultiBzDecoder::new(bytes) })),
        [0x28, 0xb5, 0x2f, 0xfd] | [0x50..=0x5f, 0x2a, 0x4d, 0x18] => {
            Ok(Box::new(Packed { name: "Zstandard", bytes: ZstandardFrames::new(bytes) }))
        }
        [b'P', b'K', 3, 4] => foreign("a zip archive: unpack it first"),
        [0xfd, b'7', b'z', b'X'] => foreign("packed with xz: unpack it first"),
        [b'7', b'z', 0xbc, 0xaf] => foreign("a 7z archive: unpack it first"),
        [0xff, 0xfe, ..] | [0xfe, 0xff, ..] => foreign("UTF-16: convert it to UTF-8 first"),
        // Who reads them reads much at a time.
        _ => Ok(Box::new(bytes.into_inner())),
    }
}

/// Packed bytes, which say of themselves what is wrong with them.
struct Packed<R> {
    name: &'static str,
    bytes: R,
}

impl<R: Read> Read for Packed<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        let named = |error: io::Error| match error.kind() {
            io::ErrorKind::Interrupted => error,
            kind => io::Error::new(kind, format!("the {} data are damaged or cut off ({error})", self.name)),
        };
        self.bytes.read(out).map_err(named)
    }
}

/// Zstandard's frames one after the other, those to be skipped left out.
struct ZstandardFrames<R> {
    bytes: R,
    decoder: FrameDecoder,
    begun: bool,
}

impl<R: BufRead> ZstandardFrames<R> {
    fn new(bytes: R) -> Self {
        Self { bytes, decoder: FrameDecoder::new(), begun: false }
    }

    /// Begins the next frame; false where there is none.
    fn begin_next(&mut self) -> io::Result<bool> {
        while !self.bytes.fill_buf()?.is_empty() {
            match self.decoder.reset(&mut self.bytes) {
                Ok(()) => {
                    self.begun = true;
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame { length, .. })) => {
                    let skipped = io::copy(&mut self.bytes.by_ref().take(length.into()), &mut io::sink())?;
                    if skipped < length.into() {
                        return Err(io::ErrorKind::UnexpectedEof.into());
                    }
                }
                Err(error) => return Err(io::Error::other(error)),
            }
        }
        Ok(false)
    }
}

impl<R> ZstandardFrames<R> {
    /// Whether what was unpacked is what was packed, where the frame tells.
    fn compare_checksums(&self) -> io::Result<()> {
        let told = self.decoder.get_checksum_from_data().filter(|_| self.begun);
        if told.is_some() && told != self.decoder.get_calculated_checksum() {
            return Err(io::Error::new(io::ErrorKind::InvalidData, "the checksum does not match: the file is damaged"));
        }
        Ok(())
    }
}

impl<R: BufRead> Read for ZstandardFrames<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        loop {
            if self.decoder.can_collect() > 0 {
                return self.decoder.read(out);
            }
            if !self.begun || self.decoder.is_finished() {
                self.compare_checksums()?;
                if !self.begin_next()? {
                    return Ok(0);
                }
            } else {
                self.decoder.decode_blocks(&mut self.bytes, BlockDecodingStrategy::UptoBlocks(1)).map_err(io::Error::other)?;
            }
        }
    }
}
