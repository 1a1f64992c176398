// People who sign in at a real OpenID provider: out of a game, to its login form and back, and one player on every device.
import { expect, test } from "../support/at_provider";
import type { Player } from "../support/player";
import { shoot } from "../support/shots";

/** From the game to the provider's form. */
async function leave(player: Player, pin: string): Promise<void> {
  await player.page.goto(`${player.origin}/play/${pin}`);
  await player.press(player.page.getByTestId("sign-in"));
  await expect(player.page).toHaveTitle("Example ID");
}

async function answer(player: Player, login: string, button: "Continue" | "Cancel" = "Continue"): Promise<void> {
  await player.page.getByLabel("Who are you?").fill(login);
  await player.press(player.page.getByRole("button", { name: button }));
}

test("out of a game to the provider and back: one person has one seat and one packet on two phones", async ({ room, server }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.startWith("Three kinds of questions", async (page) => {
    await page.getByTestId("identity-signed").check();
  });

  const phone = await room.player("Anna");
  await phone.page.goto(`${server.url}/play/${pin}`);
  await expect(phone.page.getByTestId("sign-in")).toHaveText("Sign in with Example ID");
  await expect(phone.page.getByTestId("nickname-input")).toHaveCount(0);
  await shoot(phone.page, "oidc-button-phone");
  await leave(phone, pin);
  await answer(phone, "anna");
  // Back where they were, and nothing of it stays in the address.
  await expect(phone.page).toHaveURL(`${server.url}/play/${pin}`);
  await expect(phone.page.getByTestId("nickname-input")).toHaveValue("anna of Example");
  await phone.giveName();

  const second = await room.player("Anna again");
  await leave(second, pin);
  await answer(second, "anna");
  await expect(second.score).toBeVisible();
  await expect(phone.page.getByRole("button", { name: "Use it here" })).toBeVisible();
  const ben = await room.player("Ben");
  await leave(ben, pin);
  await answer(ben, "ben");
  await ben.giveName();
  await expect(host.players).toHaveText(/2/);

  await host.rain({ pot: "30", currency: "points", packets: 3, seconds: 60, min: "1", max: "20" });
  const amount = await second.catchPacket();
  await second.expectCredited(amount);
  await phone.press(phone.page.getByRole("button", { name: "Use it here" }));
  await phone.expectCredited(amount);
  await ben.expectCredited(await ben.catchPacket());

  // Signed out and in again, also from the balance.
  await second.page.goto(`${server.url}/balance`);
  await second.press(second.page.getByTestId("sign-out"));
  await second.press(second.page.getByTestId("sign-in"));
  await expect(second.page).toHaveURL(`${server.url}/balance`);
  await expect(second.page.getByTestId("balance-total")).toBeVisible();
});

test("whoever cancels, comes with another's address or comes twice is told why, and gets nothing", async ({ room, server }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.startWith("Three kinds of questions", async (page) => {
    await page.getByTestId("identity-signed").check();
  });
  const stranger = await room.player("Nobody", { locale: "zh-TW" });
  stranger.watch.expectRefusals(/\/api\/oidc\/finish$/);
  await leave(stranger, pin);
  await answer(stranger, "nobody", "Cancel");
  const told = stranger.page.getByTestId("not-signed-in");
  await expect(told).toHaveText(/您沒有完成登入/);
  await expect(stranger.page).toHaveURL(`${server.url}/sign-in`);
  await shoot(stranger.page, "oidc-cancelled-phone");
  await stranger.press(stranger.page.getByTestId("back-to-game"));
  await expect(stranger.page.getByTestId("sign-in")).toHaveText("用 Example ID 登入");

  // Mallory signs in, keeps the address that the provider sends her back to, and has another browser open it.
  const mallory = await room.player("Mallory");
  let address = "";
  mallory.page.on("request", (request) => {
    if (request.isNavigationRequest() && request.url().includes("/sign-in?")) address = request.url();
  });
  // What she brings back goes nowhere for now.
  mallory.watch.expectRefusals(/\/api\/oidc\/finish$/);
  await mallory.page.route("**/api/oidc/finish", (route) => route.abort());
  await leave(mallory, pin);
  await answer(mallory, "mallory");
  await expect.poll(() => address).toContain("code=");
  await stranger.page.goto(address);
  await expect(told).toHaveText(/不是在這個瀏覽器中開始的/);
  await expect(stranger.page).toHaveURL(`${server.url}/sign-in`);
  await stranger.page.goto(`${server.url}/play/${pin}`);
  await expect(stranger.page.getByTestId("sign-in")).toBeVisible();

  // Her own browser may, once.
  await mallory.page.goto("about:blank");
  await mallory.page.unroute("**/api/oidc/finish");
  await mallory.page.goto(address);
  await expect(mallory.page).toHaveURL(`${server.url}/play/${pin}`);
  await mallory.page.goto(address);
  await expect(mallory.page.getByTestId("not-signed-in")).toHaveText(/not begun in this browser/);

  // An address with another place to go on to leads to a game of ours or nowhere.
  for (const state of ["//evil.example.x", "https://evil.example/.x", "%2F%2Fevil.example.x", "123456789.x"]) {
    await stranger.page.goto(`${server.url}/sign-in?code=x&state=${state}`);
    await expect(told).toBeVisible();
    await expect(stranger.page.getByTestId("back-to-game")).toHaveCount(0);
  }

  // Whoever borrows her phone, and has signed her out at the provider alone, is asked, and is somebody else on it.
  await mallory.page.context().clearCookies();
  const before = await mallory.account();
  const asked = mallory.page.waitForEvent("dialog");
  await mallory.press(mallory.page.getByTestId("sign-in"));
  await answer(mallory, "carol");
  await (await asked).accept();
  await expect(mallory.page).toHaveURL(`${server.url}/play/${pin}`);
  await expect(mallory.page.getByTestId("nickname-input")).toBeVisible();
  expect(await mallory.account()).not.toBe(before);
});
