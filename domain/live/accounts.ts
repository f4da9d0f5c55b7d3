/** The topic that the product's own pages join (without the protocol's prefix). */
export const pageTopic = "rounds";

/**
 * What pages hear about accounts, as broadcasts without content: "account" if one's own account has changed; "team",
 * for administrators, if any account has.
 */
export const accountEvents = ["account", "team"] as const;
export type AccountEvent = (typeof accountEvents)[number];
