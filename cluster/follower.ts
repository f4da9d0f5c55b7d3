import { RealtimeClient } from "@supabase/realtime-js";
import WebSocket from "ws";
import type { Caller } from "./caller.ts";

/** A person whose open page hears of visits as they are recorded. */
type Follower = { hasReceived(visitId: string): boolean; stop(): Promise<void> };

/** Connects an unmodified client of the realtime service, which reconnects by itself. */
export async function startFollower(url: string, { auth }: Caller): Promise<Follower> {
  const received = new Set<string>();
  const client = new RealtimeClient(`${url.replace("http", "ws")}/realtime/v1`, {
    transport: WebSocket as never,
    params: { apikey: "cluster" },
    accessToken: async () => (await auth.getSession()).data.session?.access_token ?? null,
  });
  const channel = client.channel("visits");
  await new Promise<void>((resolve) => {
    channel
      .on("postgres_changes", { event: "INSERT", schema: "public", table: "visits" }, ({ new: row }) =>
        received.add((row as { id: string }).id),
      )
      .subscribe((status) => {
        if (status === "SUBSCRIBED") resolve();
      });
  });
  return {
    hasReceived: (id) => received.has(id),
    async stop() {
      await client.disconnect();
    },
  };
}
