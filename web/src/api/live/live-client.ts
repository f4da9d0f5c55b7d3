import { type AccountEvent, accountEvents, pageTopic } from "@rounds/domain/live/accounts.ts";
import { isLiveTable, type News, newsEvent, newsParam, receivedNews } from "@rounds/domain/live/news.ts";
import { type RealtimeChannel, RealtimeClient } from "@supabase/realtime-js";
import { apiKey } from "../page-settings.ts";
import { accessToken } from "../session/session.ts";

/** What the connection reports: rows, or accounts, changed; changes arrive (again), or not. */
type Hearing = {
  onNews(news: News): void;
  onAccount(event: AccountEvent): void;
  onUp(): void;
  onDown(): void;
  onEnd(): void;
};

/**
 * After the server closed the channel for good (a session that ended and came back), how long until the next attempt.
 */
const pause = 5_000;
/** A page that nobody has looked at for this long hears nothing until somebody does. */
const unseen = 60_000;
/** How soon a working connection answers, in milliseconds. */
const answering = 3_000;

/**
 * Connects to the product's changes. The client reconnects by itself when it notices a lost connection. After a time
 * offline or asleep it may not notice, so the connection is tested and replaced if necessary.
 */
export function connect({ onNews, onAccount, onUp, onDown, onEnd }: Hearing): { close(): void } {
  let closed = false;
  let joinTimer: ReturnType<typeof setTimeout> | undefined;
  let answerTimer: ReturnType<typeof setTimeout> | undefined;
  let unseenTimer: ReturnType<typeof setTimeout> | undefined;
  let joined: RealtimeChannel | undefined;
  /** Whether the channel was left because nobody looks. */
  let isAway = false;
  let client = open();

  function open(): RealtimeClient {
    const opened = new RealtimeClient(`${location.origin.replace(/^http/, "ws")}/realtime/v1`, {
      // The service requires a key in the address even if the product has none.
      params: { apikey: apiKey || "page", [newsParam.name]: newsParam.value },
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
    if (opened === client && !closed && !isAway) join(opened);
  }

  function later(opened: RealtimeClient) {
    clearTimeout(joinTimer);
    if (opened === client && !closed) joinTimer = setTimeout(() => void begin(opened), pause);
  }

  function join(opened: RealtimeClient) {
    const channel = opened.channel(pageTopic);
    joined = channel;
    let left = false;
    for (const event of accountEvents) channel.on("broadcast", { event }, () => onAccount(event));
    channel
      .on<News>("broadcast", { event: newsEvent }, ({ payload }) => onNews(receivedNews(payload)))
      // Changes one by one: during an upgrade, the server may still be of the version that knows nothing else.
      .on("postgres_changes", { event: "*", schema: "public" }, ({ table }) => {
        if (isLiveTable(table)) onNews(receivedNews({ tables: [table], pages: 0 }));
      })
      // Sent once the server itself listens to the database.
      .on("system", {}, ({ extension, status }) => {
        if (extension === "postgres_changes" && status === "ok" && opened === client) onUp();
      })
      .subscribe((status, error) => {
        if (closed || isAway || left || opened !== client || status === "SUBSCRIBED") return;
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

  /** Leaves the channel while nobody looks: what comes meanwhile would only be marked as stale. */
  function leave() {
    isAway = true;
    clearTimeout(joinTimer);
    if (joined) void client.removeChannel(joined);
  }

  function look() {
    clearTimeout(unseenTimer);
    if (document.hidden) unseenTimer = setTimeout(leave, unseen);
    else if (isAway) {
      isAway = false;
      void begin(client);
    } else check();
  }

  /** Tests a connection that seems to work. */
  function check() {
    if (document.hidden || closed || !client.isConnected()) return;
    clearTimeout(answerTimer);
    answerTimer = setTimeout(startOver, answering);
    // A second test while one is under way would count as a lost connection.
    if (!client.pendingHeartbeatRef) void client.sendHeartbeat();
  }
  const comeBack = () => {
    if (isAway) return;
    if (client.isConnected()) check();
    else startOver();
  };
  addEventListener("online", comeBack);
  // The client itself replaces a connection that it knows to be lost, once the page is visible again.
  document.addEventListener("visibilitychange", look);
  look();

  return {
    close() {
      closed = true;
      clearTimeout(joinTimer);
      clearTimeout(answerTimer);
      clearTimeout(unseenTimer);
      removeEventListener("online", comeBack);
      document.removeEventListener("visibilitychange", look);
      end(client);
    },
  };
}

function end(client: RealtimeClient) {
  void client.removeAllChannels();
  void client.disconnect();
}
