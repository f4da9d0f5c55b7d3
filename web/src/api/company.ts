import type { Company } from "@rounds/domain/team/company.ts";
import { teamRoutes } from "@rounds/domain/team/routes.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./client.ts";

/** What the company is called, for everybody. */
export const companyQuery = () =>
  queryOptions({
    queryKey: ["team", "company"],
    queryFn: ({ signal }) => readCompany(signal),
  });

/** The same, as it is now. Without a connection a phone knows what it was when it was last asked. */
export async function readCompany(signal?: AbortSignal): Promise<Company> {
  return await call(teamRoutes.company, {}, signal);
}
