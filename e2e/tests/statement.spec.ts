// What hosts and players see of the ledger: while it is busy, when everything is settled, and when
// something needs the host.
import { readFileSync } from "node:fs";
import path from "node:path";
import type { Locator, Page } from "@playwright/test";
import { reach } from "../support/hands";
import { hold } from "../support/ledger";
import { inMinorUnits } from "../support/money";
import { shoot } from "../support/shots";
import { expect, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/three-kinds.toml")] });

/** The laptop on a stage. */
const STAGE = { width: 1440, height: 900 };

/** The lines of a table of figures: what, packets, cents. */
async function figures(table: Locator): Promise<[string, number, number][]> {
  const lines = await table.locator("tbody tr, tfoot tr").all();
  return Promise.all(
    lines.map(async (line) => {
      const [what, packets, amount] = await line.locator("th, td").allTextContents();
      return [what, Number(packets), inMinorUnits(amount)];
    }),
  );
}

function account(page: Page, rain = 0): Locator {
  return page.getByTestId("account").nth(rain);
}

test("a statement adds up, and a packet is followed until it is credited", async ({
  server,
  room,
}) => {
  const host = await room.host({ viewport: STAGE });
  await host.arrive();
  const pin = await host.start("Three kinds of questions");
  const anna = await room.player("Anna");
  await anna.joinByCode(pin);
  await expect(host.page.getByTestId("statement")).toHaveCount(0);
  await host.rain({ pot: "10.00", currency: "EUR", packets: 5, seconds: 15, max: "9.00" });
  const verdict = account(host.page).getByTestId("verdict");
  await expect(verdict).toHaveText("Packets are falling. What is caught is credited within seconds.");

  const release = await hold(server);
  const amount = await anna.catchPacket();
  const balance = await anna.page.context().newPage();
  await balance.goto(`${server.url}/balance`);
  const packet = balance.getByTestId("credit");
  await expect(packet).toHaveAttribute("data-state", "crediting");
  await expect(packet).toContainText("Yours; being credited");
  await expect(balance.locator(".balance-sum")).toHaveText("Yours; being credited");
  await shoot(balance, "ledger/phone-crediting");
  await expect(anna.page.getByText("Crediting takes longer than usual")).toBeVisible();
  await shoot(anna.page, "ledger/phone-late", { quick: true });
  await expect(verdict).toHaveText("Crediting: 0 of 1 packet done", { timeout: 35_000 });
  await shoot(host.page, "ledger/host-crediting", { quick: true });
  await release();

  await anna.expectCredited(amount);
  await expect(packet).toHaveAttribute("data-state", "credited");
  await expect(balance.getByTestId("balance-total")).toHaveText(amount);
  const caught = inMinorUnits(amount);
  const returned = ((1000 - caught) / 100).toFixed(2);
  const settled = `Everything is settled: ${amount} of 10.00 EUR credited to 1 player, ${returned} returned`;
  await expect(verdict).toHaveText(settled);
  // Whoever was there when the rain was shown can tell whether it was fair.
  const check = packet.getByTestId("check");
  const checked = packet.getByTestId("checked");
  await check.click();
  await expect(checked).toHaveAttribute("data-said", "kept");
  await shoot(balance, "ledger/phone-checked", { quick: true });
  const list = "**/api/rains/*/sealed";
  await balance.route(list, async (route) => {
    const response = await route.fetch();
    const lines = (await response.text()).split("\n");
    // Another list, although every packet on it is as before.
    lines[1] = lines[1].replace(/^./, (digit) => (digit === "0" ? "1" : "0"));
    await route.fulfill({ response, body: lines.join("\n") });
  });
  await check.click();
  await expect(checked).toHaveAttribute("data-said", "broken");
  await balance.unroute(list);
  // The statement has taken nothing from the buttons, and is one line as long as all is well.
  await expect(host.move("Ask")).toBeFocused();
  const line = host.page.getByTestId("statement-line");
  await expect(line).toHaveText(`1 rain: ${amount} EUR caught`);
  await expect(host.page.getByTestId("statement-why")).toBeEmpty();
  await expect(verdict).toBeHidden();
  await reach(line);
  await host.page.keyboard.press("Enter");
  await expect(verdict).toBeVisible();
  const lines = await figures(account(host.page).getByTestId("figures"));
  expect(lines).toEqual([
    ["Funded", 5, 1000],
    ["Credited", 1, caught],
    ["Being credited", 0, 0],
    ["Not caught", 0, 0],
    ["Returned", 4, 1000 - caught],
    ["Total", 5, 1000],
    ["Caught in all", 1, caught],
  ]);
  const head = account(host.page).getByTestId("head");
  await expect(head).toHaveText(/^[0-9a-f]{64}$/);
  await head.click();
  const selected = await host.page.evaluate(() => getSelection()?.toString());
  expect(selected).toBe(await head.textContent());
  await shoot(host.page, "ledger/host-settled");

  const [file] = await Promise.all([
    balance.waitForEvent("download"),
    balance.getByTestId("download").tap(),
  ]);
  expect(file.suggestedFilename()).toBe("quizrain-balance.csv");
  const [, row, end] = readFileSync(await file.path(), "utf8").split("\r\n");
  expect(row).toContain(`,Three kinds of questions,${amount},EUR,credited,2`);
  expect(end).toBe("");

  // It stays after the game, also where the desk is opened anew.
  await host.make("Ask");
  await host.make("Close");
  await host.expectRevealed();
  await expect(verdict).toHaveText(settled);
  await host.end();
  await expect(host.state).toHaveText("That’s it!");
  await expect(verdict).toHaveText(settled);
  await host.page.reload();
  await expect(host.page.getByTestId("account").getByTestId("verdict")).toHaveText(settled);
});

const part = (packets: number, amount: number) => ({ packets, amount: String(amount) });
const none = part(0, 0);
const MOMENT = Date.UTC(2026, 1, 17, 12, 30, 5);

/** A rain in which all sorts of things happened. */
const TROUBLED = {
  rain: "00112233445566aa",
  number: 2,
  currency: "CNY",
  state: "closed",
  packets: 100,
  funded: part(100, 88888),
  caught: part(90, 80000),
  credited: part(88, 78000),
  pending: part(2, 2000),
  left: part(10, 8888),
  returned: none,
  payouts: {
    pending: part(3, 2500),
    sent: part(2, 1000),
    confirmed: part(80, 72000),
    refused: part(1, 500),
    unknown: part(1, 1000),
    needs_human: part(1, 1000),
    held: none,
  },
  held: [],
  dead_letters: [
    ["d1", "dead", "the database does not take it: value too long"],
    ["d2", "dead", "the database does not take it: value too long"],
    ["d3", "refuted", "no such packet in the sealed list"],
  ].map(([account, state, reason], i) => ({
    account: account.repeat(16),
    claim: `${i}:1000:${MOMENT}`,
    state,
    reason,
    deliveries: 5,
    at_ms: MOMENT,
  })),
  links: 41,
  head: "3b7f".repeat(16),
  opened_at_ms: MOMENT,
  closed_at_ms: MOMENT + 15_000,
  settled_at_ms: null,
};
const CALM = {
  ...TROUBLED,
  rain: "00112233445566bb",
  number: 1,
  state: "settled",
  packets: 20,
  funded: part(20, 500),
  caught: part(12, 320),
  credited: part(12, 320),
  pending: none,
  left: none,
  returned: part(8, 180),
  payouts: null,
  dead_letters: [],
  settled_at_ms: MOMENT + 20_000,
};

const STATES = ["crediting", "held", "paying", "paid", "refused", "credited"];
const PACKETS = STATES.map((state, i) => ({
  game: "0011223344556677",
  rain: `00112233445566${i}a`,
  packet: i,
  amount: String(1221 + 800 * i),
  currency: i === 5 ? "points" : "CNY",
  title: i === 3 ? "A very long title of a quiz about everything under the sun" : "春节知多少",
  state,
  caught_at_ms: MOMENT - i * 3_600_000,
  credited_at_ms: null,
  changed_at_ms: MOMENT - i * 3_600_000,
}));

const LANGUAGES = [
  { locale: "en-GB", tag: "en", attention: "2 claims need your attention", again: /^Trying 2 claims and 1/ },
  { locale: "zh-CN", tag: "zh-Hans", attention: "有 2 笔领取需要处理", again: /^正在重试 2 笔领取和 1/ },
  { locale: "zh-TW", tag: "zh-Hant", attention: "有 2 筆領取需要處理", again: /^正在重試 2 筆領取和 1/ },
];

for (const { locale, tag, attention, again } of LANGUAGES) {
  test(`what needs the host, and every state of a packet, in ${tag}`, async ({ server, room }) => {
    const host = await room.host({ locale, viewport: STAGE });
    let redriven = "";
    await host.page.route("**/api/games/*/statement", (route) =>
      route.fulfill({ json: { rains: [CALM, TROUBLED] } }),
    );
    await host.page.route("**/api/games/*/redrive", (route) => {
      redriven = route.request().postData() ?? "";
      return route.fulfill({ json: { dead_letters: 2, payouts: 1 } });
    });
    await host.arrive();
    await host.start("Three kinds of questions");
    await expect(account(host.page).getByTestId("verdict")).toHaveText(attention);
    // It opened by itself, says why in one sentence, and stays closed once it was closed.
    await expect(host.page.getByTestId("statement-why")).toContainText(attention);
    const line = host.page.getByTestId("statement-line");
    await expect(line).toContainText("803.20 CNY");
    await expect(account(host.page).getByTestId("verdict")).toBeVisible();
    await line.click();
    await host.page.waitForResponse("**/api/games/*/statement");
    await expect(account(host.page).getByTestId("verdict")).toBeHidden();
    await line.click();
    await expect(account(host.page).getByTestId("verdict")).toBeVisible();
    await expect(account(host.page, 1).getByTestId("figures")).toBeHidden();
    await shoot(host.page, `ledger/${tag}-host-attention`);
    await account(host.page).getByTestId("redrive").click();
    await expect(account(host.page).getByText(again)).toBeVisible();
    expect(redriven).toBe(`{"rain":"${TROUBLED.rain}"}`);
    await account(host.page).getByTestId("redrive").scrollIntoViewIfNeeded();
    await shoot(host.page, `ledger/${tag}-host-again`);
    await account(host.page, 1).locator("summary").click();
    await expect(account(host.page, 1).getByTestId("figures")).toBeVisible();
    await host.page.setViewportSize({ width: 390, height: 844 });
    await account(host.page).scrollIntoViewIfNeeded();
    await shoot(host.page, `ledger/${tag}-host-phone`);

    const player = await room.player("Anna", { locale });
    const balances = [
      { currency: "CNY", amount: "88888" },
      { currency: "points", amount: "5221" },
    ];
    await player.page.route("**/api/balance", (route) =>
      route.fulfill({ json: { balances, packets: PACKETS, complete: true } }),
    );
    await player.page.goto(`${server.url}/balance`);
    await expect(player.page.getByTestId("credit")).toHaveCount(STATES.length);
    for (const [i, state] of STATES.entries()) {
      await expect(player.page.getByTestId("credit").nth(i)).toHaveAttribute("data-state", state);
    }
    await shoot(player.page, `ledger/${tag}-balance`);
    await player.page.getByTestId("download").scrollIntoViewIfNeeded();
    await shoot(player.page, `ledger/${tag}-balance-end`, { quick: true });
    await player.page.setViewportSize(STAGE);
    await shoot(player.page, `ledger/${tag}-balance-wide`, { quick: true });
  });
}

test("an empty balance says how to fill it, and a server that is away is asked again", async ({
  server,
  room,
}) => {
  const anna = await room.player("Anna");
  anna.watch.expectOutages();
  await anna.page.route("**/api/balance", (route) => route.abort());
  await anna.page.goto(`${server.url}/balance`);
  await expect(anna.page.getByRole("alert")).toHaveText("The server cannot be reached.");
  await anna.page.unroute("**/api/balance");
  await expect(anna.page.getByText("A packet that you catch in a rain appears here.")).toBeVisible();
  await expect(anna.page.getByTestId("download")).toHaveCount(0);
  await shoot(anna.page, "ledger/balance-empty");
});
