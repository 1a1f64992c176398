// What phones have besides Chromium: Firefox and WebKit play a game together, from its pin to its money.
import { writeFileSync } from "node:fs";
import path from "node:path";
import type { TestInfo } from "@playwright/test";
import type { Driver } from "../support/other_browsers/driver";
import { Firefox } from "../support/other_browsers/firefox";
import { id, Phone } from "../support/other_browsers/phone";
import { WebKit } from "../support/other_browsers/webkit";
import type { Result } from "../support/player";
import { test as base, expect } from "../support/test";

/** A browser for a test. Where the test fails, a picture says what its window showed. */
function phone(name: string, start: () => Promise<Driver>) {
  return async ({}, use: (phone: Phone) => Promise<void>, info: TestInfo) => {
    const driver = await start();
    await use(new Phone(name, driver));
    if (info.status !== info.expectedStatus) {
      const picture = await driver.picture().catch(() => undefined);
      if (picture) writeFileSync(info.outputPath(`${name}.png`), picture);
    }
    await driver.close();
    expect.soft(driver.problems, `what went wrong on the pages of ${name}`).toEqual([]);
  };
}

const test = base.extend<{ firefox: Phone; webkit: Phone }>({
  firefox: phone("Firefox", Firefox.start),
  webkit: phone("WebKit", WebKit.start),
});

test.use({ files: [path.join(__dirname, "../fixtures/one-of-each.toml")] });

interface Asked {
  text: string;
  /** Answers it, the last step included. */
  answer: (phone: Phone) => Promise<void>;
  result: Result;
}

const QUESTIONS: Asked[] = [
  {
    text: "Which metal is liquid in a warm room?",
    answer: (phone) => phone.press(id("choice-2")),
    result: "right",
  },
  {
    text: "Which of these are planets?",
    async answer(phone) {
      await phone.press(id("choice-0"));
      await phone.press(id("choice-2"));
      await phone.submit();
    },
    result: "right",
  },
  {
    text: "Sound is faster in water than in air.",
    answer: (phone) => phone.press(id("choice-1")),
    result: "wrong",
  },
  {
    text: "Which city has the Eiffel Tower?",
    async answer(phone) {
      await phone.write(id("typed-0"), "paris");
      await phone.submit();
    },
    result: "right",
  },
  {
    text: "How many cards are in a deck for poker?",
    async answer(phone) {
      await phone.write(id("number"), "52");
      await phone.submit();
    },
    result: "right",
  },
  {
    text: "How many states are in the United States?",
    async answer(phone) {
      // In the middle, where the slider stands already.
      await phone.press(id("slider"));
      await phone.submit();
    },
    result: "right",
  },
  {
    text: "Order these by their size, the smallest first.",
    async answer(phone) {
      const wanted = ["Ant", "Horse", "Whale"];
      // Chance may have put them right.
      await phone.order([...wanted].reverse());
      await phone.order(wanted);
      await phone.submit();
    },
    result: "right",
  },
  {
    text: "Which young belongs to which animal?",
    async answer(phone) {
      const wanted = ["Foal", "Calf", "Lamb"];
      await phone.match([...wanted].reverse());
      await phone.match(wanted);
      await phone.submit();
    },
    result: "right",
  },
  {
    text: "Where is the sun?",
    async answer(phone) {
      await phone.press(id("spot"), 0.78, 0.22);
      await phone.submit();
    },
    result: "right",
  },
  {
    text: "Which seasons do you like?",
    async answer(phone) {
      await phone.press(id("choice-1"));
      await phone.press(id("choice-3"));
      await phone.submit();
    },
    result: "ungraded",
  },
  {
    text: "How well did you sleep?",
    answer: (phone) => phone.press(id("mark-9")),
    result: "ungraded",
  },
  {
    text: "What do you think of when it rains?",
    async answer(phone) {
      await phone.write(id("typed-0"), "umbrella");
      await phone.write(id("typed-1"), "tea");
      await phone.submit();
    },
    result: "ungraded",
  },
  {
    text: "What would you like to be asked?",
    async answer(phone) {
      await phone.write(id("typed-0"), "What is beyond the sea?");
      await phone.submit();
    },
    result: "ungraded",
  },
];

test("Firefox and WebKit play every kind of question and a rain", async ({ server, room, firefox, webkit }) => {
  test.setTimeout(240_000);
  const host = await room.host();
  await host.arrive();
  const pin = await host.start("One of each");
  const both = <T>(act: (phone: Phone) => Promise<T>) => Promise.all([firefox, webkit].map(act));
  await both((phone) => phone.join(server.url, pin));
  await expect(host.players).toHaveText("2");

  await test.step("a slide, which nobody answers", async () => {
    await host.make("Ask");
    await expect(host.state).toHaveText("A slide is shown");
    await both(async (phone) => {
      await phone.see(id("question-text"), "What do you see?");
      await phone.seePicture(640);
    });
  });

  for (const { text, answer, result } of QUESTIONS) {
    await test.step(text, async () => {
      await host.ask(text);
      await both(async (phone) => {
        await phone.see(id("question-text"), text);
        await answer(phone);
      });
      // The last answer closes the question.
      await host.expectRevealed();
      await both((phone) => phone.see(`${id("result")}[data-result="${result}"]`));
    });
  }

  await test.step("both catch a packet, and have it in their balance", async () => {
    await host.rain({ pot: "8.40", currency: "EUR", packets: 4, seconds: 60, min: "1.00", max: "3.00" });
    const caught = await both((phone) => phone.catchPacket());
    await host.make("CloseRain");
    await host.page.getByTestId("stop-confirm").click();
    await host.make("ShowPodium");
    await both((phone) => phone.see(id("podium")));
    await host.end();
    await both((phone) => phone.press('.over a.button-primary[href="/balance"]'));
    for (const [index, phone] of [firefox, webkit].entries()) {
      await phone.see(id("balance-total"), caught[index]);
      await phone.see(id("credit"), /One of each/);
    }
  });
});
