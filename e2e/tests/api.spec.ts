// The page of the API: reached from the library, readable on a phone and in the dark, and whole without JavaScript.
import path from "node:path";
import type { Page } from "@playwright/test";
import { PHONES } from "../support/stage";
import { expect, test } from "../support/test";

async function shoot(page: Page, name: string): Promise<void> {
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: path.join(__dirname, `../screenshots/${name}-${colorScheme}.png`), scale: "css" });
  }
}

test("the library leads to a page of every request, which needs no JavaScript", async ({ browser, server }) => {
  const desk = await browser.newPage({ locale: "en-GB", viewport: { width: 1920, height: 1080 } });
  await desk.goto(server.hostUrl.replace("/host", "/studio"));
  await desk.getByTestId("to-api").click();
  await expect(desk.getByRole("heading", { name: "Quizrain API" })).toBeVisible();
  await shoot(desk, "api-desktop");

  const context = await browser.newContext({ javaScriptEnabled: false, viewport: PHONES[0] });
  const phone = await context.newPage();
  await phone.goto(new URL("/api/docs", server.hostUrl).href);
  await phone.getByText("Where a game stands", { exact: true }).click();
  // A link to a type opens it.
  await phone.locator("#getGamesGame").getByRole("link", { name: "GameNow" }).click();
  await expect(phone.locator("#type-GameNow")).toBeVisible();
  await shoot(phone, "api-type");
  await context.close();

  const narrow = await browser.newPage({ viewport: PHONES[0] });
  await narrow.goto(new URL("/api/docs", server.hostUrl).href);
  await narrow.locator("summary").evaluateAll((all) => all.forEach((it) => (it as HTMLElement).click()));
  const wide = await narrow.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(wide).toBe(0);
  await shoot(narrow, "api-phone");
});
