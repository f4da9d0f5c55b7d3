import "../testing/signed-out.ts";
import { act, screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { authClient } from "../api/session/session.ts";
import { authRoutes } from "../testing/auth-routes.ts";
import { issuedSession } from "../testing/session.ts";
import { email, findSignedIn, prepareSignIn } from "../testing/sign-in.ts";

const password = "correct horse battery";

test("somebody else who signs in, in another tab say, gets nothing of what was typed on the page", async () => {
  const { server, user, open, send } = prepareSignIn();
  server.answer(authRoutes.token, issuedSession(31));
  await open(`/login?redirect=${encodeURIComponent("/doctors/add")}`);
  await send({ email, password });
  const name = await screen.findByLabelText<HTMLInputElement>("Doctor Name");
  await user.type(name, "Dr. Of the one before");
  const next = issuedSession(32, "u2");
  server.answer(authRoutes.token, { ...next, user: { ...next.user, email: "ravi@example.com" } });
  await act(async () => {
    await (await authClient()).auth.signInWithPassword({ email: "ravi@example.com", password });
  });
  await findSignedIn("ravi@example.com");
  expect((await screen.findByLabelText<HTMLInputElement>("Doctor Name")).value).toBe("");
});
