/**
 * A message could not be handed over. The text is kept with the message and logged, so it holds no address, no number
 * and no code: never what a server answered, only its codes.
 */
export class DeliveryError extends Error {
  /** Trying again would not help: the recipient was refused. */
  readonly permanent: boolean;

  constructor(message: string, { permanent = false } = {}) {
    super(message);
    this.permanent = permanent;
  }
}

/** How long what takes messages may take to answer, unless the settings say otherwise. */
export const answerMilliseconds = 10_000;
