import "../../testing/signed-out.ts";
import { dashboardRoutes } from "@rounds/domain/dashboard/routes.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import type { Factor } from "@supabase/auth-js";
import { screen, waitFor, within } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { holdUnsavedWork } from "../../api/unsaved-work.ts";
import { authRoutes } from "../../testing/auth-routes.ts";
import { address, atAddress, findMessage } from "../../testing/render-screen.tsx";
import { aUser, issuedSession } from "../../testing/session.ts";
import { codeField, email, findSignedIn, findTitle, prepareSignIn } from "../../testing/sign-in.ts";

const title = "Enter the code from your authenticator";
const wrongCode = "This code is not right, or was used already. Enter the one that is shown now.";
const page = "/doctors/add";

const aFactor = (given: Partial<Factor> & { phone?: string }): Factor => ({
  ...{ id: "f1", friendly_name: "Tablet", factor_type: "totp", status: "verified" },
  ...{ created_at: "2025-11-01T04:30:00.000Z", updated_at: "2025-11-01T04:30:00.000Z" },
  ...given,
});
const tablet = aFactor({});
const phone = aFactor({ id: "f2", friendly_name: "My phone", factor_type: "phone", phone: "919876543210" });

let serial = 10;
/** A session of somebody with these factors, before or after the second step. */
function sessionWith(factors: Factor[], aal: "aal1" | "aal2") {
  serial += 1;
  const session = issuedSession(serial);
  const payload = btoa(JSON.stringify({ sub: "u1", exp: 4_000_000_000, aal })).replaceAll("=", "");
  return {
    ...session,
    access_token: `e30.${payload}.${serial}`,
    user: { ...session.user, factors },
  };
}

/** Signs in with a password, at the form of a new doctor, as somebody with these factors. */
async function signInWith(factors: Factor[], path = `/login?redirect=${encodeURIComponent(page)}`) {
  const prepared = prepareSignIn();
  const { server, open, send } = prepared;
  server.answer(authRoutes.token, sessionWith(factors, "aal1"));
  server.answer(authRoutes.challenge, { id: "c1", type: "totp", expires_at: 4_000_000_000 });
  server.answer(authRoutes.verifyFactor, sessionWith(factors, "aal2"));
  await open(path);
  await send({ email, password: "correct horse battery" });
  return prepared;
}

test("a code is asked for instead of the page, and leads to it", async () => {
  const { server, user } = await signInWith([tablet]);
  await findTitle(title);
  expect(screen.getByText(/Ask an administrator of your team to remove the second step\.$/)).toBeTruthy();
  expect(screen.queryByRole("navigation")).toBeNull();
  expect(server.asked(doctorRoutes.lastCity)).toEqual([]);
  expect(screen.queryByRole("radio")).toBeNull();
  await user.type(codeField(), "12345{Enter}");
  await screen.findByText("Enter all six digits of the code.");
  server.refuseAuth(authRoutes.verifyFactor, "wrongSecondCode");
  await user.type(codeField(), "6");
  await screen.findByText(wrongCode);
  expect(codeField().value).toBe("123456");
  server.answer(authRoutes.verifyFactor, sessionWith([tablet], "aal2"));
  await user.type(codeField(), "{Enter}");
  await findSignedIn();
  expect(address()).toBe(page);
});

test("it is cancelled by signing out", async () => {
  const { user } = await signInWith([tablet]);
  await findTitle(title);
  await user.click(screen.getByRole("button", { name: "Sign Out" }));
  await findTitle("Sign in to your account");
  expect(address()).toBe("/login");
});

test("signing out instead asks about what is not saved", async () => {
  const { user } = await signInWith([tablet]);
  await findTitle(title);
  onTestFinished(holdUnsavedWork());
  await user.click(screen.getByRole("button", { name: "Sign Out" }));
  const question = await screen.findByRole("alertdialog", { name: "Sign out without saving?" });
  await user.click(within(question).getByRole("button", { name: "Sign Out" }));
  await findTitle("Sign in to your account");
});

test("it is asked for if the session did not know of it, and the request continues", async () => {
  const { server, user, open, send } = prepareSignIn();
  server.answer(authRoutes.token, sessionWith([], "aal1"));
  server.answer(authRoutes.verifyFactor, sessionWith([tablet], "aal2"));
  server.answer(authRoutes.challenge, { id: "c1", type: "totp", expires_at: 4_000_000_000 });
  server.answer(authRoutes.user, { ...aUser, email, factors: [tablet] });
  server.refuse(dashboardRoutes.read, "second_factor_needed");
  await open("/login");
  await send({ email, password: "correct horse battery" });
  await findTitle(title);
  server.cutOff(dashboardRoutes.read);
  await user.type(await screen.findByLabelText("Six-digit code"), "123456");
  await findSignedIn();
  await waitFor(() => expect(server.asked(dashboardRoutes.read).length).toBeGreaterThan(1));
});

test("it disappears when an administrator has removed the factor", async () => {
  const { server, user } = await signInWith([tablet]);
  await findTitle(title);
  server.refuseAuth(authRoutes.challenge, "noFactor");
  server.answer(authRoutes.token, sessionWith([], "aal1"));
  await user.type(codeField(), "123456");
  await findSignedIn();
});

test("it comes before choosing a new password too", async () => {
  const { server, user } = await signInWith([tablet], "/login?redirect=%2Fnew-password");
  await findTitle(title);
  await user.type(codeField(), "123456");
  server.answer(authRoutes.changeUser, { ...aUser, email });
  await user.type(await screen.findByLabelText("New password"), "another horse battery{Enter}");
  await findMessage("Your new password is saved.");
});

test("a code is sent to a phone on request, and either factor works", async () => {
  const { server, user } = await signInWith([tablet, phone]);
  await findTitle(title);
  expect(screen.getByRole<HTMLInputElement>("radio", { name: "Tablet" }).checked).toBe(true);
  const byPhone = "My phone: text message to the number ending in 3210";
  await user.click(screen.getByRole("radio", { name: byPhone }));
  expect(screen.queryByLabelText("Six-digit code")).toBeNull();
  await user.click(screen.getByRole("button", { name: "Send me a code" }));
  await user.type(await screen.findByLabelText("Six-digit code"), "123456");
  await findSignedIn();
  expect(server.asked(authRoutes.challenge).map(({ params }) => params.id)).toEqual(["f2"]);
  expect(server.asked(authRoutes.verifyFactor)[0]?.body).toMatchObject({ challenge_id: "c1" });
});

test("the next code can be asked for after a minute", async () => {
  const { user } = await signInWith([phone]);
  await user.click(await screen.findByRole("button", { name: "Send me a code" }));
  const again = await screen.findByRole<HTMLButtonElement>("button", { name: "Send again in 60 s" });
  expect(again.ariaDisabled).toBe("true");
  await atAddress(page);
});
