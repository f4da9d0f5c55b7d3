import { buildWhatIsNotBuilt } from "./build.ts";

await buildWhatIsNotBuilt();
process.env.NODE_ENV ??= "production";
const built = new URL("../server/dist/main.js", import.meta.url);
await import(built.href);

// npm passes Ctrl-C on but not every other signal: when it is gone, the product ends too instead of living on unseen.
if (process.env.npm_lifecycle_event) {
  const npm = process.ppid;
  const watching = setInterval(() => {
    if (process.ppid === npm) return;
    // Once: a second signal would not let it finish.
    clearInterval(watching);
    process.kill(process.pid, "SIGTERM");
  }, 1000).unref();
}
