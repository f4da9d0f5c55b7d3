import { everythingAllowed, ownWorkOnly, tableOf } from "@rounds/domain/account/permission-table.ts";
import { permissions } from "@rounds/domain/account/permissions.ts";
import { defaultNorms } from "@rounds/domain/coverage/norms.ts";
import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { findMessage, prepareScreen } from "../../testing/render-screen.tsx";

/** The settings in which representatives may do everything except export. */
async function opened() {
  const { server, user, open } = prepareScreen();
  server.answer(coverageRoutes.settings, { from_month: "2025-11-01", norms: defaultNorms, holidays: [] });
  server.answer(teamRoutes.company, { name: null });
  const table = tableOf((role, permission) => role === "manager" || permission !== "export");
  server.answer(teamRoutes.permissions, { table, is_chosen: true });
  server.answer(teamRoutes.savePermissions, ({ body }) => ({ table: body as typeof table, is_chosen: true }));
  await open("/team/settings");
  await screen.findByRole("table", { name: "Permissions by role" });
  return { server, user };
}

const row = (name: string) =>
  within(screen.getAllByRole("table", { name: "Permissions by role" })[0] as HTMLElement)
    .getByRole("rowheader", { name })
    .closest("tr")?.textContent;
const change = () =>
  within(
    screen.getByRole("heading", { name: "Who may do what" }).closest("section") as HTMLElement,
  ).getByRole("button", { name: "Change" });

test("the table says who may do what, and one tick changes it", async () => {
  const { server, user } = await opened();
  expect(row("Export files")).toBe("Export filesYesNo");
  expect(row("Add or correct stock")).toBe("Add or correct stockYesYes");
  await user.click(change());
  const dialog = within(screen.getByRole("dialog", { name: "Who may do what" }));
  expect(dialog.getAllByRole("checkbox")).toHaveLength(2 * permissions.length);
  await user.click(dialog.getByLabelText("Representatives: Export files"));
  await user.click(dialog.getByLabelText("Managers: Change products and prices"));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await findMessage("Permissions saved.");
  const expected = tableOf((role, permission) => role !== "manager" || permission !== "change_products");
  expect(server.asked(teamRoutes.savePermissions).map(({ body }) => body)).toEqual([expected]);
  await waitFor(() => expect(row("Export files")).toBe("Export filesYesYes"));
  expect(row("Change products and prices")).toBe("Change products and pricesNoYes");
});

test("a change keeps what somebody else has changed since the dialog was opened", async () => {
  const { server, user } = await opened();
  await user.click(change());
  const dialog = within(screen.getByRole("dialog", { name: "Who may do what" }));
  const meanwhile = tableOf((role) => role !== "representative");
  server.answer(teamRoutes.permissions, { table: meanwhile, is_chosen: true });
  await user.click(dialog.getByLabelText("Managers: Export files"));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await findMessage("Permissions saved.");
  const expected = tableOf((role, permission) => role === "manager" && permission !== "export");
  expect(server.asked(teamRoutes.savePermissions).map(({ body }) => body)).toEqual([expected]);
});

test("a preset fills all ticks in, and nothing is saved before Save", async () => {
  const { server, user } = await opened();
  await user.click(change());
  const dialog = within(screen.getByRole("dialog", { name: "Who may do what" }));
  const ticked = () =>
    dialog.getAllByRole<HTMLInputElement>("checkbox").filter(({ checked }) => checked).length;
  await user.click(dialog.getByRole("button", { name: "Representatives only their own" }));
  expect(ticked()).toBe(permissions.length);
  await user.click(dialog.getByRole("button", { name: "Everybody may do everything" }));
  expect(ticked()).toBe(2 * permissions.length);
  expect(server.asked(teamRoutes.savePermissions)).toEqual([]);
  await user.click(dialog.getByRole("button", { name: "Representatives only their own" }));
  await user.click(dialog.getByRole("button", { name: "Save" }));
  await findMessage("Permissions saved.");
  expect(server.asked(teamRoutes.savePermissions).map(({ body }) => body)).toEqual([ownWorkOnly]);
  expect(everythingAllowed).not.toEqual(ownWorkOnly);
});

test("a new company is asked once, below its people, and a choice or leaving it ends that", async () => {
  const { server, user, open } = prepareScreen();
  server.answer(teamRoutes.list, { rows: [], total: 0, unfiltered: 0, page: 1, page_size: 20 });
  server.answer(teamRoutes.savePermissions, ({ body }) => ({
    table: body as typeof ownWorkOnly,
    is_chosen: true,
  }));
  for (const [name, table] of [
    ["Representatives only their own", ownWorkOnly],
    ["Everybody may do everything", everythingAllowed],
    ["Leave it as it is", everythingAllowed],
  ] as const) {
    server.answer(teamRoutes.permissions, { table: everythingAllowed, is_chosen: false });
    await open("/team");
    await user.click(await screen.findByRole("button", { name }));
    await waitFor(() => expect(screen.queryByRole("heading", { name: "Who may do what?" })).toBeNull());
    expect(server.asked(teamRoutes.savePermissions).at(-1)?.body).toEqual(table);
  }
});
