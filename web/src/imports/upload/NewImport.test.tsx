import { importPortion } from "@rounds/domain/imports/limits.ts";
import { importRoutes } from "@rounds/domain/imports/routes.ts";
import { act, screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { answerImports, readOnPage } from "../../testing/import-answers.ts";
import { address, prepareScreen } from "../../testing/render-screen.tsx";
import type { StandInServer } from "../../testing/server.ts";

const button = (name: string | RegExp) => screen.getByRole("button", { name });
const select = (name: string) => screen.findByRole<HTMLSelectElement>("combobox", { name });
const input = () => screen.findByLabelText<HTMLInputElement>("Choose a file, or drop it here");
const file = (...lines: string[]) => new File([lines.join("\n")], "nagpur.csv", { type: "text/csv" });
const list = file("Dr. Name,HQ", "DR A RAO,Nagpur", "DR S IYER,Pune");
const begun = (server: StandInServer) =>
  server.asked(importRoutes.create).map(({ body }) => (body as { id: string }).id);

/** The screen with a list that is open. `before` is awaited before the reader is asked anything. */
async function open(chosen: File, before?: () => Promise<void>) {
  const prepared = prepareScreen();
  readOnPage(before);
  answerImports(prepared.server);
  await prepared.open("/data/import");
  await prepared.user.upload(await input(), chosen);
  await select("Dr. Name");
  return prepared;
}

/** Checks the list, and goes back to its columns while the answer to its first rows is held back. */
async function stopSending({ server, user }: Awaited<ReturnType<typeof open>>): Promise<() => void> {
  const release = server.hold(importRoutes.send);
  await user.click(button(/^Check/));
  await waitFor(() => expect(server.asked(importRoutes.send)).toHaveLength(1));
  await user.click(button("Back to the columns"));
  return release;
}

test("Back to the columns stops the sending, and other columns are sent as an import of their own", async () => {
  const prepared = await open(list);
  const { server, user } = prepared;
  (await stopSending(prepared))();
  await user.selectOptions(await select("HQ"), "Area (joined to the address)");
  await user.click(button("Check 2 rows"));
  await screen.findByRole("button", { name: "Import 2 doctors" });
  const [left, shown] = begun(server);
  expect(server.asked(importRoutes.delete).map(({ params }) => params.id)).toEqual([left]);
  expect(server.asked(importRoutes.check).map(({ params }) => params.id)).toEqual([shown]);
  expect(address()).toContain(`?id=${shown}`);
});

test.each(["another list", "other headings"])(
  "after Back to the columns, rows of %s never join the import that was left",
  async (other) => {
    const names = Array.from({ length: importPortion + 1 }, (_, at) => `Dr. Number ${at}`);
    const prepared = await open(file("Dr. Name", ...names));
    const { server, user } = prepared;
    const release = await stopSending(prepared);
    if (other === "another list") {
      await user.click(await screen.findByRole("button", { name: "Choose another list" }));
      await user.upload(await input(), file("Doctor", "Dr. A Rao"));
      await select("Doctor");
    } else {
      await user.selectOptions(await select("Headings"), "There are no headings");
      await select("Column A");
    }
    release();
    server.hold(importRoutes.check);
    await user.click(button(/^Check/));
    await waitFor(() => expect(server.asked(importRoutes.check)).toHaveLength(1));
    const [left, shown] = begun(server);
    expect(server.asked(importRoutes.send).filter(({ params }) => params.id === left)).toHaveLength(1);
    expect(server.asked(importRoutes.check)[0]?.params.id).toBe(shown);
  },
);

test("a screen that was left while rows are sent does not come back", async () => {
  const prepared = await open(list);
  const { server } = prepared;
  const release = server.hold(importRoutes.send);
  await prepared.user.click(button("Check 2 rows"));
  await waitFor(() => expect(server.asked(importRoutes.send)).toHaveLength(1));
  await prepared.user.click(screen.getByRole("link", { name: "Back to Data" }));
  await screen.findByRole("heading", { name: "Data", level: 1 });
  await act(async () => release());
  expect(server.asked(importRoutes.check)).toEqual([]);
  expect(address()).toBe("/data");
});

test("a list that is closed while it is read again stays closed", async () => {
  let reading = Promise.resolve();
  const { user } = await open(list, () => reading);
  let release = () => {};
  reading = new Promise((resolve) => {
    release = resolve;
  });
  await user.selectOptions(await select("Headings"), "There are no headings");
  await user.click(button("Choose another list"));
  await act(async () => release());
  expect((await input()).closest("[inert]")).toBeNull();
  expect(screen.queryByRole("combobox", { name: "Headings" })).toBeNull();
});
