// What a host does with a page: with a mouse, or with keys alone.
import { expect, type Locator, type Page } from "@playwright/test";

export interface Hands {
  press(what: Locator): Promise<void>;
  /** Writes into a field, in the place of what is there. */
  write(field: Locator, text: string): Promise<void>;
  /** Marks a button of a group, or a box. */
  mark(what: Locator): Promise<void>;
  /** Presses the button of the desk that goes on, or that opens a dialog which has this. */
  goOn(button: Locator, opened?: Locator): Promise<void>;
  /** Marks the middle of the picture as the right place: half of its width and of its height. */
  middle(page: Page): Promise<void>;
}

/** Walks to something by Tab, the shorter way, until it has the focus. */
export async function reach(what: Locator): Promise<void> {
  const page = what.page();
  await expect(what).toBeVisible();
  for (let steps = 0; steps < 200; steps += 1) {
    const way = await what.evaluate((it) => {
      const held = document.activeElement;
      if (held === it) return "";
      const behind = held && held.compareDocumentPosition(it) & Node.DOCUMENT_POSITION_PRECEDING;
      return behind && held !== document.body ? "Shift+Tab" : "Tab";
    });
    if (!way) return;
    await page.keyboard.press(way);
  }
  throw new Error(`no key leads to ${what}`);
}

export const mouse: Hands = {
  press: (what) => what.click(),
  write: (field, text) => field.fill(text),
  mark: (what) => what.check(),
  async goOn(button, opened) {
    await button.click();
    // What stays beside it for a moment is of the stage before.
    await (opened ? expect(opened).toBeVisible() : expect(button).toBeHidden());
  },
  async middle(page) {
    const picture = page.getByTestId("draw-region").locator(".picture");
    await picture.scrollIntoViewIfNeeded();
    const box = (await picture.boundingBox())!;
    await page.mouse.move(box.x + box.width * 0.25, box.y + box.height * 0.25);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width * 0.75, box.y + box.height * 0.75, { steps: 4 });
    await page.mouse.up();
    await expect(page.getByTestId("region-left")).toHaveValue(/^2[45]\.\d\d$/);
  },
};

export const keyboard: Hands = {
  async press(what) {
    await reach(what);
    await what.page().keyboard.press("Enter");
  },
  async write(field, text) {
    const { keyboard } = field.page();
    await reach(field);
    await keyboard.press("ControlOrMeta+a");
    await keyboard.press("Delete");
    await keyboard.type(text);
  },
  async mark(what) {
    const page = what.page();
    // Of a group, Tab leads to the button that is marked, and arrows lead on.
    const group = page.locator(`input[type=radio][name="${await what.getAttribute("name")}"]:checked`);
    const marked = (await group.count()) > 0;
    await reach(marked ? group : what);
    if (!marked) await page.keyboard.press("Space");
    for (let steps = 0; steps < 10 && !(await what.isChecked()); steps += 1) {
      await page.keyboard.press("ArrowDown");
    }
    await expect(what).toBeChecked();
  },
  /** It has the focus by itself; the space bar presses it, again where a press is lost on a change. */
  async goOn(button) {
    await expect(async () => {
      await expect(button).toBeFocused({ timeout: 5_000 });
      await button.page().keyboard.press("Space");
      const focused = () => button.evaluate((it) => it === document.activeElement, null, { timeout: 200 });
      // Gone is as good: another stage has other buttons.
      await expect.poll(() => focused().catch(() => false), { timeout: 2_000 }).toBe(false);
    }).toPass({ timeout: 20_000 });
  },
  async middle(page) {
    for (const [side, part] of [["left", "25"], ["top", "25"], ["width", "50"], ["height", "50"]]) {
      await this.write(page.getByTestId(`region-${side}`), part);
    }
    await page.keyboard.press("Tab");
    await expect(page.getByTestId("region-height")).toHaveValue("50.00");
  },
};

/** Presses a button of a dialog until this is seen: a press that comes right after another one is taken for the same. */
export async function insist(hands: Hands, button: Locator, seen: Locator): Promise<void> {
  await expect(async () => {
    if (await button.isVisible()) await hands.press(button);
    await expect(seen).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
}
