import { render, screen, waitFor } from "@testing-library/react";
import { Fragment, useState } from "react";
import { expect, test, vi } from "vitest";
import { RouterProvider } from "../../router/RouterProvider.tsx";
import { createRouter } from "../../router/router.ts";
import { shownAtOnce } from "../../testing/render-page.tsx";
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
  window.history.replaceState(null, "", "/doctors");
  const router = createRouter({
    routes: [
      { path: "/doctors", screen: shownAtOnce(() => "Doctors") },
      { path: "/doctors/$id", screen: shownAtOnce(Doctor) },
    ],
    root: Fragment,
    crashed: () => "Crashed",
  });
  const { history } = router;
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
