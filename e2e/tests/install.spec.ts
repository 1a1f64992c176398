// What a phone keeps of Quizrain beside its page: an icon on the home screen, and somebody who says that there is no network.
import { expect, test } from "../support/test";

test.use({ serviceWorkers: "allow" });

test("the page can be installed, and without a network it says what is wrong and comes back by itself", async ({ browser, server }) => {
  const context = await browser.newContext({ locale: "en-GB" });
  const page = await context.newPage();
  await page.goto(server.url);
  const devtools = await context.newCDPSession(page);
  const manifest = await devtools.send("Page.getAppManifest");
  expect([manifest.url, manifest.errors]).toEqual([`${server.url}/manifest.webmanifest`, []]);
  await page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready;
    while (active?.state !== "activated") await new Promise((done) => active?.addEventListener("statechange", done, { once: true }));
  });

  // Pages alone pass the worker, and it keeps none.
  const passed: string[] = [];
  page.on("response", (response) => {
    if (response.fromServiceWorker()) passed.push(new URL(response.url()).pathname);
  });
  await page.goto(`${server.url}/play/123456`);
  await expect(page.getByTestId("pin-input")).toBeVisible();
  expect(await page.evaluate(async () => (await fetch("/api/info")).ok)).toBe(true);
  expect(passed).toEqual(["/play/123456"]);
  expect(await page.evaluate(() => caches.keys())).toEqual([]);

  await context.setOffline(true);
  await page.goto(`${server.url}/#kept`);
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Quizrain cannot be reached");
  await page.getByRole("button", { name: "Try again" }).click();
  await expect(page.getByText("This page keeps trying; nothing is lost.")).toBeVisible();
  await context.setOffline(false);
  await expect(page.getByTestId("pin-input")).toBeVisible();
  expect(new URL(page.url()).hash).toBe("#kept");
  await context.close();
});
