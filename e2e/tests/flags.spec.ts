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
