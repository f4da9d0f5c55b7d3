import { archiveRoutes } from "@rounds/domain/archive/routes.ts";
import { fresh, readQuery } from "../api/reading.ts";

/** What an archive would hold now, for administrators; others get `forbidden`. No change of it is announced while others write. */
export const archiveQuery = () => readQuery(["archive"], archiveRoutes.state, {}, fresh);
