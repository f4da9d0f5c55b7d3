import { spawnSync } from "node:child_process";
import { accessSync, constants, existsSync } from "node:fs";
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
    return true;
  } catch {
    return false;
  }
}

function onPath(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isProgram);
}

/** The browser that Playwright installs for itself, if it has. */
async function ofPlaywright(): Promise<string | undefined> {
  const { chromium } = await import("@playwright/test");
  const path = chromium.executablePath();
  return existsSync(path) ? path : undefined;
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
    say(`Chromium: ${asked} (CHROMIUM_PATH)`);
    return asked;
  }
  const found = onPath() ?? (await ofPlaywright());
  if (found) {
    say(`Chromium: ${found}`);
    return found;
  }
  say("No Chromium here; installing one for the browser tests.");
  if (run("npx", ["playwright", "install", "chromium"]) || installDebian()) {
    const installed = (await ofPlaywright()) ?? onPath();
    if (installed) {
      say(`Chromium: ${installed} (just installed)`);
      return installed;
    }
  }
  throw new Error(
    "The browser tests need Chromium: install it and set CHROMIUM_PATH to it, or run the tests as root.",
  );
}
