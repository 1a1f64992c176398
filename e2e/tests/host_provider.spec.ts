// A host connects their account with one at a real OpenID provider, and signs in there from then on.
import type { Page } from "@playwright/test";
import { expect, test } from "../support/at_provider";
import { shootEverywhere } from "../support/shots";

const PASSWORD = "correct horse battery";

/** Answers the provider's form. */
async function answer(page: Page, login: string, button: "Continue" | "Cancel" = "Continue"): Promise<void> {
  await expect(page).toHaveTitle("Example ID");
  await page.getByLabel("Who are you?").fill(login);
  await page.getByRole("button", { name: button }).click();
}

test("a host connects an account, signs in with it, and disconnects it", async ({ browser, server }) => {
  const options = { baseURL: server.url, locale: "en-GB", viewport: { width: 1280, height: 800 } };
  const operator = await browser.newPage(options);
  const host = await (await browser.newContext(options)).newPage();
  const laptop = await (await browser.newContext(options)).newPage();
  await operator.goto(server.hostUrl.replace("/host", "/studio/accounts"));
  await operator.getByTestId("new-login").fill("anna");
  await operator.getByTestId("new-name").fill("Anna");
  await operator.getByTestId("new-role").selectOption("owner");
  await operator.getByTestId("make-account").click();
  const address = await operator.getByTestId("made-url").inputValue();
  await host.goto(`/studio/sign-in${new URL(address).hash}`);
  await host.getByTestId("password").fill(PASSWORD);
  await host.keyboard.press("Enter");
  await host.getByTestId("kept").click();

  await test.step("nobody comes in who is not connected", async () => {
    await laptop.goto("/studio/sign-in");
    await expect(laptop.getByTestId("at-provider")).toHaveText("Sign in with Example ID");
    await shootEverywhere(laptop, "host-at-provider");
    await laptop.getByTestId("at-provider").click();
    await answer(laptop, "anna");
    await expect(laptop.getByRole("alert")).toContainText("No host's account here is connected");
    await expect(laptop).toHaveURL(/\/studio\/sign-in$/);
    await laptop.context().clearCookies();
  });

  await test.step("with the password, the account is connected", async () => {
    await host.goto("/studio/accounts");
    await host.getByTestId("provider-panel").click();
    await expect(host.getByTestId("provider-off")).toBeVisible();
    await shootEverywhere(host, "host-connect");
    await host.getByTestId("provider-password").fill("correct horse batteries");
    await host.getByTestId("provider-go").click();
    await expect(host.getByRole("alert")).toContainText("wrong");
    await host.getByTestId("provider-password").fill(PASSWORD);
    await host.getByTestId("provider-password").press("Enter");
    await answer(host, "anna");
    await expect(host).toHaveURL(/\/studio\/accounts$/);
    await host.getByTestId("provider-panel").click();
    await expect(host.getByTestId("provider-on")).toBeVisible();
  });

  await test.step("from then on a button is enough", async () => {
    await laptop.goto("/studio/sign-in");
    await laptop.getByTestId("at-provider").focus();
    await laptop.keyboard.press("Enter");
    await answer(laptop, "anna", "Cancel");
    await expect(laptop.getByRole("alert")).toContainText("did not");
    await laptop.getByTestId("at-provider").click();
    await answer(laptop, "anna");
    await expect(laptop).toHaveURL(/\/host$/);
    await expect(laptop.getByTestId("host-start").first()).toBeVisible();
  });

  await test.step("until somebody else disconnects it", async () => {
    await operator.reload();
    await operator.getByTestId("forget-provider").click();
    await expect(operator.getByRole("alert").filter({ hasText: "connect their account again" })).toBeVisible();
    await shootEverywhere(operator, "host-disconnect");
    await operator.getByTestId("sure").click();
    await expect(operator.getByTestId("forget-provider")).toHaveCount(0);
    await host.goto("/studio/sign-in");
    await host.getByTestId("login").fill("anna");
    await host.getByTestId("password").fill(PASSWORD);
    await host.getByTestId("password").press("Enter");
    await expect(host).toHaveURL(/\/host$/);
    await host.goto("/studio/accounts");
    await host.getByTestId("provider-panel").click();
    await host.getByTestId("provider-password").fill(PASSWORD);
    await host.getByTestId("provider-go").click();
    // The provider knows them still, and asks for nothing.
    // The page leaves and comes back by itself.
    await expect(async () => {
      await host.getByTestId("provider-panel").click();
      await expect(host.getByTestId("provider-on")).toBeVisible({ timeout: 2_000 });
    }).toPass();
    await laptop.goto("/studio/sign-in");
    await laptop.getByTestId("at-provider").click();
    await expect(laptop).toHaveURL(/\/host$/);
  });

  await test.step("or its host does", async () => {
    await host.getByTestId("provider-password").fill(PASSWORD);
    await host.getByTestId("provider-go").click();
    await expect(host.getByTestId("provider-off")).toBeVisible();
    await laptop.goto("/studio/accounts");
    await laptop.getByTestId("sign-out").click();
    await laptop.getByTestId("at-provider").click();
    await expect(laptop.getByRole("alert")).toContainText("No host's account here is connected");
  });
});
