// A hand on the wire of one page, with the real server behind it: what servers say on bad days that come to no order,
// said to this page alone.
import type { Page, WebSocketRoute } from "@playwright/test";

/** What a frame and a state begin with: docs/schema/golden.txt has their bytes. */
const PRESENT = 4;
const PACKET = 6;
const MOVE_ON = 11;
const VOID = 6;

/** After the number that begins at a place. */
function pastNumber(bytes: Buffer, at: number): number {
  while (bytes[at] & 0x80) at += 1;
  return at + 1;
}

export class Relay {
  /** How many sockets the page has opened. */
  sockets = 0;
  /** How often the page has shown a receipt. */
  presented = 0;
  private deaf = false;
  private page: WebSocketRoute | undefined;
  /** The newest packet, up to whether it is credited. */
  private packet: Buffer | undefined;
  private lost = false;

  /** Before the page opens its socket. */
  static async over(page: Page, path: string): Promise<Relay> {
    const relay = new Relay();
    await page.routeWebSocket(new RegExp(`${path}$`), (socket) => relay.connect(socket));
    return relay;
  }

  /** From now on, or until then, receipts do not arrive. */
  loseReceipts(deaf: boolean): void {
    this.deaf = deaf;
  }

  /** The packet that was caught is void, and nothing else is heard of it. */
  voidPacket(): void {
    if (!this.packet) throw new Error("no packet was caught");
    this.lost = true;
    this.page?.send(Buffer.concat([this.packet, Buffer.from([0, VOID, 0])]));
  }

  /** The server asks to leave within so long, 127 ms at most. */
  moveOn(withinMs: number): void {
    this.page?.send(Buffer.from([MOVE_ON, withinMs]));
  }

  /** The server closes, with a code. */
  async close(code: number): Promise<void> {
    await this.page?.close({ code });
  }

  private connect(socket: WebSocketRoute): void {
    this.sockets += 1;
    this.page = socket;
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      const presents = Buffer.isBuffer(message) && message[0] === PRESENT;
      if (presents) this.presented += 1;
      if (!(presents && this.deaf)) server.send(message);
    });
    server.onMessage((message) => {
      if (Buffer.isBuffer(message) && message[0] === PACKET) {
        if (this.lost) return;
        // The rain's 8 bytes, the packet's number, its amount, and the currency after its length.
        const currency = pastNumber(message, pastNumber(message, 9));
        this.packet = message.subarray(0, currency + 1 + message[currency]);
      }
      socket.send(message);
    });
  }
}
