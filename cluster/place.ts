import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const deploy = fileURLToPath(new URL("../deploy/", import.meta.url));

/** The folder of one run: data, which is removed at the end, and logs, which stay if it failed. */
export type Place = {
  logs: string;
  /** The command prefix that drops root's rights; empty if not root. */
  asUser: string[];
  /** A folder for the data of one program, owned by its user. */
  folder(name: string): string;
  close(keepLogs: boolean): void;
};

/** Creates the folder of a run below the system's folder for temporary files. */
export function openPlace(): Place {
  const root = mkdtempSync(join(tmpdir(), "rounds-cluster-"));
  chmodSync(root, 0o755);
  const logs = join(root, "logs");
  mkdirSync(logs);
  const user = process.getuid?.() === 0 ? idsOf("postgres") : undefined;
  return {
    logs,
    asUser: user ? ["setpriv", `--reuid=${user.uid}`, `--regid=${user.gid}`, "--clear-groups", "--"] : [],
    folder(name) {
      const folder = join(root, "data", name);
      mkdirSync(folder, { recursive: true, mode: 0o755 });
      if (user) chownSync(folder, user.uid, user.gid);
      chmodSync(folder, 0o700);
      return folder;
    },
    close(keepLogs) {
      rmSync(keepLogs ? join(root, "data") : root, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function idsOf(name: string): { uid: number; gid: number } {
  const id = (option: string) => Number(spawnSync("id", [option, name], { encoding: "utf8" }).stdout);
  return { uid: id("-u"), gid: id("-g") };
}

/** The path of a file of the documented example. */
export function exampleFile(name: string): string {
  return join(deploy, name);
}

/** The environment variables in a file of the documented example. */
export function exampleEnvironment(name: string): Record<string, string> {
  const lines = readFileSync(exampleFile(name), "utf8").split("\n");
  const settings = lines.filter((line) => line !== "" && !line.startsWith("#"));
  return Object.fromEntries(
    settings.map((line) => {
      const [key = "", ...value] = line.split("=");
      return [key, value.join("=")];
    }),
  );
}
