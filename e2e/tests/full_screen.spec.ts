// The big screen fills the screen, in a browser that lets it.
import path from "node:path";
import { expect, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/three-kinds.toml")] });

test("a button or F fills the screen and leaves it, and a browser may refuse", async ({ room }) => {
  const host = await room.host();
  await host.arrive();
  const { page } = await room.screen(await host.start("Three kinds of questions"));
  const button = page.getByTestId("full-screen");
  const lobby = page.getByTestId("pin");
  const fills = () => expect.poll(() => page.evaluate(() => document.fullscreenElement !== null));
  await expect(lobby).toBeVisible();
  await expect(button, "nobody is at it").toBeHidden();

  await test.step("it is filled, and left", async () => {
    await page.mouse.move(200, 200);
    await expect(button).toHaveAttribute("aria-pressed", "false");
    // It is there for a few seconds after each move.
    await page.mouse.move(220, 210);
    await button.click();
    await fills().toBe(true);
    await expect(button).toHaveAttribute("aria-pressed", "true");
    await page.keyboard.press("f");
    await fills().toBe(false);
    await expect(button).toHaveAttribute("aria-pressed", "false");
    await page.keyboard.press("Control+f");
    await page.keyboard.press("F");
    await fills().toBe(true);
    await page.evaluate(() => document.exitFullscreen());
    await expect(button, "Esc, which browsers see to, leaves it as this does").toHaveAttribute("aria-pressed", "false");
  });
  await test.step("a refusal is no error of the page", async () => {
    await page.evaluate(() => {
      Element.prototype.requestFullscreen = () => {
        document.body.dataset.refused = "true";
        return Promise.reject(new TypeError("not here"));
      };
    });
    await page.keyboard.press("f");
    await expect(page.locator("body")).toHaveAttribute("data-refused", "true");
    await expect(button).toHaveAttribute("aria-pressed", "false");
  });
  await test.step("where there is no such thing, there is no button", async () => {
    await page.addInitScript(() => {
      Object.defineProperty(Document.prototype, "fullscreenEnabled", { get: () => undefined });
      Reflect.deleteProperty(Element.prototype, "requestFullscreen");
    });
    await page.reload();
    await expect(lobby).toBeVisible();
    await page.keyboard.press("f");
    await expect(page.getByTestId("mute")).toBeVisible();
    await expect(button).toHaveCount(0);
  });
});
