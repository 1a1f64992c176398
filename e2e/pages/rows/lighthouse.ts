// P3: what Lighthouse says of the pages that people open first, as it looks at them for a phone.
import { freePort } from "../../support/server";
import { launch } from "../browser";
import { Game } from "../game";
import type { Measure } from "../measure";

const CATEGORIES = { performance: "performance", accessibility: "accessibility", "best-practices": "best practices" };
const GOALS: Record<string, number> = { performance: 95, accessibility: 100, "best practices": 100 };
const PAGES = ["/", "/play", "/host"];

const names = PAGES.flatMap((page) => Object.values(CATEGORIES).map((category) => ({ page, category })));

export const lighthouse: Measure = {
  id: "P3",
  what: "Lighthouse's points for a phone, over the address in the LAN",
  figures: names.map(({ page, category }) => ({ name: `${page} ${category}`, unit: "", goal: { least: GOALS[category] } })),
  rounds: [5, 1],
  quizzes: ["three-kinds.toml"],
  limitMs: 300_000,
  async begin(side) {
    const game = await Game.open(side.server, "Three kinds of questions");
    const { default: look } = await import("lighthouse");
    return async () => {
      // A browser of its own: Lighthouse empties the caches of all of it.
      const port = await freePort();
      const browser = await launch([`--remote-debugging-port=${port}`]);
      const values: Record<string, number> = {};
      const notes = new Set(side.lanNotes);
      try {
        for (const page of PAGES) {
          const address = page === "/play" ? `/play/${game.pin}` : page;
          const onlyCategories = Object.keys(CATEGORIES);
          const found = await look(`${side.lan}${address}`, { port, output: "json", logLevel: "silent", onlyCategories });
          if (!found) throw new Error(`Lighthouse says nothing of ${page}`);
          const { categories, audits, runtimeError } = found.lhr;
          if (runtimeError) throw new Error(`Lighthouse at ${page}: ${runtimeError.message}`);
          for (const [id, category] of Object.entries(CATEGORIES)) {
            const { score, auditRefs } = categories[id];
            if (score === null) throw new Error(`Lighthouse has no points for ${page}, ${category}`);
            values[`${page} ${category}`] = Math.round(score * 100);
            const failed = auditRefs.filter(({ id, weight }) => weight > 0 && (audits[id].score ?? 1) < 0.9);
            for (const { id } of failed) notes.add(`${page} ${category}: ${id}${said(audits[id].details)}`);
          }
        }
      } finally {
        await browser.close();
      }
      return { values, notes: [...notes] };
    };
  },
};

/** What an audit has seen on the console, if it is of that. */
function said(details: unknown): string {
  const { items } = (details ?? {}) as { items?: { description?: unknown }[] };
  const first = items?.[0]?.description;
  return typeof first === "string" ? ` (${first.slice(0, 80)})` : "";
}
