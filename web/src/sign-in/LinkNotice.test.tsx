import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, test, vi } from "vitest";

// A page reads its address and its settings once, when its code is loaded: each test loads the code anew.

const invalidLink =
  "This link is no longer valid. A link works once, within 24 hours, and only in the newest mail.";
const expired = "error=access_denied&error_code=otp_expired&error_description=Email+link&sb=";

/** Opens the page at an address, as a link in a mail does, for somebody who is signed out, or `signedIn`. */
async function openLink(path: string, { mail = "smtp", signedIn = false } = {}) {
  vi.resetModules();
  localStorage.clear();
  if (!signedIn) await import("../testing/signed-out.ts");
  const setting = document.createElement("meta");
  Object.assign(setting, { name: "mail", content: mail });
  document.head.replaceChildren(setting);
  history.replaceState(null, "", path);
  const { prepareScreen } = await import("../testing/render-screen.tsx");
  const { dashboardRoutes } = await import("@rounds/domain/dashboard/routes.ts");
  const { doctorRoutes } = await import("@rounds/domain/doctors/routes.ts");
  const { authClient } = await import("../api/session/session.ts");
  const { server, open } = prepareScreen();
  server.cutOff(dashboardRoutes.read);
  server.answer(doctorRoutes.lastCity, { city: "" });
  // The rest of the address is what the page makes of it.
  await authClient();
  await open(location.pathname + location.search);
  return { server, user: userEvent.setup() };
}

const findTitle = (name: string) => screen.findByRole("heading", { level: 1, name });

test("a link that has expired says so, and leads to another mail", async () => {
  const { user } = await openLink(`/#${expired}`);
  await screen.findByText(invalidLink);
  await findTitle("Sign in to your account");
  expect(location.hash).toBe("");
  await user.click(screen.getByRole("link", { name: "Email me a new one" }));
  await findTitle("Sign in with a code");
});

test("a link to a new password that has expired says so, and leads to another", async () => {
  const { user } = await openLink(`/new-password#${expired}`);
  await findTitle("Choose a new password");
  expect(screen.getByText(invalidLink)).toBeTruthy();
  await user.click(screen.getByRole("link", { name: "Send a new link" }));
  await findTitle("Reset your password");
});

test("a link that has expired says so to somebody who is signed in, until it is closed", async () => {
  const { user } = await openLink(`/doctors/add?a=b#${expired}`, { signedIn: true });
  await screen.findByText(invalidLink);
  expect(location.href).toBe(`${location.origin}/doctors/add?a=b`);
  await user.click(screen.getByRole("button", { name: "Close" }));
  await waitFor(() => expect(screen.queryByText(invalidLink)).toBeNull());
  await findTitle("Add Doctor");
});

test("the first link of a change of address says what is still to do", async () => {
  await openLink("/#message=Please+proceed+to+confirm+link+sent+to+the+other+email&sb=");
  await screen.findByText("Please proceed to confirm link sent to the other email.");
  await findTitle("Sign in to your account");
});

test("if no mail can be sent, only the password signs in", async () => {
  const { user } = await openLink("/login", { mail: "nothing" });
  expect(await screen.findByRole("button", { name: "Sign In" })).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Email me a code instead" })).toBeNull();
  await user.click(screen.getByRole("link", { name: "Forgot password?" }));
  await screen.findByText(/^This server can't send mail\. Ask your administrator/);
  expect(screen.queryByLabelText("Email address")).toBeNull();
  await openLink("/login/code", { mail: "nothing" });
  await findTitle("Sign in to your account");
});
