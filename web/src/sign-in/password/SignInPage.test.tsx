import "../../testing/signed-out.ts";
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { authRoutes } from "../../testing/auth-routes.ts";
import { address, atAddress } from "../../testing/render-screen.tsx";
import { issuedSession } from "../../testing/session.ts";
import {
  addressError,
  addressField,
  email,
  findAlert,
  findSignedIn,
  findTitle,
  passwordError,
  passwordField,
  prepareSignIn,
} from "../../testing/sign-in.ts";

const password = "correct horse battery";
const missing = "You must provide either an email or phone number and a password";
const button = (name: string) => screen.getByRole<HTMLButtonElement>("button", { name });
const link = (name: string) => screen.getByRole("link", { name });

test("signing in says so while it does, and leads to the page requested first", async () => {
  const { server, open, send } = prepareSignIn();
  server.answer(authRoutes.token, issuedSession(1));
  await open("/login?redirect=%2Fdoctors%2Fadd");
  await findTitle("Sign in to your account");
  expect(screen.getByText("Don't have an account?")).toBeTruthy();
  expect(link("Sign up")).toBeTruthy();
  expect(document.activeElement).toBe(addressField());
  expect(addressField()).toMatchObject({ type: "email", placeholder: "Enter your email" });
  expect(passwordField().placeholder).toBe("Enter your password");
  const release = server.hold(authRoutes.token);
  await send({ email, password });
  expect(button("Signing in...").ariaDisabled).toBe("true");
  release();
  await findSignedIn();
  expect(address()).toBe("/doctors/add");
  expect(server.asked(authRoutes.token).map(({ body }) => body)).toMatchObject([{ email, password }]);
});

test("no other host is led to after signing in", async () => {
  const { server, open, send } = prepareSignIn();
  server.answer(authRoutes.token, issuedSession(1));
  await open(`/login?redirect=${encodeURIComponent("//evil.example/doctors/add")}`);
  await send({ email, password });
  await findSignedIn();
  expect(address()).toBe("/");
});

test("a password is shown and hidden", async () => {
  const { user, open } = prepareSignIn();
  await open("/login");
  await user.type(passwordField(), "secret");
  expect(passwordField().type).toBe("password");
  await user.click(button("Show password"));
  expect(passwordField()).toMatchObject({ type: "text", value: "secret" });
  await user.click(button("Hide password"));
  expect(passwordField().type).toBe("password");
});

test("a refusal keeps what was typed, until another form is asked for", async () => {
  const { server, user, open, send } = prepareSignIn();
  server.refuseAuth(authRoutes.token, "wrongPassword");
  await open("/login");
  await send({ email, password: "not the password" });
  expect(await findAlert()).toBe("Invalid login credentials");
  expect(addressField().value).toBe(email);
  await user.click(link("Sign up"));
  await findTitle("Create your account");
  expect(screen.getByText("Already have an account?")).toBeTruthy();
  expect(screen.queryByRole("alert")).toBeNull();
  // The page requested first stays requested.
  await user.click(link("Sign in"));
  await findTitle("Sign in to your account");
});

test("both forms ask for what is missing", async () => {
  const { user, open, send } = prepareSignIn();
  await open("/login?redirect=%2Fvisits");
  await send();
  expect(await findAlert()).toBe(missing);
  expect([addressError(), passwordError()]).toEqual([
    "Please enter your email address",
    "Please enter your password",
  ]);
  expect(document.activeElement).toBe(addressField());
  await user.click(link("Sign up"));
  await findTitle("Create your account");
  await atAddress("/login?redirect=%2Fvisits&mode=sign-up");
  expect(addressError()).toBe("");
  await send({ email });
  expect(await findAlert()).toBe(missing);
  expect([addressError(), passwordError()]).toEqual(["", "Please enter your password"]);
  expect(document.activeElement).toBe(passwordField());
});

test.each([
  ["shortPassword", "Password should be at least 6 characters."],
  ["registered", "User already registered"],
  ["noAddress", "Unable to validate email address: invalid format"],
] as const)("%s is why no account is created", async (refusal, words) => {
  const { server, open, send } = prepareSignIn();
  server.refuseAuth(authRoutes.signUp, refusal);
  await open("/login?mode=sign-up");
  const release = server.hold(authRoutes.signUp);
  await send({ email, password });
  expect(button("Creating account...").ariaDisabled).toBe("true");
  release();
  expect(await findAlert()).toBe(words);
});

test("a server that can't be reached or fails is said, and the next try signs in", async () => {
  const { server, user, open, send } = prepareSignIn();
  server.cutOff(authRoutes.token);
  await open("/login?redirect=%2Fdoctors%2Fadd");
  await send({ email, password });
  expect(await findAlert()).toBe("The server can't be reached. Please check your connection and try again.");
  server.fail(authRoutes.token);
  await user.click(button("Sign In"));
  await waitFor(() => expect(screen.getByRole("alert").textContent).toBe("An unexpected error occurred"));
  server.answer(authRoutes.token, issuedSession(1));
  await user.click(button("Sign In"));
  await findSignedIn();
});

test("a password that was tried too often has to wait, with a countdown", async () => {
  const { server, open, send } = prepareSignIn();
  server.refuseAuth(authRoutes.token, "tooOften", 70);
  await open("/login");
  await send({ email, password });
  expect(await findAlert()).toBe("That was tried too often.");
  expect(screen.getByRole("timer").textContent).toBe("Please wait 70 seconds.");
  expect(button("Sign In").ariaDisabled).toBe("true");
  expect(addressField().value).toBe(email);
});

test("without a provider there is none to continue with", async () => {
  const { open } = prepareSignIn();
  await open("/login");
  expect(button("Sign In")).toBeTruthy();
  expect(screen.queryByRole("button", { name: /Continue with/ })).toBeNull();
});
