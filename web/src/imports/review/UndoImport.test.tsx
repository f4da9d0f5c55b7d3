// First: the session is read once.
import "../../testing/signed-in.ts";

import { notPermittedWords } from "@rounds/domain/account/permissions.ts";
import { importRoutes } from "@rounds/domain/imports/routes.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { prepareDenied, refusalOf } from "../../testing/denied.ts";
import { anImport, answerImports, aRow } from "../../testing/import-answers.ts";
import { prepareScreen } from "../../testing/render-screen.tsx";
import { anId } from "../../testing/rows.ts";

const undo_until = "2025-12-20T06:00:00.000Z";
const problem = { code: "not_permitted", message: "You may not delete doctors of others." };
const applied = aRow({ line: 2, outcome: "applied" });
const kept = aRow({ line: 3, outcome: "kept", problem });

type Screen = Pick<ReturnType<typeof prepareScreen>, "server" | "user"> & {
  open: (path: string) => Promise<unknown>;
};

/** An import with these rows, on its screen. */
async function openImport(
  values: Parameters<typeof anImport>[0],
  rows: Parameters<typeof aRow>[0][],
  { server, user, open }: Screen = prepareScreen(),
) {
  const state = anImport({ id: anId(), undo_until, ...values });
  answerImports(server, undefined, [{ state, rows: rows.map(aRow) }]);
  await open(`/data/import?id=${state.id}`);
  await screen.findByRole("link", { name: "Import another list" });
  return { server, user };
}

test("an Undo that is refused for good says why, and leaves the import as it is", async () => {
  const { server, user } = await openImport({ state: "applied" }, [applied]);
  const message = "An import can be undone for 30 days.";
  server.refuse(importRoutes.undo, "gone", { message });
  await user.click(screen.getByRole("button", { name: "Undo" }));
  const readings = server.asked(importRoutes.read).length;
  await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: "Undo" }));
  expect((await screen.findByRole("alert")).textContent).toBe(message);
  expect(screen.getByText("1 doctor imported.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: "Retry" })).toBeNull();
  await waitFor(() => expect(server.asked(importRoutes.read).length).toBeGreaterThan(readings));
});

test.each(["applied", "undone"] as const)(
  "an import that is %s says that its 30 days are over",
  async (state) => {
    // Half an hour before now.
    const over = { state, undo_until: "2025-11-20T06:00:00.000Z" };
    await openImport(over, [state === "applied" ? applied : kept]);
    expect(screen.getByText("Its 30 days are over: it can't be undone any more.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: /^Undo( the rest)?$/ })).toBeNull();
    expect(screen.queryByText(/until/)).toBeNull();
  },
);

test("rows that failed say why themselves", async () => {
  const failed = aRow({ line: 3, outcome: "failed", problem });
  await openImport({ state: "applied" }, [applied, failed]);
  expect(screen.getByText("1 doctor imported. 1 failed; its row says why.")).toBeTruthy();
});

test("rows that could not be undone say why themselves, and can be undone later", async () => {
  const { user } = await openImport({ state: "undone" }, [
    { ...applied, outcome: "undone" },
    kept,
    { ...kept, line: 4 },
  ]);
  expect(screen.getByText("1 row undone. 2 could not be undone; each row says why.")).toBeTruthy();
  expect(screen.getByText(/You can undo the rest until Dec 20, 2025/)).toBeTruthy();
  await user.click(screen.getByRole("button", { name: "Undo the rest" }));
  const dialog = within(await screen.findByRole("alertdialog"));
  await user.click(dialog.getByRole("button", { name: "Undo the rest" }));
  expect(await screen.findByText("3 rows undone.")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /^Undo( the rest)?$/ })).toBeNull();
});

test("who may not change products finds Undo of theirs with the reason", async () => {
  const { user } = await openImport(
    { state: "applied", noun: "products" },
    [applied],
    prepareDenied(["change_products"]),
  );
  await waitFor(() => expect(refusalOf("Undo")).toBe(notPermittedWords("change_products")));
  await user.click(screen.getByRole("button", { name: "Undo" }));
  expect(screen.queryByRole("alertdialog")).toBeNull();
});
