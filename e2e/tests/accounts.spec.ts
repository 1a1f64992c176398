// Accounts of hosts: the first is made with the host key, its host chooses a password with the code, signs in with the keyboard
// alone, lets others in and out.
import { createHmac } from "node:crypto";
import type { Page } from "@playwright/test";
import { shootEverywhere } from "../support/shots";
import { expect, test } from "../support/test";

const PASSWORD = "correct horse battery";
const OTHER = "another horse battery";

/** Makes an account; the address with its code. */
async function make(page: Page, login: string, name: string, role: string): Promise<string> {
  await page.getByTestId("new-login").fill(login);
  await page.getByTestId("new-name").fill(name);
  await page.getByTestId("new-role").selectOption(role);
  await page.getByTestId("make-account").click();
  const made = page.getByTestId("made");
  await expect(made.getByRole("heading")).toHaveText(name);
  return page.getByTestId("made-url").inputValue();
}

/** What an authenticator app shows of a secret in Base32 (RFC 6238), or will show in so many seconds. */
function shown(secret: string, later = 0): string {
  const bits = [...secret].map((c) => "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(c).toString(2).padStart(5, "0")).join("");
  const key = Buffer.from(bits.match(/.{8}/g)!.map((byte) => parseInt(byte, 2)));
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(Math.floor((Date.now() / 1000 + later) / 30)));
  const hash = createHmac("sha1", key).update(counter).digest();
  const at = hash[hash.length - 1]! & 0xf;
  return String((hash.readUInt32BE(at) & 0x7fffffff) % 1_000_000).padStart(6, "0");
}

test("an owner is made with the host key, chooses a password by keyboard and lets others in and out", async ({ browser, server }) => {
  test.slow();
  const options = { baseURL: server.url, locale: "en-GB", viewport: { width: 1280, height: 800 } };
  const operator = await browser.newPage(options);
  const owner = await (await browser.newContext(options)).newPage();
  const host = await (await browser.newContext(options)).newPage();
  let address = "";

  await test.step("the first account is made with the host key", async () => {
    await operator.goto(server.hostUrl.replace("/host", "/studio/accounts"));
    await expect(operator.getByText("There is no account.")).toBeVisible();
    await operator.getByTestId("new-login").fill("an na");
    await operator.getByTestId("new-name").fill("Anna");
    await operator.getByTestId("make-account").click();
    await expect(operator.getByRole("alert").filter({ hasText: "3 to 64" })).toBeVisible();
    await operator.getByTestId("new-role").selectOption("owner");
    address = await make(operator, "anna", "Anna", "owner");
    expect(new URL(address).hash).toMatch(/^#code=anna\/[0-9a-f]{5}(-[0-9a-f]{5}){3}$/);
    await expect(operator.getByTestId("account")).toContainText("No password yet");
  });

  await test.step("its host chooses a password with the keyboard alone", async () => {
    await owner.goto(`/studio/sign-in${new URL(address).hash}`);
    await expect(owner).toHaveURL(/\/studio\/sign-in$/);
    await expect(owner.getByTestId("login")).toHaveValue("anna");
    await shootEverywhere(owner, "sign-in-code");
    await owner.getByTestId("password").focus();
    await owner.keyboard.type("short");
    await owner.keyboard.press("Enter");
    await expect(owner.getByRole("alert")).toContainText("12 characters");
    await owner.getByTestId("password").fill(PASSWORD);
    await owner.keyboard.press("Enter");
    await expect(owner.getByTestId("codes").getByRole("listitem")).toHaveCount(10);
    await shootEverywhere(owner, "codes");
    await owner.getByTestId("kept").focus();
    await owner.keyboard.press("Enter");
    await expect(owner).toHaveURL(/\/host$/);
    await expect(owner.getByTestId("host-start").first()).toBeVisible();
    expect(await owner.evaluate(() => JSON.stringify(localStorage) + document.cookie)).not.toMatch(/[0-9a-f]{64}|qrk_/);
  });

  await test.step("and signs in again with it", async () => {
    await owner.goto("/studio/accounts");
    await owner.getByTestId("sign-out").click();
    await expect(owner).toHaveURL(/\/studio\/sign-in$/);
    await owner.getByTestId("login").focus();
    await owner.keyboard.type("Anna");
    await owner.keyboard.press("Tab");
    await owner.keyboard.type("correct horse");
    await owner.keyboard.press("Enter");
    await expect(owner.getByRole("alert")).toContainText("wrong");
    await shootEverywhere(owner, "sign-in");
    await owner.getByTestId("password").fill(PASSWORD);
    await owner.keyboard.press("Enter");
    await expect(owner).toHaveURL(/\/host$/);
  });

  await test.step("has an authenticator app, and lets it go", async () => {
    await owner.goto("/studio/accounts");
    await owner.getByTestId("second-factor-panel").click();
    await owner.getByTestId("second-factor-begin").click();
    const secret = await owner.getByTestId("second-factor-secret").innerText();
    await shootEverywhere(owner, "second-factor");
    await owner.getByTestId("second-factor-password").fill(PASSWORD);
    await owner.getByTestId("second-factor-code").fill("12345");
    await owner.getByTestId("second-factor-go").click();
    await expect(owner.getByRole("alert")).toContainText("code is wrong");
    await owner.getByTestId("second-factor-password").fill(PASSWORD);
    await owner.getByTestId("second-factor-code").fill(shown(secret));
    await owner.getByTestId("second-factor-code").press("Enter");
    await expect(owner.getByTestId("second-factor-on")).toBeVisible();
    // What would do away with the app asks for a code of it.
    await owner.getByTestId("change-password").click();
    await expect(owner.getByTestId("password-code")).toBeVisible();
    await owner.getByTestId("renew-codes").click();
    await owner.getByTestId("codes-password").fill(PASSWORD);
    await owner.getByTestId("codes-code").fill("000000");
    await owner.getByTestId("renew-codes-go").click();
    await expect(owner.getByRole("alert")).toContainText("code is wrong");
    await expect(owner.getByTestId("codes")).toHaveCount(0);
    await owner.getByTestId("sign-out").click();
    await owner.getByTestId("login").fill("anna");
    await owner.getByTestId("password").fill(PASSWORD);
    await owner.getByTestId("password").press("Enter");
    await expect(owner.getByTestId("second-factor")).toBeFocused();
    await shootEverywhere(owner, "sign-in-second-factor");
    await owner.getByTestId("second-factor").fill("000000");
    await owner.keyboard.press("Enter");
    await expect(owner.getByRole("alert")).toContainText("code is wrong");
    // Each counts once: this is the one that the app shows next.
    await owner.getByTestId("second-factor").fill(shown(secret, 30));
    await owner.getByTestId("second-factor").press("Enter");
    await expect(owner).toHaveURL(/\/host$/);
    await operator.reload();
    const row = operator.getByTestId("account").filter({ hasText: "Anna" });
    await expect(row).toContainText("Second factor");
    await row.getByTestId("forget-second-factor").click();
    await row.getByTestId("sure").click();
    await expect(row).not.toContainText("Second factor");
    await owner.goto("/studio/sign-in");
    await owner.getByTestId("login").fill("anna");
    await owner.getByTestId("password").fill(PASSWORD);
    await owner.getByTestId("password").press("Enter");
    await expect(owner).toHaveURL(/\/host$/);
  });

  await test.step("lets a host in, who makes a game", async () => {
    await owner.goto("/studio/accounts");
    await expect(owner.getByTestId("me")).toContainText("Anna");
    const link = await make(owner, "bob", "Bob", "host");
    await shootEverywhere(owner, "accounts");
    await host.goto(`/studio/sign-in${new URL(link).hash}`);
    await host.getByTestId("password").fill(OTHER);
    await host.getByTestId("sign-in").click();
    await host.getByTestId("kept").click();
    await host.getByTestId("host-start").first().click();
    await expect(host).toHaveURL(/\/host\/[0-9a-f]{16}$/);
    // The owner comes to the same desk, and takes it from nobody.
    await owner.goto(host.url());
    await owner.getByTestId("enter").click();
    await expect(owner.locator(".desk-top").getByTestId("pin")).toBeVisible();
    await expect(host.locator(".desk-top").getByTestId("pin")).toBeVisible();
  });

  await test.step("a quiz that he writes is his alone, until he shares it", async () => {
    const desk = host.url();
    await host.goto("/studio");
    await expect(host.getByTestId("quiz").first().getByTestId("owned")).toHaveText("Shared with the team");
    await host.getByTestId("new-quiz").click();
    await expect(host).toHaveURL(/\/studio\/[0-9a-f]{16}$/);
    await host.goto("/studio");
    const his = host.getByTestId("quiz").filter({ hasText: "Untitled quiz" });
    await expect(his.getByTestId("owned")).toHaveText("Only mine");
    await owner.goto("/studio");
    const seen = owner.getByTestId("quiz").filter({ hasText: "Untitled quiz" });
    await expect(seen.getByTestId("owned")).toHaveText("Only its host’s");
    await his.getByTestId("more").click();
    await host.getByTestId("share").focus();
    await host.keyboard.press("Enter");
    await expect(host.getByTestId("told")).toContainText("shared with the team");
    await expect(his.getByTestId("owned")).toHaveText("Shared with the team");
    await shootEverywhere(host, "owned");
    await owner.reload();
    await seen.getByTestId("more").click();
    await owner.getByTestId("unshare").click();
    await expect(seen.getByTestId("owned")).toHaveText("Only its host’s");
    // With the host key nothing of it is shown.
    await operator.goto(server.hostUrl.replace("/host", "/studio"));
    await expect(operator.getByTestId("quiz").first()).toBeVisible();
    await expect(operator.getByTestId("owned")).toHaveCount(0);
    await host.goto(desk);
    await expect(host.locator(".desk-top").getByTestId("pin")).toBeVisible();
  });

  await test.step("and out again, wherever he is", async () => {
    await owner.goto("/studio/accounts");
    const row = owner.getByTestId("account").filter({ hasText: "Bob" });
    await row.getByTestId("disable").click();
    await expect(row.getByRole("alert")).toContainText("signed out");
    await row.getByTestId("sure").click();
    await expect(row).toContainText("Disabled");
    await expect(host.locator(".desk-top").getByTestId("pin")).toBeHidden();
    await host.goto("/studio");
    await expect(host.getByRole("alert").filter({ hasText: "does not accept" })).toBeVisible();
  });

  await test.step("what was done is told, and found", async () => {
    await owner.getByTestId("to-activity").click();
    await expect(owner).toHaveURL(/\/studio\/activity$/);
    const actions = owner.getByTestId("action");
    // It is written down behind the answer, and the page shows what there was when it was opened.
    await expect(async () => {
      await owner.reload();
      const disabled = actions.filter({ hasText: "PUT /api/hosts/{host}" }).filter({ hasText: "anna" });
      await expect(disabled).toHaveCount(1, { timeout: 2000 });
    }).toPass();
    await expect(actions.filter({ hasText: "Change an account" }).filter({ hasText: "anna" })).toHaveCount(1);
    await owner.getByTestId("find-action").fill("bob");
    await expect(actions.filter({ hasText: "anna" })).toHaveCount(0);
    await expect(actions.filter({ hasText: "POST /api/games" }).filter({ hasText: "bob" })).toHaveCount(1);
    await shootEverywhere(owner, "activity");
    await owner.getByTestId("to-accounts").click();
    await expect(owner.getByTestId("me")).toBeVisible();
  });

  await test.step("sessions are listed and ended, and another password ends all others", async () => {
    const phone = await (await browser.newContext(options)).newPage();
    await phone.goto("/studio/sign-in");
    await phone.getByTestId("login").fill("anna");
    await phone.getByTestId("password").fill(PASSWORD);
    await phone.getByTestId("sign-in").click();
    await expect(phone).toHaveURL(/\/host$/);
    await owner.reload();
    await expect(owner.getByTestId("session")).toHaveCount(2);
    await owner.getByTestId("change-password").click();
    await owner.getByTestId("password-now").fill(PASSWORD);
    await owner.getByTestId("password-new").fill(OTHER);
    await owner.getByTestId("change-password-go").click();
    await expect(owner.getByText("Your password is another one")).toBeVisible();
    await expect(owner.getByTestId("session")).toHaveCount(1);
    await phone.reload();
    await expect(phone.getByRole("alert").filter({ hasText: "does not accept" })).toBeVisible();
  });
});
