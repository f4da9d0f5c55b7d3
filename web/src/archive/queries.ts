import { archiveRoutes } from "@rounds/domain/archive/routes.ts";
import { fresh, readQuery } from "../api/reading.ts";

/** What an archive would hold now, for administrators; others get `forbidden`. Nothing is told of it while others write. */
export const archiveQuery = () => readQuery(["archive"], archiveRoutes.state, {}, fresh);
