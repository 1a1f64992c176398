// P4: what the rain costs a poor phone, as Chromium's own trace tells it.
import { setTimeout as after } from "node:timers/promises";
import type { Browser, Page } from "@playwright/test";
import { Game } from "../game";
import type { Measure } from "../measure";
import { percentile } from "../row";

const SLOWER = 4;
const RAIN_S = 20;
/** From this long after the first packet on, for so long. */
const [SETTLING_MS, WINDOW_MS] = [1_000, 8_000];
const CATEGORIES = ["devtools.timeline", "disabled-by-default-devtools.timeline", "disabled-by-default-devtools.timeline.frame"];
/** What runs a page's own code; what one of them contains is a part of it. */
const SCRIPT = ["FireAnimationFrame", "FunctionCall", "EvaluateScript", "TimerFire", "EventDispatch", "RunMicrotasks", "FireIdleCallback"];

interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  /** Microseconds. */
  ts: number;
  dur?: number;
  /** Of those, the processor's own: what it does for others meanwhile is no cost of this page. */
  tdur?: number;
  args: { name?: string; data?: { frames?: { url: string; processId: number }[] } };
}

/** What a trace says of the page with this address: how often it was drawn, and for each time the script since the last, in ms. */
export function read(trace: TraceEvent[], origin: string): { drawn: number; script: number[]; seconds: number } {
  const frames = trace.filter(({ name }) => name === "TracingStartedInBrowser").flatMap(({ args }) => args.data?.frames ?? []);
  const pid = frames.find(({ url }) => url.startsWith(origin))?.processId;
  if (!pid) throw new Error("the trace does not name the page");
  const own = trace.filter((event) => event.pid === pid).sort((a, b) => a.ts - b.ts);
  const drawn = own.filter(({ name }) => name === "DrawFrame").map(({ ts }) => ts);
  if (drawn.length < 2) throw new Error("nothing was drawn");
  const main = own.find(({ name, args }) => name === "thread_name" && args.name === "CrRendererMain")?.tid;
  const ran = own.filter(({ name, ph, tid }) => tid === main && ph === "X" && SCRIPT.includes(name));
  const script = new Array<number>(drawn.length - 1).fill(0);
  let [end, at] = [0, 0];
  for (const { ts, dur = 0, tdur = dur } of ran) {
    if (ts < drawn[0] || ts >= drawn[drawn.length - 1]) continue;
    while (ts >= drawn[at + 1]) at += 1;
    // Within another one it is counted already.
    if (ts < end) continue;
    end = ts + dur;
    script[at] += tdur / 1000;
  }
  return { drawn: script.length, script, seconds: (drawn[drawn.length - 1] - drawn[0]) / 1e6 };
}

async function traced(browser: Browser, page: Page, ms: number): Promise<TraceEvent[]> {
  await browser.startTracing(page, { categories: CATEGORIES });
  await after(ms);
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString("utf8"));
  return traceEvents;
}

export const rain: Measure = {
  id: "P4",
  what: "a rain on a phone with two pixels a point and a processor slowed 4 times, which draws it too; script is the processor's own time",
  figures: [
    { name: "script a frame, p95", unit: "ms", goal: { most: 3 } },
    { name: "frames", unit: "frames/s", goal: { times: 2 } },
  ],
  rounds: [7, 3],
  quizzes: ["three-kinds.toml"],
  limitMs: 120_000,
  async begin(side) {
    let players = 0;
    return async () => {
      const game = await Game.open(side.server, "Three kinds of questions");
      const { page, cdp } = await side.phone();
      await page.goto(`${side.local}/play/${game.pin}`);
      players += 1;
      await page.getByTestId("nickname-input").fill(`Player ${players}`);
      await page.getByTestId("join").tap();
      await page.getByTestId("score").waitFor();
      await cdp.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
      const { stage } = await game.rain(RAIN_S);
      await after(Math.max(0, stage.opens_ms - Date.now()) + SETTLING_MS);
      const trace = await traced(side.browser, page, WINDOW_MS);
      const { phase } = (await game.now()).stage;
      if (phase.kind !== "Rain") throw new Error(`the rain was over before it was measured: ${phase.kind}`);
      await cdp.send("Emulation.setCPUThrottlingRate", { rate: 1 });
      await game.move("CloseRain");
      await game.until("RainDone");
      await game.move("End");
      const { drawn, script, seconds } = read(trace, side.local);
      return {
        values: { "script a frame, p95": percentile(script, 0.95), frames: drawn / seconds },
        notes: [],
      };
    };
  },
};
