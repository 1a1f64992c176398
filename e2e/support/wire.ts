// Server frames in postcard, from the same objects as in JSON: what a page of ours reads. tests/fit.spec.ts holds it
// against the golden bytes in docs/schema.

type Writer = (bytes: number[], value: any) => void;

const byte: Writer = (bytes, value) => void bytes.push(value);
const bool: Writer = (bytes, value) => void bytes.push(value ? 1 : 0);

/** Seven bits in a byte, the lowest first. */
const unsigned: Writer = (bytes, value) => {
  let rest = BigInt(value);
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  bytes.push(Number(rest));
};
const text: Writer = (bytes, value) => {
  const utf8 = new TextEncoder().encode(value);
  unsigned(bytes, utf8.length);
  bytes.push(...utf8);
};
const hex: Writer = (bytes, value) => bytes.push(...Buffer.from(value, "hex"));
const hexNumber: Writer = (bytes, value) => unsigned(bytes, BigInt(`0x${value}`));
/** What may be below 0: zigzag. Money is text in JSON. */
const signed: Writer = (bytes, value) => {
  const amount = BigInt(value);
  unsigned(bytes, amount < 0n ? -2n * amount - 1n : 2n * amount);
};
const list =
  (item: Writer): Writer =>
  (bytes, value) => {
    unsigned(bytes, value.length);
    for (const one of value) item(bytes, one);
  };
const option =
  (some: Writer): Writer =>
  (bytes, value) => {
    bytes.push(value === null ? 0 : 1);
    if (value !== null) some(bytes, value);
  };
const struct =
  (fields: Record<string, Writer>): Writer =>
  (bytes, value) => {
    const unknown = Object.keys(value).filter((name) => !(name in fields));
    if (unknown.length > 0) throw new Error(`no such field: ${unknown.join(", ")}`);
    for (const [name, field] of Object.entries(fields)) field(bytes, value[name]);
  };
/** Bytes of any number: hex in JSON. */
const answer: Writer = (bytes, value) => {
  unsigned(bytes, value.length / 2);
  hex(bytes, value);
};
/** As many as there always are. */
const counts: Writer = (bytes, value) => {
  for (const one of value) unsigned(bytes, one);
};
const nothing: Writer = () => {};
/** Not needed by any test. */
const untold: Writer = () => {
  throw new Error("no such frame is written here");
};
/** A variant by its position; a text names one without fields. */
const choice =
  (variants: Record<string, Writer>): Writer =>
  (bytes, value) => {
    const [name, fields] = typeof value === "string" ? [value, null] : Object.entries(value)[0];
    const position = Object.keys(variants).indexOf(name);
    if (position < 0) throw new Error(`no such variant: ${name}`);
    unsigned(bytes, position);
    variants[name](bytes, fields);
  };
const words = (...names: string[]): Writer =>
  choice(Object.fromEntries(names.map((name) => [name, nothing])));

const position = struct({ incarnation: hex, seq: unsigned });
const kind = words(
  "Lobby", "Reading", "Slide", "Asking", "Paused", "Closing", "Revealed", "Board", "Rain", "RainDone", "Podium", "Ended",
  "Paced", "Counting",
);
/** Neighbouring questions: the first one, and how many. */
const run: Writer = (bytes, [first, count]) => {
  unsigned(bytes, first);
  unsigned(bytes, count);
};
const minor = signed;
const choices = struct({ choices: list(text), shuffled: bool });
const picture = option(struct({ media: hex, width: unsigned, height: unsigned, alt: text }));
const sound = option(struct({ media: option(hex), ms: unsigned, words: text }));
const question = struct({
  text,
  picture,
  sound,
  kind: choice({
    single: choices,
    multiple: choices,
    true_false: nothing,
    typed: nothing,
    number: struct({ min: signed, max: signed, step: signed, decimals: byte, unit: text }),
    order: struct({ items: list(text) }),
    match: struct({ left: list(text), right: list(text) }),
    hotspot: nothing,
    poll: struct({ choices: list(text), several: bool }),
    scale: struct({ from: byte, to: byte, from_label: text, to_label: text }),
    word_cloud: struct({ words: byte }),
    open_text: nothing,
    slide: nothing,
  }),
  seconds: unsigned,
  points: unsigned,
});
const standings = struct({
  top: list(
    struct({ rank: unsigned, nickname: text, score: signed, team: option(byte), out: bool, avatar: unsigned }),
  ),
  players: unsigned,
  survivors: option(unsigned),
  teams: list(struct({ rank: unsigned, team: byte, score: signed, players: unsigned })),
});
const winners = list(struct({ nickname: text, amount: minor }));
const rain = struct({
  rain: hex,
  number: unsigned,
  picture_seed: hexNumber,
  currency: text,
  pot: minor,
  packets: unsigned,
  min: minor,
  max: minor,
  split: choice({
    double_mean: nothing,
    equal: nothing,
    line_cutting: nothing,
    shares: nothing,
    prizes: struct({ amounts: list(minor), players: list(unsigned) }),
  }),
  shards: unsigned,
  eligibility: choice({ Everyone: nothing, ScoreAtLeast: unsigned, TopShare: byte, LastRight: nothing, TopRank: unsigned, Survivors: nothing, BestTeam: nothing, Starters: nothing, Seated: unsigned }),
  entropy: hex,
  commitment: hex,
});
const typed = list(struct({ text, count: unsigned, right: bool }));
const tally = choice({
  choices: list(unsigned),
  texts: struct({ top: typed, others: unsigned, picked: typed }),
  numbers: list(struct({ from: signed, to: signed, count: unsigned })),
  pins: list(unsigned),
});
const stage = choice({
  Lobby: nothing,
  Reading: struct({ text, picture, sound, points: unsigned }),
  Slide: struct({ slide: question }),
  Asking: struct({ question }),
  Paused: struct({ text, elapsed_ms: unsigned, left_ms: unsigned }),
  Closing: struct({ question }),
  Revealed: struct({
    question,
    key: option(
      choice({
        choices: byte,
        texts: list(text),
        number: struct({ correct: signed, tolerance: signed }),
        arrangement: list(byte),
        region: struct({ x: unsigned, y: unsigned, width: unsigned, height: unsigned, round: bool }),
      }),
    ),
    tally,
    answered: unsigned,
    explanation: text,
  }),
  Board: standings,
  Rain: rain,
  RainDone: struct({ rain, caught: unsigned, caught_amount: minor, stopped: bool, winners }),
  Podium: standings,
  Ended: standings,
  Paced: nothing,
  Counting: nothing,
});
const stageAt = struct({
  at: position,
  phase: struct({ kind, played: list(run), questions: unsigned }),
  opens_ms: unsigned,
  closes_ms: unsigned,
  stage,
});
const colour: Writer = (bytes, parts) => void bytes.push(...parts);
const settings = struct({
  locked: bool,
  late_join: bool,
  board_every: byte,
  auto: option(struct({ reveal_seconds: byte, board_seconds: byte })),
  live_results: bool,
  reactions: bool,
  theme: struct({
    look: words("red_packets", "gift_boxes", "balloons", "snow"),
    colours: option(struct({ main: colour, ink: colour })),
    logo: option(hex),
    falls: option(hex),
  }),
});
const lobby = struct({
  players: unsigned,
  newest: list(struct({ nickname: text, avatar: unsigned })),
  settings,
});
const mode = choice({
  classic: nothing,
  survival: struct({ card_after: byte }),
  teams: struct({ names: list(text), deal: words("chosen", "dealt") }),
  self_paced: struct({ minutes: unsigned }),
});
const seat = struct({ number: unsigned, nickname: text, team: option(byte), avatar: unsigned });
const life = option(struct({ out_in: option(unsigned), cards: byte }));
const outcome = struct({
  round: unsigned,
  answer: option(answer),
  grade: words("Right", "Partly", "Wrong", "Ungraded"),
  elapsed_ms: unsigned,
  line_ms: unsigned,
  points: signed,
  bonus: unsigned,
  corrected: signed,
  streak: unsigned,
  life,
  score: signed,
  rank: unsigned,
  players: unsigned,
});
const caught = struct({
  rain: hex,
  packet: unsigned,
  amount: minor,
  currency: text,
  credited: bool,
});
const paced = struct({
  round: unsigned,
  opens_ms: unsigned,
  closes_ms: unsigned,
  stage: option(stage),
  outcome: option(outcome),
  score: signed,
  rank: unsigned,
  players: unsigned,
});
const progress = struct({ rain: hex, caught: unsigned, packets: unsigned, newest: winners });
const frame = choice({
  Welcome: struct({
    now_ms: unsigned,
    game: struct({
      game: hex,
      pin: unsigned,
      title: text,
      promise: hex,
      mode,
      names: words("free", "generated"),
      identity: words("open", "signed", "invited"),
      field: option(struct({ name: text, pattern: text, example: text })),
    }),
    stage: stageAt,
    lobby,
    answered: unsigned,
    rain: option(progress),
    you: option(
      struct({
        seat,
        answer: option(answer),
        outcome: option(outcome),
        caught: option(caught),
        paced: option(paced),
      }),
    ),
  }),
  Stage: stageAt,
  Lobby: lobby,
  Progress: struct({ round: unsigned, answered: unsigned, players: unsigned }),
  Answered: struct({ round: unsigned, answer }),
  Outcome: outcome,
  Packet: struct({
    caught,
    state: words("Crediting", "Credited", "Paying", "Paid", "Refused", "Held", "Void"),
    receipt: option(
      struct({ rain: hex, packet: unsigned, amount: minor, at_ms: unsigned, mac: hex }),
    ),
  }),
  Missed: untold,
  RainProgress: progress,
  Refused: untold,
  Heartbeat: struct({ now_ms: unsigned, at: position }),
  Reconnect: struct({ within_ms: unsigned }),
  Incidents: list(words("RedisAway", "DatabaseAway", "RolledBack")),
  Seated: seat,
  Players: struct({
    search: text,
    skip: unsigned,
    found: unsigned,
    rows: list(struct({ seat, score: signed, rank: unsigned, life, connected: option(bool), same_address: unsigned, field: option(text) })),
  }),
  Done: nothing,
  Right: choice({ Owner: nothing, Host: nothing, Viewer: nothing }),
  Picked: option(unsigned),
  LiveTally: struct({ round: unsigned, answered: unsigned, tally }),
  Paced: paced,
  PaceBoard: struct({ standings, begun: unsigned, finished: unsigned }),
  Sound: struct({ round: unsigned, play: bool }),
  Reacted: struct({ counts }),
});

/** A frame's bytes. */
export function postcard(value: unknown): Buffer {
  const bytes: number[] = [];
  frame(bytes, value);
  return Buffer.from(bytes);
}
