import type { Network, Ports } from "../../phone/ports.ts";

/** A server that never answers, over a connection that the device takes for a good one. */
export const silent: Network = {
  mayReach: async () => true,
  send: async () => "none",
  pull: async () => "none",
  ids: async () => "none",
  rows: async () => "none",
};

/** A page beside which there is no other. */
export const alone: Pick<Ports, "alone" | "tabs"> = {
  alone: (_, work) => work(),
  tabs: { tell: () => {}, hear: () => () => {} },
};
