// A language that is read from right to left: pages are mirrored, and what is no text, such as pins, signs and pictures, is not.
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import { expect, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/three-kinds.toml")] });

const ARABIC = { locale: "ar" };

async function box(what: Locator) {
  const found = await what.boundingBox();
  if (!found) throw new Error(`${what} is not in sight`);
  return { left: found.x, right: found.x + found.width };
}

/** Where one thing comes after another to whoever reads from right to left. */
async function expectAfter(second: Locator, first: Locator): Promise<void> {
  expect((await box(second)).right, `${second} after ${first}`).toBeLessThanOrEqual((await box(first)).left + 1);
}

/** The first of its characters is the leftmost one. */
async function expectLeftToRight(what: Locator): Promise<void> {
  await expect(what).not.toBeEmpty();
  const lefts = await what.evaluate((it) => {
    const range = document.createRange();
    const texts = document.createTreeWalker(it, NodeFilter.SHOW_TEXT);
    const found: number[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      [...(text.textContent ?? "")].forEach((letter, at) => {
        range.setStart(text, at);
        range.setEnd(text, at + 1);
        if (letter.trim()) found.push(range.getBoundingClientRect().left);
      });
    }
    return found;
  });
  expect(lefts, `${what}`).toEqual([...lefts].sort((a, b) => a - b));
}

/** The page is mirrored, and nothing sticks out at a side. */
async function expectMirrored(page: Page): Promise<void> {
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  const [wide, room] = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
  expect(wide, page.url()).toBeLessThanOrEqual(room);
}

test("a first page and what comes after a game are mirrored on phones", async ({ room, server }) => {
  const { page } = await room.player("Layla", ARABIC);
  for (const at of ["/", "/play/123456", "/balance", "/check", "/privacy"]) {
    await page.goto(`${server.url}${at}`);
    const language = page.getByTestId("language");
    await expect(language).toHaveValue("ar");
    for (const width of [390, 360, 320]) {
      await page.setViewportSize({ width, height: 844 });
      await expectMirrored(page);
      expect((await box(page.locator(".top-home"))).left).toBeGreaterThan(width / 2);
      await expectAfter(language, page.locator(".top-home"));
    }
  }
});

test("a game is mirrored at the desk, on the big screen and on a phone", async ({ room }) => {
  const host = await room.host(ARABIC);
  await host.arrive();
  await expectMirrored(host.page);
  const pin = await host.start("Three kinds of questions");
  const screen = await room.screen(pin, ARABIC);
  const layla = await room.player("Layla", ARABIC);
  await layla.joinByCode(pin);
  await expect(screen.players).toHaveAttribute("data-count", "1");
  const everywhere = async () => {
    for (const page of [host.page, screen.page, layla.page]) await expectMirrored(page);
  };
  await everywhere();
  await expectLeftToRight(screen.page.getByTestId("pin"));
  await expectLeftToRight(screen.page.locator(".big-lobby-url"));
  await expectAfter(screen.page.locator(".big-lobby-qr"), screen.page.getByTestId("pin"));
  await expectAfter(screen.page.locator(".big-title"), screen.page.locator(".big-strip .wordmark"));
  await expectAfter(host.page.locator(".controls"), host.page.locator(".desk-picture"));
  await expectAfter(layla.score, layla.page.locator(".slim-name"));

  await host.make("Ask");
  await expect(layla.choice(1)).toBeEnabled();
  await expectAfter(layla.page.locator(".timer-seconds"), layla.page.locator(".timer-track"));
  // A bar empties towards where it began.
  const [track, bar] = [layla.page.locator(".timer-track"), layla.page.locator(".timer-bar")];
  await expect.poll(async () => (await box(bar)).left - (await box(track)).left).toBeGreaterThan(1);
  expect(Math.abs((await box(bar)).right - (await box(track)).right)).toBeLessThan(1);
  await expectLeftToRight(screen.page.locator(".big-join-pin"));
  await everywhere();
  await layla.pick(0);

  await expect(layla.page.getByTestId("points")).toBeVisible();
  await expectLeftToRight(layla.page.getByTestId("points"));
  await everywhere();
  await host.make("ShowBoard");
  const row = screen.page.locator(".big-row").first();
  await expectAfter(row.locator(".big-row-name"), row.locator(".big-row-rank"));
  await expectAfter(row.locator(".big-row-score"), row.locator(".big-row-bar"));
  await everywhere();

  await host.planRain({ pot: "30", currency: "points", packets: 3, seconds: 60, min: "1", max: "20" });
  await host.page.getByTestId("rain-start").click();
  await layla.catchPacket();
  await everywhere();
  const [pot, left] = [screen.page.locator(".big-pot"), screen.page.getByTestId("pot-left")];
  await expect.poll(async () => (await box(left)).left - (await box(pot)).left).toBeGreaterThan(1);
  expect(Math.abs((await box(left)).right - (await box(pot)).right)).toBeLessThan(1);
  await host.make("CloseRain");
  await host.page.getByTestId("stop-confirm").click();
  await expect(layla.page.getByTestId("rain-done")).toBeVisible();
  await everywhere();
});
