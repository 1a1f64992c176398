// P2: from the first byte asked for to a seat, on a poor phone and a poor line.
import type { Page } from "@playwright/test";
import type { Measure } from "../measure";
import type { Side } from "../side";
import { Game } from "../game";

/** 1.6 Mbit/s both ways. */
const BYTES_PER_SECOND = 1_600_000 / 8;
const ROUND_TRIP_MS = 150;
const SLOWER = 4;

/** When what happened in a page, in ms since 1970, as its own clock says. */
interface Seen {
  /** It was asked for. */
  began: number;
  /** The field has had its first digit. */
  digit?: number;
  /** The name can be typed. */
  name?: number;
  /** There is a seat. */
  seated?: number;
}

/** Runs in the page before anything else: notes when things are there. */
function watch(): void {
  const seen: Seen = { began: performance.timeOrigin };
  Object.assign(window, { seen });
  const now = () => performance.timeOrigin + performance.now();
  document.addEventListener(
    "input",
    (event) => {
      const it = event.target as HTMLInputElement;
      // What a script writes is no key.
      if (event.isTrusted && it.dataset.testid === "pin-input") seen.digit ??= now();
    },
    true,
  );
  const look = () => {
    if (document.activeElement instanceof HTMLInputElement) {
      if (document.activeElement.dataset.testid === "nickname-input") seen.name ??= now();
    }
    if (document.querySelector('[data-testid="score"]')) seen.seated ??= now();
  };
  new MutationObserver(look).observe(document, { childList: true, subtree: true });
  document.addEventListener("focusin", look, true);
}

const seen = (page: Page): Promise<Seen> => page.evaluate(() => (window as unknown as { seen: Seen }).seen);

/** Waits until the page has seen this. */
async function until(page: Page, what: keyof Seen): Promise<number> {
  const has = (what: keyof Seen) => (window as unknown as { seen?: Seen }).seen?.[what] ?? 0;
  const when = await page.waitForFunction(has, what);
  return when.jsonValue();
}

/** Joins as somebody does who types as soon as a field takes it. */
async function join(side: Side, origin: string, pin: string, name: string): Promise<{ digit: number; joined: number }> {
  const { page, cdp } = await side.phone();
  await page.addInitScript(watch);
  await cdp.send("Network.enable");
  const [downloadThroughput, uploadThroughput] = [BYTES_PER_SECOND, BYTES_PER_SECOND];
  await cdp.send("Network.emulateNetworkConditions", { offline: false, latency: ROUND_TRIP_MS, downloadThroughput, uploadThroughput });
  await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.goto(`${origin}/`, { waitUntil: "commit" });
  // The first digit, again and again until the field has it.
  let first = await seen(page);
  while (!first?.digit) {
    await page.keyboard.press(pin[0]);
    first = await seen(page);
  }
  const field = page.getByTestId("pin-input");
  const typed = (await field.inputValue()).length;
  for (let more = 1; more < typed; more += 1) await page.keyboard.press("Backspace");
  await page.keyboard.insertText(pin.slice(1));
  if ((await field.inputValue()) !== pin) throw new Error(`the field has lost digits: ${await field.inputValue()}`);
  await page.keyboard.press("Enter");
  await until(page, "name");
  await page.keyboard.insertText(name);
  await page.keyboard.press("Enter");
  const seated = await until(page, "seated");
  await page.context().close();
  return { digit: (first.digit - first.began) / 1000, joined: (seated - first.began) / 1000 };
}

export const arrival: Measure = {
  id: "P2",
  what: "from asking for / to a digit in the field, and until a seat is there, at 1.6 Mbit/s, 150 ms and a processor slowed 4 times",
  figures: [
    { name: "digits, localhost", unit: "s", goal: { most: 0.7 } },
    { name: "digits, LAN", unit: "s", goal: { most: 0.7 } },
    { name: "joined, localhost", unit: "s", goal: { most: 2 } },
    { name: "joined, LAN", unit: "s", goal: { most: 2 } },
  ],
  rounds: [9, 3],
  quizzes: ["three-kinds.toml"],
  limitMs: 120_000,
  async begin(side) {
    const game = await Game.open(side.server, "Three kinds of questions");
    let players = 0;
    return async () => {
      const values: Record<string, number> = {};
      for (const [place, origin] of [["localhost", side.local], ["LAN", side.lan]]) {
        players += 1;
        const { digit, joined } = await join(side, origin, game.pin, `Player ${players}`);
        values[`digits, ${place}`] = digit;
        values[`joined, ${place}`] = joined;
      }
      return { values, notes: side.lanNotes };
    };
  },
};
