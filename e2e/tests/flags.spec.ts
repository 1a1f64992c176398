// Players to look at: the desk lists them with their reasons, in a panel that is there when there are any.
import path from "node:path";
import { expect, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/three-kinds.toml")] });

const GAS = "Which gas do plants take from the air to build sugar?";

const FLAGS = {
  players: 31,
  questions: 8,
  found: 2,
  flagged: [
    {
      seat: 4,
      nickname: "Window <b>one</b>",
      account: "00112233445566778899aabbccddeeff",
      reasons: [
        { reason: "same_answers", questions: 6, of: 8, seat: 17, alike: 10 },
        { reason: "same_address", seats: 12 },
      ],
    },
    {
      seat: 17,
      nickname: "Bo",
      account: "ffeeddccbbaa99887766554433221100",
      reasons: [
        { reason: "fast_answers", questions: 5, of: 7 },
        { reason: "few_answers", answered: 1, of: 9 },
        { reason: "late_seat" },
      ],
    },
  ],
};

for (const { locale, title, same, late } of [
  {
    locale: "en-GB",
    title: "To look at · 2",
    same: "Answered 6 of 8 questions within 30 ms of seat 17, with the same choice. 10 seats do this together.",
    late: "Took the seat when the rain had opened.",
  },
  {
    locale: "zh-CN",
    title: "请留意 · 2",
    same: "8 题中有 6 题与 17 号座位选择相同，且相差不超过 30 毫秒。共有 10 个座位如此。",
    late: "红包雨开始后才入座。",
  },
  {
    locale: "zh-TW",
    title: "請留意 · 2",
    same: "8 題中有 6 題與 17 號座位選擇相同，且相差不超過 30 毫秒。共有 10 個座位如此。",
    late: "紅包雨開始後才入座。",
  },
]) {
  test(`a host sees whom to look at, and why, in ${locale}`, async ({ room }) => {
    const host = await room.host({ locale });
    let flags = { ...FLAGS, found: 0, flagged: FLAGS.flagged.slice(0, 0) };
    await host.page.route("**/api/games/*/flags", (route) => route.fulfill({ json: flags }));
    await host.arrive();
    const kim = await room.player("Kim");
    await kim.joinByCode(await host.start("Three kinds of questions"));
    const panel = host.page.getByTestId("flags");
    await expect(panel).toHaveCount(0);
    flags = FLAGS;
    await host.make("Ask");
    await kim.pick(0);
    await expect(panel.locator("> summary")).toHaveText(title);
    await panel.locator("> summary").click();
    const first = panel.getByTestId("flag-4");
    await expect(first).toContainText("Window <b>one</b>");
    await expect(first.getByRole("listitem")).toHaveCount(2);
    await expect(first).toContainText(same);
    await expect(panel.getByTestId("flag-17")).toContainText(late);
  });
}

test("an honest player is on no list", async ({ room }) => {
  const host = await room.host();
  await host.arrive();
  const kim = await room.player("Kim");
  await kim.joinByCode(await host.start("Three kinds of questions"));
  const asked = host.page.waitForResponse(/\/api\/games\/[0-9a-f]+\/flags$/);
  await host.ask(GAS);
  await kim.pick(0);
  await host.expectRevealed();
  expect(await (await asked).json()).toEqual({ players: 1, questions: 1, found: 0, flagged: [] });
  await expect(host.page.getByTestId("flags")).toHaveCount(0);
});

test("a host holds a payout, sees it in the statement, and has it paid or not", async ({ room }) => {
  const part = (packets: number, amount: number) => ({ packets, amount: String(amount) });
  const none = part(0, 0);
  const rain = {
    rain: "00112233445566aa",
    number: 1,
    currency: "CNY",
    state: "settled",
    packets: 2,
    funded: part(2, 200),
    caught: part(2, 200),
    credited: part(2, 200),
    pending: none,
    left: none,
    returned: none,
    payouts: {
      pending: none,
      sent: none,
      confirmed: part(1, 100),
      refused: none,
      unknown: none,
      needs_human: none,
      held: part(1, 100),
    },
    held: [
      {
        account: FLAGS.flagged[0].account,
        packet: 1,
        amount: "100",
        reasons: FLAGS.flagged[0].reasons,
        since_ms: 1_767_225_600_000,
      },
    ],
    dead_letters: [],
    links: 3,
    head: "3b7f".repeat(16),
    opened_at_ms: 1_767_225_600_000,
    closed_at_ms: 1_767_225_610_000,
    settled_at_ms: 1_767_225_620_000,
  };
  const host = await room.host();
  host.watch.expectRefusals(/\/hold$/);
  const asked: string[] = [];
  await host.page.route("**/api/games/*/flags", (route) => route.fulfill({ json: FLAGS }));
  await host.page.route("**/api/games/*/statement", (route) =>
    route.fulfill({ json: { rains: [rain] } }),
  );
  await host.page.route("**/api/games/*/payouts/**", (route) => {
    const [account, act] = route.request().url().split("/").slice(-2);
    asked.push(`${account} ${act}`);
    return act === "hold"
      ? route.fulfill({ status: 409, json: { error: "too late: the payout is confirmed" } })
      : route.fulfill({ json: { payouts: 1 } });
  });
  await host.arrive();
  const kim = await room.player("Kim");
  await kim.joinByCode(await host.start("Three kinds of questions"));
  await host.ask(GAS);
  await kim.pick(0);
  await host.expectRevealed();
  await expect(host.page.getByTestId("verdict")).toHaveText("1 payout waits for you to decide");
  const held = host.page.getByTestId("held");
  await expect(held).toContainText("One of 12 seats that came from one connection within a minute.");
  const panel = host.page.getByTestId("flags");
  await panel.locator("> summary").click();
  await panel.getByTestId("flag-17").getByTestId("hold").click();
  await expect(panel.getByTestId("flag-17").getByTestId("held-said")).toContainText("too late");
  await held.getByTestId("release").click();
  await held.getByTestId("refuse").click();
  const [first, second] = FLAGS.flagged.map((it) => it.account);
  await expect.poll(() => asked).toEqual([`${second} hold`, `${first} release`, `${first} refuse`]);
});
