// P6: what axe has to say of every page, phase, language and colour scheme.
import { setTimeout as after } from "node:timers/promises";
import type { BrowserContext, Page } from "@playwright/test";
import { violations } from "../../support/axe";
import { inDarkAndLight } from "../../support/contrast";
import { BESIDE, everyPage } from "../../support/pages";
import { Player } from "../../support/player";
import { Watch } from "../../support/watch";
import { answer } from "../answers";
import { Game } from "../game";
import type { Measure } from "../measure";
import { PHONE, type Side } from "../side";

const LOCALES = ["en-GB", "de-DE", "zh-TW", "ar-EG"];
/** As long as one may last. */
const RAIN_S = 60;
/** Until what the server says is on every page. */
const ARRIVE_MS = 300;
/** The same where there is little time. */
const SHOWN_MS = 100;

/** Collects what is found. */
class Looks {
  pictures = 0;
  broken = 0;
  /** What has changed while it was looked at. */
  readonly late: string[] = [];
  /** By rule and place: in which pictures. */
  private readonly found = new Map<string, string[]>();

  async look(page: Page, name: string): Promise<void> {
    this.pictures += 1;
    for (const { rule, at } of await violations(page)) {
      this.broken += 1;
      const what = `${rule} at ${at}`;
      this.found.set(what, [...(this.found.get(what) ?? []), name]);
    }
  }

  /** Looks at these pages in both colour schemes. */
  async lookTwice(pages: [string, Page][]): Promise<void> {
    await Promise.all(
      pages.map(async ([name, page]) => {
        for await (const scheme of inDarkAndLight(page)) await this.look(page, `${name}, ${scheme}`);
      }),
    );
  }

  get notes(): string[] {
    const told = [...this.found].map(([what, where]) => `${what}: ${where[0]}${where.length > 1 ? ` and ${where.length - 1} more` : ""}`);
    const late = this.late.length > 0 ? [`seen when packets fell already, and not before: ${this.late.join("; ")}`] : [];
    return [`${this.pictures} pictures`, ...late, ...told];
  }
}

/** Who looks in one language: a phone and a laptop, and their pages of the game. */
interface Reader {
  locale: string;
  phone: BrowserContext;
  laptop: BrowserContext;
  pages: [string, Page][];
  player: Player;
}

async function sitDown(side: Side, game: Game, locale: string): Promise<Reader> {
  const still = { locale, reducedMotion: "reduce" } as const;
  const phone = await side.visitor({ ...PHONE, ...still });
  const laptop = await side.visitor({ ...still, viewport: { width: 1280, height: 800 } });
  const hand = await phone.newPage();
  const player = new Player(`Anna ${locale}`, hand, await Watch.over(hand, locale), side.local, true);
  const [desk, screen] = [await laptop.newPage(), await laptop.newPage()];
  // The key is in this address.
  await desk.goto(side.server.hostUrl);
  await desk.getByTestId("host-start").first().waitFor();
  const pages: [string, Page][] = [["/play", hand], ["/host/{game}", desk], ["/screen", screen]];
  const named = pages.map(([name, page]): [string, Page] => [`${name}, ${locale}`, page]);
  return { locale, phone, laptop, pages: named, player };
}

/** The pages that belong to no phase. */
async function outside(side: Side, game: Game, reader: Reader, looks: Looks): Promise<void> {
  for (const [pattern, whose, address] of [...everyPage({ ...game, game: game.id }), ...BESIDE]) {
    const page = await reader[whose].newPage();
    await page.goto(`${side.local}${address}`, { waitUntil: "networkidle" });
    await after(ARRIVE_MS);
    await looks.lookTwice([[`${pattern}, ${reader.locale}`, page]]);
    await page.close();
  }
}

/** Plays the game, and looks at all its pages in each phase. */
async function play(side: Side, game: Game, readers: Reader[], looks: Looks): Promise<void> {
  const all = (phase: string) => readers.flatMap(({ pages }) => pages.map(([name, page]): [string, Page] => [`${name}: ${phase}`, page]));
  const look = async (phase: string) => {
    await after(ARRIVE_MS);
    await looks.lookTwice(all(phase));
  };
  await Promise.all(
    readers.map(async ({ pages, player, locale }) => {
      await player.page.goto(`${side.local}/play/${game.pin}`);
      await player.page.getByTestId("nickname-input").waitFor();
      await looks.lookTwice([[`/play, ${locale}: name`, player.page]]);
      await player.giveName();
      await pages[1][1].goto(`${side.local}/host/${game.id}`);
      await pages[2][1].goto(`${side.local}/screen/${game.pin}`);
    }),
  );
  await look("Lobby");
  for (let question = 0; ; ) {
    const { stage, moves } = await game.now();
    const { kind } = stage.phase;
    if (kind === "Asking") {
      question += 1;
      await look(`question ${question}`);
      await answer(readers[0].player.page);
      await look(`question ${question}, answered`);
      await Promise.all(readers.slice(1).map(({ player }) => answer(player.page)));
      // The last answer may have closed it by now.
      if ((await game.now()).moves.includes("Close")) await game.move("Close").catch(() => undefined);
      await game.until("Revealed");
      await look(`question ${question}, revealed`);
    } else {
      if (kind !== "Revealed" && kind !== "Lobby") await look(kind);
      if (kind === "Reading") await game.move("Open");
      else if (kind === "Revealed" && moves.includes("ShowBoard") && question % 5 === 1) await game.move("ShowBoard");
      else if (moves.includes("Ask")) await game.move("Ask");
      else break;
    }
  }
  await rains(game, readers, looks, all, look);
  await game.move("ShowPodium");
  await look("Podium");
  await game.move("End");
  await look("Ended");
}

/** A countdown is over before all is looked at: one rain for each colour scheme. */
async function rains(
  game: Game,
  readers: Reader[],
  looks: Looks,
  all: (phase: string) => [string, Page][],
  look: (phase: string) => Promise<void>,
): Promise<void> {
  const pages = all("countdown");
  for (const colorScheme of ["light", "dark"] as const) {
    for (const [, page] of pages) await page.emulateMedia({ colorScheme });
    const { stage } = await game.rain(RAIN_S);
    await after(SHOWN_MS);
    await Promise.all(
      pages.map(async ([name, page]) => {
        await looks.look(page, `${name}, ${colorScheme}`);
        if (Date.now() > stage.opens_ms) looks.late.push(`${name}, ${colorScheme}`);
      }),
    );
    await after(Math.max(0, stage.opens_ms - Date.now()));
    if (colorScheme === "dark") await readers[0].player.catchPacket();
    await look(colorScheme === "light" ? "Rain" : "Rain, one has caught");
    if ((await game.now()).stage.phase.kind === "Rain") await game.move("CloseRain");
    await game.until("RainDone");
  }
  await look("RainDone");
}

export const axe: Measure = {
  id: "P6",
  what: "rules of axe that are broken, over every page, phase, language and colour scheme",
  figures: [{ name: "violations", unit: "", goal: { most: 0 } }],
  rounds: [1, 1],
  quizzes: ["every-kind.toml", "three-kinds.toml"],
  limitMs: 1_800_000,
  async begin(side, quick) {
    return async () => {
      const game = await Game.open(side.server, quick ? "Three kinds of questions" : "Every kind of question");
      const looks = new Looks();
      const readers = await Promise.all(LOCALES.map((locale) => sitDown(side, game, locale)));
      await play(side, game, readers, looks);
      for (const reader of readers) await outside(side, game, reader, looks);
      return { values: { violations: looks.broken }, notes: looks.notes };
    };
  },
};
