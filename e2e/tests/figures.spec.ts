// What scripts/bench --pages makes of what it sees; it is no test itself, and says so where it saw nothing.
import { toRow } from "../pages/row";
import { read } from "../pages/rows/rain";
import { worst } from "../pages/rows/shifts";
import { table } from "../pages/table";
import { expect, test } from "../support/test";

const rounds = (...values: number[]) => ({ found: values.map((size) => ({ values: { size } })), problems: [] as string[] });

test("a goal is judged by medians, and by those of the older program where it is a ratio", () => {
  const judge = (goal: Parameters<typeof toRow>[2][0]["goal"], against?: ReturnType<typeof rounds>) =>
    toRow("P1", "a thing", [{ name: "size", unit: "KB", goal }], rounds(9, 1, 5), against);
  expect(judge({ most: 5 })).toMatchObject({ ours: 5, goal: "≤ 5 KB", met: true, rounds_ours: [9, 1, 5], against: null });
  expect(judge({ least: 6 }).met).toBe(false);
  expect(judge({ times: 2 }).met).toBe(null);
  expect(judge({ times: 2 }, rounds(2, 2.5))).toMatchObject({ against: 2.25, met: true });
});

test("what could not be measured is void, meets nothing and says why", () => {
  const figures = [{ name: "size", unit: "KB", goal: { most: 9 } }];
  const failed = { ...rounds(1), problems: ["round 2: the page is gone"] };
  const row = toRow("P1", "a thing", figures, failed, { found: [], problems: ["start: no such program"] });
  expect(row).toMatchObject({ ours: 1, met: null, void: "round 2: the page is gone", void_against: "start: no such program" });
  expect(toRow("P1", "a thing", figures, rounds()).void).toBe("no figure for size");
  const told = table([row]);
  for (const line of ["≤ 9 KB: void", "P1: void: round 2: the page is gone"]) expect(told).toContain(line);
});

test("script of a trace belongs to the frame that it delays, and is counted once", () => {
  const event = (name: string, at: number, ms?: number, more = {}) =>
    ({ name, ph: ms === undefined ? "I" : "X", pid: 7, tid: 1, ts: at * 1000, dur: ms && ms * 1000, args: {}, ...more });
  const frames = [{ url: "http://localhost:1/play/1", processId: 7 }];
  const trace = [
    event("TracingStartedInBrowser", 0, undefined, { pid: 1, args: { data: { frames } } }),
    event("thread_name", 0, undefined, { args: { name: "CrRendererMain" } }),
    ...[10, 20, 40].map((at) => event("DrawFrame", at, undefined, { tid: 2 })),
    event("FireAnimationFrame", 12, 5, { tdur: 4000 }),
    event("FunctionCall", 13, 2),
    event("FunctionCall", 17, 1),
    event("FunctionCall", 25, 3, { tid: 9 }),
    event("FireAnimationFrame", 30, 6),
    event("FireAnimationFrame", 41, 6),
  ];
  expect(read(trace, "http://localhost:1")).toEqual({ drawn: 2, script: [5, 6], seconds: 0.03 });
});

test("shifts that come soon after each other are one", () => {
  const shift = (at: number, value: number) => ({ at, value, moved: [] });
  expect(worst([])).toBe(0);
  expect(worst([shift(0, 1), shift(900, 1), shift(2_000, 1.5)])).toBe(2);
  expect(worst([0, 900, 1_800, 2_700, 3_600, 4_500, 5_400].map((at) => shift(at, 1)))).toBe(6);
});
