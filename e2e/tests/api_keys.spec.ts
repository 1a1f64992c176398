// Keys for programs: made in the studio, shown once, used by a program, revoked.
import type { Page } from "@playwright/test";
import { PHONES } from "../support/stage";
import { shoot } from "../support/shots";
import { expect, test } from "../support/test";

/** What the server says to a program with this key. */
async function status(page: Page, key: string): Promise<number> {
  const answer = await page.request.get("/api/quizzes", { headers: { authorization: `Bearer ${key}` } });
  return answer.status();
}

test("a key is made, shown once, used and revoked", async ({ browser, server }) => {
  const page = await browser.newPage({
    baseURL: server.url,
    locale: "en-GB",
    viewport: { width: 1920, height: 1080 },
  });
  await page.goto(server.hostUrl.replace("/host", "/studio"));
  await page.getByTestId("to-keys").click();
  await expect(page).toHaveURL(/\/studio\/keys$/);
  await expect(page.getByText("There is no key.")).toBeVisible();
  const make = page.getByTestId("make-key");
  const rows = page.getByTestId("key");
  let key = "";

  await test.step("it needs a name and something that it may do", async () => {
    await expect(make).toBeDisabled();
    await page.getByTestId("key-name").fill("Nightly import");
    await expect(make).toBeDisabled();
    await page.getByTestId("scope-quizzes:read").check();
    await page.getByTestId("key-days").selectOption("90");
    await make.click();
    key = await page.getByTestId("made-key").inputValue();
    expect(key).toMatch(/^qrk_[0-9a-f]{12}_[0-9a-f]{40}$/);
    await expect(rows).toHaveCount(1);
    await expect(rows).toContainText("Nightly import");
    await expect(rows).toContainText(key.slice(0, 16));
    await expect(rows).not.toContainText(key.slice(17));
    await shoot(page, "api-keys-desktop");
  });

  await test.step("it is shown this once", async () => {
    expect(await status(page, key)).toBe(200);
    await page.reload();
    await expect(rows).toHaveCount(1);
    await expect(page.getByTestId("made")).toHaveCount(0);
    expect(await page.content()).not.toContain(key.slice(17));
  });

  await test.step("a phone shows it too", async () => {
    for (const viewport of PHONES) {
      await page.setViewportSize(viewport);
      await page.getByTestId("revoke").click();
      await shoot(page, `api-keys-${viewport.width}`);
      await page.getByTestId("keep").click();
    }
  });

  await test.step("revoked, it opens nothing", async () => {
    await page.getByTestId("revoke").click();
    expect(await status(page, key)).toBe(200);
    await page.getByTestId("revoke-sure").click();
    await expect(rows).toHaveCount(0);
    expect(await status(page, key)).toBe(401);
  });
  await page.close();
});
