import { accountEvents, pageTopic } from "@rounds/domain/live/accounts.ts";
import { RealtimeClient } from "@supabase/realtime-js";
import { apiKey } from "./page-settings.ts";
import { accessToken } from "./session.ts";

/** What the connection reports: rows of a table, or accounts, changed; changes are heard (again), or not. */
type Hearing = { onChange(what: string): void; onUp(): void; onDown(): void; onEnd(): void };

/**
 * After the server closed the channel for good (a session that ended and came back), how long until the next attempt.
 */
const pause = 5_000;
/** How soon a working connection answers, in milliseconds. */
const answering = 3_000;

/**
 * Connects to the product's changes. The client reconnects by itself when it notices a lost connection. After a time
 * offline or asleep it may not notice, so the connection is tested and replaced if necessary.
 */
export function connect({ onChange, onUp, onDown, onEnd }: Hearing): { close(): void } {
  let closed = false;
  let joinTimer: ReturnType<typeof setTimeout> | undefined;
  let answerTimer: ReturnType<typeof setTimeout> | undefined;
  let client = open();

  function open(): RealtimeClient {
    const opened = new RealtimeClient(`${location.origin.replace(/^http/, "ws")}/realtime/v1`, {
      // The service requires a key in the address even if the product has none.
      params: { apikey: apiKey || "page" },
      accessToken,
      reconnectAfterMs: (tries) => Math.min(500 * 2 ** tries, 5_000) * (0.5 + Math.random() / 2),
      heartbeatCallback: (status) => status === "ok" && clearTimeout(answerTimer),
    });
    void begin(opened);
    return opened;
  }

  async function begin(opened: RealtimeClient) {
    try {
      await opened.setAuth();
    } catch {
      later(opened);
      return;
    }
    if (opened === client && !closed) join(opened);
  }

  function later(opened: RealtimeClient) {
    clearTimeout(joinTimer);
    if (opened === client && !closed) joinTimer = setTimeout(() => void begin(opened), pause);
  }

  function join(opened: RealtimeClient) {
    const channel = opened.channel(pageTopic);
    let left = false;
    for (const event of accountEvents) channel.on("broadcast", { event }, () => onChange(event));
    channel
      .on("postgres_changes", { event: "*", schema: "public" }, ({ table }) => onChange(table))
      // Sent once the server itself listens to the database.
      .on("system", {}, ({ extension, status }) => {
        if (extension === "postgres_changes" && status === "ok" && opened === client) onUp();
      })
      .subscribe((status, error) => {
        if (closed || left || opened !== client || status === "SUBSCRIBED") return;
        onDown();
        // The session may have ended before this connection was there: then it is refused instead of closed.
        if (status !== "CLOSED" && !error?.message.startsWith("Unauthorized")) return;
        left = true;
        onEnd();
        void opened.removeChannel(channel);
        later(opened);
      });
  }

  function startOver() {
    clearTimeout(answerTimer);
    clearTimeout(joinTimer);
    onDown();
    const old = client;
    client = open();
    end(old);
  }

  /** Tests a connection that seems to work. */
  function check() {
    if (document.hidden || closed || !client.isConnected()) return;
    clearTimeout(answerTimer);
    answerTimer = setTimeout(startOver, answering);
    // A second test while one is under way would count as a lost connection.
    if (!client.pendingHeartbeatRef) void client.sendHeartbeat();
  }
  const comeBack = () => (client.isConnected() ? check() : startOver());
  addEventListener("online", comeBack);
  // The client itself replaces a connection that it knows to be lost, once the page is visible again.
  document.addEventListener("visibilitychange", check);

  return {
    close() {
      closed = true;
      clearTimeout(joinTimer);
      clearTimeout(answerTimer);
      removeEventListener("online", comeBack);
      document.removeEventListener("visibilitychange", check);
      end(client);
    },
  };
}

function end(client: RealtimeClient) {
  void client.removeAllChannels();
  void client.disconnect();
}
