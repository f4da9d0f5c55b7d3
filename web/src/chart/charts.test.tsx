import { spansBetween } from "@rounds/domain/calendar/spans.ts";
import { createEvent, fireEvent, screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { describe, expect, test, vi } from "vitest";
import { renderPage } from "../testing/render-page.tsx";
import { BarChart } from "./bar/BarChart.tsx";
import type { Figure, SpanSeries } from "./figures.ts";
import { LineChart } from "./line/LineChart.tsx";
import { PieChart } from "./pie/PieChart.tsx";

const headings = { name: "Doctor", value: "Sales" };
const figures: Figure[] = [
  { key: "a", label: "Dr. Asha Rao", value: 600, text: "₹600.00", target: { to: "/sales/a" } },
  { key: "b", label: "Dr. Ravi Iyer", value: 360, text: "₹360.00", target: { to: "/sales/b" } },
  { key: "c", label: "Dr. Meera Nair", value: 40, text: "₹40.00" },
];
const days = (from: string, to: string) => spansBetween(from, to, "day");
const tooltip = () => document.querySelector("[data-chart-tooltip]")?.textContent;
const focused = () => document.activeElement?.getAttribute("aria-label");

describe.each(["vertical", "horizontal"] as const)("%s bars", (direction) => {
  const bars = (
    <BarChart label="Top Doctors" headings={headings} figures={figures} unit="rupees" direction={direction} />
  );

  test("are links with name and figure", async () => {
    await renderPage(bars);
    const chart = within(screen.getByRole("group", { name: "Top Doctors, bar chart" }));
    expect(chart.getAllByRole("link").map((link) => link.getAttribute("aria-label"))).toEqual([
      "Dr. Asha Rao: ₹600.00",
      "Dr. Ravi Iyer: ₹360.00",
    ]);
    expect(chart.getByRole("img", { name: "Dr. Meera Nair: ₹40.00" })).toBeTruthy();
  });

  test("take one tab stop, move by arrow keys, and open by Enter", async () => {
    const router = await renderPage(bars);
    await userEvent.tab();
    expect(focused()).toBe("Dr. Asha Rao: ₹600.00");
    expect(tooltip()).toBe("Dr. Asha Rao₹600.00");
    await userEvent.keyboard("{End}");
    expect(focused()).toBe("Dr. Meera Nair: ₹40.00");
    await userEvent.keyboard("{ArrowRight}{ArrowLeft}");
    expect(focused()).toBe("Dr. Ravi Iyer: ₹360.00");
    await userEvent.keyboard("{Escape}");
    expect(tooltip()).toBeUndefined();
    await userEvent.tab();
    expect(document.activeElement?.textContent).toBe("Show figures as a table");
    await userEvent.tab({ shift: true });
    expect(focused()).toBe("Dr. Ravi Iyer: ₹360.00");
    await userEvent.keyboard("{Enter}");
    await vi.waitFor(() => expect(router.location.pathname).toBe("/sales/b"));
  });

  test("a finger's first tap shows the tooltip with its link, the second one opens it", async () => {
    const router = await renderPage(bars);
    const bar = () => screen.getByRole("link", { name: "Dr. Asha Rao: ₹600.00" });
    const tap = () => {
      fireEvent.pointerDown(bar(), { pointerType: "touch" });
      fireEvent.click(bar());
    };
    tap();
    expect(tooltip()).toBe("Dr. Asha Rao₹600.00Open");
    expect(screen.getByRole("link", { name: "Open Dr. Asha Rao" }).getAttribute("href")).toBe("/sales/a");
    fireEvent.pointerDown(document.body, { pointerType: "touch" });
    expect(tooltip()).toBeUndefined();
    expect(router.location.pathname).toBe("/");
    tap();
    tap();
    await vi.waitFor(() => expect(router.location.pathname).toBe("/sales/a"));
  });
});

test("a click opens the mark under the pointer, and the middle button and Ctrl are left to the browser", async () => {
  const router = await renderPage(
    <BarChart label="Top Doctors" headings={headings} figures={figures} unit="rupees" />,
  );
  const bar = screen.getByRole("link", { name: "Dr. Asha Rao: ₹600.00" });
  expect(bar.getAttribute("href")).toBe("/sales/a");
  const withCtrl = createEvent.click(bar, { ctrlKey: true });
  fireEvent(bar, withCtrl);
  expect(withCtrl.defaultPrevented).toBe(false);
  expect(router.location.pathname).toBe("/");
  fireEvent.pointerEnter(bar, { pointerType: "mouse" });
  expect(tooltip()).toBe("Dr. Asha Rao₹600.00");
  fireEvent.click(bar);
  await vi.waitFor(() => expect(router.location.pathname).toBe("/sales/a"));
});

test("without figures there are only axes", async () => {
  await renderPage(<BarChart label="Nothing" headings={headings} figures={[]} unit="rupees" />);
  const chart = screen.getByRole("group", { name: "Nothing, bar chart" });
  expect([...chart.querySelectorAll("svg text")].map((text) => text.textContent)).toEqual(["₹0", "₹1"]);
  // The lines of the axis have no fill.
  expect(chart.querySelectorAll("path[fill], li, a")).toHaveLength(0);
  expect(chart.innerHTML).not.toMatch(/NaN|Infinity/);
});

test("shows the table of the same figures on request", async () => {
  await renderPage(<BarChart label="Top Doctors" headings={headings} figures={figures} unit="rupees" />);
  expect(screen.queryByRole("table")).toBeNull();
  await userEvent.click(screen.getByRole("button", { name: "Show figures as a table", expanded: false }));
  const table = within(screen.getByRole("table", { name: "Top Doctors" }));
  expect(table.getAllByRole("row").map((row) => row.textContent)).toEqual([
    "DoctorSales",
    "Dr. Asha Rao₹600.00",
    "Dr. Ravi Iyer₹360.00",
    "Dr. Meera Nair₹40.00",
  ]);
  expect(table.getByRole("link", { name: "Dr. Asha Rao" }).getAttribute("href")).toBe("/sales/a");
});

describe("a pie", () => {
  const labels = () => [...document.querySelectorAll("svg text")].map((text) => text.textContent);

  test("has a legend of links with figure and share, and labels by its rule", async () => {
    await renderPage(<PieChart label="Shares" headings={headings} figures={figures} />);
    const chart = within(screen.getByRole("group", { name: "Shares, pie chart" }));
    expect(chart.getAllByRole("listitem").map((item) => item.textContent)).toEqual([
      "Dr. Asha Rao ₹600.00 60%",
      "Dr. Ravi Iyer ₹360.00 36%",
      "Dr. Meera Nair ₹40.00 4%",
    ]);
    expect(chart.getByRole("link", { name: "Dr. Asha Rao: ₹600.00, 60%" }).getAttribute("href")).toBe(
      "/sales/a",
    );
    expect(labels()).toEqual(["60%", "36%", "4%"]);
  });

  test("labels only slices over 5% if asked to, and shows the sum in its middle", async () => {
    await renderPage(
      <PieChart label="Shares" headings={headings} figures={figures} labelsOver={5} total="₹1,000.00" />,
    );
    expect(labels()).toEqual(["60%", "36%", "Total", "₹1,000.00"]);
  });

  test("says if it shows only part of a whole, with the share of the whole", async () => {
    await renderPage(
      <PieChart
        label="Shares"
        headings={headings}
        figures={figures}
        total="₹1,000.00"
        totalLabel="These three"
        among={{ these: "of these three", whole: 10_000, all: "of all sales" }}
      />,
    );
    expect(labels()).toEqual(["60%", "36%", "4%", "These three", "₹1,000.00"]);
    expect(
      screen.getByRole("link", { name: "Dr. Asha Rao: ₹600.00, 6% of all sales, 60% of these three" }),
    ).toBeTruthy();
    expect(screen.getAllByRole("listitem")[2]?.textContent).toBe(
      "Dr. Meera Nair ₹40.00 – 0.4% of all sales 4%",
    );
    await userEvent.click(screen.getByRole("button", { name: "Show figures as a table" }));
    expect(screen.getAllByRole("row").map((row) => row.textContent)).toEqual([
      "DoctorSalesShare of these threeShare of all sales",
      "Dr. Asha Rao₹600.0060%6%",
      "Dr. Ravi Iyer₹360.0036%3.6%",
      "Dr. Meera Nair₹40.004%0.4%",
    ]);
  });

  test("has bars in its legend, to the scale of the largest figure", async () => {
    await renderPage(<PieChart label="Shares" headings={headings} figures={figures} />);
    const widths = [...document.querySelectorAll<HTMLElement>("li [style]")].map(({ style }) => style.width);
    expect(widths.map((width) => Number.parseFloat(width).toFixed(1))).toEqual(["100.0", "60.0", "6.7"]);
  });

  test("the keyboard moves in its legend, and a slice links to the same list as its name", async () => {
    const router = await renderPage(<PieChart label="Shares" headings={headings} figures={figures} />);
    await userEvent.tab();
    await userEvent.keyboard("{ArrowDown}");
    expect(focused()).toBe("Dr. Ravi Iyer: ₹360.00, 36%");
    expect(tooltip()).toBe("Dr. Ravi Iyer₹360.00 · 36%");
    const slices = document.querySelectorAll("svg a");
    expect(slices).toHaveLength(3);
    await userEvent.hover(slices[0] as Element);
    expect(tooltip()).toBe("Dr. Asha Rao₹600.00 · 60%");
    await userEvent.click(slices[0] as Element);
    await vi.waitFor(() => expect(router.location.pathname).toBe("/sales/a"));
  });
});

describe("lines", () => {
  const series: SpanSeries[] = [
    {
      key: "purchases",
      label: "Purchases",
      figures: [{ from: "2026-11-19", value: 100, text: "100", target: { to: "/stock/19" } }],
    },
    {
      key: "sales",
      label: "Sales",
      figures: [
        { from: "2026-11-19", value: 7, text: "7", target: { to: "/sales/19" } },
        { from: "2026-11-21", value: 12, text: "12", target: { to: "/sales/21" } },
      ],
    },
  ];
  const lines = (
    <LineChart
      label="Movement"
      unit="units"
      step="day"
      spans={days("2026-11-15", "2026-11-21")}
      series={series}
    />
  );

  test("begin at the last day, move by day and between the lines, and open by Enter", async () => {
    const router = await renderPage(lines);
    await userEvent.tab();
    expect(focused()).toBe("Nov 21, 2026, Purchases: 0");
    await userEvent.keyboard("{ArrowDown}");
    expect(focused()).toBe("Nov 21, 2026, Sales: 12");
    await userEvent.keyboard("{ArrowLeft}{ArrowLeft}");
    expect(focused()).toBe("Nov 19, 2026, Sales: 7");
    expect(tooltip()).toBe("Nov 19, 2026Purchases100Sales7");
    await userEvent.keyboard("{Home}");
    expect(focused()).toBe("Nov 15, 2026, Sales: 0");
    await userEvent.keyboard("{End}{ArrowLeft}{ArrowLeft}{ArrowUp}{Enter}");
    await vi.waitFor(() => expect(router.location.pathname).toBe("/stock/19"));
  });

  test("list the days with figures, newest first, each figure with its link", async () => {
    await renderPage(lines);
    await userEvent.click(screen.getByRole("button", { name: "Show figures as a table" }));
    expect(screen.getAllByRole("row").map((row) => row.textContent)).toEqual([
      "DayPurchasesSales",
      "Nov 21, 2026012",
      "Nov 19, 20261007",
    ]);
    expect(screen.getByRole("link", { name: "12" }).getAttribute("href")).toBe("/sales/21");
  });

  test("of amounts have an axis in rupees, and days without one say ₹0.00", async () => {
    const figures = [{ from: "2026-11-20", value: 150_000, text: "₹1,50,000.00" }];
    await renderPage(
      <LineChart
        label="Revenue"
        unit="rupees"
        step="day"
        spans={days("2026-11-19", "2026-11-21")}
        series={[{ key: "revenue", label: "Revenue", figures }]}
      />,
    );
    expect([...document.querySelectorAll("svg text")].map((text) => text.textContent)).toContain("₹1.5L");
    await userEvent.tab();
    expect(focused()).toBe("Nov 21, 2026, Revenue: ₹0.00");
    await userEvent.keyboard("{ArrowLeft}");
    expect(focused()).toBe("Nov 20, 2026, Revenue: ₹1,50,000.00");
  });

  test("the tap that shows the tooltip under the finger does not open its link, the next one does", async () => {
    const router = await renderPage(lines);
    const plot = document.querySelector("a.touch-pan-y") as Element;
    fireEvent.pointerDown(plot, { pointerType: "touch", clientX: 400, clientY: 20 });
    const link = () => screen.getByRole("link", { name: "Open Purchases, Nov 19, 2026" });
    fireEvent.click(link());
    expect(router.location.pathname).toBe("/");
    fireEvent.pointerDown(link(), { pointerType: "touch" });
    fireEvent.click(link());
    await vi.waitFor(() => expect(router.location.pathname).toBe("/stock/19"));
  });

  test("2,500 days are drawn with fewer points, but every day keeps its figure", async () => {
    const day = { from: "2022-02-02", value: 3, text: "3" };
    await renderPage(
      <LineChart
        label="Movement"
        unit="units"
        step="day"
        spans={days("2020-01-01", "2026-11-04")}
        series={[{ key: "sales", label: "Sales", figures: [day] }]}
      />,
    );
    expect(screen.getByText(/^Each point: the highest of \d+ days$/)).toBeTruthy();
    const drawn = document.querySelector("path[stroke='var(--chart-1)'][fill='none']:not([d^='M0 6'])");
    expect(drawn?.getAttribute("d")?.split("L").length).toBeLessThan(150);
    await userEvent.tab();
    await userEvent.keyboard("{Home}{PageDown}{ArrowRight}");
    expect(focused()).toBe("Feb 01, 2020, Sales: 0");
  });

  test("a long table shows fifty rows, and more on request", async () => {
    const figures = Array.from({ length: 130 }, (_, index) => ({
      from: `2026-${String(1 + Math.floor(index / 28)).padStart(2, "0")}-${String(1 + (index % 28)).padStart(2, "0")}`,
      value: index,
      text: String(index),
    }));
    await renderPage(
      <LineChart
        label="Movement"
        unit="units"
        step="day"
        spans={days("2026-01-01", "2026-11-21")}
        series={[{ key: "sales", label: "Sales", figures }]}
      />,
    );
    await userEvent.click(screen.getByRole("button", { name: "Show figures as a table" }));
    expect(screen.getAllByRole("row")).toHaveLength(51);
    await userEvent.click(screen.getByRole("button", { name: "Show more rows" }));
    expect(screen.getByText("100 of 130 rows")).toBeTruthy();
    await userEvent.click(screen.getByRole("button", { name: "Show more rows" }));
    expect(screen.getAllByRole("row")).toHaveLength(131);
    expect(screen.queryByRole("button", { name: "Show more rows" })).toBeNull();
  });
});
