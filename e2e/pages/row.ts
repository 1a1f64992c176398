// What a row is: which figures it has, what is asked of them, and what came of it. Pure.

/** What is asked of a figure. */
export type Goal =
  | { most: number }
  | { least: number }
  /** So many times the older program's, at least. */
  | { times: number };

export interface Figure {
  name: string;
  unit: string;
  goal?: Goal;
}

/** What one round saw. */
export interface Found {
  /** By the names of the figures. */
  values: Record<string, number>;
  /** What people may want to know beside them. */
  notes?: string[];
}

/** The rounds of one program. */
export interface Rounds {
  found: Found[];
  /** Why there are not as many as there should be. */
  problems: string[];
}

/** A figure with what came of it, as it is kept in JSON. */
export interface Told {
  name: string;
  ours: number | null;
  against: number | null;
  unit: string;
  ratio: number | null;
  goal: string;
  met: boolean | null;
  rounds_ours: number[];
  rounds_against: number[];
}

/** A row of docs/benchmarks.json; its own figures are those of the first. */
export interface Row extends Omit<Told, "name"> {
  id: string;
  /** One player's browser. */
  n: 1;
  what: string;
  void?: string;
  void_against?: string;
  /** Of which run it is, where that is not its file's. */
  measured?: string;
  figures: Told[];
  notes: string[];
}

/** The middle value; of two middle ones, their mean. */
export function median(values: number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/** The smallest value that `share` of all (0 to 1) do not exceed. */
export function percentile(values: number[], share: number): number {
  if (values.length === 0) throw new Error("nothing was seen of which there could be a percentile");
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.max(1, Math.ceil(sorted.length * share)) - 1];
}

function said(goal: Goal | undefined, unit: string): string {
  if (!goal) return "";
  if ("times" in goal) return `≥ ${goal.times} ×`;
  const [sign, bound] = "most" in goal ? ["≤", goal.most] : ["≥", goal.least];
  return `${sign} ${bound} ${unit}`.trim();
}

function isMet(goal: Goal | undefined, ours: number | null, ratio: number | null): boolean | null {
  if (!goal) return null;
  if ("times" in goal) return ratio === null ? null : ratio >= goal.times;
  if (ours === null) return null;
  return "most" in goal ? ours <= goal.most : ours >= goal.least;
}

function judge(figure: Figure, ours: Rounds, against: Rounds | undefined): Told {
  const { name, unit, goal } = figure;
  const of = (rounds: Rounds | undefined) =>
    (rounds?.found ?? []).map(({ values }) => values[name]).filter((value) => value !== undefined);
  const [mine, other] = [of(ours), of(against)];
  const [our, theirs] = [median(mine), median(other)];
  const ratio = our !== null && theirs !== null && theirs > 0 ? our / theirs : null;
  const met = isMet(goal, our, ratio);
  return { name, ours: our, against: theirs, unit, ratio, goal: said(goal, unit), met, rounds_ours: mine, rounds_against: other };
}

/** A row of these rounds. It is void where a round of ours is missing, and meets nothing then. */
export function toRow(id: string, what: string, figures: Figure[], ours: Rounds, against?: Rounds): Row {
  const all = figures.map((figure) => judge(figure, ours, against));
  const problems = [...new Set(ours.problems)];
  const missing = all.filter((figure) => figure.ours === null).map(({ name }) => `no figure for ${name}`);
  if (problems.length === 0) problems.push(...missing);
  if (problems.length > 0) all.forEach((figure) => (figure.met = null));
  const { name: _, ...first } = all[0];
  const asked = all.map(({ met }) => met).filter((met) => met !== null);
  const row: Row = {
    id,
    n: 1,
    what,
    ...first,
    met: asked.length === 0 ? null : asked.every(Boolean),
    figures: all,
    notes: [...new Set(ours.found.flatMap(({ notes }) => notes ?? []))],
  };
  if (problems.length > 0) row.void = problems.join("; ");
  if (against && against.problems.length > 0) row.void_against = [...new Set(against.problems)].join("; ");
  return row;
}
