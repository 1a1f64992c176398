// A game that is over, for its host: numbers, charts, players, files, another game beside it, and a link for others.
import { readFile } from "node:fs/promises";
import path from "node:path";
import type { Page } from "@playwright/test";
import { shoot } from "../support/shots";
import { expect, type Room, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/three-kinds.toml")] });

const QUIZ = "Three kinds of questions";
const RESULTS = /\/api\/games\/[0-9a-f]{16}\/results$/;
const PUBLIC = /\/results\/public$/;
const PHONE = { width: 390, height: 844 };
const DESKTOP = { width: 1920, height: 1080 };

/** Nothing but tables, which scroll by themselves, is wider than the page. */
async function expectFits(page: Page): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
}

/** Plays one question with Anna, who is right, and =1+1, who is not; the host's page when it is over. */
async function play(room: Room) {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start(QUIZ);
  const anna = await room.player("Anna");
  const formula = await room.player("=1+1");
  for (const player of [anna, formula]) await player.joinByCode(pin);
  await host.make("Ask");
  await formula.answer(1);
  await anna.pick(0);
  await host.expectRevealed();
  await host.end();
  return { host, pin };
}

test("a host sees what became of a game, takes it away and shows it to others", async ({ room }) => {
  await play(room);
  const { host, pin } = await play(room);
  const { page } = host;
  host.watch.expectRefusals(RESULTS);
  await page.getByTestId("to-results").click();
  await expect(page.getByTestId("results-title")).toHaveText(QUIZ, { timeout: 40_000 });
  await expect(page.getByTestId("results-summary")).toContainText("50.0 %");
  const chart = page.getByTestId("chart");
  await expect(chart).toHaveCount(1);
  await expect(chart.locator(".chart-bar").filter({ hasText: "Carbon dioxide" })).toContainText("1");
  const rows = page.getByTestId("results-player");
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText("Anna");
  await rows.nth(0).getByTestId("player-answers").click();
  await expect(page.getByTestId("player-told")).toContainText("Carbon dioxide");

  await test.step("another game of the quiz stands beside it", async () => {
    const compare = page.getByTestId("compare");
    await compare.selectOption({ index: 1 });
    await expect(page.getByTestId("glance").locator("thead th")).toHaveCount(6);
  });

  for (const [name, size] of [["phone", PHONE], ["desktop", DESKTOP]] as const) {
    await page.setViewportSize(size);
    await expectFits(page);
    await shoot(page, `results/${name}`);
  }

  await test.step("files", async () => {
    for (const [name, begins] of [
      ["results.xlsx", "PK"],
      ["players.csv", "\ufeffplace,rank,name"],
      ["answers.csv", "\ufeffquestion,text"],
      ["results.json", "{"],
    ]) {
      const loading = page.waitForEvent("download");
      await page.getByTestId(name).click();
      const file = await loading;
      expect(file.suggestedFilename()).toBe(`quizrain-${pin}-${name}`);
      const text = await readFile(await file.path(), "utf8");
      expect(text.startsWith(begins), name).toBe(true);
      if (name.endsWith(".csv")) expect(text).toContain("'=1+1");
    }
  });

  await test.step("and on paper", async () => {
    await page.emulateMedia({ media: "print" });
    await expect(page.getByTestId("results.xlsx")).toBeHidden();
    await expect(chart).toBeVisible();
    await shoot(page, "results/print", { quick: true });
    await page.emulateMedia({ media: null });
  });

  await test.step("a link shows it without names, until it is closed", async () => {
    await page.getByTestId("share-make").click();
    const link = page.getByTestId("share-link");
    await expect(link).toHaveValue(/\/results\/[0-9a-f]{16}#code=[0-9a-f]{32}$/);
    const url = new URL(await link.inputValue());
    const local = `${new URL(page.url()).origin}${url.pathname}${url.hash}`;
    const stranger = await room.player("Stranger");
    await stranger.page.goto(local);
    await expect(stranger.page.getByTestId("results-title")).toHaveText(QUIZ);
    await expect(stranger.page.getByTestId("chart")).toHaveCount(1);
    await expect(stranger.page.locator("body")).not.toContainText("Anna");
    await expectFits(stranger.page);
    await shoot(stranger.page, "results/shared", { quick: true });
    await page.getByTestId("share-end").click();
    await expect(page.getByTestId("share-end")).toBeHidden();
    stranger.watch.expectRefusals(PUBLIC);
    await stranger.page.goto("about:blank");
    await stranger.page.goto(local);
    await expect(stranger.page.getByRole("alert")).toHaveText(/^This link shows nothing any more/);
  });

  await test.step("past games are found", async () => {
    await page.setViewportSize(DESKTOP);
    await page.getByRole("link", { name: "Past games" }).click();
    await expect(page.getByTestId("past-game")).toHaveCount(2);
    await page.getByTestId("past-search").fill(pin);
    await expect(page.getByTestId("past-game")).toHaveCount(1);
    await shoot(page, "results/list", { quick: true });
    await page.getByTestId("past-search").fill("nothing of the kind");
    await expect(page.getByTestId("past-game")).toHaveCount(0);
    await expect(page.getByRole("status")).toContainText("No game that is over fits.");
    await page.setViewportSize(PHONE);
    await page.getByTestId("past-search").fill("");
    await expect(page.getByTestId("past-game")).toHaveCount(2);
    await expectFits(page);
    await shoot(page, "results/list-phone", { quick: true });
  });
});
