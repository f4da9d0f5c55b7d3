import { notPermittedWords, type Permission } from "@rounds/domain/account/permissions.ts";
import { permissionsRoute } from "@rounds/domain/account/permissions-route.ts";
import { act, within } from "@testing-library/react";
import { permissionsQuery } from "../api/permissions.ts";
import { queryClient } from "../api/query-client.ts";
import { prepareScreen } from "./render-screen.tsx";

/** Prepares a screen of a representative to whom these are denied, as the live connection reads it after the first list. */
export function prepareDenied(denied: readonly Permission[]) {
  const { server, open, ...others } = prepareScreen();
  const own = {
    role: "representative" as const,
    denied: denied.map((permission) => ({ permission, message: notPermittedWords(permission) })),
  };
  server.answer(permissionsRoute, own);
  return {
    ...others,
    server,
    open: async (path: string) => {
      await open(path);
      act(() => void queryClient.setQueryData(permissionsQuery.queryKey, own));
    },
  };
}

/** How a button is refused, in words; nothing if it is not. */
export function refusalOf(name: string | RegExp, place: HTMLElement = document.body): string | null {
  const button = within(place).queryByRole("button", { name, hidden: true });
  return button?.getAttribute("aria-disabled") ? button.title : null;
}
