import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, loadEnv } from "vite";
import { codeSplitting } from "./code-splitting.ts";
import { earlyScript } from "./early-script.ts";
import { firstStyles } from "./first-styles.ts";
import { iconSprite } from "./icon-sprite.ts";
import { screenPreloads } from "./screen-preloads.ts";
import { shellWorker } from "./shell-worker.ts";
import { stylesLast } from "./styles-last.ts";

export default defineConfig(({ mode }) => {
  const env = loadEnv(mode, import.meta.dirname, "");
  const server = env.API_URL || `http://127.0.0.1:${env.PORT || 3000}`;
  return {
    root: import.meta.dirname,
    plugins: [
      react(),
      tailwindcss(),
      earlyScript(),
      iconSprite(),
      firstStyles(),
      screenPreloads(),
      shellWorker(),
      stylesLast(),
    ],
    build: {
      outDir: "dist",
      emptyOutDir: true,
      target: "es2022",
      // An asset inlined as a data: URL would need a wider content security policy.
      assetsInlineLimit: 0,
      // Every browser that can run this build preloads modules itself. What a screen imports is fetched when it is
      // opened, or earlier by screen-code.ts; a list of all modules would be in the first screen's script.
      modulePreload: { polyfill: false, resolveDependencies: () => [] },
      rolldownOptions: {
        output: {
          codeSplitting,
          // One character less than usual in each name: the first script names all files.
          entryFileNames: "assets/[name]-[hash:7].js",
          chunkFileNames: "assets/[name]-[hash:7].js",
        },
      },
    },
    server: {
      port: Number(env.WEB_PORT || 5173),
      proxy: {
        // The server accepts calls of a page from the requested address itself, so the address is passed on.
        "/api": { target: server, changeOrigin: false },
        "/auth/v1": { target: server, changeOrigin: false },
        "/realtime/v1": { target: server, changeOrigin: false, ws: true },
      },
    },
  };
});
