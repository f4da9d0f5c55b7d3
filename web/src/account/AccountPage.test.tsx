import type { OwnAccount } from "@rounds/domain/account/account.ts";
import { accountRoutes } from "@rounds/domain/account/routes.ts";
import { coverageRoutes } from "@rounds/domain/coverage/routes.ts";
import { historyRoutes } from "@rounds/domain/history/routes.ts";
import type { Factor, User } from "@supabase/auth-js";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { authRoutes } from "../testing/auth-routes.ts";
import { description, findMessage, prepareScreen, testNoon, typeInto } from "../testing/render-screen.tsx";
import { anId } from "../testing/rows.ts";
import { aUser, issuedSession } from "../testing/session.ts";
import { ownId } from "../testing/signed-in.ts";

const email = "asha@example.com";
const wanted = "asha.rao@example.com";
const own: OwnAccount = {
  password: { is_set: true, rules: { min_length: 6, characters: "any" } },
  ...{ email_change: "both", recovery_codes_left: 0 },
};

/** The account page of a person like this, with these ways to sign in. */
async function account(person: Partial<User> = {}, ways: Partial<OwnAccount> = {}) {
  const prepared = prepareScreen();
  const { server } = prepared;
  const user: User = { ...aUser, id: ownId, email, ...person };
  server.answer(authRoutes.user, user);
  server.answer(authRoutes.settings, { external: { phone: false } });
  server.answer(accountRoutes.read, { ...own, ...ways });
  server.answer(accountRoutes.sessions, []);
  server.answer(coverageRoutes.leave, { ranges: [] });
  await prepared.open("/account");
  return { ...prepared, person: user };
}

const press = (name: string) => screen.getByRole("button", { name });
const findPress = (name: string) => screen.findByRole("button", { name });
const dialog = (name: string) => within(screen.getByRole("dialog", { name }));
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const waiting = () => screen.queryByRole("region", { name: "Waiting for confirmation" });
const changing = { new_email: wanted, email_change_sent_at: new Date(testNoon).toISOString() };

test("an account that can't be loaded says so, with one Retry", async () => {
  const { server, user, open, person } = await account();
  server.fail(authRoutes.user);
  server.refuse(accountRoutes.read, "internal");
  await open("/account");
  const main = within(screen.getByRole("main"));
  await main.findByText("Error loading your account. Please try again.");
  const retry = await main.findByRole("button", { name: "Retry" });
  server.answer(authRoutes.user, person);
  server.answer(accountRoutes.read, own);
  await user.click(retry);
  await main.findByRole("heading", { name: "Second step" });
});

test("a name and leave, which lies ahead, are taken back by Undo", async () => {
  const { server, user, person } = await account();
  server.answer(authRoutes.changeUser, person);
  await user.click(await findPress("Add name"));
  await user.type(dialog("Your name").getByLabelText("Name"), "Asha Rao{Enter}");
  await findMessage("Name saved.");
  await user.keyboard("{Control>}z{/Control}");
  await findMessage("Undone: your name is as before.");
  expect(server.asked(authRoutes.changeUser)).toHaveLength(2);

  const range = { from: "2025-12-31", to: "2026-01-02" };
  server.answer(coverageRoutes.addLeave, () => {
    server.answer(coverageRoutes.leave, { ranges: [range] });
    return { ranges: [range] };
  });
  server.answer(coverageRoutes.removeLeave, { ranges: [] });
  server.answer(historyRoutes.undo, { noun: "leave_days", id: null, records: 2 });
  await user.click(press("Add leave"));
  await user.type(dialog("Add leave").getByLabelText("First day"), "31 Dec");
  const last = dialog("Add leave").getByLabelText<HTMLInputElement>("Last day");
  await user.click(last);
  expect(last.value).toBe("Dec 31, 2025");
  await user.clear(last);
  await user.type(last, "2 Jan{Enter}");
  await findMessage("Leave added.");
  expect(server.asked(coverageRoutes.addLeave).map(({ body }) => body)).toEqual([range]);
  await user.click(press("Undo"));
  await findMessage("Undone: it is as before.");
  await user.click(await findPress("Remove leave Dec 31, 2025 to Jan 02, 2026"));
  await findMessage(/^Leave removed/);
  await user.click(press("Undo"));
  await findMessage("Undone: it is as before.");
  expect(server.asked(historyRoutes.undo)).toHaveLength(2);
});

test("leave that can't be removed says why", async () => {
  const { server, user, open } = await account();
  server.answer(coverageRoutes.leave, { ranges: [{ from: "2025-12-31", to: "2026-01-02" }] });
  await open("/account");
  const why = "Please choose another day";
  server.refuse(coverageRoutes.removeLeave, "validation_failed", { fields: { from: why } });
  await user.click(await findPress("Remove leave Dec 31, 2025 to Jan 02, 2026"));
  await findMessage(why);
});

test.each([
  ["Add name", "Your name", "Name"],
  ["Change email", "Change email", "New email address"],
  ["Change password", "Change password", "New password"],
])("%s: what is typed is dropped only after a question", async (opener, title, label) => {
  const { user } = await account();
  const isOpen = () => screen.queryByRole("dialog", { name: title }) !== null;
  await user.click(await findPress(opener));
  await user.click(dialog(title).getByRole("button", { name: "Cancel" }));
  await waitFor(() => expect(isOpen()).toBe(false));
  await user.click(press(opener));
  await user.type(field(label), "Asha");
  for (const [answer, stays] of [
    ["Keep editing", true],
    ["Leave", false],
  ] as const) {
    await user.click(dialog(title).getByRole("button", { name: "Cancel" }));
    const question = within(await screen.findByRole("alertdialog", { name: "Leave without saving?" }));
    await user.click(question.getByRole("button", { name: answer }));
    await waitFor(() => expect(screen.queryByRole("alertdialog")).toBeNull());
    expect(isOpen()).toBe(stays);
    if (stays) expect(field(label).value).toBe("Asha");
  }
});

test("why an address can't be used is said at its field", async () => {
  const { server, user } = await account();
  await user.click(await findPress("Change email"));
  const says = async (typed: string, words: string) => {
    await user.clear(field("New email address"));
    await user.type(field("New email address"), `${typed}{Enter}`);
    await waitFor(() => expect(description(field("New email address"))).toBe(words));
    expect(document.activeElement).toBe(field("New email address"));
    expect(field("New email address").value).toBe(typed);
  };
  await says("", "Please enter your new email address");
  await says(email.toUpperCase(), "This is your email address already");
  expect(server.asked(authRoutes.changeUser)).toEqual([]);
  server.refuseAuth(authRoutes.changeUser, "noAddress");
  await says("nobody", "Unable to validate email address: invalid format");
  server.refuseAuth(authRoutes.changeUser, "taken");
  await says("other@example.com", "A user with this email address has already been registered");
});

test("a change of address waits for both codes, and can be cancelled", async () => {
  const { server, user, person } = await account();
  await user.click(await findPress("Change email"));
  await user.type(field("New email address"), wanted);
  server.answer(authRoutes.changeUser, { ...person, ...changing });
  server.answer(authRoutes.user, { ...person, ...changing });
  await user.keyboard("{Enter}");
  await waitFor(() => expect(waiting()).not.toBeNull());
  expect(waiting()?.textContent).toContain(`open the mail we sent to ${wanted} and the one to ${email}`);
  expect(field(`Code sent to ${email}`)).toBeTruthy();
  expect(press("Send again in 60 s")).toHaveProperty("ariaDisabled", "true");
  server.answer(accountRoutes.cancelEmailChange, own);
  server.answer(authRoutes.user, person);
  await user.click(press("Cancel this change"));
  await findMessage(`The change is cancelled. Your email address stays ${email}.`);
  await waitFor(() => expect(waiting()).toBeNull());
});

test("if only the new address must confirm, only its code is asked for", async () => {
  const { server, user } = await account(changing, { email_change: "new" });
  const code = await screen.findByLabelText(`Code sent to ${wanted}`);
  expect(screen.queryByLabelText(`Code sent to ${email}`)).toBeNull();
  server.refuseAuth(authRoutes.verify, "wrongCode");
  await user.type(code, "000000");
  await waitFor(() => expect(waiting()?.textContent).toContain("This code is not right"));
  const changed = { ...aUser, id: ownId, email: wanted };
  server.answer(authRoutes.verify, { ...issuedSession(2), user: changed });
  server.answer(authRoutes.logOut, {});
  server.answer(authRoutes.token, { ...issuedSession(3), user: changed });
  server.answer(authRoutes.user, changed);
  await typeInto(user, field(`Code sent to ${wanted}`), "123456");
  await findMessage("Your email address is changed.");
  await screen.findByRole("link", { name: wanted });
  await waitFor(() => expect(waiting()).toBeNull());
});

test("an address is confirmed, although the session could not be renewed", async () => {
  const { server, user } = await account(changing, { email_change: "new" });
  const changed = { ...aUser, id: ownId, email: wanted };
  server.answer(authRoutes.verify, { ...issuedSession(2), user: changed });
  server.answer(authRoutes.logOut, {});
  server.refuseAuth(authRoutes.token, "tooOften");
  server.answer(authRoutes.user, changed);
  await user.type(await screen.findByLabelText(`Code sent to ${wanted}`), "123456");
  await findMessage("Your email address is changed.");
  await waitFor(() => expect(waiting()).toBeNull());
});

test.each(["removed now", "removed by an attempt whose answer was lost"])(
  "a second step is %s, although the session could not be renewed",
  async (how) => {
    const factor: Factor = {
      ...{ id: anId(), factor_type: "totp", friendly_name: "My phone", status: "verified" },
      ...{ created_at: aUser.created_at, updated_at: aUser.created_at },
    };
    const { server, user } = await account({ factors: [factor] });
    await user.click(await findPress("Remove My phone"));
    if (how === "removed now") server.answer(authRoutes.removeFactor, { id: factor.id });
    else server.refuseAuth(authRoutes.removeFactor, "noFactor");
    server.refuseAuth(authRoutes.token, "tooOften");
    server.answer(authRoutes.user, { ...aUser, id: ownId, email });
    const question = within(screen.getByRole("alertdialog", { name: "Remove second step" }));
    await user.click(question.getByRole("button", { name: "Remove" }));
    await findMessage("The second step is removed.");
    expect(screen.queryByRole("button", { name: "Remove My phone" })).toBeNull();
  },
);

test("an account without a password gets one without being asked for the present one", async () => {
  const password = { ...own.password, is_set: false };
  const { server, user, person } = await account({}, { password });
  await user.click(await findPress("Set a password"));
  expect(dialog("Set a password").queryByLabelText("Current password")).toBeNull();
  server.answer(authRoutes.changeUser, person);
  server.answer(accountRoutes.read, own);
  await user.type(field("New password"), "another horse battery{Enter}");
  await findMessage("Your password is set.");
  await findPress("Change password");
  expect(server.asked(authRoutes.changeUser).map(({ body }) => body)).toMatchObject([
    { password: "another horse battery" },
  ]);
});

test("a password that was changed by an attempt whose answer was lost is changed", async () => {
  const { server, user } = await account();
  await user.click(await findPress("Change password"));
  const submit = () => user.click(dialog("Change password").getByRole("button", { name: "Change password" }));
  await user.type(field("Current password"), "the present one");
  await user.type(field("New password"), "another horse battery");
  server.cutOff(authRoutes.changeUser);
  await submit();
  await screen.findByText(/^The server can't be reached/);
  // The present one is not right any more; what is the new one then?
  server.refuseAuth(authRoutes.changeUser, "wrongCurrentPassword");
  await submit();
  await waitFor(() =>
    expect(description(field("Current password"))).toContain("The current password is not right"),
  );
  expect(server.asked(authRoutes.changeUser).at(-1)?.body).toMatchObject({
    ...{ password: "another horse battery", current_password: "another horse battery" },
  });
  server.refuseAuth(authRoutes.changeUser, "samePassword");
  await submit();
  await findMessage("Password changed. Your other devices are signed out.");
});

test("why a password is not changed is said at its field", async () => {
  const { server, user } = await account();
  await user.click(await findPress("Change password"));
  const { getByRole } = dialog("Change password");
  const submit = () => user.click(getByRole("button", { name: "Change password" }));
  await submit();
  expect(description(field("Current password"))).toBe("Please enter your current password");
  expect(document.activeElement).toBe(field("Current password"));
  await user.type(field("Current password"), "not the password");
  await user.type(field("New password"), "short");
  expect(screen.getByText("At least 6 characters")).toBeTruthy();
  for (const [refusal, label, words] of [
    ["wrongCurrentPassword", "Current password", "The current password is not right"],
    ["shortPassword", "New password", "Password should be at least 6 characters."],
    ["samePassword", "New password", "New password should be different from the old password."],
  ] as const) {
    server.refuseAuth(authRoutes.changeUser, refusal);
    await submit();
    await waitFor(() => expect(description(field(label))).toContain(words));
  }
});
