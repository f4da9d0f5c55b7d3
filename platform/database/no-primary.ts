/** None of the hosts of `DATABASE_URL` is a usable primary; the message says why, host by host. */
export class NoPrimaryError extends Error {}
