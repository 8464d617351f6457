/** Names of this machine, in the form of a URL's hostname. */
export const loopbackHosts: readonly string[] = ['localhost', '127.0.0.1', '[::1]'];

/** True if a URL's hostname means this machine. Only these names count: a name server decides about all others. */
export function isLoopbackHost(hostname: string): boolean {
  return loopbackHosts.includes(hostname);
}
