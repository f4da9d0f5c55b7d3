/** How many people can be invited at once. */
export const mostAddresses = 50;

/**
 * The addresses in a typed or pasted text: on separate lines, with commas, semicolons or spaces between, or as a mail
 * program writes them (`"Rao, Asha" <asha@example.com>`). Each one once, in order.
 */
export function readAddresses(typed: string): string[] {
  const bare = typed.replace(/"[^"]*"(?=\s*<)/g, " ").replace(/[^,;\n<>]*<([^<>]*)>/g, " $1 ");
  const found = new Map<string, string>();
  for (const address of bare.split(/[\s,;]+/)) {
    if (address !== "" && !found.has(address.toLowerCase())) found.set(address.toLowerCase(), address);
  }
  return [...found.values()];
}

/** The error of the addresses, in words that say what to do; nothing if they may be sent to the server. */
export function addressProblem(addresses: readonly string[]): string | undefined {
  if (addresses.length === 0) return "Please enter an email address";
  if (addresses.length > mostAddresses) return `Please invite at most ${mostAddresses} people at once`;
  const wrong = addresses.find((address) => !/^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(address));
  return wrong === undefined
    ? undefined
    : `${wrong} is not an email address. Please enter one such as name@example.com`;
}
