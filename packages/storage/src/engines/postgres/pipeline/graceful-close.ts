import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { wireOf } from './connection-internals.ts';

const closeMs = 1000;

/** Ends a connection with the protocol's goodbye. If the network is cut, it waits at most a second. */
export async function sayFarewell(client: pg.Client): Promise<void> {
  const said = client.end().catch(() => {});
  await Promise.race([said, pause(closeMs, undefined, { ref: false })]);
  cutOff(client);
}

/** Ends a connection without a goodbye. */
export function cutOff(client: pg.Client): void {
  wireOf(client).stream.destroy();
}
