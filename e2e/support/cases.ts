// Pictures that a game could show, from a seed, with texts as long as shared/src/question allows.
import { Chance, text, texts } from "./texts";

/** The limits of shared/src/question, shared/src/name.rs and backend/src/quiz/formats. */
const QUESTION = 500;
const CHOICE = 200;
const EXPLANATION = 500;
const TITLE = 120;
const NAME = 20;

/** What everybody sees, and what of it must be in sight. */
export interface Picture {
  kind: Kind;
  stage: unknown;
  title: string;
  /** Who looks at it on a phone. */
  name: string;
  /** Texts that must be seen whole, on one step or another. */
  wanted: string[];
  /** Further ones, on the projector alone. */
  onScreen?: string[];
  /** The one that comes first. */
  first?: string;
  players: number;
  names?: string[];
  newest?: { nickname: string; amount: string }[];
}

function question(chance: Chance) {
  const kind = chance.pick(["single", "multiple", "single", "multiple", "true_false"] as const);
  const count = kind === "true_false" ? 0 : chance.int(2, 6);
  return {
    text: text(chance, chance.length(QUESTION)),
    kind: kind === "true_false" ? kind : { [kind]: { choices: texts(chance, count, chance.length(CHOICE)) } },
    seconds: 240,
    points: 1000,
  };
}

function asked({ text, kind }: ReturnType<typeof question>) {
  const [choices] = typeof kind === "string" ? [["True", "False"]] : Object.values(kind).map((it) => it.choices);
  return { wanted: [text, ...choices], first: text };
}

function board(chance: Chance) {
  const names = texts(chance, chance.int(1, 10), chance.pick([3, 8, NAME]));
  let [rank, score] = [1, chance.pick([0, 5, 900, 12_000, 10_000_000])];
  const top = names.map((nickname, index) => {
    if (index > 0 && chance.next() < 0.7) [rank, score] = [index + 1, Math.floor(score * 0.9)];
    return { rank, nickname, score };
  });
  // The last ones may be left out where names are long.
  const shown = top.slice(0, 5);
  return { top, wanted: shown.flatMap((row) => [row.nickname, String(row.score)]) };
}

function rain(chance: Chance) {
  const currency = chance.pick(["CNY", "KWD", "points"]);
  const pot = chance.pick([500n, 8888n, 1_000_000n, 10n ** 15n]);
  const packets = chance.pick([2, 18, 3000, 1_000_000]);
  const eligibility = chance.pick<unknown>([
    "Everyone",
    { ScoreAtLeast: chance.pick([500, 10_000_000]) },
    { TopShare: chance.int(1, 100) },
  ]);
  return {
    rain: "0202020202020202",
    number: 1,
    picture_seed: "0123456789abcdef",
    currency,
    pot: String(pot),
    packets,
    min: "1",
    max: String(pot),
    split: "double_mean",
    shards: 1,
    eligibility,
    entropy: "cd".repeat(32),
    commitment: "ab".repeat(32),
  };
}

/** An amount as the pages write it. */
function major(amount: string, currency: string): string {
  const decimals = { CNY: 2, KWD: 3 }[currency] ?? 0;
  if (decimals === 0) return amount;
  const digits = amount.padStart(decimals + 1, "0");
  return `${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}

function winners(chance: Chance, pot: string) {
  const names = texts(chance, chance.int(1, 10), chance.pick([3, 8, NAME]));
  return names.map((nickname, index) => ({ nickname, amount: String(BigInt(pot) / BigInt(index + 2)) }));
}

const KINDS = [
  "Asking",
  "Asking",
  "Closing",
  "Revealed",
  "Revealed",
  "Board",
  "Podium",
  "Countdown",
  "Rain",
  "RainDone",
  "Lobby",
] as const;
export type Kind = (typeof KINDS)[number];

/** The next picture. */
export function picture(chance: Chance, kinds: readonly Kind[] = KINDS): Picture {
  const title = text(chance, chance.length(TITLE));
  const players = chance.pick([1, 71, 12_345, 200_000]);
  const kind = chance.pick(kinds);
  const name = text(chance, chance.length(NAME));
  const of = { kind, title, players, name };
  switch (kind) {
    case "Asking":
    case "Closing": {
      const shown = question(chance);
      return { ...of, stage: { [kind]: { question: shown } }, ...asked(shown) };
    }
    case "Revealed": {
      const shown = question(chance);
      const explanation = chance.next() < 0.7 ? text(chance, chance.length(EXPLANATION)) : "";
      const { wanted, first } = asked(shown);
      const counts = wanted.slice(1).map(() => chance.int(0, players));
      const correct = Object.hasOwn(Object(shown.kind), "multiple") ? chance.int(1, 2 ** counts.length - 1) : 1;
      const [key, tally] = [{ choices: correct }, { choices: counts }];
      const stage = { question: shown, key, tally, answered: players, explanation };
      const told = explanation ? [explanation] : [];
      const onScreen = counts.map(String);
      return { ...of, stage: { Revealed: stage }, first, wanted: [...wanted, ...told], onScreen };
    }
    case "Board":
    case "Podium": {
      const { top, wanted } = board(chance);
      return { ...of, stage: { [kind]: { top, players } }, wanted };
    }
    case "Countdown": {
      const view = rain(chance);
      const pot = major(view.pot, view.currency);
      return { ...of, stage: { Rain: view }, wanted: ["Red packets are about to fall", pot] };
    }
    case "Rain": {
      const view = rain(chance);
      const newest = winners(chance, view.pot);
      return { ...of, stage: { Rain: view }, newest, wanted: [newest[0].nickname, major(newest[0].amount, view.currency)] };
    }
    case "RainDone": {
      const view = rain(chance);
      const list = winners(chance, view.pot);
      const stage = { rain: view, caught: view.packets, caught_amount: view.pot, winners: list };
      const wanted = [major(view.pot, view.currency), list[0].nickname, major(list[0].amount, view.currency)];
      return { ...of, stage: { RainDone: stage }, wanted };
    }
    case "Lobby": {
      const names = texts(chance, chance.int(0, 40), chance.pick([3, 8, NAME]));
      return { ...of, stage: "Lobby", names, wanted: [title, ...names.slice(0, 1)] };
    }
  }
}
