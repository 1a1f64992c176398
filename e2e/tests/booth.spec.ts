// A booth: one game follows the other on a screen that nobody touches, and phones go along.
import { expect, test } from "../support/test";
import type { Server } from "../support/server";

/** Names the game that the booth shows. */
async function show(server: Server, pin: string): Promise<void> {
  const key = new URL(server.hostUrl).hash.replace("#key=", "");
  const answer = await fetch(`${server.url}/api/booth`, {
    method: "PUT",
    headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
    body: JSON.stringify({ pin: Number(pin) }),
  });
  expect(answer.status).toBe(200);
}

test("the big screen moves on to the next game, and so does a phone", async ({ server, room }) => {
  const booth = await room.booth();
  await expect(booth.page.getByTestId("next-game")).toContainText("The next game starts soon");
  await expect(booth.page.getByTestId("next-game")).toContainText(new URL(server.url).port);
  await test.step("it is muted and fills the screen by keys before a game comes", async () => {
    const mute = booth.page.getByTestId("mute");
    const fills = () => expect.poll(() => booth.page.evaluate(() => document.fullscreenElement !== null));
    for (const pressed of ["mixed", "false", "true"]) {
      await expect(mute).toHaveAttribute("aria-pressed", pressed);
      if (pressed !== "true") await booth.page.keyboard.press("m");
    }
    for (const full of [true, false]) {
      await booth.page.keyboard.press("f");
      await fills().toBe(full);
    }
  });

  const host = await room.host();
  await host.arrive();
  const first = await host.start("How computers count");
  await show(server, first);
  await expect(booth.page.getByTestId("pin")).toHaveText(/^\d{3}\s\d{3}$/);
  await expect(booth.page.getByTestId("mute"), "what was said holds for the game").toHaveAttribute("aria-pressed", "true");
  const anna = await room.player("Anna");
  await anna.joinByCode(first);
  await expect(booth.players).toHaveAttribute("data-count", "1");

  await host.end();
  await expect(anna.page.getByTestId("ended")).toBeVisible();
  await expect(booth.page.getByTestId("next-game")).toBeVisible();
  await expect(anna.page.getByTestId("play-again")).toHaveCount(0);

  await host.arrive();
  const second = await host.start("How computers count");
  await show(server, second);
  await expect(booth.page.getByTestId("pin")).toHaveText(new RegExp(second.slice(3)));
  await expect(booth.players).toHaveAttribute("data-count", "0");
  await anna.press(anna.page.getByTestId("play-again"));
  await anna.giveName();
  await expect(booth.players).toHaveAttribute("data-count", "1");
  await expect(booth.page.locator(".big-name")).toHaveText(["Anna"]);
});

test("what stands still for hours is moved by a few pixels each minute", async ({ server, room }) => {
  const booth = await room.booth();
  const page = booth.page;
  await page.clock.install();
  await page.reload();
  const picture = page.locator(".booth-picture");
  const place = () => picture.evaluate((it) => new DOMMatrix((it as HTMLElement).style.transform).toString());
  const wander = async () => {
    const before = await place();
    await page.clock.fastForward(61_000);
    await expect.poll(place).not.toBe(before);
    // The window is full all the while, and what is outside is less than a few pixels.
    const edges = await picture.evaluate(async (it) => {
      await Promise.all(it.getAnimations().map((moves) => moves.finished));
      const { left, top, right, bottom } = it.getBoundingClientRect();
      return [-left, -top, right - innerWidth, bottom - innerHeight];
    });
    for (const edge of edges) {
      expect(edge).toBeGreaterThanOrEqual(0);
      expect(edge).toBeLessThanOrEqual(8);
    }
  };
  await expect(page.getByTestId("next-game")).toBeVisible();
  for (let minute = 0; minute < 3; minute += 1) await wander();

  await test.step("also while a game is on, and without motion where less is wished", async () => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    const host = await room.host();
    await host.arrive();
    await show(server, await host.start("How computers count"));
    await expect(page.getByTestId("pin")).toBeVisible();
    await wander();
    expect(await picture.evaluate((it) => getComputedStyle(it).transitionDuration)).toBe("0s");
  });
});
