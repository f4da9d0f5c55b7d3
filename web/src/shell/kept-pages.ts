import { queryClient } from "../api/query-client.ts";
import { onSession, sessionState } from "../api/session/session.ts";
import { whenQuiet } from "../api/when-quiet.ts";

/** How often to ask for a new version, in milliseconds, for as long as the page is open. */
const askMs = 60 * 60_000;
/** The worker answers at once; one that is being removed doesn't. */
const answerMs = 3_000;

/**
 * Lets the browser keep the pages, so that they start without a connection, and calls `onNewVersion` when the next start
 * will show another version than this page. Does nothing where the browser can't keep pages: that needs a secure
 * address.
 */
export async function keepPages(onNewVersion: () => void): Promise<void> {
  const { serviceWorker } = navigator;
  // The server's setting OFFLINE.
  const isOff = document.querySelector('meta[name="offline"][content="off"]');
  if (!serviceWorker || isOff) return;
  const scripts = ownScripts();
  serviceWorker.addEventListener("controllerchange", () => {
    void ask("is_of_version", scripts).then((isOurs) => isOurs === false && onNewVersion());
  });
  // It fails without a connection, and in a browser that forbids storage.
  const registration = await serviceWorker.register("/sw.js").catch(() => undefined);
  setInterval(() => void registration?.update().catch(() => {}), askMs);
  const keep = async () => (await serviceWorker.ready).active?.postMessage({ quiet: scripts });
  await keep();
  // Signing out has removed them.
  let person = sessionState().user?.id;
  onSession(() => {
    const { user } = sessionState();
    if (user?.id === person) return;
    person = user?.id;
    if (user) whenQuiet(isReading, () => void keep());
  });
}

const isReading = () => queryClient.isFetching() > 0;

/** The scripts that the page names: another version has others. */
function ownScripts(): (string | null)[] {
  return [...document.querySelectorAll("head > script[src]")].map((script) => script.getAttribute("src"));
}

/** The worker's answer to a question; undefined if there is none. */
function ask(question: string, content: unknown): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(resolve, answerMs);
    navigator.serviceWorker.controller?.postMessage({ [question]: content }, [port2]);
  });
}
