// Answers any kind of question with a finger, rightly or not.
import type { Locator, Page } from "@playwright/test";

/** A control that a page does not show within this time is not of the question that it shows. */
const SOON_MS = 5_000;

/** What one kind of question is answered by; all but the last are tried in this order. */
const WAYS: [testid: string, act: (it: Locator) => Promise<void>][] = [
  ["choice-0", (it) => it.tap()],
  ["mark-3", (it) => it.tap()],
  ["typed-0", (it) => it.fill("Rain")],
  ["number", (it) => it.fill("17")],
  ["spot", (it) => it.tap()],
];

/** Answers the open question, and waits until the answer is in. */
export async function answer(page: Page): Promise<void> {
  const options = { timeout: SOON_MS };
  const submit = page.getByTestId("submit");
  const any = WAYS.map(([testid]) => page.getByTestId(testid)).reduce((one, other) => one.or(other));
  // What is put in order is sent as it stands.
  await any.or(submit).first().waitFor(options);
  for (const [testid, act] of WAYS) {
    const control = page.getByTestId(testid);
    if (!(await control.isVisible())) continue;
    await act(control);
    break;
  }
  if (await submit.isVisible()) await submit.tap(options);
}
