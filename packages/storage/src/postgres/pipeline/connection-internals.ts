import type { Duplex } from 'node:stream';
import type pg from 'pg';

/** What is under a connection of the driver, of which its types do not tell. */
export interface ConnectionInternals {
  describe(portal: object): void;
  stream: Duplex;
  /** Text by name. */
  parsedStatements: Record<string, string>;
}

export function wireOf(client: pg.ClientBase): ConnectionInternals {
  return (client as unknown as { connection: ConnectionInternals }).connection;
}
