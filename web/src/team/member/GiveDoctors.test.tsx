import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { syncRoutes } from "@rounds/domain/sync/routes.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import type { TeamMemberDetail } from "@rounds/domain/team/team.ts";
import { act, screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { queryClient } from "../../api/query-client.ts";
import { answerBulkEdits } from "../../testing/bulk-edit-answers.ts";
import { description, findMessage, prepareScreen } from "../../testing/render-screen.tsx";
import { anId } from "../../testing/rows.ts";
import { ownId } from "../../testing/signed-in.ts";

const me = { id: ownId, name: "Asha Verma" };
const bina = { id: anId(), name: "Bina Rao" };
const chitra = { id: anId(), name: "Chitra Iyer" };

const detailOf = ({ id, name }: typeof me): TeamMemberDetail => ({
  ...{ id, name, email: `${id}@rounds.example`, phone: null, role: "representative", status: "active" },
  ...{ created_at: "2025-11-01T04:30:00.000Z", confirmed_at: "2025-11-01T04:30:00.000Z", invited_at: null },
  ...{ last_sign_in_at: null, disabled_until: null, is_last_admin: false, open_sessions: [], factors: [] },
  ...{ sessions: 0, has_second_factor: false },
});

/** The page of somebody to whom so many doctors belong. */
async function page(of: typeof me, total: number) {
  const prepared = prepareScreen();
  const { server, open } = prepared;
  server.answer(teamRoutes.read, detailOf(of));
  server.answer(syncRoutes.devices, []);
  server.answer(coverageRoutes.representatives, { rows: [me, bina, chitra] });
  server.answer(doctorRoutes.list, { rows: [], total, unfiltered: 300, page: 1, page_size: 10 });
  server.answer(teamRoutes.deletionEffect, { doctors: 3, products: 0, visits: 0, own_doctors: total });
  await open(`/team/${of.id}`);
  await screen.findByRole("heading", { name: /account$/ });
  return prepared;
}

const button = (name: string) => screen.findByRole("button", { name });
const dialog = (name: string) => screen.findByRole("dialog", { name });
const newRepresentative = () =>
  screen.findByRole<HTMLSelectElement>("combobox", { name: "New representative" });

test("a person's doctors are given to another by the keyboard alone", async () => {
  const { server, user } = await page(bina, 84);
  const { prepared } = answerBulkEdits(server, 84);
  (await button("Give doctors to…")).focus();
  await user.keyboard("{Enter}");
  const asked = await dialog("Give Bina Rao's doctors to…");
  await within(asked).findByText(/^84 doctors belong to Bina Rao\./);
  const whose = await newRepresentative();
  await waitFor(() =>
    expect([...whose.options].map(({ text }) => text)).toEqual([
      "Select a person",
      "Everybody",
      "Asha Verma",
      "Chitra Iyer",
    ]),
  );
  whose.focus();
  await user.keyboard("{Tab}{Tab}{Enter}");
  expect(description(whose)).toBe("Please choose a person");
  await user.selectOptions(whose, "Chitra Iyer");
  whose.focus();
  await user.keyboard("{Tab}{Tab}{Enter}");
  await findMessage("84 doctors given to Chitra Iyer");
  expect(prepared()).toMatchObject([
    {
      change: { kind: "representative_id", value: chitra.id },
      selection: { matching: { representative: bina.id } },
    },
  ]);
  expect(screen.queryByRole("dialog")).toBeNull();
  await user.click(await button("Undo"));
  await findMessage("84 doctors are as before.");
});

test("before an account is deleted its doctors are given away, and then the deletion is asked again", async () => {
  const { server, user } = await page(bina, 1);
  answerBulkEdits(server, 1);
  await user.click(await button("Delete account"));
  const question = await screen.findByRole("alertdialog", { name: "Delete account?" });
  await within(question).findByText(/1 doctor belongs to Bina Rao, and will be everybody's\. 3 doctors/);
  await user.click(within(question).getByRole("button", { name: "Give them to somebody first" }));
  await user.selectOptions(await newRepresentative(), "Asha Verma");
  server.answer(teamRoutes.deletionEffect, { doctors: 3, products: 0, visits: 0, own_doctors: 0 });
  await user.click(await button("Give 1 doctor"));
  const again = await screen.findByRole("alertdialog", { name: "Delete account?" });
  await within(again).findByText("3 doctors that Bina Rao entered stay.");
  expect(within(again).queryByRole("button", { name: "Give them to somebody first" })).toBeNull();
});

test("a deletion carries the figures that were shown, and is asked again with those of now", async () => {
  const { server, user } = await page(bina, 1);
  await user.click(await button("Delete account"));
  const question = await screen.findByRole("alertdialog", { name: "Delete account?" });
  await within(question).findByText(/^1 doctor belongs to Bina Rao/);
  const now = { doctors: 3, products: 0, visits: 0, own_doctors: 300 };
  server.answer(teamRoutes.deletionEffect, now);
  server.refuse(teamRoutes.delete, "changed_meanwhile");
  await user.click(within(question).getByRole("button", { name: "Delete" }));
  await within(question).findByText(/^300 doctors belong to Bina Rao, and will be everybody's\./);
  server.answer(teamRoutes.delete, now);
  // What the screen leads to once the account is deleted.
  server.answer(teamRoutes.list, { rows: [], total: 0, unfiltered: 1, page: 1, page_size: 20 });
  await user.click(within(question).getByRole("button", { name: "Delete" }));
  await findMessage("The account of Bina Rao is deleted.");
  await waitFor(() => expect(server.asked(teamRoutes.list)).not.toEqual([]));
  const asked = server.asked(teamRoutes.delete).map(({ query }) => query);
  const then = { doctors: "3", products: "0", visits: "0", own_doctors: "1" };
  expect(asked).toEqual([then, { ...then, own_doctors: "300" }]);
});

test("says so where there is nothing to give", async () => {
  const { user } = await page(me, 0);
  await user.click(await button("Give doctors to…"));
  expect((await dialog("Give your doctors to…")).textContent).toContain("No doctors belong to you.");
  await user.click(
    within(await dialog("Give your doctors to…")).getAllByRole("button", { name: "Close" })[0] as HTMLElement,
  );
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("more doctors than can be given at once are given in several steps, from their list", async () => {
  const { user } = await page(bina, 10_001);
  await user.click(await button("Give doctors to…"));
  const asked = within(await dialog("Give Bina Rao's doctors to…"));
  await asked.findByText(/^10,001 doctors belong to Bina Rao, and at most 10,000 can be given at once\./);
  expect(asked.getByRole("link", { name: "Open these doctors" }).getAttribute("href")).toBe(
    `/doctors?representative=${bina.id}`,
  );
});

test("is not offered to somebody who works alone", async () => {
  await page(me, 5);
  const give = await button("Give doctors to…");
  act(() => void queryClient.setQueryData(["coverage", "representatives"], { rows: [me] }));
  await waitFor(() => expect(give.isConnected).toBe(false));
});
