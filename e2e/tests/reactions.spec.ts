// What players feel rises on the big screen, in the lobby and at the podium, as long as the host lets it.
import type { Player } from "../support/player";
import { expect, test } from "../support/test";

const button = (player: Player, name: string) => player.page.getByRole("button", { name, exact: true });

test("reactions of players rise on the big screen", async ({ room }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start("How computers count");
  const [screen, still] = [await room.screen(pin), await room.screen(pin, { reducedMotion: "reduce" })];
  const [anna, ben] = [await room.player("Anna"), await room.player("Ben")];
  for (const player of [anna, ben]) await player.joinByCode(pin);
  // What comes before a page is there, it is not told.
  for (const { players } of [screen, still]) await expect(players).toHaveAttribute("data-count", "2");
  const pages = [screen.page, host.page, still.page];
  const counted = async (...sums: string[]) => {
    for (const page of pages) await expect(page.locator(".reaction-sums > span")).toHaveText(sums);
  };
  const rising = screen.page.locator(".float");

  await test.step("in the lobby", async () => {
    const box = await button(anna, "Heart").boundingBox();
    expect(Math.min(box!.width, box!.height), "thumbs find it").toBeGreaterThanOrEqual(48);
    // It is there for four seconds: noted as it comes, however slow the machine is.
    await screen.page.evaluate(() => {
      const note = () => {
        const risen = document.querySelector(".float")?.textContent;
        if (risen) document.body.dataset.risen = risen;
      };
      new MutationObserver(note).observe(document.body, { subtree: true, childList: true });
    });
    await anna.press(button(anna, "Heart"));
    await expect(screen.page.locator("body")).toHaveAttribute("data-risen", "❤️");
    await anna.press(button(anna, "Applause"));
    await ben.press(button(ben, "Applause"));
    await counted("👏 2", "❤️ 1");
    await expect(still.page.locator(".reaction-sums")).toBeVisible();
    await expect(screen.page.locator(".reaction-sums")).toBeHidden();
    await expect(rising, "what has risen is gone").toHaveCount(0);
  });

  await test.step("a host has none of it", async () => {
    await host.page.getByTestId("settings").locator("> summary").click();
    await host.page.getByTestId("set-reactions").uncheck();
    await expect(anna.page.locator(".reaction")).toHaveCount(0);
    await host.page.getByTestId("set-reactions").check();
    await expect(anna.page.locator(".reaction")).toHaveCount(5);
  });

  await test.step("and at the podium", async () => {
    await host.make("Ask");
    for (const player of [anna, ben]) {
      await expect(player.page.locator(".reaction")).toHaveCount(0);
      await player.pick(0);
    }
    await host.expectRevealed();
    await host.make("ShowPodium");
    await ben.press(button(ben, "Party"));
    await counted("🎉 1");
  });
});
