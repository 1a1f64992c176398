// What a host can do at the desk beside going on: pause, choose questions, correct them and players, and settings.
import path from "node:path";
import type { Host } from "../support/host";
import { shoot } from "../support/shots";
import { expect, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/three-kinds.toml")] });

const [GAS, ANIMALS, ICE] = [
  "Which gas do plants take from the air to build sugar?",
  "Which of these animals can fly by the power of their own muscles, over a distance that is worth talking about?",
  "A litre of ice weighs more than a litre of water.",
];

/** A picture of one dot. */
const DOT = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

/** Unfolds a panel of the desk. */
async function unfold(host: Host, panel: string): Promise<void> {
  await host.page.getByTestId(panel).locator("> summary").click();
}

/** Seconds on a timer. */
async function seconds(page: Host["page"]): Promise<number> {
  return Number(await page.locator(".big .timer-seconds").textContent());
}

test("a question is paused, gets more time, and goes on", async ({ room }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start("Three kinds of questions");
  const kim = await room.player("Kim");
  await kim.joinByCode(pin);
  const screen = await room.screen(pin);
  await host.ask(GAS);
  await host.page.getByTestId("move-Pause").click();
  await expect(host.state).toHaveText("Paused: nobody can answer");
  await expect(screen.page.getByTestId("paused")).toBeVisible();
  await expect(kim.page.locator('[data-testid^="choice-"]:enabled')).toHaveCount(0);

  // The red button counts down; a key that is pressed once more changes nothing.
  await host.page.getByTestId("add-time").click();
  await expect(host.page.getByTestId("move-Resume")).toBeEnabled();
  await host.page.keyboard.press("Space");
  await expect(screen.page.locator(".timer-seconds")).toHaveText(/^[123]$/);
  await host.page.keyboard.press("Space");
  await expect(host.state).toHaveText("The question is open");
  expect(await seconds(screen.page)).toBeGreaterThan(240);

  const before = await seconds(screen.page);
  await host.page.getByTestId("add-time").click();
  await expect.poll(() => seconds(screen.page)).toBeGreaterThan(before);
  await kim.pick(0);
  await host.expectRevealed();
  await kim.expectResult("right");
});

test("a host chooses which question comes, and asks one again", async ({ room }) => {
  const host = await room.host();
  const { page } = host;
  await host.arrive();
  const kim = await room.player("Kim");
  await kim.joinByCode(await host.start("Three kinds of questions"));

  await test.step("what comes next and what is right is seen without a click", async () => {
    await expect(page.getByTestId("cue-next")).toContainText(GAS);
    await expect(page.getByTestId("cue-next")).toContainText("Carbon dioxide");
    await expect(page.getByTestId("cue-now")).toHaveCount(0);
    await expect(page.getByTestId("cue-next")).toBeInViewport({ ratio: 1 });
  });

  await unfold(host, "questions");
  const next = page.getByTestId("question-next");
  await expect(next).toContainText(GAS);
  await expect(next).toContainText("Carbon dioxide");
  await page.getByTestId("skip").click();
  await expect(next).toContainText(ANIMALS);
  await expect(host.move("Ask")).toHaveText("Question 2 of 3");

  await test.step("another one is made the next", async () => {
    await page.getByTestId("question-3").locator("summary").click();
    await page.getByTestId("question-3").getByTestId("make-next").click();
    await expect(host.move("Ask")).toHaveText("Question 3 of 3");
    await host.make("Ask");
    await expect(host.question).toHaveText(ICE);
    await expect(page.getByTestId("question-now")).toContainText("False");
    const cue = page.getByTestId("cue-now");
    await expect(cue.locator(".hosted-answer")).toHaveText("False");
    await page.evaluate(() => scrollTo(0, 0));
    await expect(cue).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.evaluate(() => scrollTo(0, 0));
    await expect(cue.locator(".hosted-answer")).toBeInViewport({ ratio: 1 });
    await shoot(page, "host/cue-phone", { quick: true });
    await page.setViewportSize({ width: 1280, height: 800 });
    await kim.pick(0);
    await host.expectRevealed();
    await kim.expectResult("wrong");
  });

  await test.step("one that was left out is asked at once", async () => {
    await page.getByTestId("question-1").locator("summary").click();
    await expect(page.getByTestId("question-1").getByTestId("ask-now")).toHaveText("Ask it now");
    await page.getByTestId("question-1").getByTestId("ask-now").click();
    await expect(host.question).toHaveText(GAS);
    await host.make("Close");
    await host.expectRevealed();
  });

  await test.step("one that was asked is asked again, after a question", async () => {
    const again = page.getByTestId("question-3").getByTestId("ask-now");
    await expect(again).toHaveText("Ask it again");
    await again.click();
    await page.getByTestId("ask-again-confirm").click();
    await expect(host.question).toHaveText(ICE);
    await kim.pick(1);
    await host.expectRevealed();
    await kim.expectResult("right");
  });
});

test("an answer is corrected, and scores are made again", async ({ room }) => {
  const host = await room.host();
  const { page } = host;
  await host.arrive();
  const kim = await room.player("Kim");
  await kim.joinByCode(await host.start("Three kinds of questions"));
  await unfold(host, "questions");
  await host.ask(GAS);
  const row = page.getByTestId("question-1");
  await row.locator("summary").click();
  await expect(row.getByTestId("fix-key")).toBeHidden();
  await kim.pick(1);
  await host.expectRevealed();
  await kim.expectResult("wrong");
  expect(await kim.points()).toBe(0);

  await row.getByTestId("fix-key").click();
  const dialog = page.getByTestId("fix-dialog");
  await expect(dialog).toContainText("Money that is already credited stays.");
  await expect(page.getByTestId("fix-save")).toBeDisabled();
  await dialog.getByLabel("Nitrogen").check();
  await page.getByTestId("fix-save").click();
  await expect(dialog).toBeHidden();
  await expect.poll(() => kim.points()).toBeGreaterThan(0);
  await expect(page.getByTestId("question-now")).toContainText("Nitrogen");
  await expect(page.getByTestId("cue-now")).toContainText("Nitrogen");
  await page.getByTestId("cue").locator("> summary").click();
  await expect(page.getByTestId("cue-now")).toBeHidden();
  await page.reload();
  await expect(page.getByTestId("cue")).toBeVisible();
  await expect(page.getByTestId("cue-now")).toBeHidden();
});

test("a player is renamed, gets points and is sent away", async ({ room }) => {
  const host = await room.host();
  const { page } = host;
  await host.arrive();
  const pin = await host.start("Three kinds of questions");
  const [kim, lee] = [await room.player("Kim"), await room.player("Lee")];
  await kim.joinByCode(pin);
  await lee.joinByCode(pin);
  await host.ask(GAS);
  await kim.pick(0);
  await lee.pick(1);
  await host.expectRevealed();
  await unfold(host, "players");
  const dialog = page.getByTestId("player-dialog");
  const people = page.locator(".person");
  await expect(people).toHaveCount(2);
  await expect(people.first()).toContainText("Kim");

  await test.step("search", async () => {
    await page.getByTestId("find-player").fill("ee");
    await expect(people).toHaveCount(1);
    await people.click();
    await expect(dialog).toContainText("Lee");
  });

  await test.step("a name that another one has is refused, and a new one is taken", async () => {
    await page.getByTestId("player-name").fill("Kim");
    await page.getByTestId("rename").click();
    await expect(dialog).toContainText("Somebody has this nickname already.");
    await page.getByTestId("player-name").fill("Leeroy");
    await page.getByTestId("rename").click();
    await expect(dialog).toBeHidden();
    await expect(people).toContainText("Leeroy");
  });

  await test.step("points", async () => {
    await people.click();
    await page.getByTestId("player-points").fill("5000");
    await page.getByTestId("player-note").fill("for the song");
    await page.getByTestId("correct-points").click();
    await expect(dialog).toBeHidden();
    await expect(people).toContainText("5000");
    await page.getByTestId("find-player").fill("");
    await expect(people.first()).toContainText("Leeroy");
  });

  await test.step("the way out", async () => {
    await people.first().click();
    await page.getByTestId("remove").click();
    await page.getByTestId("ban-address").check();
    await expect(page.getByTestId("ban-address-why")).toContainText("One other player came from there.");
    await page.getByTestId("remove-confirm").click();
    await expect(dialog).toBeHidden();
    await expect(people).toHaveCount(1);
    await expect(host.players).toHaveText("1");
  });
});

test("the board comes less often, the game goes on by itself until it is told to stay, and looks as its host likes", async ({ room }) => {
  const host = await room.host();
  const { page } = host;
  await host.arrive();
  const pin = await host.start("Three kinds of questions");
  const kim = await room.player("Kim");
  await kim.joinByCode(pin);
  const screen = await room.screen(pin);
  await expect(page.getByTestId("health")).toHaveText("All systems fine");
  await expect(page.getByTestId("play-along")).toHaveAttribute("href", `/play/${pin}`);
  await unfold(host, "settings");

  await test.step("the lock is the button's", async () => {
    await page.getByTestId("set-locked").check();
    await expect(page.getByTestId("lock")).toHaveAttribute("aria-pressed", "true");
    await page.getByTestId("lock").click();
    await expect(page.getByTestId("set-locked")).not.toBeChecked();
  });

  await test.step("every second board", async () => {
    await page.getByTestId("set-board").selectOption("2");
    // A box that was ticked with the mouse leaves the key to the red button.
    await page.getByTestId("set-late").click();
    await expect(host.move("Ask")).toBeEnabled();
    await page.keyboard.press("Space");
    await expect(host.question).toHaveText(GAS);
    await expect(page.getByTestId("set-late")).not.toBeChecked();
    await kim.pick(0);
    await host.expectRevealed();
    await expect(host.move("Ask")).toHaveClass(/button-primary/);
    await expect(host.move("ShowBoard")).not.toHaveClass(/button-primary/);
  });

  await test.step("by itself", async () => {
    await page.getByTestId("set-auto").check();
    await page.getByTestId("set-reveal-seconds").fill("1");
    await expect(page.getByRole("alert").filter({ hasText: "2 to 120 seconds." })).toBeVisible();
    await page.getByTestId("set-reveal-seconds").fill("3");
    await page.getByTestId("set-reveal-seconds").press("Tab");
    await host.make("Ask");
    await expect(host.question).toHaveText(ANIMALS);
    await kim.pick(0);
    await kim.submit();
    await expect(page.getByTestId("goes-on")).toHaveText(/Goes on in [123] s/);
    await expect(screen.page.getByTestId("screen-goes-on")).toBeVisible();
    await expect(host.state).toHaveText("Leaderboard");
    await page.getByTestId("stay").click();
    await expect(page.getByTestId("goes-on")).toBeHidden();
    await expect(page.getByTestId("set-auto")).not.toBeChecked();
    await expect(host.state).toHaveText("Leaderboard");
  });

  await test.step("how it looks", async () => {
    const phone = kim.page.locator(".play");
    await expect(phone).toHaveAttribute("data-theme", "red_packets");
    await page.getByTestId("look-snow").check();
    for (const shown of [phone, screen.page.locator(".big")]) await expect(shown).toHaveAttribute("data-theme", "snow");
    await page.getByTestId("own-colour").check();
    await expect(phone).toHaveCSS("--main", "#2867c6");
    await page.getByTestId("theme-colour").fill("#ffe600");
    await expect(page.getByText("#ffe600 could hardly be seen on every page: the game has #a59500.")).toBeVisible();
    await expect(phone).toHaveCSS("--main", "#a59500");
    await expect(phone).toHaveCSS("--main-ink", "#000000");
    const bring = async () => {
      await page.getByTestId("theme-logo").setInputFiles({ name: "logo.png", mimeType: "image/png", buffer: DOT });
      await expect(screen.page.getByTestId("logo")).toHaveAttribute("src", /^\/media\/[0-9a-f]{32}$/);
    };
    await bring();
    await page.getByTestId("theme-logo-remove").click();
    await expect(screen.page.getByTestId("logo")).toHaveCount(0);
    await bring();
  });

  await test.step("the logo stands on a phone where a game ends, in room that is kept for it", async () => {
    await host.end();
    const logo = kim.page.getByTestId("host-logo");
    await expect(logo).toHaveAttribute("src", /^\/media\/[0-9a-f]{32}\?w=480$/);
    await expect(logo).toHaveCSS("height", "48px");
  });
});

test("a host's first page says where each game stands", async ({ room }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start("Three kinds of questions");
  const kim = await room.player("Kim");
  await kim.joinByCode(pin);
  await host.ask(GAS);

  const other = await room.host();
  await other.page.clock.install();
  await other.arrive();
  const now = other.page.getByTestId("running-now");
  await expect(now).toHaveText("The question is open · Question 1 of 3 · just now · 1 player");
  await kim.pick(0);
  await host.expectRevealed();
  await other.page.clock.fastForward(16_000);
  await expect(now).toHaveText(/^The answer is shown · Question 1 of 3 · /);
  await other.page.setViewportSize({ width: 390, height: 844 });
  await shoot(other.page, "host/running-phone", { quick: true });
  await host.end();
  await other.page.clock.fastForward(16_000);
  await expect(other.page.getByTestId("running-game")).toHaveCount(0);
});
