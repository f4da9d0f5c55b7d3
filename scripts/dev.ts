import { type ChildProcess, spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const port = process.env.PORT ?? "3000";
const pagePort = process.env.WEB_PORT ?? "5173";

/** Server and pages, each reloading on change: open the page's address, which passes API calls on to the server. */
const children: ChildProcess[] = [
  run(["--import", "tsx", "--watch", "--watch-preserve-output", "server/src/main.ts"], { PORT: port }),
  run(["node_modules/vite/bin/vite.js", "web", "--strictPort"], {
    API_URL: `http://127.0.0.1:${port}`,
    WEB_PORT: pagePort,
  }),
];

function run(args: string[], env: Record<string, string>): ChildProcess {
  return spawn(process.execPath, args, { cwd: root, stdio: "inherit", env: { ...process.env, ...env } });
}

function stop() {
  for (const child of children) child.kill("SIGTERM");
}

for (const child of children) child.on("exit", stop);
process.on("SIGINT", stop);
process.on("SIGTERM", stop);
