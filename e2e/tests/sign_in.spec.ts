// People who come by a link that signs them in: two phones are one player, and who comes without is told what to do.
import path from "node:path";
import { shoot } from "../support/shots";
import { SIGNS_IN, token } from "../support/signer";
import { expect, test } from "../support/test";

test.use({
  files: [path.join(__dirname, "../fixtures/three-kinds.toml")],
  args: SIGNS_IN,
});

test("a person is one player on two phones, and a stranger is told what to do", async ({ room, server }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.startWith("Three kinds of questions", async (page) => {
    await page.getByTestId("identity-signed").check();
    await expect(page.getByTestId("pays-anybody")).toHaveCount(0);
  });
  await expect(host.page.getByTestId("identity")).toHaveText("People who are signed in");
  const link = (jwt: string) => `${server.url}/play/${pin}#sign-in=${jwt}`;

  const phone = await room.player("Anna");
  await phone.page.goto(link(token("e-4711")));
  await expect(phone.page.getByTestId("nickname-input")).toHaveValue("Anna");
  expect(new URL(phone.page.url()).hash).toBe("");
  await expect(phone.page.getByTestId("playing-as")).toContainText("You play as Anna");
  await phone.giveName();
  const second = await room.player("Anna");
  await second.page.goto(link(token("e-4711")));
  await expect(second.score).toBeVisible();
  await expect(phone.page.getByRole("button", { name: "Use it here" })).toBeVisible();
  await expect(host.players).toHaveText(/1/);

  // Whoever borrows the phone is somebody else on it.
  await second.page.goto("about:blank");
  second.page.once("dialog", (dialog) => void dialog.accept());
  second.watch.expectRefusals(/\/api\/identity/);
  await second.page.goto(link(token("e-4712")));
  await second.page.getByTestId("nickname-input").fill("Ben");
  await second.press(second.page.getByTestId("join"));
  await expect(second.score).toBeVisible();
  await expect(host.players).toHaveText(/2/);

  // A link of somebody else's says who plays, before a seat is taken, and how not to.
  const lured = await room.player("Lured");
  await lured.page.goto(link(token("e-4714")));
  await expect(lured.page.getByTestId("playing-as")).toContainText("Anna");
  await shoot(lured.page, "sign-in-phone");
  await lured.press(lured.page.getByTestId("not-you"));
  await expect(lured.page.getByTestId("playing-as")).toHaveCount(0);
  await expect(lured.page.getByTestId("nickname-input")).toHaveValue("");
  await lured.page.getByTestId("nickname-input").fill("Lured");
  await lured.press(lured.page.getByTestId("join"));
  await expect(lured.page.locator("#name-problem")).toHaveText(/link that you were given/);

  // The host signs a person out: the phone is out at once, and may come back by a link.
  await phone.page.getByRole("button", { name: "Use it here" }).click();
  await expect(phone.score).toBeVisible();
  await host.page.getByTestId("players").locator("> summary").click();
  await host.page.getByTestId("player-1").click();
  await host.page.getByTestId("sign-out").click();
  await shoot(host.page, "sign-out-desk");
  await host.page.getByTestId("sign-out-sure").click();
  await expect(host.page.getByTestId("signed-out")).toHaveText("Signed out.");
  await host.page.getByTestId("player-close").click();
  await expect(phone.page.getByTestId("nickname-input")).toBeVisible();
  await phone.page.goto("about:blank");
  await phone.page.goto(link(token("e-4711")));
  await expect(phone.score).toBeVisible();

  const stranger = await room.player("Nobody", { locale: "zh-TW" });
  stranger.watch.expectRefusals(/\/api\/identity/);
  await stranger.page.goto(link(token("e-4713", -60)));
  await expect(stranger.page.getByTestId("not-signed-in")).toHaveText(/已過期/);
  await stranger.page.getByTestId("nickname-input").fill("Nobody");
  await stranger.press(stranger.page.getByTestId("join"));
  await expect(stranger.page.locator("#name-problem")).toHaveText(/請用您收到的連結開啟/);
});
