import { everythingAllowed } from "@rounds/domain/account/permission-table.ts";
import { defaultNorms } from "@rounds/domain/coverage/norms.ts";
import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { type Holiday, nationalHolidaysOf } from "@rounds/domain/coverage/settings.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { description, findMessage, messages, prepareScreen, typeInto } from "../../testing/render-screen.tsx";
import type { StandInServer } from "../../testing/server.ts";

const holi = { day: "2026-03-25", name: "Holi" };

/** Answers with these holidays, each in its year, and with these norms. */
function answer(server: StandInServer, holidays: Holiday[], norms = defaultNorms) {
  server.answer(coverageRoutes.settings, ({ query: { year = "" } }) => ({
    from_month: "2025-03-01",
    norms,
    holidays: holidays.filter(({ day }) => day.startsWith(year)),
  }));
}

/** The settings on 12 March 2025, 15:30 in Kolkata. */
function settings(holidays: Holiday[] = []) {
  const { server, ...others } = prepareScreen({ now: Date.parse("2025-03-12T10:00:00Z") });
  answer(server, holidays);
  server.answer(teamRoutes.company, { name: null });
  server.answer(teamRoutes.permissions, { table: everythingAllowed, is_chosen: true });
  return { server, ...others };
}

const button = (name: string) => screen.getByRole("button", { name });
const cardOf = (title: string) =>
  screen.getByRole("heading", { name: title }).closest("section") as HTMLElement;
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const listed = (year: number) =>
  within(screen.getByRole("list", { name: `Holidays of ${year}` }))
    .getAllByRole("listitem")
    .map(({ textContent }) => textContent);
const classA = () =>
  within(screen.getByRole("table", { name: "Calls a month by class" })).getAllByRole("row")[1]?.textContent;

test("calls a month say from when they apply, and what is too many", async () => {
  const { server, user, open } = settings();
  await open("/team/settings");
  await waitFor(() => expect(classA()).toBe("A45"));
  expect(document.title).toBe("Team settings · Rounds");
  await user.click(within(cardOf("Calls a month")).getByRole("button", { name: "Change" }));
  const dialog = screen.getByRole("dialog", { name: "Calls a month" });
  expect(within(dialog).getByText("Applies from March 2025 on; earlier months keep theirs.")).toBeTruthy();
  await typeInto(user, field("Calls a month, class A"), "32");
  await typeInto(user, field("Days apart, class A"), "4");
  await user.keyboard("{Enter}");
  const calls = field("Calls a month, class A");
  await waitFor(() => expect(description(calls)).toBe("Please enter at most 31"));
  expect(server.asked(coverageRoutes.saveNorms)).toEqual([]);

  const norms = { ...defaultNorms, A: { per_month: 5, min_gap_days: 4 } };
  server.answer(coverageRoutes.saveNorms, norms);
  answer(server, [], norms);
  await typeInto(user, calls, "5O");
  await user.keyboard("{Enter}");
  await waitFor(() => expect(description(calls)).toBe("Please enter a whole number"));
  expect((calls as HTMLInputElement).value).toBe("5O");
  await typeInto(user, calls, "५");
  await user.keyboard("{Enter}");
  await findMessage("Calls a month saved.");
  expect(server.asked(coverageRoutes.saveNorms).map(({ body }) => body)).toEqual([norms]);
  await waitFor(() => expect(classA()).toBe("A54"));
  expect(screen.queryByRole("dialog")).toBeNull();
});

test("every change of a setting is taken back by the keyboard, and what somebody changed since stays", async () => {
  const { server, user, open } = settings([holi]);
  server.answer(coverageRoutes.saveNorms, defaultNorms);
  server.answer(teamRoutes.saveCompany, { name: "Aarogya" });
  server.answer(teamRoutes.savePermissions, { table: everythingAllowed, is_chosen: true });
  server.answer(coverageRoutes.removeHoliday, { day: holi.day });
  server.answer(historyRoutes.undo, { noun: "holidays", id: null, records: 1 });
  await open("/team/settings");
  await screen.findByText("No name yet.");
  const save = async (card: string, change: string) => {
    await user.click(within(cardOf(card)).getByRole("button", { name: change }));
    const dialog = await screen.findByRole("dialog");
    await user.click(within(dialog).getByRole("button", { name: "Save" }));
  };
  const changes: [string, () => Promise<unknown>][] = [
    ["Calls a month saved.", () => save("Calls a month", "Change")],
    ["Company name saved.", () => save("Company name", "Edit name")],
    ["Permissions saved.", () => save("Who may do what", "Change")],
    [
      "Holi is removed.",
      async () => {
        await user.click(button("Next year"));
        await user.click(await screen.findByRole("button", { name: "Remove Holi" }));
      },
    ],
  ];
  for (const [at, [said, change]] of changes.entries()) {
    await change();
    await findMessage(said);
    await user.keyboard("{Control>}z{/Control}");
    await findMessage("Undone: it is as before.");
    expect(server.asked(historyRoutes.undo)).toHaveLength(at + 1);
  }
  const keys = server.asked(historyRoutes.undo).map(({ params }) => params.id);
  expect(new Set(keys).size).toBe(changes.length);

  await changes[1]?.[1]();
  await findMessage("Company name saved.");
  server.cutOff(historyRoutes.undo);
  await user.click(button("Undo"));
  await findMessage("It is not known whether this was undone.");
  server.refuse(historyRoutes.undo, "changed_meanwhile");
  await user.click(button("Try again"));
  await findMessage("This was not undone.");
  await findMessage("Somebody has changed it since.");
  // The server knows by its key whether the first attempt was done.
  const [first, second] = server.asked(historyRoutes.undo).slice(-2);
  expect(first?.key).toBeTruthy();
  expect(second?.key).toBe(first?.key);
});

test("the settings are for administrators only", async () => {
  const { server, open } = settings();
  server.refuse(coverageRoutes.settings, "forbidden");
  await open("/team/settings");
  await screen.findByRole("heading", { name: "You may not do this" });
  expect(messages()).toBe("");
});

test("the national holidays are offered, added and removed", async () => {
  const { server, user, open } = settings();
  await open("/team/settings");
  await screen.findByText("No holidays in 2025 yet.");
  expect(screen.getByText("National: Republic Day, Independence Day, Gandhi Jayanti")).toBeTruthy();
  const why = "Please choose a day within 10 years of today";
  server.refuse(coverageRoutes.saveHolidays, "validation_failed", { fields: { "holidays.0.day": why } });
  await user.click(button("Add national holidays"));
  await findMessage(why);

  const national = nationalHolidaysOf(2025);
  server.answer(coverageRoutes.saveHolidays, { holidays: national });
  answer(server, national);
  await user.click(button("Add national holidays"));
  await findMessage("The national holidays are added.");
  expect(server.asked(coverageRoutes.saveHolidays).at(-1)?.body).toEqual({ holidays: national });
  await waitFor(() =>
    expect(listed(2025)).toEqual([
      "Republic DaySun, Jan 26, 2025",
      "Independence DayFri, Aug 15, 2025",
      "Gandhi JayantiThu, Oct 02, 2025",
    ]),
  );
  expect(screen.queryByText(/^National:/)).toBeNull();

  server.answer(coverageRoutes.removeHoliday, { day: "2025-08-15" });
  answer(
    server,
    national.filter(({ day }) => day !== "2025-08-15"),
  );
  await user.click(button("Remove Independence Day"));
  await waitFor(() => expect(listed(2025)).toHaveLength(2));
  await waitFor(() => expect(document.activeElement).toBe(button("Remove Gandhi Jayanti")));
  expect(server.asked(coverageRoutes.removeHoliday).map(({ query }) => query)).toEqual([
    { day: "2025-08-15" },
  ]);
  expect(screen.getByText("National: Independence Day")).toBeTruthy();
});

test("a holiday needs a name, and is shown in its year", async () => {
  const { server, user, open } = settings(nationalHolidaysOf(2025));
  server.answer(coverageRoutes.saveHolidays, { holidays: [holi] });
  await open("/team/settings");
  await waitFor(() => expect(listed(2025)).toHaveLength(3));
  await user.click(button("Add holiday"));
  const dialog = within(screen.getByRole("dialog", { name: "Add holiday" }));
  await user.type(dialog.getByLabelText("Day"), "25 Mar 2026");
  const save = dialog.getByRole("button", { name: "Add holiday" });
  await user.click(save);
  const name = dialog.getByLabelText<HTMLInputElement>("Name");
  await waitFor(() => expect(description(name)).toBe("Please enter a name"));
  answer(server, [...nationalHolidaysOf(2025), holi]);
  await user.type(name, "Holi");
  await user.click(save);
  await findMessage("Holi is added.");
  expect(server.asked(coverageRoutes.saveHolidays).map(({ body }) => body)).toEqual([{ holidays: [holi] }]);
  await waitFor(() => expect(listed(2026)).toEqual(["HoliWed, Mar 25, 2026"]));
  expect(server.asked(coverageRoutes.settings).at(-1)?.query).toEqual({ year: "2026" });
  await user.click(button("Previous year"));
  await waitFor(() => expect(listed(2025)).toHaveLength(3));
});

test("the company's name is set and removed, and has one line", async () => {
  const { server, user, open } = settings();
  await open("/team/settings");
  await screen.findByText("No name yet.");
  const change = () => within(cardOf("Company name")).getByRole("button", { name: "Edit name" });
  await user.click(change());
  await typeInto(user, field("Name"), "x".repeat(101));
  await user.keyboard("{Enter}");
  await waitFor(() => expect(description(field("Name"))).toBe("Please use at most 100 characters"));
  expect(field("Name").value).toHaveLength(101);
  expect(server.asked(teamRoutes.saveCompany)).toEqual([]);
  server.answer(teamRoutes.saveCompany, { name: "Aarogya Pharma" });
  server.answer(teamRoutes.company, { name: "Aarogya Pharma" });
  await typeInto(user, field("Name"), " Aarogya Pharma ");
  await user.keyboard("{Enter}");
  await findMessage("Company name saved.");
  expect(server.asked(teamRoutes.saveCompany).map(({ body }) => body)).toEqual([{ name: "Aarogya Pharma" }]);
  await within(cardOf("Company name")).findByText("Aarogya Pharma");

  server.answer(teamRoutes.saveCompany, { name: null });
  server.answer(teamRoutes.company, { name: null });
  await user.click(change());
  expect(field("Name").value).toBe("Aarogya Pharma");
  await user.clear(field("Name"));
  await user.keyboard("{Enter}");
  await findMessage("Company name removed.");
  await screen.findByText("No name yet.");
  expect(server.asked(teamRoutes.saveCompany).at(-1)?.body).toEqual({ name: null });
});
