// A real page on which a test puts what a server could tell it: hundreds of pictures without a game for each. The page
// comes from the program; only the socket's other end is the test's.
import { expect, type Browser, type Page, type WebSocketRoute } from "@playwright/test";
import type { Picture } from "./cases";
import { look, type Seen } from "./legible";
import { postcard } from "./wire";

export interface Size {
  width: number;
  height: number;
}
export const PHONES: Size[] = [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
];
export const SCREENS: Size[] = [
  { width: 1024, height: 768 },
  { width: 1280, height: 720 },
  { width: 1920, height: 1080 },
  { width: 3840, height: 1080 },
];
/** Letters that the last row can read have this share of the picture's height: see big.css. */
const LEAST = 1 / 28;
/** What is beside the point: the strip, units, seals. */
const LEAST_ASIDE = 1 / 56;
const ASIDES = ".big-strip, .big-note, .big-members, .out, .big-rules.is-small, .amount-code, .countdown-seal, .big-rain-seal, .tag";

const PIN = 123_456;
/** Longer than any step is shown, shorter than a page waits for a sign of life. */
const STEP_MS = 13_000;

const SETTINGS = {
  locked: true,
  late_join: true,
  board_every: 1,
  auto: null,
  live_results: true,
  reactions: true,
  theme: { look: "red_packets", colours: null, logo: null, falls: null },
};

/** A player as everybody sees them. */
const face = (nickname: string, avatar: number) => ({ nickname, avatar });

/** What a picture's game is played for. */
function mode({ teams, life }: Picture): unknown {
  if (teams) return { teams: { names: teams, deal: "chosen" } };
  return life ? { survival: { card_after: 3 } } : "classic";
}

/** A player's part of a picture. */
function seat(number: number, picture: Picture) {
  const nickname = [...`${number}${picture.name}`].slice(0, 20).join("").trim();
  const outcome = {
    round: 87,
    answer: "01",
    grade: "Right",
    elapsed_ms: 239_999,
    line_ms: 150,
    points: 2000,
    bonus: 500,
    corrected: 0,
    streak: 5000,
    life: picture.life ?? null,
    score: 10_000_000,
    rank: 200_000,
    players: 200_000,
  };
  const team = picture.teams ? number % picture.teams.length : null;
  const you = { seat: { number, nickname, team, avatar: number }, answer: null, caught: null, paced: null };
  return { ...you, outcome: picture.unanswered ? null : outcome };
}

export class Stage {
  private sockets: WebSocketRoute[] = [];
  private seq = 0;
  /** How many rounds were played: another number with each picture, so that what is told of one says nothing of the next. */
  private rounds = 88;

  private constructor(
    readonly page: Page,
    private readonly phone: boolean,
  ) {}

  /** Opens a projector. */
  static screen(browser: Browser, url: string, size: Size, locale?: string): Promise<Stage> {
    return Stage.open(browser, `${url}/screen/${PIN}`, size, false, locale);
  }

  /** Opens a player's page. */
  static phone(browser: Browser, url: string, size: Size): Promise<Stage> {
    return Stage.open(browser, `${url}/play/${PIN}`, size, true);
  }

  private static async open(
    browser: Browser,
    url: string,
    size: Size,
    phone: boolean,
    locale = "en-GB",
  ): Promise<Stage> {
    const context = await browser.newContext({
      viewport: size,
      locale,
      reducedMotion: "reduce",
      ...(phone ? { isMobile: true, hasTouch: true } : {}),
    });
    const page = await context.newPage();
    const stage = new Stage(page, phone);
    await page.routeWebSocket(/\/ws\//, (socket) => {
      stage.sockets.push(socket);
    });
    await page.clock.install();
    await page.goto(url);
    await expect.poll(() => stage.sockets.length).toBeGreaterThan(0);
    return stage;
  }

  private send(frame: unknown): void {
    const bytes = postcard(frame);
    this.sockets.forEach((socket) => socket.send(bytes));
  }

  private async now(): Promise<number> {
    return 1_763_690_000_000 + Math.floor(await this.page.evaluate(() => performance.now()));
  }

  /** Puts a picture on the stage. */
  async show(picture: Picture): Promise<void> {
    const { page, phone } = this;
    this.seq += 1;
    // What players have is of the last one.
    if (!phone) this.rounds = 10 + (this.seq % 78);
    const now = await this.now();
    const title = [...`${this.seq} ${picture.title}`].slice(0, 120).join("").trim();
    picture.wanted = picture.wanted.map((text) => (text === picture.title ? title : text));
    const kind = ["Countdown", "Rain"].includes(picture.kind) ? "Rain" : picture.kind;
    const begins = picture.kind === "Countdown" ? now + 4000 : now - 2000;
    const rain = picture.stage as { Rain?: { rain: string; packets: number } };
    this.send({
      Welcome: {
        now_ms: now,
        game: {
          game: "0303030303030303",
          pin: PIN,
          title,
          promise: "07".repeat(32),
          mode: mode(picture),
          names: "free",
          identity: "open",
          field: null,
        },
        stage: {
          at: { incarnation: "0101010101010101", seq: this.seq },
          phase: { kind, played: [[0, this.rounds]], questions: 5000 },
          opens_ms: begins,
          closes_ms: now + 60_000,
          stage: picture.stage,
        },
        lobby: { players: picture.players, newest: (picture.names ?? []).map(face), settings: SETTINGS },
        answered: picture.players,
        rain: picture.newest
          ? {
              rain: rain.Rain!.rain,
              caught: rain.Rain!.packets,
              packets: rain.Rain!.packets,
              newest: picture.newest,
            }
          : null,
        you: phone ? seat(this.seq, picture) : null,
      },
    });
    // What changes with every picture, in sight or not.
    const shown = page.locator(phone ? ".slim-name" : ".big-title");
    const sign = phone ? seat(this.seq, picture).seat.nickname : title;
    await expect.poll(() => shown.textContent(), { intervals: [5, 10] }).toBe(sign);
    if (picture.live && !phone) {
      this.send({ LiveTally: { round: this.rounds - 1, ...picture.live } });
      await expect(page.locator(".big-question.is-live")).toBeVisible();
    }
    await this.settle();
  }

  /** Changes the stage that is shown. */
  async change(kind: string, stage: unknown, closesInMs: number): Promise<void> {
    this.seq += 1;
    const now = await this.now();
    this.send({
      Stage: {
        at: { incarnation: "0101010101010101", seq: this.seq },
        phase: { kind, played: [[0, this.rounds]], questions: 5000 },
        opens_ms: now - 2000,
        closes_ms: closesInMs > 0 ? now + closesInMs : 0,
        stage,
      },
    });
  }

  /** Closes the connection, as a server does for this reason. */
  async close(code: number): Promise<void> {
    await Promise.all(this.sockets.map((socket) => socket.close({ code })));
  }

  /** How often the page has connected. */
  get connections(): number {
    return this.sockets.length;
  }

  /** Until sizes have been found and painted. */
  private async settle(): Promise<void> {
    await this.page.evaluate(async () => {
      for (let round = 0; round < 2; round += 1) {
        await new Promise<void>((done) => {
          const observer = new ResizeObserver(() => {
            observer.disconnect();
            done();
          });
          observer.observe(document.body);
        });
      }
    });
  }

  look(): Promise<Seen> {
    if (this.phone) return look(this.page, { stage: false });
    const { height } = this.page.viewportSize()!;
    return look(this.page, {
      stage: true,
      least: height * LEAST,
      leastAside: height * LEAST_ASIDE,
      asides: ASIDES,
    });
  }

  private shownStep(): Promise<number> {
    return this.page
      .locator(".big-dot")
      .evaluateAll((dots) => dots.findIndex((dot) => dot.classList.contains("is-shown")));
  }

  /** Goes to the next step; how many there are. */
  private async next(): Promise<void> {
    const before = await this.shownStep();
    const at = { incarnation: "0101010101010101", seq: this.seq };
    this.send({ Heartbeat: { now_ms: await this.now(), at } });
    await this.page.clock.fastForward(STEP_MS);
    await expect.poll(() => this.shownStep(), { intervals: [5, 10] }).not.toBe(before);
    await this.settle();
  }

  /** What is wrong with a picture, over all its steps. */
  async check(picture: Picture): Promise<string[]> {
    await this.show(picture);
    const plain = (text: string) => text.replace(/\s+/gu, " ").trim();
    const [problems, seen] = [new Set<string>(), new Set<string>()];
    const steps = Math.max(1, await this.page.locator(".big-dot").count());
    for (let step = 0; step < steps; step += 1) {
      if (step > 0) await this.next();
      const now = await this.look();
      now.problems.forEach((problem) => problems.add(`step ${step + 1} of ${steps}: ${problem}`));
      now.texts.forEach((text) => seen.add(text));
      if (step === 0 && picture.first !== undefined && !seen.has(plain(picture.first))) {
        problems.add("the question does not come first");
      }
    }
    const onScreen = this.phone ? [] : (picture.onScreen ?? []);
    for (const text of [...picture.wanted, ...onScreen]) {
      if (!seen.has(plain(text))) problems.add(`“${text}” is never in sight`);
    }
    return [...problems];
  }
}
