// Rains that the quiz plans: proposed at their place, told from those that have fallen, and real money asks once. The host
// uses the keyboard alone.
import path from "node:path";
import { shoot } from "../support/shots";
import { expect, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/planned-rains.toml")] });

test("a host lets planned rains fall, and is asked once about real money", async ({ room }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start("Planned rains");
  const anna = await room.player("Anna");
  await anna.joinByCode(pin);
  const { page } = host;
  const [start, which, pot] = ["rain-start", "rain-planned", "rain-pot"].map((id) => page.getByTestId(id));
  const sure = page.getByTestId("money-confirm");
  const redButton = page.locator(".controls .button-primary");
  /** Goes on by the key for that, once the red button is this one. */
  const goOn = async (label: string | RegExp) => {
    await expect(redButton).toHaveText(label);
    await expect(redButton).toBeEnabled();
    await page.keyboard.press("Space");
  };
  /** A second press that comes too soon is the first one. */
  const press = async (key: string) => {
    await page.waitForTimeout(450);
    await page.keyboard.press(key);
  };

  await test.step("right after the answer that it was planned for", async () => {
    await goOn("Start the first question");
    await anna.pick(0);
    await host.expectRevealed();
    await goOn("Red packet rain");
    await expect(start).toBeFocused();
    await expect(which.locator("option")).toHaveText([
      "Quick ones · After question 1 · 20 points",
      "The big one · At the end · 50.00 CNY",
      "A new rain",
    ]);
    await expect(which).toHaveValue("0");
    await expect(pot).toHaveValue("20");
    await shoot(page, "host/planned-rain", { quick: true });
    await press("Enter");
    await expect(host.state).toHaveText(/^Packets are falling/);
    await anna.catchPacket();
  });

  await test.step("the next one, or another", async () => {
    await goOn("Question 2 of 2");
    await anna.pick(0);
    await host.expectRevealed();
    await goOn("Show the leaderboard");
    await goOn("Red packet rain");
    await expect(start).toBeFocused();
    await expect(which).toHaveValue("1");
    await expect(which.locator("option").first()).toHaveText(/Has fallen$/);
    await expect(pot).toHaveValue("50.00");
    await which.focus();
    await page.keyboard.press("ArrowDown");
    await expect(which).toHaveValue("");
    await expect(pot).toHaveValue("100");
    await expect(page.locator("#rain-currency")).toHaveValue("points");
    await page.keyboard.press("ArrowUp");
    await expect(pot).toHaveValue("50.00");
    await page.getByLabel("A share for each").focus();
    await page.keyboard.press("Space");
    await expect(page.getByTestId("rain-packets")).toBeHidden();
    await shoot(page, "host/shared-rain", { quick: true });
  });

  await test.step("real money asks, and whoever declines is back in the form", async () => {
    await pot.focus();
    await press("Enter");
    await expect(sure).toBeFocused();
    await expect(page.getByTestId("money-amount")).toHaveText("50.00 CNY will be credited to whoever catches it.");
    await expect(page.getByTestId("money-facts").locator("li")).toHaveText([
      "All who may catch when the rain opens share the pot evenly.",
      "For everybody who was in the game before this rain",
    ]);
    await shoot(page, "host/money");
    await press("Escape");
    await expect(start).toBeFocused();
    await expect(pot).toHaveValue("50.00");
    await press("Enter");
    await expect(sure).toBeFocused();
    await press("Enter");
    await expect(host.state).toHaveText(/^Packets are falling/);
    await expect(sure).toBeHidden();
  });

  await test.step("what has fallen stays so in a page that is opened anew", async () => {
    await anna.expectCredited(await anna.catchPacket());
    await expect(redButton).toHaveText("Show the winners");
    await page.reload();
    await expect(redButton).toHaveText("Show the winners");
    await page.getByTestId("open-rain").click();
    await expect(which.locator("option", { hasText: "Has fallen" })).toHaveCount(2);
    await expect(which).toHaveValue("");
  });
});
