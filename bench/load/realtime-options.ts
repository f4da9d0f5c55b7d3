import { parseArgs } from "node:util";
import { unlessQuick } from "../kit/quick.ts";
import { wholeNumber } from "../kit/whole-numbers.ts";

export const usage = `Usage: npm run bench:realtime -- [--clients 2000] [--changes 200] [--seconds 20] [--listening 1]
  --clients    connected clients, each with one channel
  --changes    rows changed in a second, one statement each
  --seconds    how long
  --listening  the share of clients, from 0 to 1, that listen to the changed table; the others to another one
Starts the built server in a process of its own, at 127.0.0.1, on an embedded database in a temporary folder. The delay is
from the moment at which a change is sent to the database until a client has it. Meanwhile somebody asks for the list of
doctors ten times a second at most.`;

/** The options on the command line. */
export type Asked = { clients: number; changes: number; seconds: number; listening: number };

/** Reads the options; throws an Error whose message is for the person. */
export function readAsked(args: string[]): Asked {
  const { values } = parseArgs({
    args,
    options: {
      clients: { type: "string", default: unlessQuick("2000", "20") },
      changes: { type: "string", default: unlessQuick("200", "20") },
      seconds: { type: "string", default: unlessQuick("20", "2") },
      listening: { type: "string", default: "1" },
    },
  });
  const whole = (name: "clients" | "changes" | "seconds", most: number) =>
    wholeNumber(name, values[name], { most });
  const listening = Number(values.listening);
  if (values.listening === "" || !(listening >= 0 && listening <= 1))
    throw new Error("--listening takes a number from 0 to 1.");
  return {
    clients: whole("clients", 5000),
    changes: whole("changes", 5000),
    seconds: whole("seconds", 600),
    listening,
  };
}
