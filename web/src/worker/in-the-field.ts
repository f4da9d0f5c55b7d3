/** The screens that a representative opens all day, also without a connection: they are fetched and kept first. */
export const inTheField = /^\/(?:|today|today\/catch-up|account|doctors.*|visits.*|products|products\/\$id)$/;

/**
 * Screens that few people open, and that answer nothing without a connection: their code comes when they are opened, and what
 * only they need is not kept.
 */
export const whenOpened = /^\/data\/(?:import|archive)/;
