/**
 * A message could not be delivered. The text is stored with the message and logged, so it contains no address, number
 * or code, and never a server's answer, only its status codes.
 */
export class DeliveryError extends Error {
  /** Another attempt would not help: the recipient was refused. */
  readonly permanent: boolean;

  constructor(message: string, { permanent = false } = {}) {
    super(message);
    this.permanent = permanent;
  }
}

/** The default time limit of the mail server and the hook. */
export const answerMilliseconds = 10_000;
