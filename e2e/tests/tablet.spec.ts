// A question on a tablet, upright and on its side: its choices fill the screen, and boxes say that several can be picked.
import path from "node:path";
import type { Page } from "@playwright/test";
import { shoot } from "../support/shots";
import { expect, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/three-kinds.toml")] });

/** Which share of the page the choices take, how many columns they have, and how large their letters are. */
const look = (page: Page) =>
  page.locator(".choices").evaluate((it) => {
    const tops = [...it.children].map((choice) => Math.round(choice.getBoundingClientRect().top));
    const { scrollHeight, scrollWidth } = document.documentElement;
    return {
      share: it.getBoundingClientRect().height / innerHeight,
      rows: new Set(tops).size,
      letters: parseFloat(getComputedStyle(it.children[0]).fontSize),
      whole: scrollHeight <= innerHeight && scrollWidth <= innerWidth,
    };
  });

/** How round the mark of the first choice is. */
const radius = (page: Page) =>
  page.locator(".choice-mark").first().evaluate((it) => getComputedStyle(it).borderTopLeftRadius);

test("a tablet is filled, and boxes mark what can be picked beside others", async ({ room }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start("Three kinds of questions");
  const anna = await room.player("Anna", { viewport: { width: 768, height: 1024 }, deviceScaleFactor: 1 });
  const upright = { width: 768, height: 1024 };
  const lying = { width: 1024, height: 768 };
  await anna.join(pin);
  await host.make("Ask");
  await expect(anna.question).toBeVisible();
  for (const [size, rows, share] of [[upright, 4, 0.5], [lying, 2, 0.4]] as const) {
    await anna.page.setViewportSize(size);
    await expect.poll(async () => (await look(anna.page)).rows).toBe(rows);
    const found = await look(anna.page);
    expect(found.share, JSON.stringify(found)).toBeGreaterThan(share);
    expect(found.letters).toBeGreaterThan(18);
    expect(found.whole).toBe(true);
    await shoot(anna.page, `tablet-${size.width}`);
  }
  expect(await radius(anna.page)).toBe("50%");
  await anna.pick(0);
  await host.expectRevealed();

  await host.make("Ask");
  await expect(anna.question).toContainText("Which of these animals");
  expect(await radius(anna.page)).not.toBe("50%");
  await anna.pick(2);
  await anna.pick(4);
  await shoot(anna.page, "tablet-several");
});
