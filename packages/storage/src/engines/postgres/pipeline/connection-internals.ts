import type { Duplex } from 'node:stream';
import type pg from 'pg';

/** Internals of a driver connection that its types leave out. */
export interface ConnectionInternals {
  describe(portal: object): void;
  stream: Duplex;
  /** Text by name. */
  parsedStatements: Record<string, string>;
}

export function wireOf(client: pg.ClientBase): ConnectionInternals {
  return (client as unknown as { connection: ConnectionInternals }).connection;
}
