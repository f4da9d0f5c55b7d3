import {
  createBrowserHistory,
  createRootRoute,
  createRoute,
  createRouter,
  RouterProvider,
} from "@tanstack/react-router";
import { render, screen, waitFor } from "@testing-library/react";
import { useState } from "react";
import { expect, test, vi } from "vitest";
import { Dialog } from "./Dialog.tsx";

function Asking({ busy = false }: { busy?: boolean }) {
  const [open, setOpen] = useState(true);
  return (
    open && (
      <Dialog title="Delete doctor" busy={busy} onClose={() => setOpen(false)}>
        Are you sure?
      </Dialog>
    )
  );
}

function Doctor() {
  return (
    <>
      <Asking busy />
      <Asking />
      <Asking />
    </>
  );
}

test("Back closes the dialogs from the top before it leaves the screen, and no busy one", async () => {
  const root = createRootRoute();
  const list = createRoute({ getParentRoute: () => root, path: "/doctors", component: () => "Doctors" });
  const doctor = createRoute({ getParentRoute: () => root, path: "/doctors/1", component: Doctor });
  const history = createBrowserHistory();
  const router = createRouter({ routeTree: root.addChildren([list, doctor]), history });
  history.push("/doctors");
  render(<RouterProvider router={router} />);
  await screen.findByText("Doctors");
  history.push("/doctors/1");

  const dialogs = () => screen.queryAllByRole("dialog").length;
  await waitFor(() => expect(dialogs()).toBe(3));
  const pops = vi.fn();
  addEventListener("popstate", pops);
  for (const left of [2, 1, 1]) {
    pops.mockClear();
    window.history.back();
    // There, and back again.
    await waitFor(() => expect(pops).toHaveBeenCalledTimes(2));
    await waitFor(() => expect(dialogs()).toBe(left));
    expect(window.location.pathname).toBe("/doctors/1");
  }
  // What the product does itself, once the question is answered.
  history.go(-1);
  await screen.findByText("Doctors");
  expect(dialogs()).toBe(0);
});
