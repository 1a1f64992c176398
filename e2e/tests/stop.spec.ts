// A rain that was a mistake: its host stops it, and everybody sees why.
import path from "node:path";
import { shoot } from "../support/shots";
import { expect, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/three-kinds.toml")] });

test("a rain for whose last answer was right is stopped, and what was caught stays", async ({ room }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start("Three kinds of questions");
  const screen = await room.screen(pin, { viewport: { width: 1920, height: 1080 } });
  const anna = await room.player("Anna");
  const ben = await room.player("Ben");
  await anna.joinByCode(pin);
  await ben.joinByCode(pin);
  await host.make("Ask");
  await anna.answer(0);
  await ben.pick(1);
  await host.expectRevealed();

  await host.planRain({ pot: "5", currency: "CNY", packets: 2, seconds: 60, min: "1", max: "4" });
  await host.page.locator('dialog[open] input[name="who"]').nth(5).check();
  await host.page.getByTestId("rain-start").click();
  await host.page.getByTestId("money-confirm").click();
  await expect(ben.page.locator(".rain-hint")).toHaveText(/for everybody whose last answer was right/);
  const amount = await anna.catchPacket();

  await test.step("no key stops it", async () => {
    await expect(host.move("CloseRain")).toBeEnabled();
    await host.page.keyboard.press("Space");
    await host.page.keyboard.press("PageDown");
    await expect(host.page.getByTestId("stop-confirm")).toBeHidden();
  });
  await host.make("CloseRain");
  await expect(host.page.getByTestId("stop-confirm")).toBeVisible();
  await shoot(host.page, "host/stop-rain", { quick: true });
  await host.page.getByTestId("stop-confirm").click();

  for (const page of [screen.page, anna.page, ben.page]) {
    await expect(page.getByText("The host stopped this rain.")).toBeVisible();
  }
  await anna.expectCredited(amount);
  await shoot(screen.page, "screen/rain-stopped", { stage: true });
  await shoot(ben.page, "phone/rain-stopped");
  await expect(host.move("Ask")).toBeEnabled();
});
