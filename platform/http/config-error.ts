/** A setting that can't be used; the message is for the person who starts the product. */
export class ConfigError extends Error {}
