// A bad network between a phone and the server: a TCP proxy that can be cut, slowed down, go silent, or lead to another server.
import { once } from "node:events";
import net from "node:net";

export class Proxy {
  private readonly server = net.createServer((client) => this.accept(client));
  /** What is connected through to the server. */
  private readonly through = new Set<[net.Socket, net.Socket]>();
  /** What came during the silence and waits for its end. */
  private readonly waiting = new Set<net.Socket>();
  /** Connections of before the silence: dead, though neither end has been told. */
  private readonly dead = new Set<net.Socket>();
  private silent = false;
  /** How many ms bytes of new connections take, each way. */
  private lag = 0;

  private constructor(private target: number) {}

  static async start(target: number): Promise<Proxy> {
    const proxy = new Proxy(target);
    proxy.server.listen(0, "127.0.0.1");
    await once(proxy.server, "listening");
    return proxy;
  }

  /** What a phone in this network uses instead of the server's address. */
  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as net.AddressInfo).port}`;
  }

  /** Breaks every connection, so that both ends notice at once. New ones work. */
  cut(): void {
    for (const pair of this.through) pair.forEach((socket) => socket.destroy());
  }

  /** From now on nothing arrives, in neither direction, and nobody is told. */
  halfOpen(): void {
    this.silent = true;
    for (const [client, upstream] of this.through) {
      client.unpipe(upstream).pause();
      upstream.unpipe(client).pause();
      this.dead.add(client).add(upstream);
    }
    this.through.clear();
  }

  /** New connections work again. Those of before the silence stay dead, as they do in reality. */
  heal(): void {
    this.silent = false;
    for (const client of this.waiting) this.connect(client);
    this.waiting.clear();
  }

  /** From now on bytes of new connections take so many ms, each way. Those that are open stay as quick as they are. */
  slowDown(ms: number): void {
    this.lag = ms;
  }

  /** New connections lead to another port, as a balancer does it. Those that are open stay. */
  leadTo(target: number): void {
    this.target = target;
  }

  async stop(): Promise<void> {
    const gone = once(this.server, "close");
    this.server.close();
    this.cut();
    for (const socket of [...this.waiting, ...this.dead]) socket.destroy();
    await gone;
  }

  private accept(client: net.Socket): void {
    client.on("error", () => client.destroy());
    if (this.silent) {
      client.pause();
      this.waiting.add(client);
      client.once("close", () => this.waiting.delete(client));
    } else {
      this.connect(client);
    }
  }

  private connect(client: net.Socket): void {
    const upstream = net.connect(this.target, "127.0.0.1");
    const pair: [net.Socket, net.Socket] = [client, upstream];
    this.through.add(pair);
    for (const socket of pair) {
      socket.setNoDelay(true);
      socket.on("error", () => socket.destroy());
      socket.once("close", () => {
        this.through.delete(pair);
        this.dead.delete(socket);
        if (!this.dead.has(client) && !this.dead.has(upstream)) {
          pair.forEach((other) => other.destroy());
        }
      });
    }
    this.pass(client, upstream);
    this.pass(upstream, client);
    client.resume();
  }

  /** Lets bytes through, each as late as the next. */
  private pass(from: net.Socket, to: net.Socket): void {
    const { lag } = this;
    if (lag === 0) {
      from.pipe(to);
      return;
    }
    const late = (act: () => void) => setTimeout(() => !to.destroyed && act(), lag);
    from.on("data", (bytes) => late(() => to.write(bytes)));
    from.once("end", () => late(() => to.end()));
  }
}
