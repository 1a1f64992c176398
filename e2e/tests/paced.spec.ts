// A game at one's own pace: each player alone with their questions, and a screen that shows how all are.
import path from "node:path";
import type { Player } from "../support/player";
import { shoot } from "../support/shots";
import { expect, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/three-kinds.toml")] });

const QUIZ = "Three kinds of questions";

test("a player goes through all questions, and the screen shows the board", async ({ room }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.startWith(QUIZ, async (page) => {
    await page.getByTestId("mode-self-paced").check();
    await page.getByTestId("open-minutes").fill("45");
    await shoot(page, "paced-options");
  });
  const screen = await room.screen(pin);
  await expect(screen.page.getByTestId("rules")).toHaveText(/their own pace.*45 minutes/);
  const anna = await room.player("Anna");
  await anna.joinByCode(pin);
  await expect(host.move("Ask")).toHaveText("Start");
  await host.make("Ask");
  await expect(host.state).toHaveText("Everybody plays at their own pace");
  await expect(screen.page.getByTestId("closes-in")).toHaveText(/^Closes in 4[45]:\d\d$/);
  await expect(screen.page.getByTestId("own-paces")).toHaveText("0 have begun · 0 done");

  const on = (player: Player, label: string) => player.page.getByTestId("pace").filter({ hasText: label });
  await shoot(anna.page, "paced-begin");
  await anna.press(on(anna, "Start"));
  await expect(anna.question).toHaveText(/^Which gas/);
  await shoot(anna.page, "paced-question");

  await test.step("a reload goes on where it was", async () => {
    await anna.page.reload();
    await expect(anna.question).toHaveText(/^Which gas/);
    await expect(anna.page.getByTestId("pace")).toHaveCount(0);
  });

  await anna.pick(0);
  await anna.expectResult("right");
  await expect(anna.page.getByText("Leaves turn carbon dioxide")).toBeVisible();
  await shoot(anna.page, "paced-verdict");
  const points = await anna.points();
  expect(points).toBeGreaterThan(500);
  await expect(screen.page.getByTestId("own-paces")).toHaveText("1 have begun · 0 done");
  await expect(screen.page.getByTestId("board")).toContainText(`Anna`);

  const late = await room.player("Late");
  await late.joinByCode(pin);
  await late.press(on(late, "Start"));
  await late.pick(1);
  await late.expectResult("wrong");

  await anna.press(on(anna, "Next"));
  await expect(anna.question).toHaveText(/^Which of these animals/);
  for (const choice of [0, 2, 4]) await anna.pick(choice);
  await anna.submit();
  await anna.expectResult("right");
  await anna.press(on(anna, "Next"));
  await anna.pick(1);
  await anna.expectResult("right");
  await anna.press(on(anna, "Finish"));
  await expect(anna.page.getByTestId("paced")).toHaveText("All done!");
  await expect(anna.page.getByTestId("rank")).toHaveText("1");
  await shoot(anna.page, "paced-done");
  await expect(screen.page.getByTestId("own-paces")).toHaveText("2 have begun · 1 done");
  await expect(screen.page.locator(".big-row").first()).toContainText("Anna");
  await shoot(screen.page, "paced-screen", { stage: true });
  await shoot(host.page, "paced-desk");

  await host.page.getByTestId("add-time").click();
  await expect(screen.page.getByTestId("closes-in")).toHaveText(/^Closes in (49|50):\d\d$/);
  await host.make("Close");
  await expect(screen.page.getByRole("heading", { name: "Leaderboard" })).toBeVisible();
  const score = await anna.points();
  await expect(screen.page.locator(".big-row").first()).toContainText(String(score));
  await expect(anna.page.locator(".row.is-own")).toContainText("Anna");
  await host.make("ShowPodium");
  await expect(late.page.getByTestId("podium")).toBeVisible();
});
