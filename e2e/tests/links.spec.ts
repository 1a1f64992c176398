// Links to the desk: a phone drives the game that a laptop has opened, a viewer sees it and can touch nothing.
import path from "node:path";
import type { BrowserContextOptions } from "@playwright/test";
import { Host } from "../support/host";
import { look } from "../support/legible";
import { shoot } from "../support/shots";
import { expect, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/three-kinds.toml")] });

const TITLE = "Three kinds of questions";
const [GAS, ICE] = [
  "Which gas do plants take from the air to build sugar?",
  "A litre of ice weighs more than a litre of water.",
];
const PHONE: BrowserContextOptions = {
  viewport: { width: 390, height: 844 },
  deviceScaleFactor: 2,
  isMobile: true,
  hasTouch: true,
};

/** Has the desk make a link; its address. */
async function link(host: Host, right: "host" | "viewer"): Promise<string> {
  const panel = host.page.getByTestId("links");
  if (!(await panel.evaluate((it) => it.hasAttribute("open")))) await panel.locator("> summary").click();
  const before = await panel.getByTestId("crew-member").count();
  await panel.getByTestId(`link-${right}`).click();
  await expect(panel.getByTestId("crew-member")).toHaveCount(before + 1);
  const address = await panel.getByTestId("link-address").inputValue();
  expect(address).toMatch(/\/host\/[0-9a-f]{16}#code=[0-9a-f]{32}$/);
  return address;
}

test("a phone takes the game over by a code, and both pages are in step", async ({ room, browser, server }) => {
  const laptop = await room.host();
  await laptop.arrive();
  const pin = await laptop.start(TITLE);
  const kim = await room.player("Kim");
  await kim.joinByCode(pin);
  const address = await link(laptop, "host");
  const code = laptop.page.locator(".link-code");
  await expect.poll(() => code.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBeGreaterThan(200);
  await laptop.page.getByTestId("end-links").scrollIntoViewIfNeeded();
  await shoot(laptop.page, "links-desktop");

  const phone = await room.host(PHONE);
  await phone.page.goto(address);
  await expect(phone.page).toHaveURL(new RegExp(`^${server.url}/host/[0-9a-f]{16}$`));
  await expect(phone.players).toHaveText("1");
  await expect(laptop.page.getByTestId("link-state")).toHaveText("The link was opened.");
  await expect(laptop.page.getByTestId("crew-member")).toHaveText(/^Phone or co-host · in use/);
  await expect(phone.page.getByTestId("links")).toHaveCount(0);

  await test.step("what one picks and sets, the other shows", async () => {
    await laptop.page.getByTestId("questions").locator("> summary").click();
    await laptop.page.getByTestId("question-3").locator("summary").click();
    await laptop.page.getByTestId("question-3").getByTestId("make-next").click();
    await expect(phone.move("Ask")).toHaveText("Question 3 of 3");
    await phone.page.getByTestId("lock").click();
    await expect(laptop.page.getByTestId("lock")).toHaveText("Open the door");
    await expect(phone.move("Ask")).toBeEnabled();
    await shoot(phone.page, "links-phone");
  });

  await test.step("the phone drives", async () => {
    await phone.make("Ask");
    for (const host of [phone, laptop]) await expect(host.question).toHaveText(ICE);
    await kim.pick(1);
    await phone.expectRevealed();
    await laptop.expectRevealed();
    // Both press the same: it counts once, and nobody hears of an error.
    await Host.makeTogether("ShowBoard", phone, laptop);
    await laptop.page.getByTestId("question-1").locator("summary").click();
    await laptop.page.getByTestId("question-1").getByTestId("make-next").click();
    for (const host of [phone, laptop]) await expect(host.move("Ask")).toHaveText("Start the first question");
    await Host.makeTogether("Ask", phone, laptop);
    for (const host of [phone, laptop]) {
      await expect(host.question).toHaveText(GAS);
      await expect(host.page.locator(".controls .problem")).toHaveText("");
    }
  });

  await test.step("it stays after a reload, until it is ended", async () => {
    await phone.page.reload();
    await expect(phone.question).toHaveText(GAS);
    await laptop.page.getByTestId("end-links").click();
    await laptop.page.getByTestId("end-links-confirm").click();
    await expect(phone.page.getByTestId("right-ended")).toBeVisible();
    await expect(laptop.page.getByTestId("crew-member")).toHaveCount(0);
    await expect(laptop.question).toHaveText(GAS);
  });

  await test.step("a link that was used says so", async () => {
    const late = await (await browser.newContext({ locale: "en-GB", ...PHONE })).newPage();
    await late.goto(address);
    await expect(late.getByTestId("link-gone")).toHaveText("Ask the host for a new one.");
    expect(late.url()).not.toContain("code");
    await shoot(late, "links-gone");
  });
});

test("a viewer sees the desk, and no button", async ({ room }) => {
  const laptop = await room.host();
  await laptop.arrive();
  const pin = await laptop.start(TITLE);
  const kim = await room.player("Kim");
  await kim.joinByCode(pin);
  const viewer = await room.host({ viewport: { width: 1920, height: 1080 } });
  const { page } = viewer;
  await page.goto(await link(laptop, "viewer"));
  await expect(page.getByTestId("watching")).toBeVisible();
  for (const panel of ["questions", "players", "settings"]) {
    await page.getByTestId(panel).locator("> summary").click();
  }
  await expect(page.getByTestId("question-next")).toContainText("Carbon dioxide");
  await expect(page.getByTestId("player-1")).toContainText("Kim");
  for (const row of [1, 2, 3]) {
    await page.getByTestId(`question-${row}`).locator("summary").click();
  }
  const expectNoButtons = async () => {
    await expect(page.locator(".desk-main button:visible")).toHaveCount(0);
    await expect(page.locator(".desk-top button")).toHaveCount(0);
    await expect(page.locator(".desk input:enabled:not([type=search]), .panel select:enabled")).toHaveCount(0);
  };
  await expectNoButtons();
  await shoot(page, "links-viewer");

  await laptop.ask(GAS);
  await expect(viewer.question).toHaveText(GAS);
  await expectNoButtons();
  // No key does anything either.
  await page.keyboard.press("Space");
  await page.keyboard.press("PageDown");
  await kim.pick(0);
  await laptop.expectRevealed();
  await viewer.expectRevealed();
  await expectNoButtons();
  await page.setViewportSize({ width: 390, height: 844 });
  const { problems } = await look(page, { stage: false, soft: ".desk-title, .hosted-line" });
  expect.soft(problems).toEqual([]);
  await shoot(page, "links-viewer-phone");
});

test("a browser that is at the desk already is asked before it uses a link", async ({ room }) => {
  const laptop = await room.host();
  await laptop.arrive();
  await laptop.start(TITLE);
  const address = await link(laptop, "viewer");
  await laptop.page.goto("about:blank");
  await laptop.page.goto(address);
  await laptop.page.getByTestId("link-keep").click();
  await expect(laptop.page.getByTestId("links")).toBeVisible();
  // Opened where the page is open, it loads no page.
  await laptop.page.evaluate((hash) => { location.hash = hash; }, new URL(address).hash);
  await laptop.page.getByTestId("link-use").click();
  await expect(laptop.page.getByTestId("watching")).toBeVisible();
});
