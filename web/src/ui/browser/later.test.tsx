import { act, fireEvent, render, screen } from "@testing-library/react";
import { useLayoutEffect } from "react";
import { createRoot } from "react-dom/client";
import { expect, test, vi } from "vitest";
import { laterDialog } from "../dialog/later-dialog.tsx";
import { later, laterBeside, NotLoaded } from "./later.tsx";

const City = ({ city }: { city: string }) => <p>City: {city}</p>;

/** A part whose code fails to load as often as given, on a screen. */
function show(failures: number) {
  const load = vi.fn(async () => {
    if (load.mock.calls.length <= failures)
      throw new TypeError("Failed to fetch dynamically imported module");
    return City;
  });
  const Part = later(load, (_, away) => (away.failed ? <NotLoaded {...away} /> : <p>Waiting</p>));
  const screenAround = (
    <main>
      <h1>Visits</h1>
      <Part city="Pune" />
    </main>
  );
  return { load, Part, screenAround };
}

test("shows a part once its code is loaded", async () => {
  const { screenAround, load } = show(0);
  render(screenAround);
  expect(screen.getByText("Waiting")).toBeTruthy();
  expect(await screen.findByText("City: Pune")).toBeTruthy();
  expect(load).toHaveBeenCalledOnce();
});

test("a part beside what a screen shows is loaded once the browser is idle", async () => {
  const idle: (() => void)[] = [];
  vi.stubGlobal("requestIdleCallback", (run: () => void) => idle.push(run));
  try {
    const load = vi.fn(async () => City);
    const Part = laterBeside(load, () => <p>Waiting</p>);
    render(<Part city="Pune" />);
    await act(async () => {});
    expect(load).not.toHaveBeenCalled();
    expect(screen.getByText("Waiting")).toBeTruthy();
    for (const run of idle) run();
    expect(await screen.findByText("City: Pune")).toBeTruthy();
  } finally {
    vi.unstubAllGlobals();
  }
});

test("a part that can't be loaded leaves the screen as it is, and is loaded by Retry", async () => {
  const { screenAround } = show(2);
  render(screenAround);
  fireEvent.click(await screen.findByRole("button", { name: "Retry" }));
  expect(await screen.findByRole("button", { name: "Retrying..." })).toBeTruthy();
  fireEvent.click(await screen.findByRole("button", { name: "Retry" }));
  expect(await screen.findByText("City: Pune")).toBeTruthy();
  expect(screen.getByRole("heading", { name: "Visits" })).toBeTruthy();
});

test("is loaded as soon as the device reports a connection", async () => {
  const { screenAround } = show(1);
  render(screenAround);
  await screen.findByRole("button", { name: "Retry" });
  act(() => void dispatchEvent(new Event("online")));
  expect(await screen.findByText("City: Pune")).toBeTruthy();
});

test("is requested again by itself, as a connection that came and went is not reported", async () => {
  vi.useFakeTimers();
  try {
    const { screenAround, load } = show(2);
    const { unmount } = render(screenAround);
    for (let second = 0; second < 12; second++) await act(() => vi.advanceTimersByTimeAsync(1_000));
    expect(screen.getByText("City: Pune")).toBeTruthy();
    unmount();
    expect([load.mock.calls.length, vi.getTimerCount()]).toEqual([3, 0]);
  } finally {
    vi.useRealTimers();
  }
});

test("is shown at once if it was loaded before; loading it before never rejects", async () => {
  const { Part, screenAround, load } = show(1);
  await Part.preload();
  await Part.preload();
  await Part.preload();
  render(screenAround);
  expect(screen.getByText("City: Pune")).toBeTruthy();
  expect(load).toHaveBeenCalledTimes(2);
});

test("is shown too if its code comes between its rendering and its effects", async () => {
  const { Part, screenAround } = show(0);
  // Outside of `act`, React does the effects in a task of its own, as in a render that it divides.
  vi.stubGlobal("IS_REACT_ACT_ENVIRONMENT", false);
  function Beside() {
    useLayoutEffect(() => void Part.preload(), []);
    return null;
  }
  const root = createRoot(document.body.appendChild(document.createElement("div")));
  root.render([screenAround, <Beside key="beside" />]);
  await screen.findByText("City: Pune", {}, { timeout: 10_000 });
  root.unmount();
  vi.unstubAllGlobals();
});

test("a dialog that can't be loaded says so in its place, and can be closed", async () => {
  const onClose = vi.fn();
  const Missing = laterDialog<{ onClose: () => void }>(
    () => Promise.reject(new TypeError("Failed to fetch")),
    (props) => props.onClose,
  );
  render(<Missing onClose={onClose} />);
  expect(await screen.findByRole("alertdialog", { name: "Not loaded" })).toBeTruthy();
  expect(screen.getByText("This could not be loaded. Please check your connection.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  expect(onClose).toHaveBeenCalledOnce();
});
