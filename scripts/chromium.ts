import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";

// The first is a Chromium without windows of its own, which takes less processor time for each page.
const names = [
  "chromium-headless-shell",
  ...["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"],
];

function say(text: string) {
  process.stdout.write(`${text}\n`);
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Whether a browser starts: it may lack libraries of the system. */
function starts(path: string): boolean {
  // Chrome for Windows would open a window.
  if (process.platform === "win32") return true;
  const { status, error, stderr } = spawnSync(path, ["--version"], { encoding: "utf8", timeout: 60_000 });
  if (status !== 0) say(`${path} does not start: ${error?.message ?? stderr.trim()}`);
  return status === 0;
}

const isBrowser = (path: string) => isProgram(path) && starts(path);

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isBrowser);
}

/** The browser that Playwright installs for itself, if it has. */
async function ofPlaywright(): Promise<string | undefined> {
  const { chromium } = await import("@playwright/test");
  const path = chromium.executablePath();
  return isBrowser(path) ? path : undefined;
}

function run(command: string, args: string[]): boolean {
  say(`> ${command} ${args.join(" ")}`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  // Five minutes: a download in a closed network must not hang the tests for ever.
  return spawnSync(command, args, { stdio: "inherit", env, timeout: 300_000 }).status === 0;
}

function installDebian(): boolean {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  if (!run("apt-get", ["update", "-qq"])) return false;
  const install = (name: string) => run("apt-get", ["install", "-y", "-qq", name]);
  return install("chromium-headless-shell") || install("chromium");
}

/**
 * The Chromium for the browser tests: `CHROMIUM_PATH`, otherwise one on PATH, otherwise Playwright's own; otherwise
 * installs one, by Playwright or, as root, as Debian's package. Prints which. Throws if none can be found.
 */
export async function findChromium(): Promise<string> {
  const asked = process.env.CHROMIUM_PATH;
  if (asked) {
    if (!isProgram(asked)) throw new Error(`CHROMIUM_PATH=${asked} is not a program`);
    if (!starts(asked)) throw new Error(`CHROMIUM_PATH=${asked} is not a browser that starts`);
    say(`Chromium: ${asked} (CHROMIUM_PATH)`);
    return asked;
  }
  const found = onPath() ?? (await ofPlaywright());
  if (found) {
    say(`Chromium: ${found}`);
    return found;
  }
  say("No Chromium here; installing one for the browser tests.");
  // Playwright installs its browser where the libraries that it needs are missing, too; Debian's package brings its own.
  const byPlaywright = run("npx", ["playwright", "install", "chromium"]) ? await ofPlaywright() : undefined;
  const installed = byPlaywright ?? (installDebian() ? onPath() : undefined);
  if (installed) {
    say(`Chromium: ${installed} (just installed)`);
    return installed;
  }
  throw new Error(
    "The browser tests need Chromium: install it and set CHROMIUM_PATH to it, or run the tests as root.",
  );
}
