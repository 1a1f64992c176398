// Who caught something before they signed in: it is asked for, moves once, and is seen wherever the person is signed in.
import path from "node:path";
import { SIGNS_IN, token } from "../support/signer";
import { expect, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/three-kinds.toml")], args: SIGNS_IN });

test("what a phone caught as nobody is the person's once they say so, and seen on their laptop", async ({ room, server }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start("Three kinds of questions");
  const phone = await room.player("Anna");
  await phone.join(pin);
  await host.rain({ pot: "30", currency: "points", packets: 3, seconds: 10, min: "1", max: "20" });
  const amount = await phone.catchPacket();
  await phone.expectCredited(amount);
  await host.end();

  const link = `${server.url}/balance#sign-in=${token("e-4711")}`;
  const total = phone.page.getByTestId("balance-total");
  phone.watch.expectRefusals(/\/api\/identity/);

  // Whoever says no keeps it as nobody's.
  let asked = "";
  phone.page.once("dialog", (dialog) => {
    asked = dialog.message();
    void dialog.dismiss();
  });
  await phone.page.goto(link);
  await expect(total).toHaveText(amount);
  await expect(phone.page.getByTestId("sign-out")).toHaveCount(0);
  expect(asked).toContain(`move ${amount} ${amount === "1" ? "point" : "points"} to Anna?`);
  expect(asked).toContain("This cannot be undone.");

  await phone.page.goto("about:blank");
  phone.page.once("dialog", (dialog) => void dialog.accept());
  await phone.page.goto(link);
  await expect(phone.page.getByTestId("sign-out")).toBeVisible();
  await expect(total).toHaveText(amount);

  const laptop = await room.player("Anna on a laptop");
  await laptop.page.goto(link);
  await expect(laptop.page.getByTestId("balance-total")).toHaveText(amount);
  await expect(laptop.page.getByTestId("credit")).toHaveCount(1);

  // Whoever plays on that phone next has nothing of it.
  await phone.press(phone.page.getByTestId("sign-out"));
  await expect(phone.page.getByTestId("sign-out")).toHaveCount(0);
  await expect(total).toHaveCount(0);
  await laptop.page.reload();
  await expect(laptop.page.getByTestId("balance-total")).toHaveText(amount);
});
