//! WebSocket framing by hand: masked frames out, whole frames in. Called by `swarm`.
//!
//! No frame costs an allocation: what arrives whole is handed on from the read buffer, and only
//! the torn end of a read is kept until the rest comes.

/// Opcodes that the client meets.
pub(crate) const BINARY: u8 = 2;
pub(crate) const CLOSE: u8 = 8;
pub(crate) const PING: u8 = 9;
pub(crate) const PONG: u8 = 10;

/// Larger frames than this are none of our server's.
const LARGEST: usize = 1 << 20;

/// The mask hides nothing on a loopback; it has to be there.
const MASK: [u8; 4] = [0x9e, 0x37, 0x79, 0xb9];

/// What arrived is not what a WebSocket server may send.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum BadFrame {
    /// Fragments, which neither server sends.
    #[error("a fragmented frame")]
    Fragment,
    /// Servers do not mask.
    #[error("a masked frame from a server")]
    Masked,
    /// Too large.
    #[error("a frame of {0} bytes")]
    Large(usize),
}

/// Appends a masked frame.
pub(crate) fn encode(opcode: u8, payload: &[u8], out: &mut Vec<u8>) {
    out.push(0x80 | opcode);
    match payload.len() {
        len @ 0..=125 => out.push(0x80 | len as u8),
        len @ 126..=0xffff => {
            out.push(0x80 | 126);
            out.extend_from_slice(&(len as u16).to_be_bytes());
        }
        len => {
            out.push(0x80 | 127);
            out.extend_from_slice(&(len as u64).to_be_bytes());
        }
    }
    out.extend_from_slice(&MASK);
    out.extend(payload.iter().zip(MASK.iter().cycle()).map(|(byte, mask)| byte ^ mask));
}

/// Opcode, length of the header and of the payload, once the header is there.
fn head(bytes: &[u8]) -> Result<Option<(u8, usize, usize)>, BadFrame> {
    let [first, second, rest @ ..] = bytes else { return Ok(None) };
    if first & 0x80 == 0 {
        return Err(BadFrame::Fragment);
    }
    if second & 0x80 != 0 {
        return Err(BadFrame::Masked);
    }
    let (header, len) = match (second, rest) {
        (126, [a, b, ..]) => (4, usize::from(u16::from_be_bytes([*a, *b]))),
        (127, [a, b, c, d, e, f, g, h, ..]) => {
            let len = u64::from_be_bytes([*a, *b, *c, *d, *e, *f, *g, *h]);
            (10, usize::try_from(len).unwrap_or(usize::MAX))
        }
        (126 | 127, _) => return Ok(None),
        (len, _) => (2, usize::from(*len)),
    };
    if len > LARGEST { Err(BadFrame::Large(len)) } else { Ok(Some((first & 0x0f, header, len))) }
}

/// Hands on every whole frame; how many bytes they took.
fn split<E: From<BadFrame>>(
    bytes: &[u8],
    on: &mut impl FnMut(u8, &[u8]) -> Result<(), E>,
) -> Result<usize, E> {
    let mut used = 0;
    while let Some((opcode, header, len)) = head(&bytes[used..])? {
        let Some(payload) = bytes.get(used + header..used + header + len) else { break };
        on(opcode, payload)?;
        used += header + len;
    }
    Ok(used)
}

/// Finds frames in what one socket reads.
#[derive(Debug, Default)]
pub(crate) struct Parser {
    torn: Vec<u8>,
}

impl Parser {
    /// Hands on every frame that is whole now.
    pub(crate) fn feed<E: From<BadFrame>>(
        &mut self,
        bytes: &[u8],
        mut on: impl FnMut(u8, &[u8]) -> Result<(), E>,
    ) -> Result<(), E> {
        if self.torn.is_empty() {
            let used = split(bytes, &mut on)?;
            self.torn.extend_from_slice(&bytes[used..]);
        } else {
            self.torn.extend_from_slice(bytes);
            let used = split(&self.torn, &mut on)?;
            self.torn.drain(..used);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A server's frame: as ours, without the mask.
    fn served(opcode: u8, payload: &[u8]) -> Vec<u8> {
        let mut masked = Vec::new();
        encode(opcode, payload, &mut masked);
        masked[1] &= 0x7f;
        let header = masked.len() - payload.len() - 4;
        [&masked[..header], payload].concat()
    }

    #[test]
    fn any_tearing_gives_the_same_frames() {
        let payloads: [Vec<u8>; 6] =
            [vec![], vec![1], vec![2; 125], vec![3; 126], vec![4; 0xffff], vec![5; 0x1_0000]];
        let bytes: Vec<u8> = payloads.iter().flat_map(|p| served(BINARY, p)).collect();
        for piece in [1, 2, 3, 7, 128, 4096, bytes.len()] {
            let (mut parser, mut seen) = (Parser::default(), Vec::new());
            for chunk in bytes.chunks(piece) {
                let fed: Result<(), BadFrame> = parser.feed(chunk, |opcode, payload| {
                    assert_eq!(opcode, BINARY);
                    seen.push(payload.to_vec());
                    Ok(())
                });
                fed.unwrap();
            }
            assert_eq!(seen, payloads, "in pieces of {piece}");
            assert!(parser.torn.is_empty());
        }
    }

    #[test]
    fn a_masked_frame_unmasks_to_its_payload() {
        let payload: Vec<u8> = (0..200).collect();
        let mut frame = Vec::new();
        encode(BINARY, &payload, &mut frame);
        assert_eq!(frame[..4], [0x82, 0x80 | 126, 0, 200]);
        let mask = &frame[4..8];
        let read: Vec<u8> =
            frame[8..].iter().zip(mask.iter().cycle()).map(|(a, b)| a ^ b).collect();
        assert_eq!(read, payload);
    }

    #[test]
    fn what_no_server_sends_is_an_error() {
        let feed = |bytes: &[u8]| Parser::default().feed(bytes, |_, _| Ok::<(), BadFrame>(()));
        assert_eq!(feed(&[0x02, 0x01, 0]), Err(BadFrame::Fragment));
        assert_eq!(feed(&[0x82, 0x81, 0, 0, 0, 0, 0]), Err(BadFrame::Masked));
        let huge = [0x82, 127, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff];
        assert_eq!(feed(&huge), Err(BadFrame::Large(usize::MAX)));
    }
}
