// A game that is over, on the phone that played it: question by question, and on paper.
import path from "node:path";
import type { Page } from "@playwright/test";
import { choose, shoot } from "../support/shots";
import { expect, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/three-kinds.toml")] });

const RECEIPTS = /\/api\/games\/[0-9a-f]{16}\/receipt$/;

/** Nothing is wider than the phone. */
async function expectFits(page: Page): Promise<void> {
  const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(wide).toBeLessThanOrEqual(0);
}

test("a player sees their game afterwards, and comes to it from the balance", async ({ room }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start("Three kinds of questions");
  const anna = await room.player("Anna");
  const ben = await room.player("Ben");
  for (const player of [anna, ben]) await player.joinByCode(pin);
  await host.make("Ask");
  await ben.answer(1);
  await anna.pick(0);
  await host.expectRevealed();
  await host.page.getByTestId("players").locator("> summary").click();
  const people = host.page.locator(".person");
  await people.filter({ hasText: "Ben" }).click();
  await host.page.getByTestId("player-points").fill("50");
  await host.page.getByTestId("player-note").fill("for the song");
  await host.page.getByTestId("correct-points").click();
  await expect(host.page.getByTestId("player-dialog")).toBeHidden();
  await host.make("Ask");
  await anna.choice(0).tap();
  await anna.submit();
  await host.make("Close");
  await host.expectRevealed();
  await host.rain({ pot: "5.00", currency: "EUR", packets: 1, seconds: 15, max: "5.00" });
  const amount = await anna.catchPacket();
  await anna.expectCredited(amount);
  await expect(anna.page.getByTestId("rain-done")).toBeVisible();
  await host.end();

  const { page } = anna;
  let held = true;
  anna.watch.expectRefusals(RECEIPTS);
  await page.route(RECEIPTS, (route) =>
    held ? route.fulfill({ status: 409, json: { error: "later" } }) : route.continue(),
  );
  await page.getByTestId("to-receipt").tap();
  const state = page.getByTestId("receipt-state");
  await expect(state).toHaveText(/^The details come once the game is over/);
  await expect(page).toHaveTitle("Your game in detail · Quizrain");
  await shoot(page, "receipt/later", { quick: true });
  // It asks again by itself.
  held = false;
  const questions = page.getByTestId("receipt-question");
  await expect(questions).toHaveCount(2, { timeout: 40_000 });
  await expect(state).toBeEmpty();
  const [first, second] = [questions.nth(0), questions.nth(1)];
  await expect(first.getByRole("heading")).toHaveText("1. Which gas do plants take from the air to build sugar?");
  await expect(first.getByTestId("result")).toHaveAttribute("data-result", "right");
  await expect(first).toContainText("Carbon dioxide");
  await expect(first.getByTestId("arrived")).toHaveText(/^Arrived after \d+\.\d{3} s, line 0\.\d{3} s$/);
  await expect(second.getByTestId("result")).toHaveAttribute("data-result", "partly");
  await expect(second.getByRole("listitem")).toHaveText(["Bats", "Bats", "Bumblebees", "Barn swallows"]);
  await expect(page.getByTestId("rank")).toHaveText("1");
  await expect(page.getByTestId("credit")).toContainText(amount);
  await expectFits(page);
  await shoot(page, "receipt/phone");

  await test.step("and on paper", async () => {
    await page.emulateMedia({ media: "print" });
    await expect(page.locator(".receipt .buttons")).toBeHidden();
    await expect(questions).toHaveCount(2);
    await page.emulateMedia({ media: null });
  });

  await test.step("from the balance, by keys", async () => {
    await page.getByRole("link", { name: "See my balance" }).tap();
    const link = page.getByTestId("to-receipt");
    await link.focus();
    await page.keyboard.press("Enter");
    await expect(questions).toHaveCount(2);
  });

  await test.step("what was given by hand is told to whom it was given", async () => {
    ben.watch.expectRefusals(RECEIPTS);
    await ben.page.getByTestId("to-receipt").tap();
    const given = ben.page.getByTestId("receipt-correction");
    await expect(given).toHaveText("corrected by the host: +50 · for the song");
    await expect(page.getByTestId("receipt-correction")).toHaveCount(0);
  });

  await test.step("nobody else sees it", async () => {
    const stranger = await room.player("Stranger");
    stranger.watch.expectRefusals(RECEIPTS);
    await stranger.page.goto(page.url());
    await expect(stranger.page.getByTestId("receipt-state")).toHaveText(/^This browser did not play/);
    await expect(stranger.page.getByTestId("receipt-question")).toHaveCount(0);
    await stranger.page.goto(page.url().replace(/\/[0-9a-f]+$/, "/nothing"));
    await expect(stranger.page.getByTestId("receipt-state")).toHaveText(/^This browser did not play/);
  });
});

test("the longest texts fit on a phone, in every language", async ({ server, room }) => {
  const { page } = await room.player("Anna");
  const long = "Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen ";
  const own = { grade: "Wrong", elapsed_ms: 239_999, line_ms: 150, points: -10_000, bonus: 0, corrected: 100_000 };
  const stands = { streak: 0, life: { out_in: 3, cards: 0 }, score: 1_234_567, rank: 10_000 };
  const question = (answer: unknown, right: unknown[]) => ({
    round: 99,
    text: long.repeat(9).slice(0, 500),
    right,
    fixed: true,
    own: { answer, ...own, ...stands },
    corrections: [{ points: -100_000, note: "x".repeat(200) }],
  });
  const packet = { game: "0011223344556677", rain: "0011223344556677", packet: 1, title: long.repeat(3) };
  const at = Date.UTC(2026, 1, 17, 9, 30, 5);
  const times = { caught_at_ms: at, credited_at_ms: at, changed_at_ms: at };
  const json = {
    game: "0011223344556677",
    title: long.repeat(2),
    nickname: "W".repeat(20),
    team: { name: "M".repeat(20), rank: 8, score: 1_234_567 },
    score: 1_234_567,
    rank: 10_000,
    players: 10_000,
    life: { out_in: null, cards: 9 },
    questions: [
      question([long.repeat(3).trim(), "W".repeat(200)], ["W".repeat(200), long]),
      question([true], [false]),
      question([{ x: 10_000, y: 9_999 }], [{ x: 1234, y: 5678, width: 1111, height: 2222, round: true }]),
      { ...question([], []), own: null },
      question(null, ["999999999999.999\u00a0WWWWWWWWWWWWWWWWWWWW"]),
    ],
    packets: [{ ...packet, amount: "99999999999", currency: "CNY", state: "paying", ...times }],
    complete: false,
  };
  // What is told once is not asked for again, but for the packets.
  const asked = { receipt: 0, balance: 0 };
  await page.route(RECEIPTS, (route) => {
    asked.receipt += 1;
    return route.fulfill({ json });
  });
  const elsewhere = { ...json.packets[0], game: "ffffffffffffffff" };
  await page.route("**/api/balance", (route) => {
    asked.balance += 1;
    return route.fulfill({ json: { balances: [], packets: [elsewhere, ...json.packets], complete: false } });
  });
  await page.goto(`${server.url}/receipt/0011223344556677`);
  for (const [language, said] of [
    ["English", "Your game in detail"],
    ["简体中文", "本局明细"],
    ["繁體中文", "本局明細"],
  ]) {
    await choose(page, language);
    await expect(page.getByTestId("receipt-question")).toHaveCount(5);
    await expect(page.getByRole("heading", { level: 1 })).toHaveText(said);
    await expectFits(page);
    await shoot(page, `receipt/long-${language}`, { quick: true });
  }
  await expect.poll(() => asked.balance, { timeout: 20_000 }).toBeGreaterThan(1);
  await expect(page.getByTestId("credit")).toHaveCount(1);
  expect(asked.receipt).toBe(1);
});
