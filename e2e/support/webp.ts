// An animated WebP out of single ones, which browsers make: the container alone, in the words of its specification
// (https://developers.google.com/speed/webp/docs/riff_container).

/** What changes from one moment to the next: a part of the picture, as a WebP of its own, and how long it is shown. */
export interface Frame {
  /** Even numbers. */
  x: number;
  y: number;
  width: number;
  height: number;
  ms: number;
  image: Buffer;
}

const ALPHA = 0x10;
const ANIMATION = 0x02;

function chunk(name: string, ...parts: Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.write(name, "latin1");
  head.writeUInt32LE(body.length, 4);
  return Buffer.concat([head, body, Buffer.alloc(body.length % 2)]);
}

/** Numbers of 24 bits. */
function numbers(...all: number[]): Buffer {
  const bytes = Buffer.alloc(3 * all.length);
  all.forEach((number, index) => bytes.writeUIntLE(number, 3 * index, 3));
  return bytes;
}

/** The chunks of a single WebP that hold pixels. */
function pixels(image: Buffer): Buffer {
  const found: Buffer[] = [];
  for (let at = 12; at < image.length; ) {
    const end = at + 8 + image.readUInt32LE(at + 4);
    const whole = end + (end % 2);
    if (/^(ALPH|VP8 |VP8L)$/.test(image.toString("latin1", at, at + 4))) found.push(image.subarray(at, whole));
    at = whole;
  }
  return Buffer.concat(found);
}

/** One picture after the other, each over what the ones before it left, for ever. */
export function animate(width: number, height: number, frames: Frame[]): Buffer {
  const moments = frames.map(({ x, y, width, height, ms, image }) =>
    chunk("ANMF", numbers(x / 2, y / 2, width - 1, height - 1, ms), Buffer.of(0), pixels(image)),
  );
  return chunk(
    "RIFF",
    Buffer.from("WEBP", "latin1"),
    chunk("VP8X", Buffer.of(ALPHA | ANIMATION, 0, 0, 0), numbers(width - 1, height - 1)),
    chunk("ANIM", Buffer.alloc(6)),
    ...moments,
  );
}
