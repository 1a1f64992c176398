// The ledger is busy from before the first catch until after the rain's end, as on a slow disk. No
// packet may be lost over it.
import path from "node:path";
import { hold, pots, settlements } from "../support/ledger";
import { expect, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/three-kinds.toml")] });

test("a packet is credited even if the ledger was busy until after the rain", async ({
  server,
  room,
}) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start("Three kinds of questions");
  const anna = await room.player("Anna");
  await anna.joinByCode(pin);
  await host.rain({ pot: "10.00", currency: "EUR", packets: 5, seconds: 15, max: "9.00" });
  const release = await hold(server);
  const amount = await anna.catchPacket();
  await expect(anna.claim).toHaveAttribute("data-state", "caught");
  // Nothing falls any more.
  await expect.poll(() => anna.drop(), { timeout: 25_000 }).toBeUndefined();
  await release();

  await anna.expectCredited(amount);
  await expect(anna.page.getByTestId("rain-done")).toBeVisible();
  await expect(anna.page.getByText("1 / 5 packets caught")).toBeVisible();
  await anna.expectCredited(amount);
  expect(settlements(server)).toMatchObject([
    { account: await anna.account(), amount: await anna.caughtMinor() },
  ]);
  expect(pots(server)).toMatchObject([{ funded: 1000, paid: await anna.caughtMinor() }]);
});
