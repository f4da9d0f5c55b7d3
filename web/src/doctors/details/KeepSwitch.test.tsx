import "../../testing/signed-in.ts";
import { syncRoutes } from "@rounds/domain/sync/routes.ts";
import { screen } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";
import { renderPage } from "../../testing/render-page.tsx";
import { anId } from "../../testing/rows.ts";
import { startServer } from "../../testing/server.ts";
import { noteToasts } from "../../testing/toasts.ts";
import KeepSwitch from "./KeepSwitch.tsx";

test.each([
  ["internal", "Error saving the choice. Please try again."],
  ["gone", "This was deleted in the meantime."],
] as const)("a choice that can't be saved (%s) says what to do", async (code, said) => {
  const server = startServer();
  server.answer(syncRoutes.pinned, { pinned: false });
  server.refuse(syncRoutes.pin, code);
  const toasts = noteToasts();
  await renderPage(<KeepSwitch doctor_id={anId()} />);
  await userEvent.click(await screen.findByRole("switch", { name: "Keep on this phone" }));
  await vi.waitFor(() => expect(toasts).toEqual([said]));
});
