// Pictures that a game could show, from a seed, with texts as long as shared/src/question allows.
import { Chance, text, texts } from "./texts";

/** The limits of shared/src/question, shared/src/name.rs and backend/src/quiz/formats. */
const QUESTION = 500;
const CHOICE = 200;
const TYPED = 60;
const WORD = 24;
const SENTENCE = 140;
const LABEL = 40;
const UNIT = 20;
const ALT = 200;
const EXPLANATION = 500;
const TITLE = 120;
const NAME = 20;
const TEAM = 20;

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
  /** What the projector is told of the answers so far. */
  live?: { answered: number; tally: unknown };
  players: number;
  names?: string[];
  newest?: { nickname: string; amount: string }[];
  /** The teams' names, where it is a game of teams. */
  teams?: string[];
  /** The player has answered nothing so far. */
  unanswered?: boolean;
  /** Whether the player is still in, where it is a game of survival. */
  life?: { out_in: number | null; cards: number };
}

/** A picture that nobody has: its words are shown in its place. */
function shown(chance: Chance) {
  const [width, height] = chance.pick([[640, 400], [300, 900], [2000, 300]]);
  return { media: "ab".repeat(16), width, height, alt: text(chance, chance.length(ALT)) };
}

const QUESTIONS = [
  "single", "single", "multiple", "multiple", "true_false", "typed", "number", "order", "match",
  "hotspot", "poll", "scale", "word_cloud", "open_text",
] as const;

/** A question, what of it must be in sight, and its reveal with what must be in sight of that. */
function question(chance: Chance, players: number) {
  const kind = chance.pick(QUESTIONS);
  const base = {
    text: text(chance, chance.length(QUESTION)),
    picture: kind === "hotspot" || chance.next() < 0.25 ? shown(chance) : null,
    sound: null,
    seconds: 240,
    points: 1000,
  };
  const count = chance.int(2, 8);
  const items = (limit = CHOICE) => texts(chance, count, chance.length(limit));
  const counts = (many: number) => Array.from({ length: many }, () => chance.int(0, players));
  const order = Array.from({ length: count }, (_, place) => count - 1 - place);
  const top = (many: number, limit: number) =>
    texts(chance, chance.int(1, many), chance.length(limit)).map((it, place) => ({
      text: it,
      count: Math.max(1, Math.floor(players / (place + 2))),
      right: place === 1,
    }));
  /** What is told: the key, the count, and what of them everybody sees. */
  const told = (key: unknown, tally: unknown, onScreen: string[] = [], revealed: string[] = []) => {
    return { key, tally, onScreen, revealed };
  };
  const made = (view: unknown, asked: string[], reveal: ReturnType<typeof told>) => ({
    shown: { ...base, kind: view },
    first: base.text,
    asked: [base.text, ...asked],
    ...reveal,
  });
  switch (kind) {
    case "single":
    case "multiple": {
      const [choices, number] = [items(), counts(count)];
      const key = { choices: kind === "multiple" ? chance.int(1, 2 ** count - 1) : 1 };
      const view = { [kind]: { choices, shuffled: chance.next() < 0.5 } };
      return made(view, choices, told(key, { choices: number }, number.map(String), choices));
    }
    case "true_false": {
      const [choices, number] = [["True", "False"], counts(2)];
      return made(kind, choices, told({ choices: 1 }, { choices: number }, number.map(String), choices));
    }
    case "poll": {
      const [choices, number] = [items(), counts(count)];
      const view = { poll: { choices, several: true } };
      return made(view, choices, told(null, { choices: number }, number.map(String), choices));
    }
    case "order": {
      const [list, number] = [items(), counts(count)];
      const reveal = told({ arrangement: order }, { choices: number }, number.map(String), list);
      return made({ order: { items: list } }, list, reveal);
    }
    case "match": {
      const [left, right, number] = [items(), items(), counts(count)];
      const both = [...left, ...right];
      const reveal = told({ arrangement: order }, { choices: number }, number.map(String), both);
      return made({ match: { left, right } }, both, reveal);
    }
    case "typed": {
      const [accepted, list] = [texts(chance, chance.int(1, 6), chance.length(TYPED)), top(8, TYPED)];
      const onScreen = list.flatMap((it) => [it.text, String(it.count)]);
      const tally = { texts: { top: list, others: chance.pick([0, 1, players]), picked: [] } };
      return made(kind, [], told({ texts: accepted }, tally, onScreen, [accepted[0]]));
    }
    case "number": {
      const unit = chance.next() < 0.5 ? text(chance, chance.length(UNIT)) : "";
      const [min, max] = chance.pick([[0, 100], [-50, 50], [-(10 ** 15), 10 ** 15]]);
      const view = { min, max, step: 1, decimals: chance.pick([0, 2, 6]), unit };
      const step = Math.floor((max - min) / 25);
      const bars = Array.from({ length: chance.int(0, 20) }, (_, place) => ({
        from: min + place * step,
        to: min + (place + chance.int(0, 1)) * step,
        count: chance.int(0, players),
      }));
      const number = { correct: min + chance.int(0, 20) * step, tolerance: chance.pick([0, 1]) };
      return made({ number: view }, [], told({ number }, { numbers: bars }));
    }
    case "hotspot": {
      const pins = Array.from({ length: 400 }, () => (chance.next() < 0.1 ? chance.int(1, players) : 0));
      const region = { x: 1000, y: 2000, width: 3000, height: 4000, round: true };
      return made(kind, [], told({ region }, { pins }));
    }
    case "scale": {
      const [from, to] = chance.pick([[0, 10], [1, 5], [1, 10]]);
      const [label, other] = texts(chance, 2, chance.length(LABEL));
      const [view, number] = [{ from, to, from_label: label, to_label: other }, counts(to - from + 1)];
      const asked = [label, other, String(to)];
      return made({ scale: view }, asked, told(null, { choices: number }, number.map(String), asked));
    }
    case "word_cloud": {
      const list = top(60, WORD);
      const tally = { texts: { top: list, others: 0, picked: [] } };
      return made({ word_cloud: { words: count > 5 ? 5 : count } }, [], told(null, tally, [list[0].text], []));
    }
    case "open_text": {
      const list = top(30, SENTENCE);
      const picked = chance.next() < 0.5 ? top(12, SENTENCE) : [];
      const tally = { texts: { top: list, others: chance.pick([0, players]), picked } };
      const onScreen = (picked.length > 0 ? picked : list).map((it) => it.text);
      return made(kind, [], told(null, tally, onScreen, []));
    }
  }
}

function board(chance: Chance) {
  const names = texts(chance, chance.int(1, 10), chance.pick([3, 8, NAME]));
  let [rank, score] = [1, chance.pick([0, 5, 900, 12_000, 10_000_000])];
  const top = names.map((nickname, index) => {
    if (index > 0 && chance.next() < 0.7) [rank, score] = [index + 1, Math.floor(score * 0.9)];
    return { rank, nickname, score, team: null, out: false, avatar: index };
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
    { Seated: chance.int(1, 10_000) },
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
  "Reading",
  "Slide",
  "Asking",
  "Asking",
  "Asking",
  "Closing",
  "Revealed",
  "Revealed",
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
    case "Reading": {
      const told = text(chance, chance.length(QUESTION));
      const picture = chance.next() < 0.5 ? shown(chance) : null;
      return { ...of, stage: { Reading: { text: told, picture, sound: null, points: 1000 } }, wanted: [told], first: told };
    }
    case "Slide": {
      const told = text(chance, chance.length(QUESTION));
      const picture = chance.next() < 0.5 ? shown(chance) : null;
      const slide = { text: told, picture, sound: null, kind: "slide", seconds: 0, points: 0 };
      return { ...of, stage: { Slide: { slide } }, wanted: [told], first: told };
    }
    case "Asking":
    case "Closing": {
      const { shown: view, asked, first, key, tally, onScreen, revealed } = question(chance, players);
      const open = { ...of, stage: { [kind]: { question: view } }, wanted: asked, first };
      if (key !== null || chance.next() < 0.3) return open;
      const live = { answered: players, tally };
      return { ...open, live, onScreen: [...onScreen, ...revealed] };
    }
    case "Revealed": {
      const explanation = chance.next() < 0.7 ? text(chance, chance.length(EXPLANATION)) : "";
      const { shown: view, first, key, tally, onScreen, revealed } = question(chance, players);
      const stage = { question: view, key, tally, answered: players, explanation };
      const told = explanation ? [explanation] : [];
      return { ...of, stage: { Revealed: stage }, first, wanted: [first, ...revealed, ...told], onScreen };
    }
    case "Board":
    case "Podium": {
      const { top, wanted } = board(chance);
      const standings = { top, players, survivors: null, teams: [] };
      const play = chance.next();
      if (play < 0.5) return { ...of, stage: { [kind]: standings }, wanted };
      if (play < 0.75) {
        const rows = top.map((row) => ({ ...row, out: chance.next() < 0.5 }));
        const stage = { [kind]: { ...standings, top: rows, survivors: chance.int(0, players) } };
        return { ...of, stage, wanted, life: { out_in: chance.pick([null, 3]), cards: chance.int(0, 9) } };
      }
      const teams = texts(chance, chance.int(2, 8), chance.length(TEAM));
      const stands = teams.map((_, team) => ({
        rank: team + 1,
        team,
        score: 9_000_000 >> team,
        players: chance.int(1, players),
      }));
      const rows = top.map((row) => ({ ...row, team: chance.int(0, teams.length - 1) }));
      const stage = { [kind]: { ...standings, top: rows, teams: stands } };
      return { ...of, stage, wanted: teams, teams };
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
      const stopped = chance.next() < 0.3;
      const stage = { rain: view, caught: view.packets, caught_amount: view.pot, stopped, winners: list };
      const wanted = [major(view.pot, view.currency), list[0].nickname, major(list[0].amount, view.currency)];
      return { ...of, stage: { RainDone: stage }, wanted };
    }
    case "Lobby": {
      const names = texts(chance, chance.int(0, 40), chance.pick([3, 8, NAME]));
      const teams = chance.next() < 0.3 ? texts(chance, chance.int(2, 8), chance.length(TEAM)) : undefined;
      const wanted = [title, ...names.slice(0, 1), ...(teams ?? [])];
      return { ...of, stage: "Lobby", names, teams, wanted };
    }
  }
}
