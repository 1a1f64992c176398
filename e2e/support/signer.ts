// The host's own system: whoever it vouches for is signed in.
import { generateKeyPairSync, sign } from "node:crypto";
import { mkdtempSync, writeFileSync } from "node:fs";
import os from "node:os";
import path from "node:path";

const ISSUER = "https://staff.example.org";
const { publicKey, privateKey } = generateKeyPairSync("ed25519");
const file = path.join(mkdtempSync(path.join(os.tmpdir(), "quizrain-keys-")), "staff.pem");
writeFileSync(file, publicKey.export({ type: "spki", format: "pem" }));

/** Options of a server that believes it. */
export const SIGNS_IN = ["--identity-key", file, "--identity-issuer", ISSUER, "--identity-audience", "quizrain"];

/** A token of this person that is good for so many seconds; below 0, ten minutes ago. */
export function token(subject: string, seconds = 600): string {
  const now = Math.floor(Date.now() / 1000) - (seconds > 0 ? 0 : 600);
  const claims = { iss: ISSUER, aud: "quizrain", sub: subject, iat: now, nbf: now, exp: now + Math.abs(seconds), name: "Anna" };
  const part = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  const signed = `${part({ alg: "EdDSA" })}.${part(claims)}`;
  return `${signed}.${sign(null, Buffer.from(signed), privateKey).toString("base64url")}`;
}
