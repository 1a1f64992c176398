// Texts of any length in any script, from a seed: the same seed gives the same texts.

/** Numbers from a seed (mulberry32). */
export class Chance {
  constructor(private state: number) {}

  /** From 0 up to, not including, 1. */
  next(): number {
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), 1 | this.state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }

  /** A whole number, both ends included. */
  int(low: number, high: number): number {
    return low + Math.floor(this.next() * (high - low + 1));
  }

  pick<T>(from: readonly T[]): T {
    return from[this.int(0, from.length - 1)];
  }

  /** A length up to a limit: short, any, or the limit itself. */
  length(limit: number): number {
    return this.pick([this.int(1, Math.min(limit, 30)), this.int(1, limit), limit]);
  }
}

const LATIN = "a the of river which mountain Überraschung quiz between largest 1,024 question?".split(" ");
const LONG = ["Donaudampfschifffahrtsgesellschaftskapitän", "https://example.org/a/very/long/path?q=1"];
const HAN = [..."春节期间人们喜欢互相拜年并发放红包以表达祝福其中最大的元宵燈會在哪一個城市舉行，。？「」"];
const ARABIC = "ما هو أكبر كوكب في المجموعة الشمسية وأيها أقرب إلى الشمس؟".split(" ");
const EMOJI = [..."🧧🎉🌧🏮🐉🎆🥇🌍🚀🎲"];

type Script = (chance: Chance) => string;
const SCRIPTS: Record<string, Script> = {
  latin: (chance) => `${chance.pick(LATIN)} `,
  long: (chance) => `${chance.pick([...LATIN, ...LONG])} `,
  unbroken: (chance) => chance.pick(["W", "m", "i", "_"]),
  wide: () => "W",
  han: (chance) => chance.pick(HAN),
  arabic: (chance) => `${chance.pick(ARABIC)} `,
  emoji: (chance) => chance.pick(EMOJI),
};
SCRIPTS.mixed = (chance) => SCRIPTS[chance.pick(["latin", "han", "arabic", "emoji"])](chance);

/** The first so many characters, as the program counts them. */
function cut(text: string, chars: number): string {
  return [...text].slice(0, chars).join("");
}

/** A text of so many characters in one script. */
export function text(chance: Chance, chars: number, script = chance.pick(Object.keys(SCRIPTS))): string {
  let long = "";
  while ([...long].length < chars) long += SCRIPTS[script](chance);
  // A space at an end would not be seen.
  return cut(long, chars).trim().padEnd(1, "?");
}

/** Different texts of one length. */
export function texts(chance: Chance, count: number, chars: number): string[] {
  const script = chance.pick(Object.keys(SCRIPTS));
  return Array.from({ length: count }, (_, index) =>
    cut(`${index + 1}${text(chance, Math.max(1, chars - 1), script)}`, chars),
  );
}
