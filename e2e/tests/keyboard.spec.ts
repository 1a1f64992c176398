// A whole game without a pointer: the host and a player press keys only. Another player has asked
// for less motion, and plays as well.
import path from "node:path";
import { keyboard, reach } from "../support/hands";
import { inMinorUnits } from "../support/money";
import { expect, test } from "../support/test";
import { keys } from "../support/ways";

test.use({ files: [path.join(__dirname, "../fixtures/three-kinds.toml")] });

test("host and player use the keyboard alone", async ({ room }) => {
  const host = await room.host();
  const press = (key: string) => host.page.keyboard.press(key);
  const { goOn } = keyboard;

  await host.arrive();
  const card = host.page.locator(".card").filter({ hasText: "Three kinds of questions" });
  await keyboard.press(card.getByTestId("host-start"));
  const pin = await host.pin();

  // A laptop without a mouse, and a phone that does not move things about.
  const kim = await room.player("Kim", { hasTouch: false, isMobile: false });
  const lee = await room.player("Lee", { reducedMotion: "reduce" });
  await lee.joinByCode(pin);

  await test.step("the player joins", async () => {
    await keys.join(kim, pin);
    await expect(kim.page.getByTestId("lobby")).toBeVisible();
    await expect(host.players).toHaveText("2");
  });

  await test.step("one right answer: a digit", async () => {
    await goOn(host.move("Ask"));
    await expect(kim.choice(0)).toBeEnabled();
    await kim.page.keyboard.press("1");
    await kim.expectAnswer(0);
    await lee.pick(0);
    await host.expectRevealed();
    await kim.expectResult("right");
    await goOn(host.move("ShowBoard"));
    await expect(kim.page.getByTestId("rank")).toBeVisible();
  });

  await test.step("several right answers: digits, one taken back, then Enter", async () => {
    await goOn(host.move("Ask"));
    await expect(kim.choice(5)).toBeEnabled();
    for (const key of ["1", "2", "3", "2", "5"]) await kim.page.keyboard.press(key);
    await expect(kim.choice(1)).toHaveAttribute("aria-pressed", "false");
    await kim.page.keyboard.press("Enter");
    await expect(kim.page.locator(".ask-foot")).toHaveText(/Your answer is in/);
    await lee.pick(0);
    await lee.press(lee.page.getByTestId("submit"));
    await host.expectRevealed();
    await kim.expectResult("right");
    await lee.expectResult("partly");
    await goOn(host.move("ShowBoard"));
  });

  await test.step("true or false: walk to the button and press it", async () => {
    await goOn(host.move("Ask"));
    await expect(kim.choice(1)).toHaveText(/False/);
    await reach(kim.choice(1));
    await kim.page.keyboard.press("Space");
    await kim.expectAnswer(1);
    // The host does not wait for the other player.
    await goOn(host.move("Close"));
    await host.expectRevealed();
    await kim.expectResult("right");
    await lee.expectResult("none");
    await goOn(host.move("ShowBoard"));
  });

  await test.step("the rain, in motion and without", async () => {
    await goOn(host.page.getByTestId("open-rain"));
    // The quiz brings a plan of its own; here it becomes one with a packet for each player.
    await expect(host.page.getByTestId("rain-pot")).toHaveValue("24.00");
    await expect(host.page.getByTestId("rain-start")).toBeFocused();
    for (const [field, text] of [
      ["rain-seconds", "30"],
      ["rain-packets", "2"],
      ["rain-pot", "9.99"],
    ]) {
      await keyboard.write(host.page.getByTestId(field), text);
    }
    await press("Enter");
    // It is real money.
    await expect(host.page.getByTestId("money-confirm")).toBeFocused();
    await press("Enter");
    await expect(host.state).toHaveText(/^Packets are falling/);

    const first = await keys.catch(kim);
    await kim.expectCredited(first);
    await expect(lee.page.getByTestId("packets-left")).toHaveText("Only 1 left!");

    // Without motion, a drop stays where it is while it is there.
    const later = () => lee.page.evaluate(() => new Promise(requestAnimationFrame));
    await expect(async () => {
      const before = await lee.drop();
      for (let frame = 0; frame < 12; frame += 1) await later();
      expect(before).toBeDefined();
      expect(await lee.drop()).toEqual(before);
    }).toPass({ intervals: [0] });
    const second = await lee.catchPacket();
    expect(inMinorUnits(first) + inMinorUnits(second)).toBe(999);
    await expect(kim.page.getByTestId("rain-done")).toBeVisible();
    await lee.expectCredited(second);
    await goOn(host.move("ShowPodium"));
    await expect(kim.page.getByTestId("podium")).toBeVisible();
    await goOn(host.move("End"));
    await expect(host.page.getByTestId("end-confirm")).toBeFocused();
    await expect(async () => {
      await press("Enter");
      await expect(kim.page.getByTestId("ended")).toBeVisible({ timeout: 2_000 });
    }).toPass();
  });

  await test.step("the player walks to the balance", async () => {
    await keyboard.press(kim.page.getByRole("link", { name: "See my balance" }));
    await expect(kim.page.getByTestId("balance-total")).toBeVisible();
  });
});
