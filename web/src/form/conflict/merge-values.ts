import {
  type Choices,
  type Merged,
  mergeFields,
  type Normal,
  type Versions,
} from "@rounds/domain/records/merge.ts";
import { safeParse, type z } from "zod";

/** Merges one person's input with somebody else's saved version, in the form's values. */
export type MergeValues<Input> = (versions: Versions<Input>, choices?: Choices) => Merged<Input>;

/** A field's value as the schema stores it; a value that it refuses stays as typed. */
export function normalOf(schema: z.ZodObject): Normal {
  return (field, value) => {
    const type = schema.shape[field];
    const read = type && safeParse(type, value);
    return read?.success ? read.data : value;
  };
}

/** Merges forms whose fields are independent: exactly the fields of the schema. */
export function mergeBy<Input extends object>(
  schema: z.ZodObject & z.ZodType<unknown, Input>,
): MergeValues<Input> {
  // `Object.keys` knows only that keys are texts.
  const fields = Object.keys(schema.shape) as (keyof Input & string)[];
  const normal = normalOf(schema);
  return (versions, choices) => mergeFields(versions, fields, normal, choices);
}
