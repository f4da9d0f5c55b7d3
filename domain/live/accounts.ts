/** The topic that the product's own pages join (without the protocol's prefix). */
export const pageTopic = "rounds";

/**
 * What pages are told of accounts, as broadcasts without content: "account" when something about one's own has changed,
 * "team", for administrators, when something about anybody's has.
 */
export const accountEvents = ["account", "team"] as const;
export type AccountEvent = (typeof accountEvents)[number];
