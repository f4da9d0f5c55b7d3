import {
  type DoctorOfSomebody,
  isOwnDoctor,
  isOwnVisit,
  type VisitOfSomebody,
} from "@rounds/domain/account/own-rows.ts";
import type { OwnPermissions } from "@rounds/domain/account/permission-table.ts";
import type { Permission } from "@rounds/domain/account/permissions.ts";
import { permissionsRoute } from "@rounds/domain/account/permissions-route.ts";
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { readQuery } from "./reading.ts";
import { useAuth } from "./session/AuthProvider.tsx";

/** What the person may not do. Read with the live connection, which is after the first screen (live.ts). */
export const permissionsQuery = readQuery(["account", "permissions"], permissionsRoute, {});

const none: OwnPermissions["denied"] = [];

/**
 * Why the person may not do something, in a sentence; undefined if they may, and as long as that is not known: the server
 * has the last word.
 */
export function useRefusals() {
  const person = useAuth().user?.id;
  const { data } = useQuery({ ...permissionsQuery, enabled: false });
  // Who may everything has the same refusals before that is known and after: rows are not built again for it.
  const denied = data?.denied.length ? data.denied : none;
  return useMemo(() => {
    const of = (permission: Permission) => denied.find((one) => one.permission === permission)?.message;
    return {
      of,
      ofDoctor: (doctor: DoctorOfSomebody) =>
        isOwnDoctor(doctor, person) ? undefined : of("delete_doctors_of_others"),
      /** For bringing a deleted record back. */
      ofRestoring: (noun: string) => (noun === "products" ? of("change_products") : undefined),
      ofVisit: (deed: "edit" | "delete", visit: VisitOfSomebody) =>
        isOwnVisit(visit, person) ? undefined : of(`${deed}_visits_of_others`),
    };
  }, [denied, person]);
}
