//! Crowds: players who have a seat, and bare sockets. Also the few frames that are read without
//! decoding them, because tens of thousands of them come in a second.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use anyhow::bail;
use quizrain_shared::ids::{Contribution, Pin, RainId, Token};
use quizrain_shared::wire::{Encoding, PlayerFrame, Refusal, ServerFrame};

use super::later::Later;
use super::seed::Rain;
use super::swarm::{Event, Swarm};

/// First bytes of frames in postcard: the number of the variant.
pub(crate) const WELCOME: u8 = 0;
pub(crate) const STAGE: u8 = 1;
pub(crate) const ANSWERED: u8 = 4;
pub(crate) const MISSED: u8 = 7;
pub(crate) const REFUSED: u8 = 9;
pub(crate) const PACKET: u8 = 6;
pub(crate) const PACED: u8 = 19;

/// How many join at the same time where joining is not what is measured.
pub(crate) const IN_FLIGHT: usize = 100;

const CONNECT_TIMEOUT: Duration = Duration::from_secs(120);

/// A tap on a drop that is on the screen now, encoded by hand.
pub(crate) fn tap(rain: &Rain, out: &mut Vec<u8>) {
    out.clear();
    out.push(3);
    out.extend_from_slice(&rain.reference.rain.0);
    let mut drop = rain.drop_now();
    while drop >= 0x80 {
        out.push(drop as u8 | 0x80);
        drop >>= 7;
    }
    out.push(drop as u8);
}

/// Whether a frame is a packet of this rain.
pub(crate) fn is_caught(frame: &[u8], rain: RainId) -> bool {
    frame.first() == Some(&PACKET) && frame.get(1..9) == Some(&rain.0[..])
}

/// Sequence number and kind (by its position) of a stage frame.
pub(crate) fn stage_of(frame: &[u8]) -> Option<(u64, u8)> {
    let (STAGE, rest) = (*frame.first()?, frame.get(9..)?) else { return None };
    let (mut seq, mut used) = (0u64, 0);
    loop {
        let byte = *rest.get(used)?;
        seq |= u64::from(byte & 0x7f) << (7 * used);
        used += 1;
        if byte & 0x80 == 0 {
            return Some((seq, *rest.get(used)?));
        }
        if used > 9 {
            return None;
        }
    }
}

/// Why something was refused, where that is an answer worth asking again for.
pub(crate) fn ask_again(frame: &[u8]) -> anyhow::Result<()> {
    match Encoding::Postcard.decode(frame)? {
        ServerFrame::Refused(Refusal::Unavailable | Refusal::TooFast) => Ok(()),
        other => bail!("the server refused: {other:?}"),
    }
}

/// One player of each server taps a drop that no rain has, in each of these: nobody gets anything,
/// and the servers know the rains from then on, as they do when a host opens them.
pub(crate) fn announce(swarm: &mut Swarm, rains: &[Rain]) -> anyhow::Result<()> {
    let servers = swarm.addresses();
    for rain in rains {
        let tap = PlayerFrame::Tap { rain: rain.reference.rain, drop: u32::MAX };
        let tap = Encoding::Postcard.encode(&tap);
        (0..servers).for_each(|first| swarm.link(first).send(&tap));
    }
    let mut refused = 0;
    swarm.until("the servers to know the rains", CONNECT_TIMEOUT, |index, _, event| match event {
        Event::Closed(why) => bail!("player {index} was closed: {why}"),
        Event::Frame([MISSED | REFUSED, ..]) if index < servers => {
            refused += 1;
            Ok(refused == rains.len() * servers)
        }
        _ => Ok(false),
    })
}

/// How a crowd came in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Arrival {
    /// From the first connect to the last welcome with a seat (or the last upgrade).
    pub(crate) seconds: f64,
    /// How often somebody had to ask again.
    pub(crate) refused: u64,
    /// How often somebody had to connect again.
    pub(crate) closed: u64,
    /// Why the last of them had to.
    pub(crate) why: Option<String>,
    /// How many upgrades took longer than 900 ms, as a lost SYN does.
    pub(crate) slow: u64,
}

/// The token of the player with this number.
fn token(number: usize) -> Token {
    let mut token = [0x5a; 16];
    token[..8].copy_from_slice(&(number as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15).to_le_bytes());
    Token(token)
}

/// What the player with this number says first.
pub(crate) fn hello(pin: Pin, number: usize) -> Vec<u8> {
    Encoding::Postcard.encode(&PlayerFrame::Hello { pin, token: token(number) })
}

/// Sockets that will be players.
pub(crate) fn swarm(to: SocketAddr) -> anyhow::Result<Swarm> {
    swarm_over(&[to])
}

/// The same, spread evenly over several servers.
pub(crate) fn swarm_over(to: &[SocketAddr]) -> anyhow::Result<Swarm> {
    Ok(Swarm::spread(to, "/ws/player", Some(Encoding::Postcard.subprotocol()))?)
}

/// Adds players until there are so many, all with a seat; at most `in_flight` at the same time.
#[expect(
    clippy::too_many_lines,
    reason = "Long, because every event of a socket is met in one loop, whose state it shares"
)]
pub(crate) fn seat(
    swarm: &mut Swarm,
    pin: Pin,
    players: usize,
    in_flight: usize,
) -> anyhow::Result<Arrival> {
    let join = |index| {
        let entropy = Contribution((index as u128).to_be_bytes());
        let nickname = format!("Player {index}");
        Encoding::Postcard.encode(&PlayerFrame::Join {
            avatar: None,
            nickname,
            entropy,
            team: None,
            field: None,
        })
    };
    let from = swarm.len();
    let mut welcomes = vec![0u8; players];
    let (mut begun, mut gone) = (vec![Instant::now(); players], vec![false; players]);
    let (mut seated, mut later) = (from, Later::default());
    let mut arrival = Arrival::default();
    let start = Instant::now();
    while seated < players {
        while swarm.len() < players && swarm.len() - seated < in_flight {
            begun[swarm.len()] = Instant::now();
            swarm.connect()?;
        }
        while let Some(index) = later.pop() {
            if gone[index] {
                (gone[index], welcomes[index], begun[index]) = (false, 0, Instant::now());
                swarm.reconnect(index)?;
            } else if welcomes[index] == 1 {
                swarm.link(index).send(&join(index));
            }
        }
        swarm.turn(later.wait(), |index, link, event| {
            match event {
                Event::Open => {
                    arrival.slow += u64::from(begun[index].elapsed() > Duration::from_millis(900));
                    link.send(&hello(pin, index));
                }
                Event::Frame([WELCOME, ..]) if welcomes[index] == 0 => {
                    welcomes[index] = 1;
                    link.send(&join(index));
                }
                Event::Frame([WELCOME, ..]) if welcomes[index] == 1 => {
                    welcomes[index] = 2;
                    seated += 1;
                }
                Event::Frame(frame @ [REFUSED, ..]) => {
                    ask_again(frame)?;
                    arrival.refused += 1;
                    // A hello that is refused ends the socket, and that is noted then.
                    if welcomes[index] == 1 {
                        later.push(index);
                    }
                }
                Event::Closed(why) if index < from || welcomes[index] == 2 => {
                    bail!("player {index} was closed: {why}");
                }
                Event::Closed(why) => {
                    arrival.closed += 1;
                    arrival.why = Some(why);
                    if !std::mem::replace(&mut gone[index], true) {
                        later.push(index);
                    }
                }
                Event::Frame(_) => {}
            }
            Ok(())
        })?;
        if start.elapsed() > CONNECT_TIMEOUT {
            bail!(
                "{seated} of {players} players have a seat after {} s",
                CONNECT_TIMEOUT.as_secs()
            );
        }
    }
    arrival.seconds = start.elapsed().as_secs_f64();
    Ok(arrival)
}

/// Adds bare sockets until there are so many.
pub(crate) fn open(swarm: &mut Swarm, sockets: usize, in_flight: usize) -> anyhow::Result<Arrival> {
    let mut open = swarm.len();
    let mut begun = vec![Instant::now(); sockets];
    let mut arrival = Arrival::default();
    let start = Instant::now();
    while open < sockets {
        while swarm.len() < sockets && swarm.len() - open < in_flight {
            begun[swarm.len()] = Instant::now();
            swarm.connect()?;
        }
        swarm.turn(Duration::from_millis(100), |index, _, event| {
            match event {
                Event::Open => {
                    open += 1;
                    arrival.slow += u64::from(begun[index].elapsed() > Duration::from_millis(900));
                }
                Event::Closed(why) => bail!("bare socket {index} was closed: {why}"),
                Event::Frame(_) => {}
            }
            Ok(())
        })?;
        if start.elapsed() > CONNECT_TIMEOUT {
            bail!(
                "{open} of {sockets} bare sockets are open after {} s",
                CONNECT_TIMEOUT.as_secs()
            );
        }
    }
    arrival.seconds = start.elapsed().as_secs_f64();
    Ok(arrival)
}

#[cfg(test)]
mod tests {
    use quizrain_shared::ids::Incarnation;
    use quizrain_shared::money::{Currency, Minor};
    use quizrain_shared::phase::{Kind, Phase};
    use quizrain_shared::played::Played;
    use quizrain_shared::wire::Standings;
    use quizrain_shared::wire::{
        Caught, Paced, PacketState, PacketUpdate, Position, Stage, StageAt,
    };

    use super::*;

    #[test]
    fn a_tap_by_hand_is_the_encoders() {
        let rain = Rain::nowhere();
        let mut by_hand = Vec::new();
        tap(&rain, &mut by_hand);
        let frame: PlayerFrame = Encoding::Postcard.decode(&by_hand).unwrap();
        let PlayerFrame::Tap { rain: id, drop } = frame else { panic!("{frame:?}") };
        assert_eq!(id, rain.reference.rain);
        assert!(drop <= rain.drop_now());
    }

    #[test]
    fn frames_are_known_by_their_first_bytes() {
        let caught = Caught {
            rain: RainId([2; 8]),
            packet: 7,
            amount: Minor(1),
            currency: Currency::POINTS,
            credited: false,
        };
        let encode = |frame: &ServerFrame| Encoding::Postcard.encode(frame);
        let news = PacketUpdate { caught, state: PacketState::Crediting, receipt: None };
        let frame = encode(&ServerFrame::Packet(news));
        assert!(is_caught(&frame, RainId([2; 8])));
        assert!(!is_caught(&frame, RainId([3; 8])));
        let missed = ServerFrame::Missed { rain: RainId([2; 8]), why: Refusal::SoldOut };
        assert_eq!(encode(&missed)[0], MISSED);
        let paced = Paced {
            round: 0,
            opens_ms: 0,
            closes_ms: 0,
            stage: None,
            outcome: None,
            score: 0,
            rank: 1,
            players: 1,
        };
        assert_eq!(encode(&ServerFrame::Paced(Box::new(paced)))[0], PACED);
        assert!(ask_again(&encode(&ServerFrame::Refused(Refusal::TooFast))).is_ok());
        assert!(ask_again(&encode(&ServerFrame::Refused(Refusal::NotSeated))).is_err());
        assert!(ask_again(&encode(&missed)).is_err());
        for seq in [1, 127, 128, 300, u64::MAX] {
            let stage = StageAt {
                at: Position { incarnation: Incarnation([1; 8]), seq },
                phase: Phase { kind: Kind::Rain, played: Played::in_order(2), questions: 10 },
                opens_ms: 1,
                closes_ms: 2,
                stage: Stage::Ended(Standings { players: 0, ..Standings::default() }),
            };
            let frame = encode(&ServerFrame::Stage(stage));
            assert_eq!(stage_of(&frame), Some((seq, Kind::Rain as u8)));
            assert_eq!(stage_of(&frame[..10]), None);
        }
        assert_eq!(stage_of(&encode(&ServerFrame::Refused(Refusal::TooFast))), None);
    }
}
