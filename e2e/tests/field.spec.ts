// A game for anybody that asks everybody for one thing more: the host says what, phones ask for it, the host reads it.
import path from "node:path";
import { shoot, shootEverywhere } from "../support/shots";
import { expect, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/three-kinds.toml")] });

test("a host asks for a staff number, and finds players by it", async ({ room }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.startWith("Three kinds of questions", async (page) => {
    const start = page.getByTestId("new-game-start");
    await page.getByTestId("field-asked").check();
    await expect(start).toBeDisabled();
    await page.getByTestId("field-email").click();
    await expect(page.getByTestId("field-example")).toHaveValue("name@example.org");
    await page.getByTestId("field-number").click();
    await expect(start).toBeEnabled();
    await page.getByTestId("field-pattern").fill("S-[0-9]{4}");
    // An example that does not match is said before there is a game.
    await start.click();
    await expect(page.locator("#new-game-problem")).toContainText("an example that matches");
    await page.getByTestId("field-example").fill("S-1234");
    await page.getByTestId("field-name").fill("Number on your badge");
    await expect(page.locator("#new-game-problem")).toBeEmpty();
    await shoot(page, "field-options");
  });

  const anna = await room.player("Anna");
  await anna.page.goto(`${new URL(host.page.url()).origin}/play/${pin}`);
  const field = anna.page.getByTestId("field-input");
  await expect(anna.page.getByText("Number on your badge")).toBeVisible();
  await expect(field).toHaveAttribute("placeholder", "S-1234");
  await anna.page.getByTestId("nickname-input").fill("Anna");
  await anna.press(anna.page.getByTestId("join"));
  await expect(anna.page.locator("#name-problem")).toContainText("as in the example");
  await shootEverywhere(anna.page, "field-asked");
  await anna.page.setViewportSize({ width: 390, height: 844 });
  await field.fill("1234");
  await anna.press(anna.page.getByTestId("join"));
  await expect(anna.page.locator("#name-problem")).toContainText("as in the example");
  await field.fill("Ｓ-４７１１");
  await anna.page.keyboard.press("Enter");
  await expect(anna.score).toBeVisible();

  await host.page.getByTestId("players").locator("summary").click();
  await expect(host.page.getByTestId("field")).toHaveText("S-4711");
  await host.page.getByTestId("find-player").fill("s-47");
  await expect(host.page.getByTestId("player-1")).toContainText("Anna");
  await shoot(host.page, "field-desk");
  await host.page.getByTestId("find-player").fill("s-48");
  await expect(host.page.getByTestId("player-1")).toHaveCount(0);
});
