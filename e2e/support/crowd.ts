// Many more players, without pages: they speak the JSON that bots may speak, from one browser tab. And they speak the
// version before the newest, as pages do that were opened before an upgrade: beside ours, which speak the newest.
import type { Page } from "@playwright/test";

/** Names as people have them, long ones and right-to-left ones among them. */
export const NAMES = [
  "WWWWWWWWWWWWWWWWWWWW",
  "Maximiliane Müller-Ö",
  "李雷",
  "محمد",
  "Zoë",
  "<b>Bobby</b>",
  "たけし",
  "O’Brien & Sons",
  "fox_42",
  "Oluwaseun",
  "韩梅梅",
  "Jo",
];

/** A friendly dozen, for pictures. */
export const FRIENDS = "Amara Jonas 李雷 Sofía Tom 韩梅梅 Priya Zoë Kofi たけし Lena Ali".split(" ");

/**
 * Lets them in. Until the page closes, they answer every question, one so many milliseconds after the other; in a rain, the
 * first so many of them catch a packet each.
 */
export async function letIn(
  page: Page,
  pin: string,
  names: string[],
  catchers: number,
  beat = 90,
): Promise<void> {
  await page.evaluate(
    ([pin, names, catchers, beat]) => {
      const hex = (bytes: Uint8Array) =>
        [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
      names.forEach((nickname, i) => {
        const socket = new WebSocket(`ws://${location.host}/ws/player`, "quizrain.v1.json");
        const say = (frame: object) => socket.send(JSON.stringify(frame));
        let skew = 0;
        const answer = (round: number, { kind }: any) => {
          const choices = (kind.single ?? kind.multiple)?.choices.length ?? 2;
          const answer = hex(new Uint8Array([1 << (i * i) % choices]));
          setTimeout(() => say({ Answer: { round, answer } }), beat * i);
        };
        const heedStage = (now: any) => {
          const { Asking: asking, Rain: rain } = now.stage;
          if (now.stage === "Paced") {
            say({ Pace: { question: 0 } });
          } else if (asking) {
            const rounds = now.phase.played.reduce((sum: number, [, count]: number[]) => sum + count, 0);
            answer(rounds - 1, asking.question);
          } else if (rain && i < catchers) {
            const at = now.opens_ms + skew - Date.now() + 900 + 260 * i;
            setTimeout(() => say({ Tap: { rain: rain.rain, drop: 3 + i } }), at);
          }
        };
        const token = hex(crypto.getRandomValues(new Uint8Array(16)));
        const entropy = hex(crypto.getRandomValues(new Uint8Array(16)));
        socket.onopen = () => say({ Hello: { pin: Number(pin), token } });
        socket.onmessage = ({ data }) => {
          const frame = JSON.parse(data);
          if (frame.Welcome) {
            skew = Date.now() - frame.Welcome.now_ms;
            if (frame.Welcome.you) heedStage(frame.Welcome.stage);
            else say({ Join: { nickname, entropy } });
          }
          if (frame.Stage) heedStage(frame.Stage);
          if (frame.Paced?.stage) {
            const { round, stage } = frame.Paced;
            if (stage.Asking) answer(round, stage.Asking.question);
            else setTimeout(() => say({ Pace: { question: round + 1 } }), beat * i);
          }
        };
      });
    },
    [pin, names, catchers, beat] as [string, string[], number, number],
  );
}
