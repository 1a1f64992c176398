// What a phone says when servers fail: a packet that is lost, a server that leaves, no server at all.
// The pictures in e2e/screenshots are for people to look at.
import path from "node:path";
import { hold } from "../support/ledger";
import { Relay } from "../support/relay";
import { shoot } from "../support/shots";
import { expect, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/three-kinds.toml")] });

const LANGUAGES = [
  { locale: "en-GB", tag: "en" },
  { locale: "zh-CN", tag: "zh-Hans" },
  { locale: "zh-TW", tag: "zh-Hant" },
];

/** How the page stores a list without anything in it: in postcard, in hex digits. */
const NONE = "00";

test("a packet that is lost is said to be lost", async ({ server, room }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start("Three kinds of questions");
  const phones = [];
  for (const { locale, tag } of LANGUAGES) {
    const player = await room.player(tag, { locale });
    const relay = await Relay.over(player.page, "/ws/player");
    await player.joinByCode(pin);
    phones.push({ player, relay, tag, picture: (name: string) => shoot(player.page, `${tag}/phone-${name}`) });
  }
  const receipts = (phone: (typeof phones)[0]) =>
    phone.player.page.evaluate(() => localStorage.getItem("quizrain.receipts"));

  const chen = await room.player("Chen");
  await chen.joinByCode(pin);
  await host.rain({ pot: "88.88", currency: "CNY", packets: 4, seconds: 60, min: "0.01", max: "80" });
  const release = await hold(server);
  for (const phone of phones) {
    await phone.player.catchPacket();
    expect(await receipts(phone)).not.toBe(NONE);
    phone.relay.voidPacket();
    await expect(phone.player.claim).toHaveAttribute("data-state", "void");
    expect(await receipts(phone)).toBe(NONE);
    await phone.picture("lost");
  }
  await release();
  // The last packet ends the rain.
  await chen.catchPacket();
  for (const { player, picture } of phones) {
    await expect(player.page.getByTestId("rain-done")).toBeVisible();
    await expect(player.claim).toHaveAttribute("data-state", "void");
    await picture("lost-summary");
  }
  await host.make("Ask");
  for (const { player, picture } of phones) {
    await expect(player.question).toBeVisible();
    await expect(player.page.getByTestId("lost-notice")).toBeVisible();
    await picture("lost-notice");
    await player.press(player.page.getByTestId("lost-read"));
    await expect(player.page.getByTestId("lost-notice")).toBeHidden();
    await expect(player.choice(0)).toBeEnabled();
  }
});

test("a receipt is shown until it is answered", async ({ server, room }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start("Three kinds of questions");
  const player = await room.player("Anna");
  const relay = await Relay.over(player.page, "/ws/player");
  await player.joinByCode(pin);
  // Of a rain that this server does not have.
  // One of them: the pin, and then rain, packet, amount (5, in zigzag), time and code.
  const number = Number(pin.replace(/\D/g, ""));
  const varint = [number & 127 | 128, number >> 7 & 127 | 128, number >> 14].map((byte) => byte.toString(16).padStart(2, "0"));
  const receipt = ["01", ...varint, "01".repeat(8), "07", "0a", "01", "02".repeat(32)].join("");
  await player.page.evaluate((receipt) => localStorage.setItem("quizrain.receipts", receipt), receipt);
  relay.loseReceipts(true);
  await player.page.reload();
  await expect.poll(() => relay.presented, { timeout: 30_000 }).toBeGreaterThan(1);
  relay.loseReceipts(false);
  const kept = () => player.page.evaluate(() => localStorage.getItem("quizrain.receipts"));
  await expect.poll(kept).toBe(NONE);
  await expect(player.score).toBeVisible();
});

test("a phone leaves a server that asks for it, and comes back to one that is gone", async ({
  server,
  network,
  room,
}) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start("Three kinds of questions");
  const phones = [];
  for (const { locale, tag } of LANGUAGES) {
    const player = await room.player(tag, { locale }, network.url);
    const relay = await Relay.over(player.page, "/ws/player");
    await player.joinByCode(pin);
    player.watch.expectOutages();
    phones.push({ player, relay, tag });
  }
  await host.make("Ask");
  await phones[0].player.answer(0);

  for (const { player, relay } of phones) {
    const leave = [() => relay.moveOn(100), () => relay.close(1012), () => relay.close(1013)];
    for (const it of leave) {
      const before = relay.sockets;
      await it();
      await expect.poll(() => relay.sockets).toBeGreaterThan(before);
      await expect(player.banner).toBeHidden();
    }
    await expect(player.question).toBeVisible();
  }
  await phones[0].player.expectAnswer(0);

  network.halfOpen();
  for (const { relay } of phones) await relay.close(1013);
  for (const { player, tag } of phones) {
    await expect(player.banner).toBeVisible();
    await expect(player.question).toBeVisible();
    await shoot(player.page, `${tag}/phone-reconnecting`, { quick: true });
  }
  for (const { player, tag } of phones) {
    await expect(player.page.getByTestId("still-trying")).toBeVisible({ timeout: 30_000 });
    await shoot(player.page, `${tag}/phone-still-trying`);
  }
  network.heal();
  for (const { player } of phones) await expect(player.banner).toBeHidden();
  await phones[0].player.expectAnswer(0);
  await phones[1].player.pick(1);
  await phones[2].player.pick(1);
  await host.expectRevealed();
});
