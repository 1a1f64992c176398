// What somebody has typed or moved stays on the phone while its question gets more time, and over a pause.
import type { Picture } from "../support/cases";
import { PHONES, Stage } from "../support/stage";
import { expect, test } from "../support/test";

const base = { text: "Which river?", picture: null, sound: null, seconds: 60, points: 1000 };
const TYPED = { ...base, kind: "typed" };
const ORDER = { ...base, kind: { order: { items: ["Seine", "Rhine", "Volga", "Danube"] } } };
const PAUSED = { Paused: { text: base.text, elapsed_ms: 5000, left_ms: 55_000 } };

/** A phone on which a question is open. */
function asking(question: object): Picture {
  const of = { kind: "Asking", title: "Rivers", name: "Zoë", players: 2 } as const;
  return { ...of, wanted: [], unanswered: true, stage: { Asking: { question } } };
}

test("what is typed stays", async ({ browser, server }) => {
  const phone = await Stage.phone(browser, server.url, PHONES[0]);
  const { page } = phone;
  await phone.show(asking(TYPED));
  const field = page.getByTestId("typed-0");
  await field.fill("Dan");
  const stage = { Asking: { question: TYPED } };

  await test.step("where there is more time", async () => {
    await phone.change("Asking", stage, 200_000);
    await expect(page.locator(".timer-seconds")).toHaveText(/^(19\d|200)$/);
    await expect(field).toBeFocused();
    await expect(field).toHaveValue("Dan");
  });

  await test.step("over a pause", async () => {
    await phone.change("Paused", PAUSED, 0);
    await expect(page.getByTestId("look")).toHaveText("Paused. It goes on in a moment.");
    await expect(field).toBeHidden();
    // Nothing is sent by a key meanwhile.
    await page.keyboard.press("Enter");
    await phone.change("Paused", PAUSED, 3000);
    await expect(page.getByTestId("look")).toHaveText(/^Get ready/);
    await phone.change("Asking", stage, 55_000);
    await expect(field).toBeEnabled();
    await expect(field).toHaveValue("Dan");
    await expect(page.getByTestId("submit")).toBeEnabled();
    await expect(page.locator(".ask-foot")).toBeEmpty();
  });
});

test("what was moved stays", async ({ browser, server }) => {
  const phone = await Stage.phone(browser, server.url, PHONES[0]);
  const { page } = phone;
  await phone.show(asking(ORDER));
  await page.getByTestId("down-0").click();
  const moved = await page.locator(".place-text").allTextContents();
  await phone.change("Asking", { Asking: { question: ORDER } }, 200_000);
  await expect(page.locator(".timer-seconds")).toHaveText(/^(19\d|200)$/);
  await expect(page.locator(".place-text")).toHaveText(moved);
  await phone.change("Paused", PAUSED, 0);
  await expect(page.getByTestId("look")).toBeVisible();
  await phone.change("Asking", { Asking: { question: ORDER } }, 55_000);
  await expect(page.getByTestId("down-0")).toBeVisible();
  await expect(page.locator(".place-text")).toHaveText(moved);
});

test("whoever was sent away is told so, and the page does not come back by itself", async ({
  browser,
  server,
}) => {
  const phone = await Stage.phone(browser, server.url, PHONES[0]);
  await phone.show(asking(TYPED));
  const before = phone.connections;
  await phone.close(4005);
  await expect(phone.page.getByRole("heading")).toHaveText(/^The host has removed you/);
  await expect(phone.page.getByTestId("pin-input")).toBeVisible();
  await phone.page.clock.fastForward(120_000);
  expect(phone.connections).toBe(before);
  const last = await phone.page.evaluate(() => localStorage.getItem("quizrain.last-pin"));
  expect(last ?? "").toBe("");
});
