import { z } from "zod";

/**
 * Whose rows a list shows: one's own (`me`), those of nobody (`nobody`: everybody's doctors), or a person's by their id;
 * an empty one does not filter.
 */
export const whoseFilter = z
  .union([z.enum(["", "me", "nobody"]), z.uuid("Please choose a person").overwrite((id) => id.toLowerCase())])
  .default("");
