import { fireEvent, screen } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { renderPage } from "../testing/render-page.tsx";
import { ChartCard } from "./ChartCard.tsx";
import { BarChart } from "./LazyCharts.tsx";

function card(props: Partial<Parameters<typeof ChartCard<number[]>>[0]> = {}) {
  return (
    <ChartCard
      title="Daily Sales"
      shape="bars"
      data={[1]}
      isEmpty={(data) => data.length === 0}
      emptyText="No sales data for this period"
      {...props}
    >
      {(data) => <p>{data.length} drawn</p>}
    </ChartCard>
  );
}

function failure(onRetry = () => {}) {
  return { error: new Error("down"), errorText: "The dashboard could not be loaded.", onRetry };
}

test("is a named region with its chart", async () => {
  await renderPage(card({ summary: "The last 10 days" }));
  expect(screen.getByRole("region", { name: "Daily Sales" }).textContent).toBe(
    "Daily SalesThe last 10 days1 drawn",
  );
});

test("shows that it is loading, that there is no data, and that loading failed", async () => {
  const onRetry = vi.fn();
  await renderPage(
    <>
      {card({ data: undefined })}
      {card({ data: [] })}
      {card({ data: undefined, failure: failure(onRetry) })}
    </>,
  );
  expect(screen.getByText("Loading Daily Sales")).toBeTruthy();
  expect(screen.getByText("No sales data for this period")).toBeTruthy();
  expect(screen.queryByText(/drawn/)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Retry: Daily Sales" }));
  expect(onRetry).toHaveBeenCalledOnce();
});

test("an old chart stays beside an error", async () => {
  await renderPage(card({ failure: failure() }));
  expect(screen.getByText("The dashboard could not be loaded.")).toBeTruthy();
  expect(screen.getByText("1 drawn")).toBeTruthy();
});

test("shows a skeleton until the chart's code is loaded", async () => {
  await renderPage(
    <BarChart
      label="Daily Sales"
      headings={{ name: "Day", value: "Sales" }}
      figures={[{ key: "a", label: "Nov 21, 2026", value: 5, text: "₹5.00" }]}
      unit="rupees"
    />,
  );
  expect(await screen.findByRole("img", { name: "Nov 21, 2026: ₹5.00" })).toBeTruthy();
});
