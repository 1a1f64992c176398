// An account that is nobody's on a second phone: a code on the balance, a question on the other phone, one player, and the ways out.
import path from "node:path";
import type { Player } from "../support/player";
import { choose, LANGUAGES, shoot } from "../support/shots";
import { SIGNS_IN, token } from "../support/signer";
import { expect, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/three-kinds.toml")], args: SIGNS_IN });

async function shootInAll({ page }: Player, name: string): Promise<void> {
  for (const [index, language] of LANGUAGES.entries()) {
    await choose(page, language);
    await shoot(page, `${name}-${index}`);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), language).toBeLessThanOrEqual(390);
  }
  await choose(page, "English");
}

/** Opens a page anew: another fragment alone is the same page to a browser. */
async function opens(player: Player, address: string): Promise<void> {
  await player.page.goto("about:blank");
  await player.page.goto(address);
}

async function says(player: Player, testid: string): Promise<string> {
  let asked = "";
  player.page.once("dialog", (dialog) => {
    asked = dialog.message();
    void dialog.accept();
  });
  await player.press(player.page.getByTestId(testid));
  return asked;
}

test("a phone gives its account to another one, which asks, plays as the same, and leaves with what it had", async ({ room, server }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start("Three kinds of questions");
  const phone = await room.player("Anna");
  await phone.join(pin);
  const tablet = await room.player("Tablet");
  await tablet.join(pin);
  await host.rain({ pot: "30", currency: "points", packets: 3, seconds: 30, min: "1", max: "20" });
  const amount = await phone.catchPacket();
  const own = await tablet.catchPacket();
  await phone.expectCredited(amount);
  await tablet.expectCredited(own);

  const balance = `${server.url}/balance`;
  await opens(phone, balance);
  await expect(phone.page.getByTestId("whose")).toContainText("Other devices do not see it");
  await phone.press(phone.page.getByTestId("share"));
  const link = phone.page.getByTestId("device-link");
  await expect(link).toContainText("Whoever opens this link has your balance");
  await expect(link.getByRole("img", { name: /QR code/ })).toBeVisible();
  const address = await phone.page.getByTestId("device-address").inputValue();
  expect(address).toMatch(/\/balance#device=[0-9a-f]{32}$/);
  await shootInAll(phone, "devices-link-phone");

  // The other phone is asked, and may say no: nothing is used up.
  await opens(tablet, address);
  const offered = tablet.page.getByTestId("offered");
  await expect(offered).toContainText("only if the other device is yours");
  expect(new URL(tablet.page.url()).hash).toBe("");
  await expect(tablet.page.getByTestId("balance-total")).toHaveCount(0);
  await shootInAll(tablet, "devices-offered-phone");
  await tablet.press(tablet.page.getByTestId("decline"));
  await expect(tablet.page.getByTestId("balance-total")).toHaveText(own);
  await opens(tablet, address);
  await tablet.press(tablet.page.getByTestId("accept"));
  await expect(tablet.page.getByTestId("balance-total")).toHaveText(amount);
  await expect(tablet.page.getByTestId("whose")).toContainText("the account of another device");
  await expect(phone.page.getByTestId("link-used")).toBeVisible();
  await expect(phone.page.getByTestId("whose")).toContainText("another device has it as well");
  await shootInAll(phone, "devices-used-phone");
  await shootInAll(tablet, "devices-borrowed-phone");

  // One player, on one of them at a time.
  await tablet.page.goto(`${server.url}/play/${pin}`);
  await expect(tablet.score).toBeVisible();
  await expect(tablet.page.locator("body")).toContainText("Anna");

  // The link was good once. Whoever is signed in, or uses another account, is told what to do.
  const third = await room.player("Third");
  third.watch.expectRefusals(/\/api\/devices\/use/);
  await opens(third, address);
  await third.press(third.page.getByTestId("accept"));
  await expect(third.page.getByTestId("not-signed-in")).toContainText("no longer good");
  await shoot(third.page, "devices-refused-phone");
  tablet.watch.expectRefusals(/\/api\/identity/);
  await opens(tablet, `${balance}#sign-in=${token("e-4711")}`);
  await expect(tablet.page.getByTestId("not-signed-in")).toContainText("Stop using that here first");
  await expect(tablet.page.getByTestId("balance-total")).toHaveText(amount);

  // It leaves, and has what it had.
  expect(await says(tablet, "leave")).toContain("shows its own again");
  await expect(tablet.page.getByTestId("whose")).toContainText("Other devices do not see it");
  await expect(tablet.page.getByTestId("balance-total")).toHaveText(own);

  // The first one ends all others at once, wherever they are.
  await opens(phone, balance);
  await phone.press(phone.page.getByTestId("share"));
  await opens(tablet, await phone.page.getByTestId("device-address").inputValue());
  await tablet.press(tablet.page.getByTestId("accept"));
  await expect(phone.page.getByTestId("link-used")).toBeVisible();
  expect(await says(phone, "end-others")).toContain("All other devices lose this account");
  await expect(phone.page.getByTestId("end-others")).toHaveCount(0);
  await expect(phone.page.getByTestId("balance-total")).toHaveText(amount);
  await tablet.page.reload();
  await expect(tablet.page.getByTestId("balance-total")).toHaveText(own);
});
