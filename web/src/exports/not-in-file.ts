import { formatCount } from "@rounds/domain/money/count.ts";

/** What the server, which writes the file, does not have yet: "2 entries on this phone are not in the file yet". */
export function notInFile(waiting: number): string {
  return waiting === 1
    ? "1 entry on this phone is not in the file yet"
    : `${formatCount(waiting)} entries on this phone are not in the file yet`;
}
