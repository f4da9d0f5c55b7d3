import { RealtimeClient } from "@supabase/realtime-js";
import { apiKey } from "./page-settings.ts";
import { accessToken } from "./session.ts";

/** What the connection tells: rows of a table changed; it stands (again), or it does not. */
export type Hearing = { onChange(table: string): void; onUp(): void; onDown(): void };

/** After the server closed the channel for good (a session that ended and came back), how long until another try. */
const pause = 5_000;

/** Connects to the product's changes; the client itself connects again whenever the connection is lost. */
export function connect({ onChange, onUp, onDown }: Hearing): { close(): void } {
  let closed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const client = new RealtimeClient(`${location.origin.replace(/^http/, "ws")}/realtime/v1`, {
    // The service wants a key in the address even where the product asks for none.
    params: { apikey: apiKey || "page" },
    accessToken,
  });

  function join() {
    const channel = client.channel("rounds");
    channel
      .on("postgres_changes", { event: "*", schema: "public" }, ({ table }) => onChange(table))
      .subscribe((status) => {
        if (closed) return;
        if (status === "SUBSCRIBED") onUp();
        else onDown();
        if (status !== "CLOSED") return;
        void client.removeChannel(channel);
        timer = setTimeout(() => void begin(), pause);
      });
  }

  async function begin() {
    try {
      await client.setAuth();
      if (!closed) join();
    } catch {
      if (!closed) timer = setTimeout(() => void begin(), pause);
    }
  }
  void begin();

  return {
    close() {
      closed = true;
      clearTimeout(timer);
      void client.removeAllChannels();
      void client.disconnect();
    },
  };
}
