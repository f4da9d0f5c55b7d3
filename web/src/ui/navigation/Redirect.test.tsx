import { createMemoryHistory } from "@tanstack/history";
import { act, cleanup, render, screen } from "@testing-library/react";
import { Fragment, type ReactNode } from "react";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { RouterProvider } from "../../router/RouterProvider.tsx";
import { createRouter } from "../../router/router.ts";
import { shownAtOnce } from "../../testing/render-page.tsx";
import { Redirect } from "./Redirect.tsx";
import { useLeave } from "./useLeave.ts";

beforeEach(() => void vi.stubGlobal("scrollTo", () => {}));
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

/** A form, a list and a sign-in whose code arrives when the test says so. */
function prepare(start: string, frame: (props: { children: ReactNode }) => ReactNode = Fragment) {
  let arrive = () => {};
  const code = new Promise<void>((resolve) => {
    arrive = resolve;
  });
  let leave: ReturnType<typeof useLeave> = () => {};
  const Form = () => {
    leave = useLeave();
    return <h1>Form</h1>;
  };
  const SignIn = Object.assign(() => <h1>Sign in</h1>, { preload: () => code });
  const router = createRouter({
    routes: [
      { path: "/form", frame, screen: shownAtOnce(Form) },
      { path: "/list", frame, screen: shownAtOnce(() => <h1>List</h1>) },
      { path: "/login", screen: SignIn },
    ],
    root: Fragment,
    crashed: () => "Crashed",
    history: createMemoryHistory({ initialEntries: [start] }),
  });
  const visited: string[] = [];
  router.history.subscribe(() => visited.push(router.history.location.href));
  render(<RouterProvider router={router} />);
  const go = (to: string) => act(() => router.history.replace(to));
  return { go, visited, arrive, leaveForm: () => act(() => leave({ to: "/list" })) };
}

const findTitle = (name: string) => screen.findByRole("heading", { name });

test("a redirect arrives although another navigation came in between", async () => {
  const target = { to: "/login", search: { redirect: "/form" } };
  const { go, visited, arrive } = prepare("/form", () => <Redirect target={target} />);
  const signIn = "/login?redirect=%2Fform";
  await expect.poll(() => visited).toEqual([signIn]);
  go("/list");
  await expect.poll(() => visited).toEqual([signIn, "/list", signIn]);
  arrive();
  await findTitle("Sign in");
});

test("a form that was left leads nowhere once it is saved, one that is shown leads to its list", async () => {
  const { go, visited, arrive, leaveForm } = prepare("/form");
  await findTitle("Form");
  arrive();
  go("/login");
  await findTitle("Sign in");
  leaveForm();
  expect(visited).toEqual(["/login"]);
  go("/form");
  await findTitle("Form");
  leaveForm();
  await findTitle("List");
});
