import { execFile } from "node:child_process";
import { readFile, readlink, stat } from "node:fs/promises";
import { basename } from "node:path";
import { promisify } from "node:util";
import { errorCode } from "./failure.ts";

/** What is known about a running process. */
type ProcessFacts = {
  /** The name of the program, without directory: `postgres`. */
  program: string;
  /** The program and its arguments, separated by spaces. */
  commandLine: string;
  /** The user it runs as, where known. */
  uid: number | undefined;
  /** Its working directory, if this process may know it. PostgreSQL's is its data directory. */
  directory: string | undefined;
};

/** `"gone"`: no such process, or only a zombie. `"hidden"`: it lives, but nothing more can be found out. */
export async function inspectProcess(pid: number): Promise<ProcessFacts | "gone" | "hidden"> {
  switch (process.platform) {
    case "linux":
      return inspectOnLinux(pid);
    case "win32":
      return inspectOnWindows(pid);
    default:
      return inspectWithPs(pid);
  }
}

async function inspectOnLinux(pid: number): Promise<ProcessFacts | "gone" | "hidden"> {
  const folder = `/proc/${pid}`;
  try {
    const [owner, raw, directory] = await Promise.all([
      stat(folder),
      readFile(`${folder}/cmdline`, "utf8"),
      // Hidden from root in a container without CAP_SYS_PTRACE.
      readlink(`${folder}/cwd`).catch(() => undefined),
    ]);
    if (raw === "") return "gone"; // a zombie, or just ending, or one of the kernel's own
    const words = raw.split("\0");
    return {
      program: basename(words[0] ?? ""),
      commandLine: words.join(" "),
      uid: owner.uid,
      directory,
    };
  } catch {
    // Gone, or /proc is missing or mounted with hidepid.
    return signalTells(pid);
  }
}

const run = promisify(execFile);

/** For macOS and the BSDs: the path of the program, then its arguments, without quoting. */
export async function inspectWithPs(pid: number): Promise<ProcessFacts | "gone" | "hidden"> {
  try {
    const { stdout } = await run("ps", ["-ww", "-o", "stat=,uid=,command=", "-p", String(pid)], {
      env: { PATH: process.env.PATH, LC_ALL: "C" },
    });
    const [, state, uid, commandLine] = /^(\S+)\s+(-?\d+)\s+(.*)$/.exec(stdout.trim()) ?? [];
    if (!state || !uid || !commandLine || state.startsWith("Z")) return "gone";
    // A path with a space looks like arguments: the first " -" is a good enough end.
    const program = basename(commandLine.split(" -")[0] ?? commandLine);
    return { program, commandLine, uid: Number(uid) >>> 0, directory: undefined };
  } catch {
    return signalTells(pid);
  }
}

async function inspectOnWindows(pid: number): Promise<ProcessFacts | "gone" | "hidden"> {
  try {
    const { stdout } = await run("tasklist", ["/FI", `PID eq ${pid}`, "/FO", "CSV", "/NH"]);
    const image = /^"([^"]+)","(\d+)"/m.exec(stdout);
    if (!image?.[1]) return "gone";
    const program = image[1].replace(/\.exe$/i, "");
    return { program, commandLine: program, uid: undefined, directory: undefined };
  } catch {
    return signalTells(pid);
  }
}

function signalTells(pid: number): "gone" | "hidden" {
  try {
    process.kill(pid, 0);
    return "hidden";
  } catch (error) {
    return errorCode(error) === "ESRCH" ? "gone" : "hidden";
  }
}
