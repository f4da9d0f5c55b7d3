import type { Day } from "@rounds/domain/calendar/calendar.ts";
import type { Database } from "../database/connect.ts";

/** Who acts: a signed-in user, or (id null) the product itself when it fills in demo data. */
export type Actor = { id: string | null; email: string };

/** What a handler may use beside its input. `today` is the business's day. */
export type Context = { db: Database; actor: Actor; today: Day };
