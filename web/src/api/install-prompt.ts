/** The browser's question whether to install the app; Chromium has it, the standard doesn't yet. */
type InstallPrompt = Event & { prompt(): Promise<{ outcome: "accepted" | "dismissed" }> };

declare global {
  /** Passed from the early script to the page's code: the browser offers it once, soon after the start. */
  var roundsInstallPrompt: InstallPrompt | undefined;
}

/** Keeps the browser's question for when the person asks for it, instead of a bar that comes by itself. */
export function keepInstallPrompt(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    globalThis.roundsInstallPrompt = event as InstallPrompt;
  });
}

/** Whether the browser can install the app: by its own question, by hand, or not (or it is installed). */
export function wayToInstall(): "prompt" | "by hand" | undefined {
  const { standalone } = navigator as { standalone?: boolean };
  if (standalone || matchMedia("(display-mode: standalone)").matches) return undefined;
  if (globalThis.roundsInstallPrompt) return "prompt";
  // Only Safari on iPhones and iPads has this property.
  return standalone === undefined || !isSecureContext ? undefined : "by hand";
}

/** Shows the browser's question. It can be shown once. */
export async function askToInstall(): Promise<void> {
  const asked = globalThis.roundsInstallPrompt;
  globalThis.roundsInstallPrompt = undefined;
  await asked?.prompt();
}
