import { type AccountEvent, pageTopic } from "@rounds/domain/live/accounts.ts";
import { type Channel, nameOf } from "../connections/channel.ts";

/** Whether a topic is the pages' own, on which only the server may send: pages trust what they hear there. */
export function isServersOwn(topic: string): boolean {
  return nameOf(topic) === pageTopic;
}

/** In place of a user: what everybody may do has changed. */
const everybody = "everybody";

/** Tells the product's pages that an account has changed: its owner's, and administrators'; or that it may concern all. */
export function tellAccount(channels: Iterable<Channel>, user_id: string): void {
  for (const channel of channels) {
    if (!isServersOwn(channel.topic)) continue;
    if (channel.access.user_id === user_id || user_id === everybody) push(channel, "account");
    if (channel.access.role === "admin") push(channel, "team");
  }
}

function push({ connection, topic }: Channel, event: AccountEvent): void {
  const payload = { type: "broadcast", event, payload: {} };
  connection.send({ join_ref: null, ref: null, topic, event: "broadcast", payload });
}
