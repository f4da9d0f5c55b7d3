/** The database already has data; nothing was changed. The message is for the person who asked. */
export class DemoRefused extends Error {}
