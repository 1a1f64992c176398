// The database or Redis is away in the middle of a game: the host's page says what is going on.
import path from "node:path";
import { hold } from "../support/ledger";
import { shoot } from "../support/shots";
import { expect, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/three-kinds.toml")] });

const QUESTION = "Which gas do plants take from the air to build sugar?";

/** A database that hangs is noticed after ten seconds. */
const NOTICED = { timeout: 30_000 };

test("the host is told what is amiss, and goes on while the database takes no writes", async ({ server, room }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start("Three kinds of questions");
  const anna = await room.player("Anna");
  await anna.joinByCode(pin);
  await expect(host.players).toHaveText("1");
  const incident = (name: string) => host.page.getByTestId(`incident-${name}`);

  await test.step("the database", async () => {
    const release = await hold(server);
    await expect(incident("DatabaseAway")).toBeVisible(NOTICED);
    await shoot(host.page, "desk-database-away");
    await host.ask(QUESTION);
    await anna.pick(0);
    await host.expectRevealed();
    await anna.expectResult("right");
    await release();
    await expect(incident("DatabaseAway")).toBeHidden(NOTICED);
  });

  await test.step("Redis", async () => {
    const goOn = server.stallRedis();
    try {
      await expect(incident("RedisAway")).toBeVisible(NOTICED);
      await shoot(host.page, "desk-redis-away");
    } finally {
      goOn();
    }
    await expect(incident("RedisAway")).toBeHidden(NOTICED);
    await host.move("ShowBoard").click();
    await expect(host.move("ShowBoard")).toBeHidden();
  });
});
