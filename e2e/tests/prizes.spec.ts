// Prizes for the best: planned or made up in the rain dialog, announced, and each to its player.
import path from "node:path";
import { shoot } from "../support/shots";
import { expect, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/prizes.toml")] });

test("the best have their prizes, and who stand equal share", async ({ room }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start("Prizes");
  const screen = await room.screen(pin);
  const [anna, ben, chen] = [await room.player("Anna"), await room.player("Ben"), await room.player("Chen")];
  for (const player of [anna, ben, chen]) await player.joinByCode(pin);
  const { page } = host;
  const field = (id: string) => page.getByTestId(id);

  await test.step("Anna and Ben are first, and Chen is third", async () => {
    await host.ask("Which is a fruit?");
    for (const [player, choice] of [[anna, 0], [ben, 0], [chen, 1]] as const) await player.pick(choice);
    await host.expectRevealed();
  });

  await test.step("the dialog asks for prizes alone", async () => {
    await page.getByTestId("open-rain").click();
    for (const [id, text] of [["rain-first", "100"], ["rain-second", "51"], ["rain-third", "20"]]) {
      await expect(field(id)).toHaveValue(text);
    }
    for (const id of ["rain-pot", "rain-packets", "rain-min", "rain-max", "rain-rank"]) {
      await expect(field(id)).toBeHidden();
    }
    await shoot(page, "host/prizes", { quick: true });
    await field("rain-second").fill("101");
    await expect(page.locator("#rain-problem")).toHaveText(/Second prize: .* none is more than the one before it/);
    await expect(field("rain-start")).toBeDisabled();
    await field("rain-second").fill("51");
    await page.getByLabel("By luck", { exact: false }).first().check();
    await expect(field("rain-first")).toBeHidden();
    await expect(field("rain-pot")).toBeVisible();
    await page.getByLabel("Prizes for the best").check();
    await field("rain-seconds").fill("20");
    await field("rain-start").click();
  });

  await test.step("two share, and each has a place", async () => {
    await expect(screen.page.locator(".countdown-packets")).toHaveText("1st prize 100 · 2nd prize 51 · 3rd prize 20");
    await shoot(screen.page, "screen/prizes", { quick: true });
    for (const [player, amount, title] of [
      [chen, "20", "3rd prize"],
      [ben, "75", "1st prize"],
      [anna, "76", "1st prize"],
    ] as const) {
      expect(await player.catchPacket()).toBe(amount);
      await expect(player.page.getByTestId("caught-title")).toHaveText(title);
    }
    await shoot(anna.page, "player/prize", { quick: true });
    await expect(screen.page.locator(".big-win-amount")).toHaveText(["76", "75", "20"]);
    await expect(screen.page.locator(".big-subheading")).toHaveText("Prizes for the best");
    await shoot(screen.page, "screen/prizes-given", { quick: true });
  });
});
