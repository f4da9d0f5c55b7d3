import { guarded } from "@rounds/http/guarded.ts";
import type { Channel } from "../connections/channel.ts";
import { textFrame, type Version } from "../connections/frames.ts";
import type { RealtimeLog } from "../connections/listener.ts";
import { type Binding, type Change, wants } from "../filters/bindings.ts";

/** Channels of a topic that listen to the same changes with the same version: they get the same bytes. */
type Audience = {
  version: Version;
  topic: string;
  bindings: Binding[];
  channels: Set<Channel>;
  /** Frames waiting to be sent. */
  waiting: Buffer[];
  /** More came than is sent one by one: its members must read anew. */
  overrun: boolean;
};

/** How many changes may wait for an audience. With more, a slow server would only fall further behind. */
const maxWaiting = 500;
/** How many sockets are written to before other work of this process has its turn. */
const writesAtOnce = 100;

/**
 * Who listens to which table. Changes that arrive while sockets are being written to are collected and sent in one
 * write per socket, so the more changes there are, the less each one costs. `onOverrun` gets the channels for which
 * too many waited.
 */
export function createAudiences(onOverrun: (channels: Channel[]) => void, log: RealtimeLog) {
  const audiences = new Map<string, Audience>();
  const byTable = new Map<string, Set<Audience>>();
  const audienceOf = new Map<Channel, string>();
  const pending = new Set<Audience>();
  let sending = false;

  function enter(channel: Channel): void {
    const { connection, topic, bindings } = channel;
    if (bindings.length === 0) return;
    const { version } = connection;
    const asked = bindings.map(({ id, type, tables, filter }) => [id, type, [...tables], filter]);
    const key = JSON.stringify([version, topic, asked]);
    const known = audiences.get(key);
    const audience = known ?? { version, topic, bindings, channels: new Set(), waiting: [], overrun: false };
    audience.channels.add(channel);
    audienceOf.set(channel, key);
    if (known) return;
    audiences.set(key, audience);
    for (const table of tablesOf(audience)) {
      const listening = byTable.get(table) ?? new Set();
      byTable.set(table, listening.add(audience));
    }
  }

  function leave(channel: Channel): void {
    const key = audienceOf.get(channel);
    const audience = audiences.get(key ?? "");
    audienceOf.delete(channel);
    if (key === undefined || !audience) return;
    audience.channels.delete(channel);
    if (audience.channels.size > 0) return;
    audiences.delete(key);
    for (const table of tablesOf(audience)) {
      const listening = byTable.get(table);
      listening?.delete(audience);
      if (listening?.size === 0) byTable.delete(table);
    }
  }

  /** Sends a change; `data` is its JSON in the protocol's form. */
  function tell(change: Change, data: () => string): void {
    let written: string | undefined;
    for (const audience of byTable.get(`${change.schema}.${change.table}`) ?? []) {
      if (audience.overrun) continue;
      const ids = audience.bindings.filter((binding) => wants(binding, change)).map(({ id }) => id);
      if (ids.length === 0) continue;
      written ??= data();
      audience.waiting.push(frameOf(audience, ids, written));
      if (audience.waiting.length > maxWaiting) {
        audience.overrun = true;
        audience.waiting = [];
      }
      pending.add(audience);
    }
    if (pending.size > 0 && !sending) {
      sending = true;
      setImmediate(sendSoon);
    }
  }

  const sendSoon = guarded(log, "changes could not be sent", send, () => {
    sending = false;
  });

  async function send(): Promise<void> {
    for (let [audience] = pending; audience; [audience] = pending) {
      pending.delete(audience);
      const { channels, waiting, overrun } = audience;
      audience.waiting = [];
      audience.overrun = false;
      if (overrun) {
        onOverrun([...channels]);
        continue;
      }
      const bytes = Buffer.concat(waiting);
      let writes = 0;
      for (const channel of [...channels]) {
        // A channel that has left in the meantime may not be allowed to hear it any more.
        if (!channels.has(channel)) continue;
        channel.connection.sendFrames(bytes, waiting.length);
        if (++writes % writesAtOnce === 0) await new Promise((resolve) => setImmediate(resolve));
      }
    }
    sending = false;
  }

  return {
    enter,
    leave,
    tell,
    /** The channels that listen to a table. */
    listeningTo: (table: string): Channel[] =>
      [...(byTable.get(table) ?? [])].flatMap(({ channels }) => [...channels]),
    /** All channels that listen to changes. */
    listening: (): Channel[] => [...audienceOf.keys()],
  };
}

function tablesOf({ bindings }: Audience): Set<string> {
  return new Set(bindings.flatMap(({ tables }) => [...tables]));
}

function frameOf({ version, topic }: Audience, ids: number[], data: string): Buffer {
  const name = JSON.stringify(topic);
  const payload = `{"ids":[${ids.join(",")}],"data":${data}}`;
  return textFrame(
    version === "2.0.0"
      ? `[null,null,${name},"postgres_changes",${payload}]`
      : `{"topic":${name},"event":"postgres_changes","payload":${payload},"ref":null,"join_ref":null}`,
  );
}
