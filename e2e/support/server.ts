// The real program, in a folder and on a port of its own.
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import net from "node:net";
import os from "node:os";
import path from "node:path";
import readline from "node:readline";
import { setTimeout as after } from "node:timers/promises";

/** How long the program may take to start or to end on a busy machine. */
const PATIENCE_MS = 30_000;

function named(): string {
  const program = process.env.QUIZRAIN_BIN;
  if (!program) throw new Error("QUIZRAIN_BIN names no program");
  return program;
}

/** This process's environment without any option of the program. */
function environment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !name.startsWith("QUIZRAIN_"));
  return Object.fromEntries(own);
}

/**
 * A port that nobody listens on: chosen beforehand, so that a restart gets the same one, and below
 * those that the system gives to connections.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 10240 + Math.floor(Math.random() * 22528);
    const server = net.createServer().listen(port, "127.0.0.1");
    const found = await once(server, "listening").catch(() => undefined);
    if (!found) continue;
    server.close();
    await once(server, "close");
    return port;
  }
}

export class Server {
  /** What `import` said, one line for each file and each problem. */
  readonly imported: string;
  /** What the program wrote to its log, over all its lives. */
  log = "";
  private child: ChildProcess | undefined;
  private hostAddress = "";
  private readonly dieToo = () => void this.child?.kill("SIGKILL");

  private constructor(
    readonly dir: string,
    readonly port: number,
    private readonly args: string[],
    files: string[],
    private readonly program: string,
  ) {
    this.imported = files.length > 0 ? this.run(...args, "import", ...files) : "";
    process.once("exit", this.dieToo);
  }

  /**
   * Imports the files, and starts the program with these further arguments, on that port where one is named: by itself for this
   * machine alone.
   */
  static async start(files: string[] = [], args: string[] = [], port?: number, program = named()): Promise<Server> {
    // A short name: the private Redis listens on a Unix socket, whose address may not be long.
    const dir = mkdtempSync(path.join(os.tmpdir(), "quizrain-e2e-"));
    const server = new Server(dir, port ?? (await freePort()), args, files, program);
    await server.launch();
    return server;
  }

  /** The players' address, without a slash at the end. */
  get url(): string {
    const scheme = this.args.includes("--tls-cert") ? "https" : "http";
    return `${scheme}://127.0.0.1:${this.port}`;
  }

  /** The host's address, with the key in its fragment. */
  get hostUrl(): string {
    return this.hostAddress;
  }

  get hostKey(): string {
    return readFileSync(path.join(this.dir, "host-key"), "utf8").trim();
  }

  /** `kill -9`, without a word to anybody. */
  async kill(): Promise<void> {
    await this.end("SIGKILL");
  }

  /** SIGTERM: it brings its things in order, and ends. */
  async leave(): Promise<void> {
    await this.end("SIGTERM");
  }

  /** Stops its Redis, which answers nobody any more, until it is told to go on. */
  stallRedis(): () => void {
    const pids = [...this.log.matchAll(/private redis-server runs .*pid=(\d+)/g)];
    const pid = Number(pids.at(-1)?.[1]);
    if (!pid) throw new Error("the log names no private redis-server");
    process.kill(pid, "SIGSTOP");
    return () => process.kill(pid, "SIGCONT");
  }

  /** Starts it again on the same data and the same port. */
  async restart(): Promise<void> {
    await this.launch();
  }

  /** Ends the program and its Redis, and removes everything. */
  async stop(): Promise<void> {
    const gone = this.end("SIGTERM");
    const late = after(PATIENCE_MS, "late", { ref: false });
    if ((await Promise.race([gone, late])) === "late") await this.end("SIGKILL");
    process.off("exit", this.dieToo);
    await this.endRedis();
    rmSync(this.dir, { recursive: true, force: true });
  }

  private run(...args: string[]): string {
    return execFileSync(this.program, ["--data-dir", this.dir, ...args], {
      env: environment(),
      encoding: "utf8",
      timeout: PATIENCE_MS,
      stdio: ["ignore", "pipe", "pipe"],
    });
  }

  private async launch(): Promise<void> {
    const listen = this.args.includes("--listen") ? [] : ["--listen", `127.0.0.1:${this.port}`];
    const child = spawn(this.program, ["--data-dir", this.dir, ...listen, ...this.args], {
      env: environment(),
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.child = child;
    child.stderr.setEncoding("utf8").on("data", (text: string) => (this.log += text));
    const lines = readline.createInterface({ input: child.stdout });
    this.hostAddress = await new Promise<string>((resolve, reject) => {
      lines.on("line", (line) => {
        const [, address] = /^\s*Host\s+(https?:\S+)/.exec(line) ?? [];
        if (address) resolve(address);
      });
      child.once("error", reject);
      child.once("exit", () => reject(new Error(`the program ended at its start:\n${this.log}`)));
      after(PATIENCE_MS, undefined, { ref: false }).then(() =>
        reject(new Error(`the program did not start:\n${this.log}`)),
      );
    });
    // Where it listens for others too, a host of this machine has an address that browsers trust.
    const own = [this.url, this.url.replace("127.0.0.1", "localhost")].map((url) => `${url}/host#key=`);
    if (!own.some((address) => this.hostAddress.startsWith(address))) {
      throw new Error(`the program sends hosts to ${this.hostAddress}`);
    }
  }

  private async end(signal: NodeJS.Signals): Promise<void> {
    const child = this.child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill(signal);
    await gone;
  }

  /** After `kill -9` without a restart, the private Redis may still run. */
  private async endRedis(): Promise<void> {
    await new Promise<void>((resolve) => {
      const redis = net.connect(path.join(this.dir, "redis", "redis.sock"));
      redis.on("error", () => {}).on("close", () => resolve());
      redis.end("SHUTDOWN NOSAVE\r\n").resume();
    });
  }
}
