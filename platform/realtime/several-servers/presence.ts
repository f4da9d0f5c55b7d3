/** A client's presence payload, with a reference that identifies each update. */
type Meta = Record<string, unknown> & { phx_ref: string };
/** Who is present on a topic: key to the payloads of its connections. */
type State = Record<string, { metas: Meta[] }>;
export type Diff = { joins: State; leaves: State };

/** One connection's presence on one topic, known by the server that holds the connection. */
export type Entry = { server: string; topic: string; connection: string; key: string; meta: Meta };

/** Who is present on every topic, on this server and the others. */
export function createPresence() {
  /** topic → `server connection` → entry */
  const topics = new Map<string, Map<string, Entry>>();
  const idOf = ({ server, connection }: Pick<Entry, "server" | "connection">) => `${server} ${connection}`;

  /** Adds or replaces an entry; the diff is for the topic's members. */
  function put(entry: Entry): Diff {
    const entries = topics.get(entry.topic) ?? new Map<string, Entry>();
    topics.set(entry.topic, entries);
    const before = entries.get(idOf(entry));
    entries.set(idOf(entry), entry);
    if (before?.meta.phx_ref === entry.meta.phx_ref) return { joins: {}, leaves: {} };
    return { joins: stateOf([entry]), leaves: before ? stateOf([before]) : {} };
  }

  function remove(at: Pick<Entry, "server" | "topic" | "connection">): Diff {
    const entries = topics.get(at.topic);
    const before = entries?.get(idOf(at));
    if (!entries || !before) return { joins: {}, leaves: {} };
    entries.delete(idOf(at));
    if (entries.size === 0) topics.delete(at.topic);
    return { joins: {}, leaves: stateOf([before]) };
  }

  /** Removes all entries of a server that is gone, topic by topic. */
  function removeServer(server: string): Map<string, Diff> {
    const diffs = new Map<string, Diff>();
    for (const [topic, entries] of [...topics]) {
      const gone = [...entries.values()].filter((entry) => entry.server === server);
      for (const entry of gone) remove(entry);
      if (gone.length > 0) diffs.set(topic, { joins: {}, leaves: stateOf(gone) });
    }
    return diffs;
  }

  return {
    put,
    remove,
    removeServer,
    state: (topic: string): State => stateOf([...(topics.get(topic)?.values() ?? [])]),
    /** All entries of one server. */
    of: (server: string): Entry[] =>
      [...topics.values()].flatMap((entries) =>
        [...entries.values()].filter((entry) => entry.server === server),
      ),
  };
}
export function isEmpty({ joins, leaves }: Diff): boolean {
  return Object.keys(joins).length === 0 && Object.keys(leaves).length === 0;
}

function stateOf(entries: Entry[]): State {
  const state: State = Object.create(null);
  for (const { key, meta } of entries) {
    const one = state[key] ?? { metas: [] };
    one.metas.push(meta);
    state[key] = one;
  }
  return state;
}
