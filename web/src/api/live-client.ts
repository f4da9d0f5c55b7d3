import { accountEvents, pageTopic } from "@rounds/domain/live/accounts.ts";
import { RealtimeClient } from "@supabase/realtime-js";
import { apiKey } from "./page-settings.ts";
import { accessToken } from "./session.ts";

/** What the connection tells: rows of a table, or accounts, changed; changes are heard (again), or they are not. */
export type Hearing = { onChange(what: string): void; onUp(): void; onDown(): void; onEnd(): void };

/** After the server closed the channel for good (a session that ended and came back), how long until another try. */
const pause = 5_000;
/** How soon a connection answers that lives, in milliseconds. */
const answering = 3_000;

/**
 * Connects to the product's changes. The client itself connects again whenever it notices that the connection is
 * lost; after a time offline or asleep, when it may not know, the connection is tried and if need be replaced.
 */
export function connect({ onChange, onUp, onDown, onEnd }: Hearing): { close(): void } {
  let closed = false;
  let joinTimer: ReturnType<typeof setTimeout> | undefined;
  let answerTimer: ReturnType<typeof setTimeout> | undefined;
  let client = open();

  function open(): RealtimeClient {
    const opened = new RealtimeClient(`${location.origin.replace(/^http/, "ws")}/realtime/v1`, {
      // The service wants a key in the address even where the product asks for none.
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
    for (const event of accountEvents) channel.on("broadcast", { event }, () => onChange(event));
    channel
      .on("postgres_changes", { event: "*", schema: "public" }, ({ table }) => onChange(table))
      // Said once the server itself hears the database.
      .on("system", {}, ({ extension, status }) => {
        if (extension === "postgres_changes" && status === "ok" && opened === client) onUp();
      })
      .subscribe((status) => {
        if (closed || opened !== client || status === "SUBSCRIBED") return;
        onDown();
        if (status !== "CLOSED") return;
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

  /** Makes sure of a connection that seems to stand. */
  function check() {
    if (document.hidden || closed || !client.isConnected()) return;
    clearTimeout(answerTimer);
    answerTimer = setTimeout(startOver, answering);
    // With one under way, another would count as a lost connection.
    if (!client.pendingHeartbeatRef) void client.sendHeartbeat();
  }
  const comeBack = () => (client.isConnected() ? check() : startOver());
  addEventListener("online", comeBack);
  // One that is known to be lost the client itself makes anew, once the page is seen again.
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
