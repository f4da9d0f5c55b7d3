import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, it, vi } from "vitest";
import { findChromium } from "./chromium.ts";

const folder = mkdtempSync(join(tmpdir(), "chromium-"));
// Where Playwright looks for its own browser, which must not be this machine's.
vi.stubEnv("PLAYWRIGHT_BROWSERS_PATH", join(folder, "playwright"));
const { chromium } = await import("@playwright/test");
const own = chromium.executablePath();
afterAll(() => {
  vi.unstubAllEnvs();
  rmSync(folder, { recursive: true });
});

let programs: string;
let said: string;
beforeEach(() => {
  programs = mkdtempSync(join(folder, "programs-"));
  vi.stubEnv("PATH", programs);
  vi.stubEnv("CHROMIUM_PATH", "");
  said = "";
  vi.spyOn(process.stdout, "write").mockImplementation((text) => {
    said += text;
    return true;
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(dirname(own), { recursive: true, force: true });
});

const working = "exit 0";
const lacking = "echo 'libnss3.so: cannot open shared object file' >&2; exit 127";

/** Makes a program, and returns its path. */
function make(name: string, text: string): string {
  const path = join(programs, name);
  writeFileSync(path, `#!/bin/sh\n${text}\n`, { mode: 0o755 });
  return path;
}

/** The text of a program that makes another one. */
const making = (path: string, text: string) =>
  [
    "PATH=/usr/bin:/bin",
    `mkdir -p '${dirname(path)}'`,
    `cat > '${path}' <<'END'\n#!/bin/sh\n${text}\nEND`,
    `chmod 755 '${path}'`,
  ].join("\n");

it("takes the first browser on PATH that starts, and says what hinders another", async () => {
  mkdirSync(join(programs, "chromium-headless-shell"));
  make("chromium", lacking);
  const good = make("google-chrome", working);
  expect(await findChromium()).toBe(good);
  expect(said).toContain("chromium does not start: libnss3.so: cannot open shared object file");
});

it("takes CHROMIUM_PATH only if it is a browser that starts", async () => {
  vi.stubEnv("CHROMIUM_PATH", programs);
  await expect(findChromium()).rejects.toThrow("is not a program");
  vi.stubEnv("CHROMIUM_PATH", make("mine", lacking));
  await expect(findChromium()).rejects.toThrow("is not a browser that starts");
  vi.stubEnv("CHROMIUM_PATH", make("mine", working));
  expect(await findChromium()).toBe(join(programs, "mine"));
});

it("takes the browser that Playwright installs if it starts", async () => {
  make("npx", making(own, working));
  expect(await findChromium()).toBe(own);
});

it("installs Debian's package as root where Playwright's browser does not start, and otherwise gives up", async () => {
  make("npx", making(own, lacking));
  const packaged = join(programs, "chromium");
  make("apt-get", making(packaged, working));
  vi.spyOn(process, "getuid").mockReturnValue(1000);
  await expect(findChromium()).rejects.toThrow("The browser tests need Chromium");
  vi.spyOn(process, "getuid").mockReturnValue(0);
  if (existsSync("/usr/bin/apt-get")) expect(await findChromium()).toBe(packaged);
});
