// What every page owes its reader: a title, their language, their dates, fields that can be seen, and silence from the timer.
import path from "node:path";
import { inDarkAndLight, weakestField } from "../support/contrast";
import { choose } from "../support/shots";
import { expect, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/three-kinds.toml")] });

const QUIZ = "Three kinds of questions";

for (const { locale, lang, words } of [
  { locale: "en-GB", lang: "en", words: "There is no such page" },
  { locale: "zh-CN", lang: "zh-Hans", words: "没有这个页面" },
  { locale: "zh-TW", lang: "zh-Hant", words: "沒有這個頁面" },
]) {
  test(`an unknown address is a page, in ${lang}`, async ({ server, browser }) => {
    const page = await browser.newPage({ locale });
    const answer = await page.goto(`${server.url}/no/such/page`);
    expect(answer?.status()).toBe(404);
    await expect(page.getByRole("heading")).toHaveText(words);
    await expect(page).toHaveTitle(`${words} · Quizrain`);
    await expect(page.locator("html")).toHaveAttribute("lang", lang);
    const file = await page.request.get(`${server.url}/no-such-file.js`);
    expect([file.status(), file.headers()["content-type"]]).toEqual([404, "text/plain; charset=utf-8"]);
    await page.close();
  });
}

test("a pin behind the address joins, and so do wide digits", async ({ server, room }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start(QUIZ);
  const zoë = await room.player("Zoë 👩🏽‍🚀");
  await zoë.page.goto(`${server.url}/${pin}`);
  await expect(zoë.page).toHaveURL(`${server.url}/play/${pin}`);
  await zoë.giveName();
  await expect(zoë.page.locator(".slim-name")).toHaveText("Zoë 👩🏽‍🚀");
  const li = await room.player("李雷");
  await li.join([...pin].map((digit) => String.fromCharCode(digit.charCodeAt(0) + 0xfee0)).join(""));
  await expect(host.players).toHaveText("2");
});

test("a browser that stores nothing is the same player after a look at the first page and at the balance", async ({ server, room }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start(QUIZ);
  const anna = await room.player("Anna");
  await anna.page.addInitScript(() => {
    Storage.prototype.setItem = Storage.prototype.getItem = () => {
      throw new Error("nothing is stored here");
    };
  });
  await anna.page.goto(`${server.url}/`);
  const enter = async (digits: string) => {
    await expect(anna.page.locator("#pin")).toHaveValue("");
    await anna.page.locator("#pin").fill(digits);
    await anna.page.keyboard.press("Enter");
  };
  await enter(pin);
  await anna.giveName();
  await expect(host.players).toHaveText("1");
  await anna.page.goBack();
  await expect(anna.page).toHaveURL(`${server.url}/`);
  const said: string[] = [];
  anna.page.on("websocket", (socket) =>
    socket.on("framesent", ({ payload }) => said.push(Buffer.from(payload).toString("hex"))));
  await enter(pin);
  await expect(anna.page.locator(".slim-name")).toHaveText("Anna");
  await expect(host.players).toHaveText("1");
  // The balance is another document, which has to ask for the same account.
  const asked = anna.page.waitForRequest((request) => request.url().endsWith("/api/balance"));
  await anna.page.locator(".slim-balance").click();
  const account = (await asked).headers().authorization.replace("Bearer ", "");
  await expect(anna.page).toHaveURL(`${server.url}/balance`);
  expect(await anna.page.evaluate(() => window.name)).toBe("");
  expect(account).toMatch(/^[0-9a-f]{32}$/);
  expect(said.some((frame) => frame.includes(account))).toBe(true);
});

test("phones load nothing of a host's, big screens nothing of a phone's, and a game nothing of what comes behind it", async ({ server, room }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start(QUIZ);
  for (const [paths, program] of [
    [["/", `/play/${pin}`, "/play/1", "/no/such/page"], "player"],
    [["/balance", "/check", "/receipt/0011223344556677", "/receipt/1"], "account"],
    [["/host", new URL(host.page.url()).pathname, "/host/1", `/screen/${pin}`, "/screen/1", "/booth"], "stage"],
  ] as const) {
    for (const path of paths) {
      const page = await host.page.context().newPage();
      const loaded: string[] = [];
      page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
      await page.goto(`${server.url}${path}`, { waitUntil: "networkidle" });
      const programs = loaded.filter((name) => name.endsWith(".wasm") || name.endsWith(".js") || name.endsWith(".css"));
      expect(programs.length, path).toBeGreaterThanOrEqual(3);
      expect(programs.filter((name) => !name.startsWith(`/${program}-`)), path).toEqual([]);
      await page.close();
    }
  }
});

for (const { locale, heading } of [
  { locale: "en-GB", heading: "Join a game" },
  { locale: "zh-CN", heading: "加入游戏" },
  { locale: "zh-TW", heading: "加入遊戲" },
]) {
  test(`the first page takes a pin before its program is there, and without one, in ${locale}`, async ({ server, browser, room }) => {
    const host = await room.host();
    await host.arrive();
    const pin = await host.start(QUIZ);
    const page = await browser.newPage({ locale });
    let arrive = () => {};
    const waits = new Promise<void>((resolve) => (arrive = resolve));
    await page.route("**/*.wasm", async (route) => {
      await waits;
      await route.continue();
    });
    await page.goto(server.url, { waitUntil: "commit" });
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    const field = page.getByTestId("pin-input");
    await expect(field).toBeFocused();
    await page.keyboard.type(pin.slice(0, 3));
    const before = await page.locator("#app").screenshot({ caret: "hide" });
    await field.evaluate((field) => Object.assign(window, { field }));
    arrive();
    await expect(page).toHaveTitle(`${heading} · Quizrain`);
    // The same field, with what was typed and the cursor in it, and the same picture.
    expect(await field.evaluate((field) => field === (window as unknown as { field: Element }).field)).toBe(true);
    expect((await page.locator("#app").screenshot({ caret: "hide" })).equals(before)).toBe(true);
    await page.keyboard.type("x");
    await page.keyboard.press("Enter");
    await expect(field).toHaveAttribute("aria-invalid", "true");
    await expect(page.getByRole("alert")).not.toBeEmpty();
    await page.keyboard.press("Backspace");
    await page.keyboard.type(pin.slice(3));
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${server.url}/play/${pin}`);
    await expect(page.getByTestId("nickname-input")).toBeVisible();
    await page.close();

    const plain = await browser.newPage({ locale, javaScriptEnabled: false });
    await plain.goto(server.url);
    await expect(plain.getByRole("heading", { level: 1 })).toHaveText("Join a game");
    await plain.getByTestId("pin-input").fill(pin);
    await plain.getByTestId("join").click();
    await expect(plain).toHaveURL(`${server.url}/play/${pin}`);
    await plain.goto(`${server.url}/play?pin=12`);
    await expect(plain).toHaveURL(`${server.url}/`);
    await plain.close();
  });
}

test("the first page's language can be changed before its program is there, which then has the same", async ({ server, browser }) => {
  const page = await browser.newPage({ locale: "en-GB" });
  const [root, heading] = [page.locator("html"), page.getByRole("heading", { level: 1 })];
  let arrive = () => {};
  const waits = new Promise<void>((resolve) => (arrive = resolve));
  await page.route("**/*.wasm", async (route) => {
    await waits;
    await route.continue();
  });
  await page.goto(server.url, { waitUntil: "commit" });
  await expect(page.getByTestId("language")).toHaveValue("en");
  await choose(page, "العربية");
  await expect(root).toHaveAttribute("dir", "rtl");
  await choose(page, "Français");
  await expect(root).toHaveAttribute("dir", "ltr");
  await expect(heading).toHaveText("Rejoindre une partie");
  await page.reload({ waitUntil: "commit" });
  await expect(heading).toHaveText("Rejoindre une partie");
  await expect(page.getByTestId("language")).toHaveAccessibleName("Langue");
  arrive();
  await expect(page).not.toHaveTitle("Quizrain");
  await expect(root).toHaveAttribute("lang", "fr");
  await choose(page, "English");
  await expect(page).toHaveTitle("Join a game · Quizrain");
  await expect(heading).toHaveText("Join a game");
  // What the program says is loaded now.
  await choose(page, "Deutsch");
  await expect(page).toHaveTitle("Mitspielen · Quizrain");
  await page.close();
});

test("a language that takes long is loaded once, and one that does not arrive leaves the page as it is", async ({ server, browser }) => {
  const page = await browser.newPage({ locale: "en-GB" });
  const [root, heading, list] = [page.locator("html"), page.getByRole("heading"), page.getByTestId("language")];
  // The program alone asks for German: nothing is loaded before it.
  await page.addInitScript(() => Object.defineProperty(navigator, "languages", { get: () => ["de-DE"] }));
  const asked = { de: 0, fr: 0 };
  let arrive = () => {};
  const waits = new Promise<void>((resolve) => (arrive = resolve));
  await page.route("**/player-de-*.wasm", async (route) => {
    asked.de += 1;
    await waits;
    await route.continue();
  });
  let broken = true;
  await page.route("**/player-fr-*.wasm", async (route) => {
    asked.fr += 1;
    await (broken ? route.abort() : route.continue());
  });
  await page.goto(`${server.url}/no/such/page`);
  await expect(heading).toHaveText("There is no such page");
  await expect(root).toHaveAttribute("lang", "en");
  arrive();
  await expect(heading).toHaveText("Diese Seite gibt es nicht");
  await expect(list).toHaveValue("de");
  expect(asked.de).toBe(1);

  await list.selectOption("fr");
  await expect.poll(() => asked.fr).toBeGreaterThan(1);
  await expect(heading).toHaveText("Diese Seite gibt es nicht");
  await expect(root).toHaveAttribute("lang", "de");
  // Another one is there at once; and so is this one, as soon as the network lets it.
  await choose(page, "English");
  await expect(heading).toHaveText("There is no such page");
  broken = false;
  await choose(page, "Français");
  await expect(heading).toHaveText("Cette page n’existe pas");
  await page.close();
});

test("every page has its own title, in its own language", async ({ server, room }) => {
  const host = await room.host();
  await host.arrive();
  await expect(host.page).toHaveTitle("Host a game · Quizrain");
  const pin = await host.start(QUIZ);
  await expect(host.page).toHaveTitle(`Controls · ${QUIZ} · Quizrain`);
  const screen = await room.screen(pin);
  await expect(screen.page).toHaveTitle(`${QUIZ} · Quizrain`);
  const anna = await room.player("Anna");
  await anna.page.goto(server.url);
  await expect(anna.page).toHaveTitle("Join a game · Quizrain");
  await anna.joinByCode(pin);
  await expect(anna.page).toHaveTitle(`${QUIZ} · Quizrain`);
  await anna.page.goto(`${server.url}/balance`);
  await expect(anna.page).toHaveTitle("Balance · Quizrain");
  await choose(anna.page, "简体中文");
  await expect(anna.page).toHaveTitle("余额 · Quizrain");
  const booth = await room.booth();
  await expect(booth.page).toHaveTitle("The next game starts soon · Quizrain");
});

test("desk and big screen can change their language", async ({ room }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start(QUIZ);
  const screen = await room.screen(pin);
  await choose(host.page, "繁體中文");
  await expect(host.move("Ask")).toHaveText("開始第一題");
  await expect(screen.players).toBeVisible();
  await expect(screen.page.getByTestId("language")).toBeHidden();
  await screen.page.mouse.move(400, 400);
  await screen.page.mouse.move(410, 410);
  await choose(screen.page, "繁體中文");
  await expect(screen.page.locator("html")).toHaveAttribute("lang", "zh-Hant");
});

test("dates are those of the reader's country", async ({ server, browser }) => {
  const at = Date.UTC(2026, 1, 17, 9, 30, 5);
  const packet = { game: "0011223344556600", rain: "0011223344556600", packet: 1, amount: "5", currency: "points", title: "T" };
  const packets = [
    { ...packet, state: "credited", caught_at_ms: at, credited_at_ms: at, changed_at_ms: at },
  ];
  for (const [locale, told] of [
    ["en-GB", "17 Feb 2026, 09:30"],
    ["en-US", "Feb 17, 2026, 9:30 AM"],
    ["zh-TW", "2026年2月17日 上午9:30"],
    ["ar-EG", "17\u200f/02\u200f/2026، 9:30 ص"],
  ]) {
    const page = await browser.newPage({ locale, timezoneId: "UTC" });
    const json = { balances: [], packets, complete: true };
    await page.route("**/api/balance", (route) => route.fulfill({ json }));
    await page.goto(`${server.url}/balance`);
    await expect(page.locator("time")).toHaveText(told);
    await expect(page.getByTestId("incomplete")).toBeHidden();
    // Asked again, it says that there may be more, and that there are all.
    json.complete = false;
    await page.reload();
    await expect(page.getByTestId("incomplete")).toBeVisible();
    json.complete = true;
    await expect(page.getByTestId("incomplete")).toBeHidden();
    await page.close();
  }
});

test("the rain dialog names the field, reads wide digits, and says who goes without", async ({ room }) => {
  const host = await room.host();
  const { page } = host;
  await host.arrive();
  const pin = await host.start(QUIZ);
  await room.crowd(pin, ["Ann", "Ben", "Chen", "Dora", "Emil", "Fritz", "Gül"]);
  await expect(host.players).toHaveText("7");
  await page.getByTestId("open-rain").click();
  await expect(page.getByTestId("rain-pot")).toHaveValue("24.00");
  const problem = page.locator("dialog[open]").getByRole("alert");
  for (const [field, text, says] of [
    ["rain-pot", "1,234", "Pot: "],
    ["rain-min", "x", "Smallest packet: "],
    ["rain-packets", "many", "Packets: "],
    ["rain-seconds", "4", "Seconds: "],
    ["rain-max", "0.01", "Largest packet: "],
  ]) {
    const input = page.getByTestId(field);
    const before = await input.inputValue();
    await input.fill(text);
    await expect(problem).toHaveText(new RegExp(`^${says}`));
    await expect(input).toHaveAttribute("aria-invalid", "true");
    await expect(page.locator('dialog[open] [aria-invalid="true"]')).toHaveCount(1);
    await input.fill(before);
    await expect(problem).toBeEmpty();
  }
  // What is wrong has the focus when it is opened again, and else the button.
  const least = page.getByTestId("rain-min");
  const before = await least.inputValue();
  for (const [text, focused] of [["x", least], [before, page.getByTestId("rain-start")]] as const) {
    await least.fill(text);
    await page.keyboard.press("Escape");
    await expect(least).toBeHidden();
    await page.getByTestId("open-rain").click();
    await expect(focused).toBeFocused();
  }
  await page.getByTestId("rain-pot").fill("２４。００");
  await expect(page.getByTestId("rain-start")).toBeEnabled();
  // The author thought of six players.
  const share = page.getByTestId("rain-share");
  const forEach = page.getByTestId("rain-for-each");
  await expect(share).toHaveText("6 packets for 7 players: 1 leaves empty-handed.");
  await forEach.click();
  await expect(page.getByTestId("rain-packets")).toHaveValue("7");
  await expect(page.getByTestId("rain-pot")).toHaveValue("２４。００");
  await expect(share).toHaveText("7 packets for 7 players: one for each.");
  const heard = page.getByTestId("rain-share-heard");
  await expect(heard, "it is announced once nobody types").toHaveText("7 packets for 7 players: one for each.");
  await expect(forEach).toBeHidden();
  // Somebody comes; the pot rises where it must, and says so.
  await room.crowd(pin, ["Hana"]);
  await expect(share).toHaveText("7 packets for 8 players: 1 leaves empty-handed.");
  await expect(heard, "whoever comes is not").toHaveText("7 packets for 7 players: one for each.");
  await least.fill("3.50");
  await expect(share).toContainText("One for each raises the pot from 24.00 EUR to 28.00 EUR.");
  await page.getByLabel("Whoever answered the last question right").check();
  await expect(share).toContainText("not all of whom may catch");
  await expect(forEach).toBeHidden();
  await page.getByLabel("Everyone", { exact: true }).check();
  await forEach.click();
  await expect(page.getByTestId("rain-pot")).toHaveValue("28.00");
  await expect(share).toHaveText(
    "8 packets for 8 players: one for each. The pot was raised from 24.00 EUR to 28.00 EUR.",
  );
  await page.getByTestId("rain-start").click();
  await page.getByTestId("money-confirm").click();
  await expect(host.state).toHaveText(/^Packets are falling/);
});

test("the timer does not speak each second", async ({ room }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start(QUIZ);
  const anna = await room.player("Anna");
  await anna.joinByCode(pin);
  await host.make("Ask");
  await expect(anna.choice(0)).toBeEnabled();
  const spoken = await anna.page.evaluate(async () => {
    const seconds = document.querySelector(".timer-seconds")!;
    const live = "output, [role=status], [role=alert], [role=log], [aria-live=polite], [aria-live=assertive]";
    let [ticks, said] = [0, [] as string[]];
    await new Promise<void>((done) => {
      const watch = new MutationObserver((changes) => {
        for (const { target } of changes) {
          const place = target instanceof Element ? target : target.parentElement!;
          const region = place.closest(live);
          if (region) said.push(region.textContent ?? "");
        }
        if (changes.some(({ target }) => seconds.contains(target)) && ++ticks === 2) done();
      });
      watch.observe(document.body, { subtree: true, childList: true, characterData: true });
    });
    return said;
  });
  expect(spoken).toEqual([]);
});

test("the border of a field stands out from what is around it", async ({ server, room, browser }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start(QUIZ);
  await host.page.getByTestId("open-rain").click();
  await expect(host.page.getByTestId("rain-pot")).toBeVisible();
  const home = await browser.newPage();
  await home.goto(server.url);
  const join = await browser.newPage();
  await join.goto(`${server.url}/play/${pin}`);
  const key = await browser.newPage();
  await key.goto(`${server.url}/host`);
  for (const page of [host.page, home, join, key]) {
    await expect(page.locator(".field").first()).toBeVisible();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    for await (const scheme of inDarkAndLight(page)) {
      expect(await weakestField(page), `${page.url()}, ${scheme}`).toBeGreaterThanOrEqual(3);
    }
  }
});
