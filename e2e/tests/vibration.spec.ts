// What a hand feels: the last seconds of a question that waits for an answer, and a catch; nothing where that is switched off.
import path from "node:path";
import type { Player } from "../support/player";
import { shoot } from "../support/shots";
import { expect, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/short.toml")] });

/** In the place of the motor: how long it ran, each time. */
async function feel({ page }: Player): Promise<() => Promise<number[]>> {
  await page.addInitScript(() => {
    const felt: number[] = [];
    Object.assign(window, { felt });
    navigator.vibrate = (ms) => felt.push(Number(ms)) > 0;
  });
  return () => page.evaluate(() => (window as unknown as { felt: number[] }).felt);
}

test("the last seconds and a catch are felt, until somebody switches that off", async ({ room }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start("Five seconds");
  const [anna, ben, mouse] = [await room.player("Anna"), await room.player("Ben"), await room.player("Mouse", { hasTouch: false, isMobile: false })];
  const [annas, bens, none] = [await feel(anna), await feel(ben), await feel(mouse)];
  for (const player of [anna, ben, mouse]) await player.join(pin);
  await shoot(anna.page, "vibration-phone");
  await expect(mouse.page.getByTestId("vibration")).toHaveCount(0);

  await host.make("Ask");
  await ben.answer(0);
  // None, unless the machine has taken so long to answer.
  const before = await bens();
  await host.expectRevealed();
  // Three, as long as the machine does not sleep through a second.
  const seconds = await annas();
  expect([...new Set(seconds)]).toEqual([40]);
  expect(seconds.length).toBeLessThanOrEqual(3);
  expect(await bens(), "whoever has answered feels no more").toEqual(before);
  expect(await none()).toEqual([]);

  const off = anna.page.getByTestId("vibration");
  await expect(off).toHaveAttribute("aria-pressed", "true");
  await anna.press(off);
  await expect(off).toHaveAttribute("aria-pressed", "false");
  await host.rain({ pot: "3", currency: "points", packets: 3, seconds: 30, min: "1", max: "1" });
  await anna.catchPacket();
  await ben.catchPacket();
  expect(await annas()).toEqual(seconds);
  expect(await bens()).toEqual([...before, 80]);
  // It is remembered, and whoever switches it on feels it.
  await anna.page.reload();
  await expect(off).toHaveAttribute("aria-pressed", "false");
  await anna.press(off);
  expect(await annas()).toEqual([40]);
});
