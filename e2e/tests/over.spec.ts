// After the last move: it is asked for twice, and what everybody reached stays on their pages.
import path from "node:path";
import { shoot } from "../support/shots";
import { expect, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/three-kinds.toml")] });

test("the end is confirmed, and stays on phone and big screen", async ({ server, room }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start("Three kinds of questions");
  const screen = await room.screen(pin, { viewport: { width: 1280, height: 720 } });
  const anna = await room.player("Anna");
  const ben = await room.player("Ben");
  await anna.joinByCode(pin);
  await ben.joinByCode(pin);
  await host.make("Ask");
  await anna.answer(0);
  await ben.pick(1);
  await host.expectRevealed();

  await test.step("a rain for some: its countdown stays clear of the strip", async () => {
    await host.planRain({ pot: "5", currency: "CNY", packets: 1, seconds: 30, min: "1", max: "5" });
    await host.page.locator('dialog[open] input[name="who"]').nth(3).check();
    await host.page.getByTestId("rain-top").fill("50");
    // It lasts three seconds: measured by the page itself, as soon as it is there.
    const measured = screen.page.evaluate(
      () =>
        new Promise<{ top: number; bottom: number }[]>((done) => {
          const look = () => {
            if (!document.querySelector(".countdown-rule")) return requestAnimationFrame(look);
            const parts = [".big-strip", ".countdown-title", ".countdown-seal"];
            const boxes = parts.map((part) => document.querySelector(part)!.getBoundingClientRect());
            return done(boxes.map(({ top, bottom }) => ({ top, bottom })));
          };
          look();
        }),
    );
    await host.page.getByTestId("rain-start").click();
    await host.page.getByTestId("money-confirm").click();
    const [strip, title, seal] = await measured;
    expect(title.top).toBeGreaterThanOrEqual(strip.bottom);
    expect(seal.bottom).toBeLessThanOrEqual(720);
    await shoot(screen.page, "screen/countdown-rule", { quick: true, stage: true });
  });

  const amount = await anna.catchPacket();
  await anna.expectCredited(amount);
  await expect(anna.page.getByTestId("rain-done")).toBeVisible();
  const score = String(await anna.points());

  await test.step("the red button asks before it ends", async () => {
    await host.make("ShowPodium");
    await expect(host.move("End")).toBeEnabled();
    await host.page.keyboard.press("PageDown");
    await expect(host.page.getByTestId("end-confirm")).toBeVisible();
    await shoot(host.page, "host/end", { quick: true });
    await host.page.keyboard.press("Escape");
    await expect(host.page.getByTestId("end-confirm")).toBeHidden();
    await expect(host.state).toHaveText("And the winners are…");
    await host.end();
    await expect(host.state).toHaveText("That’s it!");
  });

  await test.step("both pages, opened anew", async () => {
    await expect(anna.page.getByTestId("ended")).toBeVisible();
    await anna.page.reload();
    await expect(anna.page.getByTestId("ended")).toBeVisible();
    await expect(anna.page.getByTestId("rank")).toHaveText("1");
    await expect(anna.page.locator(".place-score")).toContainText(score);
    await expect(anna.page.getByTestId("caught-amount")).toHaveText(amount);
    await expect(anna.page.locator(".row-name")).toHaveText(["Anna", "Ben"]);
    await shoot(anna.page, "phone/over");
    await screen.page.reload();
    await expect(screen.page.locator(".step-name")).toHaveText(["Anna"]);
    await expect(screen.page.locator(".big-other")).toContainText(["Ben"]);
    await shoot(screen.page, "screen/over", { stage: true });
  });

  await test.step("nobody else comes in", async () => {
    const late = await room.player("Late");
    await late.page.goto(`${server.url}/play/${pin}`);
    await expect(late.page.getByRole("heading")).toHaveText("This game is over");
    await expect(late.page.getByTestId("nickname-input")).toHaveCount(0);
  });
});
