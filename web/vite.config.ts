import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, loadEnv } from "vite";

/** What nearly every screen shows: one chunk instead of dozens of tiny ones. */
const blocks = /web\/src\/(ui|table)\/|lucide-react\/|domain\/(money\/money|calendar\/calendar)\.ts/;

export default defineConfig(({ mode }) => {
  const env = loadEnv(mode, import.meta.dirname, "");
  const server = env.API_URL || `http://127.0.0.1:${env.PORT || 3000}`;
  return {
    root: import.meta.dirname,
    plugins: [react(), tailwindcss()],
    build: {
      outDir: "dist",
      emptyOutDir: true,
      target: "es2022",
      // An asset inlined as a data: URL would need a wider content policy.
      assetsInlineLimit: 0,
      // Every browser that can run this build preloads modules itself.
      modulePreload: { polyfill: false },
      rolldownOptions: {
        output: {
          codeSplitting: {
            includeDependenciesRecursively: false,
            groups: [{ name: "blocks", test: blocks }],
          },
        },
      },
    },
    server: {
      port: Number(env.WEB_PORT || 5173),
      proxy: {
        "/api": server,
        "/auth/v1": server,
        "/realtime/v1": { target: server, ws: true },
      },
    },
  };
});
