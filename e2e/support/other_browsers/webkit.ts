// WebKit as GTK has it, the nearest to Safari: the small browser of WebKitWebDriver, over W3C WebDriver, on a screen that
// nobody sees. It knows no fingers: what touches is a mouse.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import readline from "node:readline";
import { setTimeout as after } from "node:timers/promises";
import { findProgram } from "../programs";
import { freePort } from "../server";
import type { Driver, Point } from "./driver";

const START_TIMEOUT_MS = 30_000;
/** How long a finger takes from one point to the next. */
const MOVE_MS = 16;

/** What pages complain about, from the first look at them on: the driver has no other way to hear of it. */
const HEARD = `(window.heardByTest ??= (() => {
  const heard = [];
  addEventListener("error", (event) => heard.push("exception: " + event.message));
  addEventListener("unhandledrejection", (event) => heard.push("exception: " + event.reason));
  document.addEventListener("securitypolicyviolation", (event) =>
    heard.push("policy violated: " + event.violatedDirective + " by " + event.blockedURI));
  return heard;
})())`;

/** Steps of an input device, as WebDriver has them. */
type Steps = { type: string; [more: string]: unknown }[];

export class WebKit implements Driver {
  readonly problems: string[] = [];
  private session = "";
  private readonly children: ChildProcess[] = [];
  private readonly dieToo = () => this.children.forEach((child) => child.kill("SIGKILL"));

  private constructor(private readonly port: number) {
    process.once("exit", this.dieToo);
  }

  static async start(): Promise<WebKit> {
    const driver = findProgram("WebKitWebDriver", ["WebKitWebDriver"], "QUIZRAIN_WEBKIT_DRIVER");
    const screen = findProgram("Xvfb", ["Xvfb"], "QUIZRAIN_XVFB");
    const webkit = new WebKit(await freePort());
    try {
      await webkit.launch(driver, await webkit.hang(screen));
    } catch (error) {
      await webkit.close();
      throw error;
    }
    return webkit;
  }

  async open(url: string): Promise<void> {
    await this.ask("POST", "url", { url });
  }

  async evaluate(expression: string): Promise<unknown> {
    const script = `return [${HEARD}.splice(0), ${expression}]`;
    const [heard, value] = (await this.ask("POST", "execute/sync", { script, args: [] })) as [string[], unknown];
    this.problems.push(...heard);
    return value;
  }

  async type(text: string): Promise<void> {
    const keys = [...text].flatMap((value) => [
      { type: "keyDown", value },
      { type: "keyUp", value },
    ]);
    await this.act({ type: "key", id: "keys" }, keys);
  }

  async touch(path: Point[]): Promise<void> {
    const [first, ...others] = path.map(({ x, y }, step) => ({
      type: "pointerMove",
      x: Math.round(x),
      y: Math.round(y),
      duration: step && MOVE_MS,
    }));
    const [down, up] = ["pointerDown", "pointerUp"].map((type) => ({ type, button: 0 }));
    await this.act({ type: "pointer", id: "pointer", parameters: { pointerType: "mouse" } }, [first, down, ...others, up]);
  }

  async picture(): Promise<Uint8Array> {
    return Buffer.from((await this.ask("GET", "screenshot")) as string, "base64");
  }

  async close(): Promise<void> {
    if (this.session) await this.ask("DELETE", "").catch(() => {});
    for (const child of this.children.filter((it) => it.exitCode === null && it.signalCode === null)) {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    }
    process.off("exit", this.dieToo);
  }

  /** Starts a program that ends with this browser. */
  private start(program: string, args: string[], more: NodeJS.ProcessEnv = {}): ChildProcess {
    const child = spawn(program, args, {
      env: { ...process.env, ...more },
      stdio: ["ignore", "pipe", "ignore"],
    });
    this.children.push(child);
    return child;
  }

  /** Hangs up a screen; its name. */
  private async hang(screen: string): Promise<string> {
    const child = this.start(screen, ["-displayfd", "1", "-nolisten", "tcp", "-screen", "0", "480x900x24"]);
    const lines = readline.createInterface({ input: child.stdout! });
    const late = after(START_TIMEOUT_MS, undefined, { ref: false });
    const number = once(lines, "line");
    const found = await Promise.race([number, once(child, "exit").then(() => undefined), late]);
    if (!found) throw new Error(`${screen} did not start`);
    return `:${found[0]}`;
  }

  private async launch(driver: string, display: string): Promise<void> {
    // Not the screen that somebody sits at, and not "C", which is no language to a page.
    const more = { DISPLAY: display, WAYLAND_DISPLAY: "", GDK_BACKEND: "x11", LANG: "en_GB.UTF-8" };
    const child = this.start(driver, [`--port=${this.port}`], more);
    // What it says is not kept, and must not fill the pipe: it would wait.
    child.stdout!.resume();
    const until = Date.now() + START_TIMEOUT_MS;
    while (!(await fetch(this.address("status")).catch(() => undefined))?.ok) {
      if (child.exitCode !== null || Date.now() > until) throw new Error(`${driver} did not start`);
      await after(50);
    }
    const { sessionId } = (await this.ask("POST", "", { capabilities: {} })) as { sessionId: string };
    this.session = sessionId;
    await this.ask("POST", "window/rect", { x: 0, y: 0, width: 390, height: 900 });
  }

  private async act(device: { type: string; [more: string]: unknown }, actions: Steps): Promise<void> {
    await this.ask("POST", "actions", { actions: [{ ...device, actions }] });
  }

  private address(path: string): string {
    return `http://127.0.0.1:${this.port}/${path}`;
  }

  /** Asks the driver, or throws what it says is wrong. */
  private async ask(method: string, what: string, body?: object): Promise<unknown> {
    const path = ["session", this.session, what].filter((part) => part).join("/");
    const answer = await fetch(this.address(path), { method, body: body && JSON.stringify(body) });
    const { value } = (await answer.json()) as { value: { error?: string; message?: string } | null };
    if (!answer.ok) throw new Error(`WebKitWebDriver, ${what}: ${value?.error}: ${value?.message}`);
    return value;
  }
}
