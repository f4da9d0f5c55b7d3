const loopbackHosts = new Set(["127.0.0.1", "::1", "localhost"]);

/** Whether only this machine reaches a host. */
export function isLoopback(host: string): boolean {
  return loopbackHosts.has(host);
}
