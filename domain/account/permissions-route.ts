import { route } from "../contract/route.ts";
import type { OwnPermissions } from "./permission-table.ts";

/** What oneself may not do; apart from the other routes, because every screen asks for it. */
export const permissionsRoute = route<{ response: OwnPermissions }>("GET", "/api/account/permissions");
