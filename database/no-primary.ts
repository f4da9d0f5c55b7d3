/** None of the hosts of `DATABASE_URL` is a primary that can be used; the message says why, host by host. */
export class NoPrimaryError extends Error {}
