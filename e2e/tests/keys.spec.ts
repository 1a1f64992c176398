// The keys of the desk: whatever has the focus, they press the red button, once for each press.
import path from "node:path";
import { expect, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/three-kinds.toml")] });

test("whatever has the focus, a key goes on, once for each press", async ({ room }) => {
  const host = await room.host();
  const { page } = host;
  const { keyboard } = page;
  await host.arrive();
  await host.start("Three kinds of questions");
  const lock = page.getByTestId("lock");
  const isLocked = (locked: boolean) => expect(lock).toHaveAttribute("aria-pressed", String(locked));
  /** Whatever the desk asked for before is done once the server has heard of this as well. */
  const settle = async () => {
    const locked = (await lock.getAttribute("aria-pressed")) === "true";
    await lock.click();
    await isLocked(!locked);
  };

  await test.step("Space, after the door was locked with the mouse", async () => {
    await expect(host.move("Ask")).toBeEnabled();
    await settle();
    await keyboard.press("Space");
    await expect(host.state).toHaveText("The question is open");
    await isLocked(true);
  });

  await test.step("Enter, after a big screen was opened", async () => {
    const opened = page.context().waitForEvent("page");
    await page.getByTestId("open-screen").click();
    await (await opened).close();
    await expect(host.move("Close")).toBeEnabled();
    await keyboard.press("Enter");
    await host.expectRevealed();
    expect(page.context().pages()).toHaveLength(1);
  });

  await test.step("Enter, held down", async () => {
    await expect(host.move("ShowBoard")).toBeEnabled();
    await keyboard.down("Enter");
    await expect(host.state).toHaveText("Leaderboard");
    await expect(host.move("Ask")).toBeEnabled();
    for (let i = 0; i < 5; i += 1) await keyboard.down("Enter");
    await keyboard.up("Enter");
    await settle();
    await expect(host.state).toHaveText("Leaderboard");
  });

  await test.step("a clicker, pressed twice at once", async () => {
    await keyboard.press("PageDown");
    await keyboard.press("PageDown");
    await expect(host.state).toHaveText("The question is open");
    await expect(host.move("Close")).toBeEnabled();
    await settle();
    await expect(host.state).toHaveText("The question is open");
    await keyboard.press("ArrowRight");
    await host.expectRevealed();
  });

  await test.step("a field of a dialog keeps its keys to itself", async () => {
    await page.getByTestId("open-rain").click();
    await expect(page.getByTestId("rain-start")).toBeFocused();
    await page.getByTestId("rain-pot").click();
    for (const key of ["PageDown", "ArrowRight"]) await keyboard.press(key);
    await keyboard.press("Escape");
    await expect(page.getByTestId("rain-pot")).toBeHidden();
    await settle();
    await host.expectRevealed();
  });

  await test.step("who walks to a button presses it, and is back at the red one", async () => {
    const locked = (await lock.getAttribute("aria-pressed")) === "true";
    await expect(async () => {
      await keyboard.press("Shift+Tab");
      await expect(lock).toBeFocused({ timeout: 50 });
    }).toPass({ intervals: [0], timeout: 10_000 });
    await keyboard.press("Space");
    await isLocked(!locked);
    await expect(host.move("ShowBoard")).toBeFocused();
    const pressed = await page.evaluate(() => performance.now());
    await page.waitForFunction((pressed) => performance.now() - pressed > 400, pressed);
    await keyboard.press("Space");
    await expect(host.state).toHaveText("Leaderboard");
    await isLocked(!locked);
  });
});
