// Rows for people, in a terminal. Pure.
import type { Row, Told } from "./row";

/** Three digits that count, as in the report. */
export function number(value: number | null): string {
  if (value === null) return "–";
  if (value === 0 || !Number.isFinite(value)) return String(value);
  const scale = 10 ** (2 - Math.floor(Math.log10(Math.abs(value))));
  return (Math.round(value * scale) / scale).toLocaleString("en", { maximumFractionDigits: 6 });
}

function spread(rounds: number[]): string {
  return rounds.length > 1 ? `${number(Math.min(...rounds))} to ${number(Math.max(...rounds))}` : "";
}

function verdict(row: Row, { met }: Told): string {
  if (row.void) return "void";
  return met === null ? "" : met ? "met" : "NOT MET";
}

/** How many columns a text takes. */
const wide = (text: string) => [...text].length;

export function table(rows: Row[]): string {
  const head = ["Row", "Figure", "Ours", "Spread", "Counterpart", "Unit", "Ratio", "Goal"];
  const lines = rows.flatMap((row) =>
    row.figures.map((figure) => [
      row.id,
      figure.name,
      number(figure.ours),
      spread(figure.rounds_ours),
      number(figure.against),
      figure.unit,
      number(figure.ratio),
      [figure.goal, verdict(row, figure)].filter(Boolean).join(": "),
    ]),
  );
  const widths = head.map((_, column) => Math.max(...[head, ...lines].map((line) => wide(line[column]))));
  const print = (line: string[]) =>
    line.map((text, column) => text + " ".repeat(widths[column] - wide(text))).join("  ").trimEnd();
  const notes = rows.flatMap((row) => [
    ...(row.void ? [`${row.id}: void: ${row.void}`] : []),
    ...(row.void_against ? [`${row.id}: no counterpart: ${row.void_against}`] : []),
    ...row.notes.map((note) => `${row.id}: ${note}`),
  ]);
  return [print(head), ...lines.map(print), "", ...notes].join("\n").trimEnd();
}
