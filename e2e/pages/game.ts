// A game that is driven by the API, so that no host's page takes time from the page under measure.
import { setTimeout as after } from "node:timers/promises";
import type { Server } from "../support/server";

/** Where a game stands, as much of it as is asked for here. */
export interface Now {
  stage: {
    at: { seq: number };
    phase: { kind: string; questions: number };
    opens_ms: number;
    closes_ms: number;
  };
  /** How the rain goes, while there is one. */
  rain: { caught: number } | null;
  moves: string[];
}

/** How long a phase may take that comes by itself. */
const PATIENCE_MS = 30_000;

export class Game {
  private constructor(
    private readonly server: Server,
    readonly id: string,
    readonly pin: string,
    readonly quiz: string,
  ) {}

  /** Opens the lobby of the quiz with this title. */
  static async open(server: Server, title: string): Promise<Game> {
    const { quizzes } = await request(server, "/api/quizzes");
    const quiz = quizzes.find((quiz: { title: string }) => quiz.title === title)?.id;
    if (!quiz) throw new Error(`the library has no quiz “${title}”`);
    const { game, pin } = await request(server, "/api/games", { quiz });
    return new Game(server, game, String(pin).padStart(6, "0"), quiz);
  }

  now(): Promise<Now> {
    return request(this.server, `/api/games/${this.id}`);
  }

  /** Makes a move from where the game stands now. */
  async move(mv: string): Promise<Now> {
    const { stage } = await this.now();
    return request(this.server, `/api/games/${this.id}/desk/move`, { mv, seen: stage.at.seq });
  }

  /** Lets points fall for so many seconds: enough for everybody. */
  async rain(seconds: number): Promise<Now> {
    const { stage } = await this.now();
    const bounds = { pot: "100000", packets: 1000, min: "1", max: "1000" };
    const plan = { currency: "points", bounds, split: "double_mean", seconds, eligibility: "Everyone" };
    return request(this.server, `/api/games/${this.id}/desk/open-rain`, { plan, seen: stage.at.seq });
  }

  /** Waits for a phase that comes by itself. */
  async until(...kinds: string[]): Promise<Now> {
    const end = Date.now() + PATIENCE_MS;
    for (;;) {
      const now = await this.now();
      if (kinds.includes(now.stage.phase.kind)) return now;
      if (Date.now() > end) throw new Error(`the game stays at ${now.stage.phase.kind}, not ${kinds.join(" or ")}`);
      await after(50);
    }
  }
}

/** Asks the server as its host does. */
async function request(server: Server, address: string, body?: object): Promise<any> {
  const headers = { authorization: `Bearer ${server.hostKey}`, "content-type": "application/json" };
  const method = body ? "POST" : "GET";
  const answer = await fetch(`${server.url}${address}`, { method, headers, body: body && JSON.stringify(body) });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${method} ${address} was answered with ${answer.status}: ${text.slice(0, 300)}`);
  return JSON.parse(text);
}
