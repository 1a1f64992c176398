// P5: whether anything moves under a finger, from the first page to the winners.
import { setTimeout as after } from "node:timers/promises";
import type { Page } from "@playwright/test";
import { Player } from "../../support/player";
import { type Shift, watchShifts } from "../../support/shifts";
import { Watch } from "../../support/watch";
import { answer } from "../answers";
import { Game } from "../game";
import type { Measure } from "../measure";

const RAIN_S = 30;
/** How long a phase is looked at: longer than anything takes to come in. */
const LOOK_MS = 1_500;
/** Shifts that are less than a second apart are one, of five seconds at most: so the web's vitals have it. */
const [GAP_MS, SESSION_MS] = [1_000, 5_000];

/** The worst of all sessions. */
export function worst(shifts: Shift[]): number {
  let [most, sum, began, last] = [0, 0, 0, -Infinity];
  for (const { at, value } of shifts) {
    if (at - last > GAP_MS || at - began > SESSION_MS) [sum, began] = [0, at];
    [sum, last] = [sum + value, at];
    most = Math.max(most, sum);
  }
  return most;
}

/**
 * Plays from the lobby to the end of the questions, says what comes, and tells how many questions were answered. Another phone
 * answers last: what comes then was brought about by no finger on this one.
 */
async function questions(game: Game, page: Page, last: Page, say: (phase: string) => void): Promise<number> {
  for (let asked = 0; ; ) {
    const { stage, moves } = await game.now();
    const { kind } = stage.phase;
    say(`${kind}, ${asked} asked`);
    await after(LOOK_MS);
    if (kind === "Asking") {
      asked += 1;
      await answer(page);
      await after(LOOK_MS);
      say(`Revealed, ${asked} asked`);
      await answer(last);
      // The last player's answer may have closed it by now.
      if ((await game.now()).moves.includes("Close")) await game.move("Close").catch(() => undefined);
      await game.until("Revealed");
    } else if (kind === "Reading") await game.move("Open");
    else if (kind === "Revealed" && moves.includes("ShowBoard")) await game.move("ShowBoard");
    else if (moves.includes("Ask")) await game.move("Ask");
    else return asked;
  }
}

export const shifts: Measure = {
  id: "P5",
  what: "layout shift on a phone from joining to the podium: a question of every kind, boards, a rain",
  figures: [
    { name: "CLS", unit: "", goal: { most: 0 } },
    { name: "all shifts", unit: "", goal: { most: 0 } },
  ],
  rounds: [3, 1],
  quizzes: ["every-kind.toml"],
  limitMs: 420_000,
  async begin(side) {
    return async () => {
      const game = await Game.open(side.server, "Every kind of question");
      const [{ page }, { page: other }] = [await side.phone(), await side.phone()];
      const seen: (Shift & { phase: string })[] = [];
      let phase = "join";
      await watchShifts(page, (shift) => void seen.push({ ...shift, phase }));
      const bob = new Player("Bob", other, await Watch.over(other, "Bob"), side.local, true);
      await bob.join(game.pin);
      const anna = new Player("Anna", page, await Watch.over(page, "Anna"), side.local, true);
      await anna.join(game.pin);
      await after(LOOK_MS);
      const asked = await questions(game, page, other, (now) => (phase = now));
      phase = "rain";
      const { stage } = await game.rain(RAIN_S);
      await after(Math.max(0, stage.opens_ms - Date.now()));
      await anna.catchPacket();
      await after(LOOK_MS);
      await game.move("CloseRain");
      await game.until("RainDone");
      await after(LOOK_MS);
      phase = "podium";
      await game.move("ShowPodium");
      await page.getByTestId("podium").waitFor();
      await after(LOOK_MS);
      const sum = seen.reduce((sum, { value }) => sum + value, 0);
      const largest = [...seen].sort((a, b) => b.value - a.value).slice(0, 5);
      const told = largest.map(({ phase, value, moved }) => `${phase}: ${value.toFixed(4)} by ${moved.join(", ")}`);
      return {
        values: { CLS: worst(seen), "all shifts": sum },
        notes: [`${asked} questions were answered`, ...told],
      };
    };
  },
};
