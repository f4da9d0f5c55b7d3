import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

// Opens an exported file with LibreOffice and looks into its cells: server/src/inventory/libreoffice.test.ts, which
// skips itself where LibreOffice is missing. Here it is installed, where that is possible, and the test must run.

const root = fileURLToPath(new URL("..", import.meta.url));

function run(command: string, args: string[], env: Record<string, string> = {}): boolean {
  process.stdout.write(`> ${command} ${args.join(" ")}\n`);
  // Ten minutes: a download in a closed network must not hang for ever.
  const options = { cwd: root, env: { ...process.env, ...env }, timeout: 600_000 };
  return spawnSync(command, args, { ...options, stdio: "inherit" }).status === 0;
}

const isInstalled = () =>
  ["soffice", "libreoffice"].some((program) => spawnSync(program, ["--version"]).status === 0);

function install(): boolean {
  if (process.getuid?.() !== 0 || !existsSync("/usr/bin/apt-get")) return false;
  process.stdout.write("No LibreOffice here; installing Debian's package libreoffice-calc (about 500 MB).\n");
  const env = { DEBIAN_FRONTEND: "noninteractive" };
  return (
    run("apt-get", ["update", "-qq"], env) &&
    run("apt-get", ["install", "-y", "-qq", "--no-install-recommends", "libreoffice-calc"], env)
  );
}

if (!isInstalled() && !(install() && isInstalled())) {
  process.stderr.write(
    "This check needs LibreOffice: install libreoffice-calc, or run it as root on Debian.\n",
  );
  process.exit(1);
}
const vitest = `${root}node_modules/.bin/vitest`;
const passed = run(vitest, ["run", "--project", "server", "server/src/inventory/libreoffice.test.ts"]);
process.exit(passed ? 0 : 1);
