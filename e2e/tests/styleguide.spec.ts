// The page of all components: each section as the pictures in e2e/styleguide have it, and nothing that axe objects to.
//
// Letters are the same on every machine: the page has a font of its own (frontend/styles/styleguide.css), and what that has no
// letters for is not compared. What is left of machines, how edges are smoothed, is within the tolerance. After a change that
// is meant, `npx playwright test styleguide --update-snapshots` takes the pictures anew; without it a missing one fails.
import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import type { BrowserContextOptions, Page } from "@playwright/test";
import { violations } from "../support/axe";
import { expect, test } from "../support/test";

const PICTURES = path.join(__dirname, "../styleguide");
/** What all of them may take together. */
const MOST_BYTES = 3_000_000;
/** How many of a picture's pixels may differ, and by how much one may without being counted. */
const TOLERANCE = { maxDiffPixelRatio: 0.01, threshold: 0.1 };

const PHONE = { width: 390, height: 844 };
const WIDE = { width: 1920, height: 1080 };

/** Which of them a section has. */
const TAKEN = { all: [0, 1, 2, 3], two: [0, 3], one: [0], none: [] as number[] };

/** Both widths and all four sets of colours. Layout and colours do not depend on each other: each of either is enough. */
const LOOKS: [name: string, options: BrowserContextOptions][] = [
  ["light", { viewport: PHONE, colorScheme: "light" }],
  ["dark", { viewport: PHONE, colorScheme: "dark" }],
  ["light-more", { viewport: PHONE, colorScheme: "light", contrast: "more" }],
  ["dark-more-wide", { viewport: WIDE, colorScheme: "dark", contrast: "more" }],
];

/** The sections by their anchors, and which pictures of them there are. */
const sections = (page: Page) =>
  page.locator(".guide-section").evaluateAll((all) => all.map((it) => [it.id, it.getAttribute("data-pictures")]));

const taken = (pictures: string | null) => TAKEN[pictures as keyof typeof TAKEN].map((at) => LOOKS[at][0]);

for (const [look, options] of LOOKS) {
  test(`every component looks as it did: ${look}`, async ({ room, server }) => {
    const { page } = await room.host({ reducedMotion: "reduce", ...options });
    await page.goto(`${server.url}/styleguide`);
    await expect(page.locator(".guide-section")).not.toHaveCount(0);
    expect(await page.evaluate(() => document.fonts.load('600 1rem "Outfit of pictures"').then((all) => all.length))).toBe(1);
    await page.evaluate(() => document.fonts.ready);
    for (const [id, pictures] of await sections(page)) {
      if (!taken(pictures).includes(look)) continue;
      await test.step(id, async () => {
        const section = page.locator(`#${id}`);
        const focused = section.locator("[data-focused] > button, [data-focused] input");
        if (await focused.count()) await focused.focus();
        await expect.soft(section).toHaveScreenshot(`${id}-${look}.png`, TOLERANCE);
      });
    }
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect.soft(wide, "something sticks out").toBe(false);
    expect.soft(await violations(page)).toEqual([]);
  });
}

test("no picture is left of what is gone, and all together are small", async ({ room, server }) => {
  const { page } = await room.host();
  await page.goto(`${server.url}/styleguide`);
  await expect(page.locator(".guide-section")).not.toHaveCount(0);
  const expected = (await sections(page)).flatMap(([id, pictures]) =>
    taken(pictures).map((look) => `${id}-${look}.png`),
  );
  const files = readdirSync(PICTURES);
  expect(files.sort()).toEqual(expected.sort());
  const bytes = files.reduce((sum, file) => sum + statSync(path.join(PICTURES, file)).size, 0);
  expect(bytes).toBeLessThan(MOST_BYTES);
});
