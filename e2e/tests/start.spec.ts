// What a page says where its program cannot run or does not arrive: it does not wait for ever.
import path from "node:path";
import type { Browser, BrowserContextOptions, Page } from "@playwright/test";
import { expect, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/three-kinds.toml")] });

/** A page that nobody watches: errors are what it is about. */
async function open(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await (await browser.newContext({ locale: "en-GB", ...options })).newPage();
  opened.push(page);
  return page;
}
const opened: Page[] = [];

// Pages that wait for half a minute would go on beside the next test.
test.afterEach(async () => {
  for (const page of opened.splice(0)) await page.context().close();
});

/** A page of each program, and the first one, which is whole without any. */
const PAGES = ["/", "/play/123456", "/check", "/host"];

test("a browser that is too old is told so, and what it takes", async ({ browser, server }) => {
  const told = [
    { locale: "en-GB", title: "This browser is too old", retry: "Try again" },
    { locale: "zh-CN", title: "这个浏览器太旧了", retry: "重试" },
    { locale: "zh-TW", title: "這個瀏覽器太舊了", retry: "重試" },
    { locale: "fr-CH", title: "Ce navigateur est trop ancien", retry: "Réessayer" },
  ];
  for (const { locale, title, retry } of told) {
    const page = await open(browser, { locale });
    await page.addInitScript(() => Reflect.deleteProperty(window, "WebAssembly"));
    for (const address of PAGES) {
      await page.goto(`${server.url}${address}`);
      await expect(page.getByRole("heading", { level: 1 }), address).toHaveText(title);
      await expect(page.locator("main"), address).toContainText(/Chrome \d+.*Firefox \d+.*Safari \d+.*WebAssembly/);
    }
    await expect(page.getByRole("button", { name: retry })).toBeVisible();
  }
  // It has WebAssembly, and not the style sheets' newest.
  const page = await open(browser);
  await page.addInitScript(() => {
    CSS.supports = () => false;
  });
  const loaded = page.waitForEvent("requestfinished", (request) => request.url().endsWith(".wasm"));
  await page.goto(`${server.url}/play/123456`);
  await loaded;
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("This browser is too old");
});

test("a program that does not arrive is said not to, and is asked for again", async ({ browser, server }) => {
  for (const file of ["**/player*.wasm", "**/player*.js"]) {
    const page = await open(browser);
    await page.route(file, (route) => route.abort());
    await page.goto(`${server.url}/play/123456`);
    await expect(page.getByRole("heading", { level: 1 }), file).toHaveText("Quizrain did not load");
    await page.unroute(file);
    await page.getByRole("button", { name: "Try again" }).click();
    await expect(page.getByTestId("pin-input"), file).toBeVisible();
  }
  // The form of the first page works without it.
  const page = await open(browser);
  await page.route("**/player*.wasm", (route) => route.abort());
  const failed = page.waitForEvent("pageerror");
  await page.goto(server.url);
  await failed;
  await expect(page.getByTestId("pin-input")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toContainText("Join a game");
});

test("without JavaScript a page says that it needs it", async ({ browser, server }) => {
  const page = await open(browser, { javaScriptEnabled: false });
  await page.goto(`${server.url}/play/123456`);
  const said = page.locator("noscript main");
  await expect(said).toContainText("Quizrain needs JavaScript and WebAssembly.");
  await expect(said).toBeInViewport();
});

for (const part of ["wasm", "css"]) {
  test(`the game, which loads while a name is typed, is asked for again where its ${part} does not arrive`, async ({ browser, room, server }) => {
    const host = await room.host();
    await host.arrive();
    const pin = await host.start("Three kinds of questions");
    const page = await open(browser);
    let asked = 0;
    await page.route(`**/player-seat-*.${part}`, (route) => (++asked < 3 ? route.abort() : route.continue()));
    await page.goto(`${server.url}/play/${pin}`);
    await page.getByTestId("nickname-input").fill("Anna");
    await page.getByTestId("join").click();
    await expect(page.getByTestId("score")).toBeVisible();
    expect(asked).toBe(3);
    // It looks like one from the start, and has its style sheet once.
    await expect(page.locator(".calm")).toHaveCSS("text-align", "center");
    await expect(page.locator('link[href*="player-seat-"]')).toHaveCount(1);
  });
}
