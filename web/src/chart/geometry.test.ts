import { spansBetween, stepFor } from "@rounds/domain/calendar/spans.ts";
import { describe, expect, test } from "vitest";
import { dayTicks, spanTicks } from "./line/day-ticks.ts";
import { peaks } from "./line/peaks.ts";
import { layPoints, moveInPoints, pointsWithFigures } from "./line/points.ts";
import { describeSpans, spanName } from "./line/span-names.ts";
import { markLook } from "./mark-look.ts";
import { isLabelled, shares, spread } from "./pie/shares.ts";
import { tickText, valueTicks } from "./ticks.ts";

describe("the axis of values", () => {
  test.each([
    [0, [0, 1]],
    [0.5, [0, 1]],
    [1, [0, 1]],
    [3, [0, 1, 2, 3]],
    [7, [0, 2, 4, 6, 8]],
    [120450, [0, 50000, 100000, 150000]],
    [600, [0, 200, 400, 600]],
    [9_345_000_000, [0, 5_000_000_000, 10_000_000_000]],
  ])("for at most %s marks %j", (highest, marked) => {
    expect(valueTicks(highest)).toEqual(marked);
  });

  test.each([
    [0, "₹0"],
    [500, "₹500"],
    [2500, "₹2.5K"],
    [50_000, "₹50K"],
    [100_000, "₹1L"],
    [1_250_000, "₹12.5L"],
    [20_000_000, "₹2Cr"],
    [50_000_000_000, "₹5,000Cr"],
  ])("%s rupees are %s", (value, text) => {
    expect(tickText(value, "rupees")).toBe(text);
  });

  test("units carry Indian grouping", () => {
    expect(tickText(150_000, "units")).toBe("1,50,000");
  });
});

describe("the axis of days", () => {
  const words = (from: string, to: string, width: number) =>
    dayTicks(from, to, width).map(({ text, below }) => (below ? `${text}/${below}` : text));

  test("every day of a week on a phone, with the month where it begins", () => {
    expect(words("2026-10-29", "2026-11-04", 290)).toEqual(["29/Oct", "30", "31", "1/Nov", "2", "3", "4"]);
  });

  test("weeks of a month, months of a year, years of seven years", () => {
    expect(words("2026-10-23", "2026-11-21", 290)).toEqual(["23/Oct", "30", "6/Nov", "13", "20"]);
    expect(words("2025-11-22", "2026-11-21", 290)).toEqual(["Jan/2026", "Mar", "May", "Jul", "Sep", "Nov"]);
    expect(words("2020-01-01", "2026-11-21", 300)).toEqual([
      "2020",
      "2021",
      "2022",
      "2023",
      "2024",
      "2025",
      "2026",
    ]);
    expect(words("1900-01-01", "2999-12-31", 300)).toEqual(["2000", "2200", "2400", "2600", "2800"]);
  });

  test("each mark is at its day", () => {
    expect(dayTicks("2023-12-15", "2024-04-02", 164)).toEqual([
      { index: 17, text: "Jan", below: "2024" },
      { index: 48, text: "Feb" },
      { index: 77, text: "Mar" },
      { index: 108, text: "Apr" },
    ]);
    expect(dayTicks("2026-11-21", "2026-11-21", 10)).toEqual([{ index: 0, text: "21", below: "Nov" }]);
  });

  test("a range always has marks, and never crowded ones, however long it is", () => {
    for (const years of [0, 1, 3, 8, 30, 120, 900]) {
      for (const width of [100, 290, 700, 1100]) {
        const ticks = dayTicks("2020-01-15", `${2020 + years}-11-21`, width);
        expect(ticks.length).toBeGreaterThan(0);
        expect(ticks.length * 36).toBeLessThanOrEqual(Math.max(width, 82));
      }
    }
  });
});

describe("peaks", () => {
  test("with enough room, all are drawn", () => {
    expect(peaks([5, 0, 3], 3)).toEqual([0, 1, 2]);
  });

  test("keeps every peak, and the middle of level stretches", () => {
    const values = new Array(2500).fill(0);
    values[1234] = 9;
    values[2499] = 1;
    const drawn = peaks(values, 50);
    expect(drawn).toHaveLength(50);
    expect(drawn).toContain(1234);
    expect(drawn).toContain(2499);
    expect(drawn[0]).toBe(24);
    expect([...drawn].sort((a, b) => a - b)).toEqual(drawn);
  });
});

describe("shares", () => {
  test("fill the ring in order, without values that are not above zero", () => {
    const slices = shares([50, 0, 25, -5, 25]);
    expect(slices.map(({ index, part }) => [index, part])).toEqual([
      [0, 0.5],
      [2, 0.25],
      [4, 0.25],
    ]);
    expect(slices[0]?.start).toBe(0);
    expect(slices[1]?.start).toBeCloseTo(Math.PI);
    expect(slices.at(-1)?.end).toBeCloseTo(2 * Math.PI);
    expect(shares([0, 0])).toEqual([]);
  });

  test("the thinnest slice is visible", () => {
    const [, tiny] = shares([1_000_000, 1]);
    expect((tiny?.end ?? 0) - (tiny?.start ?? 0)).toBeGreaterThan(0.03);
  });

  test("only slices above the given share have a label", () => {
    const [half, five, more] = shares([89.9, 5, 5.1]);
    expect([half, five, more].map((slice) => slice && isLabelled(slice, 5))).toEqual([true, false, true]);
    expect(five && isLabelled(five, 0)).toBe(true);
  });

  test("labels of thin slices move apart and keep their order", () => {
    const angles = spread([3, 6.2, 6.22, 6.25, 6.27]);
    for (let index = 1; index < angles.length; index += 1) {
      expect((angles[index] ?? 0) - (angles[index - 1] ?? 0)).toBeGreaterThan(0.17);
    }
    expect((angles[0] ?? 0) + 2 * Math.PI - (angles.at(-1) ?? 0)).toBeGreaterThan(0.17);
    expect(spread([1, 3])).toEqual([1, 3]);
    expect(spread([])).toEqual([]);
  });
});

test("ten marks look different, and so do all neighbours in a ring of up to nine", () => {
  const looks = Array.from({ length: 10 }, (_, place) => markLook(place));
  expect(new Set(looks.map((look) => JSON.stringify(look))).size).toBe(10);
  for (let size = 2; size <= 9; size += 1) {
    for (let place = 0; place < size; place += 1) {
      expect(looks[place]?.color).not.toBe(looks[(place + 1) % size]?.color);
    }
  }
});

describe("the axis of weeks and months", () => {
  const words = (from: string, to: string, width: number) => {
    const step = stepFor(from, to);
    return spanTicks(spansBetween(from, to, step), step, width).map(
      ({ index, text, below }) => `${index} ${below ? `${text}/${below}` : text}`,
    );
  };

  test("weeks are marked by their Mondays, even if the first one is partial", () => {
    expect(words("2025-09-03", "2025-11-20", 500)).toEqual([
      "0 1/Sep",
      "1 8",
      "2 15",
      "3 22",
      "4 29",
      "5 6/Oct",
      "6 13",
      "7 20",
      "8 27",
      "9 3/Nov",
      "10 10",
      "11 17",
    ]);
  });

  test("months are placed by number, however wide the chart is", () => {
    const ticks = words("2024-09-20", "2025-11-20", 1200);
    expect(ticks.slice(0, 5)).toEqual(["0 Sep/2024", "1 Oct", "2 Nov", "3 Dec", "4 Jan/2025"]);
    expect(ticks).toHaveLength(15);
  });
});

describe("points", () => {
  const sales = {
    key: "sales",
    label: "Sales",
    figures: [
      { from: "2026-11-20", value: 4, text: "4" },
      { from: "2026-12-01", value: 9, text: "9" },
    ],
  };
  const days = (from: string, to: string) => spansBetween(from, to, "day");

  test("missing figures are zero, and others are left out", () => {
    const points = layPoints([sales], days("2026-11-19", "2026-11-21"), "day", "units");
    expect([...(points.values[0] ?? [])]).toEqual([0, 4, 0]);
    expect(points.figureAt(0, 2)).toEqual({ from: "2026-11-21", value: 0, text: "0" });
    expect(points.figureAt(0, 1).text).toBe("4");
    expect(points.nameAt(1)).toBe("Nov 20, 2026");
    expect(layPoints([sales], [], "day", "units").count).toBe(1);
  });

  test("are listed from the newest, without those outside the range", () => {
    const held = (from: string, to: string) => pointsWithFigures([sales], days(from, to));
    expect(held("2026-11-01", "2026-11-30")).toEqual([19]);
    expect(held("2026-11-20", "2026-12-01")).toEqual([11, 0]);
  });

  test("the keyboard moves by point and between the lines", () => {
    const move = moveInPoints(2, { count: 100, step: "day" });
    expect(move("ArrowRight", 1)).toBe(3);
    expect(move("ArrowLeft", 1)).toBe(1);
    expect(move("PageDown", 0)).toBe(60);
    expect(move("PageDown", 181)).toBe(199);
    expect(move("Home", 181)).toBe(1);
    expect(move("End", 0)).toBe(198);
    expect(move("ArrowDown", 4)).toBe(5);
    expect(move("ArrowDown", 5)).toBe(5);
    expect(move("ArrowUp", 5)).toBe(4);
    expect(move("x", 5)).toBeUndefined();
    expect(moveInPoints(1, { count: 100, step: "week" })("PageDown", 0)).toBe(4);
  });

  test("name their unit, and partial spans", () => {
    const words = (from: string, to: string) => {
      const step = stepFor(from, to);
      const spans = spansBetween(from, to, step);
      return [
        describeSpans({ from, to, step }),
        ...[spans[0], spans[1]].map((span) => span && spanName(span, step)),
      ];
    };
    expect(words("2025-11-01", "2025-11-20")).toEqual(["per day", "Nov 01, 2025", "Nov 02, 2025"]);
    expect(words("2025-09-03", "2025-11-20")).toEqual([
      "per week, Monday to Sunday. The first has 5 days, the last 4 days.",
      "Sep 03, 2025 to Sep 07, 2025 (part of a week)",
      "Sep 08, 2025 to Sep 14, 2025",
    ]);
    expect(words("2024-09-01", "2025-11-01")).toEqual([
      "per month. The last has 1 day.",
      "September 2024",
      "October 2024",
    ]);
    expect(words("2025-09-01", "2025-11-30")[0]).toBe("per week, Monday to Sunday");
  });
});
