// Anybody tries device and line before an event: what is good, slow and broken is said, with what to do, in every language.
import type { Page } from "@playwright/test";
import { choose, shoot } from "../support/shots";
import { expect, test } from "../support/test";

const line = (page: Page, word: string) => page.getByTestId(`check-${word}`);
const overall = (page: Page) => page.getByTestId("check-overall");

/** A measurement is over. */
async function measured(page: Page): Promise<void> {
  await expect(page.getByTestId("check-again")).toBeEnabled({ timeout: 30_000 });
}

test("a good device on a good line is good, in three languages, and copied for the host", async ({ room, server }) => {
  const host = await room.host();
  await host.arrive();
  await host.page.getByTestId("to-check").click();
  await expect(host.page).toHaveURL(`${server.url}/check`);
  await expect(host.page).toHaveTitle("Try your device · Quizrain");

  const anna = await room.player("Anna");
  const { page } = anna;
  await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto(`${server.url}/check`);
  await expect(overall(page)).toHaveText("Measuring…");
  await measured(page);
  for (const word of ["browser", "storage", "reach", "lost", "clock", "security", "screen"]) {
    await expect(line(page, word)).toHaveAttribute("data-verdict", "good");
  }
  await expect(line(page, "lost")).toContainText("none of 20");
  await expect(line(page, "round-trip")).toContainText(/\d+ ms in the middle/);
  await expect(page.getByTestId("check-bars").locator(".check-bar")).toHaveCount(20);
  await expect(page.getByTestId("check-bars")).toHaveAttribute("aria-label", "The last 20 round trips; 0 without an answer");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

  await expect(line(page, "sound")).toHaveAttribute("data-verdict", "unknown");
  await anna.press(page.getByTestId("check-tone"));
  await anna.press(page.getByTestId("check-unheard"));
  await expect(line(page, "sound")).toHaveAttribute("data-verdict", "limited");
  await anna.press(page.getByTestId("check-tone"));
  await anna.press(page.getByTestId("check-heard"));
  await expect(line(page, "sound")).toHaveAttribute("data-verdict", "good");
  await shoot(page, "check-phone");

  await anna.press(page.getByTestId("check-copy"));
  await expect(page.getByTestId("check-copied")).toHaveText("Copied.");
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  for (const said of [server.url, "Loss: Good (none of 20)", "Mozilla/5.0"]) expect(copied).toContain(said);

  for (const [language, title, lost] of [
    ["简体中文", "检测设备", "20 次中没有丢失"],
    ["繁體中文", "檢測裝置", "20 次中沒有遺失"],
  ] as const) {
    await choose(page, language);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(line(page, "lost")).toContainText(lost);
  }
});

test("where nothing can be copied, the findings stand there to be marked", async ({ room, server }) => {
  const anna = await room.player("Anna");
  await anna.page.addInitScript(() => Object.defineProperty(navigator, "clipboard", { value: undefined }));
  await anna.page.goto(`${server.url}/check`);
  await measured(anna.page);
  await anna.press(anna.page.getByTestId("check-copy"));
  await expect(anna.page.getByTestId("check-text")).toContainText("Copying by a button: Good (no; texts can be marked and copied)");
});

test("a slow line has a worse verdict, and a silent one does not work until it is back", async ({ room, network }) => {
  const anna = await room.player("Anna");
  const { page, watch } = anna;
  watch.expectOutages();
  await page.goto(`${network.url}/check`);
  await measured(page);
  await expect(line(page, "round-trip")).toContainText(/(?<!\d)\d{1,3} ms in the middle/);

  network.slowDown(200);
  await anna.press(page.getByTestId("check-again"));
  await expect(overall(page)).toBeFocused();
  await measured(page);
  await expect(line(page, "round-trip")).toHaveAttribute("data-verdict", "limited");
  await expect(line(page, "round-trip")).toContainText("May be slow");
  await expect(line(page, "round-trip")).toContainText("access point");

  network.slowDown(0);
  network.halfOpen();
  await anna.press(page.getByTestId("check-again"));
  await expect(line(page, "reach")).toHaveAttribute("data-verdict", "bad", { timeout: 30_000 });
  await measured(page);
  await expect(overall(page)).toHaveAttribute("data-verdict", "bad");
  await expect(line(page, "lost")).toContainText("20 of 20");
  await expect(line(page, "reach")).toContainText("the server is not reached");

  // By itself.
  network.heal();
  await expect(line(page, "reach")).toHaveAttribute("data-verdict", "good", { timeout: 30_000 });
  await measured(page);
  await expect(line(page, "lost")).toContainText("none of 20");
});

test("where sockets do not get through and pages do, that is said", async ({ room, server }) => {
  const anna = await room.player("Anna");
  await anna.page.routeWebSocket("**/ws/check", (socket) => socket.close());
  await anna.page.goto(`${server.url}/check`);
  // Opened and closed at once, again and again: nothing is answered.
  await expect(line(anna.page, "reach")).toContainText("a WebSocket does not open", { timeout: 30_000 });
  await expect(line(anna.page, "reach")).toContainText("firewall");
});

test("a full server is no bad line, and is asked again", async ({ room, server }) => {
  const anna = await room.player("Anna");
  let full = true;
  await anna.page.routeWebSocket("**/ws/check", (socket) => {
    if (full) socket.close({ code: 1013 });
    else socket.connectToServer();
  });
  await anna.page.goto(`${server.url}/check`);
  await expect(line(anna.page, "reach")).toContainText("no room for another measurement", { timeout: 30_000 });
  await expect(line(anna.page, "lost")).toHaveCount(0);
  full = false;
  await expect(line(anna.page, "reach")).toHaveAttribute("data-verdict", "good", { timeout: 30_000 });
});

test("whoever walks about sees a minute grow, with gaps where nothing came", async ({ room, network }) => {
  const anna = await room.player("Anna");
  const { page, watch } = anna;
  watch.expectOutages();
  await page.goto(`${network.url}/check`);
  await measured(page);
  await anna.press(page.getByTestId("check-minute"));
  const bars = page.getByTestId("check-bars").locator(".check-bar");
  await expect.poll(() => bars.count()).toBeGreaterThan(4);
  network.halfOpen();
  const lost = page.locator(".check-bar.is-lost").first();
  await expect(lost).toBeVisible({ timeout: 30_000 });
  network.heal();
  await expect(bars.last()).not.toHaveClass(/is-lost/, { timeout: 30_000 });
  await expect(lost).toBeVisible();
});
