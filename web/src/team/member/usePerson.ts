import { goneName } from "@rounds/domain/history/audit-words.ts";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { isMissing } from "../../api/api-error.ts";
import { teamQueries } from "../queries.ts";
import type { MemberChoice } from "./MemberPicker.tsx";

/** The person in the address: the one just chosen, otherwise loaded; a deleted one is called so. */
export function usePerson(
  id: string | undefined,
): [MemberChoice | null, (member: MemberChoice | null) => void] {
  const [picked, remember] = useState<MemberChoice | null>(null);
  const known = picked !== null && picked.id === id;
  const { data, error } = useQuery({ ...teamQueries.row(id ?? ""), enabled: id !== undefined && !known });
  if (id === undefined) return [null, remember];
  if (known) return [picked, remember];
  if (isMissing(error)) return [{ id, name: goneName, email: null, phone: null }, remember];
  return [data ?? null, remember];
}
