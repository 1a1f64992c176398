// Guests with invites: a host makes a list, prints cards and badges, and a guest comes by the code on a card.
import path from "node:path";
import { shoot } from "../support/shots";
import { expect, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/three-kinds.toml")] });

test("a guest comes by the card's code and is one player until the host frees the invite", async ({ room, server, browser }) => {
  const studio = await browser.newPage({ baseURL: server.url, locale: "en-GB", viewport: { width: 1920, height: 1080 } });
  await studio.goto(server.hostUrl.replace("/host", "/studio"));
  await studio.getByTestId("to-guests").click();
  await expect(studio).toHaveURL(/\/studio\/guests$/);
  const make = studio.getByTestId("make-list");
  await expect(make).toBeDisabled();
  await studio.getByTestId("list-title").fill("Spring gala");
  // No column is left out without a word.
  await studio.getByTestId("list-csv").fill("name,department\nAnna Lovelace,HR");
  await make.click();
  await expect(studio.locator("p.problem")).toContainText("this table has the columns name, department");
  await studio.getByTestId("list-csv").fill("name,label\nAnna Lovelace,e-4711\n李雷,e-4712\nBenjamin Disraeli-Featherstonehaugh,e-4713\nChloé,e-4714");
  await make.click();
  const list = studio.getByTestId("list");
  await expect(list).toContainText("0 of 4 have come");
  await expect(studio.locator("p.problem")).toBeEmpty();
  await shoot(studio, "guests-lists");

  await list.getByTestId("badges").click();
  const cards = studio.getByTestId("card");
  await expect(cards).toHaveCount(4);
  await shoot(studio, "guests-badges");
  await studio.getByTestId("back").click();
  await list.getByTestId("cards").click();
  await expect(cards).toHaveCount(4);
  await studio.emulateMedia({ media: "print" });
  await expect(studio.getByTestId("print")).toBeHidden();
  await studio.screenshot({ path: "screenshots/guests-print.png", fullPage: true });
  const sheet = await studio.pdf({ format: "A4", printBackground: true });
  expect(sheet.subarray(0, 5).toString()).toBe("%PDF-");
  await studio.emulateMedia({ media: "screen" });
  const link = async (at: number) => {
    const url = new URL((await cards.nth(at).getAttribute("data-link")) ?? "");
    return `${server.url}${url.pathname}${url.hash}`;
  };
  const [anna, ben] = [await link(0), await link(2)];
  const code = (await cards.nth(3).locator(".guest-card-code").textContent()) ?? "";

  const host = await room.host();
  await host.arrive();
  const pin = await host.startWith("Three kinds of questions", async (page) => {
    await page.getByTestId("identity-invited").check();
    await expect(page.getByTestId("new-game-start")).toBeDisabled();
    await page.getByTestId("guest-list").selectOption({ label: "Spring gala (4)" });
    await shoot(page, "guests-choice");
  });
  await expect(host.page.getByTestId("identity")).toHaveText("Guests who are invited");

  // The link leads into the one game that is on, with the name of the list.
  const phone = await room.player("Anna Lovelace");
  await phone.page.goto(anna);
  await expect(phone.page).toHaveURL(`${server.url}/play/${pin}`);
  await expect(phone.page.getByTestId("nickname-input")).toHaveValue("Anna Lovelace");
  await phone.giveName();
  await expect(host.players).toHaveText(/1/);

  // A second phone has no seat by it, and one that comes without is asked for a code.
  const second = await room.player("Second", { locale: "zh-TW" });
  second.watch.expectRefusals(/\/api\/identity/);
  await second.page.goto(anna);
  await expect(second.page.getByTestId("not-signed-in")).toHaveText(/已在另一台裝置上使用/);
  await second.page.goto(`${server.url}/play/${pin}`);
  const typed = second.page.getByTestId("invite-input");
  await typed.fill("00000-00000");
  await second.press(second.page.getByTestId("show-invite"));
  await expect(second.page.getByTestId("not-signed-in")).toHaveText(/沒有這個邀請碼/);
  await shoot(second.page, "guests-code-phone");
  await typed.fill(code.toLowerCase().replace("-", " "));
  await second.press(second.page.getByTestId("show-invite"));
  await second.giveName();
  await expect(host.players).toHaveText(/2/);

  // Freed, the old phone is out, and the next one has the seat.
  await studio.getByTestId("back").click();
  await list.getByTestId("open-list").click();
  await studio.getByTestId("find-guest").fill("lovelace");
  const guest = studio.getByTestId("guest");
  await expect(guest).toHaveCount(1);
  await guest.getByTestId("free").click();
  await shoot(studio, "guests-free");
  await guest.getByTestId("free-sure").click();
  await expect(guest).toContainText("not used");
  await expect(phone.page.getByTestId("nickname-input")).toBeVisible();
  const third = await room.player("Third");
  await third.page.goto(anna);
  await expect(third.score).toBeVisible();
  await phone.press(phone.page.getByTestId("join"));
  await expect(phone.page.getByTestId("invite-input")).toBeVisible();

  // A phone that was somebody's asks before it is another guest's.
  await third.page.goto("about:blank");
  third.page.once("dialog", (dialog) => void dialog.accept());
  third.watch.expectRefusals(/\/api\/identity/);
  await third.page.goto(ben);
  await third.giveName();
  await expect(host.players).toHaveText(/3/);

  // Whoever signs out on a device has nothing there, and the card is good for the next one.
  await second.page.goto(`${server.url}/balance`);
  await second.press(second.page.getByTestId("sign-out"));
  await expect(second.page.getByTestId("sign-out")).toHaveCount(0);
  await phone.page.goto("about:blank");
  await phone.page.goto(`${server.url}/play/${pin}#invite=${code}`);
  await expect(phone.score).toBeVisible();
  await expect(host.players).toHaveText(/3/);

  // Who has not come is taken off the list.
  await studio.getByTestId("find-guest").fill("李雷");
  await expect(guest).toContainText("李雷");
  await guest.getByTestId("remove").click();
  await expect(guest.getByRole("alert")).toContainText("The card is worth nothing then");
  await guest.getByTestId("remove-sure").click();
  await expect(guest).toHaveCount(0);

  // A list goes once no game is for it, with a word about who has come.
  await studio.getByTestId("back").click();
  await list.getByTestId("delete-list").click();
  await expect(list.getByRole("alert")).toContainText("3 of its guests have come");
  await shoot(studio, "guests-delete");
  await host.end();
  await list.getByTestId("delete-list-sure").click();
  await expect(list).toHaveCount(0);
  await studio.close();
});

