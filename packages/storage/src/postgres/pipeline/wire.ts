import type { Duplex } from 'node:stream';
import type pg from 'pg';

/** What is under a connection of the driver, of which its types do not tell. */
export interface Wire {
  describe(portal: object): void;
  stream: Duplex;
  /** Text by name. */
  parsedStatements: Record<string, string>;
}

export function wireOf(client: pg.ClientBase): Wire {
  return (client as unknown as { connection: Wire }).connection;
}
