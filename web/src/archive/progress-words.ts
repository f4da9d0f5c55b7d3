import { formatCount } from "@rounds/domain/money/count.ts";
import type { ArchiveProgress } from "./bring-in.ts";

const megabyte = 1024 * 1024;

/** How far an archive is on its way in. */
export function progressWords({ stage, done, of }: ArchiveProgress): string {
  if (stage === "sending") return `Sending: ${inMegabytes(done)} of ${inMegabytes(of)} MB`;
  if (stage === "finishing") return "Comparing the sums...";
  if (of === 0) return "Checking the archive...";
  const what = stage === "checking" ? "Checking" : "Storing";
  return `${what}: ${formatCount(done)} of ${formatCount(of)} rows`;
}

const inMegabytes = (bytes: number) => (bytes / megabyte).toFixed(1);
