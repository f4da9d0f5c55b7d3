import { parseArgs } from "node:util";
import { unlessQuick } from "./quick.ts";

type Limits = { least?: number; most?: number };

/** Options that are whole numbers: each with its value where it is not given, usually and with `--quick`, and its limits. */
type Options<Name extends string> = Readonly<Record<Name, Limits & { usual: number; quick: number }>>;

/** Reads a command line on which all options are whole numbers; throws an Error for the person. */
export function wholeNumbers<Name extends string>(
  args: string[],
  asked: Options<Name>,
): Record<Name, number> {
  const entries = Object.entries<Options<Name>[Name]>(asked);
  const option = ({ usual, quick }: { usual: number; quick: number }) =>
    ({ type: "string", default: String(unlessQuick(usual, quick)) }) as const;
  const options = Object.fromEntries(entries.map(([name, one]) => [name, option(one)]));
  const { values } = parseArgs({ args, options });
  return Object.fromEntries(
    entries.map(([name, limits]) => [name, wholeNumber(name, values[name], limits)]),
  ) as Record<Name, number>;
}

/** The value of an option that is a whole number, from 1 unless `least` says otherwise; throws an Error for the person. */
export function wholeNumber(name: string, text: string | undefined, { least = 1, most }: Limits): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= least && (most === undefined || value <= most)) return value;
  throw new Error(`--${name} takes a whole number from ${least}${most === undefined ? "" : ` to ${most}`}.`);
}
