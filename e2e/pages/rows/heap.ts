// P7: what a rain leaves behind in a phone's memory. Between two looks at it nobody asks the page anything: what a test leaves
// behind in a page is more than what a rain does.
import { setTimeout as after } from "node:timers/promises";
import type { CDPSession } from "@playwright/test";
import { Game } from "../game";
import type { Measure } from "../measure";
import { median } from "../row";
import { PHONE } from "../side";

/** As long as one may last: it ends once a packet is caught. */
const RAIN_S = 60;
const KB = 1024;
/** The first rains bring what all others use again: code that the engine has made of what ran often, and the like. */
const WARM = 3;
/** How long what comes after a rain may take to come in. */
const SETTLING_MS = 1_000;

interface Left {
  heap: number;
  /** What the browser itself keeps for the page. */
  objects: number;
  nodes: number;
  listeners: number;
}

/** What is left once nobody needs it any more, in bytes and numbers. */
async function left(cdp: CDPSession): Promise<Left> {
  // What the first finds dead holds others, which the next finds.
  for (let time = 0; time < 3; time += 1) await cdp.send("HeapProfiler.collectGarbage");
  const usage: { usedSize: number; embedderHeapUsedSize?: number } = await cdp.send("Runtime.getHeapUsage");
  const { nodes, jsEventListeners } = await cdp.send("Memory.getDOMCounters");
  return { heap: usage.usedSize, objects: usage.embedderHeapUsedSize ?? 0, nodes, listeners: jsEventListeners };
}

/** Taps all over the screen until a packet is caught. */
async function catchOne(game: Game, cdp: CDPSession): Promise<void> {
  const { width, height } = PHONE.viewport!;
  for (let tap = 1; ; tap += 1) {
    // Places that cover the screen evenly, however many there are: below the header, where packets fall.
    const [x, y] = [(tap * 0.618) % 1, (tap * 0.755) % 1];
    const at = { x: width * (0.1 + 0.8 * x), y: height * (0.2 + 0.7 * y) };
    await cdp.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints: [at] });
    await cdp.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints: [] });
    await after(50);
    if (tap % 5) continue;
    const { stage, rain } = await game.now();
    if ((rain?.caught ?? 0) > 0) return;
    if (stage.phase.kind !== "Rain") throw new Error(`no packet was caught by ${tap} taps`);
  }
}

export const heap: Measure = {
  id: "P7",
  what: "growth of a phone's heap with each rain of a game in which it catches a packet, after garbage was collected",
  figures: [
    { name: "heap", unit: "KB", goal: { most: 0 } },
    { name: "nodes", unit: "nodes", goal: { most: 0 } },
    { name: "listeners", unit: "listeners", goal: { most: 0 } },
    { name: "the browser's objects", unit: "KB" },
  ],
  rounds: [3, 1],
  quizzes: ["three-kinds.toml"],
  limitMs: 600_000,
  async begin(side, quick) {
    const rains = WARM + (quick ? 5 : 9);
    let players = 0;
    return async () => {
      const game = await Game.open(side.server, "Three kinds of questions");
      const { page, cdp } = await side.phone();
      await page.goto(`${side.local}/play/${game.pin}`);
      players += 1;
      await page.getByTestId("nickname-input").fill(`Player ${players}`);
      await page.getByTestId("join").tap();
      await page.getByTestId("score").waitFor();
      await cdp.send("HeapProfiler.enable");
      const seen: Left[] = [];
      for (let rain = 0; rain < rains; rain += 1) {
        const { stage } = await game.rain(RAIN_S);
        await after(Math.max(0, stage.opens_ms - Date.now()));
        await catchOne(game, cdp);
        // The packet is credited meanwhile.
        await after(SETTLING_MS);
        await game.move("CloseRain");
        await game.until("RainDone");
        await after(SETTLING_MS);
        seen.push(await left(cdp));
      }
      const counted = seen.slice(WARM - 1);
      const grown = (of: keyof Left) => median(counted.slice(1).map((now, before) => now[of] - counted[before][of])) ?? 0;
      const told = seen.map(({ heap }) => (heap / KB).toFixed(1)).join(", ");
      return {
        values: {
          // Less than half of one is none: the engine's own statistics take some bytes.
          heap: Math.round(grown("heap") / KB),
          nodes: grown("nodes"),
          listeners: grown("listeners"),
          "the browser's objects": Math.round(grown("objects") / KB),
        },
        notes: [`KB after each of ${rains} rains, of which the first ${WARM} do not count: ${told}`],
      };
    };
  },
};
