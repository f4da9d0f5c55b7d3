import { teamRoutes } from "@rounds/domain/team/routes.ts";
import type { Invitation, TeamMemberDetail } from "@rounds/domain/team/team.ts";
import { screen, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import { prepareScreen } from "../../testing/render-screen.tsx";
import { anId } from "../../testing/rows.ts";

// A machine of one's own, without a mail server: mails of other kinds are shown on a page there.
vi.mock("../../api/page-settings.ts", async (original) => ({ ...(await original<object>()), mail: "page" }));

test("without a mail server nobody is promised a mail: there is a link to copy for each person", async () => {
  const { server, user, open } = prepareScreen();
  server.answer(teamRoutes.list, { rows: [], total: 0, page: 1, page_size: 20, unfiltered: 1 });
  server.answer(teamRoutes.invite, ({ body }) => {
    const { email } = body as Invitation;
    const member: TeamMemberDetail = {
      ...{ id: anId(), email, phone: null, name: null, role: "representative", status: "invited" },
      ...{ created_at: "2025-11-20T04:30:00.000Z", last_sign_in_at: null, sessions: 0 },
      ...{ has_second_factor: false, invited_at: null, confirmed_at: null, disabled_until: null },
      ...{ is_last_admin: false, open_sessions: [], factors: [] },
    };
    return { member, link: `https://rounds.test/invite?for=${email}` };
  });
  await open("/team");
  await user.click(screen.getByRole("button", { name: "Invite" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Invite people" }));
  dialog.getByText("No mail server is set: you get a link for each person, to copy and pass on.");
  await user.click(dialog.getByLabelText("Email addresses"));
  await user.paste("a@r.example b@r.example");
  await user.click(dialog.getByRole("button", { name: "Invite 2 people" }));
  const done = within(await screen.findByRole("dialog", { name: "Invited" }));
  done.getByText(/nothing was mailed/);
  for (const email of ["a@r.example", "b@r.example"]) {
    const link = done.getByLabelText<HTMLInputElement>(`Link for ${email}`, { selector: "input" });
    expect(link.value).toBe(`https://rounds.test/invite?for=${email}`);
    expect(done.getByRole("button", { name: `Copy: Link for ${email}` })).toBeTruthy();
  }
});
