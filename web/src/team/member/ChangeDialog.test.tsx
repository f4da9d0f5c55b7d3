import { syncRoutes } from "@rounds/domain/sync/routes.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import type { TeamMemberDetail } from "@rounds/domain/team/team.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { authRoutes } from "../../testing/auth-routes.ts";
import { prepareScreen } from "../../testing/render-screen.tsx";
import { anId, aProduct } from "../../testing/rows.ts";
import { ownId } from "../../testing/signed-in.ts";
import { letUnitsWait } from "../../testing/units-waiting.ts";

const at = "2025-11-19T04:30:00.000Z";
const me: TeamMemberDetail = {
  ...{
    id: ownId,
    email: "asha@rounds.example",
    phone: null,
    name: "Asha Rao",
    role: "admin",
    status: "active",
  },
  ...{ created_at: at, last_sign_in_at: at, invited_at: null, confirmed_at: at, disabled_until: null },
  ...{ sessions: 1, has_second_factor: false, is_last_admin: false, factors: [] },
  open_sessions: [{ id: anId(), created_at: at, last_used_at: at, aal: "aal1", ip: null, user_agent: null }],
};

test("signing out everywhere keeps what is not sent locked on this phone, and says so", async () => {
  const { server, user, open } = prepareScreen();
  server.answer(teamRoutes.read, me);
  server.answer(syncRoutes.devices, []);
  server.answer(teamRoutes.endSessions, me);
  server.answer(authRoutes.logOut, {});
  const leave = letUnitsWait(aProduct(), 3);
  await open(`/team/${ownId}`);
  await user.click(await screen.findByRole("button", { name: "Sign out everywhere" }));
  const dialog = within(await screen.findByRole("alertdialog", { name: "Sign out everywhere?" }));
  expect(dialog.getByText(/^1 entry is not sent yet\. It stays locked for you/)).toBeTruthy();
  await user.click(dialog.getByRole("button", { name: "Sign out everywhere" }));
  await waitFor(() => expect(leave.mock.calls).toEqual([[true]]));
});
