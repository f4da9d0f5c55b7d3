import { parseArgs } from "node:util";

/** The options on the command line. */
export type Options = { faults: number; seed: number; representatives: number };

export const usage = `Usage: npm run test:cluster -- [--faults 10] [--seed N] [--representatives 20] [--quick]
  --faults           how many faults, one after the other
  --seed             repeats the order of an earlier run, which printed it
  --representatives  how many people record visits meanwhile
  --quick            one fault and two people, unless the others say otherwise
Needs Debian's packages patroni, python3-etcd, etcd-server, haproxy and postgresql (15 or later); as root it installs
those that are missing. As root on Linux every machine gets a network of its own. Ends with 77 where it can't be run.`;

/** Reads the options; throws an Error whose message is for the person. */
export function readOptions(args: string[]): Options {
  const isQuick = args.includes("--quick");
  const { values } = parseArgs({
    args: args.filter((arg) => arg !== "--quick"),
    options: {
      faults: { type: "string", default: isQuick ? "1" : "10" },
      seed: { type: "string", default: String(Math.floor(Math.random() * 1e6)) },
      representatives: { type: "string", default: isQuick ? "2" : "20" },
    },
  });
  const whole = (name: keyof typeof values, least: number, most: number) => {
    const value = Number(values[name]);
    if (Number.isInteger(value) && value >= least && value <= most) return value;
    throw new Error(`--${name} takes a whole number from ${least} to ${most}.`);
  };
  return {
    faults: whole("faults", 1, 1000),
    seed: whole("seed", 0, 2 ** 31 - 1),
    representatives: whole("representatives", 1, 200),
  };
}
