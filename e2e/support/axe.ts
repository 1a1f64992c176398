// What axe has to say of a page as it is shown now.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "@playwright/test";

/** A rule that a page breaks, and where first. */
export interface Violation {
  rule: string;
  at: string;
  places: number;
}

interface Axe {
  run(what: Document, options: object): Promise<{ violations: { id: string; nodes: { target: unknown[] }[] }[] }>;
}

const source = readFileSync(createRequire(__filename).resolve("axe-core/axe.min.js"), "utf8");

/** Waits until nothing comes in any more, and looks. What never ends, as falling packets, is looked at as it falls. */
export async function violations(page: Page): Promise<Violation[]> {
  await page.evaluate(async () => {
    const all = document.getAnimations().filter((it) => Number.isFinite(it.effect?.getComputedTiming().endTime));
    await Promise.race([Promise.allSettled(all.map((it) => it.finished)), new Promise((done) => setTimeout(done, 1_000))]);
  });
  if (!(await page.evaluate(() => "axe" in window))) await page.evaluate(source);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: Axe };
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations.map(({ id, nodes }) => ({ rule: id, at: String(nodes[0]?.target[0]), places: nodes.length }));
  });
}
