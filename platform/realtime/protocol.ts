import { randomUUID } from "node:crypto";
import type { Auth } from "@rounds/auth/service.ts";
import type { Clock } from "@rounds/http/clock.ts";
import { z } from "zod";
import { isServersOwn } from "./changes/accounts.ts";
import { checkToken } from "./connections/access.ts";
import { type Channel, type Connection, type JoinInput, joinInput, nameOf } from "./connections/channel.ts";
import type { Message } from "./connections/frames.ts";
import type { RealtimeLog } from "./connections/listener.ts";
import { type Binding, echo, readBinding } from "./filters/bindings.ts";
import { costOf, FilterError } from "./filters/filter.ts";
import type { Hub } from "./hub.ts";
import type { People } from "./limits/people.ts";

/** A refused join is answered late, because clients try again at once. */
const refusalMilliseconds = 5_000;
const maxChannels = 100;
/** How much comparing counts as one message. */
const filterCostOfMessage = 10;
/** The memory of a presence entry in addition to its payload, in bytes. */
const presenceOverhead = 300;

export type Serving = {
  hub: Hub;
  people: People;
  auth: Pick<Auth, "authenticate">;
  clock: Clock;
  log: RealtimeLog;
  /** How often somebody's access may have changed since the start. */
  accessChanges: number;
  /** Resolves once it receives the database's changes. */
  listening: Promise<void>;
  refusalMilliseconds?: number;
};

const tokenInput = z.object({ access_token: z.string() });
const broadcastInput = z.object({ event: z.string().max(200), payload: z.unknown().optional() });
const presenceInput = z.object({ event: z.string(), payload: z.unknown().optional() });

/** Answers one message of a connection. */
export async function answer(serving: Serving, connection: Connection, message: Message): Promise<void> {
  if (!connection.tryMessage()) return tooFast(connection, message);
  const { topic, event } = message;
  if (topic === "phoenix") {
    if (event === "heartbeat") reply(connection, { ...message, join_ref: null }, "ok", {});
    return;
  }
  if (event === "phx_join") return join(serving, connection, message);
  const channel = connection.channels.get(topic);
  if (!channel) return reply(connection, message, "error", { reason: "unmatched topic" });
  switch (event) {
    case "phx_leave":
      return leave(serving, channel, message);
    case "access_token":
      return renew(serving, channel, message);
    case "broadcast":
      return broadcast(serving, channel, message);
    case "presence":
      return announce(serving, channel, message);
  }
}

type Asker = Pick<Message, "topic" | "join_ref" | "ref">;

function reply(connection: Connection, asker: Asker, status: "ok" | "error", response: object): void {
  const { join_ref, ref, topic } = asker;
  connection.send({ join_ref, ref, topic, event: "phx_reply", payload: { status, response } });
}

/** A flooding client gets an error now and then; messages over its limit are lost. */
function tooFast(connection: Connection, message: Message): void {
  if (message.ref === null) return;
  reply(connection, message, "error", { reason: "ConnectionRateLimitReached: Too many messages per second" });
}

async function join(serving: Serving, connection: Connection, message: Message): Promise<void> {
  const { hub, people } = serving;
  const { topic, join_ref, ref } = message;
  const asker = { topic, join_ref, ref };
  const refuse = (reason: string) =>
    connection.later(serving.refusalMilliseconds ?? refusalMilliseconds, () =>
      reply(connection, asker, "error", { reason }),
    );
  if (!topic.startsWith("realtime:") || topic === "realtime:") {
    return refuse("Unauthorized: topics begin with realtime:");
  }
  const given = joinInput.safeParse(message.payload ?? {});
  if (!given.success) return refuse("MalformedPayload: the join could not be read");
  const input = given.data;
  if (!connection.channels.has(topic) && connection.channels.size >= maxChannels) {
    return refuse("ChannelRateLimitReached: Too many channels");
  }
  const { accessChanges } = serving;
  const access = await checkToken(serving, input.access_token || connection.key);
  if (!connection.isOpen()) return;
  if (!access.ok) return refuse(access.reason);
  const person = people.of(access.user_id);
  if (connection.person() !== person && !people.allows(person, "sockets", 1)) {
    return refuse("ConnectionRateLimitReached: Too many connections");
  }
  connection.admit(person);

  const before = connection.channels.get(topic);
  if (before) hub.leave(before);
  const asked = input.config?.postgres_changes ?? [];
  const channel = channelOf({ connection, topic, joinRef: join_ref ?? ref, access, person }, input);
  const problem = listen(serving, channel, asked);
  hub.enter(channel);
  // What changed during the check reached only the channels that had been entered.
  if (serving.accessChanges !== accessChanges) void checkAgain(serving, [channel]);
  const echoed = asked.map((one, at) => echo(one, at + 1));
  reply(connection, message, "ok", { postgres_changes: echoed });
  if (channel.presence.enabled) {
    push(channel, "presence_state", hub.presence.state(topic));
  }
  if (asked.length === 0) return;
  if (problem !== undefined) return tellSystem(channel, "error", problem);
  await serving.listening;
  if (isJoined(channel)) tellSystem(channel, "ok", "Subscribed to PostgreSQL");
}

type Asked = NonNullable<NonNullable<JoinInput["config"]>["postgres_changes"]>;

/** Subscribes a channel to what it asks for; nothing, and the reason, if it can't have all of it. */
function listen({ hub, people }: Serving, channel: Channel, asked: Asked): string | undefined {
  const { person } = channel;
  const bindings: Binding[] = [];
  let cost = 0;
  try {
    for (const [at, one] of asked.entries()) {
      const binding = readBinding(one, at + 1, hub.tables);
      cost += costOf(binding.filter);
      if (!people.allows(person, "filterCost", cost)) throw new FilterError("too many filters");
      bindings.push(binding);
    }
  } catch (error) {
    if (error instanceof FilterError) return error.message;
    throw error;
  } finally {
    // Parsing filters is work like comparing with them.
    person.messages.borrow(cost / filterCostOfMessage);
  }
  channel.bindings = bindings;
  channel.filterCost = cost;
  return undefined;
}

function channelOf(
  whose: Pick<Channel, "connection" | "topic" | "joinRef" | "access" | "person">,
  { config }: JoinInput,
): Channel {
  return {
    ...whose,
    bindings: [],
    filterCost: 0,
    broadcast: { ack: config?.broadcast?.ack ?? false, self: config?.broadcast?.self ?? false },
    presence: {
      key: config?.presence?.key || randomUUID(),
      enabled: config?.presence?.enabled ?? false,
      keptBytes: 0,
    },
  };
}

function push({ connection, topic, joinRef }: Channel, event: string, payload: object): void {
  connection.send({ join_ref: joinRef, ref: null, topic, event, payload });
}

function tellSystem(channel: Channel, status: "ok" | "error", message: string): void {
  const extension = channel.bindings.length > 0 || status === "ok" ? "postgres_changes" : "system";
  push(channel, "system", { extension, status, message, channel: nameOf(channel.topic) });
}

function leave({ hub }: Serving, channel: Channel, message: Message): void {
  hub.leave(channel);
  reply(channel.connection, message, "ok", {});
  const { connection, topic, joinRef } = channel;
  connection.send({ join_ref: joinRef, ref: joinRef, topic, event: "phx_close", payload: {} });
}

/** Ends a channel for good: its client may not listen any more, and must not rejoin automatically. */
export function endChannel({ hub }: Pick<Serving, "hub">, channel: Channel, reason: string): void {
  hub.leave(channel);
  const { connection, topic, joinRef } = channel;
  push(channel, "system", { extension: "system", status: "error", message: reason, channel: nameOf(topic) });
  connection.send({ join_ref: joinRef, ref: joinRef, topic, event: "phx_close", payload: {} });
}

async function renew(serving: Serving, channel: Channel, message: Message): Promise<void> {
  const given = tokenInput.safeParse(message.payload);
  const { accessChanges } = serving;
  const access = await checkToken(serving, given.success ? given.data.access_token : "");
  if (!isJoined(channel)) return;
  if (!access.ok) return endChannel(serving, channel, access.reason);
  channel.access = access;
  if (serving.accessChanges !== accessChanges) void checkAgain(serving, [channel]);
}

function isJoined(channel: Channel): boolean {
  return channel.connection.channels.get(channel.topic) === channel;
}

/** Checks the tokens of channels once more, each token once, and ends the channels that may not listen any more. */
export async function checkAgain(serving: Serving, channels: Iterable<Channel>): Promise<void> {
  const unchecked = new Map<string, Channel[]>();
  for (const channel of channels) {
    const bearers = unchecked.get(channel.access.token) ?? [];
    bearers.push(channel);
    unchecked.set(channel.access.token, bearers);
  }
  try {
    for (const [token, bearers] of unchecked) {
      const access = await checkToken(serving, token);
      unchecked.delete(token);
      for (const channel of bearers) {
        // It may have left, or shown another token, in the meantime.
        if (!isJoined(channel) || channel.access.token !== token) continue;
        if (access.ok) channel.access = access;
        else endChannel(serving, channel, access.reason);
      }
    }
  } catch (error) {
    serving.log.warn({ err: error }, "access could not be checked again");
    // Their clients join again, and need a good token for it.
    serving.hub.restart([...unchecked.values()].flat().filter(isJoined));
  }
}

function broadcast({ hub }: Serving, channel: Channel, message: Message) {
  const given = broadcastInput.safeParse(message.payload);
  if (!given.success) return;
  if (isServersOwn(channel.topic)) {
    return reply(channel.connection, message, "error", {
      reason: "Unauthorized: only the server speaks on this topic",
    });
  }
  const { event, payload } = given.data;
  hub.broadcast({ topic: channel.topic, event, payload }, channel.broadcast.self ? undefined : channel);
  if (channel.broadcast.ack) reply(channel.connection, message, "ok", {});
}

function announce({ hub, people }: Serving, channel: Channel, message: Message) {
  const given = presenceInput.safeParse(message.payload);
  if (!given.success) return;
  if (given.data.event === "track") {
    const { payload } = given.data;
    const bytes =
      Buffer.byteLength(JSON.stringify(payload ?? {})) + channel.presence.key.length + presenceOverhead;
    if (!people.allows(channel.person, "keptBytes", bytes - channel.presence.keptBytes)) {
      return reply(channel.connection, message, "error", { reason: "PayloadTooLarge: Too much to keep" });
    }
    hub.track(channel, payload, bytes);
  } else if (given.data.event === "untrack") hub.untrack(channel);
  else return;
  reply(channel.connection, message, "ok", {});
}
