import { z } from "zod";
import { optionalText } from "../text/text.ts";

/** What the company is called on paper: one line of at most 100 characters; null if nobody has said so. */
export const company = z.strictObject({
  name: optionalText(100, { holds: /^[^\n\r\u0085\u2028\u2029]*$/, message: "A name is one line" }),
});

export type CompanyInput = z.input<typeof company>;
export type Company = z.output<typeof company>;
