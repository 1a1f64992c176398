// What is asked of a browser that Playwright does not drive. Whatever else a player does is made of this: phone.ts.

/** A place in the window, in CSS pixels. */
export interface Point {
  x: number;
  y: number;
}

export interface Driver {
  /** What its pages have complained about. */
  readonly problems: string[];
  open(address: string): Promise<void>;
  /** The value of a JavaScript expression on the page. */
  evaluate(expression: string): Promise<unknown>;
  /** Types on the keyboard. */
  type(text: string): Promise<void>;
  /** Comes down at the first of these points, moves to each of the others and lets go: a tap where there is but one. */
  touch(path: Point[]): Promise<void>;
  /** A PNG of the window. */
  picture(): Promise<Uint8Array>;
  close(): Promise<void>;
}
