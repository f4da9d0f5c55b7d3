import { archiveRoutes } from "@rounds/domain/archive/routes.ts";
import { queryOptions } from "@tanstack/react-query";
import { call } from "../api/client.ts";

/** What an archive would hold now, for administrators; others get `forbidden`. */
export const archiveQuery = () =>
  queryOptions({
    queryKey: ["archive"],
    queryFn: ({ signal }) => call(archiveRoutes.state, {}, signal),
    // Nothing is told of it while others write.
    staleTime: 0,
  });
