import { syncRoutes } from "@rounds/domain/sync/routes.ts";
import { auditReach } from "@rounds/domain/team/audit-reach.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import type { Invitation, TeamMember, TeamMemberDetail } from "@rounds/domain/team/team.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import {
  address,
  atAddress,
  chips,
  description,
  detail,
  findMessage,
  headings,
  prepareScreen,
  rowTexts,
  typeInto,
} from "../testing/render-screen.tsx";
import { anId } from "../testing/rows.ts";
import type { StandInServer } from "../testing/server.ts";
import { ownId } from "../testing/signed-in.ts";

const member = (given: Partial<TeamMember> = {}): TeamMember => ({
  ...{ id: anId(), email: "vikram@rounds.example", phone: null, name: null },
  role: "representative",
  status: "active",
  ...{ created_at: "2025-11-01T04:30:00.000Z", last_sign_in_at: "2025-11-19T04:30:00.000Z" },
  ...{ sessions: 1, has_second_factor: false },
  ...given,
});
const asha = member({
  ...{ name: "Asha Rao", email: "asha@rounds.example", phone: "919876543210", has_second_factor: true },
});

const detailOf = (of: TeamMember, given: Partial<TeamMemberDetail> = {}): TeamMemberDetail => ({
  ...of,
  ...{ invited_at: null, confirmed_at: of.created_at, disabled_until: null, is_last_admin: false },
  ...{ open_sessions: [], factors: [] },
  ...given,
});

function answerList(server: StandInServer, rows: TeamMember[], unfiltered = rows.length) {
  server.answer(teamRoutes.list, { rows, total: rows.length, page: 1, page_size: 20, unfiltered });
}

/** The list of these people. */
function team(rows: TeamMember[]) {
  const { server, ...others } = prepareScreen();
  answerList(server, rows);
  // A row under the pointer is read ahead.
  server.refuse(teamRoutes.read, "not_found");
  server.answer(syncRoutes.devices, []);
  return { server, ...others };
}

const people = () => rowTexts("Team");
const shown = (count: number) => waitFor(() => expect(people()).toHaveLength(count));
const button = (name: string | RegExp) => screen.getByRole("button", { name });
const lastAsked = (server: StandInServer) => server.asked(teamRoutes.list).at(-1)?.query;

test("the list shows each account with role, status, second step, last sign-in and devices", async () => {
  const { open } = team([
    member({
      ...{ email: "meera@rounds.example", status: "invited", last_sign_in_at: null, sessions: 0 },
    }),
    member({ name: "Vikram Nair", status: "disabled", sessions: 0 }),
    asha,
    member({ id: ownId, role: "admin", email: "admin@rounds.example" }),
  ]);
  await open("/team");
  await waitFor(() =>
    expect(people()).toEqual([
      expect.stringMatching(/^meera@rounds\.example.*Representative.*Invited.*Off.*Never.*0$/),
      expect.stringMatching(
        /^Vikram Nair.*vikram@rounds\.example.*Representative.*Disabled.*Off.*Nov 19, 2025.*0$/,
      ),
      expect.stringMatching(
        /^Asha Rao.*asha@rounds\.example.*\+91 98765 43210.*Representative.*Active.*On.*Nov 19, 2025.*1$/,
      ),
      expect.stringMatching(/^admin@rounds\.exampleYou.*Administrator.*Active.*Off.*Nov 19, 2025.*1$/),
    ]),
  );
  expect(headings("Team")).toEqual(["Person", "Role", "Status", "Second step", "Last sign-in", "Devices"]);
  expect(screen.getByText("4 people")).toBeTruthy();
  expect(screen.getByRole("link", { name: /^Asha Rao/ }).getAttribute("href")).toBe(`/team/${asha.id}`);
});

test("the list is searched, and the search is kept in the address", async () => {
  const { server, user, open } = team([asha, member()]);
  await open("/team");
  await shown(2);
  answerList(server, [asha], 4);
  const search = screen.getByLabelText<HTMLInputElement>("Search");
  await user.type(search, "98765 432");
  await shown(1);
  await waitFor(() => expect(lastAsked(server)).toEqual({ search: "98765 432" }));
  expect(await screen.findByText("1 person, filtered from 4 total")).toBeTruthy();
  await open(address());
  await shown(1);
  expect(lastAsked(server)).toEqual({ search: "98765 432" });
  answerList(server, [asha, member()]);
  await user.type(screen.getByLabelText("Search"), "{Escape}");
  await shown(2);
  await atAddress("/team");
});

test("the list is filtered by status, which its address and a chip name", async () => {
  const { server, user, open } = team([asha]);
  await open("/team");
  await shown(1);
  const status = screen.getByRole<HTMLSelectElement>("combobox", { name: "Status" });
  expect([...status.options].map(({ text }) => text)).toEqual([
    "All",
    "Active",
    "Invited",
    "Not confirmed",
    "Disabled",
    "Administrators",
  ]);
  for (const [choice, named] of [
    ["Active", "active"],
    ["Invited", "invited"],
    ["Not confirmed", "unconfirmed"],
    ["Disabled", "disabled"],
    ["Administrators", "admins"],
  ] as const) {
    await user.selectOptions(status, choice);
    await atAddress(`/team?status=${named}`);
    await waitFor(() => expect(lastAsked(server)).toEqual({ status: named }));
    expect(chips()).toEqual([`Status: ${choice}`]);
  }
});

test("filters that find nobody say so, and are cleared", async () => {
  const { server, user, open } = team([]);
  await open("/team?status=unconfirmed");
  await screen.findByText("Nobody found matching your filters.");
  answerList(server, [asha]);
  await user.click(button("Clear All Filters"));
  await shown(1);
  await atAddress("/team");
});

test("the list has pages of 20", async () => {
  const { server, user, open } = team([]);
  server.answer(teamRoutes.list, ({ query: { page = "1" } }) => {
    const rows = Array.from({ length: 20 }, (_, n) =>
      member({ email: `person${n}of${page}@rounds.example` }),
    );
    return { rows, total: 45, unfiltered: 45, page: Number(page), page_size: 20 };
  });
  await open("/team");
  await shown(20);
  const pages = () => screen.getByRole("navigation", { name: "Pages" });
  expect(pages().textContent).toContain("Showing 20 of 45 people");
  await user.click(within(pages()).getByRole("button", { name: "Next" }));
  await atAddress("/team?page=2");
  await waitFor(() => expect(people()[0]).toContain("person0of2@"));
  expect(pages().textContent).toContain("Page 2 of 3");
});

test("a person's page shows the second step and the number, and leads back", async () => {
  const { server, user, open } = team([asha]);
  const factor = { id: anId(), factor_type: "totp", friendly_name: "", created_at: asha.created_at } as const;
  server.answer(teamRoutes.read, detailOf(asha, { factors: [factor] }));
  await open(`/team/${asha.id}`);
  await screen.findByRole("heading", { name: "Asha Rao" });
  expect(detail("Second step").textContent).toContain("Authenticator app since Nov 01, 2025, 10:00 AM");
  expect(detail("Phone").textContent).toBe("+91 98765 43210");
  await user.click(screen.getByRole("link", { name: "Back to the team" }));
  await atAddress("/team");
});

test("a disabled account and another role are taken back by Undo", async () => {
  const { server, user, open } = team([asha]);
  const answer = (given: Partial<TeamMember>) => () => {
    server.answer(teamRoutes.read, detailOf({ ...asha, ...given }));
    return detailOf({ ...asha, ...given });
  };
  server.answer(teamRoutes.read, detailOf(asha));
  server.answer(teamRoutes.disable, answer({ status: "disabled" }));
  server.answer(teamRoutes.enable, answer({}));
  server.answer(teamRoutes.makeManager, answer({ role: "manager" }));
  server.answer(teamRoutes.makeRepresentative, answer({}));
  await open(`/team/${asha.id}`);
  for (const [label, said, back] of [
    ["Disable", "Asha Rao is disabled and signed out.", teamRoutes.enable],
    ["Make manager", "Asha Rao is a manager now.", teamRoutes.makeRepresentative],
  ] as const) {
    await user.click(await screen.findByRole("button", { name: label }));
    await user.click(within(await screen.findByRole("alertdialog")).getByRole("button", { name: label }));
    await findMessage(said);
    await user.keyboard("{Control>}z{/Control}");
    await findMessage("Undone: Asha Rao may do the same as before.");
    expect(server.asked(back)).toMatchObject([{ params: { id: asha.id } }]);
  }
});

test("a history that can't be loaded says so, and continues with Retry", async () => {
  const { server, user, open } = team([]);
  server.refuse(teamRoutes.audit, "not_found");
  await open("/team/audit");
  await findMessage("Error loading the history. Please try again.");
  const person = { id: asha.id, email: asha.email, phone: null, name: "Asha Rao", is_gone: false };
  const entry = {
    ...{ id: 1, created_at: asha.created_at, action: "user_signedup" },
    ...{ actor: person, user: person, ip: null, user_agent: null, traits: {} },
  };
  server.answer(teamRoutes.audit, { rows: [entry], total: 1, page: 1, page_size: 20 });
  await user.click(button("Retry"));
  await screen.findByText(/signed up/);
});

test("the history is saved as a file with what its filters show, however far its pages reach", async () => {
  const { server, user, open } = team([]);
  const save = vi.fn(() => "blob:file");
  vi.stubGlobal("URL", Object.assign(URL, { createObjectURL: save, revokeObjectURL: () => {} }));
  const person = { id: asha.id, email: asha.email, phone: null, name: "Asha Rao", is_gone: false };
  const entry = {
    ...{ id: 1, created_at: asha.created_at, action: "user_signedup" },
    ...{ actor: person, user: person, ip: null, user_agent: null, traits: {} },
  };
  server.answer(teamRoutes.audit, { rows: [entry], total: auditReach, page: 1, page_size: 20 });
  server.answer(teamRoutes.read, detailOf(asha));
  server.answer(teamRoutes.exportAudit, "a file");
  await open(`/team/audit?user=${asha.id}&action=user_signedup`);
  await user.click(await screen.findByRole("button", { name: "Export" }));
  const dialog = await screen.findByRole("dialog", { name: "Export team history" });
  await waitFor(() => expect(description(dialog)).toBe("All rows that the filters show, in this order"));
  for (const format of ["xlsx", "csv"]) {
    if (format === "csv") await user.click(button("Export"));
    await user.click(await screen.findByRole("button", { name: format === "csv" ? "CSV" : "Excel" }));
    await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
    const query = { user: asha.id, action: "user_signedup", format };
    expect(server.asked(teamRoutes.exportAudit).at(-1)).toMatchObject({ query });
  }
  expect(save).toHaveBeenCalledTimes(2);
});

test("an invitation needs an address that has no account yet", async () => {
  const { server, user, open } = team([asha]);
  await open("/team");
  await user.click(button("Invite"));
  const dialog = within(await screen.findByRole("dialog", { name: "Invite people" }));
  const box = dialog.getByLabelText<HTMLTextAreaElement>("Email addresses");
  await waitFor(() => expect(document.activeElement).toBe(box));
  await user.keyboard("{Control>}{Enter}{/Control}");
  await dialog.findByText("Please enter an email address");
  await user.type(box, "asha{Control>}{Enter}{/Control}");
  await waitFor(() => expect(description(box)).toMatch(/asha is not an email address/));
  expect(server.asked(teamRoutes.invite)).toEqual([]);
  server.refuse(teamRoutes.invite, "email_taken");
  await typeInto(user, box, "asha@rounds.example{Control>}{Enter}{/Control}");
  await dialog.findByText("Somebody with this email address has an account already.");
  expect(document.activeElement).toBe(box);

  const meera = detailOf(member({ email: "meera@rounds.example" }));
  server.answer(teamRoutes.invite, { member: meera, link: null });
  await typeInto(user, box, "meera@rounds.example");
  await user.selectOptions(dialog.getByLabelText("Role"), "Administrator");
  await user.click(dialog.getByRole("button", { name: "Invite" }));
  await findMessage(/^Invitation sent to meera@rounds\.example\. .*24 hours/);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  expect(server.asked(teamRoutes.invite).at(-1)?.body).toEqual({
    email: "meera@rounds.example",
    role: "admin",
  });
});

test("many are invited at once, with a result for each", async () => {
  const { server, user, open } = team([asha]);
  const invited = (body: unknown) => ({
    member: detailOf(member({ email: (body as Invitation).email })),
    link: null,
  });
  await open("/team");
  await user.click(button("Invite"));
  const dialog = await screen.findByRole("dialog", { name: "Invite people" });
  const box = () => screen.getByLabelText<HTMLTextAreaElement>("Email addresses");
  const typed = `a@r.example, "Nair, V" <v@r.example>\n${asha.email}`;
  await user.click(box());
  await user.paste(typed);
  await user.click(within(dialog).getByRole("button", { name: "Cancel" }));
  const question = await screen.findByRole("alertdialog", { name: "Leave without inviting?" });
  await user.click(within(question).getByRole("button", { name: "Keep typing" }));
  await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
  expect(box().value).toBe(typed);

  server.answer(teamRoutes.invite, ({ body }) => {
    if ((body as Invitation).email === "v@r.example") server.refuse(teamRoutes.invite, "email_taken");
    return invited(body);
  });
  await user.click(button("Invite 3 people"));
  const done = await screen.findByRole("dialog", { name: "2 of 3 invited" });
  const results = within(done).getAllByRole("listitem");
  expect(results.map(({ textContent }) => textContent)).toEqual([
    "a@r.example Invited",
    "v@r.example Invited",
    `${asha.email} Somebody with this email address has an account already.`,
  ]);
  await user.click(within(done).getByRole("button", { name: "Change those not invited" }));
  expect(box().value).toBe(asha.email);
  server.answer(teamRoutes.invite, ({ body }) => invited(body));
  await typeInto(user, box(), "b@r.example c@r.example");
  await user.click(button("Invite 2 people"));
  await findMessage(/^2 invitations sent\./);
  expect(server.asked(teamRoutes.invite).map(({ body }) => (body as Invitation).email)).toEqual([
    ...["a@r.example", "v@r.example", asha.email],
    ...["b@r.example", "c@r.example"],
  ]);
});
