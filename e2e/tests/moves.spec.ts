// Nothing moves by itself on a phone but what is meant to: what comes has its room, or is another page.
import path from "node:path";
import { type Shift, watchShifts } from "../support/shifts";
import { expect, test } from "../support/test";

test.use({ files: [path.join(__dirname, "../fixtures/every-kind.toml")] });

test("nothing moves while slides and questions come, close and are told", async ({ room }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start("Every kind of question");
  const anna = await room.player("Anna");
  let step = "joining";
  const moved: (Shift & { step: string })[] = [];
  await watchShifts(anna.page, (shift) => void moved.push({ ...shift, step }));
  await anna.join(pin);
  const come = async (what: string, there: () => Promise<void>) => {
    step = what;
    await there();
    // It has been painted, and what it moved is told.
    await anna.page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
  };

  await come("a slide", async () => {
    await host.make("Ask");
    await expect(anna.question).toHaveText("A mountain, a lake and the sun: remember where they are.");
  });
  await come("time to read", async () => {
    await host.make("Ask");
    await expect(anna.question).toHaveText("Which of these rivers flows into the Black Sea?");
  });
  await come("choices", async () => {
    await host.make("Open");
    await expect(anna.choice(0)).toBeEnabled();
  });
  await come("what is right", async () => {
    await host.make("Close");
    await anna.expectResult("none");
  });
  await come("the board", async () => {
    await host.make("ShowBoard");
    await expect(anna.page.locator(".row.is-own")).toBeVisible();
  });
  await come("a question with a button", async () => {
    await host.ask("Which is the largest city of Québec?");
    await expect(anna.page.getByTestId("submit")).toBeVisible();
  });
  await come("its pause", async () => {
    await host.make("Pause");
    await expect(anna.page.getByTestId("look")).toHaveText("Paused. It goes on in a moment.");
  });
  await come("that it goes on", async () => {
    await host.make("Resume");
    await expect(anna.page.getByTestId("look")).toHaveText("Get ready: the answers open in a moment.");
    await expect(anna.page.getByTestId("submit")).toBeVisible();
  });
  await come("its answer", async () => {
    await host.make("Close");
    await anna.expectResult("none");
  });
  // A timer of minutes has a digit more than others, and its number moves by that: a tenth of this.
  expect(moved.filter(({ value }) => value >= 0.001)).toEqual([]);
});

test("what was caught counts up, and is there at once where less motion is wished", async ({ room }) => {
  const host = await room.host();
  await host.arrive();
  const pin = await host.start("Every kind of question");
  const anna = await room.player("Anna");
  await anna.joinByCode(pin);
  await host.rain({ pot: "8.88", currency: "EUR", packets: 1, seconds: 30, max: "8.88" });
  await anna.expectCredited(await anna.catchPacket());
  // Made anew it counts again, and holds where it is told to.
  const seen = () =>
    anna.page.evaluate(() => {
      const card = document.querySelector(".catch")!;
      const again = card.cloneNode(true) as Element;
      card.after(again);
      const number = again.querySelector(".amount-number")!;
      const counting = again.getAnimations({ subtree: true }).map((it) => it as CSSAnimation);
      for (const it of counting) it.pause();
      const at = (ms: number) => {
        for (const it of counting) it.currentTime = ms;
        const { visibility } = getComputedStyle(number, "::after");
        const sum = Number(getComputedStyle(number, "::after").getPropertyValue("--sum"));
        return visibility === "visible" ? sum : number.textContent;
      };
      const sums = [0, 900, 2000].map(at);
      again.remove();
      return sums;
    });
  const [first, half, last] = await seen();
  expect([first, last]).toEqual([0, "8.88"]);
  expect(half).toBeGreaterThan(0);
  expect(half).toBeLessThan(888);
  await anna.page.emulateMedia({ reducedMotion: "reduce" });
  expect(await seen()).toEqual(["8.88", "8.88", "8.88"]);
});
