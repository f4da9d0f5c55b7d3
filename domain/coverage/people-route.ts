import { route } from "../contract/route.ts";
import type { Representatives } from "./settings.ts";

/** Everybody to whom doctors can belong. A file of its own, because the first screens need no other route of coverage. */
export const peopleRoute = route<{ response: Representatives }>("GET", "/api/representatives");
