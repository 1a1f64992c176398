// Two servers behind one address, over one Redis and one ledger. The one that drives the game leaves in the middle of
// a question; pages go on at the other one.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import { freePort, Server } from "../support/server";
import { expect, test as base } from "../support/test";

const QUESTION = "Which gas do plants take from the air to build sugar?";

const test = base.extend<{ other: Server }>({
  files: [[path.join(__dirname, "../fixtures/three-kinds.toml")], { option: true }],
  args: async ({}, use) => {
    const dir = mkdtempSync(path.join(os.tmpdir(), "quizrain-e2e-"));
    const port = await freePort();
    const options = ["--port", String(port), "--bind", "127.0.0.1", "--dir", dir, "--save", ""];
    const redis = spawn("redis-server", options, { stdio: ["ignore", "pipe", "inherit"] });
    const gone = once(redis, "exit");
    await new Promise<void>((resolve, reject) => {
      readline.createInterface({ input: redis.stdout }).on("line", (line) => {
        if (line.includes("Ready to accept connections")) resolve();
      });
      void gone.then(() => reject(new Error("redis-server ended at its start")), reject);
    });
    await use([
      ...["--redis-url", `redis://127.0.0.1:${port}`, "--allow-unsafe-redis"],
      ...["--database-url", `sqlite://${path.join(dir, "quizrain.sqlite")}`],
      ...["--drain-seconds", "3"],
    ]);
    redis.kill();
    await gone;
    rmSync(dir, { recursive: true, force: true });
  },
  // The first one has brought the tables up to date by then.
  other: async ({ server: _, args }, use) => {
    const other = await Server.start([], args);
    await use(other);
    await other.stop();
  },
});

test("a server leaves mid-question, and the other one goes on", async ({
  server,
  other,
  network,
  room,
}) => {
  const host = await room.host();
  await host.page.goto(`${network.url}/host#key=${server.hostKey}`);
  const pin = await host.start("Three kinds of questions");
  const anna = await room.player("Anna", {}, network.url);
  const ben = await room.player("Ben", {}, network.url);
  await anna.joinByCode(pin);
  await ben.joinByCode(pin);
  const pages = [host, anna, ben];
  pages.forEach((it) => it.watch.expectOutages());
  await host.ask(QUESTION);
  await anna.answer(0);
  const before = pages.map((it) => it.watch.sockets);

  network.leadTo(other.port);
  await server.leave();
  for (const [i, it] of pages.entries()) {
    await expect.poll(() => it.watch.sockets).toBeGreaterThan(before[i]);
    await expect(it.banner).toBeHidden();
    await expect(it.question).toHaveText(QUESTION);
  }
  await anna.expectAnswer(0);
  await anna.page.reload();
  await anna.expectAnswer(0);
  await expect(host.state).toHaveText("The question is open");
  await expect(host.answered).toHaveText("1");

  await ben.pick(1);
  await host.expectRevealed();
  await anna.expectResult("right");
  await ben.expectResult("wrong");
  await host.make("ShowBoard");
  await expect(anna.page.getByTestId("rank")).toBeVisible();
});
