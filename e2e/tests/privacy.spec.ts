// What players are told of what is kept: this server's numbers, whom to ask, in their language; a step from where they begin.
import { readFileSync } from "node:fs";
import path from "node:path";
import { choose, shoot } from "../support/shots";
import { SIGNS_IN, token } from "../support/signer";
import { expect, test } from "../support/test";

test.use({
  files: [path.join(__dirname, "../fixtures/three-kinds.toml")],
  args: [
    ...SIGNS_IN,
    ...["--results-retention-days", "77", "--redis-retention-hours", "7", "--sign-in-days", "11"],
    ...["--privacy-contact", "Anna Example <b>not bold</b>\nprivacy@example.org"],
  ],
});

test("the first page and the balance lead to what is kept, with this server's numbers and whom to ask", async ({ room, server }) => {
  const anna = await room.player("Anna");
  await anna.page.goto(server.url);
  await anna.press(anna.page.getByRole("link", { name: "Privacy" }));
  await expect(anna.page).toHaveURL(`${server.url}/privacy`);
  await expect(anna.page).toHaveTitle("What is kept about you · Quizrain");
  const main = anna.page.getByRole("main");
  for (const said of ["77 days", "7 hours", "11 days"]) await expect(main).toContainText(said);
  await expect(main).not.toContainText("paid out");
  const contact = anna.page.getByTestId("privacy-contact");
  await expect(contact).toHaveText("Anna Example <b>not bold</b>\nprivacy@example.org");
  await expect(contact.locator("b")).toHaveCount(0);
  await expect(anna.page.getByTestId("privacy-section")).toHaveCount(4);
  expect(await anna.page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await shoot(anna.page, "privacy-phone");
  for (const [language, title, days] of [
    ["简体中文", "这里保存了你的哪些信息", "77 天"],
    ["繁體中文", "這裡儲存了你的哪些資訊", "77 天"],
  ] as const) {
    await choose(anna.page, language);
    await expect(anna.page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(main).toContainText(days);
  }
  await choose(anna.page, "English");
  await anna.press(anna.page.getByRole("link", { name: "Balance" }));
  await anna.press(anna.page.getByTestId("to-privacy"));
  await expect(anna.page.getByRole("heading", { level: 1 })).toHaveText("What is kept about you");
});

test("a person takes what is kept of them, and is erased once they have said yes", async ({ room, server }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start("Three kinds of questions");
  const anna = await room.player("Anna");
  await anna.page.goto(`${server.url}/play/${pin}#sign-in=${token("e-4711")}`);
  await expect(anna.page.getByTestId("nickname-input")).toHaveValue("Anna");
  await anna.giveName();
  await host.make("Ask");
  await anna.pick(0);
  await host.expectRevealed();

  // Not while they play.
  const other = await anna.page.context().newPage();
  await other.goto(`${server.url}/balance`);
  other.once("dialog", (dialog) => void dialog.accept());
  await other.getByTestId("erase").click();
  await expect(other.getByTestId("erase-said")).toContainText("Not now");
  await other.close();
  await host.end();
  const game = new URL(host.page.url()).pathname.split("/").at(-1) ?? "";
  const headers = { authorization: `Bearer ${server.hostKey}` };
  const results = () => host.page.request.get(`${server.url}/api/games/${game}/results/players`, { headers });
  await expect.poll(async () => (await results()).status()).toBe(200);

  await anna.page.goto(`${server.url}/balance`);
  const download = anna.page.waitForEvent("download");
  await anna.press(anna.page.getByTestId("take-data"));
  const data = JSON.parse(readFileSync(await (await download).path(), "utf8"));
  expect(data.identity.subject).toBe("e-4711");
  expect(data.games.map((it: { nickname: string }) => it.nickname)).toEqual(["Anna"]);

  // Whoever says no is still there.
  let asked = "";
  anna.page.once("dialog", (dialog) => {
    asked = dialog.message();
    void dialog.dismiss();
  });
  await anna.press(anna.page.getByTestId("erase"));
  for (const said of ["cannot be undone", "Gone for good", "Stays"]) expect(asked).toContain(said);
  await shoot(anna.page, "balance-erase-phone");
  anna.page.once("dialog", (dialog) => void dialog.accept());
  await anna.press(anna.page.getByTestId("erase"));
  await expect(anna.page.getByTestId("erase-said")).toContainText("Erased");
  await expect(anna.page.getByTestId("erase")).toHaveCount(0);
  const said = await (await results()).text();
  expect(said).toContain('"erased"');
  expect(said).not.toContain("Anna");
  const left = await anna.page.evaluate(() => JSON.stringify(localStorage));
  expect(left).not.toContain("Anna");
});
