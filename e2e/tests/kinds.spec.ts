// Every kind of question, from the desk to the reveal: answered with a finger, with keys alone, and on a phone that
// moves nothing about.
import path from "node:path";
import type { BrowserContextOptions } from "@playwright/test";
import type { Host } from "../support/host";
import type { Player, Result } from "../support/player";
import { shoot } from "../support/shots";
import { expect, test } from "../support/test";
import { keys, touch, type Way } from "../support/ways";

test.use({ files: [path.join(__dirname, "../fixtures/every-kind.toml")] });

interface Asked {
  name: string;
  text: string;
  /** Answers it, the last step included. */
  answer: (player: Player, way: Way) => Promise<void>;
  result: Result;
  /** What the phone says of the answer, and of the right one. */
  phone: Record<string, string | RegExp>;
  /** What the projector shows: where, and what. */
  screen: Record<string, string | RegExp>;
}

const QUESTIONS: Asked[] = [
  {
    name: "typed",
    text: "Which is the largest city of Québec?",
    answer: async (player, way) => {
      await expect(player.page.getByTestId("submit")).toBeDisabled();
      await way.type(player, ["  montreal "]);
      await way.submit(player);
    },
    result: "right",
    phone: { '[data-testid="own-answer"]': "montreal", '[data-testid="accepted"]': /Montréal.*蒙特利尔/ },
    screen: { '[data-testid="accepted"]': /^Montréal/, ".big-choice.is-right": /montreal/ },
  },
  {
    name: "slider",
    text: "How far is it from Paris to Versailles, as the crow flies?",
    answer: async (player, way) => {
      await way.slide(player, 12);
      await expect(player.page.getByTestId("submit")).toBeEnabled();
      await way.submit(player);
    },
    result: "wrong",
    phone: { '[data-testid="own-answer"]': /^1\d\skm · \d\skm off$/, '[data-testid="right-number"]': /^17\skm ± 1/ },
    screen: { '[data-testid="right-number"]': /^17 ± 1\skm/, ".column.is-right": /17/ },
  },
  {
    name: "number",
    text: "At how many degrees does mercury melt?",
    answer: async (player, way) => {
      await expect(player.page.getByTestId("slider")).toHaveCount(0);
      const problem = player.page.getByTestId("number-problem");
      await player.page.getByTestId("number").fill("-300");
      await expect(problem).toHaveText("Type a number between -273.15 and 5000.00 °C.");
      await expect(player.page.getByTestId("submit")).toBeDisabled();
      await player.page.getByTestId("number").fill("");
      await expect(problem).toBeEmpty();
      await way.number(player, "-38.5");
      await way.submit(player);
    },
    result: "right",
    phone: { '[data-testid="own-answer"]': /^-38\.50\s°C · 0\.33\s°C off$/ },
    screen: { '[data-testid="right-number"]': /^-38\.83 ± 0\.50\s°C/ },
  },
  {
    name: "order",
    text: "Order these planets by their distance from the sun, the nearest first.",
    answer: async (player, way) => {
      await way.order(player, ["Venus", "Earth", "Mars", "Saturn"]);
      await way.submit(player);
    },
    result: "right",
    phone: { '[data-testid="told-0"].is-right': /Venus/, '[data-testid="told-3"].is-right': /Saturn/ },
    screen: { ".big-choice:nth-child(1)": /^1Venus1$/, ".big-choice:nth-child(4)": /^4Saturn1$/ },
  },
  {
    name: "match",
    text: "Which capital belongs to which country?",
    answer: async (player, way) => {
      // Two of four.
      await way.match(player, ["Oslo", "Nairobi", "Vientiane", "Lima"]);
      await way.submit(player);
    },
    result: "partly",
    phone: { '[data-testid="told-0"].is-right': /NorwayOslo/, '[data-testid="told-2"]': /PeruLimayour answer: Vientiane/ },
    screen: { ".big-choice:nth-child(2)": /^Kenya→Nairobi1$/, ".big-choice:nth-child(3)": /^Peru→Lima0$/ },
  },
  {
    name: "hotspot",
    text: "Where is the sun?",
    answer: async (player, way) => {
      await expect(player.page.getByTestId("submit")).toBeDisabled();
      await way.pin(player, 0.78, 0.22);
      await expect(player.page.getByTestId("pin-said")).toHaveText(/^Your pin: 7[78] % from the left, 2[12] % from the top/);
      await way.submit(player);
    },
    result: "right",
    phone: {},
    screen: {},
  },
  {
    name: "poll",
    text: "Which of these have you seen from near?",
    answer: async (player, way) => {
      await way.pick(player, 1);
      await way.pick(player, 3);
      await way.submit(player);
    },
    result: "ungraded",
    phone: { ".choice.is-mine >> nth=1": /A glacier/ },
    screen: { ".big-choice:nth-child(2)": /A volcano1$/, ".big-choice:nth-child(3)": /A comet0$/ },
  },
  {
    name: "scale",
    text: "How likely are you to recommend this game?",
    answer: (player, way) => way.mark(player, 9),
    result: "ungraded",
    phone: { ".mark.is-mine": "9" },
    screen: { '[data-testid="mean"]': "Average 9.00", ".column:nth-child(10)": /^19$/ },
  },
  {
    name: "cloud",
    text: "What comes to your mind when you hear “rain”?",
    answer: async (player, way) => {
      await way.type(player, ["Umbrella", "umbrella ", "tea"]);
      await way.submit(player);
    },
    result: "ungraded",
    phone: { '[data-testid="own-answer"]': "Umbrella, tea" },
    screen: { ".big-word >> nth=0": "tea", ".big-word >> nth=1": "Umbrella" },
  },
  {
    name: "open-text",
    text: "What should the next quiz be about?",
    answer: async (player, way) => {
      await expect(player.page.locator(".timer")).toHaveCount(0);
      await way.type(player, ["Rivers, and what lives in them."]);
      await way.submit(player);
    },
    result: "ungraded",
    phone: { '[data-testid="own-answer"]': "Rivers, and what lives in them." },
    screen: { ".big-card": "Rivers, and what lives in them." },
  },
];

const WAYS: { name: string; way: Way; phone: BrowserContextOptions; shots?: true }[] = [
  { name: "with a finger", way: touch, phone: {}, shots: true },
  { name: "with keys alone", way: keys, phone: { hasTouch: false, isMobile: false } },
  { name: "where nothing moves", way: touch, phone: { reducedMotion: "reduce", colorScheme: "dark" } },
];

/** In the results, the picture has the region and the pins that the big screen showed. */
async function expectPins({ page, watch }: Host): Promise<void> {
  watch.expectRefusals(/\/api\/games\/[0-9a-f]{16}\/results$/);
  await page.getByTestId("to-results").click();
  const chart = page.getByTestId("chart").filter({ hasText: "Where is the sun?" });
  await expect(chart.locator(".heat")).toHaveCount(1, { timeout: 40_000 });
  const [picture, right, pin] = await Promise.all(
    [chart.locator("img"), chart.getByTestId("region"), chart.locator(".heat")].map((it) => it.boundingBox()),
  );
  const middle = (box: typeof pin) => [box!.x + box!.width / 2, box!.y + box!.height / 2] as const;
  const [x, y] = middle(pin);
  const [rightX, rightY] = middle(right);
  expect(Math.abs(x - rightX)).toBeLessThan(right!.width / 2);
  expect(Math.abs(y - rightY)).toBeLessThan(right!.height / 2);
  expect((x - picture!.x) / picture!.width).toBeCloseTo(0.78, 1);
  await chart.scrollIntoViewIfNeeded();
  await shoot(page, "kinds/results-hotspot");
}

for (const { name, way, phone, shots } of WAYS) {
  test(`every kind of question is answered ${name}`, async ({ room }) => {
    test.setTimeout(240_000);
    const host = await room.host();
    await host.arrive();
    const pin = await host.start("Every kind of question");
    const screen = await room.screen(pin);
    const anna = await room.player("Anna", phone);
    await anna.joinByCode(pin);
    await expect(host.players).toHaveText("1");
    const picture = async (of: string) => {
      if (!shots) return;
      await shoot(anna.page, `kinds/phone-${of}`);
      await shoot(screen.page, `kinds/screen-${of}`, { stage: true });
    };

    await test.step("a slide, which nobody answers", async () => {
      await host.make("Ask");
      await expect(host.state).toHaveText("A slide is shown");
      const slide = "A mountain, a lake and the sun: remember where they are.";
      for (const page of [anna, screen]) {
        await expect(page.question).toHaveText(slide);
        const shown = page.page.getByRole("img", { name: /^A snowy mountain/ });
        await expect.poll(() => shown.evaluate((it: HTMLImageElement) => it.naturalWidth)).toBe(640);
      }
      await expect(anna.page.getByTestId("look")).toHaveText("Look at the big screen.");
      await picture("slide");
    });

    const rivers = "Which of these rivers flows into the Black Sea?";
    await test.step("time to read, and an order of one's own", async () => {
      await host.make("Ask");
      await expect(host.state).toHaveText("The question is being read");
      await expect(anna.question).toHaveText(rivers);
      await expect(screen.question).toHaveText(rivers);
      await expect(screen.page.getByTestId("get-ready")).toBeVisible();
      await expect(anna.choice(0)).toHaveCount(0);
      await picture("reading");
      await host.make("Open");
      await expect(host.state).toHaveText("The question is open");
      await expect(anna.choice(0)).toContainText("Danube");
      const order = () => anna.page.locator(".choice-text").allTextContents();
      const shuffled = await order();
      expect([...shuffled].sort()).not.toEqual(shuffled);
      await anna.page.reload();
      await expect(anna.choice(0)).toBeEnabled();
      expect(await order()).toEqual(shuffled);
      await expect(screen.page.locator(".big-choice-text").first()).toHaveText("Danube");
      await picture("choices");
      await way.pick(anna, 0);
      await host.expectRevealed();
      await anna.expectResult("right");
      await expect(anna.page.getByTestId("arrived")).toHaveText(/^Arrived after \d+\.\d{3} s, line 0\.\d{3} s$/);
      await expect(screen.page.locator(".big-choice.is-right")).toContainText("Danube");
      await picture("choices-told");
    });

    let before = await anna.points();
    for (const asked of QUESTIONS) {
      await test.step(asked.name, async () => {
        await host.ask(asked.text);
        await expect(anna.question).toHaveText(asked.text);
        await picture(asked.name);
        await asked.answer(anna, way);
        await host.expectRevealed();
        await anna.expectResult(asked.result);
        for (const [place, text] of Object.entries(asked.phone)) {
          await expect(anna.page.locator(place)).toHaveText(text);
        }
        for (const [place, text] of Object.entries(asked.screen)) {
          await expect(screen.page.locator(place)).toHaveText(text);
        }
        if (asked.name === "hotspot") {
          for (const { page } of [anna, screen]) await expect(page.getByTestId("region")).toBeVisible();
          await expect(anna.page.getByTestId("pin")).toBeVisible();
          await expect(screen.page.locator(".heat")).toHaveCount(1);
        }
        if (asked.name === "typed") {
          await expect(anna.page.getByTestId("bonus")).toHaveText("including +100 for 2 in a row");
        }
        if (asked.result === "wrong") await expect(anna.page.getByTestId("points")).toHaveText("−250");
        const now = await anna.points();
        expect(Math.sign(now - before)).toBe({ wrong: -1, ungraded: 0, none: 0, right: 1, partly: 1 }[asked.result]);
        before = now;
        await picture(`${asked.name}-told`);
      });
    }
    await host.make("ShowPodium");
    await expect(anna.page.getByTestId("podium")).toBeVisible();
    await host.end();
    await expect(anna.page.getByTestId("ended")).toBeVisible();
    if (shots) await test.step("its results show pins where they stand", () => expectPins(host));
  });
}
