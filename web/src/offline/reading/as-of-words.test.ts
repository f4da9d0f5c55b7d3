import "../../testing/signed-in.ts";
import { QueryObserver } from "@tanstack/react-query";
import { act, renderHook, waitFor } from "@testing-library/react";
import { expect, onTestFinished, test } from "vitest";
import { now } from "../../api/clock.ts";
import { useAsOfWords } from "../../api/phone/as-of.ts";
import { queryClient } from "../../api/query-client.ts";
import { askToSignIn } from "../../api/session/session.ts";
import { setOnline } from "../../testing/render-screen.tsx";
import { followAsOf } from "./as-of-words.ts";
import { readHereWith } from "./read-here.ts";

const unanswered = new Promise<unknown>(() => {});

test("says why the phone answers: no answer, no connection, or nobody who is signed in", async () => {
  const known = { data: { rows: [] }, as_of: now() };
  const read = readHereWith({
    answer: () => known,
    shown: (_, answer) => answer,
    seen: async () => undefined,
    isReached: () => false,
  });
  onTestFinished(followAsOf());
  const queryFn = () => read({ path: "/api/doctors", params: {}, query: {} }, unanswered);
  onTestFinished(
    new QueryObserver(queryClient, { queryKey: ["doctors", "shown"], queryFn }).subscribe(() => {}),
  );
  const { result } = renderHook(useAsOfWords);
  const said = (why: string) =>
    waitFor(() => expect(result.current).toMatch(new RegExp(`^${why} Showing what this phone knows from `)));
  await said("No answer\\.");
  setOnline(false);
  await said("No connection\\.");
  setOnline(true);
  await said("No answer\\.");
  // The server answered that the session has ended: what is read waits for the person.
  act(askToSignIn);
  await said("Not signed in\\.");
});
