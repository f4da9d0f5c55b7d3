import "../../testing/signed-out.ts";
import { screen, waitFor } from "@testing-library/react";
import { expect, test } from "vitest";
import { authRoutes } from "../../testing/auth-routes.ts";
import { address, atAddress, findMessage, testNoon, wakeAt } from "../../testing/render-screen.tsx";
import { aUser, issuedSession } from "../../testing/session.ts";
import {
  addressError,
  addressField,
  codeField,
  email,
  findAlert,
  findSignedIn,
  findTitle,
  prepareSignIn,
} from "../../testing/sign-in.ts";

const unreachable = "The server can't be reached. Please check your connection and try again.";
const onItsWay = "a mail with a link and a six-digit code is on its way.";
const button = (name: string | RegExp) => screen.getByRole<HTMLButtonElement>("button", { name });
const newPassword = () => screen.getByLabelText<HTMLInputElement>("New password");
const whole = (text: string) => screen.findByText((_, element) => element?.textContent === text);

/** Asks for the mail with which to choose a new password. */
async function forgot() {
  const prepared = prepareSignIn();
  prepared.server.answer(authRoutes.recover, {});
  await prepared.open("/login/forgot");
  await prepared.send({ email });
  await whole(`If ${email} has an account, ${onItsWay}`);
  return prepared;
}

test("the address of a mail is asked for, and kept on the way from the sign-in", async () => {
  const { server, user, open, send } = prepareSignIn();
  server.answer(authRoutes.recover, {});
  await open("/login?redirect=%2Fvisits");
  await user.type(addressField(), "nobody@rounds.example");
  await user.click(screen.getByRole("link", { name: "Forgot password?" }));
  await findTitle("Reset your password");
  expect(addressField().value).toBe("nobody@rounds.example");
  await send({ email: "" });
  expect(addressError()).toBe("Enter your email address.");
  await send({ email: "no address" });
  expect(addressError()).toBe("Enter an email address like name@example.com.");
  expect(document.activeElement).toBe(addressField());
  expect(server.asked(authRoutes.recover)).toEqual([]);
  await send({ email: "nobody@rounds.example" });
  await whole(`If nobody@rounds.example has an account, ${onItsWay}`);
  await user.click(button("Use another address"));
  expect(addressField().value).toBe("nobody@rounds.example");
  await send({ email });
  await whole(`If ${email} has an account, ${onItsWay}`);
  expect(server.asked(authRoutes.recover)).toMatchObject([
    { query: { redirect_to: `${location.origin}/new-password?redirect=%2Fvisits` } },
    { body: { email } },
  ]);
});

test("an address that only the service finds wrong is said at the field", async () => {
  const { server, open, send } = prepareSignIn();
  server.refuseAuth(authRoutes.recover, "noAddress");
  await open("/login/forgot");
  await send({ email: "a@b" });
  await waitFor(() => expect(addressError()).toBe("Enter an email address like name@example.com."));
});

test("a mail can be asked for again after a minute, also from the start", async () => {
  const { server, user } = await forgot();
  expect(button("Send again in 60 s").ariaDisabled).toBe("true");
  server.refuseAuth(authRoutes.recover, "mailedJustNow", 50);
  await user.click(button("Use another address"));
  await user.click(button("Send the mail"));
  // The mail before has arrived, or nearly.
  expect((await screen.findByRole("button", { name: /^Send again in/ })).ariaDisabled).toBe("true");
  wakeAt(testNoon + 60_000);
  server.answer(authRoutes.recover, {});
  await user.click(await screen.findByRole("button", { name: "Send again" }));
  expect(await screen.findByText("Another mail is on its way. Only its code is valid now.")).toBeTruthy();
  expect(button("Send again in 60 s").ariaDisabled).toBe("true");
});

test("a wrong code stays, and without a connection the right one too", async () => {
  const { server, user } = await forgot();
  expect(document.activeElement).toBe(codeField());
  server.refuseAuth(authRoutes.verify, "wrongCode");
  await user.type(codeField(), "111111");
  await screen.findByText("This code is not right, or no longer valid. Check it, or ask for a new one.");
  expect(codeField().value).toBe("111111");
  server.cutOff(authRoutes.verify);
  await user.clear(codeField());
  await user.type(codeField(), "222222");
  await screen.findByText(unreachable);
  expect(codeField().value).toBe("222222");
  server.answer(authRoutes.verify, issuedSession(1));
  await user.type(codeField(), "{Enter}");
  await findTitle("Choose a new password");
  expect(server.asked(authRoutes.verify).at(-1)?.body).toMatchObject({
    type: "recovery",
    email,
    token: "222222",
  });
});

test("a mail that can't be asked for without a connection is asked for by the next try", async () => {
  const { server, open, send } = prepareSignIn();
  server.cutOff(authRoutes.recover);
  await open("/login/forgot");
  await send({ email });
  expect(await findAlert()).toBe(unreachable);
  server.answer(authRoutes.recover, {});
  await send();
  await whole(`If ${email} has an account, ${onItsWay}`);
});

test("too many wrong codes have to wait, with a countdown", async () => {
  const { server, user } = await forgot();
  server.refuseAuth(authRoutes.verify, "tooOften", 300);
  await user.type(codeField(), "000000");
  await screen.findByText("That was tried too often.");
  expect(screen.getByText("Please wait 5 minutes.")).toBeTruthy();
  expect(button("Continue").ariaDisabled).toBe("true");
});

test("a new password is refused at its field, and then leads to the page requested first", async () => {
  const { server, user, open, send } = prepareSignIn();
  server.answer(authRoutes.recover, {});
  server.answer(authRoutes.verify, issuedSession(1));
  await open("/login/forgot?redirect=%2Fdoctors%2Fadd");
  await send({ email });
  await user.type(await screen.findByLabelText("Six-digit code"), "111111");
  await findTitle("Choose a new password");
  await waitFor(() => expect(document.activeElement).toBe(newPassword()));
  await user.type(newPassword(), "{Enter}");
  await screen.findByText("Enter your new password.");
  for (const [refusal, words] of [
    ["shortPassword", "Password should be at least 6 characters."],
    ["samePassword", "New password should be different from the old password."],
  ] as const) {
    server.refuseAuth(authRoutes.changeUser, refusal);
    await user.type(newPassword(), "x{Enter}");
    await screen.findByText(words);
    expect(newPassword().getAttribute("aria-invalid")).toBe("true");
  }
  server.answer(authRoutes.changeUser, aUser);
  await user.type(newPassword(), "{Enter}");
  await findMessage("Your new password is saved.");
  await atAddress("/doctors/add");
  expect(server.asked(authRoutes.changeUser).at(-1)?.body).toMatchObject({ password: "xx" });
});

test("no password can be chosen without a session", async () => {
  const { user, open } = prepareSignIn();
  await open("/new-password?redirect=/visits");
  await findTitle("Choose a new password");
  expect(screen.getByText(/The link is invalid or has expired/)).toBeTruthy();
  await user.click(screen.getByRole("link", { name: "Send a new link" }));
  await atAddress("/login/forgot?redirect=%2Fvisits");
});

test("a code to sign in with is asked for in the same way for everybody, and signs in", async () => {
  const { server, user, open, send } = prepareSignIn();
  server.answer(authRoutes.otp, {});
  server.answer(authRoutes.verify, issuedSession(1));
  await open("/login?redirect=%2Fdoctors%2Fadd");
  await user.click(screen.getByRole("link", { name: "Email me a code instead" }));
  await findTitle("Sign in with a code");
  await send({ email });
  await whole(`If ${email} may sign in here, ${onItsWay}`);
  await user.type(codeField(), "111111");
  await findSignedIn();
  expect(address()).toBe("/doctors/add");
});

test("signing up waits for the mail's code where addresses must be confirmed", async () => {
  const { server, user, open, send } = prepareSignIn();
  server.answer(authRoutes.signUp, { ...aUser, email });
  server.answer(authRoutes.verify, issuedSession(1));
  await open("/login?mode=sign-up&redirect=%2Fdoctors%2Fadd");
  await send({ email, password: "correct horse battery" });
  await findTitle("Confirm your email address");
  await whole(
    `We sent a six-digit code and a link to ${email}. If you already have an account, sign in instead.`,
  );
  expect(button("Send again in 60 s").ariaDisabled).toBe("true");
  await user.type(codeField(), "111111");
  await findSignedIn();
  expect(address()).toBe("/doctors/add");
});

test("signing in before the address is confirmed asks for the code, and sends another", async () => {
  const { server, user, open, send } = prepareSignIn();
  server.refuseAuth(authRoutes.token, "notConfirmed");
  server.answer(authRoutes.resend, {});
  await open("/login");
  await send({ email, password: "correct horse battery" });
  await findTitle("Confirm your email address");
  await whole(`Enter the six-digit code that we sent to ${email}, or ask for a new one.`);
  await user.click(button("Send again"));
  await whole(
    `We sent a six-digit code and a link to ${email}. If you already have an account, sign in instead.`,
  );
  expect(server.asked(authRoutes.resend)[0]?.body).toMatchObject({ type: "signup", email });
});

test("an invitation's code is asked for with the invited address, and leads to a first password", async () => {
  const { server, user, open } = prepareSignIn();
  server.answer(authRoutes.verify, issuedSession(1));
  await open("/login/invitation");
  await findTitle("Accept your invitation");
  await user.type(codeField(), "111111");
  await screen.findByText("Please enter the address that was invited");
  await user.type(addressField(), email);
  await user.click(button("Accept the invitation"));
  await findTitle("Choose a new password");
  expect(server.asked(authRoutes.verify).map(({ body }) => body)).toMatchObject([{ type: "invite", email }]);
});
