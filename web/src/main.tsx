import "./zod-without-eval.ts";
import "./styles.css";
import { QueryClientProvider } from "@tanstack/react-query";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { openPhoneWith } from "./api/phone/phone-slot.ts";
import { queryClient } from "./api/query-client.ts";
import { AuthProvider } from "./api/session/AuthProvider.tsx";
import { authClient, sessionState } from "./api/session/session.ts";
import { whenQuiet } from "./api/when-quiet.ts";
import laterStyle from "./later.css?url";
import { RouterProvider } from "./router/RouterProvider.tsx";
import { mainScreenCode, productRouter } from "./routes.tsx";
import { fetchScreenCode, runWhenIdle } from "./screen-code.ts";
import { laterParts } from "./shell/later-parts.tsx";
import { styleLaterParts } from "./ui/browser/later-styles.ts";

/** The rows and entries that this device keeps. */
async function openPhone() {
  await (await import("./offline/start.ts")).startPhone();
}
openPhoneWith(openPhone);
styleLaterParts(laterStyle);
const router = productRouter();
// For whoever looks into a running page, as the tests in a browser do.
Object.assign(window, { router });

/** How long the first screen of a known person waits for its rows, in milliseconds, before it is drawn without them. */
const longestOpening = 300;
const late = () => new Promise((resolve) => setTimeout(resolve, longestOpening));
const { user, loading } = sessionState();
// The phone will answer the first screen's reads, while the token is renewed and without a connection.
const opening = loading || !navigator.onLine ? openPhone().catch(() => {}) : undefined;
if (opening && user) void Promise.race([opening, late()]).then(show);
else show();

function show() {
  const place = document.getElementById("root");
  // What the page itself shows stays until the first screen takes its place.
  void router.ready().then(() => {
    if (!place) return;
    const root = createRoot(place);
    // In pieces, so that the page answers meanwhile.
    startTransition(() =>
      root.render(
        <StrictMode>
          <QueryClientProvider client={queryClient}>
            <AuthProvider>
              <RouterProvider router={router} />
            </AuthProvider>
          </QueryClientProvider>
        </StrictMode>,
      ),
    );
  });
  // What the first screen doesn't need: the auth client, which refreshes the session, and the code of other screens.
  whenQuiet(
    () => router.shown !== router.location || queryClient.isFetching() > 0,
    () =>
      void authClient()
        .catch(() => {})
        .then(async () => {
          // The worker has kept it.
          if (navigator.serviceWorker?.controller || (await fetchScreenCode()))
            await runWhenIdle([openPhone, ...laterParts, ...mainScreenCode()]);
        }),
  );
}
