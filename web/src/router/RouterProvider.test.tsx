import { act, cleanup, screen } from "@testing-library/react";
import { type ReactNode, useEffect, useState } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openAt, title } from "../testing/open-router.tsx";
import { shownAtOnce } from "../testing/render-page.tsx";
import { useRouter, useShown } from "./RouterProvider.tsx";

beforeEach(() => void vi.stubGlobal("scrollTo", () => {}));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test("another record is another screen, where nothing stays of what was begun on the one before", async () => {
  const Doctor = () => {
    const { params } = useShown();
    const [begun] = useState(params.id);
    return <h1>{`${params.id}, begun on ${begun}`}</h1>;
  };
  const { go } = await openAt([{ path: "/doctors/$id", screen: shownAtOnce(Doctor) }], "/doctors/a");
  await go("/doctors/b");
  expect(title()).toBe("b, begun on b");
  await go("/doctors/b", { search: { page: 2 } });
  expect(title()).toBe("b, begun on b");
});

test("a frame stays while screens in it change, and other screens have none", async () => {
  const opened = vi.fn();
  function Frame({ children }: { children: ReactNode }) {
    useEffect(() => opened(), []);
    return <main>{children}</main>;
  }
  const { go } = await openAt(
    [
      { path: "/doctors", frame: Frame, screen: shownAtOnce(() => <h1>Doctors</h1>) },
      { path: "/visits", frame: Frame, screen: shownAtOnce(() => <h1>Visits</h1>) },
      { path: "/login", screen: shownAtOnce(() => <h1>Sign in</h1>) },
    ],
    "/doctors",
  );
  await go("/visits");
  expect(title()).toBe("Visits");
  expect(opened).toHaveBeenCalledOnce();
  await go("/login");
  expect(screen.queryByRole("main")).toBeNull();
  await go("/doctors");
  expect(opened).toHaveBeenCalledTimes(2);
});

test("a screen that crashed is shown again on request or at another address, inside its frame", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  let isBroken = true;
  const read = vi.fn();
  const Broken = () => {
    const { params } = useShown();
    if (isBroken) throw new Error("No such thing.");
    return <h1>{params.id}</h1>;
  };
  const Frame = ({ children }: { children: ReactNode }) => <main>{children}</main>;
  const { go } = await openAt(
    [{ path: "/doctors/$id", frame: Frame, read, screen: shownAtOnce(Broken) }],
    "/doctors/7",
  );
  const retry = () => screen.getByRole("main").querySelector("button");
  expect(retry()).not.toBeNull();
  isBroken = false;
  await act(async () => retry()?.click());
  expect([title(), read.mock.calls.length]).toEqual(["7", 2]);
  isBroken = true;
  await go("/doctors/8");
  expect(retry()).not.toBeNull();
  isBroken = false;
  await go("/doctors/9");
  expect(title()).toBe("9");
});

test("what surrounds every screen can crash too", async () => {
  vi.spyOn(console, "error").mockImplementation(() => {});
  const Frame = () => {
    useRouter();
    throw new Error("No such frame.");
  };
  await openAt([{ path: "/", frame: Frame, screen: shownAtOnce(() => null) }], "/");
  expect(screen.getByRole("button", { name: "Retry" })).toBeTruthy();
});
