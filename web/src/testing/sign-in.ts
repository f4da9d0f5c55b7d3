import { dashboardRoutes } from "@rounds/domain/dashboard/routes.ts";
import { doctorRoutes } from "@rounds/domain/doctors/routes.ts";
import { screen } from "@testing-library/react";
import { onTestFinished } from "vitest";
import { signOut } from "../api/session/session.ts";
import { authRoutes } from "./auth-routes.ts";
import { description, prepareScreen } from "./render-screen.tsx";
import { issuedSession } from "./session.ts";

// The screens before signing in, their fields, and people's actions on them. A file begins with `signed-out.ts`.

/** Whose session the service of these tests answers. */
export const { email } = issuedSession(1).user;

/** Prepares a test of the screens before signing in; afterwards nobody is signed in again. */
export function prepareSignIn() {
  const prepared = prepareScreen();
  const { server, user } = prepared;
  server.answer(authRoutes.logOut, {});
  // The screens that signing in leads to, as far as these tests are concerned.
  server.cutOff(dashboardRoutes.read);
  server.answer(doctorRoutes.lastCity, { city: "" });
  onTestFinished(() => signOut());

  /** Fills the form in, as far as it is given, and sends it. */
  async function send(typed: { email?: string; password?: string } = {}) {
    for (const [field, text] of [
      [addressField(), typed.email],
      [screen.queryByLabelText("Password"), typed.password],
    ] as const) {
      if (!field || text === undefined) continue;
      await user.clear(field);
      if (text !== "") await user.type(field, text);
    }
    await user.type(addressField(), "{Enter}");
  }
  return { ...prepared, send };
}

export const addressField = () => screen.getByLabelText<HTMLInputElement>("Email address");
export const passwordField = () => screen.getByLabelText<HTMLInputElement>("Password");
export const codeField = () => screen.getByLabelText<HTMLInputElement>("Six-digit code");

/** Waits for the title of a screen outside the product's layout. */
export const findTitle = (name: string) => screen.findByRole("heading", { level: 1, name });

/** Waits until the product is shown to the person of this address. */
export const findSignedIn = (as = email) => screen.findByRole("link", { name: as });

/** Waits for the error above a form's fields. */
export const findAlert = async () => (await screen.findByRole("alert")).textContent;

export const addressError = () => description(addressField());
export const passwordError = () => description(passwordField());
