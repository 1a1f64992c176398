// Takes a row: some rounds, one program after the other in turns, because machines are noisy.
import { setTimeout as after } from "node:timers/promises";
import type { Browser } from "@playwright/test";
import { toRow, type Figure, type Found, type Rounds, type Row } from "./row";
import { Side } from "./side";

export interface Measure {
  id: string;
  what: string;
  figures: Figure[];
  /** How many rounds a full run takes, and a quick one. */
  rounds: [full: number, quick: number];
  /** Quiz files for the server. */
  quizzes: string[];
  /** A round that takes longer will not end. */
  limitMs: number;
  /** What all rounds of one server share. */
  begin(side: Side, quick: boolean): Promise<() => Promise<Found>>;
}

export interface Programs {
  ours: string;
  against?: string;
}

/** One program in a row. */
class Turn {
  readonly rounds: Rounds = { found: [], problems: [] };
  private side: Side | undefined;
  private round: (() => Promise<Found>) | undefined;

  constructor(
    private readonly measure: Measure,
    private readonly program: string,
  ) {}

  /** Keeps why something could not be done, and goes on. */
  private async attempt(what: string, act: () => Promise<void>): Promise<void> {
    try {
      const late = after(this.measure.limitMs, "late", { ref: false });
      if ((await Promise.race([act(), late])) === "late") {
        throw new Error(`no end after ${this.measure.limitMs / 1000} s`);
      }
    } catch (error) {
      const [first] = String(error instanceof Error ? error.message : error).split("\n");
      this.rounds.problems.push(`${what}: ${first}`);
    }
  }

  begin(browser: Browser, quick: boolean): Promise<void> {
    return this.attempt("start", async () => {
      this.side = await Side.start(this.program, browser, this.measure.quizzes);
      this.round = await this.measure.begin(this.side, quick);
    });
  }

  async take(number: number): Promise<void> {
    const { round, side } = this;
    if (!round) return;
    await this.attempt(`round ${number}`, async () => void this.rounds.found.push(await round()));
    await this.attempt(`after round ${number}`, async () => side?.leave());
  }

  end(): Promise<void> {
    return this.attempt("end", async () => this.side?.stop());
  }
}

export async function take(
  measure: Measure,
  programs: Programs,
  browser: Browser,
  quick: boolean,
  say: (text: string) => void,
): Promise<Row> {
  const ours = new Turn(measure, programs.ours);
  const against = programs.against ? new Turn(measure, programs.against) : undefined;
  const turns = against ? [ours, against] : [ours];
  const count = measure.rounds[quick ? 1 : 0];
  try {
    for (const turn of turns) await turn.begin(browser, quick);
    for (let round = 1; round <= count; round += 1) {
      say(`${measure.id}: round ${round} of ${count}`);
      // Whoever comes first has it no easier.
      for (const turn of round % 2 ? turns : [...turns].reverse()) await turn.take(round);
    }
  } finally {
    for (const turn of turns) await turn.end();
  }
  return toRow(measure.id, measure.what, measure.figures, ours.rounds, against?.rounds);
}
