import { codeOf } from '@gatehouse/domain';
import { type HttpServer, openHttpServer } from '@gatehouse/http';
import type { Address } from '../configuration/addresses.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { CommandError } from '../kernel/faults.ts';

/** Leaves the store time to close within the promised exit time of 25 s. */
export const drainTimeoutMs = 20_000;

/** Opens the port. If it is unavailable, the error names the next step. */
export async function listen(
  { host, port, trustedProxies, allowedOrigins }: Address & Pick<Configuration, 'trustedProxies' | 'allowedOrigins'>,
  options: Omit<Parameters<typeof openHttpServer>[0], 'host' | 'port' | 'trustedProxies' | 'allowedOrigins'>,
): Promise<HttpServer> {
  try {
    return await openHttpServer({ host, port, trustedProxies, allowedOrigins, ...options });
  } catch (error) {
    throw listenFault(error, { host, port });
  }
}

function listenFault(error: unknown, { host, port }: Address): unknown {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new CommandError(
        `port ${port} is taken by another program, perhaps another gatehouse ("lsof -i :${port}" shows it): stop it, or choose another port with --port`,
      );
    case 'EACCES':
      return new CommandError(`port ${port} is reserved for system services: choose one above 1023 with --port`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new CommandError(
        `${host} is not an address of this machine: choose one of its addresses with --host, such as 127.0.0.1 or 0.0.0.0`,
      );
    default:
      return error;
  }
}
