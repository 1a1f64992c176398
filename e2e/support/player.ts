// A player and the phone in their hand.
import { createHash } from "node:crypto";
import { expect, type Locator, type Page } from "@playwright/test";
import { inMinorUnits } from "./money";
import type { Watch } from "./watch";

export type Result = "right" | "partly" | "wrong" | "none" | "ungraded";

export class Player {
  readonly question: Locator;
  readonly score: Locator;
  readonly claim: Locator;
  readonly banner: Locator;

  constructor(
    readonly name: string,
    readonly page: Page,
    readonly watch: Watch,
    readonly origin: string,
    private readonly hasTouch: boolean,
  ) {
    this.question = page.getByTestId("question-text");
    this.score = page.getByTestId("score");
    this.claim = page.getByTestId("claim-state");
    this.banner = page.getByTestId("reconnecting");
  }

  /** Puts a finger on something, or the mouse where there is no touch screen. */
  async press(what: Locator): Promise<void> {
    await (this.hasTouch ? what.tap() : what.click());
  }

  /** From the first page, by typing the pin and a nickname. */
  async join(pin: string): Promise<void> {
    await this.page.goto(this.origin);
    await this.page.getByTestId("pin-input").fill(pin);
    await this.press(this.page.getByTestId("join"));
    await this.giveName();
  }

  /** By the address in the QR code. */
  async joinByCode(pin: string): Promise<void> {
    await this.page.goto(`${this.origin}/play/${pin}`);
    await this.giveName();
  }

  async giveName(): Promise<void> {
    await this.page.getByTestId("nickname-input").fill(this.name);
    await this.press(this.page.getByTestId("join"));
    await expect(this.score).toBeVisible();
  }

  choice(index: number): Locator {
    return this.page.getByTestId(`choice-${index}`);
  }

  /** Picks an answer. The last one closes the question, so nothing else is waited for. */
  async pick(index: number): Promise<void> {
    await this.press(this.choice(index));
  }

  /** Picks an answer, and waits until the server has it. */
  async answer(index: number): Promise<void> {
    await this.pick(index);
    await this.expectAnswer(index);
  }

  /** This answer is shown as one's own, and no other can be given. */
  async expectAnswer(index: number): Promise<void> {
    await expect(this.choice(index)).toHaveAttribute("aria-pressed", "true");
    await expect(this.page.locator('[data-testid^="choice-"][aria-pressed="true"]')).toHaveCount(1);
    await expect(this.page.locator('[data-testid^="choice-"]:enabled')).toHaveCount(0);
    await expect(this.page.locator(".ask-foot")).toHaveText(/Your answer is in/);
  }

  async expectResult(result: Result): Promise<void> {
    await expect(this.page.getByTestId("result")).toHaveAttribute("data-result", result);
  }

  /** Sends what has been put together. */
  async submit(): Promise<void> {
    await this.press(this.page.getByTestId("submit"));
  }

  /** What the reveal shows as the player's own. */
  get own(): Locator {
    return this.page.getByTestId("own-answer");
  }

  /** Points, as the phone's header shows them. */
  async points(): Promise<number> {
    return Number(await this.score.textContent());
  }

  /** Where a finger would find a drop just now. */
  async drop(): Promise<{ x: number; y: number } | undefined> {
    const canvas = this.page.getByTestId("rain-canvas");
    const at = await canvas.evaluate((it: HTMLElement) => [it.dataset.dropX, it.dataset.dropY]);
    return at[0] && at[1] ? { x: Number(at[0]), y: Number(at[1]) } : undefined;
  }

  /** Puts a finger on a drop, or so many pixels below, where it falls. It may slip away. */
  async tap(ahead = 0): Promise<void> {
    const at = await this.drop();
    if (at) await this.page.touchscreen.tap(at.x, at.y + ahead);
  }

  /** Taps, or does what a tap is without a touch screen, until there is a verdict. */
  async grab(verdict: RegExp, tap = (ahead: number) => this.tap(ahead)): Promise<void> {
    // The slower the machine is, the further has a drop fallen until it is tapped.
    let ahead = 0;
    await expect(async () => {
      if (!(await this.claim.isVisible())) await tap(ahead);
      ahead = (ahead + 50) % 150;
      await expect(this.claim).toBeVisible({ timeout: 300 });
    }).toPass({ intervals: [20], timeout: 15_000 });
    await expect(this.claim).toHaveAttribute("data-state", verdict);
  }

  /** Catches a packet, and tells what is in it. */
  async catchPacket(tap?: () => Promise<void>): Promise<string> {
    await this.grab(/^(caught|credited)$/, tap);
    return this.caught();
  }

  /** The amount in the packet that was caught. */
  async caught(): Promise<string> {
    return (await this.page.getByTestId("caught-amount").textContent()) ?? "";
  }

  /** The same amount in cents. */
  async caughtMinor(): Promise<number> {
    return inMinorUnits(await this.caught());
  }

  async expectCredited(amount: string): Promise<void> {
    await expect(this.claim).toHaveAttribute("data-state", "credited");
    expect(await this.caught()).toBe(amount);
  }

  /** How the ledger knows this player: a hash of what only this browser has. */
  async account(): Promise<string> {
    const token = await this.page.evaluate(() => localStorage.getItem("quizrain.account"));
    const hash = createHash("sha256").update(Buffer.from(token ?? "", "hex"));
    return hash.digest("hex").slice(0, 32);
  }
}
