import {
  type DoctorOfSomebody,
  isOwnDoctor,
  isOwnVisit,
  type VisitOfSomebody,
} from "@rounds/domain/account/own-rows.ts";
import type { Permission } from "@rounds/domain/account/permissions.ts";
import { permissionsRoute } from "@rounds/domain/account/permissions-route.ts";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { call } from "./client.ts";
import { useAuth } from "./session/AuthProvider.tsx";

/** What the person may not do. Read with the live connection, which is after the first screen (live.ts). */
export const permissionsQuery = queryOptions({
  queryKey: ["account", "permissions"],
  queryFn: ({ signal }) => call(permissionsRoute, {}, signal),
});

/**
 * Why the person may not do something, in a sentence; undefined if they may, and as long as that is not known: the server
 * has the last word.
 */
export function useRefusals() {
  const person = useAuth().user?.id;
  const { data } = useQuery({ ...permissionsQuery, enabled: false });
  return useMemo(() => {
    const of = (permission: Permission) => data?.denied.find((one) => one.permission === permission)?.message;
    return {
      of,
      ofDoctor: (doctor: DoctorOfSomebody) =>
        isOwnDoctor(doctor, person) ? undefined : of("delete_doctors_of_others"),
      /** For bringing a deleted record back. */
      ofRestoring: (noun: string) => (noun === "products" ? of("change_products") : undefined),
      ofVisit: (deed: "edit" | "delete", visit: VisitOfSomebody) =>
        isOwnVisit(visit, person) ? undefined : of(`${deed}_visits_of_others`),
    };
  }, [data, person]);
}
