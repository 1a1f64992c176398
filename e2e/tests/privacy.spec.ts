// What players are told of what is kept: this server's numbers, whom to ask, in their language; a step from where they begin.
import path from "node:path";
import { shoot } from "../support/shots";
import { SIGNS_IN } from "../support/signer";
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
    await anna.press(anna.page.getByRole("button", { name: language }));
    await expect(anna.page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(main).toContainText(days);
  }
  await anna.press(anna.page.getByRole("button", { name: "English" }));
  await anna.press(anna.page.getByRole("link", { name: "Balance" }));
  await anna.press(anna.page.getByTestId("to-privacy"));
  await expect(anna.page.getByRole("heading", { level: 1 })).toHaveText("What is kept about you");
});
