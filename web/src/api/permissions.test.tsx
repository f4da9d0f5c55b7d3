import { QueryClientProvider } from "@tanstack/react-query";
import { act, renderHook } from "@testing-library/react";
import { expect, test } from "vitest";
import { permissionsQuery, useRefusals } from "./permissions.ts";
import { queryClient } from "./query-client.ts";

test("the refusals stay the same object when the server answers that nothing is refused", async () => {
  const { result } = renderHook(useRefusals, {
    wrapper: ({ children }) => <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>,
  });
  const before = result.current;
  const answer = (denied: { permission: "export"; message: string }[]) =>
    act(async () => {
      queryClient.setQueryData(permissionsQuery.queryKey, { role: "representative", denied });
      // Queries tell the screens in the next turn.
      await new Promise((done) => setTimeout(done));
    });
  await answer([]);
  expect(result.current).toBe(before);
  await answer([{ permission: "export", message: "Ask your manager" }]);
  expect(result.current.of("export")).toBe("Ask your manager");
  await answer([]);
  expect(result.current.of("export")).toBeUndefined();
});
